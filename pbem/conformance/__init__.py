"""The conformance suite: what `pbem check GAME` tries on any game, and our tests on every one."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pbem.engine import Game

from .checks import CHECKS
from .golden import write as write_golden
from .play import Failed, in_words, play

__all__ = ["CHECKS", "Failed", "Verdict", "check", "play", "write_golden"]


@dataclass(frozen=True)
class Verdict:
    """One promise, and why it is broken if it is."""

    name: str
    promise: str
    why: str = ""

    @property
    def kept(self) -> bool:
        return not self.why


def check(game: Game[Any], games: int = 10) -> Iterator[Verdict]:
    """Try every promise on a game, with so many games each."""
    for promise in CHECKS:
        yield _try(promise, game, games)


def _try(promise: Callable[[Game[Any], int], None], game: Game[Any], games: int) -> Verdict:
    said = (promise.__doc__ or "").strip()
    try:
        with warnings.catch_warnings():  # One promise looks for these; none has to print them.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            promise(game, games)
    except Exception as why:  # A game in the making may break anywhere; the rest is tried too.
        return Verdict(promise.__name__, said, in_words(why))
    return Verdict(promise.__name__, said)
