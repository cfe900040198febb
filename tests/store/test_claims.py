"""Two processes at once: every row is handled once, nobody writes over the other."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from pbem.store import (
    Conflict,
    Database,
    beat,
    claim_letters,
    claim_mail,
    due_prompts,
    entries,
    load,
    mark_sent,
    queue,
    record,
    settle_mail,
    shift_deadlines,
    take_in,
)
from pbem.store.core import table_of
from pbem.store.models import PromptRow
from tests.store.sample import HOUR, NOON, a_letter, a_prompt, a_table, an_entry, someone

ROWS = 1000
WORKERS = 2


def together(db: Database, work: Callable[..., list[Any]]) -> list[Any]:
    """What all processes together report, started at the same moment."""
    db.close()
    start = time.time() + 1.5
    with multiprocessing.get_context("spawn").Pool(WORKERS) as pool:
        jobs = [pool.apply_async(work, (db.url, start, number)) for number in range(WORKERS)]
        return [one for job in jobs for one in job.get(timeout=120)]


def ready(url: str, start: float) -> Database:
    """A database of this process, opened and warm, at the common start."""
    db = Database(url, busy_seconds=30)
    with db.reading() as c:
        c.exec_driver_sql("SELECT 1")
    time.sleep(max(0.0, start - time.time()))
    return db


def send_letters(url: str, start: float, _number: int) -> list[str]:
    """Claim, send outside the transaction, mark; until nothing is left."""
    db = ready(url, start)
    sent: list[str] = []
    while True:
        with db.writing() as c:
            mine = claim_letters(c, NOON, 20, HOUR)
        if not mine:
            return sent
        sent += [one.key for one in mine]
        with db.writing() as c:
            assert all(mark_sent(c, one.id, one.attempt, NOON) for one in mine)


def test_every_letter_is_sent_once(db: Database) -> None:
    with db.writing() as c:
        ann = someone(c)
        queue(c, [a_letter(ann.id, str(number)) for number in range(ROWS)])
    assert Counter(together(db, send_letters)) == Counter(map(str, range(ROWS)))


def fire_defaults(url: str, start: float, _number: int) -> list[int]:
    """Claim what is due and record its time-out in the same transaction."""
    db, fired = ready(url, start), []
    patience = time.time() + 60
    while time.time() < patience:
        with db.writing() as c:
            mine = due_prompts(c, NOON, 20)
            for one in mine:
                clock = an_entry(2, "clock", at=NOON, source="clock")
                record(c, one.table_id, 1, entries=[clock], closed=[one.key])
        fired += [one.table_id for one in mine]
        with db.reading() as c:
            left = c.execute(table_of(PromptRow).select().where(_OPEN).limit(1)).first()
        if left is None:
            return fired
    raise TimeoutError


_OPEN = table_of(PromptRow).c.closed_at.is_(None)


def test_every_default_fires_once(db: Database) -> None:
    with db.writing() as c:
        made = [a_table(c, seats=0).id for _ in range(ROWS)]
        for number in made:
            record(c, number, 0, entries=[an_entry(1, "start")], opened=[a_prompt("x")])
    assert Counter(together(db, fire_defaults)) == Counter(made)


def read_mail(url: str, start: float, _number: int) -> list[int]:
    """Claim mail and settle it in the same transaction."""
    db = ready(url, start)
    seen: list[int] = []
    while True:
        with db.writing() as c:
            mine = claim_mail(c, NOON, 20, timedelta(minutes=5))
            for mail in mine:
                settle_mail(c, mail.id, "done")
        if not mine:
            return seen
        seen += [mail.id for mail in mine]


def test_every_mail_is_read_once(db: Database) -> None:
    with db.writing() as c:
        numbers = [
            take_in(
                c, received_at=NOON, message_id=None, from_address=f"{n}", recipient="b", raw=b""
            )
            for n in range(ROWS)
        ]
    assert Counter(together(db, read_mail)) == Counter(numbers)


def play_on(url: str, start: float, number: int) -> list[tuple[int, str]]:
    """Append a hundred entries to one table, loading again after each conflict."""
    db = ready(url, start)
    written: list[tuple[int, str]] = []
    while len(written) < 100:
        with db.reading() as c:
            seq = load(c, 1).table.seq
        source = f"{number}.{len(written)}"
        try:
            with db.writing() as c:
                record(c, 1, seq, entries=[an_entry(seq + 1, source=source)])
        except Conflict:
            continue
        written.append((seq + 1, source))
    return written


def test_one_table_gets_every_entry_once(db: Database) -> None:
    with db.writing() as c:
        record(c, a_table(c).id, 0, entries=[an_entry(1, "start")])
    acknowledged = sorted(together(db, play_on))
    with db.reading() as c:
        kept = [(entry.seq, entry.source) for entry in entries(c, 1, after=1, last=9999)]
    assert kept == acknowledged
    assert [seq for seq, _source in kept] == list(range(2, 2 + 100 * WORKERS))


def wake_up(url: str, start: float, _number: int) -> list[int]:
    """A worker that starts after an hour of silence."""
    db = ready(url, start)
    now = NOON + HOUR
    with db.writing() as c:
        before = beat(c, "worker", now, starting=True)
        assert before is not None
        silence = now - before
        long = silence > timedelta(minutes=1)
        return [shift_deadlines(c, silence.total_seconds()) if long else 0]


def test_two_workers_move_the_deadlines_once(db: Database) -> None:
    with db.writing() as c:
        record(c, a_table(c).id, 0, entries=[an_entry(1, "start")], opened=[a_prompt("x")])
        beat(c, "worker", NOON)
    assert sorted(together(db, wake_up)) == [0, 1]
    with db.writing() as c:
        assert due_prompts(c, NOON + HOUR - timedelta(seconds=1), 9) == ()
        assert len(due_prompts(c, NOON + HOUR, 9)) == 1
