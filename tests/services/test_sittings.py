"""Matches that lie warm: looked at without reading when nothing happened, caught up when it did."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NoReturn

import pytest

from pbem import store
from pbem.services.sittings import Shelf
from pbem.store import Database

from .tables import answer, now_at, two


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
