"""Invitations: a seat kept for somebody until they accept or decline it.

An invitation is a line of the audit that names the seat and the person, and so is its answer; the
last line about a person counts. A seat that is kept for somebody is still free: who opened the
table knows whom they sent its link to.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from pbem import store
from pbem.config import Config
from pbem.engine import NotAllowed, _
from pbem.services import letters, limits, lobby, people
from pbem.services.people import address_of
from pbem.services.sittings import Shelf

INVITED, ACCEPTED, DECLINED = "invited", "accepted invitation", "declined invitation"
SEARCHED = 500
MOST_BY_ONE, MOST_TO_ONE, DAY = 40, 5, timedelta(days=1)
"""So many invitations one person sends, and gets, in a day."""

__all__ = ["NotInvited", "accept", "address_of", "answers", "decline", "for_person", "invite"]


class NotInvited(Exception):
    """There is no invitation for this person that waits for an answer."""


class AnsweredAlready(NotInvited):
    """They have given this very answer before; two presses count as one."""


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
    tables = store.tables_in(c, ["open"], limit=SEARCHED)
    asked = store.invited_to(c, person_id, [INVITED, ACCEPTED, DECLINED])
    return [table for table in tables if asked.get(table.id) == INVITED]


def accept(shelf: Shelf, table_id: int, person_id: int, *, now: datetime) -> store.Table:
    """Sit down on the seat that was kept, or on a free one if it is taken. Raises NotAllowed."""
    seat = _answer(shelf, table_id, person_id, ACCEPTED, now)
    with shelf.db.reading() as c:
        kept = store.seats(c, table_id)[seat]
    free = kept.person_id is None and kept.bot is None
    return lobby.join(shelf, table_id, person_id, seat=seat if free else None, now=now)


def decline(shelf: Shelf, table_id: int, person_id: int, *, now: datetime) -> None:
    """Say no; whoever opened the table sees it."""
    _answer(shelf, table_id, person_id, DECLINED, now)


def _answer(shelf: Shelf, table_id: int, person_id: int, what: str, now: datetime) -> int:
    with shelf.db.writing() as c:
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
