"""Own words inside terms, and a moderator's decision, through the one door on both databases."""

from __future__ import annotations

import pytest

from pbem import engine, store
from pbem.engine import AnswerError, Seat, Tongue
from pbem.services import turns
from pbem.services.sittings import Shelf

from .tables import NOON, log, people, sit

NAMES = Tongue(("Ann", "Ben", "Cleo"))


def play(shelf: Shelf, table_id: int, order: turns.Order) -> turns.Done:
    return turns.submit(shelf, table_id, order, now=NOON)


def wordings(db: store.Database) -> dict[int, str]:
    with db.reading() as c:
        return dict(store.wordings(c, range(1, 20)))


def under_way(shelf: Shelf) -> tuple[int, int]:
    """A table of three whose active captain may talk; the table and that captain."""
    table = sit(shelf, *people(shelf.db, "ann", "ben", "cleo"), game="metal_adventures")
    for _again in range(8):
        with shelf.looking(table.id) as sitting:
            if "promise" in [q.kind for q in sitting.match.acts(sitting.match.state.active)]:
                return table.id, int(sitting.match.state.active)
            asking = sitting.match.waiting()[0]
            value = asking.prompt.default(sitting.match.state)
        play(shelf, table.id, turns.Order(engine.ANSWER, asking.prompt.seat, asking.key, value))
    raise AssertionError("Nobody gets to talk.")


def promise(shelf: Shelf, table_id: int, seat: int, text: str) -> turns.Done:
    return play(shelf, table_id, turns.Order(engine.ACT, seat, "promise", text=text, tongue=NAMES))


def test_own_words_in_terms_are_kept_beside_the_log(shelf: Shelf) -> None:
    table_id, active = under_way(shelf)
    other = (active + 1) % 3
    promise(shelf, table_id, active, f'{NAMES.name(Seat(other))} "I leave <Exxalia> alone"')
    (number,) = [n for n, words in wordings(shelf.db).items() if "Exxalia" in words]
    entry = log(shelf.db, table_id)[-1]
    assert entry.value == [["to", other, 1], ["say", f"w:{number}", 1]]
    with shelf.looking(table_id) as sitting:
        assert sitting.match.state.promises[0].good.words == f"w:{number}"


def test_words_of_an_answer_that_cannot_stand_are_not_kept(shelf: Shelf) -> None:
    table_id, active = under_way(shelf)
    before = wordings(shelf.db)
    for text in ('nobody "I leave Exxalia alone"', "Ann saying w:1", 'Ann ""'):
        with pytest.raises(AnswerError):
            promise(shelf, table_id, active, text)
    assert wordings(shelf.db) == before


def test_a_moderators_decision_goes_through_the_one_door(shelf: Shelf) -> None:
    table_id, active = under_way(shelf)
    other = (active + 1) % 3
    decide = turns.Order(engine.DECIDE, None, "decide_dispute/1", value=True)
    with pytest.raises(AnswerError, match="nothing of that sort"):
        play(shelf, table_id, decide)
    promise(shelf, table_id, active, f'{NAMES.name(Seat(other))} "I leave Exxalia alone"')
    play(shelf, table_id, turns.Order(engine.ACT, other, "call_broken", value=1))
    play(shelf, table_id, turns.Order(engine.ACT, active, "admit_breach/1", value=False))
    done = play(shelf, table_id, decide)
    assert [type(event).__name__ for event in done.steps[0].events] == ["DisputeDecided"]
    entry = log(shelf.db, table_id)[-1]
    assert (entry.kind, entry.seat, entry.key, entry.value) == (
        engine.DECIDE, None, "decide_dispute/1", True,
    )  # fmt: skip
    fresh = Shelf(shelf.db)  # Read again from the log.
    with fresh.looking(table_id) as sitting:
        assert sitting.match.state.promises[0].verdict == "broken"
        assert not sitting.match.decisions()
