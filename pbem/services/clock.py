"""The clock: how much time a table gives, and until when a person has it.

A pace is seconds for each class of prompt. Its whole days are days on the reader's wall: who is
asked at eight in the evening has until eight in the evening, also across a change to summer
time. What is less than a day is elapsed time. A deadline that would fall into quiet hours, a
weekend off or a vacation moves to its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from pbem.engine import NEGOTIATION, REACTION, TURN

HOUR, DAY = 3600, 86400
PACES: dict[str, Mapping[str, int]] = {
    "quick": {TURN: HOUR, REACTION: HOUR // 2, NEGOTIATION: HOUR},
    "daily": {TURN: DAY, REACTION: 12 * HOUR, NEGOTIATION: DAY},
    "slow": {TURN: 3 * DAY, REACTION: DAY, NEGOTIATION: 2 * DAY},
    "weekly": {TURN: 7 * DAY, REACTION: 3 * DAY, NEGOTIATION: 7 * DAY},
}
"""The paces that have a name; a table may agree on any other."""
SATURDAY, WEEK = 5, 7


def deadline(
    opened: datetime,
    seconds: int,
    zone: str,
    *,
    quiet_hours: Any = None,
    weekends: Any = None,
    vacation: Any = None,
) -> datetime:
    """Until when somebody in this zone has time who was asked at `opened`, in UTC.

    `quiet_hours` is {"from": "22:00", "to": "08:00"}, `weekends` is true for somebody who does
    not play then, `vacation` is {"from": "2026-07-01", "to": "2026-07-14"}; each may be empty.
    """
    where = ZoneInfo(zone)
    due = _after(opened, seconds, where)
    # An end of one may lie in another: a vacation that ends on a Saturday, a Monday at midnight.
    while (later := _free(due, where, quiet_hours, weekends, vacation)) != due:
        due = later
    return due


def instant(wall: datetime, where: ZoneInfo) -> datetime:
    """The moment at which clocks show this; the later one if there are two, or none at all."""
    both = (wall.replace(tzinfo=where, fold=fold).astimezone(UTC) for fold in (0, 1))
    return max(both)


def _after(opened: datetime, seconds: int, where: ZoneInfo) -> datetime:
    days, rest = divmod(seconds, DAY)
    moment = opened.astimezone(UTC)
    if days:
        wall = moment.astimezone(where).replace(tzinfo=None) + timedelta(days=days)
        moment = instant(wall, where)
    return moment + timedelta(seconds=rest)


def _free(
    moment: datetime, where: ZoneInfo, quiet_hours: Any, weekends: Any, vacation: Any
) -> datetime:
    """The moment itself, or the end of what it falls into."""
    wall = moment.astimezone(where).replace(tzinfo=None)
    if vacation:
        first, last = (date.fromisoformat(vacation[end]) for end in ("from", "to"))
        if first <= wall.date() <= last:
            return instant(datetime.combine(last + timedelta(days=1), time()), where)
    if weekends and wall.weekday() >= SATURDAY:
        monday = wall.date() + timedelta(days=WEEK - wall.weekday())
        return instant(datetime.combine(monday, time()), where)
    if quiet_hours:
        since, until = (time.fromisoformat(quiet_hours[end]) for end in ("from", "to"))
        if _within(wall.time(), since, until):
            tomorrow = timedelta(days=1 if wall.time() >= until else 0)
            return instant(datetime.combine(wall.date() + tomorrow, until), where)
    return moment


def _within(now: time, since: time, until: time) -> bool:
    """Whether the time of day lies in these hours, which may go over midnight."""
    if since <= until:
        return since <= now < until
    return now >= since or now < until
