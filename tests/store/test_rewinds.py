"""Going back: whatever was undone, what is loaded leads to the very table there was."""

from __future__ import annotations

import random

import pytest

from pbem import engine, games
from pbem.engine import ANSWER, Match, begin, replay, rewind
from pbem.store import Database, Entry, Snapshot, load, open_prompts, prompt, record
from tests.store.sample import HOUR, NOON, a_prompt, a_rewind, a_table, an_entry

DUDO = games.load("dudo")


def stored(entry: engine.Entry) -> Entry:
    return Entry(
        seq=entry.seq,
        kind=entry.kind,
        at=NOON,
        source="web",
        digest=entry.digest,
        seat=None if entry.seat is None else int(entry.seat),
        key=entry.key or None,
        value=entry.value,
    )


def kept(snapshot: engine.Snapshot) -> Snapshot:
    return Snapshot(snapshot.seq, snapshot.milestone, snapshot.as_json())


def loaded_again(db: Database, made: int, match: Match, *, whole: bool = False) -> Match:
    """The match as a process that has just started finds it."""
    with db.reading() as c:
        found = load(c, made, whole=whole)
    assert found.start is not None
    snapshot = found.snapshot
    with db.reading() as c:
        everything = load(c, made, whole=True)
    assert everything.start is not None
    rows = [everything.start, *everything.entries]
    after = rows[0 if snapshot is None else snapshot.seq - 1 :]
    assert [row.seq for row in after[1:]] == [row.seq for row in found.entries]
    return replay(
        DUDO,
        match.start,
        [
            engine.Entry(
                row.seq,
                row.kind,
                None if row.seat is None else engine.Seat(row.seat),
                row.key or "",
                row.value,
                digest=row.digest,
            )
            for row in after
        ],
        match.secret,
        snapshot=None if snapshot is None else engine.Snapshot(**snapshot.body),
    )


def write_down(db: Database, made: int, match: Match, done: int) -> int:
    """Record what is new; the number of the last entry."""
    new = match.entries[done:]
    snapshots = [kept(snapshot) for entry in new for snapshot in match.steps[entry.seq].snapshots]
    with db.writing() as c:
        record(c, made, done, entries=[stored(entry) for entry in new], snapshots=snapshots)
    return match.seq


@pytest.mark.parametrize("seed", range(4))
def test_after_any_rewinds_the_newest_snapshot_leads_to_the_same_digest(
    db: Database, seed: int
) -> None:
    rng = random.Random(seed)
    match = begin(DUDO, 3, secret=bytes([seed]), keep=True)
    with db.writing() as c:
        made = a_table(c).id
    done = write_down(db, made, match, 0)
    rewinds = used = 0
    while match.outcome is None and match.seq < 150:
        if match.seq > 3 and rng.random() < 0.12:
            back = rng.choice([1, 2, 5, 30])
            standing = sorted(match.steps)
            match = rewind(match, standing[max(0, len(standing) - 1 - back)])
            rewinds += 1
        else:
            asking = match.waiting()[0]
            value = asking.prompt.sample(match.state, rng)
            match.enter(engine.Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
        done = write_down(db, made, match, done)
        again = loaded_again(db, made, match)
        used += again.base is not None
        assert again.digest == match.digest
        assert again.state == match.state
        assert set(again.open) == set(match.open)
        assert again.epoch == match.epoch
    assert rewinds >= 3
    assert used > 10
    whole = loaded_again(db, made, match, whole=True)
    assert whole.base is None
    assert whole.digest == match.digest


def test_a_prompt_that_a_rewind_brings_back_waits_anew(db: Database) -> None:
    with db.writing() as c:
        made = a_table(c).id
        record(c, made, 0, entries=[an_entry(1, "start")], opened=[a_prompt("a"), a_prompt("b")])
        record(c, made, 1, entries=[an_entry(2)], answered=["a"], closed=["a"])
        back = a_prompt("a", due_at=NOON + 3 * HOUR)
        record(c, made, 2, entries=[a_rewind(3, 1)], revived=[back])
        found = prompt(c, made, "a")
        other = prompt(c, made, "b")
    assert found is not None
    assert (found.answered_at, found.closed_at, found.due_at) == (None, None, NOON + 3 * HOUR)
    assert other is not None
    assert other.due_at == NOON
    with db.reading() as c:
        assert sorted(p.key for p in open_prompts(c, made)) == ["a", "b"]


def test_a_prompt_revived_at_one_table_leaves_the_others_alone(db: Database) -> None:
    with db.writing() as c:
        one, other = a_table(c).id, a_table(c).id
        for made in (one, other):
            record(c, made, 0, entries=[an_entry(1, "start")], opened=[a_prompt("a")])
            record(c, made, 1, entries=[an_entry(2)], closed=["a"])
        record(c, one, 2, entries=[a_rewind(3, 1)], revived=[a_prompt("a")])
        assert [p.key for p in open_prompts(c, one)] == ["a"]
        assert not open_prompts(c, other)
