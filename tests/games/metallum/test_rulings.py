"""Rulings where the book is silent, those that no chapter's tests bear in their names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.engine import NOBODY, PLAIN, PUBLIC, NotAllowed
from pbem.games.metallum.events.rounds import (
    DeckShuffled,
    OrderSettled,
    ProgramRevealed,
    SystemLaid,
)
from pbem.games.metallum.game import GAME
from pbem.games.metallum.names import MIDDLE
from pbem.games.metallum.pack import KINDS, TOUCHING, programs
from pbem.games.metallum.rules.programming import chooser
from pbem.games.metallum.rules.scoring import outcome, yields
from tests.games.metallum.scene import BLUE, RED, Game, Scene

RULINGS = 56


def test_every_ruling_has_a_test() -> None:
    text = "\n".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"def test_MT_(\d\d)_", text))
    assert sorted({f"{n:02}" for n in range(1, RULINGS + 1)} - named) == []


def test_GEN_1_what_happens_at_the_same_time_goes_in_the_order_of_seats() -> None:
    game = Game()
    game.say(BLUE, "move 2")
    step = game.say(RED, "move 1")
    revealed = [event.seat for event in step.events if isinstance(event, ProgramRevealed)]
    assert revealed == [RED, BLUE]


def test_GEN_2_a_module_beats_the_rule_of_ties() -> None:
    plain = Scene({"eta": (1, 1)}).state
    assert yields(plain, RED, 2) == 0
    held = Scene({"eta": (1, 1)}, modules={"bulwark": (RED, "eta")}).state
    assert yields(held, RED, 2) == 3


def test_GEN_3_what_cannot_take_effect_costs_nothing() -> None:
    scene = Scene({"gamma": (1, 0)}, ships=("gamma", "alpha"), program="move 1")
    assert not scene.ways("gamma")  # No enemy robot, so none of one's own is given up.
    hand = Scene(ships=("gamma", "alpha"), hands=(["nuclear-explosion"], []), program="move 1")
    assert not hand.ways("play")


def test_GEN_4_what_the_server_shuffles_is_seen_by_nobody() -> None:
    for event in (SystemLaid, DeckShuffled):
        assert event.audience is NOBODY
    begun = Game().match.steps[1].events
    told = [event for event in begun if event.audience is PUBLIC]
    assert told
    assert not [event for event in told if "row" in vars(event) or "order" in vars(event)]


def test_MT_02_the_grid_is_two_by_two_and_the_two_strongest_tiles_have_nothing_below() -> None:
    pack = Game().state.pack
    assert {(one, other) for one, _side, other, _facing in TOUCHING} == {
        ("movement", "deployment"),
        ("movement", "special"),
        ("deployment", "extension"),
        ("special", "extension"),
    }
    blank = [t.id for t in pack.tokens.values() for edge in t.edges.values() if not edge]
    assert sorted(blank) == ["deploy-3", "move-3"]
    assert max(len(program) for program in programs(pack, pack.tokens)) == len(KINDS)


@pytest.mark.parametrize("extension", ["buy", "transport", "extra"])
def test_MT_03_movement_and_extension_touch_only_at_the_corner(extension: str) -> None:
    question = Game().asked(RED)
    for movement in ("move-1", "move-2", "move-3"):
        with pytest.raises(NotAllowed, match="hang together"):
            question.check((movement, extension))
        assert question.check((movement, "deploy-1", extension))


def test_MT_04_tiles_are_never_turned() -> None:
    """A tile has edges where its own place in the grid touches others, and only there."""
    for token in Game().state.pack.tokens.values():
        places = {side for kind, side, _k, _s in TOUCHING if kind == token.kind}
        places |= {facing for _k, _s, kind, facing in TOUCHING if kind == token.kind}
        assert set(token.edges) == places


def test_MT_07_discard_then_close_up_then_fill_from_the_left() -> None:
    game = Game(modules=("factory", "bulwark", "refinery", "toll-gate", "trade-post"))
    game.pass_rounds(2)
    names: list[str] = []
    while game.state.round == 2:
        step = game.time_out(game.match.waiting()[0].prompt.seat)
        names += [type(e).__name__ for e in step.events if "Market" in type(e).__name__]
    assert names == ["MarketCleared", "MarketClosedUp", "MarketFilled"]
    assert game.state.market[0] == "trade-post"


def test_MT_08_after_round_6_only_the_changeover_and_after_round_9_nothing() -> None:
    game = Game()
    told: dict[int, set[str]] = {}
    while game.match.outcome is None:
        number = game.state.round
        step = game.time_out(game.match.waiting()[0].prompt.seat)
        told.setdefault(number, set()).update(type(event).__name__ for event in step.events)
    assert "MarketChanged" in told[6]
    assert not {"MarketCleared", "MarketClosedUp"} & told[6]
    assert not [name for name in told[9] if name.startswith("Market")]
    assert "MarketClosedUp" in told[8]


def test_MT_09_the_action_module_in_the_last_slot_leaves_after_round_7() -> None:
    game = Game(actions=("dividend", "survey", "airlift", "sabotage"))
    game.pass_rounds(7)
    assert game.state.market[3] == "sabotage"
    game.pass_rounds(8)
    assert game.state.discard == ["sabotage"]


def test_MT_10_a_played_module_is_discarded_and_may_come_back() -> None:
    scene = Scene({"alpha": (1, 0)}, hands=(["dividend"], []), program="move 1")
    scene.run("play dividend")
    assert scene.state.discard == ["dividend"]
    assert scene.state.hands == [[], []]


def test_MT_14_any_number_of_modules_lies_on_a_planet() -> None:
    there = {"factory": (RED, "eta"), "bulwark": (BLUE, "eta"), "refinery": (RED, "eta")}
    scene = Scene(modules=there, ships=("eta", "alpha"), money=(9, 9))
    scene.state.market[1] = scene.state.deck.pop()
    scene.act(RED, "move 1, mark, buy")
    module = scene.state.market[1]
    scene.run(f"buy {module}", "right")
    assert len(scene.state.modules_at(2)) == 4
    assert scene.state.sites[module] == 2  # Where the ship was then, not where it is now.


def test_MT_15_one_movement_and_at_most_one_of_each_other_kind() -> None:
    pack = Game().state.pack
    for program in programs(pack, pack.tokens):
        kinds = [pack.tokens[token].kind for token in program]
        assert kinds.count("movement") == 1
        assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("seat", [None, RED, BLUE])
def test_MT_16_everybody_sees_which_tokens_are_used_and_which_are_left(seat: object) -> None:
    game = Game()
    game.programs("move 1, deploy 1", "move 2")
    game.pass_rounds(2)
    players = game.match.view(seat)["players"]  # type: ignore[arg-type]  # A seat or nobody.
    assert sorted(players[RED]["used"]) == ["deploy-1", "move-1"]
    assert players[BLUE]["used"] == ["move-2"]
    assert len(players[RED]["active"]) == 10


def test_MT_18_money_counts_as_it_is_when_the_programs_are_open() -> None:
    scene = Scene(money=(5, 5))
    scene.state.programs = [("move-1",), ("move-1",)]
    assert chooser(scene.state) is None
    scene.state.money[RED] += 1
    assert chooser(scene.state) == BLUE


def test_MT_20_both_factories_build_before_anybody_programs() -> None:
    game = Game(modules=("factory",))
    s = game.state
    s.market[0] = ""
    s.owners["factory"], s.sites["factory"] = RED, 0
    s.deck.remove("assembly-line")
    s.owners["assembly-line"], s.sites["assembly-line"] = BLUE, 0
    other = s.pack.modules["assembly-line"]
    object.__setattr__(other, "effect", "builds")  # A second Factory, for this test alone.
    try:
        game.pass_rounds(2)
    finally:
        object.__setattr__(other, "effect", "assembles")
    assert [s.robots[seat][0] for seat in (RED, BLUE)] == [1, 1]
    assert game.kinds() == [(RED, "write_program"), (BLUE, "write_program")]


def test_MT_21_no_program_by_the_deadline_is_the_simplest_movement() -> None:
    assert Game().asked(BLUE).default == ("move-1",)


def test_MT_22_installation_and_module_are_optional_the_movement_is_not() -> None:
    game = Game()
    game.programs("move 1, deploy 2", "move 2")
    game.say(BLUE, "second")
    with pytest.raises(NotAllowed, match="movement must be run"):
        game.asked(RED).parse("deploy")
    assert game.asked(RED).parse("right") == ("right",)


def test_MT_25_nothing_comes_between_the_steps_of_a_subroutine() -> None:
    scene = Scene({"delta": (0, 1)}, program="move 2, deploy 2").run("right")
    assert scene.at == "eta"  # Delta, in between, was never a place to do anything.
    assert not scene.ways("delta")
    assert scene.ways("deploy") == {"deploy"}
    assert scene.run("deploy").robots("eta") == (2, 0)


def test_MT_28_power_mining_is_a_robot_or_a_step_not_both() -> None:
    scene = Scene(ships=("eta", "alpha"), program="move 1, power")
    assert scene.ways("power") == {"power robot", "power right", "power left"}
    assert not scene.run("power robot").ways("power")
    assert not Scene(program="move 1, power").run("power right").ways("power")


@pytest.mark.parametrize("robots", [(0, 0), (0, 2), (2, 2)])
def test_MT_29_deep_mining_brings_nothing_at_a_tie_or_without_robots(
    robots: tuple[int, int],
) -> None:
    scene = Scene({"eta": robots}, ships=("eta", "alpha"), program="move 1, deep")
    assert scene.run("deep").money == (0, 0)
    assert scene.state.done == ["deep"]


def test_MT_30_the_ship_is_there_when_the_installation_is_used() -> None:
    scene = Scene(ships=("zeta", "alpha"), program="move 1")
    assert not scene.ways("omega")
    assert scene.run("right").ways("omega") == {"omega"}


def test_MT_33_only_deployment_power_mining_and_beta_take_from_elsewhere() -> None:
    empty = {"beta": (24, 1), "zeta": (1, 0)}
    for program, move, robots in (
        ("move 1, deploy 1", "deploy", (1, 0)),
        ("move 1, power", "power robot", (1, 0)),
    ):
        scene = Scene(empty, ships=("eta", "alpha"), program=program).run(move)
        assert scene.robots("eta") == robots
    beta = Scene(empty, ships=("beta", "alpha"), program="move 1").run("beta beta")
    assert beta.robots("beta") == (25, 0)
    assert beta.robots("zeta") == (0, 0)
    for planet in ("eta", "omega"):
        assert not Scene(empty, ships=(planet, "alpha"), program="move 1").ways(planet)


def test_MT_34_a_deployment_places_all_it_can() -> None:
    scene = Scene({"alpha": (24, 0)}, ships=("eta", "alpha"), program="move 1, deploy 3")
    scene.run("deploy from alpha")  # One from stock, one as named, one as the server likes.
    assert scene.robots("eta") == (3, 0)
    few = Scene({"eta": (23, 0), "beta": (1, 0)}, ships=("eta", "alpha"))
    few.act(RED, "move 1, deploy 3")
    assert few.run("deploy").robots("eta") == (25, 0)


def test_MT_39_zeta_needs_two_planets() -> None:
    same = Scene({"eta": (1, 1)}, ships=("zeta", "alpha"), program="move 1")
    assert not same.ways("zeta")
    assert not Scene({"eta": (1, 0)}, ships=("zeta", "alpha"), program="move 1").ways("zeta")


def test_MT_40_theta_has_one_target() -> None:
    row = ("alpha", "delta", "eta", "theta", "beta", "zeta", "omega")
    scene = Scene({"alpha": (1, 0), "eta": (1, 0)}, row=row, ships=("theta", "alpha"))
    scene.act(RED, "move 1")
    assert all(len(way.split()) <= 4 for way in scene.ways("theta"))
    assert scene.run("theta alpha eta beta").robots("beta") == (2, 0)


def test_MT_42_there_is_a_marker_for_every_planet() -> None:
    rich = dict.fromkeys(("alpha", "delta", "eta", "gamma", "beta", "zeta"), "rich")
    scene = Scene(deposits=rich, program="move 1, mark")
    assert scene.run("mark omega poor").state.deposits.count("") == 0


def test_MT_49_program_rules_beat_modules_and_modules_beat_installations() -> None:
    """An Activation changes no count of tiles; a Jammer stops an installation."""
    scene = Scene(
        {"beta": (0, 2)},
        ships=("delta", "alpha"),
        modules={"signal-jammer": (RED, "beta")},
        hands=(["activation"], []),
        program="move 1",
    )
    assert not scene.ways("delta")
    assert not scene.ways("play activation delta")
    assert not scene.ways("deploy")


@pytest.mark.parametrize(("deposit", "brings"), [("", 3), ("rich", 5), ("poor", 1)])
def test_MT_50_who_is_alone_has_more(deposit: str, brings: int) -> None:
    s = Scene({"eta": (1, 0)}, deposits={"eta": deposit}).state
    assert (yields(s, RED, 2), yields(s, BLUE, 2)) == (brings, 0)


@pytest.mark.parametrize("deposit", ["", "rich", "poor"])
def test_MT_51_a_tie_brings_nobody_anything(deposit: str) -> None:
    s = Scene({"eta": (2, 2)}, deposits={"eta": deposit}).state
    assert (yields(s, RED, 2), yields(s, BLUE, 2)) == (0, 0)


def test_MT_52_what_was_spent_on_modules_is_not_counted() -> None:
    scene = Scene(money=(6, 5), market=("", "mining-station", "", ""))
    scene.act(RED, "move 1, mark, buy")
    scene.run("buy mining-station")
    assert outcome(scene.state).winners == (BLUE,)
    assert outcome(scene.state).scores == (3, 5)


def test_MT_53_a_seized_module_was_not_bought_a_lost_one_was() -> None:
    scene = Scene(money=(5, 5), aside=["factory"], hands=(["seize-module"], []), program="move 1")
    scene.run("play seize-module factory")
    assert outcome(scene.state).reason == "draw"
    shop = Scene(money=(4, 0), market=("", "factory", "", ""), program="move 1, mark, buy")
    shop.run("buy factory")
    shop.state.hands[BLUE] = [shop.state.later.pop(shop.state.later.index("sabotage"))]
    shop.act(BLUE, "move 1")
    shop.run("play sabotage factory")
    assert outcome(shop.state).reason == "modules"
    assert outcome(shop.state).winners == (RED,)


def test_MT_54_equal_in_everything_is_a_draw() -> None:
    found = outcome(Scene({"eta": (2, 2)}, money=(7, 7)).state)
    assert (found.reason, found.winners) == ("draw", (RED, BLUE))
    assert "draw" in PLAIN.say(GAME.ending(found))


def test_MT_55_a_hundred_is_a_number_like_others() -> None:
    scene = Scene({"eta": (1, 0)}, money=(99, 120), ships=("eta", "alpha"), program="move 1, deep")
    assert scene.run("deep").money == (102, 120)
    text = GAME.board(GAME.view(scene.state, RED), PLAIN)
    assert "102 $" in text


def test_MT_56_unplayed_action_modules_are_worth_nothing() -> None:
    found = outcome(Scene(money=(5, 5), hands=(["dividend", "survey"], [])).state)
    assert found.reason == "draw"


def test_ML_1_2_the_two_planets_left_out_are_of_the_seven() -> None:
    s = Game().state
    assert len(s.out) == 2
    assert set(s.out) < set(MIDDLE)


def test_ML_3_1_a_lot_is_told_as_one() -> None:
    told = OrderSettled(RED, None).sentence()
    assert "by lot" in PLAIN.say(told)
