"""What people read about a game besides playing it: its rules, a guide for the first game, and
every card. A game brings `rules.md` and `guide.md` in its folder, and translations of them as
`rules.de.md` and the like."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pbem import games
from pbem.engine import Deck
from pbem.services import markdown

RULES, GUIDE = "rules", "guide"
FIRST = "en"
"""The language in which every game brings its texts."""


@cache
def page(slug: str, name: str, language: str = FIRST) -> markdown.Page | None:
    """One of a game's texts, if it has brought it in this language."""
    path = _file(slug, name, language)
    return markdown.read(path.read_text("utf-8")) if path.is_file() else None


def best_language(slug: str, name: str, wanted: str) -> str:
    """The language in which somebody reads a text: their own, if the game brings it."""
    return wanted if _file(slug, name, wanted).is_file() else FIRST


def _file(slug: str, name: str, language: str) -> Traversable:
    ending = ".md" if language == FIRST else f".{language}.md"
    return files(games.packages()[slug]) / f"{name}{ending}"


def anchor(slug: str, number: str) -> str | None:
    """Where in the rules a number is found: there, or else at what it is a part of."""
    found = page(slug, RULES)
    while found is not None and number:
        if number in found.anchors:
            return number
        number = number.rpartition(".")[0]
    return None


def cards(slug: str, pack: Any = None) -> tuple[Deck, ...]:
    """Every card of a game, of its usual pack or of a table's own."""
    game = games.load(slug)
    return tuple(game.cards(game.read_pack(game.pack() if pack is None else pack)))
