"""MA-6.8: the dice of a battle are rolled."""

from __future__ import annotations

from pbem.engine import Table

from ..events.battle import Rolled
from ..state import UNUSED, MetalAdventures


def roll(t: Table[MetalAdventures]) -> None:
    """MA-6.8: all dice of the battle are rolled together."""
    s = t.state
    orange, gray = t.dice.roll("orange")[0], t.dice.roll("gray")[0]
    faktor = [
        UNUSED
        if s.fight.faktor[seat] == UNUSED
        else s.pack.faktor[t.dice.roll("metal faktor", seat=seat)[0] - 1]
        for seat in t.seats
    ]
    t.do(Rolled(orange, gray, tuple(faktor)))
