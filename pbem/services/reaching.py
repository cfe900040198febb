"""Reaching people: a nudge, links once more, and another address, confirmed where it leads."""

from __future__ import annotations

from datetime import datetime, timedelta

from pbem import store
from pbem.engine import NotAllowed, _
from pbem.services import letters
from pbem.services.moderating import (
    LIVE,
    Deed,
    Refused,
    doing,
    has_desk,
    moderates,
    write_down,
)
from pbem.services.outside import NUDGED, RESENT
from pbem.services.people import address_of
from pbem.services.sittings import Shelf

READDRESSING = "asked for another address"
NOT_AGAIN = timedelta(hours=1)
"""So long after a nudge nobody is nudged again."""


def nudge(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Write to whoever is waited for once more, now."""
    with doing(shelf, deed, "running") as (c, table):
        _person_on(c, table, seat)
        if not any(p.seat == seat for p in store.waiting_at(c, [table.id])[table.id]):
            raise Refused(_("Nothing is asked of them just now."))
        for row in store.notes_of(c, table.id, [NUDGED]):
            if row.detail["seat"] == seat and deed.now - row.at < NOT_AGAIN:
                raise Refused(_("They were nudged within the last hour. Give them a little time."))
        facts = write_down(c, deed, NUDGED, seat=seat)
        letters.ask_again(c, table, seat, deed.now, reason=facts["reason"])


def send_links_again(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Send a seat's links once more: to what is asked, or to sign in if nothing is."""
    with doing(shelf, deed, *LIVE) as (c, table):
        person = _person_on(c, table, seat)
        if not letters.may_write(person):
            raise Refused(_("No letter can be sent to them. Hand them their link yourself."))
        if any(p.seat == seat for p in store.waiting_at(c, [table.id])[table.id]):
            letters.ask_again(c, table, seat, deed.now)
        else:
            store.queue(c, [letters.sign_in(person, deed.now)])
        write_down(c, deed, RESENT, seat=seat)


def _person_on(c: store.Connection, table: store.Table, seat: int) -> store.Person:
    seats = store.seats(c, table.id)
    number = seats[seat].person_id if 0 <= seat < len(seats) else None
    person = None if number is None else store.person(c, number)
    if person is None or person.erased_at is not None:
        raise Refused(_("Nobody sits there who could be written to."))
    return person


def may_ask(c: store.Connection, who: store.Person, person: store.Person) -> bool:
    """Whether `who` may ask at a new address for this person: an administrator, or a moderator
    whom the server has appointed, for players at their tables. Never for somebody who moderates
    as well, whose rights are not theirs, nor for who plays with them, whose secrets are not.
    """
    if who.is_admin:
        return True
    if not who.is_moderator or has_desk(person):
        return False
    tables = store.tables_of(c, person.id)
    at_mine = {table.id for table in store.tables_of(c, who.id)}
    if any(table.id in at_mine and table.status in LIVE for table in tables):
        return False
    return any(moderates(c, table, who) for table in tables)


def ask_at(c: store.Connection, person: store.Person, typed: str, *, by: int, now: datetime) -> str:
    """Ask at a new address whether it is this person's; nothing changes until they say so there.

    Returns the address. Raises NotAllowed.
    """
    address = address_of(typed)
    other = store.person_by_address(c, address)
    if other is not None:
        raise NotAllowed(
            _("That is their address already.")
            if other.id == person.id
            else _("Somebody else is known by that address here. Choose another one.")
        )
    store.queue(c, [letters.confirm_address(person, address.casefold(), now)])
    store.note(c, READDRESSING, at=now, person_id=by, detail={"person": person.id})
    return address
