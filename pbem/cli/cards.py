"""`pbem cards check`: what is wrong with a card pack, and in which line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click

from pbem import games
from pbem.engine import _, line_of, n_

from .speech import Refusal, find_game, open_to_read, say

MOST_BYTES = 2 * 1024 * 1024


def check_pack(path: Path, slug: str | None) -> None:
    """Read a pack and let its game judge it."""
    game = find_game(slug or _game_of(path))
    if game.pack() is None:
        raise Refusal(_("%(title)s is played without cards.", title=game.meta.title))
    source = _read(path)
    try:
        pack = tomllib.loads(source)
    except tomllib.TOMLDecodeError as why:
        place = re.search(r"\(at line (\d+), column \d+\)$", str(why))
        line = int(place.group(1)) if place else source.count("\n") + 1
        said = str(why)[: place.start()].strip() if place else str(why)
        raise Refusal(
            _("%(path)s:%(line)d: This is not TOML: %(why)s.", path=path, line=line, why=said)
        ) from why
    except RecursionError as why:
        raise Refusal(_("%(path)s:1: This is nested too deeply.", path=path)) from why
    flaws = game.check_pack(pack)
    for line, text in sorted((line_of(source, flaw.path), str(flaw.text)) for flaw in flaws):
        click.echo(f"{path}:{line}: {text}", err=True)
    if flaws:
        raise Refusal(n_("There is %(n)d flaw.", "There are %(n)d flaws.", len(flaws)))
    say(_("%(path)s is a sound pack for %(title)s.", path=path, title=game.meta.title))


def _game_of(path: Path) -> str:
    """A pack that lies in a game's own folder is that game's."""
    folder = path.absolute().parent.name
    if folder in games.packages():
        return folder
    raise Refusal(
        _(
            "Say whose cards these are, with --game. There are: %(list)s.",
            list=games.slugs(),
        )
    )


def _read(path: Path) -> str:
    with open_to_read(path) as file:
        raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise Refusal(
            _(
                "%(path)s has more than %(most)d megabytes. That is too much for a pack.",
                path=path,
                most=MOST_BYTES // 1024 // 1024,
            )
        )
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as why:
        line = raw[: why.start].count(b"\n") + 1
        raise Refusal(_("%(path)s:%(line)d: This is not text.", path=path, line=line)) from why
