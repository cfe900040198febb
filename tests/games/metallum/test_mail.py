"""ML-7: programs and action phases as lines of a letter."""

from __future__ import annotations

import pytest

from pbem.cli import asking
from pbem.engine import PLAIN, Seat
from pbem.games.metallum.prompts import Actions
from pbem.games.metallum.wording import describe_move
from pbem.mail.wording import how_to_answer
from pbem.services import choices
from pbem.services.meanings import Reading
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.games.metallum.scene import BLUE, RED, Game, Scene


def mailed(game: Game, seat: Seat, text: str) -> Reading:
    kept = choices.option_map(game.match, seat)
    return read(game.match, seat, text, kept, tongue("en", ("Ann", "Bob")))


def values(found: Reading) -> list[tuple[str, object]]:
    assert found.good, found
    return [(m.question.kind, m.value) for m in found.meanings if m.question]


def test_ML_2_1_a_program_in_a_letter() -> None:
    found = mailed(Game(), RED, "move 2, deploy 2, deep, buy")
    assert values(found) == [("write_program", ("move-2", "deploy-2", "deep", "buy"))]


@pytest.mark.parametrize("text", ["move 3, deep", "move 1, buy", "deploy 2", "move 1, move 2"])
def test_ML_2_2_a_letter_with_a_program_that_does_not_join_is_refused(text: str) -> None:
    assert not mailed(Game(), RED, text).good


def test_ML_7_2_an_action_phase_in_a_letter() -> None:
    game = Game(modules=("mining-station", "factory", "bulwark"))
    game.programs("move 1, deploy 1", "move 2, deploy 2, deep, buy")
    game.say(RED, "first")
    found = mailed(game, RED, "deploy, right")
    assert values(found) == [("actions", ("deploy", "right"))]
    game.say(RED, "deploy, right")
    found = mailed(game, BLUE, "deploy, deep, right")
    assert values(found) == [("actions", ("deploy", "deep", "right"))]
    assert not mailed(game, BLUE, "deploy, deploy, right").good


def test_ML_7_2_numbers_and_words_can_be_mixed_in_a_letter() -> None:
    game = Game()
    game.programs("move 1, deploy 1", "move 2, deploy 2")
    game.say(RED, "first")
    number = 1 + list(game.asked(RED).values()).index("deploy")
    assert values(mailed(game, RED, f"{number}, right, anyway")) == [
        ("actions", ("deploy", "right", "anyway"))
    ]


def test_ML_7_2_a_letter_lists_what_is_short_and_tells_the_rest_by_examples() -> None:
    scene = Scene(
        {"alpha": (4, 1), "eta": (2, 2), "gamma": (1, 3)},
        down=("omega",),
        ships=("alpha", "eta"),
        money=(9, 0),
        market=("factory", "", "bulwark", ""),
        program="move 1, mark, buy",
    )
    prompt = Actions(RED)
    options, most = prompt.values(scene.state), prompt.brief(scene.state)
    assert {"right", "buy factory", "buy bulwark", "look", "anyway"} <= set(options[:most])
    assert most <= 20 < len(options)
    kinds = {option.split()[0] for option in options[most:]}
    assert kinds == {"alpha", "delta", "mark"}
    told = PLAIN.say(prompt.how(scene.state))
    for kind in kinds:
        (example,) = [option for option in options if f"'{option}'" in told and kind in option[:5]]
        assert PLAIN.say(describe_move(scene.state, example)) in told
    few = Scene(program="move 1")
    assert "for example" not in PLAIN.say(prompt.how(few.state))


def test_ML_7_2_what_a_letter_says_is_how_the_question_is_answered() -> None:
    game = Game()
    game.programs("move 1, deploy 1", "move 2, deploy 2")
    game.say(RED, "first")
    assert "Reply with your moves in order" in PLAIN.say(how_to_answer(game.asked(RED), PLAIN))


def test_ML_7_2_a_terminal_lists_what_is_short_and_tells_the_rest() -> None:
    game = Game()
    game.state.up = [True] * 7
    game.state.robots[RED][0], game.state.stock[RED] = 9, 16
    game.programs("move 1, mark", "move 2, deploy 2")
    game.say(RED, "first")
    lines = list(asking.how_to_answer(game.asked(RED), PLAIN))
    assert any("1 right" in line for line in lines)
    assert "'alpha 1 alpha beta' (Alpha: 1 robot" in " ".join(" ".join(lines).split())
    assert len(lines) < 12
    assert max(map(len, lines)) <= asking.WIDTH
