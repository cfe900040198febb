"""A record counts what somebody could have answered: in time or not, wherever they sat."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem import store
from pbem.engine import ANSWER
from pbem.services import lobby, moderating, moderating_seats, reliability, rhythm, turns
from pbem.services.sittings import Shelf
from tests.services.tables import NOON


@pytest.fixture
def pair(shelf: Shelf) -> tuple[store.Person, store.Person]:
    with shelf.db.writing() as c:
        ann, bela = (
            store.add_person(c, f"{n}@example.org", name=n, language="en", zone="UTC", now=NOON)
            for n in ("ann", "bela")
        )
    return ann, bela


def asked(shelf: Shelf, table: store.Table) -> store.Prompt:
    with shelf.db.reading() as c:
        (prompt,) = store.open_prompts(c, table.id)
    return prompt


def record(shelf: Shelf, who: store.Person) -> tuple[int, int, int]:
    with shelf.db.reading() as c:
        found = reliability.record_of(c, who.id)
    return found.asked, found.in_time, found.undelivered


def usual(
    shelf: Shelf, table: store.Table, who: store.Person, seat: int
) -> tuple[timedelta | None, timedelta | None]:
    """How fast somebody usually answers: by their record, and by the rhythm of the table."""
    with shelf.db.reading() as c:
        rhythm_ = rhythm.of_table(c, table, NOON, "UTC")
        return reliability.record_of(c, who.id).usual, rhythm_.usual.get(seat)


def deed(table: store.Table, who: store.Person, hours: int) -> moderating.Deed:
    return moderating.Deed(table.id, who.id, "", NOON + timedelta(hours=hours))


def brought(shelf: Shelf, prompt: store.Prompt) -> None:
    with shelf.db.writing() as c:
        store.mark_delivered(c, prompt.id, NOON, prompt.due_at)


def test_answers_count_and_what_was_never_brought_does_not(
    shelf: Shelf, pair: tuple[store.Person, store.Person]
) -> None:
    table = lobby.open_table(shelf, lobby.Wish("dudo", [p.id for p in pair]), now=NOON)
    prompt = asked(shelf, table)
    mover, other = pair[prompt.seat], pair[1 - prompt.seat]
    with shelf.looking(table.id) as sitting:
        bid = sitting.match.due_default(prompt.key)
    order = turns.Order(ANSWER, prompt.seat, prompt.key, bid, by_person=mover.id)
    turns.submit(shelf, table.id, order, now=NOON + timedelta(hours=1))
    assert record(shelf, mover) == (1, 1, 0)
    assert usual(shelf, table, mover, prompt.seat) == (timedelta(hours=1), timedelta(hours=1))
    # The other's letter never went out: the default that the moderator lets be taken is no fault.
    moderating.take_default(shelf, deed(table, mover, 2), asked(shelf, table).key)
    assert record(shelf, other) == (0, 0, 1)
    late = asked(shelf, table)
    brought(shelf, late)
    moderating.take_default(shelf, deed(table, mover, 3), late.key)
    missed = (2, 1, 0) if late.seat == prompt.seat else (1, 0, 1)
    assert record(shelf, pair[late.seat]) == missed


def test_who_is_replaced_keeps_their_record_and_who_comes_begins_anew(
    shelf: Shelf, pair: tuple[store.Person, store.Person]
) -> None:
    table = lobby.open_table(shelf, lobby.Wish("dudo", [p.id for p in pair]), now=NOON)
    prompt = asked(shelf, table)
    absent = pair[prompt.seat]
    with shelf.db.writing() as c:
        comer = store.add_person(
            c, "cleo@example.org", name="cleo", language="en", zone="UTC", now=NOON
        )
    brought(shelf, prompt)
    moderating.take_default(shelf, deed(table, comer, 1), prompt.key)
    assert record(shelf, absent) == (1, 0, 0)
    assert usual(shelf, table, absent, prompt.seat) == (None, None), "a default is no answer"
    moderating_seats.hand_over(shelf, deed(table, absent, 2), prompt.seat, person_id=comer.id)
    assert record(shelf, absent) == (1, 0, 0), "to be replaced does not wipe the slate"
    assert record(shelf, comer) == (0, 0, 0)
    moderating_seats.hand_over(shelf, deed(table, comer, 3), prompt.seat, person_id=absent.id)
    assert record(shelf, absent) == (1, 0, 0)
