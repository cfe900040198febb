"""ML-6: planet modules and action modules."""

from __future__ import annotations

import pytest

from pbem.games.metallum.rules.scoring import score, yields

from .scene import BLUE, RED, Game, Scene


def test_ML_6_2_mining_station_counts_as_one_robot() -> None:
    station = {"mining-station": (BLUE, "eta")}
    for robots, gains in (((1, 0), (0, 0)), ((0, 0), (0, 3)), ((2, 0), (3, 1)), ((1, 1), (1, 3))):
        scene = Scene({"eta": robots}, modules=station)
        score(scene)
        assert scene.money == gains


def test_MT_44_a_mining_station_is_no_piece() -> None:
    scene = Scene({}, modules={"mining-station": (RED, "eta")}, program="move 1")
    assert not scene.ways("alpha")


def test_ML_6_2_factory_builds_when_programming_begins() -> None:
    scene = Game(
        planets=("eta", "beta", "delta", "zeta", "theta"),
        modules=("factory", "research-station"),
    )
    s = scene.state
    s.market[0] = ""
    s.owners["factory"], s.sites["factory"] = RED, 0
    scene.pass_rounds(2)
    assert s.robots[RED][0] == 1
    scene.pass_rounds(3)
    assert s.robots[RED][0] == 2


def test_MT_19_factory_with_an_empty_stock_does_nothing() -> None:
    game = Game(modules=("factory",))
    s = game.state
    s.market[0] = ""
    s.owners["factory"], s.sites["factory"] = RED, 0
    s.stock[RED], s.robots[RED][0] = 0, 25
    game.pass_rounds(2)
    assert s.robots[RED][0] == 25


def test_ML_6_2_conglomerate_pays_for_ties_everywhere() -> None:
    scene = Scene(
        {"eta": (1, 1), "beta": (2, 2), "zeta": (2, 1)},
        modules={"conglomerate": (RED, "alpha")},
    )
    score(scene)
    assert scene.money == (1 + 1 + 3, 1)


def test_MT_48_refinery_adds_to_what_a_planet_brings() -> None:
    for robots, gains in (((2, 1), (4, 1)), ((1, 2), (2, 3)), ((1, 1), (0, 0)), ((0, 1), (0, 3))):
        scene = Scene({"eta": robots}, modules={"refinery": (RED, "eta")})
        score(scene)
        assert scene.money == gains


def test_MT_48_bulwark_wins_ties() -> None:
    for robots, gains in (((1, 1), (3, 1)), ((0, 0), (0, 0)), ((1, 2), (1, 3))):
        scene = Scene({"eta": robots}, modules={"bulwark": (RED, "eta")})
        score(scene)
        assert scene.money == gains
    theirs = Scene({"eta": (1, 1)}, modules={"bulwark": (BLUE, "eta")})
    score(theirs)
    assert theirs.money == (1, 3)


def test_MT_48_trade_post_pays_for_a_robot_there() -> None:
    for robots, gains in (((1, 1), (1, 0)), ((0, 1), (0, 3)), ((2, 1), (4, 1))):
        scene = Scene({"eta": robots}, modules={"trade-post": (RED, "eta")})
        score(scene)
        assert scene.money == gains


def test_MT_48_toll_gate_pays_when_the_enemy_ship_comes() -> None:
    gate = {"toll-gate": (BLUE, "delta")}
    assert Scene(modules=gate, program="move 1").run("right").money == (0, 2)
    own = Scene(modules={"toll-gate": (RED, "delta")}, program="move 1").run("right")
    assert own.money == (0, 0)
    past = Scene(modules=gate, program="move 2").run("right")
    assert past.money == (0, 0)


def test_MT_48_assembly_line_adds_a_robot_from_stock() -> None:
    line = {"assembly-line": (RED, "alpha")}
    scene = Scene(modules=line, program="move 1, deploy 2").run("deploy")
    assert scene.robots("alpha") == (3, 0)
    away = Scene(modules=line, program="move 1, deploy 2").run("right", "deploy")
    assert away.robots("delta") == (2, 0)
    empty = Scene({"eta": (25, 0)}, modules=line, program="move 1, deploy 1").run("deploy")
    assert empty.robots("alpha") == (1, 0)


def test_MT_48_salvage_yard_pays_for_removed_robots() -> None:
    scene = Scene(
        {"gamma": (1, 0), "eta": (0, 2), "beta": (0, 1)},
        ships=("gamma", "alpha"),
        modules={"salvage-yard": (BLUE, "eta")},
        program="move 1",
    )
    assert scene.run("gamma eta eta").money == (0, 4)
    other = Scene(
        {"gamma": (1, 0), "eta": (0, 2), "beta": (0, 1)},
        ships=("gamma", "alpha"),
        modules={"salvage-yard": (BLUE, "eta")},
        program="move 1",
    )
    assert other.run("gamma beta").money == (0, 0)


def card(name: str, robots: dict[str, tuple[int, int]] | None = None, **more: object) -> Scene:
    facts: dict[str, object] = {"hands": ([name], []), "ships": ("eta", "alpha"), **more}
    facts.setdefault("program", "move 1")
    return Scene(robots, **facts)  # type: ignore[arg-type]  # Each fact is one of Scene's own.


def test_MT_23_one_action_module_a_phase() -> None:
    scene = card("dividend", {"eta": (1, 0)}, hands=(["dividend", "reinforcements"], []))
    scene.run("play dividend")
    assert not scene.ways("play")
    assert scene.state.discard == ["dividend"]  # MT-10
    assert scene.state.hands == [["reinforcements"], []]


def test_MT_24_a_module_can_be_played_in_the_phase_it_was_bought() -> None:
    scene = Scene(
        {"alpha": (1, 0)},
        money=(2, 0),
        market=("", "dividend", "", ""),
        program="move 1, mark, buy",
    )
    scene.run("buy dividend", "play dividend")
    assert scene.money == (1, 0)


def test_MT_32_activation_uses_any_face_up_installation_beyond_both_limits() -> None:
    scene = card("activation", down=("omega",), program="move 1, power, extra")
    assert not scene.ways("play activation omega")
    scene.run("eta alpha", "play activation eta beta")
    assert (scene.robots("alpha"), scene.robots("beta")) == ((1, 0), (1, 0))
    assert scene.state.activated == ["eta"]
    first = card("activation").run("play activation omega")
    assert first.robots("omega") == (3, 0)
    assert first.ways("eta")


def test_MT_32_activation_of_alpha_goes_on_with_more() -> None:
    scene = card("activation", {"beta": (3, 0)})
    scene.run("play activation alpha 1 beta zeta", "more 2 omega")
    assert [scene.robots(p)[0] for p in ("beta", "zeta", "omega")] == [0, 1, 2]


def test_MT_47_seize_takes_a_module_nobody_owns() -> None:
    scene = card("seize-module", aside=("factory", "bulwark"))
    assert scene.ways("play") == {"play seize-module factory", "play seize-module bulwark"}
    scene.run("play seize module factory")
    assert scene.state.sites == {"factory": 2}
    assert scene.state.owners == {"factory": RED}
    assert scene.state.bought == [[], []]  # MT-53
    assert scene.state.aside == ["bulwark"]


def test_ML_6_2_nuclear_explosion_clears_the_ships_planet() -> None:
    scene = card("nuclear-explosion", {"eta": (1, 3), "beta": (1, 1)}).run("play nuclear-explosion")
    assert scene.robots("eta") == (0, 0)
    assert scene.robots("beta") == (1, 1)
    assert scene.state.stock == [24, 24]
    assert not card("nuclear-explosion", {"beta": (1, 1)}).ways("play")


@pytest.mark.parametrize(("owner", "left"), [(RED, (1, 0)), (BLUE, (0, 3))])
def test_MT_45_a_force_shield_protects_its_owner_from_both(
    owner: int, left: tuple[int, int]
) -> None:
    shield = {"force-shield": (RED if owner == RED else BLUE, "eta")}
    scene = card("nuclear-explosion", {"eta": (1, 3)}, modules=shield)
    assert scene.run("play nuclear-explosion").robots("eta") == left
    away = {"force-shield": (RED if owner == RED else BLUE, "beta")}
    scene = card("nuclear-explosion", {"eta": (1, 3)}, modules=away)
    assert scene.run("play nuclear-explosion").robots("eta") == (0, 0)


def test_MT_45_an_explosion_with_nothing_to_destroy_is_not_possible() -> None:
    shield = {"force-shield": (BLUE, "eta")}
    assert not card("nuclear-explosion", {"eta": (0, 3)}, modules=shield).ways("play")


def test_MT_48_an_explosion_pays_the_salvage_yard_once_for_each() -> None:
    yard = {"salvage-yard": (BLUE, "eta")}
    scene = card("nuclear-explosion", {"eta": (1, 3)}, modules=yard).run("play nuclear-explosion")
    assert scene.money == (0, 6)
    mine = card("nuclear-explosion", {"eta": (2, 0)}, modules={"salvage-yard": (RED, "eta")})
    assert mine.run("play nuclear-explosion").money == (0, 0)
    none = card("nuclear-explosion", {"eta": (2, 0)}, modules=yard).run("play nuclear-explosion")
    assert len([e for e in none.events if type(e).__name__ == "MoneyCame"]) == 0


def test_ML_6_2_sabotage_takes_an_enemy_module_away() -> None:
    modules = {"factory": (BLUE, "beta"), "bulwark": (RED, "beta")}
    scene = card("sabotage", modules=modules)
    assert scene.ways("play") == {"play sabotage factory"}
    scene.run("play sabotage factory")
    assert scene.state.aside == ["factory"]
    assert scene.state.owners == {"bulwark": RED}


def test_MT_45_a_force_shield_protects_modules_on_its_planet() -> None:
    modules = {"factory": (BLUE, "beta"), "force-shield": (BLUE, "beta"), "bulwark": (BLUE, "eta")}
    assert card("sabotage", modules=modules).ways("play") == {"play sabotage bulwark"}


def test_MT_45_no_action_module_takes_robots_from_under_a_shield() -> None:
    """Neither an Airlift of one's own nor an installation that an Activation uses."""
    shield = {"force-shield": (RED, "beta")}
    lift = card("airlift", {"beta": (2, 0), "zeta": (1, 0)}, modules=shield)
    assert lift.ways("play") == {"play airlift 1 zeta"}
    theirs = {"force-shield": (BLUE, "beta")}
    assert card("airlift", {"beta": (2, 0)}, modules=theirs).ways("play airlift")
    use = card("activation", {"beta": (0, 2), "zeta": (1, 1)}, modules=theirs)
    assert use.ways("play activation delta beta") == set()
    assert use.ways("play activation delta zeta")
    assert use.ways("play activation zeta") == set()
    assert use.ways("play activation beta") == {"play activation beta zeta"}


def test_MT_45_a_shield_is_none_against_installations_themselves() -> None:
    shield = {"force-shield": (BLUE, "beta")}
    scene = Scene({"beta": (0, 2)}, ships=("delta", "alpha"), modules=shield, program="move 1")
    assert scene.ways("delta beta")


def test_MT_45_a_shield_hides_no_lead() -> None:
    shield = {"force-shield": (RED, "beta")}
    scene = card("dividend", {"beta": (2, 0)}, modules=shield)
    assert scene.run("play dividend").money == (1, 0)


def test_MT_48_jump_drive_to_any_other_face_up_planet() -> None:
    scene = card("jump-drive", down=("omega",), modules={"toll-gate": (BLUE, "zeta")})
    assert len(scene.ways("play")) == 5
    scene.run("play jump drive zeta")
    assert scene.at == "zeta"
    assert scene.money == (0, 2)


def test_MT_48_dividend_pays_for_every_lead() -> None:
    scene = card("dividend", {"eta": (1, 0), "beta": (2, 1), "zeta": (1, 1), "omega": (0, 1)})
    assert scene.run("play dividend").money == (2, 0)
    assert not card("dividend", {"eta": (1, 1)}).ways("play")


def test_MT_48_airlift_brings_up_to_3_from_one_other_planet() -> None:
    scene = card("airlift", {"beta": (5, 0), "zeta": (1, 0), "eta": (1, 0)})
    assert scene.ways("play") == {
        *(f"play airlift {n} beta" for n in (1, 2, 3)),
        "play airlift 1 zeta",
    }
    scene.run("play airlift 3 beta")
    assert (scene.robots("eta"), scene.robots("beta")) == ((4, 0), (2, 0))


def test_MT_48_reinforcements_bring_3_from_stock() -> None:
    assert card("reinforcements").run("play reinforcements").robots("eta") == (3, 0)
    assert not card("reinforcements", {"beta": (25, 0)}).ways("play")


def test_MT_48_survey_changes_the_ships_planet() -> None:
    scene = card("survey", deposits={"eta": "poor"})
    assert scene.ways("play") == {"play survey rich", "play survey none"}
    assert scene.run("play survey rich").state.deposits[2] == "rich"
    plain = card("survey")
    assert plain.ways("play") == {"play survey rich", "play survey poor"}
    again = card("survey", deposits={"eta": "rich"}).run("play survey none")
    assert again.state.deposits[2] == ""


def test_ML_6_1_deep_mining_counts_modules() -> None:
    scene = Scene({"eta": (1, 0)}, modules={"refinery": (RED, "eta")})
    assert yields(scene.state, RED, 2) == 4
