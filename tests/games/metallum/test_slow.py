"""ML-7: what a slow table needs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from pbem.engine import PLAIN, RESIGN, AnswerError, Entry, Seat
from pbem.games.metallum.game import GAME
from pbem.games.metallum.prompts import ActFirst, Actions, WriteProgram
from pbem.games.metallum.rules.reach import reachable
from pbem.services.tongues import tongue

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
    assert "market offers: Factory." in refused(shop, "right, buy bulwark")
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


def test_ML_7_3_what_happens_without_an_answer_is_told_as_it_will_be() -> None:
    scene = acting("move 1, deploy 2, mark, buy", down=("delta",))
    prompt = Actions(RED)
    assert prompt.default(scene.state) == ("right", "deploy", "anyway")
    assert PLAIN.say(prompt.otherwise(scene.state)) == (
        "If you do nothing, this is done without asking again: movement to the right"
        " (toward Omega) and deploy your robots here."
    )
    known = acting("move 1, deploy 2, power")
    assert PLAIN.say(prompt.otherwise(known.state)).startswith("If you do nothing, this is done: ")
    assert "anyway" not in prompt.default(known.state)


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


def test_ML_7_2_anyway_is_offered_while_something_lies_face_down() -> None:
    scene = acting(down=("omega",))
    assert "anyway" in Actions(RED).values(scene.state)
    assert "anyway" not in Actions(RED).values(acting().state)
    assert "movement must be run" in refused(scene, "anyway")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("move 2 right, deploy 3", ("right", "deploy")),
        ("2 steps left; deploy 3 robots", ("left", "deploy")),
        ("right 2 then deploy", ("right", "deploy")),
        ("right, buy", ("right", "buy refinery")),
        ("right, buy ref", ("right", "buy refinery")),
        ("right, move bulwark to delta", ("right", "transport bulwark delta")),
        ("move, deploy", ("right", "deploy")),
    ],
)
def test_ML_7_2_words_that_can_mean_only_one_thing_are_enough(
    text: str, meant: tuple[str, ...]
) -> None:
    scene = acting(
        "move 2, deploy 3" if "deploy" in text else "move 2, mark, transport",
        ships=("alpha" if "move," in text else "eta", "alpha"),
        market=("refinery", "", "", ""),
        money=(4, 0),
        modules={"bulwark": (RED, "alpha")},
    )
    assert parse(scene, text) == meant


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("move 2, deploy", "Say which way: write 'right' or 'left'."),
        ("right 3", "Your program says 'move 2'."),
        ("right, deploy 2", "Your program says 'deploy 3'."),
        ("right deploy", "Write 'right' alone, and a comma between one move and the next."),
        ("right, extra", "not in your program"),
    ],
)
def test_ML_7_2_words_that_can_mean_several_things_are_asked_about(text: str, why: str) -> None:
    assert why in refused(acting("move 2, deploy 3", ships=("eta", "alpha")), text)


def test_ML_7_2_an_extra_activation_without_a_planet_is_told_what_it_can_be() -> None:
    scene = acting("move 1, deploy 1, extra", ships=("eta", "alpha"))
    assert "Possible then: 'extra eta alpha', " in refused(scene, "extra, right")


def test_ML_7_2_modules_are_called_by_their_names_in_the_readers_language() -> None:
    german = tongue("de", ("Ann", "Bob"))
    scene = acting("move 1, mark, buy", market=("mining-station", "", "", ""), money=(4, 0))
    meant = Actions(RED).parse(scene.state, "right, buy Minenstation", german)
    assert meant == ("right", "buy mining-station")
    assert "Zählt als 1 Roboter" in GAME.board(GAME.view(scene.state, RED), german)


def test_ML_7_2_what_will_be_affordable_can_be_chosen() -> None:
    """Deep mining before the purchase brings 3 $, a discovery 1 $."""
    scene = acting(
        "move 1, deploy 1, deep, buy",
        robots={"alpha": (1, 0)},
        down=("delta",),
        market=("", "factory", "", ""),
    )
    assert "buy factory" in Actions(RED).values(scene.state)
    assert "buy factory" not in Actions(RED).values(acting("move 1, mark, buy").state)
    assert parse(scene, "deep, right, buy factory")


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


def test_ML_7_4_a_place_may_be_called_by_its_number() -> None:
    scene = acting("move 1", ships=("eta", "alpha"), down=("gamma",))
    for words in ("eta p2, right", "eta planet 2, right", "eta delta, right"):
        assert parse(scene, words) == ("eta delta", "right")


@pytest.mark.parametrize(
    ("program", "ship", "places"),
    [
        ("move 2, power", "alpha", [0, 1, 2, 3]),
        ("move 3, deploy 1", "gamma", [0, 3, 6]),
        ("move 1, power", "omega", [4, 5, 6]),
    ],
)
def test_options_are_for_where_the_ship_can_be(program: str, ship: str, places: list[int]) -> None:
    assert reachable(acting(program, ships=(ship, "alpha")).state, RED) == places


def test_options_are_for_anywhere_with_epsilon_or_a_module_that_flies() -> None:
    row = ("alpha", "epsilon", "eta", "gamma", "beta", "zeta", "omega")
    assert len(reachable(acting("move 1", row=row).state, RED)) == 7
    for hand in (["jump-drive"], ["activation"]):
        assert len(reachable(acting("move 1", hands=(hand, [])).state, RED)) == 7
    assert len(reachable(acting("move 1", hands=(["survey"], [])).state, RED)) == 2


def test_options_hold_no_module_that_cannot_be_paid_by_then() -> None:
    market = ("", "factory", "mining-station", "")
    for program, down, offered in (
        ("move 1, mark, buy", (), ["mining-station"]),
        ("move 1, mark, buy", ("omega",), ["factory", "mining-station"]),
    ):
        scene = acting(program, market=market, money=(3, 0), down=down)
        values = Actions(RED).values(scene.state)
        assert sorted(v.split()[1] for v in values if v.startswith("buy")) == offered


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
