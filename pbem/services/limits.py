"""How often something may be tried, counted in the database so that all processes agree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem import store


def within(
    db: store.Database, what: str, subject: str, now: datetime, *, most: int, window: timedelta
) -> bool:
    """Count one more try; False once there were more than `most` in this window."""
    seconds = int(window.total_seconds())
    start = datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)
    with db.writing() as c:
        return store.count_attempt(c, what, subject, start) <= most
