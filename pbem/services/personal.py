"""What belongs to a person: taking it along, and being forgotten while games stay whole."""

from __future__ import annotations

import json
from datetime import datetime

from pbem import store
from pbem.services.moderating import LIVE
from pbem.services.outside import WANTED
from pbem.services.sittings import Shelf

ERASED = "erased"


def as_file(c: store.Connection, person_id: int) -> str:
    """Everything that is kept about a person, as a file they can read."""
    return json.dumps(store.all_about(c, person_id), indent=2, ensure_ascii=False) + "\n"


def erase(shelf: Shelf, person_id: int, *, by: int, now: datetime) -> None:
    """Forget who this was: name, address, words, letters, mail. What they did in games stays.

    At tables in play somebody is looked for who plays on; before the first turn their seat is free.
    """
    with shelf.db.writing() as c:
        # Locked in order of their numbers, so that two who lock several never wait crosswise.
        for table in sorted(store.tables_of(c, person_id), key=lambda table: table.id):
            _leave(c, store.lock_table(c, table.id), person_id, now)
        store.erase_person(c, person_id, now)
        store.note(c, ERASED, at=now, person_id=by, detail={"person": person_id})


def _leave(c: store.Connection, table: store.Table, person_id: int, now: datetime) -> None:
    for seat in store.seats(c, table.id):
        if seat.person_id != person_id:
            continue
        if table.status == "open":
            free: store.SeatChanges = {"person_id": None, "phrase_hash": None, "ready_at": None}
            store.change_seat(c, table.id, seat.index, free)
            store.change_table(c, table.id, {"ready_by": None})
        elif table.status in LIVE and seat.resigned_at is None:
            detail = {"seat": seat.index}
            store.note(c, WANTED, at=now, table_id=table.id, detail=detail)
