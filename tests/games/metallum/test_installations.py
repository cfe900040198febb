"""ML-4: the nine installations."""

from __future__ import annotations

from pbem.games.metallum.events.pieces import RobotsMoved, RobotsRemoved

from .scene import BLUE, RED, Scene

ROW = ("alpha", "beta", "gamma", "delta", "epsilon", "theta", "omega")


def at(planet: str, robots: dict[str, tuple[int, int]], **more: object) -> Scene:
    """Red's ship on a planet, in the action phase."""
    row = ROW if planet in ROW else ("alpha", "beta", "zeta", "eta", "epsilon", "theta", "omega")
    facts: dict[str, object] = {"row": row, "ships": (planet, "alpha"), "program": "move 1", **more}
    return Scene(robots, **facts)  # type: ignore[arg-type]  # Each fact is one of Scene's own.


def test_ML_4_alpha_takes_up_to_4_from_one_planet() -> None:
    scene = at("alpha", {"beta": (5, 0), "gamma": (1, 2)})
    assert scene.may("alpha 4 beta gamma")
    assert not scene.may("alpha 5 beta gamma")
    assert not scene.may("alpha 2 gamma beta")
    assert not scene.may("alpha 1 beta beta")
    assert not scene.may("alpha 1 delta beta")
    scene.run("alpha 4 beta omega")
    assert (scene.robots("beta"), scene.robots("omega")) == ((1, 0), (4, 0))
    assert not scene.ways("more")


def test_MT_35_alpha_splits_its_load_over_several_planets() -> None:
    scene = at("alpha", {"beta": (9, 0)}).run("alpha 2 beta gamma")
    assert scene.may("more 2 delta")
    assert not scene.may("more 3 delta")
    assert not scene.may("more 1 beta")
    scene.run("more 1 delta", "more 1 omega")
    assert not scene.ways("more")
    assert scene.robots("beta") == (5, 0)
    assert [scene.robots(p)[0] for p in ("gamma", "delta", "omega")] == [2, 1, 1]


def test_MT_35_the_load_ends_with_the_next_thing_done() -> None:
    assert not at("alpha", {"beta": (9, 0)}).run("alpha 2 beta gamma", "right").ways("more")


def test_ML_4_alpha_needs_face_up_planets() -> None:
    scene = at("alpha", {"beta": (3, 0)}, down=("omega", "delta"))
    assert {move.split()[3] for move in scene.ways("alpha")} == {
        "alpha",
        "gamma",
        "epsilon",
        "theta",
    }


def test_MT_46_alpha_cannot_take_jammed_robots() -> None:
    scene = at("alpha", {"beta": (3, 0)}, modules={"signal-jammer": (BLUE, "beta")})
    assert not scene.ways("alpha")
    own = at("alpha", {"beta": (3, 0)}, modules={"signal-jammer": (RED, "beta")})
    assert own.ways("alpha")


def test_ML_4_beta_replaces_an_enemy_robot() -> None:
    scene = at("beta", {"gamma": (0, 2)})
    assert scene.ways("beta") == {"beta gamma"}
    scene.run("beta gamma")
    assert scene.robots("gamma") == (1, 1)
    assert scene.state.stock == [24, 24]


def test_MT_36_beta_with_an_empty_stock_relocates() -> None:
    scene = at("beta", {"gamma": (0, 2), "alpha": (20, 0), "delta": (5, 0)})
    assert scene.may("beta gamma from delta")
    scene.run("beta gamma from delta")
    assert (scene.robots("gamma"), scene.robots("delta")) == ((1, 1), (4, 0))
    stuck = at("beta", {"gamma": (25, 2)})
    assert not stuck.ways("beta")


def test_ML_4_gamma_gives_up_one_and_removes_two() -> None:
    scene = at("gamma", {"gamma": (2, 1), "delta": (0, 2)})
    assert scene.ways("gamma") == {
        "gamma gamma",
        "gamma delta",
        "gamma gamma delta",
        "gamma delta delta",
    }
    scene.run("gamma delta gamma")  # The order of the words means nothing.
    assert (scene.robots("gamma"), scene.robots("delta")) == ((1, 0), (0, 1))
    assert scene.state.stock == [24, 24]


def test_MT_37_gamma_needs_an_own_robot_there_and_an_enemy_somewhere() -> None:
    assert not at("gamma", {"delta": (1, 2)}).ways("gamma")
    assert not at("gamma", {"gamma": (1, 0)}).ways("gamma")
    assert at("gamma", {"gamma": (1, 0), "omega": (0, 1)}).ways("gamma") == {"gamma omega"}


def test_ML_4_delta_takes_two_enemies_elsewhere() -> None:
    scene = at("delta", {"beta": (1, 3)}, down=("omega", "theta"))
    assert "delta beta alpha" in scene.ways("delta")
    assert not scene.may("delta beta beta")
    assert not scene.may("delta beta omega")
    scene.run("delta beta alpha")
    assert (scene.robots("beta"), scene.robots("alpha")) == ((1, 1), (0, 2))
    split = at("delta", {"beta": (0, 2)}).run("delta beta omega alpha")
    assert split.robots("alpha") == split.robots("omega") == (0, 1)
    assert split.robots("beta") == (0, 0)


def test_MT_38_delta_takes_the_only_one() -> None:
    scene = at("delta", {"beta": (0, 1)})
    assert len(scene.ways("delta")) == 6
    scene.run("delta beta omega")
    assert scene.robots("omega") == (0, 1)


def test_MT_46_an_own_jammer_holds_enemy_robots_even_from_its_owner() -> None:
    jam = {"signal-jammer": (RED, "beta")}
    assert not at("delta", {"beta": (0, 2)}, modules=jam).ways("delta")
    assert not at("zeta", {"beta": (0, 2), "alpha": (1, 0)}, modules=jam).ways("zeta")
    theirs = {"signal-jammer": (BLUE, "beta")}
    assert at("delta", {"beta": (0, 2)}, modules=theirs).ways("delta")


def test_MT_27_epsilon_takes_the_ship_anywhere_else() -> None:
    scene = at("epsilon", {}, down=("omega", "beta"))
    assert scene.ways("epsilon") == {
        f"epsilon {place}" for place in ("alpha", "p2", "gamma", "delta", "theta", "omega")
    }
    scene.run("epsilon p2")
    assert scene.at == "beta"
    assert scene.money == (1, 0)


def test_ML_4_zeta_swaps_robots_of_different_planets() -> None:
    scene = at("zeta", {"alpha": (2, 1), "omega": (0, 3)})
    assert scene.ways("zeta") == {"zeta alpha omega"}
    scene.run("zeta alpha omega")
    assert (scene.robots("alpha"), scene.robots("omega")) == ((1, 2), (1, 2))


def test_ML_4_eta_puts_one_from_stock_on_any_face_up_planet() -> None:
    scene = at("eta", {}, down=("omega",))
    assert len(scene.ways("eta")) == 6
    scene.run("eta beta")
    assert scene.robots("beta") == (1, 0)
    assert not at("eta", {"beta": (25, 0)}).ways("eta")  # MT-33


def test_ML_4_theta_brings_up_to_two_onto_one_planet() -> None:
    scene = at("theta", {"alpha": (2, 0), "beta": (1, 0)}, down=("omega",))
    assert scene.may("theta alpha gamma")
    assert scene.may("theta alpha alpha gamma")
    assert not scene.may("theta beta beta gamma")
    assert not scene.may("theta alpha beta alpha")
    assert not scene.may("theta alpha omega")
    scene.run("theta beta alpha gamma")
    assert [scene.robots(p)[0] for p in ("alpha", "beta", "gamma")] == [1, 0, 2]


def test_ML_4_what_goes_together_is_told_in_one_sentence() -> None:
    theta = at("theta", {"alpha": (2, 0)}).run("theta alpha alpha gamma")
    assert [e.count for e in theta.events if isinstance(e, RobotsMoved)] == [2]
    gamma = at("gamma", {"gamma": (1, 0), "delta": (0, 2)}).run("gamma delta delta")
    assert [e.count for e in gamma.events if isinstance(e, RobotsRemoved)] == [1, 2]


def test_ML_4_omega_puts_3_or_what_is_left() -> None:
    assert at("omega", {}).run("omega").robots("omega") == (3, 0)
    short = at("omega", {"beta": (23, 0)}).run("omega")
    assert short.robots("omega") == (2, 0)
    assert not at("omega", {"beta": (25, 0)}).ways("omega")


def test_MT_46_beta_and_gamma_work_through_a_jammer() -> None:
    jam = {"signal-jammer": (RED, "delta")}
    assert at("beta", {"delta": (0, 1)}, modules=jam).ways("beta")
    assert at("gamma", {"delta": (0, 1), "gamma": (1, 0)}, modules=jam).ways("gamma")
