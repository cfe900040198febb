"""ML-7: what a slow table needs."""

from __future__ import annotations

import random

import pytest

from pbem.engine import PLAIN, RESIGN, AnswerError, Entry
from pbem.games.metallum.game import GAME
from pbem.games.metallum.prompts import ActFirst, Actions, WriteProgram

from .scene import BLUE, RED, Game, Scene


def acting(program: str = "move 1, deploy 2", **facts: object) -> Scene:
    return Scene(program=program, **facts)  # type: ignore[arg-type]  # Scene's own facts.


def parse(scene: Scene, text: str) -> tuple[str, ...]:
    return Actions(scene.seat).parse(scene.state, text)


def refused(scene: Scene, text: str) -> str:
    with pytest.raises(AnswerError) as why:
        parse(scene, text)
    return PLAIN.say(why.value.text)


def test_ML_7_2_a_list_is_checked_whole_and_in_order() -> None:
    scene = acting()
    assert parse(scene, "Deploy, RIGHT") == ("deploy", "right")
    assert "run already" in refused(scene, "right, deploy, left")
    assert "There is" not in refused(scene, "right, deploy, left")


def test_ML_7_2_the_movement_must_be_in_it() -> None:
    assert "movement must be run" in refused(acting(), "deploy")


def test_ML_3_2_other_subroutines_may_be_skipped() -> None:
    assert parse(acting(), "right") == ("right",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("left", "cannot leave the row. Write 'right'"),
        ("right, deep", "not in your program. Still to run: deploy 2."),
        ("right, deploy, deploy", "has run already"),
        ("right, omega", "Your ship is at Delta then"),
        ("right, buy factory", "not in your program"),
        ("right, play dividend", "do not have that action module"),
        ("right, more 1 eta", "Alpha's installation has just begun"),
        ("right, delta eta beta", "Nothing of that kind is possible then."),
        ("look, right", "after at least one move"),
        ("dance", "is not a choice here"),
        ("right, p9", "is not a choice here"),
    ],
)
def test_ML_7_2_a_refusal_says_why_and_what_would_do(text: str, why: str) -> None:
    assert why in refused(acting(), text)


def test_ML_7_2_refusals_about_installations_and_money() -> None:
    scene = acting("move 1, deploy 1, extra", ships=("eta", "alpha"))
    assert "used that installation" in refused(scene, "eta beta, extra eta beta, right")
    twice = acting("move 1, power", ships=("eta", "alpha"), money=(0, 0))
    twice.state.robots[1][0], twice.state.stock[1] = 1, 24
    assert "used an installation" in refused(twice, "eta beta, left, delta alpha beta")
    shop = acting("move 1, mark, buy", market=("factory", "", "", ""), money=(2, 0))
    assert "costs 5 $, and you have 2 $ then" in refused(shop, "right, buy factory")
    assert "market offers: factory" in refused(shop, "right, buy bulwark")
    card = acting("move 1", hands=(["reinforcements", "dividend"], []))
    assert "played an action module" in refused(card, "play reinforcements, play dividend, right")


def test_ML_7_4_discovery_money_can_be_spent_at_once() -> None:
    scene = acting("move 1, mark, buy", down=("delta",), market=("", "", "", "toll-gate"))
    assert parse(scene, "right, buy toll gate")  # Nobody can foresee what comes after.
    scene.run("right", "buy toll gate")
    assert scene.money == (0, 0)


def test_ML_7_2_carried_out_up_to_a_discovered_planet_then_a_draft() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2, deploy 1")
    game.say(BLUE, "second")
    game.say(RED, "right, deploy")
    assert game.state.up[1]
    assert game.state.robots[RED][1] == 0
    assert game.state.draft == ["deploy"]
    assert game.match.view(RED)["draft"] == ["deploy"]
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


def test_ML_7_4_a_hidden_planet_cannot_be_named() -> None:
    scene = acting("move 1, mark", down=("eta",))
    assert scene.may("mark p3 rich")
    assert not scene.may("mark eta rich")
    assert scene.may("mark planet 3 rich")


def test_ML_7_4_resigning_loses() -> None:
    game = Game()
    game.match.enter(Entry(game.match.seq + 1, RESIGN, RED))
    outcome = game.match.outcome
    assert outcome is not None
    assert outcome.winners == (BLUE,)
    assert "resigns" in PLAIN.say(GAME.ending(outcome))


def test_ML_7_a_round_costs_at_most_four_waits_when_nothing_is_discovered() -> None:
    game = Game()
    game.state.up = [True] * 7
    waits = 0
    game.say(RED, "move 1, deploy 2")
    game.say(BLUE, "move 2, deploy 1")
    waits += 1
    for seat, text in ((BLUE, "second"), (RED, "right, deploy"), (BLUE, "right, deploy")):
        game.say(seat, text)
        waits += 1
    assert game.state.round == 2
    assert waits == 4


def test_turn_sheet_lets_a_player_settle_the_order_with_the_program() -> None:
    game = Game()
    kinds = [type(p) for p in GAME.turn_sheet(game.state, RED)]
    assert kinds == [WriteProgram, ActFirst]
    game.programs("move 1", "move 2")
    assert GAME.turn_sheet(game.state, RED) == ()


def test_every_option_that_is_shown_can_be_read_and_described() -> None:
    rng = random.Random(5)
    for _table in range(5):
        scene = Scene(
            {p: (rng.randrange(4), rng.randrange(4)) for p in ("alpha", "eta", "gamma", "omega")},
            ships=(rng.choice(("alpha", "eta", "gamma", "omega")), "beta"),
            money=(9, 9),
            market=("factory", "survey", "", "airlift"),
            hands=(["activation", "dividend"], []),
            modules={"bulwark": (RED, "eta")},
            program=rng.choice(("move 1, deploy 2, power, extra", "move 2, mark, transport")),
        )
        prompt = Actions(RED)
        for move in prompt.values(scene.state):
            assert prompt._read(scene.state, move, PLAIN) == move
            assert PLAIN.say(prompt.label(scene.state, move)) not in ("", move)


def test_options_include_what_is_possible_after_moving() -> None:
    scene = acting("move 1, deploy 2", ships=("eta", "alpha"))
    scene.state.robots[1][0], scene.state.stock[1] = 2, 23
    values = Actions(RED).values(scene.state)
    assert "gamma alpha" in values  # After two robots have been deployed on Gamma.
    assert "delta alpha beta" in values
    assert "look" in values
    assert not [v for v in values if v.startswith("omega")]
    flying = acting("move 1, power", ships=("zeta", "alpha"))
    assert "omega" in Actions(RED).values(flying.state)
    two = acting("move 1, power", ships=("beta", "alpha"))
    assert "omega" in Actions(RED).values(two.state)
