"""Moments as people say them: 'Thursday 20:00 (in 9 hours)', in the reader's own zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from babel.dates import format_datetime, format_timedelta

NEAR = timedelta(days=6)
"""So far away a weekday alone says which day is meant."""


def day_and_time(at: datetime, now: datetime, zone: str, language: str = "en") -> str:
    """'Thursday 20:00', or with the date if that is further away than the week."""
    pattern = "EEEE HH:mm" if abs(at - now) < NEAR else "EEEE d MMMM yyyy, HH:mm"
    return format_datetime(at.astimezone(ZoneInfo(zone)), pattern, locale=language)


def distance(at: datetime, now: datetime, language: str = "en") -> str:
    """'in 9 hours', '3 minutes ago'."""
    return format_timedelta(
        at - now, granularity="minute", threshold=1.5, add_direction=True, locale=language
    )


def span(length: timedelta, language: str = "en") -> str:
    """'9 hours', '3 minutes'."""
    return format_timedelta(length, granularity="minute", threshold=1.5, locale=language)


def moment(at: datetime, now: datetime, zone: str, language: str = "en") -> str:
    """'Thursday 20:00 (in 9 hours)'."""
    return f"{day_and_time(at, now, zone, language)} ({distance(at, now, language)})"
