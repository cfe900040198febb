"""`sweep`: many deadlines at one instant, against bare turn transactions in the same run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from pbem import store
from pbem.config import Config
from pbem.engine import CLOCK
from pbem.services import lobby
from pbem.services.sittings import Shelf
from pbem.worker import Worker

from .playout import SMALLEST
from .raw import raw_turns
from .rounds import Ratio, Result, Row, Work

SIZES = (1_000, 10_000)
SOON = timedelta(seconds=1.5)
PATIENCE = 300.0
WORST = 1.5


@dataclass(frozen=True)
class Swept:
    """What became of deadlines that were due at one instant."""

    per_second: float
    missed: int
    twice: int
    early: int
    worst: float


def sweep(seconds: float, url: str | None = None, sizes: Sequence[int] = SIZES) -> Result:
    """Let a worker take many defaults; its ticks are the usual ones."""
    result = Result("sweep", rounds=1)
    with place(url) as (db, folder), raw_turns(db.url, folder) as raw:
        for size in sizes:
            tables = _lay(db, size)
            before = wall_rate(raw, seconds / 10)
            swept = _let_time_run_out(db, folder, tables)
            yardstick = median([before, wall_rate(raw, seconds / 10)])
            _tell(result, size, swept, yardstick)
            _put_away(db, tables)
    return result


@contextmanager
def place(url: str | None) -> Iterator[tuple[store.Database, Path]]:
    """A database to measure in: a file that is thrown away, or an empty one that is named."""
    with TemporaryDirectory(prefix="pbem-bench-") as folder:
        db = store.Database(url or str(Path(folder) / "games.db"))
        try:
            store.migrate(db)
            yield db, Path(folder)
        finally:
            db.close()


def _lay(db: store.Database, size: int) -> list[int]:
    """So many tables at which somebody is asked and knows it, with deadlines far away."""
    shelf, now = Shelf(db), datetime.now(UTC)
    with db.writing() as c:
        two = [
            store.add_person(c, f"{name}@bench", name=name, language="en", zone="UTC", now=now).id
            for name in ("ann", "ben")
        ]
    wish = lobby.Wish(SMALLEST, two, pace={"turn": 30 * 86400})
    tables = [lobby.open_table(shelf, wish, now=now).id for _table in range(size)]
    with db.writing() as c:
        for table_id in tables:
            (prompt,) = store.open_prompts(c, table_id)
            store.mark_delivered(c, prompt.id, now, prompt.due_at)
    return tables


def _let_time_run_out(db: store.Database, folder: Path, tables: list[int]) -> Swept:
    """Move all deadlines of these tables to one instant soon, and wait until all were taken."""
    worker = Worker(Config(instance=folder), db)
    worker.start("heartbeat", "deadlines")
    try:
        instant = datetime.now(UTC) + SOON
        with db.writing() as c:
            (first,) = store.open_prompts(c, tables[0])
            assert first.due_at is not None
            store.shift_deadlines(c, (instant - first.due_at).total_seconds())
        give_up = time.monotonic() + PATIENCE
        left = list(tables)
        while left and time.monotonic() < give_up:
            time.sleep(0.5)
            _forget_done(db, left)
    finally:
        worker.stop()
    return judge(db, tables, instant)


def _put_away(db: store.Database, tables: list[int]) -> None:
    """What is asked there now is not due when the next size is."""
    with db.writing() as c:
        for table_id in tables:
            store.change_table(c, table_id, {"status": "cancelled"})


def _forget_done(db: store.Database, left: list[int]) -> None:
    """Strike tables off from the end, up to the first that still waits."""
    with db.reading() as c:
        while left and store.table(c, left[-1]).seq >= 2:
            left.pop()


def judge(db: store.Database, tables: list[int], instant: datetime) -> Swept:
    """Whoever is asked next was asked when the default was written: that says how late it was."""
    missed, twice, written = 0, 0, []
    with db.reading() as c:
        for table_id in tables:
            entries = store.entries(c, table_id, after=1, last=100)
            defaults = [entry for entry in entries if entry.kind == CLOCK]
            missed += not defaults
            twice += len(defaults) > 1
            written += [prompt.opened_at for prompt in store.open_prompts(c, table_id)]
    late = [(moment - instant).total_seconds() for moment in written]
    span = max(late) - min(late)
    early = sum(seconds < 0 for seconds in late)
    return Swept(len(tables) / span if span else 0.0, missed, twice, early, max(late))


def wall_rate(work: Work, seconds: float) -> float:
    """Units per second on the clock: waiting for the disk counts."""
    begun, units = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        units += work()
    return units / (time.perf_counter() - begun)


def _tell(result: Result, size: int, swept: Swept, raw: float) -> None:
    what = f"{size:,} due at once"
    note = f"missed {swept.missed}, twice {swept.twice}, early {swept.early}"
    note += f", the last after {swept.worst:.2f} s"
    result.rows += [
        Row(f"defaults taken, {what}", "defaults", swept.per_second, note),
        Row("bare turn transactions", "turns", raw),
    ]
    result.ratios.append(Ratio(f"ours ÷ bare, {what}", swept.per_second / raw, 0.35, 0.1))
    wrong = swept.missed + swept.twice + swept.early
    result.ratios.append(Ratio(f"missed, twice or early, {what}", wrong, 0, 0, at_most=True))
    if size <= min(SIZES):
        worst = Ratio(f"seconds until the last, {what}", swept.worst, WORST, WORST, at_most=True)
        result.ratios.append(worst)
