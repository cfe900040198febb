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
    seconds = int(window.total_seconds())
    start = datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)
    return store.count_attempt(c, what, subject, start) <= most
