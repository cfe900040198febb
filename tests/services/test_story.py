"""The story of a table: what one viewer was told, and nothing that was taken back."""

from __future__ import annotations

from pbem.engine import ANSWER, PLAIN, REWIND, Seat
from pbem.services import story, turns
from pbem.services.sittings import Shelf

from .tables import NOON, asked, now_at, two


def bid(shelf: Shelf, table_id: int, value: str) -> None:
    prompt = asked(shelf.db, table_id)
    turns.submit(shelf, table_id, turns.Order(ANSWER, prompt.seat, prompt.key, value), now=NOON)


def told(shelf: Shelf, table_id: int, viewer: Seat | None, **more: int) -> list[str]:
    table = now_at(shelf.db, table_id)
    with shelf.db.reading() as c:
        return [PLAIN.say(line.text) for line in story.lines(c, table, viewer, **more)]


def test_each_is_told_what_it_may_know(shelf: Shelf) -> None:
    table = two(shelf)
    bid(shelf, table.id, "2x3")
    public = told(shelf, table.id, None)
    assert public[-1].endswith("bids 2 threes.")
    assert not any("Under your cup" in line for line in public)
    for seat in (Seat(0), Seat(1)):
        own = told(shelf, table.id, seat)
        assert sum("Under your cup" in line for line in own) == 1
        assert [line for line in own if "Under your cup" not in line] == public


def test_what_was_taken_back_is_left_out_however_far_back_it_went(shelf: Shelf) -> None:
    table = two(shelf)
    for value in ("1x2", "1x3", "1x4", "1x5"):
        bid(shelf, table.id, value)
    turns.submit(shelf, table.id, turns.Order(REWIND, None, value={"to": 2}), now=NOON)
    bid(shelf, table.id, "2x6")
    whole = told(shelf, table.id, None)
    assert [line.partition(" bids ")[2] for line in whole if " bids " in line] == [
        "1 two.",
        "2 sixes.",
    ]
    moderator = "The moderator takes play back to an earlier moment."
    assert moderator in whole
    assert told(shelf, table.id, None, back=2)[0] == moderator
