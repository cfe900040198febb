"""The bots bargain: they sell, accept, ask for peace, keep their word or break it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem.cli.balancing import weigh_some
from pbem.engine import Seat
from pbem.games.metal_adventures.bot.record import word_of
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene
from .test_bot import wants
from .test_deals import do
from .test_promises import ready, to_the_end


def does(scene: Scene, seat: int, bot: str = "greedy") -> tuple[str, Any] | None:
    """What a bot in this seat would do unasked; it has to be legal."""
    view, acts = scene.match.view(Seat(seat)), scene.match.acts(Seat(seat))
    done = GAME.bots[bot].act(view, acts, random.Random(1))
    if done is None:
        return None
    act, value = done
    return act.kind, act.check(value)


def in_battle(scene: Scene) -> Scene:
    """Captain 0 is asked whom to ask for help."""
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    return scene


def test_MA_8_2_a_wreck_of_little_use_is_offered_by_name_to_one_who_can_pay() -> None:
    scene = Scene()
    scene.captain(0, wrecks=("Lantern of Io",))
    scene.captain(2, credits_=9, wrecks=("Morning Ferry",))
    in_battle(scene)
    assert does(scene, 0) == (
        "offer",
        (("to", 2, 1), ("give", "wreck Lantern of Io", 1), ("get", "credits", 2)),
    )


def test_MA_8_2_a_wreck_that_makes_a_title_is_not_sold() -> None:
    scene = Scene()
    scene.captain(0, wrecks=("Lantern of Io", "Morning Ferry", "Sunwright"))
    scene.captain(2, credits_=9)
    assert does(in_battle(scene), 0) is None


@pytest.mark.parametrize(
    ("held", "accepted"), [(("Morning Ferry", "Sunwright"), True), ((), False)]
)
def test_MA_8_2_an_offer_is_accepted_by_whom_it_helps(
    held: tuple[str, ...], accepted: bool
) -> None:
    scene = Scene()
    scene.captain(0, credits_=6, wrecks=held)
    scene.captain(1, wrecks=("Lantern of Io",))
    scene.begin()
    do(scene, 1, "offer", "p1 the wreck lantern of io for 2 credits")
    scene.set_out()
    done = does(scene, 0)
    assert (done is not None and done[0] == "accept") == accepted


def test_MA_8_7_a_weak_captain_with_something_to_lose_pays_for_peace() -> None:
    scene = Scene()
    scene.captain(0, credits_=12, damage=4, has=("Rhum",))
    scene.captain(1, has=("Plasma Cutlass", "Dreadnought Plate", "Twin Mortars"))
    in_battle(scene)
    done = does(scene, 0)
    assert done is not None
    assert ("get", "peace 0", 1) in done[1]
    assert ("give", "credits", 2) in done[1]


@pytest.mark.parametrize(("bot", "kept"), [("honest", True), ("treacherous", False)])
def test_MA_8_7_the_honest_keep_their_word_and_the_treacherous_count(bot: str, kept: bool) -> None:
    scene = ready(credits_=9)
    do(scene, 0, "promise", "p2 7 credits by end")
    to_the_end(scene)
    assert wants(scene, 0, "keep_promises", bot) == ((1,) if kept else ())


@pytest.mark.parametrize(
    ("bot", "kept"), [("greedy", True), ("honest", True), ("treacherous", False)]
)
def test_MA_8_7_a_small_debt_is_paid_by_all_but_the_treacherous(bot: str, kept: bool) -> None:
    scene = ready(credits_=9)
    do(scene, 0, "promise", "p2 1 credit by end")
    to_the_end(scene)
    assert wants(scene, 0, "keep_promises", bot) == ((1,) if kept else ())


@pytest.mark.parametrize(("bot", "peaceful"), [("honest", True), ("treacherous", False)])
def test_MA_8_7_peace_binds_the_honest(bot: str, peaceful: bool) -> None:
    scene = Scene()
    scene.captain(0, credits_=1, has=("Plasma Cutlass", "Dreadnought Plate", "Twin Mortars"))
    scene.captain(1, credits_=30, damage=4)
    scene.purse("pot", 6)
    scene.set_out()
    assert wants(scene, 0, "choose_battle", bot) == "challenge 1"
    do(scene, 0, "promise", "p2 peace with p2 by turn 9")
    assert (wants(scene, 0, "choose_battle", bot) != "challenge 1") == peaceful


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_bots_trade_seek_help_and_let_nobody_wait_long(seats: int) -> None:
    """In few games; the report of the balance has the same figures of many."""
    names = list(GAME.bots)
    found = weigh_some("metal_adventures", seats, names, "measured", range(1, 10))
    assert found.counts["trades"]["trade"] >= found.games
    helped = found.counts["help"]
    assert helped["sought"] + helped["betrayed"] >= 0.3 * sum(helped.values())
    assert found.waits_a_turn < 3
    assert all(found.counts["battles"][kind] for kind in ("space", "karokum", "planet"))
    assert found.seconds / found.games < 2  # On a free machine 0.2.


# Help and its price, MA-6.4.


def hard_fight(*, credits_: int = 6) -> Scene:
    """Captain 0 attacks a rich ship that is a little too strong."""
    scene = Scene()
    scene.captain(0, credits_=credits_)
    scene.space("Legate Octavia", *DULL[:2])
    scene.attack("space", ship="Legate Octavia")
    return scene


def test_MA_6_4_help_that_matters_is_sought_for_a_share_after_the_win() -> None:
    asked = wants(hard_fight(), 0, "seek_help")
    assert ("1", "ask", 1) in asked
    assert any(name == "1" and what == "later credits" for name, what, _n in asked)


def test_MA_6_4_nobody_is_asked_where_victory_is_nearly_sure() -> None:
    scene = Scene()
    scene.captain(0, has=("Plasma Cutlass", "Dreadnought Plate"))
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    assert wants(scene, 0, "seek_help") == ()


@pytest.mark.parametrize(("pay", "helps"), [(9, True), (0, False)])
def test_MA_6_4_the_greedy_help_for_pay(pay: int, helps: bool) -> None:
    scene = Scene()
    scene.captain(0, credits_=12, has=("Plasma Cutlass", "Twin Mortars"))
    scene.space("Repossessor", *DULL[:2])  # A Hunter: nobody helps in order to betray.
    scene.attack("space", ship="Repossessor")
    offer: tuple[tuple[str, str, int], ...] = (("1", "later credits", pay),) if pay else ()
    scene.answer(0, "seek_help", (("1", "ask", 1), *offer))
    answer = wants(scene, 1, "help")
    assert (answer == (("answer", "help", 1),)) == helps


def test_MA_8_4_who_breaks_promises_is_believed_less() -> None:
    good = {"record": {"kept": 3, "broken": 0}}
    bad = {"record": {"kept": 0, "broken": 2}}
    unknown = {"record": {"kept": 0, "broken": 0}}
    assert word_of(good) > word_of(unknown) > word_of(bad)
