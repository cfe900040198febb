"""Who is here before the first turn: a table may ask everybody once all seats are taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from pbem import store
from pbem.services import letters
from pbem.services.outside import CALLED

JUST_NOW = timedelta(hours=1)
"""Whoever sat down so lately is here."""
HOURS = (0, 12, 24, 48, 72)
"""How long a table may wait for everybody to say that they are here; 0: it does not ask."""
BOT, FREE = "bot", "free"
"""What becomes of the seat of somebody who does not answer."""


def hours_of(table: store.Table) -> int:
    """How long people have to say that they are here; 0 if this table does not ask."""
    found = table.settings.get("ready", 0)
    return found if found in HOURS else 0


def absent_becomes(table: store.Table) -> str:
    """Whether a bot takes the seat of who does not answer, or it is free again."""
    return BOT if table.settings.get("absent") == BOT else FREE


def missing(seats: Iterable[store.Seat]) -> list[int]:
    """The seats whose people have not said that they are here."""
    return [s.index for s in seats if s.person_id is not None and s.ready_at is None]


def everybody_is_here(
    c: store.Connection, table: store.Table, seats: Sequence[store.Seat], now: datetime
) -> bool:
    """Whether the game can begin; if this table asks first and has not, it asks now."""
    hours = hours_of(table)
    if not hours:
        return True
    if table.ready_by is None:
        store.change_table(c, table.id, {"ready_by": now + timedelta(hours=hours)})
        for seat in seats:
            if seat.ready_at is not None and now - seat.ready_at > JUST_NOW:
                store.change_seat(c, table.id, seat.index, {"ready_at": None})
        for index in missing(store.seats(c, table.id)):
            person_id = seats[index].person_id
            assert person_id is not None
            facts = letters.deed(CALLED, {"bot": absent_becomes(table) == BOT})
            letters.told_to(c, table, person_id, facts, now)
    return not missing(store.seats(c, table.id))
