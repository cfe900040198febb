"""Matches that lie warm: looked at without reading when nothing happened, caught up when it did."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NoReturn

import pytest

from pbem import store
from pbem.engine import ANSWER, NotAllowed
from pbem.services import turns
from pbem.services.sittings import NotRunning, Shelf
from pbem.store import Database

from .tables import NOON, answer, asked, now_at, two


def seen(shelf: Shelf, table: store.Table) -> int:
    """How far the match is that a glance shows to somebody who has just read this row."""
    with shelf.db.reading() as c:
        seats = store.seats(c, table.id)
    with shelf.glance(table, seats) as sitting:
        return sitting.match.seq


def test_a_warm_match_is_glanced_at_without_reading(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    row = now_at(shelf.db, table.id)
    with shelf.db.reading() as c:
        seats = store.seats(c, table.id)

    def refuse(_db: Database) -> AbstractContextManager[NoReturn]:
        raise AssertionError("The database was asked.")

    monkeypatch.setattr(Database, "reading", refuse)
    for _again in range(2):  # It lies on the shelf again afterwards.
        with shelf.glance(row, seats) as sitting:
            assert sitting.match.seq == row.seq
    with pytest.raises(AssertionError), Shelf(shelf.db).glance(row, seats):
        pass


def test_a_glance_catches_up_on_what_another_process_wrote(shelf: Shelf) -> None:
    table = two(shelf)
    old = now_at(shelf.db, table.id)
    assert seen(shelf, old) == 1
    answer(Shelf(shelf.db), table.id)
    assert seen(shelf, now_at(shelf.db, table.id)) == 2


def test_a_row_that_is_older_than_the_match_shows_the_match_as_it_is(shelf: Shelf) -> None:
    table = two(shelf)
    old = now_at(shelf.db, table.id)
    answer(shelf, table.id)
    assert seen(shelf, old) == 2


def known(shelf: Shelf, table: store.Table) -> turns.Known:
    with shelf.db.reading() as c:
        return store.table(c, table.id), store.seats(c, table.id)


def order_for(shelf: Shelf, table: store.Table, value: str) -> turns.Order:
    prompt = asked(shelf.db, table.id)
    return turns.Order(ANSWER, prompt.seat, prompt.key, value)


def test_what_was_just_read_is_not_read_again_for_an_answer(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    row, order = known(shelf, table), order_for(shelf, table, "6x6")

    def refuse(*_given: object, **_more: object) -> NoReturn:
        raise AssertionError("The table was read again.")

    monkeypatch.setattr(Shelf, "take", refuse)
    assert turns.submit(shelf, table.id, order, now=NOON, known=row).seq == 3


def test_knowledge_that_is_out_of_date_is_found_out_and_renewed(shelf: Shelf) -> None:
    table = two(shelf)
    turns.submit(shelf, table.id, order_for(shelf, table, "1x2"), now=NOON)
    old = known(shelf, table)
    turns.submit(Shelf(shelf.db), table.id, order_for(shelf, table, "1x3"), now=NOON)
    raised = order_for(shelf, table, "1x4")
    assert turns.submit(shelf, table.id, raised, now=NOON, known=old).seq == 4


def test_nobody_answers_at_a_table_that_was_paused_since(shelf: Shelf) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    row, order = known(shelf, table), order_for(shelf, table, "6x6")
    with shelf.db.writing() as c:
        store.change_table(c, table.id, {"status": "paused"})
    with pytest.raises(NotRunning):
        turns.submit(shelf, table.id, order, now=NOON, known=row)
    assert now_at(shelf.db, table.id).seq == 2


def test_a_refusal_is_checked_against_what_is_true_now(shelf: Shelf) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    order = order_for(shelf, table, "1x1")  # Not higher than what was bid.
    with pytest.raises(NotAllowed):
        turns.submit(shelf, table.id, order, now=NOON, known=known(shelf, table))
