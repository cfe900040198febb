"""`pbem bench`: what it prints can be read by people and by programs, and is honestly measured."""

from __future__ import annotations

import json
import random
import re
import time
from itertools import pairwise
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbem import games
from pbem.bench import plain, playout, rounds
from pbem.bench.playout import play_randomly
from pbem.bench.replaying import long_log
from pbem.bench.rounds import ROUNDS, Ratio, Row
from pbem.cli import main
from pbem.engine import Outcome

DUDO = games.load("dudo")


def bench(*words: str) -> Result:
    return CliRunner().invoke(main, ["bench", *words])


# What is printed.


@pytest.fixture(scope="module", params=["playout", "replay"])
def told(request: pytest.FixtureRequest) -> dict[str, Any]:
    """A short run, as JSON."""
    result = bench(request.param, "--json", "--seconds", "0.3")
    assert result.exit_code == 0, result.output
    body: dict[str, Any] = json.loads(result.output)
    assert body["bench"] == request.param
    return body


def test_json_has_both_rates_and_their_ratio(told: dict[str, Any]) -> None:
    ours, yardstick, *_others = told["rows"]
    assert ours["what"].startswith("dudo")
    assert yardstick["what"] == "the same in plain Python"
    assert ours["unit"] == yardstick["unit"]
    (ratio, *_more) = told["ratios"]
    assert ratio["what"] == "ours ÷ plain"
    roughly = ours["per_second"] / yardstick["per_second"]
    assert roughly / 3 < ratio["value"] < roughly * 3
    assert ratio["verdict"] in ("aim reached", "enough", "too slow")
    assert told["rounds"] == ROUNDS


def test_opening_late_is_compared_with_opening_early(told: dict[str, Any]) -> None:
    late = [ratio for ratio in told["ratios"] if ratio["what"] == "time to open late ÷ early"]
    assert len(late) == (told["bench"] == "replay")
    assert all(ratio["at_most"] and ratio["value"] > 0 for ratio in late)


def test_the_table_has_a_line_for_everything_measured() -> None:
    result = bench("replay", "--seconds", "0.3")
    head, *lines = result.output.splitlines()
    assert re.fullmatch(r"replay \(Python [\d.]+, medians of 7 rounds\)", head)
    rates = [line for line in lines if re.search(r" [\d,]+\.\d (moves|openings)/s$", line)]
    ratios = [
        line
        for line in lines
        if re.search(
            r" \d+\.\d{3} aim [≤≥] [\d.]+ \([\d.]+\): (aim reached|enough|too slow)$", line
        )
    ]
    assert (len(rates), len(ratios)) == (4, 2)
    assert len(lines) == 6


def test_every_game_there_is_is_measured_beside_the_smallest() -> None:
    body = playout(0.3).as_json()
    for slug in games.slugs():
        assert any(row["what"].startswith(f"{slug}, ") for row in body["rows"]), slug


def test_a_game_that_cannot_be_played_does_not_hide_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games, "slugs", lambda: ["dudo", "wreck"])
    result = playout(0.2)
    assert result.rows[-1].note.startswith(
        "cannot be played: UnknownGame: There is no game 'wreck'"
    )
    assert result.rows[0].per_second > 0


@pytest.mark.parametrize("words", [["chess"], [], ["playout", "--seconds", "0"]])
def test_what_cannot_be_measured_is_refused(words: list[str]) -> None:
    result = bench(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ")
    assert "Traceback" not in result.output


# How it is measured.


def test_everything_takes_its_turn_in_every_round() -> None:
    turns: list[str] = []

    def work(name: str) -> rounds.Work:
        def count() -> int:
            turns.append(name)
            return 5

        return count

    rates = rounds.take_turns({"one": work("one"), "other": work("other")}, 0.014)
    assert {name: len(each) for name, each in rates.items()} == {"one": ROUNDS, "other": ROUNDS}
    changes = sum(a != b for a, b in pairwise(turns))
    assert changes == 2 * ROUNDS + 1  # Once each to warm up, then in turns.


def test_a_rate_is_units_per_second_of_the_processors_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 10.5, 11.0, 12.0])
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert rounds.rate(lambda: 6, 2.0) == 9.0


def test_the_ratio_is_the_median_of_neighbouring_rounds() -> None:
    assert rounds.ratio_of([1.0, 9.0, 4.0], [2.0, 3.0, 4.0]) == 1.0


@pytest.mark.parametrize(
    ("value", "at_most", "verdict"),
    [
        (0.5, False, "aim reached"),
        (0.3, False, "enough"),
        (0.2, False, "enough"),
        (0.1, False, "too slow"),
        (0.5, True, "too slow"),
        (0.2, True, "enough"),
    ],
)
def test_the_verdict(value: float, at_most: bool, verdict: str) -> None:
    aim, least = (0.1, 0.2) if at_most else (0.5, 0.2)
    assert Ratio("x", value, aim, least, at_most).verdict == verdict


def test_a_row_without_a_note_ends_with_its_unit() -> None:
    result = rounds.Result("x", [Row("a", "moves", 1234.56)])
    assert result.as_table().splitlines()[1].endswith("1,234.6 moves/s")


# What is measured: the same game on both sides, played by the same door as everywhere.


@pytest.mark.parametrize("seed", range(12))
def test_the_yardstick_plays_by_the_same_rules(seed: int) -> None:
    """Play one game at random, and give the plain one the same dice and the same answers."""
    seats = 2 + seed % 5
    match = play_randomly(DUDO, seats, seed, random.Random(seed))
    shaken = [
        {vars(e)["seat"]: vars(e)["dice"] for e in step.events if type(e).__name__ == "Shook"}
        for step in match.steps.values()
    ]
    cups = iter([cup for cup in shaken if cup])

    class SameDice(plain.PlainDice):
        def shake(self) -> None:
            super().shake()
            told = next(cups)
            self.cups = [list(told.get(i, ())) for i in range(seats)]

    game = SameDice(seats, random.Random(1))
    game.turn = int(match.entries[1].seat or 0)
    for entry in match.entries[1:]:
        assert not game.over
        assert game.turn == entry.seat
        count, _x, face = str(entry.value).partition("x")
        move = plain.DOUBT if entry.value == "doubt" else 6 * int(count) + int(face) - 7
        assert move in game.legal()
        game.play(move)
    assert game.over
    assert isinstance(match.outcome, Outcome)
    assert tuple(game.dice) == match.outcome.scores


def test_the_yardstick_offers_as_many_answers() -> None:
    match = play_randomly(DUDO, 3, 1, random.Random(1))
    game = plain.PlainDice(3, random.Random(1))
    assert len(game.legal()) == 90
    game.play(20)
    assert game.legal() == [plain.DOUBT, *range(21, 90)]
    for wrong in (20, 90, -2):
        with pytest.raises(ValueError, match="not allowed"):
            game.play(wrong)
    assert match.seq > 5


def test_a_plain_replay_leads_to_the_same_end() -> None:
    moves = plain.play_plain(3, 7, random.Random(7))
    one, other = (plain.replay_plain(3, 7, moves) for _again in range(2))
    assert one.over
    assert one.dice == other.dice
    assert sum(n > 0 for n in one.dice) == 1


def test_a_long_log_opens_anywhere_at_the_very_table() -> None:
    log = long_log(600)
    assert len(log.match.entries) == 600
    for seq in (1, 100, 333, 600):
        opened = log.open(seq)
        assert opened.seq == seq
        assert opened.digest == log.match.entries[seq - 1].digest
        assert len(opened.entries) <= 100  # From a snapshot, not from the start.
