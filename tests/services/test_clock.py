"""Deadlines on the reader's wall clock, across every change of it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.services.clock import DAY, HOUR, PACES, deadline, instant

ZONES = ["Europe/Paris", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
YEARS = (datetime.fromisoformat("2025-01-01"), datetime.fromisoformat("2028-01-01"))
moments = st.datetimes(*YEARS, timezones=st.just(UTC))
zones = st.sampled_from(ZONES)
quiet = st.none() | st.builds(
    lambda since, until: {"from": since.strftime("%H:%M"), "to": until.strftime("%H:%M")},
    st.times(),
    st.times(),
)
vacations = st.none() | st.builds(
    lambda first, days: {
        "from": first.isoformat(),
        "to": (first + timedelta(days=days)).isoformat(),
    },
    st.dates(date(2025, 1, 1), date(2027, 12, 1)),
    st.integers(0, 40),
)
CHANGES = [
    ("Europe/Paris", datetime.fromisoformat("2026-03-28 20:00"), 23),
    ("Europe/Paris", datetime.fromisoformat("2026-10-24 20:00"), 25),
    ("America/New_York", datetime.fromisoformat("2026-03-07 09:30"), 23),
    ("America/New_York", datetime.fromisoformat("2026-10-31 09:30"), 25),
    ("Australia/Lord_Howe", datetime.fromisoformat("2026-04-04 12:00"), 24.5),
    ("Australia/Lord_Howe", datetime.fromisoformat("2026-10-03 12:00"), 23.5),
    ("Asia/Kathmandu", datetime.fromisoformat("2026-03-28 20:00"), 24),
]


def wall(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None)


@pytest.mark.parametrize(("zone", "asked", "hours"), CHANGES)
def test_a_day_ends_at_the_same_wall_time(zone: str, asked: datetime, hours: float) -> None:
    opened = asked.replace(tzinfo=ZoneInfo(zone))
    due = deadline(opened, DAY, zone)
    assert wall(due, zone) == asked + timedelta(days=1)
    assert due - opened.astimezone(UTC) == timedelta(hours=hours)


@pytest.mark.parametrize(("zone", "asked", "hours"), CHANGES)
def test_hours_are_elapsed_time(zone: str, asked: datetime, hours: float) -> None:
    opened = asked.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    assert deadline(opened, 12 * HOUR, zone) - opened == timedelta(hours=12)


def test_a_day_that_ends_at_a_time_that_is_skipped_ends_after_it() -> None:
    asked = datetime(2026, 3, 28, 2, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert wall(deadline(asked, DAY, "Europe/Paris"), "Europe/Paris").time() == time(3, 30)


def test_a_day_that_ends_at_a_time_that_comes_twice_ends_the_second_time() -> None:
    asked = datetime(2026, 10, 24, 2, 30, tzinfo=ZoneInfo("Europe/Paris"))
    assert deadline(asked, DAY, "Europe/Paris") == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@given(moments, st.integers(1, 30), st.integers(0, DAY - 1), zones)
def test_whole_days_are_wall_days_and_the_rest_is_elapsed(
    opened: datetime, days: int, rest: int, zone: str
) -> None:
    by_days = deadline(opened, days * DAY, zone)
    shown, wanted = wall(by_days, zone), wall(opened, zone) + timedelta(days=days)
    skipped = wall(instant(wanted, ZoneInfo(zone)), zone) != wanted
    assert shown == wanted or (skipped and timedelta() < shown - wanted <= timedelta(hours=1))
    assert deadline(opened, days * DAY + rest, zone) - by_days == timedelta(seconds=rest)


@given(moments, st.integers(1, 20 * DAY), zones, quiet, st.booleans(), vacations)
def test_a_deadline_never_falls_into_free_time_nor_before_its_time(
    opened: datetime, seconds: int, zone: str, hours: Any, weekends: bool, vacation: Any
) -> None:
    due = deadline(opened, seconds, zone, quiet_hours=hours, weekends=weekends, vacation=vacation)
    shown = wall(due, zone)
    assert due >= deadline(opened, seconds, zone)
    assert due.tzinfo is UTC
    if weekends:
        assert shown.weekday() < 5
    if vacation:
        first, last = map(date.fromisoformat, (vacation["from"], vacation["to"]))
        assert not first <= shown.date() <= last
    if hours:
        since, until = map(time.fromisoformat, (hours["from"], hours["to"]))
        now = shown.time()
        inside = since <= now < until if since <= until else now >= since or now < until
        assert not inside


@given(moments, zones, quiet, st.booleans(), vacations)
def test_a_free_deadline_stays(
    opened: datetime, zone: str, hours: Any, weekends: bool, vacation: Any
) -> None:
    due = deadline(opened, HOUR, zone, quiet_hours=hours, weekends=weekends, vacation=vacation)
    again = deadline(due, 0, zone, quiet_hours=hours, weekends=weekends, vacation=vacation)
    assert again == due


AWAY = {"from": "2026-07-01", "to": "2026-07-14"}
NIGHT = {"from": "22:00", "to": "08:00"}


@pytest.mark.parametrize(
    ("opened", "free", "due"),
    [
        ("2026-06-30 21:00", {"quiet_hours": NIGHT}, "2026-07-01 21:00"),
        ("2026-06-30 22:00", {"quiet_hours": NIGHT}, "2026-07-02 08:00"),
        ("2026-07-01 03:00", {"quiet_hours": NIGHT}, "2026-07-02 08:00"),
        ("2026-06-30 08:00", {"quiet_hours": NIGHT}, "2026-07-01 08:00"),
        ("2026-06-30 13:00", {"quiet_hours": {"from": "12:00", "to": "14:00"}}, "2026-07-01 14:00"),
        ("2026-07-03 10:00", {"weekends": True}, "2026-07-06 00:00"),
        ("2026-07-03 10:00", {"weekends": True, "quiet_hours": NIGHT}, "2026-07-06 08:00"),
        ("2026-07-05 10:00", {"weekends": True}, "2026-07-06 10:00"),
        ("2026-07-05 10:00", {"weekends": []}, "2026-07-06 10:00"),
        ("2026-07-02 10:00", {"vacation": AWAY}, "2026-07-15 00:00"),
        ("2026-06-29 23:59", {"vacation": AWAY}, "2026-06-30 23:59"),
        ("2026-07-14 10:00", {"vacation": AWAY}, "2026-07-15 10:00"),
        ("2026-07-02 10:00", {"vacation": AWAY, "quiet_hours": NIGHT}, "2026-07-15 08:00"),
        ("2026-06-30 22:00", {"quiet_hours": {}, "vacation": []}, "2026-07-01 22:00"),
    ],
)
def test_free_time_moves_a_deadline_to_its_end(opened: str, free: Any, due: str) -> None:
    paris = ZoneInfo("Europe/Paris")
    asked = datetime.fromisoformat(opened).replace(tzinfo=paris)
    found = deadline(asked, DAY, "Europe/Paris", **free)
    assert found == datetime.fromisoformat(due).replace(tzinfo=paris)


def test_every_pace_gives_time_for_every_class_of_prompt() -> None:
    for pace in PACES.values():
        assert set(pace) == {"turn", "reaction", "negotiation"}
        assert min(pace.values()) >= HOUR // 2
