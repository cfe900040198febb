"""What the scales are told of a game."""

from __future__ import annotations

from pbem.engine import Event
from pbem.games.metallum.account import account, offers
from pbem.games.metallum.events.acting import ActionsBegan, ModuleBought
from pbem.games.metallum.events.rounds import (
    MarketChanged,
    MarketCleared,
    MarketFilled,
    ProgramRevealed,
)
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
