"""Small ledgers: people's wordings, the audit, rate limits, and heartbeats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from pbem.store.core import by_dialect, columns_of, dialect_of, table_of, update_where
from pbem.store.models import AttemptRow, AuditRow, BeatRow, WordingRow
from pbem.store.rows import Audit, Beat
from pbem.store.types import Plain, clean

_wordings = table_of(WordingRow)
_audit = table_of(AuditRow)
_attempts = table_of(AttemptRow)
_beats = table_of(BeatRow)

_ADD_WORDING = insert(_wordings).returning(_wordings.c.id)
_WORDINGS = select(_wordings.c.id, _wordings.c.text).where(
    _wordings.c.id.in_(bindparam("ids", expanding=True))
)
_NOTE = insert(_audit)
_NOTES = select(*columns_of(_audit, Audit)).order_by(_audit.c.id.desc()).limit(bindparam("most"))
_NOTES_OF_TABLE = _NOTES.where(_audit.c.table_id == bindparam("t"))
_COUNT = {
    name: statement.on_conflict_do_update(
        index_elements=["what", "subject", "window_start"],
        set_={"count": _attempts.c.count + 1},
    ).returning(_attempts.c.count)
    for name, statement in by_dialect(_attempts).items()
}
_FIRST_BEAT = {
    name: statement.on_conflict_do_nothing(index_elements=["name"]).returning(_beats.c.name)
    for name, statement in by_dialect(_beats).items()
}
_BEATS = select(*columns_of(_beats, Beat)).order_by(_beats.c.name)
_BEAT = _BEATS.where(_beats.c.name == bindparam("who")).with_for_update()
_SET_BEAT = update_where(_beats, name="who").values(
    at=bindparam("moment"), started_at=bindparam("since")
)


def add_wording(c: Connection, text: str, *, person_id: int | None, now: datetime) -> int:
    """Keep a person's own words; the number goes into the log instead of them."""
    row = {"text": clean(text), "person_id": person_id, "created_at": now}
    number: int = c.execute(_ADD_WORDING, row).scalar_one()
    return number


def wordings(c: Connection, ids: Iterable[int]) -> dict[int, str]:
    """The words behind these numbers; erased ones are empty."""
    return {row.id: row.text for row in c.execute(_WORDINGS, {"ids": list(ids)})}


def note(
    c: Connection,
    what: str,
    *,
    at: datetime,
    person_id: int | None = None,
    table_id: int | None = None,
    detail: Plain = None,
) -> None:
    """Write into the audit who did what."""
    row = {"what": what, "at": at, "person_id": person_id, "table_id": table_id}
    c.execute(_NOTE, [{**row, "detail": {} if detail is None else detail}])


def notes(c: Connection, *, table_id: int | None = None, limit: int = 100) -> tuple[Audit, ...]:
    """The newest lines of the audit, newest first."""
    if table_id is None:
        found = c.execute(_NOTES, {"most": limit})
    else:
        found = c.execute(_NOTES_OF_TABLE, {"most": limit, "t": table_id})
    return tuple(Audit(*row) for row in found)


def count_attempt(c: Connection, what: str, subject: str, window_start: datetime) -> int:
    """Count one more try in this window; returns how many there are now."""
    row = {"what": what, "subject": clean(subject), "window_start": window_start, "count": 1}
    total: int = c.execute(_COUNT[dialect_of(c)], row).scalar_one()
    return total


def attempts_since(c: Connection, what: str, subject: str, since: datetime) -> int:
    """How often something was tried in all windows that started since."""
    wanted = (_attempts.c.what == what, _attempts.c.subject == clean(subject))
    counted = select(func.coalesce(func.sum(_attempts.c.count), 0))
    total: int = c.execute(counted.where(*wanted, _attempts.c.window_start >= since)).scalar_one()
    return int(total)


def forget_attempts(c: Connection, before: datetime) -> int:
    """Throw away windows that started earlier; how many."""
    return c.execute(delete(_attempts).where(_attempts.c.window_start < before)).rowcount


def beat(c: Connection, name: str, now: datetime, *, starting: bool = False) -> datetime | None:
    """Give a sign of life; returns the one before, None if this is the first ever.

    Workers that share a name wait for each other here, so whoever sees a long silence may
    shift the deadlines in this same transaction: the next one sees none. A clock that went
    back does not move the beat back.
    """
    first = {"name": name, "at": now, "started_at": now}
    if c.execute(_FIRST_BEAT[dialect_of(c)], first).first() is not None:
        return None
    known = Beat(*c.execute(_BEAT, {"who": name}).one())
    since = now if starting else known.started_at
    c.execute(_SET_BEAT, {"who": name, "moment": max(now, known.at), "since": since})
    return known.at


def beats(c: Connection) -> tuple[Beat, ...]:
    """The last sign of life of every worker."""
    return tuple(Beat(*row) for row in c.execute(_BEATS))
