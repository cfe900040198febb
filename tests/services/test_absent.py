"""Who lets the clock answer again and again has left, in games that say so."""

from __future__ import annotations

from datetime import datetime

from pbem.engine import CLOCK, RESIGN
from pbem.services import deadlines
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

from .tables import NOON, TURN, answer, log, now_at, two


def pass_time(shelf: Shelf, now: datetime) -> datetime:
    """The next deadline comes and nobody has answered."""
    now += TURN
    deadlines.apply_due(shelf, lambda: now, Budget(30.0))
    return now


def test_AP_4_3_three_answers_of_the_clock_in_a_row_are_a_resignation(shelf: Shelf) -> None:
    table = two(shelf, game="archpiratus")
    now = NOON
    for _answer in range(2):
        now = pass_time(shelf, now)
    assert now_at(shelf.db, table.id).status == "running"
    pass_time(shelf, now)
    entries = log(shelf.db, table.id)
    assert [entry.kind for entry in entries[1:]] == [CLOCK, CLOCK, CLOCK, RESIGN]
    assert (entries[-1].seat, entries[-1].source) == (entries[1].seat, "clock")
    assert now_at(shelf.db, table.id).status == "over"


def test_AP_4_3_an_answer_in_between_shows_that_somebody_is_there(shelf: Shelf) -> None:
    table = two(shelf, game="archpiratus")
    now = pass_time(shelf, pass_time(shelf, NOON))
    answer(shelf, table.id, now=now)
    pass_time(shelf, now)
    assert now_at(shelf.db, table.id).status == "running"
    assert RESIGN not in [entry.kind for entry in log(shelf.db, table.id)]


def test_most_games_wait_for_ever(shelf: Shelf) -> None:
    table = two(shelf, game="metallum")
    now = NOON
    for _answer in range(6):
        now = pass_time(shelf, now)
    assert now_at(shelf.db, table.id).status == "running"
