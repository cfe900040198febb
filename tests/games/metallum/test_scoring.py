"""ML-5: scoring, the market between rounds, the end."""

from __future__ import annotations

import pytest

from pbem.engine import PLAIN, LoadedDice, Table
from pbem.games.metallum.game import GAME
from pbem.games.metallum.rules.market import fill, move_market_on
from pbem.games.metallum.rules.scoring import outcome, score, yields

from .scene import BLUE, RED, Game, Scene


@pytest.mark.parametrize(
    ("robots", "deposit", "gains"),
    [
        ((2, 1), "", (3, 1)),
        ((1, 0), "", (3, 0)),
        ((0, 4), "", (0, 3)),
        ((2, 2), "", (0, 0)),
        ((0, 0), "rich", (0, 0)),
        ((3, 1), "rich", (5, 2)),
        ((1, 3), "poor", (0, 1)),
        ((2, 2), "rich", (0, 0)),
        ((1, 1), "poor", (0, 0)),
    ],
)
def test_ML_5_1_what_a_planet_brings(
    robots: tuple[int, int], deposit: str, gains: tuple[int, int]
) -> None:
    scene = Scene({"eta": robots}, deposits={"eta": deposit})
    score(scene)
    assert scene.money == gains


def test_ML_5_5_worked_example() -> None:
    """Red 13, blue 7, planet by planet."""
    row = ("alpha", "delta", "zeta", "theta", "eta", "beta", "omega")
    scene = Scene(
        {
            "alpha": (2, 1),
            "delta": (0, 1),
            "zeta": (1, 1),
            "eta": (2, 1),
            "beta": (1, 2),
            "omega": (1, 0),
        },
        row=row,
        deposits={"eta": "rich", "beta": "poor", "omega": "rich"},
    )
    gains = {
        p: tuple(yields(scene.state, who, i) for who in (RED, BLUE)) for i, p in enumerate(row)
    }
    assert gains == {
        "alpha": (3, 1),
        "delta": (0, 3),
        "zeta": (0, 0),
        "theta": (0, 0),
        "eta": (5, 2),
        "beta": (0, 1),
        "omega": (5, 0),
    }
    score(scene)
    assert scene.money == (13, 7)
    assert sum(line.amount for line in scene.state.ledger if line.seat == RED) == 13


def test_MT_05_nothing_leaves_the_empty_slot_after_round_1() -> None:
    game = Game(modules=("factory", "bulwark", "refinery", "toll-gate", "trade-post"))
    game.pass_rounds(2)
    assert game.state.market == ["toll-gate", "factory", "bulwark", "refinery"]
    assert game.state.discard == []


def test_ML_5_2_unsold_in_the_last_slot_is_discarded_and_the_rest_moves_right() -> None:
    game = Game(modules=("factory", "bulwark", "refinery", "toll-gate", "trade-post"))
    game.pass_rounds(3)
    assert game.state.discard == ["refinery"]
    assert game.state.market == ["trade-post", "toll-gate", "factory", "bulwark"]


def test_MT_06_a_gap_stays_until_the_end_of_the_round() -> None:
    game = Game(
        planets=("eta", "beta", "delta", "zeta", "theta"),
        modules=("factory", "research-station", "refinery", "toll-gate", "bulwark", "trade-post"),
    )
    for _round in (1, 2):
        game.pass_rounds(game.state.round + 1)
    assert game.state.market == ["bulwark", "toll-gate", "factory", "research-station"]
    game.say(RED, "move 3, deploy 1, buy")
    game.say(BLUE, "move 3, deploy 3")
    game.say(RED, "first")
    game.say(RED, "left, deploy, buy research station")
    assert game.state.market == ["bulwark", "toll-gate", "factory", ""]
    game.time_out(BLUE)
    game.pass_rounds(4)
    assert game.state.market == ["trade-post", "bulwark", "toll-gate", "factory"]
    assert game.state.discard == ["refinery"]


def test_ML_5_2_the_discard_is_shuffled_when_the_deck_is_empty() -> None:
    s = Scene(market=("", "factory", "refinery", "bulwark")).state
    s.deck, s.discard = ["toll-gate"], ["trade-post", "force-shield"]
    t = Table(s, s.setting, LoadedDice({"discard": [("force-shield", "bulwark")]}))
    move_market_on(t)  # The Bulwark is discarded, the Toll Gate is the last of the deck.
    assert s.market == ["toll-gate", "force-shield", "factory", "refinery"]
    assert s.deck == ["bulwark", "trade-post"]
    assert s.discard == []


def test_ML_5_2_with_nothing_left_a_slot_stays_empty() -> None:
    s = Scene(market=("", "", "", "")).state
    s.deck, s.discard = ["toll-gate"], []
    fill(Table(s, s.setting, LoadedDice({})))
    assert s.market == ["toll-gate", "", "", ""]


def test_ML_5_3_after_round_6_action_modules_fill_all_four_slots() -> None:
    actions = ("dividend", "survey", "airlift", "sabotage", "activation")
    game = Game(actions=actions)
    game.pass_rounds(6)
    before = [m for m in game.state.market if m]
    game.pass_rounds(7)
    s = game.state
    assert s.market == ["dividend", "survey", "airlift", "sabotage"]
    assert set(before) <= set(s.aside)
    assert sorted(s.aside) == sorted(s.pack.of_kind("planet"))
    assert (s.discard, s.later) == ([], [])
    game.pass_rounds(8)  # MT-09: the one in the last slot leaves after round 7.
    assert s.discard == ["sabotage"]
    assert s.market == ["activation", "dividend", "survey", "airlift"]


def test_ML_5_2_no_market_after_round_9() -> None:
    game = Game()
    game.pass_rounds(9)
    before = list(game.state.market)
    game.pass_rounds(10)
    assert game.state.market == before


def end(money: tuple[int, int], robots: tuple[int, int] = (0, 0), costs: str = "") -> str:
    scene = Scene({"eta": robots}, money=money)
    for who, module in enumerate(costs.split()):
        if module != "-":
            scene.state.bought[who].append(module)
    found = outcome(scene.state)
    return f"{found.reason} {[int(w) for w in found.winners]}"


def test_ML_5_4_most_dollars_win() -> None:
    assert end((5, 4), (0, 9)) == "money [0]"
    assert end((4, 5), (9, 0)) == "money [1]"


def test_ML_5_4_then_more_robots_in_the_system() -> None:
    assert end((5, 5), (1, 2), "factory -") == "robots [1]"
    assert end((5, 5), (2, 1), "- factory") == "robots [0]"


def test_ML_5_4_then_the_dearer_modules_by_printed_cost() -> None:
    assert end((5, 5), (2, 2), "factory mining-station") == "modules [0]"
    assert end((5, 5), (2, 2), "- mining-station") == "modules [1]"


def test_ML_5_4_then_a_draw() -> None:
    assert end((5, 5), (2, 2), "refinery mining-station") == "draw [0, 1]"


def test_ML_5_4_every_ending_has_words() -> None:
    for money, robots, costs, words in (
        ((5, 4), (0, 0), "", "p1 wins with 5 $ to 4 $."),
        ((4, 5), (0, 0), "", "p2 wins with 5 $ to 4 $."),
        ((5, 5), (0, 1), "", "p2 has more robots"),
        ((5, 5), (0, 0), "factory -", "p1 bought dearer modules"),
        ((5, 5), (0, 0), "", "A draw"),
    ):
        scene = Scene({"eta": robots}, money=money)
        for who, module in enumerate(costs.split()):
            if module != "-":
                scene.state.bought[who].append(module)
        assert words in PLAIN.say(GAME.ending(outcome(scene.state)))
