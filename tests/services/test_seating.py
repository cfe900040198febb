"""The table of bots that newcomers watch: one at a time, and only while somebody looks."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem import store
from pbem.services import bots, seating
from pbem.services.sittings import Shelf

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


def playing(shelf: Shelf) -> list[int]:
    with shelf.db.reading() as c:
        return [table.id for table in store.tables_in(c, ["running"], limit=9)]


def end_of(shelf: Shelf, table: store.Table) -> None:
    while bots.play_table(shelf, table.id, NOON, timedelta()):
        pass


def test_bots_play_one_table_for_whoever_looks(db: store.Database) -> None:
    shelf = Shelf(db)
    with db.reading() as c:
        assert seating.shown(c) is None
    first = seating.show_table(shelf, language="en", now=NOON)
    assert seating.show_table(shelf, language="en", now=NOON).id == first.id
    end_of(shelf, first)
    with db.reading() as c:
        ended = seating.shown(c)
    assert ended is not None
    assert (ended.id, ended.status) == (first.id, "over")
    # Nobody looks: nobody plays.
    seating.show_to_visitors(shelf, language="en", now=NOON)
    assert playing(shelf) == []
    seating.somebody_looks(db, NOON)
    seating.show_to_visitors(shelf, language="en", now=NOON + timedelta(minutes=1))
    (second,) = playing(shelf)
    assert second != first.id
    with db.reading() as c:
        shown = seating.shown(c)
    assert shown is not None
    assert shown.id == second


def test_a_look_is_forgotten_after_a_few_minutes(db: store.Database) -> None:
    shelf = Shelf(db)
    seating.somebody_looks(db, NOON)
    seating.show_to_visitors(shelf, language="en", now=NOON + timedelta(minutes=10))
    assert playing(shelf) == []
