"""What the scales are told of a game."""

from __future__ import annotations

import re
from importlib.resources import files

from pbem.engine import Event
from pbem.games.metallum.account import account, offers
from pbem.games.metallum.events.acting import ActionsBegan, ModuleBought
from pbem.games.metallum.events.rounds import (
    MarketChanged,
    MarketCleared,
    MarketFilled,
    ProgramRevealed,
)
from pbem.games.metallum.game import GAME
from tests.games.metallum.scene import BLUE, RED, Game


def test_ML_3_7_a_module_is_offered_to_who_runs_a_buy() -> None:
    events: list[Event] = [
        MarketFilled(0, "factory"),
        MarketFilled(1, "bulwark"),
        ProgramRevealed(RED, ("move-1", "deploy-1", "buy"), 1),
        ProgramRevealed(BLUE, ("move-1",), 0),
        ActionsBegan(BLUE),
        ActionsBegan(RED),
        ModuleBought(RED, "factory", 4, "alpha"),
        MarketCleared("bulwark"),
        MarketFilled(0, "refinery"),
        ActionsBegan(RED),
        MarketChanged(),
        ActionsBegan(RED),
    ]
    assert offers(events) == {"bulwark": (1, 0), "factory": (1, 1), "refinery": (1, 0)}


def test_ML_a_finished_game_is_accounted_for() -> None:
    game = Game()
    game.programs("move 1", "move 2, deploy 1")
    game.say(RED, "first")
    game.say(RED, "right")
    game.say(BLUE, "right, deploy")
    game.say(BLUE, "deploy")
    events = [event for step in game.match.steps.values() for event in step.events]
    found = account(game.state, events)
    assert found.turns == 2
    assert found.starts == {"first round": ("first", "second")}
    assert found.counts["tiles"] == {"move-1": 1, "move-2": 1, "deploy-1": 1}
    assert found.counts["discoveries"] == {"seat 1": 1, "seat 2": 1}
    assert found.offers == {"modules": {}}


def test_ML_nobody_has_acted() -> None:
    assert account(Game().state, []).starts == {"first round": ("second", "second")}


def unbalanced(report: str) -> list[str]:
    """What a report on balance shows that is not as it should be."""
    (games,) = re.findall(r"## 2 players, (\d+) games", report)
    beside = re.findall(
        r"^\| (1|2|first|second) \| [\d.]+ \| ([-+][\d.]+) \|$", report, re.MULTILINE
    )
    taken = re.findall(r"^\| ([a-z-]+) \| \d+ \| ([\d.]+) \|$", report, re.MULTILINE)
    flaws = [f"only {games} games"] if int(games) < 2000 else []
    flaws += [f"seat {seat}: {by}" for seat, by in beside if abs(float(by)) > 5]
    flaws += [f"{module}: {share}" for module, share in taken if float(share) < 2]
    missing = GAME.read_pack(GAME.pack()).modules.keys() - {module for module, _share in taken}
    return flaws + sorted(missing) + ([] if len(beside) == 4 else ["seats are missing"])


def test_ML_the_report_on_balance_shows_what_was_promised() -> None:
    report = (files("pbem.games.metallum") / "balance.md").read_text("utf-8")
    assert unbalanced(report) == []
    worse = report.replace("2000 games", "200 games").replace("+0.8", "+8.0")
    worse = re.sub(r"(\| factory \| \d+ \|) [\d.]+", r"\1 1.9", worse).replace("| bulwark", "| b")
    assert unbalanced(worse) == ["only 200 games", "seat 1: +8.0", "factory: 1.9", "bulwark"]
