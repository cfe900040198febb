"""ML-7: what a slow table needs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from pbem.engine import PLAIN, RESIGN, AnswerError, Entry, Seat
from pbem.games.metallum.game import GAME
from pbem.games.metallum.prompts import ActFirst, Actions, WriteProgram
from pbem.games.metallum.state import Income

from .scene import BLUE, RED, Game, acting


def test_ML_7_2_carried_out_up_to_a_discovered_planet_then_a_draft() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "right, deploy")
    assert game.state.up[1]
    assert game.state.robots[RED][1] == 0
    assert game.state.draft == ["deploy"]
    assert [left["move"] for left in game.match.view(RED)["draft"]] == ["deploy"]
    assert game.match.view(BLUE)["draft"] == []
    assert game.kinds() == [(RED, "go_on")]
    assert game.asked(RED).default == ("deploy",)
    game.time_out(RED)
    assert game.state.robots[RED][1] == 2
    assert game.kinds() == [(BLUE, "actions")]
    assert game.state.draft == []


def test_ML_7_2_of_a_draft_the_legal_steps_run_and_the_others_are_skipped() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "right, theta alpha eta, deploy, buy factory")
    assert game.asked(RED).default == ("deploy",)


def test_ML_7_2_movement_always_runs() -> None:
    game = Game()
    game.programs("move 1, power", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "power right, deploy")
    assert game.kinds() == [(RED, "go_on")]
    assert game.asked(RED).default[0] == "right"
    with pytest.raises(AnswerError):
        game.say(RED, "none")


def test_ML_7_2_look_carries_out_the_list_so_far_and_asks_again() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "deploy, look, right")
    assert game.state.robots[RED][0] == 2
    assert game.kinds() == [(RED, "go_on")]
    assert game.state.draft == ["right"]
    game.say(RED, "right")
    assert game.kinds() == [(BLUE, "actions")]


def test_ML_7_3_the_defaults_of_an_action_phase() -> None:
    def usual(program: str, **facts: object) -> tuple[str, ...]:
        return Actions(RED).default(acting(program, **facts).state)

    assert usual("move 1, deploy 2, power, extra") == ("right", "deploy", "power robot")
    assert usual("move 2, deploy 2, deep, buy") == ("right", "deploy", "deep")
    assert usual("move 1, mark, buy") == ("right",)
    assert usual("move 2, deploy 1", ships=("zeta", "alpha")) == ("left", "deploy")
    assert usual("move 1, deploy 1", hands=(["reinforcements"], [])) == ("right", "deploy")


def test_ML_7_3_a_discovery_by_default_goes_on_by_default() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2, deploy 1")
    for _wait in range(5):
        game.time_out(game.kinds()[0][0])
    assert game.state.robots[RED][1] == 2
    assert game.state.robots[BLUE][2] == 1
    assert game.state.round == 2


def test_ML_7_4_the_unseen_planets_are_known_as_a_set() -> None:
    view = Game(planets=("theta", "beta", "eta", "zeta", "delta")).match.view(RED)
    assert view["unseen"] == ["beta", "delta", "epsilon", "eta", "gamma", "theta", "zeta"]
    assert [planet["planet"] for planet in view["planets"]] == ["alpha", "", "", "", "", "", ""]


def test_ML_7_4_resigning_loses() -> None:
    game = Game()
    game.match.enter(Entry(game.match.seq + 1, RESIGN, RED))
    outcome = game.match.outcome
    assert outcome is not None
    assert outcome.winners == (BLUE,)
    assert "resigns" in PLAIN.say(GAME.ending(outcome))


def waits_of(game: Game, answer: Callable[[Game, Seat], object]) -> dict[int, int]:
    """How often each round of a game waits: for both programs together, or for one answer."""
    waits: Counter[int] = Counter()
    while game.match.outcome is None:
        waits[game.state.round] += 1
        for asking in game.match.waiting():  # All who are asked now are waited for together.
            answer(game, asking.prompt.seat)
    return waits


def any_answer(rng: random.Random, anyway: bool) -> Callable[[Game, Seat], object]:
    def answer(game: Game, seat: Seat) -> object:
        question = game.asked(seat)
        value = question.sample(rng)
        while "look" in value or (not anyway and "anyway" in value):
            value = question.sample(rng)
        if anyway and question.kind in ("actions", "go_on"):
            value = (*value, "anyway")
        return game.enter(seat, value)

    return answer


@pytest.mark.parametrize("seed", range(4))
def test_ML_7_a_round_costs_at_most_four_waits(seed: int) -> None:
    """Both programs, the order, two action phases; with 'anyway' discoveries cost none."""
    waits = waits_of(Game(), any_answer(random.Random(seed), anyway=True))
    assert list(waits) == list(range(1, 10))
    assert max(waits.values()) <= 4
    assert max(waits.values()) >= 3


@pytest.mark.parametrize("seed", range(4))
def test_ML_7_2_a_discovery_costs_one_wait_more_and_there_are_six_at_most(seed: int) -> None:
    game = Game()
    waits = waits_of(game, any_answer(random.Random(seed), anyway=False))
    assert sum(max(0, n - 4) for n in waits.values()) <= sum(game.state.up[1:])
    assert sum(waits.values()) <= 9 * 4 + 6


def test_ML_7_3_nobody_there_costs_at_most_four_waits_a_round() -> None:
    waits = waits_of(Game(), lambda game, seat: game.time_out(seat))
    assert max(waits.values()) <= 4


def test_ML_7_2_anyway_does_the_possible_rest_without_asking() -> None:
    game = Game()
    game.programs("move 1, deploy 2, power, extra", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "right, omega, deploy, anyway, power robot")
    assert game.kinds() == [(BLUE, "actions")]
    assert game.state.up[1]
    assert game.state.robots[RED][1] == 3  # Omega's installation was not possible there.
    assert game.state.draft == []


def test_ML_7_2_anyway_runs_the_movement_in_any_case() -> None:
    game = Game()
    game.programs("move 1, power", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "power right, anyway")
    assert game.kinds() == [(BLUE, "actions")]
    assert game.state.ships[RED] == 2
    assert game.state.up[:3] == [True, True, True]


def test_ML_7_2_anyway_still_looks_where_it_is_told_to() -> None:
    game = Game()
    game.programs("move 1, deploy 2, power", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "right, anyway, deploy, look, power robot")
    assert game.kinds() == [(RED, "go_on")]
    assert game.state.robots[RED][1] == 2
    assert game.state.draft == ["power robot"]


def test_turn_sheet_lets_a_player_settle_the_order_with_the_program() -> None:
    game = Game()
    kinds = [type(p) for p in GAME.turn_sheet(game.state, RED)]
    assert kinds == [WriteProgram, ActFirst]
    game.programs("move 1", "move 2")
    assert GAME.turn_sheet(game.state, RED) == ()


def test_ML_7_what_standing_orders_can_look_at() -> None:
    game = Game()
    game.state.money[RED], game.state.ledger[:] = 3, [Income(0, RED, 3, "before")]
    assert game.asked(RED).facts == {"round": 1, "money": 3}
    assert game.asked(BLUE).facts == {"round": 1, "money": 0}
    game.programs("move 1", "move 2, deploy 2")
    assert game.asked(RED).facts == {"round": 1, "simpler": 3}
