"""The turn path: load what replay needs, record what a submit did, in one transaction.

Every statement is built once, here; ORM objects would cost five times as much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from pbem.store.core import change, columns_of, table_of, values_of
from pbem.store.errors import Conflict, NotFound
from pbem.store.letters import queue
from pbem.store.models import EntryRow, EventRow, PromptRow, SeatRow, SnapshotRow, TableRow
from pbem.store.rows import (
    Entry,
    Event,
    Loaded,
    NewLetter,
    NewPrompt,
    Snapshot,
    Status,
    Table,
    TableChanges,
)

REWIND = "rewind"
"""The kind of entry that goes back; its value is {"to": seq}."""

_tables = table_of(TableRow)
_entries = table_of(EntryRow)
_events = table_of(EventRow)
_snapshots = table_of(SnapshotRow)
_prompts = table_of(PromptRow)
_seats = table_of(SeatRow)

_TABLE = select(*columns_of(_tables, Table)).where(_tables.c.id == bindparam("t"))
_RUN = and_(_entries.c.seq > bindparam("after"), _entries.c.seq <= bindparam("last"))
_OF_TABLE = (
    select(*columns_of(_entries, Entry))
    .where(_entries.c.table_id == bindparam("t"))
    .order_by(_entries.c.seq)
)
_ENTRIES = _OF_TABLE.where(_RUN)
_START_AND_ENTRIES = _OF_TABLE.where(or_(_entries.c.seq == 1, _RUN))
_SNAPSHOT = (
    select(*columns_of(_snapshots, Snapshot))
    .where(_snapshots.c.table_id == bindparam("t"), _snapshots.c.seq <= bindparam("last"))
    .order_by(_snapshots.c.seq.desc(), _snapshots.c.milestone.desc())
    .limit(1)
)
_MILESTONES = (
    select(_snapshots.c.milestone, _snapshots.c.seq)
    .where(_snapshots.c.table_id == bindparam("t"), _snapshots.c.seq <= bindparam("last"))
    .order_by(_snapshots.c.seq, _snapshots.c.milestone)
)
_OF_MILESTONE = select(*columns_of(_snapshots, Snapshot)).where(
    _snapshots.c.table_id == bindparam("t"),
    _snapshots.c.seq == bindparam("s"),
    _snapshots.c.milestone == bindparam("m"),
)
_EVENTS = (
    select(*columns_of(_events, Event))
    .where(
        _events.c.table_id == bindparam("t"),
        _events.c.seq > bindparam("after"),
        _events.c.seq <= bindparam("last"),
    )
    .order_by(_events.c.seq, _events.c.ordinal)
)
_ADVANCE = (
    update(_tables)
    .where(_tables.c.id == bindparam("t"), _tables.c.seq == bindparam("expected"))
    .values(seq=bindparam("last"))
)
_ADVANCE_IF_STILL = _ADVANCE.where(_tables.c.status == bindparam("still"))
_SITTERS = (
    select(_seats.c.person_id).where(_seats.c.table_id == bindparam("t")).order_by(_seats.c.index)
)
_ADD_ENTRIES = insert(_entries)
_ADD_EVENTS = insert(_events)
_ADD_SNAPSHOT = insert(_snapshots)
_OPEN = insert(_prompts)
_OF_KEY = update(_prompts).where(
    _prompts.c.table_id == bindparam("t"),
    _prompts.c.key == bindparam("k"),
    _prompts.c.closed_at.is_(None),
)
_REVIVE = (
    update(_prompts)
    .where(_prompts.c.table_id == bindparam("t"), _prompts.c.key == bindparam("k"))
    .values(
        opened_at=bindparam("opened"),
        due_at=bindparam("due"),
        delivered_at=bindparam("delivered"),
        answered_at=None,
        closed_at=None,
        held_until=None,
        reminded=0,
    )
)
_CLOSE = _OF_KEY.values(closed_at=bindparam("moment"))
_ANSWER = _OF_KEY.values(answered_at=bindparam("moment"))
_FORGET_AFTER = delete(_snapshots).where(
    _snapshots.c.table_id == bindparam("t"), _snapshots.c.seq > bindparam("to")
)


def load(
    c: Connection,
    table_id: int,
    *,
    whole: bool = False,
    reach: int | None = None,
    table: Table | None = None,
) -> Loaded:
    """The table, its start entry, the newest usable snapshot and the entries after it.

    With `whole` there is no snapshot and every entry after the start comes. With `reach` the
    snapshot is not newer than that entry, so that a rewind to it can be tried out. `table`
    saves reading it again in the same transaction. Raises NotFound.
    """
    if table is None:
        row = c.execute(_TABLE, {"t": table_id}).first()
        if row is None:
            raise NotFound(f"There is no table with the number {table_id}.")
        table = Table(*row)
    found = None
    if not whole:
        newest = table.seq if reach is None else min(reach, table.seq)
        found = c.execute(_SNAPSHOT, {"t": table_id, "last": newest}).first()
    snapshot = None if found is None else Snapshot(*found)
    after = 0 if snapshot is None else snapshot.seq - 1
    asked = {"t": table_id, "after": after, "last": table.seq}
    run = [Entry(*row) for row in c.execute(_START_AND_ENTRIES, asked)]
    start = run[0] if run else None
    since = run if after == 0 else run[1:]
    first = since[0] if since else None
    return Loaded(table, start, snapshot, first, entries=tuple(since[1:]))


def entries(c: Connection, table_id: int, *, after: int, last: int) -> tuple[Entry, ...]:
    """The entries with `after` < seq <= `last`, in order."""
    found = c.execute(_ENTRIES, {"t": table_id, "after": after, "last": last})
    return tuple(Entry(*row) for row in found)


def events(c: Connection, table_id: int, *, after: int, last: int) -> tuple[Event, ...]:
    """The events of the entries with `after` < seq <= `last`, for every audience, in order."""
    found = c.execute(_EVENTS, {"t": table_id, "after": after, "last": last})
    return tuple(
        Event(
            seq=row.seq,
            ordinal=row.ordinal,
            kind=row.kind,
            body=row.body,
            audience="public" if row.audience == "public" else tuple(row.audience),
            reveals=row.reveals,
        )
        for row in found
    )


def milestones(c: Connection, table_id: int, *, last: int) -> dict[int, int]:
    """During which entry each milestone was reached, up to entry `last`; undone ones are gone."""
    found = c.execute(_MILESTONES, {"t": table_id, "last": last})
    return {row.milestone: row.seq for row in found}


def snapshot(c: Connection, table_id: int, seq: int, milestone: int) -> Snapshot:
    """The snapshot of one milestone; raises NotFound."""
    row = c.execute(_OF_MILESTONE, {"t": table_id, "s": seq, "m": milestone}).first()
    if row is None:
        raise NotFound(f"Table {table_id} has no snapshot of milestone {milestone}.")
    return Snapshot(*row)


def record(
    c: Connection,
    table_id: int,
    expected_seq: int,
    *,
    entries: Sequence[Entry],
    events: Iterable[Event] = (),
    opened: Iterable[NewPrompt] = (),
    revived: Iterable[NewPrompt] = (),
    closed: Iterable[str] = (),
    answered: Iterable[str] = (),
    reopened: Iterable[str] = (),
    snapshots: Iterable[Snapshot] = (),
    changes: TableChanges | None = None,
    letters: Iterable[NewLetter] = (),
    status: Status | None = None,
    sitters: Sequence[int | None] | None = None,
) -> None:
    """Write everything a submit did; the caller's transaction makes it one deed.

    `entries` go on from `expected_seq` without a gap. Prompts are opened first, so a prompt
    that a plan answered at once may also be in `closed`; `revived` are those that a rewind
    brings back, with a new deadline; `answered` seals an answer,
    `reopened` takes the seal off again; all are dated like the last entry. A rewind throws
    away the snapshots of what it undoes. `status` and `sitters` (a person or None for each
    seat) are how the table was known when it was decided what to write.

    Raises Conflict, before anything else is written, when the table has moved on from
    `expected_seq` or is not as it was known any more; let it end the transaction.
    """
    _check_run(expected_seq, entries)
    last = entries[-1]
    _advance(c, table_id, expected_seq, last.seq, status)
    if sitters is not None and list(sitters) != _sitters(c, table_id):
        _advance(c, table_id, last.seq, expected_seq, None)  # Others may write in here as well.
        raise Conflict("Somebody else sits at this table now. Nothing was written.")
    if changes:
        change(c, update(_tables).where(_tables.c.id == table_id), TableChanges, changes)
    _add_entries(c, table_id, entries)
    _many(c, _ADD_EVENTS, [{"table_id": table_id, **values_of(event)} for event in events])
    _keep_snapshots(c, table_id, entries, snapshots)
    _many(c, _OPEN, [{"table_id": table_id, "reminded": 0, **values_of(p)} for p in opened])
    _many(
        c,
        _REVIVE,
        [
            {
                "t": table_id,
                "k": p.key,
                "opened": p.opened_at,
                "due": p.due_at,
                "delivered": p.delivered_at,
            }
            for p in revived
        ],
    )
    for statement, keys, moment in (
        (_ANSWER, reopened, None),
        (_ANSWER, answered, last.at),
        (_CLOSE, closed, last.at),
    ):
        _many(c, statement, [{"t": table_id, "k": key, "moment": moment} for key in keys])
    queue(c, letters)


def _check_run(expected_seq: int, entries: Sequence[Entry]) -> None:
    """A gap in the log would make every later replay wrong."""
    expected = range(expected_seq + 1, expected_seq + 1 + len(entries))
    if not entries or [entry.seq for entry in entries] != list(expected):
        raise ValueError(f"entries must run on from {expected_seq} without a gap")


def _advance(
    c: Connection, table_id: int, expected_seq: int, last: int, status: Status | None
) -> None:
    """Move the table on; on PostgreSQL this takes its lock, so the rest is ours alone."""
    mine = {"t": table_id, "expected": expected_seq, "last": last}
    if status is None:
        moved = c.execute(_ADVANCE, mine).rowcount
    else:
        moved = c.execute(_ADVANCE_IF_STILL, {**mine, "still": status}).rowcount
    if moved != 1:
        raise Conflict("Somebody else was first at this table. Nothing was written.")


def _sitters(c: Connection, table_id: int) -> list[int | None]:
    """Who sits there. Whoever hands a seat on locks the table, so this holds once it is ours."""
    return list(c.execute(_SITTERS, {"t": table_id}).scalars())


def _add_entries(c: Connection, table_id: int, entries: Sequence[Entry]) -> None:
    try:
        _many(c, _ADD_ENTRIES, [{"table_id": table_id, **values_of(entry)} for entry in entries])
    except IntegrityError as error:
        if "entries" in str(error.orig) and _is_duplicate(error):
            raise Conflict("Somebody else wrote this entry first. Nothing is kept.") from error
        raise


def _is_duplicate(error: IntegrityError) -> bool:
    """Whether a unique constraint refused, and not, say, a missing person."""
    return getattr(error.orig, "sqlstate", None) == "23505" or "UNIQUE" in str(error.orig)


def _keep_snapshots(
    c: Connection, table_id: int, entries: Sequence[Entry], snapshots: Iterable[Snapshot]
) -> None:
    """Store snapshots; one that a later rewind goes behind would lead replay astray."""
    keep = list(snapshots)
    for entry in entries:
        if entry.kind == REWIND:
            to = int(entry.value["to"])
            c.execute(_FORGET_AFTER, {"t": table_id, "to": to})
            keep = [s for s in keep if s.seq >= entry.seq or s.seq <= to]
    _many(c, _ADD_SNAPSHOT, [{"table_id": table_id, **values_of(s)} for s in keep])


def _many(c: Connection, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        c.execute(statement, rows)
