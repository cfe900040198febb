"""What a moderator's desk asks of the store: many tables at once, and deadlines by hand.

Everything is fetched for a whole list of tables in one statement each, so that a page with a
hundred tables costs as many questions as a page with one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    bindparam,
    func,
    or_,
    select,
    true,
    update,
)

from pbem.store.core import columns_of, table_of
from pbem.store.models import AuditRow, LetterRow, ModeratorRow, PromptRow, SeatRow, TableRow
from pbem.store.rows import Audit, Prompt, Seat, Table

_tables = table_of(TableRow)
_seats = table_of(SeatRow)
_prompts = table_of(PromptRow)
_letters = table_of(LetterRow)
_audit = table_of(AuditRow)
_moderators = table_of(ModeratorRow)
_THESE: BindParameter[int] = bindparam("tables", expanding=True)

_STATUSES = select(_tables.c.id, _tables.c.status).where(_tables.c.id.in_(_THESE))
_SEATS = (
    select(*columns_of(_seats, Seat))
    .where(_seats.c.table_id.in_(_THESE))
    .order_by(_seats.c.table_id, _seats.c.index)
)
_WAITING = (
    select(*columns_of(_prompts, Prompt))
    .where(
        _prompts.c.table_id.in_(_THESE),
        _prompts.c.closed_at.is_(None),
        _prompts.c.answered_at.is_(None),
    )
    .order_by(_prompts.c.table_id, _prompts.c.id)
)
_LETTERS = (
    select(_letters.c.table_id, _letters.c.seat, _letters.c.state, func.count())
    .where(_letters.c.table_id.in_(_THESE), _letters.c.seat.is_not(None))
    .group_by(_letters.c.table_id, _letters.c.seat, _letters.c.state)
)
_NOTES = (
    select(*columns_of(_audit, Audit))
    .where(
        _audit.c.table_id == bindparam("t"), _audit.c.what.in_(bindparam("whats", expanding=True))
    )
    .order_by(_audit.c.id.desc())
    .limit(bindparam("most"))
)
_NOTES_AT = (
    select(*columns_of(_audit, Audit))
    .where(_audit.c.table_id.in_(_THESE), _audit.c.what.in_(bindparam("whats", expanding=True)))
    .order_by(_audit.c.id)
)
_ANSWERED = (
    select(*columns_of(_prompts, Prompt))
    .join(_seats, (_seats.c.table_id == _prompts.c.table_id) & (_seats.c.index == _prompts.c.seat))
    .where(_seats.c.person_id == bindparam("p"))
    .order_by(_prompts.c.id.desc())
    .limit(bindparam("most"))
)
_OF_TABLE = (
    select(*columns_of(_prompts, Prompt))
    .where(_prompts.c.table_id == bindparam("t"))
    .order_by(_prompts.c.id.desc())
    .limit(bindparam("most"))
)
_SET_DUE = update(_prompts).where(
    _prompts.c.id == bindparam("prompt"), _prompts.c.closed_at.is_(None)
)


@dataclass(frozen=True, slots=True)
class LetterCount:
    """How many letters of one state a seat has."""

    table_id: int
    seat: int
    state: str
    count: int


def tables_for(
    c: Connection, states: Iterable[str], *, moderator_id: int | None, orphans: bool, limit: int
) -> tuple[Table, ...]:
    """The newest tables in these states that one moderator looks after or helps with (None: all).

    With `orphans` also those that have no moderator.
    """
    mine: ColumnElement[bool]
    if moderator_id is None:
        mine = true()
    else:
        helps = select(_moderators.c.table_id).where(_moderators.c.person_id == moderator_id)
        mine = or_(_tables.c.moderator_id == moderator_id, _tables.c.id.in_(helps))
        if orphans:
            mine = or_(mine, _tables.c.moderator_id.is_(None))
    found = c.execute(
        select(*columns_of(_tables, Table))
        .where(_tables.c.status.in_(list(states)), mine)
        .order_by(_tables.c.id.desc())
        .limit(limit)
    )
    return tuple(Table(*row) for row in found)


def seats_at(c: Connection, table_ids: Sequence[int]) -> dict[int, list[Seat]]:
    """The seats of many tables."""
    by: dict[int, list[Seat]] = {number: [] for number in table_ids}
    for row in c.execute(_SEATS, {"tables": list(table_ids)}):
        by[row.table_id].append(Seat(*row))
    return by


def statuses_at(c: Connection, table_ids: Sequence[int]) -> dict[int, str]:
    """How many tables stand."""
    found = c.execute(_STATUSES, {"tables": list(table_ids)})
    return {row.id: row.status for row in found}


def waiting_at(c: Connection, table_ids: Sequence[int]) -> dict[int, list[Prompt]]:
    """The prompts of many tables that still want an answer."""
    by: dict[int, list[Prompt]] = {number: [] for number in table_ids}
    for row in c.execute(_WAITING, {"tables": list(table_ids)}):
        by[row.table_id].append(Prompt(*row))
    return by


def letters_at(c: Connection, table_ids: Sequence[int]) -> tuple[LetterCount, ...]:
    """How many letters of each state every seat of these tables has."""
    found = c.execute(_LETTERS, {"tables": list(table_ids)})
    return tuple(LetterCount(*row) for row in found)


def notes_of(
    c: Connection, table_id: int, whats: Iterable[str], *, limit: int = 100
) -> tuple[Audit, ...]:
    """The newest lines of the audit of one table that are of these kinds, newest first."""
    found = c.execute(_NOTES, {"t": table_id, "whats": list(whats), "most": limit})
    return tuple(Audit(*row) for row in found)


def notes_at(c: Connection, table_ids: Sequence[int], whats: Iterable[str]) -> tuple[Audit, ...]:
    """All lines of the audit of these tables that are of these kinds, oldest first."""
    found = c.execute(_NOTES_AT, {"tables": list(table_ids), "whats": list(whats)})
    return tuple(Audit(*row) for row in found)


def prompts_of_person(c: Connection, person_id: int, *, limit: int = 500) -> tuple[Prompt, ...]:
    """The newest prompts of the seats on which a person sits, newest first."""
    found = c.execute(_ANSWERED, {"p": person_id, "most": limit})
    return tuple(Prompt(*row) for row in found)


def prompts_of_table(c: Connection, table_id: int, *, limit: int = 500) -> tuple[Prompt, ...]:
    """The newest prompts of a table, newest first."""
    found = c.execute(_OF_TABLE, {"t": table_id, "most": limit})
    return tuple(Prompt(*row) for row in found)


def set_due(c: Connection, prompt_id: int, due_at: datetime | None) -> bool:
    """Give an open prompt another deadline and lift its hold; False if it is closed."""
    moved = c.execute(_SET_DUE.values(due_at=due_at, held_until=None), {"prompt": prompt_id})
    return moved.rowcount == 1


def invited_to(c: Connection, person_id: int, whats: Iterable[str]) -> dict[int, str]:
    """By table, the last of these notes about a person."""
    found = c.execute(
        select(_audit.c.table_id, _audit.c.what)
        .where(_audit.c.person_id == person_id, _audit.c.what.in_(list(whats)))
        .order_by(_audit.c.id)
    )
    return {row.table_id: row.what for row in found}
