"""Defaults come once, at their time and dated at it, with any number of workers."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbem import engine, games, store
from pbem.engine import CLOCK
from pbem.services import bots, deadlines, moderating, turns
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

from .tables import MINUTE, NOON, TURN, answer, asked, log, now_at, sit, two

LONG = 30.0
SILENCE = timedelta(minutes=2)


def sweep(shelf: Shelf, now: datetime, seconds: float = LONG) -> int:
    return deadlines.apply_due(shelf, lambda: now, Budget(seconds))


def test_nothing_happens_before_the_deadline(shelf: Shelf) -> None:
    table = two(shelf)
    assert sweep(shelf, NOON + TURN - timedelta(microseconds=1)) == 0
    assert len(log(shelf.db, table.id)) == 1


def test_the_default_is_dated_at_the_deadline_and_the_next_has_full_time(shelf: Shelf) -> None:
    table = two(shelf)
    first, late = asked(shelf.db, table.id), NOON + TURN + 7 * MINUTE
    assert first.due_at == NOON + TURN
    assert sweep(shelf, late) == 1
    entry = log(shelf.db, table.id)[1]
    assert (entry.kind, entry.key, entry.seat) == (CLOCK, first.key, first.seat)
    assert (entry.at, entry.source, entry.by_person) == (NOON + TURN, "clock", None)
    assert asked(shelf.db, table.id).due_at == late + TURN


def test_every_overdue_table_is_served(shelf: Shelf) -> None:
    tables = [two(shelf) for _i in range(5)]
    assert sweep(shelf, NOON + TURN) == 5
    assert [len(log(shelf.db, table.id)) for table in tables] == [2] * 5


def test_a_budget_is_kept_and_the_next_tick_goes_on(shelf: Shelf) -> None:
    for _i in range(3):
        two(shelf)
    spent = Budget(0)
    assert deadlines.apply_due(shelf, lambda: NOON + TURN, spent) == 0
    assert sweep(shelf, NOON + TURN) == 3


def test_several_workers_take_each_default_once(shelf: Shelf) -> None:
    tables = [two(shelf) for _i in range(12)]
    done: list[int] = []

    def work() -> None:
        done.append(sweep(Shelf(shelf.db), NOON + TURN))

    threads = [threading.Thread(target=work) for _i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(done) == 12
    assert [len(log(shelf.db, table.id)) for table in tables] == [2] * 12


def test_an_answer_in_the_last_moment_counts_and_the_default_comes_to_nothing(
    shelf: Shelf,
) -> None:
    table = two(shelf)
    overdue = asked(shelf.db, table.id)
    answer(shelf, table.id, now=NOON + TURN)
    assert not deadlines.apply_default(shelf, overdue, NOON + TURN)
    assert [entry.kind for entry in log(shelf.db, table.id)] == ["start", "answer"]


def test_a_deadline_that_moved_meanwhile_is_kept(shelf: Shelf) -> None:
    table = two(shelf)
    overdue = asked(shelf.db, table.id)
    with shelf.db.writing() as c:
        store.shift_deadlines(c, 60)
    assert not deadlines.apply_default(shelf, overdue, NOON + TURN)
    assert sweep(shelf, NOON + TURN + MINUTE) == 1
    assert log(shelf.db, table.id)[1].at == NOON + TURN + MINUTE


@pytest.mark.parametrize("together", [True, False])
def test_nobody_moves_a_deadline_between_the_look_at_it_and_the_default(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, together: bool
) -> None:
    """Whoever moves one locks the table first, and finds the question closed."""
    table = two(shelf)
    overdue, really, moved = asked(shelf.db, table.id), turns._check_due, list[bool]()

    def move() -> None:
        with shelf.db.writing() as c:
            store.lock_table(c, table.id)
            moved.append(store.set_due(c, overdue.id, NOON + 2 * TURN))

    mover = threading.Thread(target=move)

    def check(*given: Any) -> None:
        really(*given)
        mover.start()
        mover.join(0.3)
        assert mover.is_alive(), "it was moved"

    monkeypatch.setattr(turns, "_check_due", check)
    if together:
        assert sweep(shelf, NOON + TURN) == 1
    else:
        assert deadlines.apply_default(shelf, overdue, NOON + TURN)
    mover.join()
    assert moved == [False]
    assert [entry.kind for entry in log(shelf.db, table.id)] == ["start", CLOCK]


def test_a_held_prompt_waits(shelf: Shelf) -> None:
    table = two(shelf)
    with shelf.db.writing() as c:
        store.hold(c, asked(shelf.db, table.id).id, NOON + 2 * TURN)
    assert sweep(shelf, NOON + TURN) == 0
    assert sweep(shelf, NOON + 2 * TURN) == 1


def test_a_table_that_breaks_stands_still_and_the_others_go_on(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    good, bad = two(shelf), two(shelf)
    usual = engine.Match.enter

    def enter(match: engine.Match, entry: engine.Entry) -> engine.Step:
        if entry.kind == CLOCK and match.start.commitment == bad.commitment:
            raise engine.Broken(ZeroDivisionError("no dice"))
        return usual(match, entry)

    monkeypatch.setattr(engine.Match, "enter", enter)
    assert sweep(shelf, NOON + TURN) == 1
    assert len(log(shelf.db, good.id)) == 2
    assert len(log(shelf.db, bad.id)) == 1
    frozen = now_at(shelf.db, bad.id)
    assert frozen.status == "frozen"
    assert "no dice" in (frozen.frozen_reason or "")
    assert "stands still" in caplog.text
    assert sweep(shelf, NOON + 2 * TURN) == 1, "only the good table goes on"


def test_a_busy_table_is_left_for_the_next_tick(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = two(shelf), two(shelf)

    def busy(c: store.Connection, table_id: int, *given: Any, **named: Any) -> None:
        if table_id == table.id:
            raise store.Conflict("Somebody else was first.")
        usual(c, table_id, *given, **named)

    usual = store.record
    monkeypatch.setattr(store, "record", busy)
    assert sweep(shelf, NOON + TURN) == 1
    assert [len(log(shelf.db, t.id)) for t in (table, other)] == [1, 2]
    monkeypatch.setattr(store, "record", usual)
    assert sweep(shelf, NOON + TURN) == 1
    assert len(log(shelf.db, table.id)) == 2


def test_two_prompts_of_one_table_are_never_in_one_bundle(shelf: Shelf) -> None:
    prompts = [asked(shelf.db, two(shelf).id) for _table in range(3)]
    bundles = list(deadlines._bundles([*prompts, *prompts, prompts[0]]))
    assert [len(bundle) for bundle in bundles] == [3, 3, 1]
    many = [replace(prompts[0], table_id=n) for n in range(deadlines.TOGETHER + 1)]
    assert [len(bundle) for bundle in deadlines._bundles(many)] == [deadlines.TOGETHER, 1]


def test_together_with_one_that_moved_the_others_are_taken(shelf: Shelf) -> None:
    tables = [two(shelf) for _i in range(4)]
    prompts = [asked(shelf.db, table.id) for table in tables]
    answer(shelf, tables[1].id)
    with shelf.db.writing() as c:
        store.shift_deadlines(c, 60, table_id=tables[2].id)
    orders = [(p.table_id, deadlines._default(p)) for p in prompts]
    done = turns.submit_together(Shelf(shelf.db), orders, now=NOON + TURN)
    assert set(done) == {tables[0].id, tables[3].id}
    kinds = [[entry.kind for entry in log(shelf.db, table.id)][1:] for table in tables]
    assert kinds == [["clock"], ["answer"], [], ["clock"]]


def test_a_bot_is_never_late(shelf: Shelf) -> None:
    sit(shelf, "careful", "careful")
    assert sweep(shelf, NOON + 1000 * TURN) == 0


def test_downtime_moves_every_deadline_once(shelf: Shelf) -> None:
    table = two(shelf)
    assert deadlines.beat(shelf.db, NOON, SILENCE) == 0
    assert deadlines.beat(shelf.db, NOON + 2 * MINUTE, SILENCE) == 0
    assert deadlines.beat(shelf.db, NOON + 62 * MINUTE, SILENCE) == 3600
    assert deadlines.beat(shelf.db, NOON + 62 * MINUTE, SILENCE) == 0
    assert asked(shelf.db, table.id).due_at == NOON + 2 * TURN
    with shelf.db.reading() as c:
        (note,) = store.notes(c)
    assert (note.what, note.detail) == ("downtime", {"seconds": 3600, "prompts": 1})


def test_whoever_was_asked_in_the_middle_of_a_downtime_has_lost_only_that(shelf: Shelf) -> None:
    table = two(shelf)
    deadlines.beat(shelf.db, NOON, SILENCE)
    answer(shelf, table.id, now=NOON + TURN / 2)  # The web went on, without a worker.
    assert deadlines.beat(shelf.db, NOON + TURN, SILENCE) == 3600
    assert asked(shelf.db, table.id).due_at == NOON + 2 * TURN


@pytest.mark.parametrize("held", [False, True])
def test_after_downtime_no_deadline_lies_in_quiet_hours(shelf: Shelf, held: bool) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    with shelf.db.writing() as c:
        for person_id in (1, 2):
            quiet = {"from": "14:00", "to": "18:00"}
            store.change_person(c, person_id, {"quiet_hours": quiet})
        if held:
            store.hold(c, prompt.id, NOON + 9 * TURN)
    deadlines.beat(shelf.db, NOON, SILENCE)
    deadlines.beat(shelf.db, NOON + 1.5 * TURN, SILENCE)
    prompt = asked(shelf.db, table.id)
    if held:  # The end of the hold counts, and it is not lifted.
        assert prompt.held_until == NOON + 10.5 * TURN
    else:
        assert prompt.due_at == NOON + 6 * TURN, "half past two would be in them"


def test_a_game_that_was_taken_away_stops_its_own_tables_only(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    gone, bots_only, plays = (
        two(shelf),
        sit(shelf, "careful", "careful"),
        two(shelf, game="metallum"),
    )
    usual = games.load

    def load(slug: str) -> Any:
        if slug == "dudo":
            raise games.UnknownGame("There is no game 'dudo'.")
        return usual(slug)

    monkeypatch.setattr(games, "load", load)
    fresh = Shelf(shelf.db)
    assert sweep(fresh, NOON + TURN) >= 1
    bots.play_waiting(fresh, lambda: NOON + TURN, timedelta(), Budget(LONG))
    assert now_at(shelf.db, plays.id).seq > 1
    for table in (gone, bots_only):
        assert now_at(shelf.db, table.id).status == "frozen"
        assert "cannot be loaded" in str(now_at(shelf.db, table.id).frozen_reason)
    caplog.clear()
    bots.play_waiting(fresh, lambda: NOON + TURN, timedelta(), Budget(LONG))
    assert "stands still" not in caplog.text, "it is said once"
    monkeypatch.undo()
    deed = moderating.Deed(gone.id, 1, "it is back", NOON + 2 * TURN)
    moderating.unfreeze(fresh, deed)
    assert answer(fresh, gone.id, now=NOON + 2 * TURN).seq == 2


def test_workers_that_come_back_together_move_the_deadlines_once(shelf: Shelf) -> None:
    table = two(shelf)
    deadlines.beat(shelf.db, NOON, SILENCE)
    moved: list[float] = []

    def wake() -> None:
        moved.append(deadlines.beat(shelf.db, NOON + TURN, SILENCE, starting=True))

    threads = [threading.Thread(target=wake) for _i in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(moved) == [0, 0, 0, 0, 3600]
    assert asked(shelf.db, table.id).due_at == NOON + 2 * TURN


def test_a_short_silence_is_no_downtime(shelf: Shelf) -> None:
    deadlines.beat(shelf.db, NOON, timedelta(seconds=1))
    later = NOON + deadlines.LEAST_SILENCE
    assert deadlines.beat(shelf.db, later, timedelta(seconds=1)) == 0
    assert deadlines.beat(shelf.db, later + MINUTE, timedelta(seconds=1)) == 60


def test_a_clock_that_goes_back_moves_nothing(shelf: Shelf) -> None:
    table = two(shelf)
    deadlines.beat(shelf.db, NOON, SILENCE)
    assert deadlines.beat(shelf.db, NOON - 24 * TURN, SILENCE) == 0
    assert asked(shelf.db, table.id).due_at == NOON + TURN
