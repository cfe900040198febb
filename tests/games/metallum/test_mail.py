"""ML-7: programs and action phases as lines of a letter."""

from __future__ import annotations

import pytest

from pbem.engine import Seat
from pbem.services import choices
from pbem.services.reading import Reading, read
from pbem.services.tongues import tongue
from tests.games.metallum.scene import BLUE, RED, Game


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
