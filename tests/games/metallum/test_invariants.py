"""What must hold at every moment is complained about when it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games.metallum.invariants import complaints
from pbem.games.metallum.state import Metallum
from tests.games.metallum.scene import BLUE, RED, Game, Scene


def table() -> Metallum:
    scene = Scene(
        {"alpha": (2, 1)},
        down=("eta", "omega"),
        money=(4, 0),
        modules={"factory": (RED, "alpha")},
        hands=(["survey"], []),
        program="move 1, deploy 2",
    )
    scene.state.used[BLUE] = ["move-3"]
    return scene.state


def lost_robot(s: Metallum) -> None:
    s.robots[RED][0] -= 1


def robots_below_nothing(s: Metallum) -> None:
    s.robots[RED][1], s.stock[RED] = -1, s.stock[RED] + 1


def robots_in_the_dark(s: Metallum) -> None:
    s.robots[RED][2], s.stock[RED] = 1, s.stock[RED] - 1


def ship_in_the_dark(s: Metallum) -> None:
    s.ships[BLUE] = 2


def money_from_nowhere(s: Metallum) -> None:
    s.money[RED] += 1


def debts(s: Metallum) -> None:
    s.money[RED] = -1


def module_twice(s: Metallum) -> None:
    s.discard.append("factory")


def module_gone(s: Metallum) -> None:
    s.deck.pop()


def module_without_an_owner(s: Metallum) -> None:
    del s.owners["factory"]


def token_used_twice(s: Metallum) -> None:
    s.used[BLUE].append("move-3")


def token_from_elsewhere(s: Metallum) -> None:
    s.used[BLUE].append("move-4")


def used_token_programmed(s: Metallum) -> None:
    s.used[RED].append("deploy-2")


def planet_twice(s: Metallum) -> None:
    s.out[0] = s.row[1]


def omega_elsewhere(s: Metallum) -> None:
    s.row[0], s.row[-1] = s.row[-1], s.row[0]


BROKEN: dict[Callable[[Metallum], None], str] = {
    lost_robot: "has 1 \\+ 23 robots",
    robots_below_nothing: "negative number of robots",
    robots_in_the_dark: "robots on a planet that lies face down",
    ship_in_the_dark: "ship of seat 1 is on a planet that lies face down",
    money_from_nowhere: "has 5 \\$, but the ledger says 4",
    debts: "has -1 \\$\\.$",
    module_twice: "not in one place each",
    module_gone: "not in one place each",
    module_without_an_owner: "has no owner",
    token_used_twice: "used a token twice",
    token_from_elsewhere: "tokens from elsewhere",
    used_token_programmed: "programmed a used token",
    planet_twice: "Planets are missing",
    omega_elsewhere: "Planets are missing",
}


@pytest.mark.parametrize("breaks", BROKEN, ids=lambda breaks: breaks.__name__)
def test_a_broken_table_is_complained_about(breaks: Callable[[Metallum], None]) -> None:
    s = table()
    breaks(s)
    with pytest.raises(AssertionError, match=BROKEN[breaks]):
        raise AssertionError("\n".join(complaints(s)))


def test_a_sound_table_is_not() -> None:
    assert list(complaints(table())) == []
    assert list(complaints(Game().state)) == []


def test_a_used_program_is_no_contradiction() -> None:
    s = table()
    s.used[RED] = ["move-1", "deploy-2"]
    assert list(complaints(s)) == []
