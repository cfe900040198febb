"""Once more: a new table as the last one was, with the same people invited to it."""

from __future__ import annotations

from datetime import datetime

from pbem import store
from pbem.engine import _
from pbem.services import inviting, lobby
from pbem.services.lobby import Refused
from pbem.services.sittings import Shelf

REMATCH = "rematch"


def of_table(c: store.Connection, table_id: int) -> store.Table | None:
    """The table at which these people play again, if somebody has laid it."""
    (found,) = store.notes_of(c, table_id, [REMATCH], limit=1) or (None,)
    return None if found is None else store.table(c, found.detail["table"])


def again(shelf: Shelf, table_id: int, person_id: int, *, now: datetime) -> store.Table:
    """Lay the same table again and invite everybody; if somebody has, go there. Raises Refused."""
    with shelf.db.writing() as c:
        table, seats = store.lock_table(c, table_id), store.seats(c, table_id)
        if table.status not in ("over", "cancelled"):
            raise Refused(_("This game is not over yet."))
        mine = [s.index for s in seats if s.person_id == person_id]
        if not mine and table.moderator_id != person_id:
            raise Refused(_("You did not sit at this table."))
        known = of_table(c, table_id)
        if known is not None:
            return known
        # Opened in this transaction, so that two who press at once meet at one table.
        laid = lobby.lay(c, _wish(table, seats, mine[:1], person_id), now=now)
        store.note(c, REMATCH, at=now, person_id=person_id, table_id=table_id,
                   detail={"table": laid.id})  # fmt: skip
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
        for seat in seats:
            other = people.get(seat.person_id or 0)
            if other is not None and other.id != person_id and other.erased_at is None:
                inviting.invite_person(c, other, laid.id, seat.index, by=person_id, now=now)
    return lobby.begin(shelf, laid.id, now=now)


def _wish(
    table: store.Table, seats: tuple[store.Seat, ...], mine: list[int], person_id: int
) -> lobby.Wish:
    takers: list[lobby.Taker] = [s.bot for s in seats]
    for seat in mine:
        takers[seat] = person_id
    return lobby.Wish(
        game=table.game,
        seats=takers,
        title=table.title,
        options=table.options,
        pack=table.pack,
        pace=table.pace,
        private=table.private,
        language=table.language,
        moderator=table.moderator_id,
        settings=table.settings,
    )
