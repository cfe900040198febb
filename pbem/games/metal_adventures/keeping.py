"""Whether promises can be kept now. MA-8.7."""

from __future__ import annotations

from collections.abc import Iterable

from .deals import CARD, CREDITS, TROPHY, WRECK, Promise
from .state import MetalAdventures


def held(s: MetalAdventures, promise: Promise) -> int:
    """How much the promisor has of what was promised."""
    seat, good = promise.promisor, promise.good
    return {
        CREDITS: s.credits[seat],
        WRECK: len(s.wrecks[seat]),
        TROPHY: len(s.hands[seat]),
        CARD: int(good.name in s.improvements[seat]),
    }[good.what]


def able(s: MetalAdventures, promise: Promise) -> bool:
    """Does the promisor have what was promised?"""
    return held(s, promise) >= promise.good.n


def together(s: MetalAdventures, lines: Iterable[Promise]) -> tuple[int, ...]:
    """The numbers of those that can be kept one after the other, the oldest first."""
    spent: dict[str, int] = {}
    kept = []
    for promise in lines:
        sort = f"{promise.good.what} {promise.good.name}"
        wanted = spent.get(sort, 0) + promise.good.n
        if wanted <= held(s, promise):
            spent[sort] = wanted
            kept.append(promise.number)
    return tuple(kept)
