"""The games, found without a list.

Every sub-package here that has a `meta` module is a game, and so is every package that another
distribution names in its entry point group `pbem.games`. `meta.META` says what it is without
loading it; `game.GAME` is the game itself.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any

from pbem.engine import Game, Meta, Text

GROUP = "pbem.games"


class UnknownGame(LookupError):
    """There is no such game; the sentence names those there are."""


class MisnamedGame(Exception):
    """A log names its game by META's slug, so the game must be found under that."""


@cache
def packages() -> dict[str, str]:
    """Every game found: slug and package. Our own come first and cannot be replaced."""
    own = {
        module.name: f"{__name__}.{module.name}"
        for module in pkgutil.iter_modules(__path__)
        if module.ispkg and find_spec(f"{__name__}.{module.name}.meta")
    }
    added = {point.name: point.value for point in entry_points(group=GROUP)}
    return {**added, **own}


def slugs() -> list[str]:
    """The games by their short names, in order."""
    return sorted(packages())


def meta(slug: str) -> Meta:
    """What a game is, without loading its rules."""
    found: Meta = _module(slug, "meta").META
    return found


def about(slug: str) -> Meta:
    """What to show of a table's game, also if it was taken away or is broken: its short name."""
    try:
        return meta(slug)
    except Exception:  # A plug-in may be broken in any way; its tables are shown among others.
        return Meta(slug, slug, Text(""), ())


@cache
def load(slug: str) -> Game[Any]:
    """A game, ready to play."""
    game: Game[Any] = _module(slug, "game").GAME
    if game.meta.slug != slug:
        raise MisnamedGame(f"It is found as '{slug}', but its META says '{game.meta.slug}'")
    return game.sound()


def _module(slug: str, name: str) -> Any:
    package = packages().get(slug)
    if package is None:
        raise UnknownGame(f"There is no game '{slug}'. There are: {', '.join(slugs())}.")
    return import_module(f"{package}.{name}")
