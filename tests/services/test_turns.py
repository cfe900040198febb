"""The one door: everybody knocks here, and what it lets in is written once and whole."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from pbem import engine, games, store
from pbem.engine import ACT, ANSWER, CLOCK, RESIGN, REWIND, NotAllowed, NotUnderstood, Seat
from pbem.games.dudo import game as dudo
from pbem.services import lobby, recording, turns
from pbem.services.sittings import Frozen, NotRunning, Shelf
from tests.conformance.raid import GAME as RAID

from .tables import NOON, PACE, TURN, answer, asked, log, now_at, people, sit, two

DUE = NOON + TURN


def bid(shelf: Shelf, table_id: int, value: str, **more: Any) -> turns.Done:
    prompt = asked(shelf.db, table_id)
    order = turns.Order(ANSWER, prompt.seat, prompt.key, value, **more)
    return turns.submit(shelf, table_id, order, now=NOON)


def count(db: store.Database, what: str) -> int:
    with db.reading() as c:
        return int(c.execute(text(f"select count(*) from {what}")).scalar_one())


def rows(db: store.Database) -> list[int]:
    return [count(db, what) for what in ("entries", "events", "prompts", "snapshots", "wordings")]


def stored(shelf: Shelf, table_id: int, key: str) -> store.Prompt:
    with shelf.db.reading() as c:
        prompt = store.prompt(c, table_id, key)
    assert prompt is not None
    return prompt


def test_an_answer_is_written_with_all_that_it_brings_about(shelf: Shelf) -> None:
    table = two(shelf)
    first = asked(shelf.db, table.id)
    done = bid(shelf, table.id, "2x3", source="mail", by_person=1)
    second = asked(shelf.db, table.id)
    assert (done.seq, now_at(shelf.db, table.id).seq) == (2, 2)
    entry = log(shelf.db, table.id)[-1]
    assert (entry.kind, entry.seat, entry.key, entry.value) == (
        ANSWER,
        first.seat,
        first.key,
        "2x3",
    )
    assert (entry.source, entry.by_person, entry.at) == ("mail", 1, NOON)
    assert stored(shelf, table.id, first.key).closed_at == NOON
    assert (second.seat, second.due_at, second.opened_seq) == (1 - first.seat, DUE, 2)
    with shelf.db.reading() as c:
        (event,) = store.events(c, table.id, after=1, last=2)
    assert (event.kind, event.audience) == ("Bade", "public")


def test_a_typed_answer_is_read_by_the_prompt(shelf: Shelf) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    order = turns.Order(ANSWER, prompt.seat, prompt.key, text="2 x 3")
    turns.submit(shelf, table.id, order, now=NOON)
    assert log(shelf.db, table.id)[-1].value == "2x3"


@pytest.mark.parametrize("warm", [True, False])
def test_a_refused_answer_writes_nothing_and_harms_nothing(shelf: Shelf, warm: bool) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    before = rows(shelf.db)
    if not warm:
        shelf = Shelf(shelf.db)
    for order, error in (
        (turns.Order(ANSWER, prompt.seat, prompt.key, "doubt"), NotAllowed),
        (turns.Order(ANSWER, prompt.seat, prompt.key, text="xyzzy"), NotUnderstood),
        (turns.Order(ANSWER, 1 - prompt.seat, prompt.key, "2x3"), NotAllowed),
        (turns.Order(ANSWER, prompt.seat, "no such key", "2x3"), NotAllowed),
        (turns.Order(ACT, prompt.seat, "gift", 1), NotAllowed),
        (turns.Order(turns.UNDO, prompt.seat), NotAllowed),
    ):
        with pytest.raises(error):
            turns.submit(shelf, table.id, order, now=NOON)
    assert rows(shelf.db) == before
    assert bid(shelf, table.id, "2x3").seq == 2


def test_a_closed_question_says_so_whoever_was_first(shelf: Shelf) -> None:
    """Two processes: one has the match in memory as it was before the other wrote."""
    table, other = two(shelf), Shelf(shelf.db)
    prompt = asked(shelf.db, table.id)
    with other.looking(table.id):
        pass
    bid(shelf, table.id, "2x3")
    with pytest.raises(NotAllowed, match="closed"):
        turns.submit(other, table.id, turns.Order(ANSWER, prompt.seat, prompt.key, "2x4"), now=NOON)
    assert bid(other, table.id, "2x4").seq == 3
    assert bid(shelf, table.id, "2x5").seq == 4


def test_a_knock_is_tried_again_when_somebody_else_was_first(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = raid(shelf, monkeypatch), Shelf(shelf.db)
    real = turns._carry_out
    late: list[bool] = []

    def carry_out(*given: Any) -> Any:
        if not late:  # Between our reading and our writing, somebody else writes.
            late.append(True)
            turns.submit(other, table.id, turns.Order(ACT, 1, "gift/2", 1), now=NOON)
        return real(*given)

    monkeypatch.setattr(turns, "_carry_out", carry_out)
    done = turns.submit(shelf, table.id, turns.Order(ACT, 2, "gift/1", 2), now=NOON)
    assert (done.seq, [e.seat for e in log(shelf.db, table.id)]) == (3, [None, 1, 2])
    with shelf.looking(table.id) as sitting:
        assert sitting.match.state.coins == [5, 6, 4]


def test_who_is_never_first_is_told(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    table = two(shelf)

    def record(*_given: Any) -> None:
        raise store.Conflict("Somebody else was first.")

    monkeypatch.setattr(turns, "record", record)
    with pytest.raises(store.Conflict):
        bid(shelf, table.id, "2x3")
    monkeypatch.undo()
    assert bid(shelf, table.id, "2x3").seq == 2


def raid(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> store.Table:
    """A table of the game in which everything happens."""
    load, slugs = games.load, games.slugs
    monkeypatch.setattr(games, "load", lambda slug: RAID if slug == "raid" else load(slug))
    monkeypatch.setattr(games, "slugs", lambda: (*slugs(), "raid"))
    wish = lobby.Wish("raid", people(shelf.db, "ann", "ben", "cleo"), pace=PACE)
    return lobby.open_table(shelf, wish, now=NOON)


def play_until(shelf: Shelf, table_id: int, kind: str, of: int = 1) -> list[store.Prompt]:
    """Play at random until so many are asked this."""
    rng = random.Random(3)
    for _entry in range(300):
        with shelf.db.reading() as c:
            waiting = [p for p in store.open_prompts(c, table_id) if p.answered_at is None]
        if waiting[0].kind == kind and len(waiting) >= of:
            return waiting
        with shelf.looking(table_id) as sitting:
            value = sitting.match.question(waiting[0].key).sample(rng)
        order = turns.Order(ANSWER, waiting[0].seat, waiting[0].key, value)
        turns.submit(shelf, table_id, order, now=NOON)
    raise AssertionError(kind)


def test_sealed_answers_at_the_same_moment_all_land(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = raid(shelf, monkeypatch)
    stakes = play_until(shelf, table.id, "stake", of=2)
    before = now_at(shelf.db, table.id).seq

    def stake(prompt: store.Prompt) -> int:
        order = turns.Order(ANSWER, prompt.seat, prompt.key, 0)
        return turns.submit(Shelf(shelf.db), table.id, order, now=NOON).seq

    with ThreadPoolExecutor(len(stakes)) as pool:
        reached = list(pool.map(stake, stakes))
    entries = log(shelf.db, table.id)[before:]
    assert sorted(reached) == [before + 1 + i for i in range(len(stakes))]
    assert {e.key for e in entries} == {p.key for p in stakes}


def test_a_sealed_answer_is_amended_and_taken_back(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = raid(shelf, monkeypatch)
    mine, *_others = play_until(shelf, table.id, "stake", of=2)
    assert mine.answered_at is None
    for value in (1, 0):
        order = turns.Order(ANSWER, mine.seat, mine.key, value)
        turns.submit(shelf, table.id, order, now=NOON)
        assert stored(shelf, table.id, mine.key).answered_at == NOON
    turns.submit(shelf, table.id, turns.Order(turns.UNDO, mine.seat), now=NOON)
    assert stored(shelf, table.id, mine.key).answered_at == NOON  # The first answer stands again.
    turns.submit(shelf, table.id, turns.Order(turns.UNDO, mine.seat), now=NOON)
    taken_back = stored(shelf, table.id, mine.key)
    assert (taken_back.answered_at, taken_back.closed_at) == (None, None)


def test_words_are_kept_beside_the_log(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    table = raid(shelf, monkeypatch)
    mine, *_others = play_until(shelf, table.id, "last_words")
    order = turns.Order(ANSWER, mine.seat, mine.key, text=" Farewell,\n you rogues. ")
    turns.submit(shelf, table.id, order, now=NOON)
    entry = next(e for e in log(shelf.db, table.id) if e.key == mine.key)
    assert str(entry.value).startswith("w:")
    with shelf.db.reading() as c:
        number = int(entry.value[2:])
        assert store.wordings(c, [number])[number] == "Farewell, you rogues."


# The clock.


def test_a_default_comes_at_its_deadline_and_once(shelf: Shelf) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    order = turns.Order(CLOCK, prompt.seat, prompt.key, source="clock", at=prompt.due_at)
    early = DUE - timedelta(microseconds=1)
    with pytest.raises(turns.NotDue):
        turns.submit(shelf, table.id, order, now=early)
    late = DUE + timedelta(hours=3)
    turns.submit(shelf, table.id, order, now=late)
    with pytest.raises(turns.NotDue):
        turns.submit(shelf, table.id, order, now=late)
    entries = log(shelf.db, table.id)
    assert [(e.kind, e.at) for e in entries[1:]] == [(CLOCK, DUE)]
    following = asked(shelf.db, table.id)
    assert following.due_at == late + TURN  # Nobody loses time because the clock was late.


def test_whose_time_ran_out_may_still_amend_until_the_rules_go_on(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = raid(shelf, monkeypatch)
    mine, *others = play_until(shelf, table.id, "stake", of=2)
    late = NOON + 2 * TURN
    turns.submit(shelf, table.id, turns.Order(CLOCK, mine.seat, mine.key, at=DUE), now=late)
    assert stored(shelf, table.id, mine.key).answered_at == DUE
    with shelf.looking(table.id) as sitting:
        own = next(
            value
            for value in map(sitting.match.question(mine.key).sample, map(random.Random, range(99)))
            if value != sitting.match.open[mine.key].value
        )
    turns.submit(shelf, table.id, turns.Order(ANSWER, mine.seat, mine.key, own), now=late)
    with shelf.looking(table.id) as sitting:
        assert sitting.match.open[mine.key].value == own
    for other in others:
        turns.submit(shelf, table.id, turns.Order(ANSWER, other.seat, other.key, 0), now=late)
    with pytest.raises(NotAllowed, match="closed"):
        turns.submit(shelf, table.id, turns.Order(ANSWER, mine.seat, mine.key, own), now=late)


def test_a_deadline_that_was_put_off_is_not_due(shelf: Shelf) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    with shelf.db.writing() as c:
        store.hold(c, prompt.id, DUE + TURN)
    order = turns.Order(CLOCK, prompt.seat, prompt.key, at=DUE)
    with pytest.raises(turns.NotDue):
        turns.submit(shelf, table.id, order, now=DUE)
    assert turns.submit(shelf, table.id, order, now=DUE + TURN).seq == 2


# Going back.


@pytest.mark.parametrize("warm", [True, False])
def test_an_answer_is_taken_back_while_nothing_new_has_come_out(shelf: Shelf, warm: bool) -> None:
    table = two(shelf)
    first = asked(shelf.db, table.id)
    bid(shelf, table.id, "2x3")
    second = asked(shelf.db, table.id)
    if not warm:
        shelf = Shelf(shelf.db)
    done = turns.submit(shelf, table.id, turns.Order(turns.UNDO, first.seat), now=NOON + TURN)
    again = asked(shelf.db, table.id)
    assert (done.seq, again.key, again.due_at) == (3, first.key, NOON + 2 * TURN)
    assert stored(shelf, table.id, second.key).closed_at is not None
    assert bid(shelf, table.id, "2x4").seq == 4
    with Shelf(shelf.db).looking(table.id) as sitting:
        assert str(sitting.match.state.bid) == "2x4"


@pytest.mark.parametrize("warm", [True, False])
def test_what_has_shown_the_dice_cannot_be_taken_back(shelf: Shelf, warm: bool) -> None:
    table = two(shelf)
    bid(shelf, table.id, "2x3")
    doubter = asked(shelf.db, table.id).seat
    bid(shelf, table.id, "doubt")
    if not warm:
        shelf = Shelf(shelf.db)
    with pytest.raises(NotAllowed, match="Something new has come out"):
        turns.submit(shelf, table.id, turns.Order(turns.UNDO, doubter), now=NOON)


@pytest.mark.parametrize("warm", [True, False])
def test_a_rewind_goes_back_and_the_dice_fall_differently(shelf: Shelf, warm: bool) -> None:
    table = two(shelf)
    bid(shelf, table.id, "2x3")
    with shelf.looking(table.id) as sitting:
        cups, digest = sitting.match.state.cups[:], sitting.match.digest
    fallen = []
    for _time in range(2):
        bid(shelf, table.id, "doubt")
        with shelf.looking(table.id) as sitting:
            fallen.append(sitting.match.state.cups[:])
        answer(shelf, table.id)
        if not warm:
            shelf = Shelf(shelf.db)
        order = turns.Order(REWIND, None, value={"to": 2}, source="moderator")
        turns.submit(shelf, table.id, order, now=NOON)
        with Shelf(shelf.db).looking(table.id) as sitting:
            assert sitting.match.state.cups == cups
            assert sitting.match.digest != digest
    assert fallen[0] != fallen[1]
    assert now_at(shelf.db, table.id).epoch == 2
    order = turns.Order(REWIND, None, value={"to": 3})  # It does not count any more.
    with pytest.raises(NotAllowed, match="no earlier entry 3"):
        turns.submit(shelf, table.id, order, now=NOON)


def test_resigning_is_noted_at_the_seat_and_rewound_with_the_rest(shelf: Shelf) -> None:
    table = sit(shelf, *people(shelf.db, "ann", "ben", "cleo"))
    waits_for = asked(shelf.db, table.id).seat
    leaver = (waits_for + 1) % 3
    turns.submit(shelf, table.id, turns.Order(RESIGN, leaver), now=NOON)

    def resigned() -> list[int]:
        with shelf.db.reading() as c:
            return [s.index for s in store.seats(c, table.id) if s.resigned_at is not None]

    assert resigned() == [leaver]
    turns.submit(shelf, table.id, turns.Order(REWIND, None, value={"to": 1}), now=NOON)
    assert resigned() == []


def test_a_table_that_everybody_left_is_played_out_fifty_entries_at_a_time(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(shelf, *people(shelf.db, "ann", "ben", "cleo", "dan", "eve", "fay"))
    written: list[int] = []

    def record(c: Any, sitting: Any, before: int, steps: list[Any], *more: Any) -> None:
        written.append(len(steps))
        recording.record(c, sitting, before, steps, *more)

    monkeypatch.setattr(turns, "record", record)
    for seat in range(5):
        turns.submit(shelf, table.id, turns.Order(RESIGN, seat), now=NOON)
    left = len(written)
    done = turns.submit(shelf, table.id, turns.Order(RESIGN, 5), now=NOON)
    assert done.outcome is not None
    assert max(written) == turns.MOST
    assert now_at(shelf.db, table.id).status == "over"
    assert [e.seq for e in log(shelf.db, table.id)] == list(range(1, done.seq + 1))
    assert len(done.steps) == sum(written[left:])


# What stands still.


@pytest.mark.parametrize("status", ["paused", "over", "cancelled"])
def test_nothing_is_played_at_a_table_that_stands_still(shelf: Shelf, status: Any) -> None:
    table = two(shelf)
    prompt = asked(shelf.db, table.id)
    with shelf.db.writing() as c:
        store.change_table(c, table.id, {"status": status})
    with pytest.raises(NotRunning, match=r"\.$"):
        turns.submit(shelf, table.id, turns.Order(ANSWER, prompt.seat, prompt.key, "2x3"), now=NOON)
    assert len(log(shelf.db, table.id)) == 1


def test_a_rule_that_breaks_freezes_only_its_table(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = people(shelf.db, "ann", "ben")
    table, other = sit(shelf, ann, ben), sit(shelf, ann, ben)
    bid(shelf, table.id, "2x3")

    def settle(*_given: Any) -> None:
        raise ZeroDivisionError("the cups are glued")

    with monkeypatch.context() as broken:
        broken.setattr(dudo, "settle", settle)
        with pytest.raises(Frozen) as caught:
            bid(shelf, table.id, "doubt")
        bid(shelf, other.id, "2x3")
    assert "Nothing is lost" in str(caught.value.text)
    frozen = now_at(shelf.db, table.id)
    assert (frozen.status, frozen.seq) == ("frozen", 2)
    assert "the cups are glued" in str(frozen.frozen_reason)
    assert "play_round: DU-1.2" in str(frozen.frozen_reason)
    assert (now_at(shelf.db, other.id).status, now_at(shelf.db, other.id).seq) == ("running", 2)
    with shelf.db.reading() as c:
        (noted,) = [n for n in store.notes(c, table_id=table.id) if n.what == "froze"]
    assert "DU-1.2" in noted.detail["reason"]
    with pytest.raises(Frozen):
        bid(shelf, table.id, "2x4")
    with shelf.looking(table.id) as sitting:  # It can still be looked at.
        assert str(sitting.match.state.bid) == "2x3"


def test_a_log_that_leads_elsewhere_freezes_its_table(shelf: Shelf) -> None:
    table = two(shelf)
    bid(shelf, table.id, "2x3")
    with shelf.db.writing() as c:
        c.execute(text("update entries set digest = 'other' where seq = 2"))
    with pytest.raises(Frozen, match=r"^Entry 2 leads elsewhere"):
        bid(Shelf(shelf.db), table.id, "2x4")
    assert now_at(shelf.db, table.id).status == "frozen"


def test_a_game_that_breaks_at_its_beginning_is_frozen(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play_round(_t: Any) -> None:
        raise ZeroDivisionError("no cups")

    monkeypatch.setattr(dudo, "play_round", play_round)
    table = two(shelf)
    assert (table.status, table.seq) == ("frozen", 0)
    assert "no cups" in str(table.frozen_reason)


def test_a_game_begins_once(shelf: Shelf) -> None:
    table = two(shelf)
    with pytest.raises(NotRunning, match="begun already"):
        turns.start(shelf, table.id, now=NOON)


def test_every_log_leads_to_its_digest_from_the_start_and_from_a_snapshot(shelf: Shelf) -> None:
    table = two(shelf)
    while now_at(shelf.db, table.id).status == "running":
        answer(shelf, table.id, seed=now_at(shelf.db, table.id).seq)
    with Shelf(shelf.db).looking(table.id) as sitting:
        assert sitting.match.base is not None
        assert sitting.match.digest == log(shelf.db, table.id)[-1].digest
    entries = [engine.Entry.from_json(_body(row)) for row in log(shelf.db, table.id)]
    start = engine.Start.from_json(entries[0].value)  # type: ignore[arg-type]
    whole = engine.replay(games.load("dudo"), start, entries, now_at(shelf.db, table.id).secret)
    assert (whole.digest, whole.outcome) == (entries[-1].digest, sitting.match.outcome)
    assert now_at(shelf.db, table.id).outcome is not None


def _body(row: store.Entry) -> dict[str, Any]:
    body = {"seq": row.seq, "kind": row.kind, "value": row.value, "digest": row.digest}
    return {**body, "key": row.key or "", "seat": None if row.seat is None else Seat(row.seat)}


def test_who_decides_by_an_old_look_is_asked_to_look_again(shelf: Shelf) -> None:
    """A moderator's deed is for the moment that they saw."""
    table = two(shelf)
    bid(shelf, table.id, "2x3")
    rewind = turns.Order(REWIND, None, value={"to": 1}, expected=1)
    with pytest.raises(NotAllowed, match="look again"):
        turns.submit(shelf, table.id, rewind, now=NOON)
    assert len(log(shelf.db, table.id)) == 2
