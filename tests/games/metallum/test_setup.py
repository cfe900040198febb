"""ML-1: the table before the first round."""

from __future__ import annotations

from pbem.games.metallum.names import MIDDLE

from .scene import BLUE, RED, Game


def test_ML_1_1_twelve_tokens_twenty_five_robots_twenty_one_modules() -> None:
    s = Game().state
    assert len(s.pack.tokens) == 12
    assert s.stock == [25, 25]
    assert len(s.pack.of_kind("planet")) == 12
    assert len(s.pack.of_kind("action")) == 9
    assert s.money == [0, 0]


def test_ML_1_2_alpha_face_up_five_at_random_omega_last_two_out() -> None:
    s = Game(planets=("theta", "beta", "eta", "zeta", "delta")).state
    assert s.row == ["alpha", "theta", "beta", "eta", "zeta", "delta", "omega"]
    assert s.up == [True, False, False, False, False, False, False]
    assert sorted([*s.row[1:-1], *s.out]) == sorted(MIDDLE)
    assert len(s.out) == 2


def test_MT_01_omega_lies_face_down_but_everybody_knows_where() -> None:
    game = Game()
    assert game.match.view(None)["planets"][6]["place"] == "omega"
    assert not game.match.view(None)["planets"][6]["up"]


def test_ML_1_3_ships_on_alpha_and_a_market_with_an_empty_last_slot() -> None:
    s = Game(modules=("factory", "bulwark", "refinery")).state
    assert s.ships == [0, 0]
    assert s.market == ["factory", "bulwark", "refinery", ""]
    assert len(s.deck) == 9
    assert sorted(s.later) == sorted(s.pack.of_kind("action"))


def test_ML_1_4_nine_rounds_in_three_sequences() -> None:
    game = Game()
    sequences = []
    for number in range(1, 10):
        game.pass_rounds(number)
        sequences.append(game.state.sequence)
    assert sequences == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    game.pass_rounds(10)
    assert game.match.outcome is not None
    assert game.state.round == 9
    assert game.state.phase == "over"


def test_ML_1_4_a_round_is_programming_then_actions_of_both_then_scoring() -> None:
    game = Game()
    assert game.kinds() == [(RED, "write_program"), (BLUE, "write_program")]
    game.programs("move 1", "move 2")
    assert game.kinds() == [(RED, "act_first")]
    game.say(RED, "first")
    assert game.kinds() == [(RED, "actions")]
    game.say(RED, "right")  # Delta's installation has nothing to take: the phase is over.
    assert game.kinds() == [(BLUE, "actions")]
    game.say(BLUE, "right")
    assert game.kinds() == [(BLUE, "go_on")]
    game.say(BLUE, "none")
    assert game.state.round == 2
