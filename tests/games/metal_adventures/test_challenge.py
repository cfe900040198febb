"""MA-7: challenges."""

from typing import Any

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.battle import Allied, AlliesCalled, Compared, FaktorDeclared
from pbem.games.metal_adventures.events.captain import Damaged, GloryWon, Received, Robbed
from pbem.games.metal_adventures.events.cards import (
    ImprovementPlundered,
    WrecksMoved,
    WrecksPlundered,
    WrecksShown,
)
from pbem.games.metal_adventures.events.trophies import DeedDone

from .scenario import Scene


def challenge(scene: Scene, *, call: tuple[int, ...] = (), back: tuple[int, ...] = ()) -> Scene:
    """Captain 0 challenges captain 1; both call whom they like."""
    scene.attack("challenge 1")
    scene.answer(0, "call_allies", tuple(Seat(seat) for seat in call))
    scene.answer(1, "call_allies", tuple(Seat(seat) for seat in back))
    return scene


def won(scene: Scene) -> Scene:
    """The challenger wins alone."""
    scene.roll(6, 1)
    challenge(scene)
    scene.nothing_more()
    return scene


def test_MA_7_1_both_principals_call_at_once_under_seal() -> None:
    scene = Scene(4)
    scene.attack("challenge 1")
    assert sorted(scene.asked()) == [(0, "call_allies"), (1, "call_allies")]
    scene.answer(1, "call_allies", (Seat(2),))
    assert not scene.happened(AlliesCalled)
    scene.answer(0, "call_allies", (Seat(2), Seat(3)))
    assert scene.happened(AlliesCalled) == [
        AlliesCalled(Seat(0), (Seat(2), Seat(3))),
        AlliesCalled(Seat(1), (Seat(2),)),
    ]


def test_MA_7_1_each_bystander_takes_one_side_or_neither() -> None:
    scene = challenge(Scene(4), call=(2, 3), back=(2,))
    assert sorted(scene.asked()) == [(2, "take_side"), (3, "take_side")]
    assert scene.question(2, "take_side").values() == ("neither", "challenger", "challenged")
    assert "not called you" in scene.refused(3, "take_side", "challenged")
    scene.answer(2, "take_side", "challenged")
    assert scene.s.fight.backers == []  # Under seal.
    scene.answer(3, "take_side", "neither")
    assert scene.happened(Allied) == [Allied(Seat(2), Seat(1))]
    assert (scene.s.fight.allies, scene.s.fight.backers) == ([], [2])


def test_MAR_75_any_number_of_allies_on_both_sides() -> None:
    scene = challenge(Scene(6), call=(2, 3), back=(4, 5))
    for seat, side in ((2, "challenger"), (3, "challenger"), (4, "challenged"), (5, "challenged")):
        scene.answer(seat, "take_side", side)
    scene.roll(3, 4)
    scene.nothing_more()
    compared = scene.happened(Compared)[-1]
    assert compared.attack == 8 + 3 + 4 + 4
    assert compared.defence == 8 + 4 + 4 + 4 + 2  # Seat 5 has the Iron Handshake.


def test_MAR_77_no_betrayal_in_a_challenge() -> None:
    scene = challenge(Scene(), call=(2,))
    scene.answer(2, "take_side", "challenger")
    assert "betray" not in [kind for _seat, kind in scene.asked()]


@pytest.mark.parametrize(("infamous", "callers"), [(0, [1]), (1, [0]), (2, [])])
def test_MAR_76_the_infamous_fight_alone_and_help_nobody(infamous: int, callers: list[int]) -> None:
    scene = Scene()
    scene.captain(infamous, judgment=4)
    scene.attack("challenge 1")
    assert [seat for seat, kind in scene.asked() if kind == "call_allies"] == callers


def test_MAR_74_anybody_else_may_be_challenged() -> None:
    scene = Scene(4)
    scene.captain(1, judgment=4, damage=4, credits_=0)
    scene.set_out()
    values = scene.question(0, "choose_battle").values()
    assert [v for v in values if v.startswith("challenge")] == [
        "challenge 1",
        "challenge 2",
        "challenge 3",
    ]
    assert scene.refused(0, "choose_battle", "challenge 0")


def test_MA_7_2_the_challengers_side_declares_first() -> None:
    scene = challenge(Scene(), call=(2,))
    scene.answer(2, "take_side", "challenger")
    assert sorted(scene.asked()) == [(0, "declare"), (2, "declare")]
    scene.answer(2, "declare", ("metal faktor",))
    scene.answer(0, "declare", ())
    assert scene.happened(FaktorDeclared) == [FaktorDeclared(Seat(2))]
    assert scene.asked() == [(1, "declare")]


def test_MA_7_2_any_participant_plays_support_cards() -> None:
    scene = Scene()
    scene.captain(1, has=["Broadside"])
    scene.captain(2, has=["Smoke Screen"])
    challenge(scene, back=(2,))
    scene.answer(2, "take_side", "challenged")
    scene.roll(6, 1)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ("Broadside",))
    scene.answer(2, "declare", ("Smoke Screen",))
    compared = scene.happened(Compared)[-1]
    assert (compared.attack, compared.defence) == (8 + 6 - 3, 8 + 1 + 4 + 4)


@pytest.mark.parametrize(("orange", "result"), [(2, "lost"), (3, "won"), (4, "won")])
def test_MA_7_2_tie_goes_to_challenger(orange: int, result: str) -> None:
    scene = Scene()
    scene.roll(orange, 3)
    challenge(scene)
    scene.nothing_more()
    assert scene.s.fight.result == result


def test_MA_7_3_the_winner_has_1_glory_and_the_pot() -> None:
    scene = Scene()
    scene.purse("pot", 5)
    won(scene)
    assert scene.happened(GloryWon) == [GloryWon(Seat(0), 1, "challenge")]
    assert scene.happened(Received) == [Received(Seat(0), "pot", 6)]
    assert scene.s.purse["pot"] == 0


def test_MA_7_3_the_challenged_who_wins_has_glory_and_pot_but_no_plunder() -> None:
    scene = Scene()
    scene.captain(0, wrecks=["Rustjaw"], has=["Rhum"])
    scene.roll(1, 6)
    challenge(scene)
    scene.nothing_more()
    assert scene.happened(GloryWon) == [GloryWon(Seat(1), 1, "challenge")]
    assert scene.happened(Received) == [Received(Seat(1), "pot", 1)]
    assert scene.asked() == [(0, "tour")]
    assert [(d.seat, d.name) for d in scene.happened(DeedDone)] == [(1, "held_challenge")]


def test_MA_7_4_the_loser_and_the_losers_allies_take_1_damage() -> None:
    scene = challenge(Scene(4), call=(2,), back=(3,))
    scene.answer(2, "take_side", "challenger")
    scene.answer(3, "take_side", "challenged")
    scene.roll(6, 1)
    scene.nothing_more()
    assert scene.s.damage == [0, 1, 0, 1]
    assert [(d.seat, d.name) for d in scene.happened(DeedDone)] == [
        (0, "won_challenge"),
        (2, "helped_win"),
    ]


def test_MA_7_4_the_losing_challenger_and_allies_too() -> None:
    scene = challenge(Scene(4), call=(2,), back=(3,))
    scene.answer(2, "take_side", "challenger")
    scene.answer(3, "take_side", "challenged")
    scene.roll(1, 6)
    scene.nothing_more()
    assert scene.s.damage == [1, 0, 1, 0]
    assert [(d.seat, d.name) for d in scene.happened(DeedDone)] == [
        (1, "held_challenge"),
        (3, "helped_win"),
    ]


@pytest.mark.parametrize(("there", "taken"), [(5, 3), (4, 2), (1, 1)])
def test_MA_7_3_half_of_the_credits_rounded_up(there: int, taken: int) -> None:
    scene = Scene()
    scene.captain(1, credits_=there)
    won(scene)
    scene.answer(0, "plunder", "credits")
    assert scene.happened(Robbed) == [Robbed(Seat(0), Seat(1), taken)]
    assert scene.s.credits[1] == there - taken


def test_MA_7_3_one_improvement_of_the_winners_choice() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum", "Broadside", "Twin Mortars"])
    won(scene)
    scene.dice.load("plunder", ("Broadside", "Twin Mortars", "Rhum"))
    scene.answer(0, "plunder", "improvement")
    question = scene.question(0, "take_improvement")
    assert sorted(question.values()) == ["Broadside", "Rhum", "Twin Mortars"]
    assert question.default == "Broadside"  # MA-10.4: at random within a kind.
    scene.answer(0, "take_improvement", "Twin Mortars")
    assert scene.happened(ImprovementPlundered)[0].card == "Twin Mortars"
    assert scene.s.power(Seat(0)) == 10


def test_MAR_83_a_fifth_improvement_by_plunder_is_chosen_from() -> None:
    scene = Scene()
    scene.captain(0, has=["Rhum", "Lumiculaire", "Prize Crew", "Riveted Hull"])
    scene.captain(1, has=["Broadside"])
    scene.roll(6, 1)
    challenge(scene)
    scene.nothing_more()
    scene.answer(0, "plunder", "improvement")
    scene.answer(0, "take_improvement", "Broadside")
    scene.answer(0, "discard_one", "Rhum")
    assert scene.s.improvements[0] == ["Lumiculaire", "Prize Crew", "Riveted Hull", "Broadside"]


def test_MA_7_3_half_of_the_wrecks_rounded_up_after_a_look_at_them_all_MAR_82() -> None:
    scene = Scene()
    wrecks = ["Rustjaw", "Imperator", "Sunspear"]
    scene.captain(1, wrecks=wrecks)
    won(scene)
    scene.answer(0, "plunder", "wrecks")
    assert scene.asked() == [(0, "take_wrecks")]  # After looking, no other choice.
    shown = scene.happened(WrecksShown)[0]
    assert sorted(shown.cards) == sorted(wrecks)
    assert [shown.seen_by(seat) for seat in (Seat(0), Seat(1), Seat(2), None)] == [
        True,
        True,
        False,
        False,
    ]
    assert "exactly 2" in scene.refused(0, "take_wrecks", ("Imperator",))
    scene.answer(0, "take_wrecks", ("Imperator", "Sunspear"))
    assert sorted(scene.s.wrecks[0]) == ["Imperator", "Sunspear"]
    assert scene.s.wrecks[1] == ["Rustjaw"]
    assert scene.happened(WrecksPlundered) == [WrecksPlundered(Seat(0), Seat(1), 2)]
    assert not scene.happened(WrecksMoved)[0].seen_by(Seat(2))


def test_MAR_81_only_what_there_is_is_offered_and_the_winner_may_decline() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"], credits_=0)
    won(scene)
    assert scene.question(0, "plunder").values() == ("improvement", "nothing")
    assert "none of that" in scene.refused(0, "plunder", "credits")
    scene.answer(0, "plunder", "nothing")
    assert scene.s.improvements[1] == ["Rhum"]


def test_MAR_81_from_somebody_with_nothing_there_is_no_plunder() -> None:
    scene = Scene()
    scene.captain(1, credits_=0)
    won(scene)
    assert scene.asked() == [(0, "tour")]


def test_MAR_84_damage_then_glory_and_pot_then_plunder() -> None:
    scene = won(Scene())
    scene.answer(0, "plunder", "credits")
    order = [
        type(event)
        for event in scene.events
        if isinstance(event, Damaged | GloryWon | Received | Robbed)
    ]
    assert order == [Damaged, GloryWon, Received, Robbed]


def test_MAR_85_an_immune_loser_is_still_plundered() -> None:
    scene = Scene()
    scene.captain(1, damage=4)
    won(scene)
    scene.answer(0, "plunder", "credits")
    assert scene.s.damage[1] == 4
    assert not scene.happened(Damaged)
    assert scene.s.credits[1] == 1


def test_MA_10_4_plunder_by_default_credits_else_an_improvement_else_wrecks() -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"has": ["Rhum"], "wrecks": ["Rustjaw"]}, "credits"),
        ({"has": ["Rhum"], "wrecks": ["Rustjaw"], "credits_": 0}, "improvement"),
        ({"wrecks": ["Rustjaw"], "credits_": 0}, "wrecks"),
    ]
    for things, default in cases:
        scene = Scene()
        scene.captain(1, **things)
        won(scene)
        assert scene.question(0, "plunder").default == default


def test_MAR_80_an_infamous_winner_has_glory_and_pot_all_the_same() -> None:
    scene = Scene()
    scene.captain(0, judgment=4)
    scene.attack("challenge 1")
    scene.roll(6, 1)
    scene.answer(1, "call_allies", ())
    scene.nothing_more()
    assert scene.s.glory[0] == -4 + 1
