"""kill -9 anywhere: what was confirmed is in the log, and every game plays on to its end."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import engine, store
from pbem.services import deadlines, lobby, replays
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf
from tests.services.tables import NOON, TURN, answer, log, now_at, people
from tests.store_fixtures import MakeDatabase

from .crew import SLEEPER, Crew, Role, answering, working

GAMES, SLEEPY = 130, 20
PATIENCE, LONGEST_PEACE = 300.0, 2.0
PACE = {"turn": 1, "reaction": 1, "negotiation": 1}
SLOW = {"turn": 3600, "reaction": 3600, "negotiation": 3600}


def lay_tables(shelf: Shelf) -> list[int]:
    """People against bots and each other; at some tables one of them sleeps."""
    ann, ben, cid = people(shelf.db, "ann", "ben", f"{SLEEPER}-cid")
    with shelf.db.writing() as c:
        store.change_person(c, cid, {"name": SLEEPER})
    now = datetime.now(UTC)
    wishes = [lobby.Wish("dudo", (cid, "random"), pace=PACE)] * SLEEPY
    wishes += [lobby.Wish("dudo", (ann, "careful"), pace=SLOW)] * (GAMES // 2)
    wishes += [lobby.Wish("dudo", (ann, ben), pace=SLOW)] * (GAMES - len(wishes))
    return [lobby.open_table(shelf, wish, now=now).id for wish in wishes]


def running(db: store.Database) -> int:
    with db.reading() as c:
        assert store.tables_in(c, ["frozen", "open"], limit=1) == ()
        return len(store.tables_in(c, ["running"], limit=1000))


def confirmed(files: Iterable[Path]) -> list[tuple[int, int, str, str]]:
    """Every answer that a process confirmed before it was killed."""
    return [tuple(json.loads(line)) for file in files for line in file.read_text().splitlines()]


def let_them_play(acks: list[Path], rng: random.Random) -> None:
    """Wait for a few more answers; a slow machine gets as far between two kills as a quick one.

    Where only the clock plays on there are none to wait for.
    """
    begun = time.monotonic()
    enough = count(acks) + rng.randrange(1, 60)
    while count(acks) < enough and time.monotonic() - begun < LONGEST_PEACE:
        time.sleep(0.01)


def count(acks: list[Path]) -> int:
    """How many answers were confirmed so far."""
    return sum(path.read_bytes().count(b"\n") for path in acks if path.exists())


@pytest.mark.kill
@pytest.mark.slow
def test_games_survive_processes_that_are_killed(make_db: MakeDatabase, tmp_path: Path) -> None:
    db, rng = make_db(), random.Random(7)
    tables = lay_tables(Shelf(db))
    acks = [tmp_path / f"acks{i}" for i in range(3)]
    roles: list[Role] = [(answering, (db.url, str(path))) for path in acks]
    roles += [(working, (db.url, str(tmp_path)))] * 2
    give_up = time.monotonic() + PATIENCE
    with Crew(roles, rng) as crew:
        while running(db):
            assert time.monotonic() < give_up, f"{running(db)} games do not end"
            let_them_play(acks, rng)
            crew.kill_one()
    assert crew.kills >= 20
    answers = confirmed(acks)
    print(f"{len(tables)} games, {crew.kills} kills, {len(answers)} answers confirmed")
    assert len(answers) > GAMES
    check_confirmed(db, answers)
    for table_id in tables:
        check_log(db, table_id)


def check_confirmed(db: store.Database, answers: list[tuple[int, int, str, str]]) -> None:
    """Every confirmed answer is in the log where it was said to be, and none twice."""
    logs = {table_id: log(db, table_id) for table_id in {answer[0] for answer in answers}}
    for table_id, seq, key, value in answers:
        entry = logs[table_id][seq - 1]
        assert (entry.kind, entry.key, entry.value) == (engine.ANSWER, key, value)
    assert max(Counter((table, seq) for table, seq, _key, _value in answers).values()) == 1


def check_log(db: store.Database, table_id: int) -> None:
    """One log: no gap, nothing twice, nothing early, and it leads where it says."""
    entries = log(db, table_id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    assert max(Counter(entry.key for entry in entries).values()) == 1, "answered twice"
    match = replays.play_again(db, table_id)
    assert match.outcome is not None
    assert [step.entry.digest for step in match.steps.values()] == [e.digest for e in entries]
    with db.reading() as c:
        table = store.table(c, table_id)
        told = store.events(c, table_id, after=0, last=len(entries))
        assert store.open_prompts(c, table_id) == ()
    assert (table.seq, table.outcome) == (len(entries), match.game.codec.encode(match.outcome))
    assert [event.body for event in told] == [
        match.game.codec.encode(event) for step in match.steps.values() for event in step.events
    ]
    check_defaults(db, table, entries)


def check_defaults(db: store.Database, table: store.Table, entries: list[store.Entry]) -> None:
    """A default is dated at its deadline and was not written before it."""
    for entry in entries:
        if entry.kind != engine.CLOCK:
            continue
        with db.reading() as c:
            prompt = store.prompt(c, table.id, entry.key or "")
            after = [store.prompt(c, table.id, e.key or "") for e in entries[entry.seq :][:1]]
        assert prompt is not None
        assert prompt.due_at is not None
        assert entry.at == prompt.due_at
        assert (prompt.due_at - prompt.opened_at).total_seconds() >= table.pace["turn"]
        written = after[0].opened_at if after and after[0] else table.over_at
        assert written is not None
        assert written >= prompt.due_at, "too early"


def one_game(shelf: Shelf) -> int:
    """A short game in which a person answered and the clock did."""
    (ann,) = people(shelf.db, "ann")
    table = lobby.open_table(shelf, lobby.Wish("dudo", (ann, "random"), pace=SLOW), now=NOON)

    def time_is_up(now: datetime) -> None:
        deadlines.apply_due(shelf, lambda: now, Budget(30))

    now = NOON
    while now_at(shelf.db, table.id).status == "running":
        now += 2 * TURN
        time_is_up(now)
        if now_at(shelf.db, table.id).status == "running":
            answer(shelf, table.id, now=now)
    return table.id


TAMPERING = {
    "a gap": "DELETE FROM entries WHERE seq = 3",
    "a lost end": "DELETE FROM entries WHERE seq = (SELECT max(seq) FROM entries)",
    "another answer": "UPDATE entries SET value = '\"6x6\"' WHERE seq = 2",
    "another digest": "UPDATE entries SET digest = 'ab' WHERE seq = 3",
    "answered twice": "UPDATE entries SET key = (SELECT key FROM entries WHERE seq = 2)"
    " WHERE seq = 3",
    "a lost event": "DELETE FROM events WHERE seq = 4",
    "another outcome": "UPDATE tables SET outcome = '{}'",
    "a prompt left open": "UPDATE prompts SET closed_at = NULL WHERE id = 2",
    "a default before its time": "UPDATE prompts SET opened_at = '2026-11-18 12:00:00.000000'",
    "a default dated elsewhere": "UPDATE entries SET at = '2026-11-18 12:00:00.000000'"
    " WHERE kind = 'clock'",
    "a hurried deadline": "UPDATE prompts SET due_at = opened_at",
}


def test_a_game_in_order_passes(make_sqlite: MakeDatabase) -> None:
    shelf = Shelf(make_sqlite())
    check_log(shelf.db, one_game(shelf))


@pytest.mark.parametrize("name", TAMPERING)
def test_the_checks_notice(make_sqlite: MakeDatabase, name: str) -> None:
    shelf = Shelf(make_sqlite())
    table_id = one_game(shelf)
    assert {"answer", "clock"} <= {entry.kind for entry in log(shelf.db, table_id)}
    with shelf.db.writing() as c:
        c.exec_driver_sql(TAMPERING[name])
    with pytest.raises((AssertionError, replays.Unplayable, IndexError)):
        check_log(shelf.db, table_id)


def test_a_confirmed_answer_that_is_not_there_is_noticed(make_sqlite: MakeDatabase) -> None:
    shelf = Shelf(make_sqlite())
    table_id = one_game(shelf)
    real = next(entry for entry in log(shelf.db, table_id) if entry.kind == engine.ANSWER)
    said = (table_id, real.seq, real.key or "", str(real.value))
    check_confirmed(shelf.db, [said])
    for wrong in (
        [said, said],
        [(table_id, real.seq, "another key", said[3])],
        [(*said[:3], "another value")],
        [(table_id, 1, *said[2:])],
    ):
        with pytest.raises(AssertionError):
            check_confirmed(shelf.db, wrong)
