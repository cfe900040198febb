"""Which letters are owed, to whom and why. They are queued in the transaction that causes them.

A letter is queued as facts and written out when a worker first claims it. The letters about a
seat share a slot: while one waits, the next takes its place, and what it says is what is true
when it is written. So nobody gets two letters in a burst, or one that is out of date.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from pbem import store
from pbem.engine import TURN as OWN_TURN
from pbem.engine import Match
from pbem.services import caring
from pbem.services.receipts import CONFIRM, RECEIPT

INVITATION, TURN, ASKED, REMINDER, LAST, NEWS, OVER = (
    "invitation",
    "turn",
    "asked",
    "reminder",
    "last",
    "news",
    "over",
)
SIGN_IN, ADDRESS, BOUNCED, FROZE, TOLD = "sign-in", "address", "bounced", "froze", "told"
TEST = "test"
ABOUT_SEAT = (TURN, ASKED, REMINDER, LAST, NEWS, OVER)
"""These share a slot, and are written as what is true then."""
ASKING = (TURN, ASKED, REMINDER, LAST)
"""These ask something."""
KINDS = (*ABOUT_SEAT, INVITATION, RECEIPT, CONFIRM, SIGN_IN, ADDRESS, BOUNCED, FROZE, TOLD, TEST)
PATIENCE = timedelta(minutes=5)
"""So long the letter about a seat may be put off, if more and more happens meanwhile."""
TALK_SETTLES = timedelta(minutes=3)
"""So long a letter waits for more to be said."""
THIRD, END = "third", "end"
"""Which of the two reminders it is."""


def is_written_to(seat: store.Seat, person: store.Person | None) -> bool:
    """Does this seat get letters about the game?"""
    return may_write(person) and not (seat.muted or (person is not None and person.reads_on_web))


def may_write(person: store.Person | None) -> bool:
    """May this person be written to at all, and does it make sense?"""
    if person is None or person.never_write or person.erased_at is not None:
        return False
    return person.bounced_at is None


def slot_of(table_id: int, seat: int) -> str:
    """The place in which only one letter about a seat waits."""
    return f"seat:{table_id}:{seat}"


# After a turn.


def told_of(
    match: Match,
    seats: Iterable[store.Seat],
    asked: set[int],
    by: int | None,
    called: Iterable[int] = (),
) -> set[int]:
    """The seats that are told something now: those asked, those for whom somebody waits in
    another way, all at the end, and who wants news."""
    if match.outcome is not None:
        return {seat.index for seat in seats}
    news = {seat.index for seat in seats if seat.news}
    return asked | ((news | {*called}) - {by})


def after_turn(
    table_id: int,
    match: Match,
    seats: Iterable[store.Seat],
    people: Mapping[int, store.Person],
    asked: set[int],
    told: set[int],
    send_at: datetime,
) -> list[store.NewLetter]:
    """The letters that what just happened gives cause for."""
    return [
        about_seat(_kind(match, seat.index, asked), table_id, seat, match.seq, send_at)
        for seat in seats
        if seat.index in told and is_written_to(seat, people.get(seat.index))
    ]


def _kind(match: Match, seat: int, asked: set[int]) -> str:
    if match.outcome is not None:
        return OVER
    if seat not in asked:
        return NEWS
    paces = {a.prompt.pace for a in match.waiting() if a.prompt.seat == seat}
    return TURN if OWN_TURN in paces else ASKED


def about_seat(
    kind: str, table_id: int, seat: store.Seat, seq: int, send_at: datetime, **facts: Any
) -> store.NewLetter:
    """A letter about a seat, in its slot."""
    assert seat.person_id is not None
    # An entry may give cause for several letters, and one may be on its way when the next comes.
    which = secrets.token_hex(6)
    return store.NewLetter(
        person_id=seat.person_id,
        kind=kind,
        key=f"{kind}:{table_id}:{seq}:{seat.index}:{seat.person_id}:{which}",
        facts={"seq": seq, **facts},
        not_before=send_at,
        not_after=send_at + PATIENCE,
        table_id=table_id,
        seat=seat.index,
        slot=slot_of(table_id, seat.index),
    )


def ask_again(
    c: store.Connection,
    table: store.Table,
    index: int,
    send_at: datetime,
    *,
    reason: int | None = None,
) -> None:
    """Write to whoever sits there now about what is asked: after a seat was handed on, or when
    a moderator nudges, with words that stand first in the letter."""
    seat = store.seats(c, table.id)[index]
    person = None if seat.person_id is None else store.person(c, seat.person_id)
    if is_written_to(seat, person):
        stamp = int(send_at.timestamp())
        words = {} if reason is None else {"reason": reason}
        store.queue(c, [about_seat(TURN, table.id, seat, table.seq, send_at, again=stamp, **words)])


def said(
    c: store.Connection,
    table: store.Table,
    to: int | None,
    by: int | None,
    number: int,
    now: datetime,
) -> None:
    """Something was said: whoever it was said to in private is told, and whoever wants all news.
    Others find it in their next letter, as these do if one waits to be written."""
    if table.status != "running":
        return
    seats = [seat for seat in store.seats(c, table.id) if seat.index != by]
    told = [seat for seat in seats if seat.index == to or (to is None and seat.news)]
    people = store.people(c, [seat.person_id for seat in told if seat.person_id is not None])
    store.queue(
        c,
        [
            about_seat(NEWS, table.id, seat, table.seq, now + TALK_SETTLES, again=number)
            for seat in told
            if is_written_to(seat, people.get(seat.person_id or 0))
            and not store.waits_in(c, slot_of(table.id, seat.index))
        ],
    )


# From people to people.


def invitation(
    person: store.Person, table_id: int, seat: int, by: int, now: datetime
) -> store.NewLetter:
    """Somebody keeps a seat for this person."""
    return _plain(INVITATION, person.id, now, {"by": by}, table_id=table_id, seat=seat)


def deed(
    what: str,
    detail: Mapping[str, Any] | None = None,
    *,
    by: int | None = None,
    reason: int | None = None,
) -> dict[str, Any]:
    """What a letter has to know to tell of something that was done outside the rules."""
    return {"what": what, "by": by, "reason": reason, "detail": dict(detail or {})}


def told(c: store.Connection, table: store.Table, facts: Mapping[str, Any], now: datetime) -> None:
    """Something was done or said that everybody at the table is told."""
    seats = [seat for seat in store.seats(c, table.id) if seat.person_id is not None]
    people = store.people(c, [seat.person_id for seat in seats if seat.person_id is not None])
    what = facts["what"]
    store.queue(
        c,
        [
            _plain(TOLD, seat.person_id, now, facts, table_id=table.id, seat=seat.index, mark=what)
            for seat in seats
            if seat.person_id is not None and is_written_to(seat, people.get(seat.person_id))
        ],
    )


def told_to(
    c: store.Connection,
    table: store.Table,
    person_id: int,
    facts: Mapping[str, Any],
    now: datetime,
) -> None:
    """Something was done at a table that one person is told, who may not sit there any more."""
    if may_write(store.person(c, person_id)):
        mark = facts["what"]
        store.queue(c, [_plain(TOLD, person_id, now, facts, table_id=table.id, mark=mark)])


def froze(c: store.Connection, table: store.Table, now: datetime) -> None:
    """A table stands still because of a fault: whoever moderates is told."""
    store.queue(
        c,
        [
            _plain(FROZE, person.id, now, {}, table_id=table.id)
            for person in _moderators(c, [table])
        ],
    )


def bounced(
    c: store.Connection, person: store.Person, table_ids: list[int], why: str, now: datetime
) -> list[store.NewLetter]:
    """Letters to a person come back: tell whoever moderates the tables that wait for them."""
    tables = [store.table(c, table_id) for table_id in table_ids]
    facts = {"person": person.id, "tables": table_ids, "why": why[:300]}
    return [
        _plain(BOUNCED, moderator.id, now, facts)
        for moderator in _moderators(c, tables)
        if moderator.id != person.id
    ]


def _moderators(c: store.Connection, tables: list[store.Table]) -> list[store.Person]:
    found = {person.id: person for table in tables for person in caring.carers(c, table)}
    return [person for _number, person in sorted(found.items()) if may_write(person)]


# To one person.


def sign_in(person: store.Person, now: datetime) -> store.NewLetter:
    """A link that signs in was asked for; asked for again, it is sent once."""
    return _plain(SIGN_IN, person.id, now, {}, slot=f"sign-in:{person.id}")


def confirm_address(person: store.Person, address: str, now: datetime) -> store.NewLetter:
    """Somebody wants their letters at another address: it goes there, and asks."""
    return _plain(ADDRESS, person.id, now, {"address": address})


def test(person: store.Person, now: datetime) -> store.NewLetter:
    """A letter to see whether letters arrive."""
    return _plain(TEST, person.id, now, {})


def _plain(
    kind: str,
    person_id: int,
    now: datetime,
    facts: Mapping[str, Any],
    *,
    table_id: int | None = None,
    seat: int | None = None,
    slot: str | None = None,
    mark: str = "",
) -> store.NewLetter:
    """`mark` tells two letters of one kind and moment apart."""
    where = ("" if table_id is None else f":{table_id}") + (f":{mark}" if mark else "")
    return store.NewLetter(
        person_id=person_id,
        kind=kind,
        key=f"{kind}:{person_id}{where}:{int(now.timestamp() * 1_000_000)}",
        facts=dict(facts),
        not_before=now,
        table_id=table_id,
        seat=seat,
        slot=slot,
    )
