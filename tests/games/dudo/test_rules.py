"""Dudo by the numbers of its rules (pbem/games/dudo/rules.md)."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem import games
from pbem.engine import (
    ANSWER,
    CLOCK,
    Bot,
    Entry,
    LoadedDice,
    Match,
    NotAllowed,
    RandomBot,
    Seat,
    begin,
)

GAME = games.load("dudo")
A, B, C = Seat(0), Seat(1), Seat(2)
FIVE = (2, 3, 4, 5, 6)


def sit_down(*cups: Sequence[int], more: dict[str, list[Sequence[int]]] | None = None) -> Match:
    """A table where seat 0 begins and the first round's cups are known; `more` for later rounds."""
    told: dict[str, list[Sequence[object]]] = {"first": [(A,)]}
    for i, cup in enumerate(cups):
        told[f"cup@{i}"] = [cup, *(more or {}).get(f"cup@{i}", [])]
    return begin(GAME, len(cups), secret=b"dudo", dice=LoadedDice(told))


def asked(match: Match) -> Seat:
    (asking,) = match.waiting()
    return asking.prompt.seat


def answer(match: Match, *values: str) -> None:
    """Each answer is given by whoever is asked."""
    for value in values:
        (asking,) = match.waiting()
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))


def may(match: Match) -> Sequence[str]:
    (asking,) = match.waiting()
    values: Sequence[str] = match.question(asking.key).values()
    return values


def lose(match: Match, seat: Seat, times: int) -> None:
    """Round after round this seat bids what cannot be, and is doubted."""
    for _round in range(times):
        while asked(match) != seat:
            answer(match, may(match)[1] if "doubt" in may(match) else may(match)[0])
        most = sum(match.state.dice)
        answer(match, f"{most}x1", "doubt")


# DU-1: the table.


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_DU_1_1_everybody_takes_five_dice(seats: int) -> None:
    match = begin(GAME, seats, secret=b"x")
    assert match.state.dice == [5] * seats
    assert [len(cup) for cup in match.state.cups] == [5] * seats


def test_DU_1_1_chance_says_who_begins() -> None:
    firsts = {asked(begin(GAME, 3, secret=bytes([i]))) for i in range(40)}
    assert firsts == {A, B, C}


def test_DU_1_2_everybody_sees_the_own_cup_only() -> None:
    match = sit_down(FIVE, (1, 1, 1, 1, 1))
    assert match.view(A)["mine"] == list(FIVE)
    assert match.view(B)["mine"] == [1] * 5
    assert match.view(None)["mine"] == []
    shook = [e for e in match.steps[1].events if type(e).__name__ == "Shook"]
    assert [(e.seen_by(A), e.seen_by(B), e.seen_by(None)) for e in shook] == [
        (True, False, False),
        (False, True, False),
    ]


def test_DU_1_2_bidding_goes_clockwise_until_somebody_doubts() -> None:
    match = sit_down(FIVE, FIVE, FIVE)
    seats = []
    for bid in ("1x1", "1x2", "1x3", "1x4"):
        seats.append(asked(match))
        answer(match, bid)
    assert seats == [A, B, C, A]
    assert match.state.round == 1
    answer(match, "doubt")
    assert match.state.round == 2
    assert match.state.bid is None


def test_DU_1_2_the_dice_are_shaken_anew_every_round() -> None:
    match = sit_down(FIVE, FIVE, more={"cup@0": [(1, 1, 1, 1)], "cup@1": [(6, 6, 6, 6, 6)]})
    answer(match, "10x6", "doubt")
    assert match.state.cups == [(1, 1, 1, 1), (6, 6, 6, 6, 6)]


def test_DU_1_3_who_has_no_dice_is_passed_over() -> None:
    match = sit_down(FIVE, FIVE, FIVE)
    lose(match, B, 5)
    assert match.state.dice == [5, 0, 5]
    assert match.state.cups[B] == ()
    seats = []
    for bid in ("1x1", "1x2", "1x3"):
        seats.append(asked(match))
        answer(match, bid)
    assert B not in seats
    assert len(set(seats)) == 2


def test_DU_1_3_the_last_with_dice_wins() -> None:
    match = sit_down(FIVE, FIVE, FIVE)
    lose(match, B, 5)
    assert match.outcome is None
    lose(match, A, 5)
    assert match.outcome is not None
    assert match.outcome.winners == (C,)
    assert match.outcome.scores == (0, 0, 5)
    assert match.outcome.reason == "last"
    assert not match.waiting()


# DU-2: bidding.


def test_DU_2_1_the_opener_must_bid() -> None:
    match = sit_down(FIVE, FIVE)
    assert "doubt" not in may(match)
    with pytest.raises(NotAllowed, match="no bid to doubt yet"):
        answer(match, "doubt")


def test_DU_2_1_everybody_after_the_opener_bids_more_or_doubts() -> None:
    match = sit_down(FIVE, FIVE)
    answer(match, "3x4")
    assert may(match)[:3] == ("doubt", "3x5", "3x6")
    for same_or_less in ("3x4", "3x3", "2x6", "1x1"):
        with pytest.raises(NotAllowed, match="You must bid more than 3 fours"):
            answer(match, same_or_less)


@pytest.mark.parametrize(
    ("low", "high"), [("1x6", "2x1"), ("2x1", "2x2"), ("3x5", "4x1"), ("4x5", "4x6")]
)
def test_DU_2_2_more_dice_beat_fewer_then_the_higher_face(low: str, high: str) -> None:
    match = sit_down(FIVE, FIVE)
    answer(match, low)
    assert high in may(match)
    answer(match, high)
    assert low not in may(match)


def test_DU_2_2_nobody_bids_more_dice_than_there_are() -> None:
    match = sit_down(FIVE, FIVE)
    assert may(match)[-1] == "10x6"
    with pytest.raises(NotAllowed, match="There are only 10 dice"):
        answer(match, "11x1")
    answer(match, "10x6")
    assert may(match) == ("doubt",)
    answer(match, "doubt")
    assert may(match)[-1] == "9x6"


# DU-3: doubting.


def test_DU_3_1_the_cups_are_lifted_for_everybody() -> None:
    match = sit_down(FIVE, (1, 2, 2, 2, 6))
    answer(match, "5x2", "doubt")
    (doubted,) = (e for e in match.steps[3].events if type(e).__name__ == "Doubted")
    assert doubted.seen_by(None)
    assert vars(doubted)["cups"] == (FIVE, (1, 2, 2, 2, 6))
    assert vars(doubted)["count"] == 5


def test_DU_3_2_a_one_fits_every_face() -> None:
    match = sit_down((1, 1, 4, 5, 5), (1, 2, 3, 3, 3))
    assert [match.state.count(face) for face in range(1, 7)] == [3, 4, 6, 4, 5, 3]


def test_DU_3_2_ones_themselves_are_counted_alone() -> None:
    match = sit_down((1, 1, 4, 5, 5), (6, 6, 6, 6, 6))
    answer(match, "3x1", "doubt")
    assert match.state.dice == [4, 5]


@pytest.mark.parametrize(
    ("bid", "dice"), [("3x4", [5, 4]), ("4x4", [5, 4]), ("5x4", [4, 5])], ids=["more", "as", "less"]
)
def test_DU_3_3_with_at_least_as_many_the_doubter_loses(bid: str, dice: list[int]) -> None:
    match = sit_down((4, 4, 2, 2, 2), (4, 1, 3, 3, 3))
    answer(match, bid, "doubt")
    assert match.state.dice == dice


@pytest.mark.parametrize(("bid", "opener"), [("1x4", B), ("10x4", A)])
def test_DU_3_3_the_loser_opens_the_next_round(bid: str, opener: Seat) -> None:
    match = sit_down((4, 4, 2, 2, 2), FIVE, FIVE)
    answer(match, bid, "doubt")
    assert asked(match) == opener


def test_DU_3_3_a_loser_without_dice_gives_the_opening_to_the_next() -> None:
    match = sit_down(FIVE, FIVE, FIVE)
    lose(match, C, 5)
    assert match.state.dice == [5, 5, 0]
    assert asked(match) == A


# DU-4: who does not answer.


def test_DU_4_1_the_opener_bids_one_of_the_highest_face_under_the_own_cup() -> None:
    match = sit_down((1, 2, 2, 4, 3), FIVE)
    (asking,) = match.waiting()
    value = match.due_default(asking.key)
    assert value == "1x4"
    match.enter(Entry(match.seq + 1, CLOCK, A, asking.key, value))
    assert str(match.state.bid) == "1x4"


def test_DU_4_1_later_a_player_doubts() -> None:
    match = sit_down(FIVE, FIVE)
    answer(match, "10x6")
    (asking,) = match.waiting()
    assert match.due_default(asking.key) == "doubt"
    match.enter(Entry(match.seq + 1, CLOCK, B, asking.key, "doubt"))
    assert match.state.dice == [4, 5]


def test_DU_4_1_the_default_is_always_legal() -> None:
    rng = random.Random(4)
    for seed in range(20):
        match = begin(GAME, 2 + seed % 5, secret=bytes([seed]))
        while match.outcome is None:
            (asking,) = match.waiting()
            assert asking.prompt.default(match.state) in may(match)
            answer(match, asking.prompt.sample(match.state, rng))


# The bot, the answers, and the rule book.


def winner(bots: Sequence[Bot], seed: int) -> Seat:
    match = begin(GAME, len(bots), secret=seed.to_bytes(4, "big"))
    rng = random.Random(seed)
    while match.outcome is None:
        (asking,) = match.waiting()
        seat = asking.prompt.seat
        value = bots[seat].answer(match.view(seat), match.question(asking.key), rng)
        answer(match, value)
    return match.outcome.winners[0]


@pytest.mark.parametrize(("seats", "least"), [(2, 85), (4, 60)])
def test_the_careful_bot_clearly_beats_random_play(seats: int, least: int) -> None:
    """It sits on every seat in turn; by luck alone it would win 50 or 25 of 100."""
    won = 0
    for seed in range(100):
        careful = Seat(seed % seats)
        bots: list[Bot] = [RandomBot() for _seat in range(seats)]
        bots[careful] = GAME.bots["careful"]
        won += winner(bots, seed) == careful
    assert won >= least


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("2x5", "2x5"), ("2 5", "2x5"), ("2 x 5", "2x5"), ("2 fives", "2x5"), ("1 one", "1x1")],
)
def test_bids_can_be_typed_as_people_write_them(typed: str, meant: str) -> None:
    match = sit_down(FIVE, FIVE)
    (asking,) = match.waiting()
    assert match.question(asking.key).parse(typed) == meant


@pytest.mark.parametrize("typed", ["doubt", "liar", "Dudo", "LIAR"])
def test_doubt_has_many_names(typed: str) -> None:
    match = sit_down(FIVE, FIVE)
    answer(match, "1x1")
    (asking,) = match.waiting()
    assert match.question(asking.key).parse(typed) == "doubt"


def test_every_rule_cited_is_in_the_rule_book_and_every_rule_is_tested(root: Path) -> None:
    folder = root / "pbem/games/dudo"
    book = set(re.findall(r"\*\*(DU-\d\.\d)\*\*", (folder / "rules.md").read_text("utf-8")))
    code = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    assert set(re.findall(r"DU-\d\.\d", code)) <= book
    tests = {
        name.replace("DU_", "DU-").replace("_", ".")
        for name in re.findall(r"test_(DU_\d_\d)", Path(__file__).read_text("utf-8"))
    }
    assert tests == book
