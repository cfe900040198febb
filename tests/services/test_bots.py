"""Bots play through the door, at their pace, and wait for nobody but people."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import pytest

from pbem import games, store
from pbem.engine import Question
from pbem.services import bots, turns
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

from .tables import MINUTE, NOON, answer, asked, log, now_at, people, sit

AT_ONCE = timedelta()


def play(shelf: Shelf, now: datetime = NOON, pace: timedelta = AT_ONCE) -> int:
    return bots.play_waiting(shelf, lambda: now, pace, Budget(30))


def test_a_table_of_bots_plays_to_its_end(shelf: Shelf) -> None:
    table = sit(shelf, "careful", "random", "careful")
    answers = play(shelf)
    over = now_at(shelf.db, table.id)
    assert (over.status, over.seq) == ("over", answers + 1)
    entries = log(shelf.db, table.id)[1:]
    assert {entry.source for entry in entries} == {"bot"}
    assert {entry.by_person for entry in entries} == {None}
    assert play(shelf) == 0


def test_bots_stop_where_a_person_is_asked(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, ann, "careful", "careful")
    for _turn in range(6):
        play(shelf)
        if now_at(shelf.db, table.id).status == "over":
            break
        assert asked(shelf.db, table.id).seat == 0
        answer(shelf, table.id)


def test_a_bot_thinks_for_as_long_as_its_pace(shelf: Shelf) -> None:
    sit(shelf, "careful", "careful")
    assert play(shelf, NOON + MINUTE - timedelta(seconds=1), MINUTE) == 0
    assert play(shelf, NOON + MINUTE, MINUTE) == 1
    assert play(shelf, NOON + MINUTE, MINUTE) == 0, "the next one has just been asked"
    assert play(shelf, NOON + 2 * MINUTE, MINUTE) == 1


def test_a_bot_asked_twice_wants_the_same(shelf: Shelf) -> None:
    table = sit(shelf, "random", "random")
    with shelf.looking(table.id) as sitting:
        key = asked(shelf.db, table.id).key
        once = bots._wanted(sitting, key, may_act=True)
        again = bots._wanted(sitting, key, may_act=True)
    assert once == again


def test_a_bots_chance_depends_on_the_secret_the_question_and_the_entry() -> None:
    first = bots.chance(b"secret", "0.1.bid", 5).random()
    assert bots.chance(b"secret", "0.1.bid", 5).random() == first
    assert bots.chance(b"other", "0.1.bid", 5).random() != first
    assert bots.chance(b"secret", "0.2.bid", 5).random() != first
    assert bots.chance(b"secret", "0.1.bid", 6).random() != first


class Spy:
    """Answers like anybody and keeps what it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, Mapping[str, Any]]] = []

    def answer(self, view: Any, question: Question, rng: random.Random) -> Any:
        self.shown.append((question.seat, view))
        return question.sample(rng)

    def act(self, view: Any, acts: object, rng: random.Random) -> None:
        return None


class Cheat(Spy):
    """Answers what is not allowed."""

    def answer(self, view: Any, question: Question, rng: random.Random) -> Any:
        super().answer(view, question, rng)
        return "100x6"


class Wreck(Spy):
    """Breaks."""

    def answer(self, view: Any, question: Question, rng: random.Random) -> Any:
        raise ZeroDivisionError("no idea")


@pytest.fixture
def taught(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Spy]]:
    """Bots of our own, which the game knows for the time of a test."""
    taught = {"spy": Spy(), "cheat": Cheat(), "wreck": Wreck()}
    monkeypatch.setattr(games.load("dudo"), "bots", taught, raising=False)
    return iter([taught])


@pytest.fixture
def spies(taught: Iterator[dict[str, Spy]]) -> dict[str, Spy]:
    return next(taught)


def test_a_bot_sees_what_a_person_in_its_seat_sees(shelf: Shelf, spies: dict[str, Spy]) -> None:
    table = sit(shelf, "spy", "spy")
    play(shelf)
    assert now_at(shelf.db, table.id).status == "over"
    assert spies["spy"].shown
    for seat, view in spies["spy"].shown:
        assert view["seat"] == seat
        assert len(view["mine"]) == view["dice"][seat]


@pytest.mark.parametrize("name", ["cheat", "wreck"])
def test_a_bot_that_cannot_play_takes_the_default(
    shelf: Shelf, spies: dict[str, Spy], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = sit(shelf, name, "spy")
    with shelf.looking(table.id) as sitting:
        key = asked(shelf.db, table.id).key
        default = sitting.match.question(key).default
    play(shelf)
    assert now_at(shelf.db, table.id).status == "over", "nobody waits for it for ever"
    entries = log(shelf.db, table.id)
    if entries[1].seat == 0:
        assert entries[1].value == default
    assert "A bot at table" in caplog.text


def test_a_bot_that_is_gone_is_played_by_the_one_that_plays_anything(
    shelf: Shelf, spies: dict[str, Spy]
) -> None:
    table = sit(shelf, "spy", "spy")
    with shelf.db.writing() as c:
        store.change_seat(c, table.id, 0, {"bot": "retired"})
    play(shelf)
    assert now_at(shelf.db, table.id).status == "over"


def test_two_workers_let_a_bot_answer_once(
    shelf: Shelf, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit(shelf, "careful", "careful")
    with shelf.looking(table.id) as sitting:
        order, _default = bots._wanted(sitting, asked(shelf.db, table.id).key, may_act=True)
    turns.submit(shelf, table.id, order, now=NOON)
    assert bots._answer(shelf, table.id, order.key, NOON) is False
    monkeypatch.setattr(bots, "_wanted", lambda *_given, **_named: (order, order))
    late = asked(shelf.db, table.id).key  # It decided before the other answered, and knocks now.
    assert bots._answer(shelf, table.id, late, NOON) is False
    assert len(log(shelf.db, table.id)) == 2
    assert "refused" not in caplog.text, "Two workers are nothing to warn of."


def test_a_budget_is_kept(shelf: Shelf) -> None:
    sit(shelf, "careful", "careful")
    assert bots.play_waiting(shelf, lambda: NOON, AT_ONCE, Budget(0)) == 0
