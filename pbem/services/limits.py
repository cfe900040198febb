"""How often something may be tried, counted in the database so that all processes agree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem import store


def within(
    db: store.Database, what: str, subject: str, now: datetime, *, most: int, window: timedelta
) -> bool:
    """Count one more try; False once there were more than `most` in this window."""
    with db.writing() as c:
        return count(c, what, subject, now, most=most, window=window)


def guessed(
    db: store.Database,
    what: str,
    subject: str,
    now: datetime,
    *,
    right: bool,
    most: int,
    window: timedelta,
) -> bool:
    """Count a wrong guess; False once there were more than `most` in this window, for a right one
    too. Right ones are not counted: a scanner may follow all links of a letter, many times."""
    if not right:
        return within(db, what, subject, now, most=most, window=window)
    with db.reading() as c:
        return store.attempts_since(c, what, subject, _begin(now, window)) <= most


def count(
    c: store.Connection,
    what: str,
    subject: str,
    now: datetime,
    *,
    most: int,
    window: timedelta,
) -> bool:
    """The same inside a transaction, with which the count stands or falls."""
    return store.count_attempt(c, what, subject, _begin(now, window)) <= most


def _begin(now: datetime, window: timedelta) -> datetime:
    seconds = int(window.total_seconds())
    return datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)
