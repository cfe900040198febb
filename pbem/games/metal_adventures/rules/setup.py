"""MA-3: the table is laid."""

from __future__ import annotations

from pbem.engine import Table

from ..events.cards import ShopShuffled, SpaceShuffled
from ..events.trophies import TrophiesKept, TrophiesShuffled
from ..events.turn import SatDown, SetUpDone
from ..pack import DEEP, NEAR
from ..prompts.trophies import KeepTwo
from ..state import MetalAdventures
from .improvements import fill_row
from .trophies import draw, put_under

START_CREDITS = 3
DEALT = 3


async def set_up(t: Table[MetalAdventures]) -> None:
    """MA-3: ships, credits, decks, trophies."""
    lay_the_table(t)
    await choose_trophies(t)
    t.do(SetUpDone())


def lay_the_table(t: Table[MetalAdventures]) -> None:
    """MA-3.1 to 3.3: base starships and the first captain by lot, blue cards on red ones."""
    pack = t.state.pack
    bases = t.dice.shuffle("base starships", tuple(pack.bases))[: len(t.seats)]
    t.do(SatDown(bases, t.dice.pick("first captain", t.seats), START_CREDITS))
    order: list[str] = []
    for space in (NEAR, DEEP):
        names = [name for name in (*pack.ships, *pack.events) if pack.space(name).space == space]
        order += t.dice.shuffle(f"{space} space", names)
    t.do(SpaceShuffled(tuple(order)))
    improvements = (*pack.equipment, *pack.supports)
    t.do(ShopShuffled(t.dice.shuffle("improvements", improvements)))
    fill_row(t)
    t.do(TrophiesShuffled(t.dice.shuffle("trophies", tuple(pack.trophies))))


async def choose_trophies(t: Table[MetalAdventures]) -> None:
    """MA-3.1, MAR-02: three for each at once, two are kept, the third goes under the deck."""
    s = t.state
    order = s.clockwise(s.active)
    for seat in order:
        draw(t, seat, DEALT)
    kept = await t.ask_all(KeepTwo(seat) for seat in order)
    for seat in order:
        t.do(TrophiesKept(seat, tuple(s.offered[seat][place] for place in kept[seat])))
        put_under(t, seat)
