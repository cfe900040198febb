"""What others do to a table between our reading it and our writing: we look again, then decide."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from pbem import engine, store
from pbem.engine import ANSWER
from pbem.services import lobby, moderating, turns
from pbem.services.moderating_seats import hand_over
from pbem.services.sittings import Frozen, NotRunning, Shelf, freeze

from .tables import NOON, TURN, asked, log, now_at, people, sit, two

Meddle = Callable[[], object]


def meanwhile(monkeypatch: pytest.MonkeyPatch, name: str, meddle: Meddle) -> None:
    """Let somebody else do this, once, after the door has read and before it writes."""
    real, late = getattr(turns, name), [meddle]

    def after_the_reading(*given: Any, **named: Any) -> Any:
        came = real(*given, **named)
        if late:
            late.pop()()
        return came

    monkeypatch.setattr(turns, name, after_the_reading)


def bid(shelf: Shelf, table_id: int) -> turns.Done:
    prompt = asked(shelf.db, table_id)
    order = turns.Order(ANSWER, prompt.seat, prompt.key, "2x3")
    return turns.submit(shelf, table_id, order, now=NOON)


def deed(table: store.Table, by: int) -> moderating.Deed:
    return moderating.Deed(table.id, by, "", NOON)


@pytest.mark.parametrize("how", ["paused", "frozen", "cancelled"])
def test_nothing_is_written_at_a_table_that_came_to_a_standstill(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    (mona,) = people(shelf.db, "mona")
    table = two(shelf)
    stops: dict[str, Meddle] = {
        "paused": lambda: moderating.pause(Shelf(shelf.db), deed(table, mona)),
        "frozen": lambda: freeze(shelf.db, table.id, "a fault elsewhere", NOON),
        "cancelled": lambda: moderating.call_off(Shelf(shelf.db), deed(table, mona)),
    }
    meanwhile(monkeypatch, "_carry_out", stops[how])
    with pytest.raises((NotRunning, Frozen)):
        bid(shelf, table.id)
    assert now_at(shelf.db, table.id).status == how
    assert len(log(shelf.db, table.id)) == 1
    if how == "paused":
        moderating.resume(shelf, deed(table, mona))
        assert bid(shelf, table.id).seq == 2


@pytest.mark.parametrize("how", ["paused", "handed over"])
def test_several_in_one_transaction_leave_out_the_one_that_changed(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    ann, ben, mona, cleo = people(shelf.db, "ann", "ben", "mona", "cleo")
    first, second = sit(shelf, ann, ben), sit(shelf, ann, ben)
    orders = []
    for table in (first, second):
        prompt = asked(shelf.db, table.id)
        orders.append((table.id, turns.Order(ANSWER, prompt.seat, prompt.key, "2x3")))

    def change() -> None:
        if how == "paused":
            moderating.pause(Shelf(shelf.db), deed(first, mona))
        else:
            hand_over(Shelf(shelf.db), deed(first, mona), 0, person_id=cleo)

    meanwhile(monkeypatch, "_carry_out", change)
    assert [*turns.submit_together(shelf, orders, now=NOON)] == [second.id]
    assert (len(log(shelf.db, first.id)), len(log(shelf.db, second.id))) == (1, 2)
    assert (now_at(shelf.db, first.id).seq, now_at(shelf.db, second.id).seq) == (1, 2)


def test_who_took_a_seat_over_is_asked_and_not_who_sat_there_before(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    mona, cleo = people(shelf.db, "mona", "cleo", by_letter=True)
    table = two(shelf)
    other = 1 - asked(shelf.db, table.id).seat

    def change() -> None:
        hand_over(Shelf(shelf.db), deed(table, mona), other, person_id=cleo)

    meanwhile(monkeypatch, "_carry_out", change)
    assert bid(shelf, table.id).seq == 2
    prompt = asked(shelf.db, table.id)
    assert (prompt.seat, prompt.due_at) == (other, NOON + TURN)
    assert prompt.delivered_at is None, "Cleo waits for a letter, as Ann and Ben did not."
    with shelf.db.reading() as c:
        due = store.letters_of_seat(c, table.id, other)
    assert cleo in {letter.person_id for letter in due if letter.slot is not None}


def test_a_table_that_was_called_off_does_not_begin(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(shelf.db, "ann", "ben")
    table = sit(shelf, ann, None)

    def call_off() -> None:
        lobby.cancel(shelf, table.id, now=NOON + timedelta(seconds=1))

    monkeypatch.setattr(engine, "begin", _then(engine.begin, call_off))
    begun = lobby.join(shelf, table.id, ben, now=NOON)
    assert (begun.status, begun.seq) == ("cancelled", 0)
    assert log(shelf.db, table.id) == []


def _then(real: Callable[..., Any], meddle: Meddle) -> Callable[..., Any]:
    def begin(*given: Any, **named: Any) -> Any:
        came = real(*given, **named)
        meddle()
        return came

    return begin
