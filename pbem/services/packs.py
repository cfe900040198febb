"""Card packs that people bring: read, judged by their game, every flaw with its line."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import dataclass
from typing import Any

from pbem.engine import Game, Text, _, line_of


@dataclass(frozen=True)
class LineFlaw:
    """Something wrong with a pack, and in which line."""

    line: int
    text: Text


class BadPack(Exception):
    """A pack that cannot be played with; `flaws` says why, from the top."""

    def __init__(self, flaws: list[LineFlaw]) -> None:
        super().__init__("; ".join(f"{flaw.line}: {flaw.text}" for flaw in flaws))
        self.flaws = flaws


class NotAPack(BadPack):
    """Something that no game can judge: it has one flaw, and that is what it is."""


def read(game: Game[Any], source: str) -> Any:
    """The pack that this text describes, sound for this game. Raises BadPack."""
    if game.pack() is None:
        raise _one(1, _("%(title)s is played without cards.", title=game.meta.title))
    pack = _parse(source)
    flaws = game.check_pack(pack)
    if flaws:
        placed = [LineFlaw(line_of(source, flaw.path), flaw.text) for flaw in flaws]
        raise BadPack(sorted(placed, key=lambda flaw: (flaw.line, str(flaw.text))))
    return pack


def _parse(source: str) -> Any:
    try:
        pack = tomllib.loads(source)
        json.dumps(pack, allow_nan=False)  # The log embeds it as plain data.
    except tomllib.TOMLDecodeError as why:
        place = re.search(r"\(at line (\d+), column \d+\)$", str(why))
        line = int(place.group(1)) if place else source.count("\n") + 1
        said = str(why)[: place.start()].strip() if place else str(why)
        raise _one(line, _("This is not TOML: %(why)s.", why=said)) from why
    except (TypeError, ValueError) as why:
        raise _one(1, _("A pack holds words and whole or plain numbers, no dates.")) from why
    except RecursionError as why:
        raise _one(1, _("This is nested too deeply.")) from why
    return pack


def _one(line: int, text: Text) -> NotAPack:
    return NotAPack([LineFlaw(line, text)])
