"""What only a moderator decides: an entry of its own, without a seat, checked like any other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.engine import DECIDE, Act, Entry, Match, NotAllowed, Seat, begin, replay

from .small import SECRET, A, Give, Purse, SmallGame
from .test_match import rounds


class Fined(SmallGame):
    """A game in which a moderator may take coins from the first seat while it has more than 2."""

    def decisions(self, s: Purse) -> Sequence[Act[Purse, Any]]:
        return [Give(A)] if s.coins[A] > 2 else []


def table(game: SmallGame) -> Match:
    return begin(game, 2, secret=SECRET)


def test_a_decision_is_carried_out_and_replayed() -> None:
    game = Fined(rounds)
    match = table(game)
    (question,) = match.decisions()
    step = match.enter(Entry(match.seq + 1, DECIDE, None, question.key, 3))
    assert match.state.coins[A] == 2
    assert step.events
    assert match.decisions() == []
    again = replay(game, match.start, match.entries, SECRET)
    assert again.digest == match.digest
    assert Entry.from_json(step.entry.as_json()).kind == DECIDE


@pytest.mark.parametrize(
    ("seat", "key", "value", "why"),
    [
        (Seat(0), "give", 1, "nothing of that sort"),
        (None, "take", 1, "nothing of that sort"),
        (None, "give", 99, "number from 0 to 5"),
    ],
)
def test_what_is_not_to_be_decided_is_refused(
    seat: Seat | None, key: str, value: int, why: str
) -> None:
    match = table(Fined(rounds))
    with pytest.raises(NotAllowed, match=why):
        match.enter(Entry(match.seq + 1, DECIDE, seat, key, value))
    assert match.state.coins[A] == 5


def test_most_games_have_nothing_to_decide() -> None:
    match = table(SmallGame(rounds))
    assert match.decisions() == []
    with pytest.raises(NotAllowed):
        match.enter(Entry(match.seq + 1, DECIDE, None, "give", 1))
