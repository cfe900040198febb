"""Somebody waits for a seat that is asked nothing: its person gets a letter, its bot acts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem import store
from pbem.engine import ACT, ANSWER, RESIGN
from pbem.services import bots, turns
from pbem.services.sittings import Shelf

from .tables import NOON, people, sit

GAME = "metal_adventures"


def on_tour(shelf: Shelf, *seats: int | str) -> store.Table:
    """A table at which captain 0 may trade: play went on by defaults until then."""
    table = sit(shelf, *seats, game=GAME)
    for _answer in range(80):
        with shelf.looking(table.id) as sitting:
            match = sitting.match
            asking = match.waiting()[0]
            if (asking.prompt.seat, asking.prompt.kind) == (0, "choose_battle"):
                return table
            order = turns.Order(
                ANSWER, asking.prompt.seat, asking.key, match.question(asking.key).default
            )
        turns.submit(shelf, table.id, order, now=NOON)
    raise AssertionError("Captain 0 never set out.")


def does(shelf: Shelf, table: store.Table, seat: int, act: str, text: str) -> turns.Done:
    """An act as somebody would type it."""
    order = turns.Order(ACT, seat, act, text=text)
    with shelf.looking(table.id) as sitting:
        names = tuple(f"p{n + 1}" for n in range(len(sitting.seats)))
    order = replace(order, tongue=replace(order.tongue, names=names))
    return turns.submit(shelf, table.id, order, now=NOON)


def letters_for(shelf: Shelf, table: store.Table) -> dict[int, list[str]]:
    """By seat, which letters about it wait."""
    with shelf.db.reading() as c:
        return {
            seat.index: [
                letter.kind
                for letter in store.letters_of_person(c, seat.person_id)
                if letter.slot is not None
            ]
            for seat in store.seats(c, table.id)
            if seat.person_id is not None
        }


@pytest.fixture
def three(shelf: Shelf) -> store.Table:
    """Three who wait for letters; captain 0 may trade."""
    return on_tour(shelf, *people(shelf.db, "ann", "ben", "cid", by_letter=True))


def test_an_offer_reaches_whom_it_is_made_to_by_letter_and_nobody_else(
    shelf: Shelf, three: store.Table
) -> None:
    before = letters_for(shelf, three)
    does(shelf, three, 0, "offer", "p2 1 credit for 2 credits")
    after = letters_for(shelf, three)
    assert "news" in after[1]
    assert "news" not in before[1]
    assert {seat: after[seat] for seat in (0, 2)} == {seat: before[seat] for seat in (0, 2)}


@pytest.mark.parametrize("seat", range(3))
def test_a_draft_and_a_promise_call_nobody(shelf: Shelf, three: store.Table, seat: int) -> None:
    does(shelf, three, 1, "offer", "p3 1 credit for 2 credits")
    does(shelf, three, 0, "promise", "p2 1 credit by turn 9")
    assert "news" not in letters_for(shelf, three)[seat]


def test_an_offer_to_somebody_who_has_resigned_reaches_nobody(
    shelf: Shelf, three: store.Table
) -> None:
    turns.submit(shelf, three.id, turns.Order(RESIGN, 1), now=NOON)
    does(shelf, three, 0, "offer", "p2 1 credit")
    assert "news" not in letters_for(shelf, three)[1]


def test_who_holds_the_turn_hears_what_became_of_the_offer(
    shelf: Shelf, three: store.Table
) -> None:
    does(shelf, three, 0, "offer", "p2 1 credit for 2 credits")
    assert "news" not in letters_for(shelf, three)[0]
    does(shelf, three, 1, "refuse", "p1's offer 1")
    assert "news" in letters_for(shelf, three)[0]


@pytest.mark.parametrize(
    ("terms", "how"), [("p2 1 credit", "accepted"), ("p2 for 2 credits", "refused")]
)
def test_a_bot_answers_an_offer_at_once(shelf: Shelf, terms: str, how: str) -> None:
    (ann,) = people(shelf.db, "ann")
    table = on_tour(shelf, ann, "greedy", "honest")
    bots.hear(shelf, does(shelf, table, 0, "offer", terms), NOON)
    with shelf.db.reading() as c:
        rows = store.events(c, table.id, after=0, last=1000)
        entries = store.entries(c, table.id, after=0, last=1000)
    closed = [row.body for row in rows if row.kind == "OfferClosed"]
    assert [how in str(body) for body in closed] == [True]
    assert entries[-1].source == "bot"
    assert entries[-1].seat == 1


def test_a_bot_that_is_not_called_does_nothing(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    table = on_tour(shelf, ann, "greedy", "random")
    bots.hear(shelf, does(shelf, table, 0, "promise", "p2 1 credit by turn 9"), NOON)
    bots.hear(shelf, does(shelf, table, 0, "offer", "p3 1 credit"), NOON)
    with shelf.db.reading() as c:
        assert store.entries(c, table.id, after=0, last=1000)[-1].source != "bot"


def test_a_bot_that_breaks_leaves_the_offer_open(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = people(shelf.db, "ann")
    table = on_tour(shelf, ann, "greedy", "honest")

    def broken(*_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bots, "_unasked", broken)
    bots.hear(shelf, does(shelf, table, 0, "offer", "p2 1 credit"), NOON)
    with shelf.looking(table.id) as sitting:
        assert len(sitting.match.state.offers) == 1
