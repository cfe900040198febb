"""Prompts and their clock: what is open, what is due, which bots are awaited.

What claims here locks the *table*, not the prompt: every writer takes the table first, so
nobody waits crosswise. The lock is of the kind that lets others refer to the row. SQLite
ignores it and needs none, since there a writing transaction is alone.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, bindparam, func, or_, select, update

from pbem.store.core import columns_of, table_of
from pbem.store.models import PromptRow, SeatRow, TableRow
from pbem.store.rows import Prompt

_prompts = table_of(PromptRow)
_tables = table_of(TableRow)
_seats = table_of(SeatRow)
_COLUMNS = columns_of(_prompts, Prompt)
_FAR = datetime(9999, 1, 1, tzinfo=UTC)
# Not a plain comparison, or SQLite would walk all running tables instead of what is due.
_RUNNING = func.coalesce(_tables.c.status, "") == "running"
_ASKED = (_prompts.c.closed_at.is_(None), _prompts.c.answered_at.is_(None))

_OPEN = (
    select(*_COLUMNS)
    .where(_prompts.c.table_id == bindparam("t"), _prompts.c.closed_at.is_(None))
    .order_by(_prompts.c.id)
)
_BY_KEY = select(*_COLUMNS).where(
    _prompts.c.table_id == bindparam("t"), _prompts.c.key == bindparam("k")
)
_BY_ID = select(*_COLUMNS).where(
    _prompts.c.table_id == bindparam("t"), _prompts.c.id == bindparam("prompt")
)
_DUE = (
    select(*_COLUMNS)
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .where(
        *_ASKED,
        _prompts.c.due_at <= bindparam("now"),
        or_(_prompts.c.held_until.is_(None), _prompts.c.held_until <= bindparam("now")),
        # What never arrived is held first: `undelivered_prompts` says which.
        or_(_prompts.c.delivered_at.is_not(None), _prompts.c.held_until.is_not(None)),
        _RUNNING,
    )
    .order_by(_prompts.c.due_at, _prompts.c.id)
    .limit(bindparam("most"))
    # The prompt is locked too: PostgreSQL then looks again whether it still waits, if another
    # worker let go of it between our reading and our locking.
    .with_for_update(of=[_tables, _prompts], skip_locked=True, key_share=True)
)
_BOTS = (
    select(_tables.c.id)
    .where(
        _tables.c.status == "running",
        select(_prompts.c.id)
        .join(
            _seats,
            (_seats.c.table_id == _prompts.c.table_id) & (_seats.c.index == _prompts.c.seat),
        )
        .where(
            *_ASKED,
            _prompts.c.table_id == _tables.c.id,
            _seats.c.bot.is_not(None),
            _prompts.c.opened_at <= bindparam("before"),
        )
        .exists(),
    )
    .order_by(_tables.c.id)
    .limit(bindparam("most"))
    .with_for_update(of=_tables, skip_locked=True, key_share=True)
)
_OPEN_ID = update(_prompts).where(
    _prompts.c.id == bindparam("prompt"), _prompts.c.closed_at.is_(None)
)
_DELIVERED = _OPEN_ID.where(_prompts.c.delivered_at.is_(None)).values(
    delivered_at=bindparam("moment"), due_at=bindparam("deadline"), held_until=None
)
_HOLD = _OPEN_ID.values(held_until=bindparam("moment"))
_MOVE = _OPEN_ID.values(due_at=bindparam("deadline"), held_until=bindparam("hold"))
_CLOCKS = (
    select(
        _prompts.c.id,
        _prompts.c.opened_at,
        _prompts.c.delivered_at,
        _prompts.c.due_at,
        _prompts.c.held_until,
    )
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .where(
        _prompts.c.closed_at.is_(None),
        or_(_prompts.c.due_at.is_not(None), _prompts.c.held_until.is_not(None)),
    )
    .order_by(_prompts.c.table_id, _prompts.c.id)
    .with_for_update(of=_tables, key_share=True)
)
_OF_PEOPLE = (
    select(*_COLUMNS, _seats.c.person_id)
    .join(_tables, _tables.c.id == _prompts.c.table_id)
    .join(_seats, (_seats.c.table_id == _prompts.c.table_id) & (_seats.c.index == _prompts.c.seat))
    .where(*_ASKED, _prompts.c.due_at.is_not(None), _seats.c.person_id.is_not(None))
    .order_by(_prompts.c.table_id, _prompts.c.id)
)
_RUNNING_OF_PEOPLE = _OF_PEOPLE.where(_tables.c.status == "running")
_TABLE_OF_PEOPLE = _OF_PEOPLE.where(_tables.c.id == bindparam("t"))
_RUNNING_CLOCKS = _CLOCKS.where(_tables.c.status == "running")
_TABLE_CLOCKS = _CLOCKS.where(_tables.c.id == bindparam("t"))


def open_prompts(c: Connection, table_id: int) -> tuple[Prompt, ...]:
    """Every open prompt of a table, sealed ones too, in the order they were opened."""
    return tuple(Prompt(*row) for row in c.execute(_OPEN, {"t": table_id}))


def prompt(c: Connection, table_id: int, key: str) -> Prompt | None:
    """One prompt by its key, open or closed."""
    row = c.execute(_BY_KEY, {"t": table_id, "k": key}).first()
    return None if row is None else Prompt(*row)


def prompt_by_id(c: Connection, table_id: int, prompt_id: int) -> Prompt | None:
    """One prompt of a table by its number, open or closed."""
    row = c.execute(_BY_ID, {"t": table_id, "prompt": prompt_id}).first()
    return None if row is None else Prompt(*row)


def due_prompts(c: Connection, now: datetime, limit: int) -> tuple[Prompt, ...]:
    """Claim prompts of running tables whose deadline (and hold) has passed, oldest first;
    those that have reached their seat, or have been held for that.

    Call it in `writing()` and record the time-outs in that same transaction: until it ends,
    no other worker is given these tables. Sealed answers are not due.
    """
    found = c.execute(_DUE, {"now": now, "most": limit})
    return tuple(Prompt(*row) for row in found)


def waiting_bots(
    c: Connection, limit: int, *, opened_before: datetime | None = None
) -> tuple[int, ...]:
    """Claim running tables that wait for a bot (asked before `opened_before`, for its pace).

    Call it in `writing()`, like `due_prompts`.
    """
    before = opened_before or _FAR
    return tuple(c.execute(_BOTS, {"before": before, "most": limit}).scalars())


def mark_delivered(c: Connection, prompt_id: int, now: datetime, due_at: datetime | None) -> bool:
    """The seat has its question from `now` on, and until `due_at`; nothing is held for it any
    more. False if it had it before."""
    row = {"prompt": prompt_id, "moment": now, "deadline": due_at}
    return c.execute(_DELIVERED, row).rowcount == 1


def hold(c: Connection, prompt_id: int, until: datetime | None) -> bool:
    """Let no default fire on an open prompt before `until`; None lifts the hold."""
    return c.execute(_HOLD, {"prompt": prompt_id, "moment": until}).rowcount == 1


def shift_deadlines(
    c: Connection, seconds: float, *, table_id: int | None = None, now: datetime | None = None
) -> int:
    """Move the deadlines and holds of open prompts by so many seconds; how many prompts moved.

    Without `table_id` all running tables move (after a downtime); with it that table, in
    whatever state (after a pause). Tables that are not running are left out of the first, or
    the pause would count twice. With `now` nothing moves by more than has gone by since its
    time began: whoever was asked in the middle of a downtime has lost no more than that.
    """
    if table_id is None:
        clocks = c.execute(_RUNNING_CLOCKS).all()
    else:
        clocks = c.execute(_TABLE_CLOCKS, {"t": table_id}).all()
    moved = []
    for row in clocks:
        by = timedelta(seconds=seconds)
        if now is not None:
            since = row.delivered_at or row.opened_at
            by = min(by, max(now - since, timedelta()))
        due, hold = _later(row.due_at, by), _later(row.held_until, by)
        moved.append({"prompt": row.id, "deadline": due, "hold": hold})
    if moved:
        c.execute(_MOVE, moved)
    return len(moved)


def deadlines_of_people(
    c: Connection, table_id: int | None = None
) -> tuple[tuple[Prompt, int], ...]:
    """Every deadline of a running table (or of this one) with the person it waits for."""
    if table_id is None:
        found = c.execute(_RUNNING_OF_PEOPLE)
    else:
        found = c.execute(_TABLE_OF_PEOPLE, {"t": table_id})
    return tuple((Prompt(*row[:-1]), row[-1]) for row in found)


def _later(moment: datetime | None, by: timedelta) -> datetime | None:
    return None if moment is None else moment + by
