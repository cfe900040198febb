"""Invitations: a seat kept for somebody until they accept or decline it.

An invitation is a line of the audit that names the seat and the person, and so is its answer; the
last line about a person counts. A seat that is kept for somebody is still free: who opened the
table knows whom they sent its link to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import TypeAlias

from pbem import store
from pbem.config import Config
from pbem.engine import NotAllowed, _
from pbem.services import letters, limits, lobby, people
from pbem.services.people import address_of
from pbem.services.sittings import Shelf

INVITED, ACCEPTED, DECLINED = "invited", "accepted invitation", "declined invitation"
MOST_BY_ONE, MOST_TO_ONE, DAY = 40, 5, timedelta(days=1)
"""So many invitations one person sends, and gets, in a day."""

__all__ = ["NotInvited", "accept", "address_of", "answers", "decline", "for_person", "invite"]


WithIt: TypeAlias = Callable[[store.Connection], object]
"""What is written in the transaction of an answer."""


class NotInvited(Exception):
    """There is no invitation for this person that waits for an answer."""


class AnsweredAlready(NotInvited):
    """They have given this very answer before; two presses count as one."""


def _nothing(_c: store.Connection) -> None:
    """Nothing more is written."""


def invite(
    c: store.Connection,
    config: Config,
    table_id: int,
    invited: Mapping[int, str],
    *,
    by: int,
    now: datetime,
) -> None:
    """Invite people by their addresses, each to a seat. Raises NotAllowed if it is too often."""
    for seat, address in invited.items():
        person = people.meet(c, config, address, now=now)
        _limit(c, person, by, now)
        invite_person(c, person, table_id, seat, by=by, now=now)


def invite_person(
    c: store.Connection, person: store.Person, table_id: int, seat: int, *, by: int, now: datetime
) -> None:
    """Invite somebody who is known to a seat."""
    detail = {"seat": seat, "by": by}
    store.note(c, INVITED, at=now, person_id=person.id, table_id=table_id, detail=detail)
    if letters.may_write(person):
        store.queue(c, [letters.invitation(person, table_id, seat, by, now)])


def _limit(c: store.Connection, person: store.Person, by: int, now: datetime) -> None:
    """Nobody is flooded with invitations, and nobody floods others with them."""
    if not limits.count(c, "invites", str(by), now, most=MOST_BY_ONE, window=DAY):
        raise NotAllowed(
            _("You have invited many people today. Invite more tomorrow, or send them the link.")
        )
    if not limits.count(c, "invited", str(person.id), now, most=MOST_TO_ONE, window=DAY):
        raise NotAllowed(
            _(
                "%(address)s has been invited often enough today. Send them the link yourself.",
                address=person.address,
            )
        )


def answers(c: store.Connection, table_id: int) -> dict[int, store.Audit]:
    """By person, the last word about their invitation to this table."""
    found = store.notes_of(c, table_id, [INVITED, ACCEPTED, DECLINED])
    return {row.person_id: row for row in reversed(found) if row.person_id is not None}


def for_person(c: store.Connection, person_id: int) -> list[store.Table]:
    """The open tables to which this person is invited and has not answered."""
    last = store.invited_to(c, person_id, [INVITED, ACCEPTED, DECLINED])
    asked = store.tables_numbered(c, [number for number, what in last.items() if what == INVITED])
    return [
        table for _number, table in sorted(asked.items(), reverse=True) if table.status == "open"
    ]


def accept(
    shelf: Shelf, table_id: int, person_id: int, *, now: datetime, with_it: WithIt = _nothing
) -> store.Table:
    """Sit down on the seat that was kept, or on a free one if it is taken. Raises NotAllowed.

    The answer, the seat and what has to be written with them are one transaction: a process that
    dies in between leaves an invitation that can still be answered.
    """
    with shelf.db.writing() as c:
        kept = _answer(c, table_id, person_id, ACCEPTED, now)
        seats = store.seats(c, table_id)
        if all(seat.person_id != person_id for seat in seats):
            free = seats[kept].person_id is None and seats[kept].bot is None
            lobby.sit(c, table_id, person_id, seat=kept if free else None, now=now)
        with_it(c)
    return lobby.begin(shelf, table_id, now=now)


def decline(
    shelf: Shelf, table_id: int, person_id: int, *, now: datetime, with_it: WithIt = _nothing
) -> None:
    """Say no; whoever opened the table sees it."""
    with shelf.db.writing() as c:
        _answer(c, table_id, person_id, DECLINED, now)
        with_it(c)


def decline_in(c: store.Connection, table_id: int, person_id: int, *, now: datetime) -> None:
    """The same inside a transaction; nothing happens if no invitation waits for an answer."""
    last = answers(c, table_id).get(person_id)
    if last is not None and last.what == INVITED:
        detail = {"seat": int(last.detail["seat"])}
        store.note(c, DECLINED, at=now, person_id=person_id, table_id=table_id, detail=detail)


def _answer(c: store.Connection, table_id: int, person_id: int, what: str, now: datetime) -> int:
    """Write down what they say; for which seat they were asked."""
    table = store.lock_table(c, table_id)
    last = answers(c, table_id).get(person_id)
    if last is not None and last.what == what:
        raise AnsweredAlready
    if last is None or last.what != INVITED:
        raise NotInvited
    if table.status != "open":
        raise NotAllowed(_("This table has begun or was called off meanwhile."))
    seat = int(last.detail["seat"])
    detail = {"seat": seat}
    store.note(c, what, at=now, person_id=person_id, table_id=table_id, detail=detail)
    return seat
