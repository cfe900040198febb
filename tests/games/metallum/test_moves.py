"""ML-7.2: an action phase in words: what is understood, refused and offered."""

from __future__ import annotations

import random

import pytest

from pbem.engine import PLAIN, NotAllowed
from pbem.games.metallum.game import GAME
from pbem.games.metallum.prompts import LONGEST, Actions
from pbem.games.metallum.rules.reach import reachable
from pbem.services.tongues import tongue

from .scene import RED, Game, Scene, acting, parse, refused


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


def test_ML_7_4_a_hidden_planet_cannot_be_named() -> None:
    scene = acting("move 1, mark", down=("eta",))
    assert scene.may("mark p3 rich")
    assert not scene.may("mark eta rich")
    assert scene.may("mark planet 3 rich")


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


def test_ML_3_2_the_longest_action_phase_fits_into_the_form() -> None:
    scene = acting(
        "move 2, deploy 1, power, extra", robots={"beta": (9, 0)}, hands=(["activation"], [])
    )
    load = "alpha 1 beta delta, more 1 eta, more 1 gamma, more 1 zeta"
    text = f"extra {load}, deploy, power, right, eta alpha, play activation {load}, anyway"
    assert len(parse(scene, text)) == LONGEST
    with pytest.raises(NotAllowed, match=f"Choose at most {LONGEST}"):
        parse(scene, f"{text}, anyway")
    assert Actions(RED).at_most(scene.state) == LONGEST


@pytest.mark.parametrize(
    "nonsense", ["right", None, 3, {"right": 1}, [["right"]], ["right" * 30], [None], ["\0"], [""]]
)
def test_ML_7_2_what_is_no_list_of_moves_is_refused(nonsense: object) -> None:
    with pytest.raises(NotAllowed):
        Actions(RED).check(acting().state, nonsense)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("first", "first"), ("act first", "first"), ("second", "second"), ("act second", "second")],
)
def test_ML_3_1_who_chooses_says_first_or_second(text: str, meant: str) -> None:
    game = Game()
    game.programs("move 1", "move 2")
    question = game.asked(RED)
    assert question.parse(text) == meant
    assert PLAIN.say(question.describe(meant)) == f"act {meant}"
    assert question.prompt.rule == "ML-3.1"
    assert "who acts first" in PLAIN.say(question.sentence())


def test_ML_7_2_every_question_says_what_is_to_be_done() -> None:
    game = Game()
    assert "Round 1 of 9: write your program" in PLAIN.say(game.asked(RED).sentence())
    game.programs("move 1, deploy 1", "move 2")
    game.say(RED, "first")
    assert "your program is 1 step and 1 robot" in PLAIN.say(game.asked(RED).sentence())
    game.say(RED, "deploy, look, right")
    assert "Still to run: 1 step" in PLAIN.say(game.asked(RED).sentence())
    assert game.asked(RED).prompt.rule == "ML-7.2"
