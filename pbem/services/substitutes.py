"""Substitutes: a seat in a running game that is offered, and whoever plays on there.

That a seat is offered is a line of the audit, as is that it is no longer; the last one counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem import store
from pbem.engine import _
from pbem.services import moderating_seats
from pbem.services.moderating import LIVE, Deed, Refused, doing, tell
from pbem.services.outside import HANDED, NOT_WANTED, WANTED
from pbem.services.sittings import Shelf


def wanted(c: store.Connection, table_ids: Sequence[int]) -> dict[int, list[int]]:
    """By table, the seats for which somebody is looked for."""
    found: dict[int, dict[int, bool]] = {number: {} for number in table_ids}
    for row in store.notes_at(c, table_ids, [WANTED, NOT_WANTED, HANDED]):
        assert row.table_id is not None
        # A bot that keeps a seat warm does not end the search for somebody.
        still = row.what == WANTED or (row.what == HANDED and row.detail.get("bot") is not None)
        known = found[row.table_id]
        seat = row.detail["seat"]
        known[seat] = row.what == WANTED or (still and known.get(seat, False))
    return {number: [s for s, yes in seats.items() if yes] for number, seats in found.items()}


def look_for(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Offer a seat to whoever wants to play on there."""
    with doing(shelf, deed, *LIVE) as (c, table):
        known = store.seats(c, table.id)
        if not 0 <= seat < len(known):
            raise Refused(_("There is no such seat at this table."))
        if known[seat].resigned_at is not None:
            raise Refused(_("That seat has resigned, and the rules play it by its defaults."))
        if seat in wanted(c, [table.id])[table.id]:
            raise Refused(_("Somebody is looked for there already."))
        tell(c, table, deed, WANTED, seat=seat)


def offer_unreachable(db: store.Database, table_id: int, seat: int, *, now: datetime) -> None:
    """No letter reaches whoever sits there, and a default was taken: offer the seat. They stay
    until somebody takes it."""
    with db.writing() as c:
        table = store.lock_table(c, table_id)
        sits = store.seats(c, table_id)[seat]
        plays = sits.person_id is not None and sits.resigned_at is None
        known = wanted(c, [table_id])[table_id]
        if table.status in LIVE and plays and seat not in known:
            store.note(c, WANTED, at=now, table_id=table_id, detail={"seat": seat})


def look_no_longer(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Take the offer of a seat back."""
    with doing(shelf, deed, *LIVE) as (c, table):
        if seat not in wanted(c, [table.id])[table.id]:
            raise Refused(_("Nobody is looked for there."))
        tell(c, table, deed, NOT_WANTED, seat=seat)


def offer_own(shelf: Shelf, table_id: int, person_id: int, why: str, *, now: datetime) -> None:
    """Offer one's own seat, and sit on it until somebody takes it."""
    with shelf.db.reading() as c:
        mine = [s.index for s in store.seats(c, table_id) if s.person_id == person_id]
        offered = wanted(c, [table_id])[table_id]
    if not mine:
        raise Refused(_("You do not sit at this table."))
    if mine[0] in offered:
        return  # It is what they want; two presses count as one.
    look_for(shelf, Deed(table_id, person_id, why, now), mine[0])


def take(shelf: Shelf, table_id: int, seat: int, person_id: int, *, now: datetime) -> None:
    """Play on for a seat that is offered; the first who wants to does. Raises Refused."""
    deed = Deed(table_id, person_id, "", now)
    with doing(shelf, deed, *LIVE) as (c, table):
        if any(s.person_id == person_id and s.index == seat for s in store.seats(c, table.id)):
            return  # They sit there; two presses count as one.
        if seat not in wanted(c, [table.id])[table.id]:
            raise Refused(_("Somebody else plays on there already."))
        moderating_seats.put_on(c, table, deed, seat, person_id=person_id)
