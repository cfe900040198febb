"""The clock's questions: what is due, held, awaited from a bot, and moved after a downtime."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from pbem.store import (
    Connection,
    Database,
    change_table,
    claim_letters,
    claim_mail,
    due_prompts,
    entries,
    events,
    hold,
    kept_mail,
    mark_delivered,
    open_prompts,
    record,
    shift_deadlines,
    stale_boards,
    take_seat,
    waiting_bots,
)
from pbem.store.rows import NewPrompt
from tests.store.sample import HOUR, NOON, a_prompt, a_table, an_entry
from tests.store_fixtures import MakeDatabase

SECOND = timedelta(seconds=1)


def asked(c: Connection, *prompts: NewPrompt) -> int:
    """A running table with these open prompts."""
    made = a_table(c).id
    record(c, made, 0, entries=[an_entry(1, "start")], opened=prompts)
    return made


def due_keys(c: Connection, now: object = NOON, limit: int = 10) -> list[str]:
    """The keys of what is due."""
    return [p.key for p in due_prompts(c, now, limit)]  # type: ignore[arg-type]


def test_due_are_the_overdue_oldest_first(db: Database) -> None:
    with db.writing() as c:
        asked(
            c,
            a_prompt("now"),
            a_prompt("later", due_at=NOON + SECOND),
            a_prompt("before", due_at=NOON - HOUR),
            a_prompt("never", due_at=None),
        )
        assert due_keys(c) == ["before", "now"]
        assert due_keys(c, limit=1) == ["before"]
        assert due_keys(c, NOON + HOUR) == ["before", "now", "later"]


def test_sealed_closed_and_held_are_not_due(db: Database) -> None:
    with db.writing() as c:
        made = asked(c, *(a_prompt(key) for key in ("sealed", "closed", "held", "open")))
        record(c, made, 1, entries=[an_entry(2)], answered=["sealed"], closed=["closed"])
        held = next(p for p in open_prompts(c, made) if p.key == "held")
        assert hold(c, held.id, NOON + HOUR)
        assert due_keys(c) == ["open"]
        assert due_keys(c, NOON + HOUR) == ["held", "open"]
        assert hold(c, held.id, None)
        assert due_keys(c) == ["held", "open"]


@pytest.mark.parametrize("status", ["open", "frozen", "paused", "over", "cancelled"])
def test_only_running_tables_have_a_clock(db: Database, status: str) -> None:
    with db.writing() as c:
        made = asked(c, a_prompt("x"))
        take_seat(c, made, 0, bot="b")
        change_table(c, made, {"status": status})  # type: ignore[typeddict-item]
        assert due_keys(c) == []
        assert waiting_bots(c, 10) == ()


@pytest.mark.postgres
def test_second_worker_is_given_other_tables(make_postgres: MakeDatabase) -> None:
    db = make_postgres()
    with db.writing() as c:
        one, two = asked(c, a_prompt("a"), a_prompt("b")), asked(c, a_prompt("c"))
        take_seat(c, one, 0, bot="b")
    with db.writing() as first, db.writing() as second:
        assert [p.table_id for p in due_prompts(first, NOON, 2)] == [one, one]
        assert [p.table_id for p in due_prompts(second, NOON, 2)] == [two]
        assert waiting_bots(second, 10) == ()
        # The claim and the turn may be one transaction, and rows that refer may be added.
        record(second, two, 1, entries=[an_entry(2, "clock")], closed=["c"])
    with db.writing() as c:
        assert due_keys(c) == ["a", "b"]


def test_delivery_starts_the_time_once(db: Database) -> None:
    with db.writing() as c:
        made = asked(c, a_prompt("x", due_at=None, delivered_at=None))
        (waiting,) = open_prompts(c, made)
        assert mark_delivered(c, waiting.id, NOON, NOON + HOUR)
        assert not mark_delivered(c, waiting.id, NOON + HOUR, NOON + 2 * HOUR)
        (after,) = open_prompts(c, made)
    assert (after.delivered_at, after.due_at) == (NOON, NOON + HOUR)


def test_bots_are_awaited_where_a_bot_is_asked(db: Database) -> None:
    with db.writing() as c:
        bot, person, sealed = (asked(c, a_prompt("x", seat=1)) for _ in range(3))
        for made in (bot, sealed):
            take_seat(c, made, 1, bot="cautious")
        take_seat(c, person, 0, bot="cautious")
        record(c, sealed, 1, entries=[an_entry(2)], answered=["x"])
        assert waiting_bots(c, 10) == (bot,)
        assert waiting_bots(c, 10, opened_before=NOON) == (bot,)
        assert waiting_bots(c, 10, opened_before=NOON - SECOND) == ()


def test_deadlines_move_by_the_downtime(db: Database) -> None:
    with db.writing() as c:
        made = asked(c, a_prompt("a"), a_prompt("held"), a_prompt("never", due_at=None))
        paused = asked(c, a_prompt("paused"))
        change_table(c, paused, {"status": "paused"})
        hold(c, open_prompts(c, made)[1].id, NOON + HOUR)
        assert shift_deadlines(c, 90.5) == 2
        by = timedelta(seconds=90.5)
        assert [p.due_at for p in open_prompts(c, made)] == [NOON + by, NOON + by, None]
        assert open_prompts(c, made)[1].held_until == NOON + HOUR + by
        assert open_prompts(c, paused)[0].due_at == NOON
        assert shift_deadlines(c, 60, table_id=paused) == 1
        assert open_prompts(c, paused)[0].due_at == NOON + timedelta(minutes=1)


def test_no_deadline_moves_by_more_than_was_lost(db: Database) -> None:
    """Of an hour's downtime: asked before it, in the middle, told in the middle, asked later."""
    half, end = NOON + HOUR / 2, NOON + HOUR
    with db.writing() as c:
        made = asked(
            c,
            a_prompt("before", due_at=end),
            replace(a_prompt("amid", due_at=end, delivered_at=None), opened_at=half),
            a_prompt("told", delivered_at=half, due_at=end),
            a_prompt("later", delivered_at=end + HOUR, due_at=end),
        )
        assert shift_deadlines(c, 3600, now=end) == 4
        moved = [p.due_at - end for p in open_prompts(c, made) if p.due_at]
        assert moved == [HOUR, HOUR / 2, HOUR / 2, timedelta()]


HOT: dict[str, Callable[[Connection], object]] = {
    "prompts_open_by_due": lambda c: due_prompts(c, NOON, 9),
    "letters_waiting": lambda c: claim_letters(c, NOON, 9, HOUR),
    "inbound_waiting": lambda c: claim_mail(c, NOON, 9, HOUR),
    "inbound_kept": kept_mail,
    "tables_stale_board": lambda c: stale_boards(c, 9),
    "entries_once": lambda c: entries(c, 1, after=5, last=9),
    "events_once": lambda c: events(c, 1, after=5, last=9),
    "prompts_open_by_seat": lambda c: open_prompts(c, 1),
}


@pytest.mark.parametrize("index", HOT)
def test_the_hot_questions_use_their_indexes(make_sqlite: MakeDatabase, index: str) -> None:
    """A plan that reads a whole table would be unseen in small tests and slow later."""
    asked_for: list[tuple[str, Any]] = []
    with make_sqlite().writing() as c:

        def listen(_c: Any, _cursor: Any, statement: str, bound: Any, *_rest: Any) -> None:
            asked_for.append((statement, bound))

        event.listen(c, "before_cursor_execute", listen)
        HOT[index](c)
        event.remove(c, "before_cursor_execute", listen)
        (statement, bound) = asked_for[0]
        plan = str(c.exec_driver_sql("EXPLAIN QUERY PLAN " + statement, bound).all())
    # SQLite names the index behind a unique rule by itself.
    own = {"entries_once": "sqlite_autoindex_entries_1", "events_once": "sqlite_autoindex_events_1"}
    assert re.search(rf"INDEX {own.get(index, index)}\b", plan), plan
