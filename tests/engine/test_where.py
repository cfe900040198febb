"""Which rule is at work."""

from __future__ import annotations

from pbem.engine import Outcome, Seat, Table, begin

from .small import END, FAIR, SECRET, A, B, Bid, Buy, Purse, answer, table


async def haggle(t: Table[Purse], seat: Seat) -> int:
    """HA-2: name a price.

    The rest of a docstring is not shown.
    """
    return await t.ask(Bid(seat))


async def silent(t: Table[Purse]) -> None:
    await t.ask(Buy(A))


async def rules(t: Table[Purse]) -> Outcome:
    """HA-1: everybody haggles."""
    await silent(t)
    await t.side_by_side(haggle(t, A), haggle(t, B))
    return END


def test_the_rules_that_wait_are_named_outermost_first() -> None:
    match = table(rules)
    assert match.where()[-2:] == ["rules: HA-1: everybody haggles.", "silent"]


def test_rules_side_by_side_are_named_as_long_as_they_wait() -> None:
    match = table(rules)
    answer(match, A, "salt")
    assert match.where()[-3:] == [
        "rules: HA-1: everybody haggles.",
        "haggle: HA-2: name a price.",
        "haggle: HA-2: name a price.",
    ]
    answer(match, B, 1)
    assert match.where()[-2:] == [
        "rules: HA-1: everybody haggles.",
        "haggle: HA-2: name a price.",
    ]


def test_the_tables_own_verbs_are_left_out_and_a_finished_game_waits_nowhere() -> None:
    match = begin(FAIR, 2, secret=SECRET)
    assert match.where() == [
        "play",
        "fair: FA-1: four rounds of a fair.",
        "fair_round: FA-2: bids, errands, an offer and talk.",
    ]
    done = table(rules)
    answer(done, A, "salt")
    answer(done, A, 1)
    answer(done, B, 1)
    assert done.where() == []
