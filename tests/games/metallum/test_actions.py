"""ML-3: what subroutines do."""

from __future__ import annotations

import pytest

from pbem.games.metallum.events.pieces import Discovered, MoneyCame
from pbem.games.metallum.rules.market import price

from .scene import BLUE, RED, Scene


@pytest.mark.parametrize(
    ("steps", "start", "ways"),
    [
        (1, "alpha", {"right"}),
        (2, "delta", {"right"}),
        (2, "eta", {"right", "left"}),
        (3, "gamma", {"right", "left"}),
        (3, "beta", {"left"}),
        (3, "eta", {"right"}),
        (2, "beta", {"right", "left"}),
        (1, "omega", {"left"}),
    ],
)
def test_ML_3_3_never_off_the_row(steps: int, start: str, ways: set[str]) -> None:
    scene = Scene(ships=(start, "alpha"), program=f"move {steps}")
    assert scene.ways("right") | scene.ways("left") == ways


def test_ML_3_3_exactly_that_many_planets() -> None:
    assert Scene(ships=("delta", "alpha"), program="move 3").run("right").at == "beta"
    assert Scene(ships=("beta", "alpha"), program="move 2").run("left").at == "eta"


def test_ML_3_3_landing_face_down_discovers_for_1_dollar() -> None:
    scene = Scene(down=("delta", "eta"), program="move 2").run("right")
    assert scene.state.up[2]
    assert scene.money == (1, 0)
    assert Discovered(RED, 2, "eta") in scene.events
    assert MoneyCame(RED, 1, "discovery") in scene.events


def test_MT_26_passing_over_discovers_nothing() -> None:
    assert not Scene(down=("delta", "eta"), program="move 2").run("right").state.up[1]


def test_ML_3_3_a_face_up_planet_brings_nothing() -> None:
    assert Scene(program="move 2").run("right").money == (0, 0)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_ML_3_5_deployment_from_stock(count: int) -> None:
    scene = Scene(ships=("eta", "alpha"), program=f"move 1, deploy {count}").run("deploy")
    assert scene.robots("eta") == (count, 0)
    assert scene.state.stock == [25 - count, 25]


def test_ML_3_2_each_subroutine_runs_once() -> None:
    scene = Scene(program="move 1, deploy 2, deep, extra").run("right", "deploy", "deep")
    assert not scene.may("left")
    assert not scene.may("deploy")
    assert not scene.may("deep")


def test_ML_3_2_only_subroutines_of_the_program() -> None:
    scene = Scene(program="move 1", money=(9, 9), market=("factory", "", "", ""))
    for move in ("deploy", "deep", "power robot", "mark eta rich", "buy factory"):
        assert not scene.may(move)


def test_ML_3_5_with_an_empty_stock_robots_come_from_elsewhere() -> None:
    scene = Scene({"alpha": (20, 0), "eta": (5, 0)}, ships=("delta", "alpha"))
    scene.act(RED, "move 1, deploy 2")
    assert scene.ways("deploy") == {
        "deploy",
        "deploy from alpha",
        "deploy from eta",
        "deploy from alpha alpha",
        "deploy from alpha eta",
        "deploy from eta eta",
    }
    scene.run("deploy from eta alpha")
    assert (scene.robots("alpha"), scene.robots("delta")) == ((19, 0), (2, 0))
    assert scene.robots("eta") == (4, 0)


def test_ML_3_5_stock_first_then_relocation() -> None:
    scene = Scene({"alpha": (24, 0)}, ships=("delta", "alpha"), program="move 1, deploy 3")
    scene.run("deploy")
    assert scene.robots("delta") == (3, 0)
    assert scene.robots("alpha") == (22, 0)
    assert scene.state.stock[0] == 0


def test_ML_3_5_left_to_the_server_it_takes_from_where_most_are() -> None:
    scene = Scene({"alpha": (11, 0), "eta": (14, 0)}, ships=("delta", "alpha"))
    scene.act(RED, "move 1, deploy 1")
    scene.run("deploy")
    assert scene.robots("eta") == (13, 0)
    tie = Scene({"alpha": (12, 0), "eta": (12, 0), "delta": (1, 0)}, ships=("delta", "alpha"))
    tie.act(RED, "move 1, deploy 1")
    tie.run("deploy")
    assert tie.robots("alpha") == (11, 0)


def test_ML_3_5_no_more_from_a_planet_than_are_there() -> None:
    scene = Scene({"alpha": (24, 0), "eta": (1, 0)}, ships=("delta", "alpha"))
    scene.act(RED, "move 1, deploy 2")
    assert not scene.may("deploy from eta eta")
    scene.run("deploy from eta")
    assert scene.robots("eta") == (0, 0)
    assert scene.robots("alpha") == (23, 0)


def test_ML_3_5_jammed_robots_do_not_come() -> None:
    scene = Scene(
        {"alpha": (20, 0), "eta": (5, 0)},
        ships=("delta", "alpha"),
        modules={"signal-jammer": (BLUE, "alpha")},
        program="move 1, deploy 2",
    )
    assert scene.ways("deploy") == {"deploy", "deploy from eta", "deploy from eta eta"}
    scene.run("deploy")
    assert scene.robots("alpha") == (20, 0)


def test_ML_3_5_only_what_the_stock_lacks_comes_from_elsewhere() -> None:
    scene = Scene({"alpha": (24, 0)}, ships=("delta", "alpha"), program="move 1, deploy 2, power")
    assert scene.ways("deploy") == {"deploy", "deploy from alpha"}
    assert scene.ways("power robot") == {"power robot"}  # The one in stock is enough.
    scene.run("deploy")
    assert scene.ways("power robot") == {"power robot", "power robot from alpha"}


def test_ML_3_5_nothing_is_placed_if_there_is_none() -> None:
    scene = Scene({"delta": (25, 0)}, ships=("delta", "alpha"), program="move 1, deploy 2")
    scene.run("deploy")
    assert scene.robots("delta") == (25, 0)


def test_ML_3_6_mark_rich_or_poor_anywhere() -> None:
    scene = Scene(down=("eta",), program="move 1, mark")
    assert len(scene.ways("mark")) == 14
    assert scene.may("mark p3 poor")
    scene.run("mark p3 poor")
    assert scene.state.deposits[2] == "poor"
    other = Scene(program="move 1, mark").run("mark beta rich")
    assert other.state.deposits[4] == "rich"


def test_MT_41_a_marker_can_be_taken_away_but_not_turned() -> None:
    scene = Scene(deposits={"eta": "rich"}, program="move 1, mark")
    assert scene.ways("mark eta") == {"mark eta none"}
    scene.run("mark eta none")
    assert scene.state.deposits[2] == ""


def test_ML_3_6_power_mining_a_robot() -> None:
    scene = Scene(ships=("eta", "alpha"), program="move 1, power").run("power")
    assert scene.robots("eta") == (1, 0)
    assert not scene.may("power left")


def test_ML_3_6_power_mining_with_an_empty_stock_relocates() -> None:
    scene = Scene({"alpha": (13, 0), "zeta": (12, 0)}, ships=("eta", "alpha"))
    scene.act(RED, "move 1, power")
    scene.run("power robot from zeta")
    assert scene.robots("zeta") == (11, 0)
    assert scene.robots("eta") == (1, 0)


def test_ML_3_6_power_mining_a_step_discovers_as_usual() -> None:
    scene = Scene(ships=("eta", "alpha"), down=("gamma",), program="move 1, power")
    scene.run("power right")
    assert scene.at == "gamma"
    assert scene.money == (1, 0)
    assert scene.state.done == ["power"]
    assert Scene(ships=("eta", "alpha"), program="move 1, power").run("power left").at == "delta"


@pytest.mark.parametrize(
    ("robots", "deposit", "brings"),
    [
        ((2, 1), "", 3),
        ((1, 2), "", 1),
        ((1, 1), "", 0),
        ((0, 0), "", 0),
        ((0, 1), "", 0),
        ((1, 0), "rich", 5),
        ((1, 2), "rich", 2),
        ((1, 0), "poor", 1),
        ((1, 2), "poor", 0),
    ],
)
def test_ML_3_6_deep_mining_scores_only_for_the_player(
    robots: tuple[int, int], deposit: str, brings: int
) -> None:
    scene = Scene({"eta": robots}, ships=("eta", "alpha"), deposits={"eta": deposit})
    scene.act(RED, "move 1, deep")
    scene.run("deep")
    assert scene.money == (brings, 0)
    assert len([e for e in scene.events if isinstance(e, MoneyCame)]) == (brings > 0)


def test_ML_3_7_price_by_slot() -> None:
    market = ("factory", "mining-station", "bulwark", "refinery")
    scene = Scene(market=market, money=(9, 9))
    assert [price(scene.state, RED, m) for m in market] == [5, 3, 3, 2]


def test_MT_11_a_research_station_makes_everything_cheaper_for_its_owner() -> None:
    scene = Scene(
        market=("factory", "mining-station", "", ""),
        modules={"research-station": (RED, "zeta")},
    )
    assert price(scene.state, RED, "factory") == 4
    assert price(scene.state, BLUE, "factory") == 5


def test_MT_12_never_below_0() -> None:
    scene = Scene(market=("", "", "", "jump-drive"), modules={"research-station": (RED, "zeta")})
    assert price(scene.state, RED, "jump-drive") == 0
    assert price(scene.state, BLUE, "jump-drive") == 0
    scene.act(RED, "move 1, mark, buy")
    scene.run("buy jump-drive")
    assert scene.money == (0, 0)
    assert [line.amount for line in scene.state.ledger if line.why == "jump-drive"] == []


@pytest.mark.parametrize("program", ["move 1, mark, buy", "move 1, mark, transport"])
def test_ML_3_7_a_planet_module_goes_to_the_ships_planet(program: str) -> None:
    scene = Scene(
        ships=("eta", "alpha"), money=(7, 0), market=("", "factory", "", ""), program=program
    )
    scene.run("buy factory")
    s = scene.state
    assert scene.money == (3, 0)
    assert (s.sites, s.owners) == ({"factory": 2}, {"factory": RED})
    assert s.bought == [["factory"], []]
    assert s.market == ["", "", "", ""]
    assert s.done == [program.split(", ")[2]]
    assert not scene.ways("buy")


def test_ML_3_7_an_action_module_lies_beside_the_player() -> None:
    scene = Scene(money=(2, 0), market=("", "dividend", "", ""), program="move 1, mark, buy")
    scene.run("buy dividend")
    assert scene.state.hands == [["dividend"], []]
    assert scene.state.bought == [[], []]


def test_MT_13_who_cannot_pay_cannot_buy() -> None:
    scene = Scene(money=(3, 9), market=("bulwark", "factory", "refinery", ""))
    scene.act(RED, "move 1, mark, buy")
    assert scene.ways("buy") == {"buy refinery"}


def test_MT_43_transport_moves_an_own_module_to_another_face_up_planet() -> None:
    scene = Scene(
        down=("zeta", "omega"),
        modules={"factory": (RED, "eta"), "bulwark": (BLUE, "eta")},
        program="move 1, mark, transport",
    )
    assert scene.ways("transport") == {
        f"transport factory {place}" for place in ("alpha", "delta", "gamma", "beta")
    }
    scene.run("transport factory to beta")
    assert scene.state.sites == {"factory": 4, "bulwark": 2}
    assert scene.state.done == ["transport"]
    assert not scene.ways("transport")


def test_ML_3_7_buy_does_not_transport() -> None:
    scene = Scene(modules={"factory": (RED, "eta")}, program="move 1, mark, buy")
    assert not scene.ways("transport")


def test_ML_3_2_one_installation_where_the_ship_is() -> None:
    scene = Scene(ships=("eta", "alpha"), program="move 1")
    assert scene.ways("eta")
    assert not scene.ways("omega")
    scene.run("eta alpha")
    assert not scene.ways("eta")
    scene.state.robots[1][0], scene.state.stock[1] = 2, 23
    scene.run("left")
    assert scene.at == "delta"
    assert not scene.ways("delta")
    scene.state.ordinary = False
    assert scene.ways("delta")


def test_ML_3_7_extra_activation_is_a_second_installation() -> None:
    scene = Scene(ships=("zeta", "alpha"), program="move 1, deploy 1, extra")
    scene.run("right", "omega")
    assert not scene.ways("extra omega")
    back = Scene(ships=("eta", "alpha"), program="move 1, power, extra")
    back.run("eta delta", "right", "power left")
    assert not back.ways("extra eta")  # MT-31: never the same installation twice.


def test_MT_31_extra_activation_needs_no_ordinary_use_and_blocks_it() -> None:
    scene = Scene(ships=("eta", "alpha"), program="move 1, power, extra")
    scene.run("extra eta delta")
    assert scene.robots("delta") == (1, 0)
    assert not scene.ways("eta")
    scene.run("power robot", "right")
    assert scene.at == "gamma"
    assert not scene.ways("gamma")
    assert scene.state.ordinary is False


def test_ML_3_7_extra_after_ordinary_elsewhere() -> None:
    scene = Scene(ships=("zeta", "alpha"), program="move 1, power, extra")
    scene.state.robots[1][0] = 2
    scene.state.stock[1] = 23
    scene.state.robots[0][5] = 1
    scene.state.stock[0] = 24
    scene.run("zeta zeta alpha", "right", "extra omega")
    assert scene.robots("omega") == (3, 0)
    assert scene.state.done == ["move-1", "extra"]


def test_ML_3_4_robots_modules_and_installations_only_on_face_up_planets() -> None:
    scene = Scene(
        {"alpha": (4, 0)},
        down=("beta", "zeta", "omega"),
        modules={"factory": (RED, "alpha")},
        program="move 1, deploy 1, transport",
    )
    targets = {move.split()[-1] for move in scene.ways("alpha") | scene.ways("transport factory")}
    assert targets == {"delta", "eta", "gamma"}
    scene.state.ships[RED] = scene.state.row.index("eta")
    assert scene.ways("eta") == {"eta alpha", "eta delta", "eta eta", "eta gamma"}
