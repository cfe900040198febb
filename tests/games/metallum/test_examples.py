"""ML-8: the worked action phase of the book, step by step."""

from __future__ import annotations

import pytest

from pbem.engine import PLAIN, NotAllowed
from pbem.games.metallum.rules.programming import chooser
from pbem.games.metallum.rules.scoring import score

from .scene import BLUE, RED, Game, Scene


def board() -> Scene:
    return Scene(
        {"delta": (2, 0), "eta": (0, 2)},
        down=("gamma", "beta", "zeta", "omega"),
        ships=("delta", "delta"),
        money=(4, 5),
        market=("", "mining-station", "", ""),
    )


def test_ML_8_red_has_fewer_dollars_and_decides() -> None:
    scene = board()
    assert scene.state.stock == [23, 23]
    scene.state.programs = [
        ("move-1", "deploy-2", "power", "extra"),
        ("move-2", "deploy-2", "deep", "buy"),
    ]
    assert {scene.state.pack.complexity(program) for program in scene.state.programs} == {7}
    assert chooser(scene.state) == RED


def blue_acts(scene: Scene) -> None:
    scene.act(BLUE, "move 2, deploy 2, deep, buy")
    scene.run("right")
    assert scene.at == "gamma"
    assert scene.money == (4, 6)
    scene.run("deploy")
    assert scene.robots("gamma") == (0, 2)
    scene.run("gamma delta delta")
    assert scene.robots("gamma") == (0, 1)
    assert scene.robots("delta") == (0, 0)
    assert scene.state.stock == [25, 22]
    scene.run("deep")
    assert scene.money == (4, 9)
    scene.run("buy mining-station")
    assert scene.money == (4, 6)


def test_ML_8_blues_action_phase() -> None:
    scene = board()
    blue_acts(scene)
    s = scene.state
    assert s.sites == {"mining-station": 3}
    assert s.owners == {"mining-station": BLUE}
    assert s.stock == [25, 22]
    assert s.market == ["", "", "", ""]


def test_ML_8_reds_action_phase_and_the_scoring() -> None:
    scene = board()
    blue_acts(scene)
    scene.act(RED, "move 1, deploy 2, power, extra")
    scene.run("right")
    assert scene.at == "eta"
    scene.run("eta delta")
    assert scene.robots("delta") == (1, 0)
    assert not scene.ways("extra eta")  # The extra activation could not be Eta again.
    scene.run("power right")
    assert scene.at == "gamma"
    scene.run("deploy")
    assert scene.robots("gamma") == (2, 1)
    scene.run("extra gamma gamma eta")
    assert scene.robots("gamma") == (1, 0)
    assert scene.robots("eta") == (0, 1)
    assert scene.robots("delta") == (1, 0)
    assert scene.state.stock == [23, 24]
    assert scene.money == (4, 6)
    assert scene.state.ships == [3, 3]
    score(scene)
    assert scene.money == (7, 9)


def test_ML_8_the_same_at_a_real_table_in_words() -> None:
    """From the start of a round to its end, by letters: 8 tokens are inactive after it."""
    game = Game(modules=("factory", "mining-station", "bulwark"))
    s = game.state
    start = board().state
    s.robots, s.stock, s.ships = start.robots, start.stock, start.ships
    s.money, s.ledger, s.up = start.money, start.ledger, start.up
    game.programs("move 1, deploy 2, power, extra", "move 2, deploy 2, deep, buy")
    game.say(RED, "second")
    game.say(BLUE, "right, deploy, gamma delta delta, deep, buy mining station")
    assert game.kinds() == [(BLUE, "go_on")]  # Gamma is new: the rest has become a draft.
    assert s.draft == ["deploy", "gamma delta delta", "deep", "buy mining-station"]
    game.say(BLUE, "deploy, gamma delta delta, deep, buy mining station")
    game.say(RED, "right, eta delta, power right, deploy, extra gamma gamma eta")
    assert s.round == 2
    assert s.money == [7, 9]
    assert sorted(s.used[RED] + s.used[BLUE]) == sorted(
        [
            *("move-1", "deploy-2", "power", "extra"),
            *("move-2", "deploy-2", "deep", "buy"),
        ]
    )


def test_ML_8_reds_extra_activation_could_not_have_been_eta_again() -> None:
    game = Game()
    s = game.state
    start = board().state
    s.robots, s.stock, s.ships, s.up = start.robots, start.stock, start.ships, start.up
    s.money, s.ledger = start.money, start.ledger
    game.programs("move 1, deploy 2, power, extra", "move 2, deploy 2, deep, buy")
    game.say(RED, "first")
    with pytest.raises(NotAllowed) as why:
        game.say(RED, "right, eta delta, extra eta delta")
    assert "used that installation in this phase already" in PLAIN.say(why.value.text)
