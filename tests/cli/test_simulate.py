"""`pbem simulate`: many games, their figures, their files."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType

from pbem.cli.seats import Waits, find_bots, play_out, sit_down
from pbem.engine import ANSWER, Entry, Item, Seat
from tests.conformance.raid import GAME as RAID

from .conftest import Run


def test_the_summary_tells_length_decisions_waits_winners_and_reasons(run: Run) -> None:
    result = run("simulate", "dudo", "--seats", 3, "--seed", "s", "--games", 20)
    assert result.exit_code == 0
    wins = [int(n) for n in re.findall(r"seat \d won +(\d+)", result.output)]
    assert len(wins) == 3
    assert sum(wins) == 20
    assert re.search(r"ended by 'last' +20  100\.0 %", result.output)
    for label in ("length (entries)", "decisions", "waits for another person"):
        assert re.search(rf"{re.escape(label)} +mean [\d.]+, median", result.output)


def test_a_seed_repeats_the_games_and_another_does_not(run: Run) -> None:
    one, same, other = (
        run("simulate", "dudo", "--seats", 3, "--seed", seed, "--games", 5).output
        for seed in ("a", "a", "b")
    )
    assert one == same
    assert one != other


def test_many_games_are_written_into_numbered_files_that_verify(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "game.jsonl"
    assert run("simulate", "dudo", "--games", 10, "--out", out, "--states").exit_code == 0
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == [f"game-{k:02}.jsonl" for k in range(1, 11)]
    result = run("verify", *files)
    assert result.exit_code == 0, result.output
    assert result.output.count("all true") == 10


def test_bots_may_be_named_for_every_seat(run: Run) -> None:
    result = run("simulate", "dudo", "--seats", 2, "--games", 30, "--bots", "careful,random")
    careful, at_random = (int(n) for n in re.findall(r"seat \d won +(\d+)", result.output))
    assert careful > 2 * at_random


def test_wrong_bots_are_refused(refused: Callable[..., str]) -> None:
    assert refused("simulate", "dudo", "--bots", "hal") == (
        "Dudo has no bot 'hal'. It has: careful and random."
    )
    assert refused("simulate", "dudo", "--seats", 3, "--bots", "random,careful") == (
        "Name one bot for all 3 seats, or one for each; you named 2."
    )


def test_states_without_a_file_and_files_that_cannot_be_written_are_refused(
    refused: Callable[..., str], tmp_path: Path
) -> None:
    assert refused("simulate", "dudo", "--states").startswith("--states needs --out")
    out = tmp_path / "no" / "game.jsonl"
    said = refused("simulate", "dudo", "--out", out)
    assert said == f"{out} cannot be written: No such file or directory."


def test_people_asked_together_are_waited_for_once() -> None:
    match = sit_down(RAID, 3, "1")
    waits = Waits()
    seen = []
    while match.milestone == 1:
        asking = match.waiting()[0]
        waits.see(match, asking)
        seen.append((asking.prompt.kind, int(asking.prompt.seat), waits.count))
        default = asking.prompt.default(match.state)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, default))
    assert seen == [
        ("target", 0, 1),
        ("wishes", 0, 1),  # The same person goes on.
        ("price", 1, 2),
        ("price", 2, 2),  # Asked together with the one before.
        ("stake", 0, 3),
        ("ambush", 1, 4),
        ("ambush", 2, 4),
        ("bury", 0, 5),
        ("last_words", 0, 5),
    ]


def test_a_bot_may_do_something_unasked_before_it_answers() -> None:
    class Generous:
        def answer(self, view, question, rng):  # type: ignore[no-untyped-def]
            return question.default

        def act(self, view, acts, rng):  # type: ignore[no-untyped-def]
            return (acts[0], 1) if view["coins"][1] < 7 else None

    match = sit_down(RAID, 3, "1")
    played = play_out(match, [Generous()] * 3, random.Random(1))
    acts = [entry for entry in match.entries if entry.kind == "act"]
    assert acts[0].seat == Seat(0)
    assert played.decisions == sum(entry.kind == "answer" for entry in match.entries)
    assert played.match.outcome is not None


def test_bots_of_the_game_live_by_its_habits_and_those_that_play_anything_do_not() -> None:
    class Asker:
        def __init__(self) -> None:
            self.asked: set[str] = set()

        def answer(self, view, question, rng):  # type: ignore[no-untyped-def]
            self.asked.add(question.kind)
            return question.default

        def act(self, view, acts, rng):  # type: ignore[no-untyped-def]
            return None

    at_home, stranger = Asker(), Asker()

    class Habitual(type(RAID)):  # type: ignore[misc]
        bots = MappingProxyType({"usual": at_home})
        habits = (Item("target", ("keep",), standing=True),)

    match = sit_down(Habitual(), 3, "1")
    play_out(match, [at_home, stranger, stranger], random.Random(1))
    assert "target" in stranger.asked
    assert at_home.asked
    assert "target" not in at_home.asked
    plans = [entry.seat for entry in match.entries if entry.kind == "plan"]
    assert plans == [Seat(0)]


def test_one_name_seats_one_bot_everywhere() -> None:
    assert len(find_bots(RAID, "random", 4)) == 4
