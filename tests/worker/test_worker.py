"""The worker at work: in one process and in several, over downtime and a database that is gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import store
from pbem.config import Config
from pbem.services import boards, bots, deadlines, lobby
from pbem.services.sittings import Shelf
from pbem.worker import Duty, Worker
from tests.services.tables import NOON, PACE, TURN, asked, log, now_at, people, sit, two


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(instance=tmp_path, tick_seconds=0.1, bot_pace_seconds=0.0)


@pytest.fixture
def shelf(db: store.Database) -> Shelf:
    return Shelf(db)


class Watch:
    """A clock that a test sets."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def until(met: Callable[[], bool], seconds: float = 15.0) -> None:
    """Wait for something that must come."""
    give_up = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.02)


def test_one_round_does_every_duty(shelf: Shelf, config: Config, tmp_path: Path) -> None:
    watch = Watch(NOON + TURN)
    overdue, playing = two(shelf), sit(shelf, "careful", "careful")
    old = NOON - timedelta(days=30)
    with shelf.db.writing() as c:
        store.count_attempt(c, "sign-in", "x", old)
    worker = Worker(config, shelf.db, now=watch)
    worker.once()
    assert [entry.kind for entry in log(shelf.db, overdue.id)] == ["start", "clock"]
    assert now_at(shelf.db, playing.id).status == "over"
    assert (tmp_path / "boards" / overdue.slug / "index.html").is_file()
    with shelf.db.reading() as c:
        (beat,) = store.beats(c)
        assert (beat.name, beat.at) == (deadlines.WORKER, NOON + TURN)
    with shelf.db.writing() as c:
        assert store.count_attempt(c, "sign-in", "x", old) == 1, "old counts are forgotten"


def test_the_duties_run_by_themselves(shelf: Shelf, config: Config) -> None:
    (ann,) = people(shelf.db, "ann")
    now = datetime.now(UTC)
    wish = lobby.Wish("dudo", (ann, "careful"), pace={**PACE, "turn": 1})
    table = lobby.open_table(shelf, wish, now=now)
    worker = Worker(config, shelf.db)
    worker.start()
    try:
        until(lambda: sum(e.kind == "clock" for e in log(shelf.db, table.id)) >= 2)
    finally:
        worker.stop()
    entries = log(shelf.db, table.id)
    assert {entry.source for entry in entries} <= {"lobby", "clock", "bot"}
    assert all(entry.at <= datetime.now(UTC) for entry in entries)
    seen = len(entries)
    time.sleep(0.4)
    assert len(log(shelf.db, table.id)) == seen, "a stopped worker does nothing"


def test_several_workers_do_everything_once(shelf: Shelf, config: Config) -> None:
    tables = [two(shelf) for _i in range(10)]
    others = [sit(shelf, "careful", "careful") for _i in range(3)]
    watch = Watch(NOON + TURN)
    workers = [Worker(config, shelf.db, now=watch) for _i in range(3)]
    threads = [threading.Thread(target=worker.once) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    workers[0].once()  # What one left to the other because both were there.
    assert [len(log(shelf.db, table.id)) for table in tables] == [2] * 10
    assert [now_at(shelf.db, table.id).status for table in others] == ["over"] * 3


def test_after_downtime_nobody_is_late_before_they_had_their_time(
    shelf: Shelf, config: Config
) -> None:
    watch = Watch()
    worker = Worker(config, shelf.db, now=watch)
    table = two(shelf)
    worker.once()
    watch.now = NOON + 3 * TURN  # Three hours without any worker; the deadline was after one.
    Worker(config, shelf.db, now=watch).once()
    assert len(log(shelf.db, table.id)) == 1
    assert asked(shelf.db, table.id).due_at == NOON + 4 * TURN


def test_a_machine_that_slept_moves_the_deadlines_before_it_looks_at_them(
    shelf: Shelf, config: Config
) -> None:
    """The process goes on in the middle of its ticks, and the deadlines come first by chance."""
    watch = Watch()
    worker = Worker(config, shelf.db, now=watch)
    table = two(shelf)
    worker.beat()
    watch.now = NOON + 3 * TURN
    (duty,) = [duty for duty in worker.duties() if duty.name == "deadlines"]
    worker._do(duty)
    assert len(log(shelf.db, table.id)) == 1


def test_a_table_left_full_begins(shelf: Shelf, config: Config) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, None, "careful")
    with shelf.db.writing() as c:
        store.take_seat(c, table.id, 0, person_id=ann)
    Worker(config, shelf.db, now=Watch()).once()
    assert now_at(shelf.db, table.id).status == "running"


def test_a_duty_that_fails_fails_alone_and_is_tried_again(
    shelf: Shelf, config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[int] = []

    def work(_budget: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise ZeroDivisionError("no luck")

    worker = Worker(config, shelf.db)
    duty = Duty("luck", 1, 1, work)
    worker._do(duty)
    worker._do(duty)
    assert len(tries) == 2
    assert "Luck failed" in caplog.text


def test_a_database_that_is_gone_is_waited_for_and_said_once(
    shelf: Shelf, config: Config, caplog: pytest.LogCaptureFixture
) -> None:
    gone = [store.Unreachable("The database cannot be used: it went away."), store.Busy("busy")]

    def work(_budget: object) -> None:
        if gone:
            raise gone.pop()

    worker = Worker(config, shelf.db)
    for _tick in range(4):
        worker._do(Duty("deadlines", 1, 1, work))
    said = [record.message for record in caplog.records]
    assert len(said) == 2
    assert said[0] == "The worker waits with its deadlines. busy"
    assert "The database is back" in said[1]


def test_every_kind_of_work_has_a_duty_and_a_budget(shelf: Shelf, config: Config) -> None:
    duties = Worker(config, shelf.db).duties()
    assert [duty.name for duty in duties] == [
        "heartbeat",
        "deadlines",
        "bots",
        "boards",
        "inbox",
        "mailbox",
        "outbox",
        "reminders",
        "housekeeping",
    ]
    assert all(0 < duty.budget <= 30 for duty in duties)


def test_a_slow_duty_does_not_delay_another(
    shelf: Shelf,
    config: Config,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    wish = lobby.Wish("dudo", people(shelf.db, "ann", "ben"), pace={"turn": 1})
    table = lobby.open_table(shelf, wish, now=datetime.now(UTC))
    slow = threading.Event()
    monkeypatch.setattr(boards, "draw_stale", lambda *_given: slow.wait(20))
    monkeypatch.setattr(bots, "play_waiting", lambda *_given: slow.wait(20))
    worker = Worker(config, shelf.db)
    worker.start()
    try:
        until(lambda: len(log(shelf.db, table.id)) > 1, 10)
        assert "skipped" not in caplog.text, "A duty that is still at work is nothing to tell of."
    finally:
        slow.set()
        worker.stop()
