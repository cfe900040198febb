"""ML-1.3, ML-5.2, ML-5.3: the module market."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..events.rounds import (
    DeckShuffled,
    DiscardTaken,
    MarketChanged,
    MarketCleared,
    MarketClosedUp,
    MarketFilled,
)
from ..pack import ACTION, PLANET
from ..state import SLOTS, Metallum
from .pieces import amount_anywhere


def price(s: Metallum, seat: Seat, module: str) -> int:
    """ML-3.7, MT-11, MT-12: the cost, adjusted by slot and Research Station, never below 0."""
    rebate = amount_anywhere(s, "rebates", seat)
    return max(0, s.module(module).cost + SLOTS[s.market.index(module)] - rebate)


def open_market(t: Table[Metallum]) -> None:
    """ML-1.3: planet modules in all slots but the last; action modules wait for sequence III."""
    pack = t.state.pack
    t.do(DeckShuffled(PLANET, t.dice.shuffle("planet modules", pack.of_kind(PLANET))))
    t.do(DeckShuffled(ACTION, t.dice.shuffle("action modules", pack.of_kind(ACTION))))
    for slot in range(len(SLOTS) - 1):
        t.do(MarketFilled(slot, t.state.deck[0]))


def move_market_on(t: Table[Metallum]) -> None:
    """ML-5.2, MT-07: discard from the last slot, close up to the right, fill from the left."""
    s = t.state
    if s.market[-1]:
        t.do(MarketCleared(s.market[-1]))
    t.do(MarketClosedUp())
    fill(t)


def fill(t: Table[Metallum]) -> None:
    """MT-07: turn up modules until every slot is taken, from the left."""
    s = t.state
    for slot in range(len(SLOTS)):
        if s.market[slot]:
            continue
        if not s.deck and s.discard:
            order = t.dice.shuffle("discard", s.discard)
            t.do(DiscardTaken())
            t.do(DeckShuffled("again", order))
        if s.deck:
            t.do(MarketFilled(slot, s.deck[0]))


def change_market(t: Table[Metallum]) -> None:
    """ML-5.3: planet modules leave, four action modules come."""
    t.do(MarketChanged())
    fill(t)
