"""MA-2: the astrolabe: damage, glory and the Judgment of Pirates."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import adjusted
from ..events.captain import Damaged, GloryWon, Judged, Paid, Received, Repaired
from ..state import BANK, MOST_DAMAGE, MetalAdventures


def damage(t: Table[MetalAdventures], seat: Seat, amount: int, why: str) -> None:
    """MA-2.3, MAR-11: damage goes up to 4, and what is beyond is lost."""
    s = t.state
    room = MOST_DAMAGE - s.damage[seat]
    taken = min(room, adjusted(s, seat, "damage", amount))
    if taken > 0:
        t.do(Damaged(seat, taken, why))


def repair(t: Table[MetalAdventures], seat: Seat, amount: int) -> None:
    """Remove damage, as far as there is any."""
    mended = min(amount, t.state.damage[seat])
    if mended > 0:
        t.do(Repaired(seat, mended))


def judge(t: Table[MetalAdventures], seat: Seat, why: str) -> None:
    """MA-2.5, MAR-15: a point of Judgment costs a point of glory; a fifth has no effect."""
    if not t.state.infamous(seat):
        t.do(Judged(seat, why))


def glory(t: Table[MetalAdventures], seat: Seat, amount: int, why: str) -> None:
    """MA-2.4: win glory."""
    if amount:
        t.do(GloryWon(seat, amount, why))


def receive(t: Table[MetalAdventures], seat: Seat, amount: int, place: str = BANK) -> None:
    """MA-1.5: take credits from a place; the bank never fails to pay."""
    if amount:
        t.do(Received(seat, place, amount))


def pay(t: Table[MetalAdventures], seat: Seat, amount: int, place: str = BANK) -> None:
    """Pay credits to a place."""
    if amount:
        t.do(Paid(seat, place, amount))
