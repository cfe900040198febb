"""The ready-check: saying that one is here, and going on without those who do not."""

from __future__ import annotations

from datetime import datetime

from pbem import games, store
from pbem.engine import _
from pbem.services import bots, letters, lobby, roll_call
from pbem.services.outside import DROPPED, NOBODY
from pbem.services.sittings import Shelf


def say_here(shelf: Shelf, table_id: int, person_id: int, *, now: datetime) -> store.Table:
    """Say that one is here; the last who does begins the game. Raises Refused."""
    with shelf.db.writing() as c:
        table = store.lock_table(c, table_id)
        mine = [s for s in store.seats(c, table_id) if s.person_id == person_id]
        if not mine:
            raise lobby.Refused(_("You do not sit at this table."))
        if table.status == "running" and all(s.ready_at is not None for s in mine):
            return table  # Said already; two presses count as one.
        if table.status != "open" or table.ready_by is None:
            raise lobby.Refused(_("Nobody is asked that now. Load the page again."))
        for seat in mine:
            store.change_seat(c, table_id, seat.index, {"ready_at": now})
    return lobby.begin(shelf, table_id, now=now)


def go_on_without_absent(shelf: Shelf, *, now: datetime) -> int:
    """Settle every ready-check whose time is up; how many. Any number of workers may do this."""
    with shelf.db.reading() as c:
        due = store.tables_to_settle(c, now)
    return sum(_settle(shelf, table_id, now) for table_id in due)


def _settle(shelf: Shelf, table_id: int, now: datetime) -> bool:
    with shelf.db.writing() as c:
        table = store.lock_table(c, table_id)
        if table.status != "open" or table.ready_by is None or table.ready_by > now:
            return False
        seats = store.seats(c, table_id)
        absent = roll_call.missing(seats)
        if not any(s.person_id is not None and s.index not in absent for s in seats):
            store.change_table(c, table_id, {"status": "cancelled", "over_at": now})
            store.note(c, NOBODY, at=now, table_id=table_id)
            letters.told(c, table, letters.deed(NOBODY), now)
            return True
        for index in absent:
            _drop(c, table, seats[index], now)
        if roll_call.absent_becomes(table) == roll_call.FREE and absent:
            store.change_table(c, table_id, {"ready_by": None})
    lobby.begin(shelf, table_id, now=now)
    return True


def _drop(c: store.Connection, table: store.Table, seat: store.Seat, now: datetime) -> None:
    """Take somebody off their seat who did not say that they are here."""
    bot = None
    if roll_call.absent_becomes(table) == roll_call.BOT:
        bot = next(iter(bots.known(games.load(table.game))))
    changes: store.SeatChanges = {"person_id": None, "bot": bot, "phrase_hash": None}
    store.change_seat(c, table.id, seat.index, changes)
    detail = {"seat": seat.index, "bot": bot}
    store.note(c, DROPPED, at=now, person_id=seat.person_id, table_id=table.id, detail=detail)
    if seat.person_id is not None:
        facts = letters.deed(DROPPED, detail, by=seat.person_id)
        letters.told_to(c, table, seat.person_id, facts, now)
