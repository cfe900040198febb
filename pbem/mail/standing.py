"""Whether a letter that was written before may still be sent: a mail server may have let it wait
for days, and by then its reader may want no letters or sit there no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem import store
from pbem.services import choices, letters, muting


@dataclass(frozen=True)
class Now:
    """How things stand at the tables of some letters, looked up at once."""

    people: Mapping[int, store.Person]
    status: Mapping[int, str]
    seats: Mapping[int, Sequence[store.Seat]]
    waiting: Mapping[int, Sequence[store.Prompt]]


def still_true(c: store.Connection, written: Sequence[store.Letter]) -> set[int]:
    """The numbers of those letters that may still be sent."""
    tables = sorted({one.table_id for one in written if one.table_id is not None})
    now = Now(
        store.people(c, sorted({one.person_id for one in written})),
        store.statuses_at(c, tables) if tables else {},
        store.seats_at(c, tables) if tables else {},
        store.waiting_at(c, tables) if tables else {},
    )
    return {one.id for one in written if _stands(one, now)}


def _stands(letter: store.Letter, now: Now) -> bool:
    person, number = now.people.get(letter.person_id), letter.table_id
    if person is None or person.erased_at is not None or person.never_write:
        return False
    if number is None:
        return muting.like(letter) not in person.stopped
    sits = any(seat.person_id == person.id for seat in now.seats[number])
    if not sits and muting.like(letter) in person.stopped:
        return False
    if letter.kind == letters.INVITATION:
        return now.status[number] == "open"
    told = letter.kind == letters.TOLD and letter.seat is not None
    if told or letter.kind in letters.ABOUT_SEAT:
        return _is_wanted(letter, person, now.seats[number]) and (told or _is_asked(letter, now))
    return True


def _is_wanted(letter: store.Letter, person: store.Person, seats: Sequence[store.Seat]) -> bool:
    """Does this person still sit there, and get letters about the game?"""
    seat = next((seat for seat in seats if seat.index == letter.seat), None)
    return seat is not None and seat.person_id == person.id and letters.is_written_to(seat, person)


def _is_asked(letter: store.Letter, now: Now) -> bool:
    """Does something of what this letter asks still want an answer, at a table that plays?"""
    assert letter.table_id is not None
    if now.status[letter.table_id] not in ("running", "over"):
        return False
    asked = choices.asked_in(letter.option_map)
    return not asked or any(prompt.key in asked for prompt in now.waiting[letter.table_id])
