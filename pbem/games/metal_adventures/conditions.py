"""What trophies ask for: small named functions that a pack refers to. MA-5.3."""

# ruff: noqa: ARG001 All conditions take the same arguments.

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pbem.engine import Seat

from .pack import Effect
from .state import Held, MetalAdventures

Condition = Callable[[MetalAdventures, Seat, Held, Effect], bool]

CONDITIONS: dict[str, Condition] = {}
"""Each condition by name."""

DEEDS = (
    "glory_title",
    "beat_ship",
    "beat_hunter",
    "beat_from_karokum",
    "beat_traitor",
    "took_exxalia",
    "took_bazaar",
    "took_karokum",
    "won_challenge",
    "held_challenge",
    "won_as_traitor",
    "helped_win",
)
"""What a captain can have done this turn."""


def condition(test: Condition) -> Condition:
    """Register a function as the condition of its name."""
    CONDITIONS[test.__name__] = test
    return test


@condition
def did(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """MA-5.3: the holder's own deed, done this turn with the trophy already in hand."""
    return any(
        deed.seat == seat
        and deed.number > held.since
        and deed.name == asks.of
        and deed.amount >= asks.amount
        for deed in s.deeds
    )


@condition
def fortune(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Own so many credits."""
    return s.credits[seat] >= asks.amount


@condition
def wrecks(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Own so many wrecks."""
    return len(s.wrecks[seat]) >= asks.amount


@condition
def nations(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Own wrecks of so many nations."""
    return len({s.pack.ships[card].nation for card in s.wrecks[seat]}) >= asks.amount


@condition
def power(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Have so much main power."""
    return s.power(seat) >= asks.amount


@condition
def improvements(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Own so many improvements."""
    return len(s.improvements[seat]) >= asks.amount


@condition
def same_type(s: MetalAdventures, seat: Seat, held: Held, asks: Effect) -> bool:
    """Own so many pieces of equipment of one type."""
    types = Counter(s.pack.equipment[card].type for card in s.equipment(seat))
    return max(types.values(), default=0) >= asks.amount


def met(s: MetalAdventures, seat: Seat, held: Held) -> bool:
    """Is what this trophy asks for fulfilled?"""
    asks = s.pack.trophies[held.card].condition
    return CONDITIONS[asks.name](s, seat, held, asks)


def claimable(s: MetalAdventures, seat: Seat) -> list[str]:
    """MA-5.1, MA-5.4: the trophies a captain could show now, the best first."""
    if seat in s.claimed:
        return []
    trophies = [s.pack.trophies[held.card] for held in s.hands[seat] if met(s, seat, held)]
    # The sort is stable: of equals, the one that has been held longer stays in front.
    trophies.sort(key=lambda trophy: (-trophy.glory, -trophy.credits))
    return [trophy.name for trophy in trophies]
