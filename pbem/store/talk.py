"""Messages at a table, and how far each seat has read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, and_, bindparam, func, insert, or_, select

from pbem.store.core import columns_of, table_of, update_where, values_of
from pbem.store.models import AuditRow, MessageRow, SeatRow
from pbem.store.rows import Message, NewMessage
from pbem.store.types import Utc

_messages = table_of(MessageRow)
_seats = table_of(SeatRow)
_audit = table_of(AuditRow)
_COLUMNS = columns_of(_messages, Message)
_ADD = insert(_messages).returning(_messages.c.id)
_OF_TABLE = (
    select(*_COLUMNS)
    .where(_messages.c.table_id == bindparam("t"), _messages.c.id > bindparam("after"))
    .order_by(_messages.c.id.desc())
    .limit(bindparam("most"))
)
# What a seat hears: what it said itself, what is said to all, and what is said to it.
_TO_SEAT = or_(
    _messages.c.seat == bindparam("s"),
    _messages.c.whom == "table",
    and_(_messages.c.whom == "seat", _messages.c.to_seat == bindparam("s")),
)
# What a moderator hears: what is said to all or to the moderator or by one, and what was reported.
_TO_MODERATOR = or_(
    _messages.c.seat.is_(None),
    _messages.c.whom.in_(["table", "moderator"]),
    _messages.c.reported_at.is_not(None),
)
_FOR_SEAT = _OF_TABLE.where(_TO_SEAT)
_FOR_MODERATOR = _OF_TABLE.where(_TO_MODERATOR)
_BY_ID = select(*_COLUMNS).where(
    _messages.c.table_id == bindparam("t"), _messages.c.id == bindparam("m")
)
_REPORT = update_where(_messages, id="m").where(_messages.c.reported_at.is_(None))
_HEARD = select(_seats.c.heard).where(
    _seats.c.table_id == bindparam("t"), _seats.c.index == bindparam("s")
)
_HEAR = (
    update_where(_seats, table_id="t", index="s")
    .where(_seats.c.heard < bindparam("upto"))
    .values(heard=bindparam("upto"))
)
_CALLS = select(
    _messages.c.table_id, func.coalesce(_messages.c.reported_at, _messages.c.at, type_=Utc())
).where(
    _messages.c.table_id.in_(bindparam("tables", expanding=True)),
    or_(_messages.c.whom == "moderator", _messages.c.reported_at.is_not(None)),
)
_LAST = (
    select(_audit.c.table_id, func.max(_audit.c.at, type_=Utc()))
    .where(
        _audit.c.table_id.in_(bindparam("tables", expanding=True)),
        _audit.c.what == bindparam("note"),
    )
    .group_by(_audit.c.table_id)
)


def add_message(c: Connection, new: NewMessage) -> int:
    """Say something; its number."""
    number: int = c.execute(_ADD, values_of(new)).scalar_one()
    return number


def messages_for_seat(
    c: Connection, table_id: int, seat: int, *, after: int = 0, limit: int = 200
) -> tuple[Message, ...]:
    """The newest that this seat may read, its own among them, oldest first."""
    found = c.execute(_FOR_SEAT, {"t": table_id, "s": seat, "after": after, "most": limit})
    return tuple(Message(*row) for row in found)[::-1]


def messages_for_moderator(
    c: Connection, table_id: int, *, limit: int = 200
) -> tuple[Message, ...]:
    """The newest that a moderator who does not play may read, oldest first."""
    found = c.execute(_FOR_MODERATOR, {"t": table_id, "after": 0, "most": limit})
    return tuple(Message(*row) for row in found)[::-1]


def message(c: Connection, table_id: int, number: int) -> Message | None:
    """One message of a table."""
    row = c.execute(_BY_ID, {"t": table_id, "m": number}).first()
    return None if row is None else Message(*row)


def report_message(c: Connection, number: int, now: datetime) -> bool:
    """Let the moderator read it; False if that was done already."""
    return c.execute(_REPORT.values(reported_at=now), {"m": number}).rowcount == 1


def heard(c: Connection, table_id: int, seat: int) -> int:
    """The last message that this seat has read."""
    return int(c.execute(_HEARD, {"t": table_id, "s": seat}).scalar_one())


def mark_heard(c: Connection, table_id: int, seat: int, upto: int) -> bool:
    """The seat has read up to this message; False if that is no news."""
    return c.execute(_HEAR, {"t": table_id, "s": seat, "upto": upto}).rowcount == 1


def calls_at(c: Connection, table_ids: Sequence[int], settled: str) -> dict[int, int]:
    """By table, how many messages were sent or reported to the moderator since such a note."""
    last = {row[0]: row[1] for row in c.execute(_LAST, {"tables": table_ids, "note": settled})}
    calls = dict.fromkeys(table_ids, 0)
    for table_id, at in c.execute(_CALLS, {"tables": table_ids}):
        calls[table_id] += table_id not in last or at > last[table_id]
    return calls
