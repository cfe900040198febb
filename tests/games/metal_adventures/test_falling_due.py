"""MA-8.7: the moments about a promise: when it falls due, and what is too late then."""

from __future__ import annotations

import pytest

from pbem.engine import AnswerError, NotAllowed, Seat, undo_target
from pbem.games.metal_adventures.events.captain import Judged
from pbem.games.metal_adventures.events.promises import PromiseSettled
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene
from .test_deals import do, refusal
from .test_promises import judged, outcomes, ready, to_the_end


def by_default_until(scene: Scene, kind: str) -> None:
    """Let time run out for everybody until this is asked."""
    while kind not in [asked for _seat, asked in scene.asked()]:
        scene.let_pass(scene.asked()[0][0])


# Release and reduction come before a promise is due.


@pytest.mark.parametrize("act", ["release", "reduce/1"])
def test_MA_8_7_what_is_due_is_neither_released_nor_reduced(act: str) -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    assert act.partition("/")[0] in scene.acts(1)
    to_the_end(scene)
    assert scene.asked() == [(0, "keep_promises")]
    with pytest.raises(AnswerError):
        scene.act(1, act, 1)
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MA_4_6_a_discard_is_free_while_promises_are_settled() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.captain(0, has=["Rhum"])
    scene.set_out()
    do(scene, 0, "promise", "p2 rhum by end")
    to_the_end(scene)
    assert scene.question(0, "keep_promises").values() == [1]
    scene.act(0, "discard", "Rhum")
    assert scene.question(0, "keep_promises").values() == []
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken"]


def test_MA_8_7_less_is_asked_in_words_that_say_of_what() -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    (less,) = [act for act in scene.match.acts(Seat(1)) if act.key == "reduce/1"]
    assert str(less.sentence()) == (
        "p1 owes you 2 credits by the end of turn 1. How many credits are enough?"
    )
    do(scene, 1, "release", "promise 1")
    (settled,) = scene.happened(PromiseSettled)
    assert str(settled.sentence()) == "p2 releases p1 from a promise: 2 credits."


@pytest.mark.parametrize(
    ("what", "cards", "label", "hint"),
    [
        ("wreck", ["Prime Broker", "Imperator"], "Imperator", "power"),
        ("trophy", ["Trophy of the Hide", "Trophy of the Hangman"], "Hangman", "glory"),
    ],
)
def test_MA_8_3_what_is_handed_over_is_shown_to_its_giver(
    what: str, cards: list[str], label: str, hint: str
) -> None:
    scene = Scene()
    scene.space(*DULL)
    hand = {"wrecks": cards} if what == "wreck" else {"trophies": cards, "automatic": False}
    scene.captain(0, **hand)
    scene.set_out()
    do(scene, 0, "promise", f"p2 1 {what} by end")
    to_the_end(scene, win=False)
    scene.answer(0, "keep_promises", (1,))
    question = scene.question(0, "hand_over")
    assert f"Which {what}" in str(question.sentence())
    shown = {str(option.label): str(option.hint) for option in question.options()}
    assert [name for name in shown if label in name]
    assert all(hint in line for line in shown.values())


@pytest.mark.parametrize(
    ("seat", "act", "text"), [(0, "promise", "p2 2 credits by end"), (1, "reduce/1", "1")]
)
def test_MA_8_4_a_word_is_not_unsaid(seat: int, act: str, text: str) -> None:
    scene = ready()
    do(scene, 0, "promise", "p2 2 credits by end")
    do(scene, seat, act, text)
    with pytest.raises(NotAllowed, match="relies on it"):
        undo_target(scene.match, Seat(seat))


# Nothing can wait for a win when the battle is over.


def test_MA_8_7_at_rest_nothing_is_due_after_a_win() -> None:
    scene = Scene()
    scene.captain(0, damage=1, credits_=6)
    scene.shop("Rhum", "Prize Crew", "Twin Mortars", "Siege Ram")
    scene.answer(0, "rest_or_travel", "rest")
    assert "after a win" in refusal(scene, 0, "promise", "p2 2 credits by a win")
    do(scene, 0, "offer", "p2 2 credits later for 1 credit by a win")
    assert "accept" not in scene.acts(1)
    (offer,) = GAME.view(scene.s, Seat(1))["offers"]
    assert "after a win" in str(offer["hindrance"])
    do(scene, 0, "promise", "p2 2 credits by end")


def test_MA_8_7_nor_on_the_tour_after_the_battle() -> None:
    scene = ready()
    scene.roll(6, 1)
    scene.answer(0, "choose_battle", "space")
    by_default_until(scene, "tour")
    assert "after a win" in refusal(scene, 0, "promise", "p2 2 credits by a win")


# Peace.


@pytest.mark.parametrize(
    ("text", "promisor", "turn"),
    [
        ("peace with p1", 1, 3),  # Captain 1 plays turn 2 next: it holds through that turn.
        ("peace with p1 by end", 1, 2),
        ("peace with p1 by turn 4", 1, 4),
    ],
)
def test_MA_8_7_MAR_90_peace_lasts_through_the_promisors_next_turn(
    text: str, promisor: int, turn: int
) -> None:
    scene = ready()
    do(scene, promisor, "promise", f"p1 {text}")
    assert scene.s.promises[0].by == turn
    scene.roll(6, 1)
    scene.finish_turn()
    assert scene.s.turn == 2
    assert outcomes(scene) == (["kept"] if turn <= 2 else ["open"])


def test_MA_8_7_peace_without_a_moment_is_broken_by_a_challenge_in_the_next_turn() -> None:
    scene = ready()
    do(scene, 1, "promise", "p1 peace with p1")
    scene.roll(6, 1)
    scene.finish_turn()
    scene.set_out(1)
    scene.answer(1, "choose_battle", "challenge 0")
    assert outcomes(scene) == ["broken"]


# What is lost voids a promise, and nothing else does.


def plundered(scene: Scene, what: str) -> None:
    """Captain 0 challenges captain 1, wins, and takes this."""
    scene.roll(6, 1)
    scene.answer(0, "choose_battle", "challenge 1")
    by_default_until(scene, "plunder")
    scene.answer(0, "plunder", what)
    scene.let_pass(0)


def test_MA_8_7_what_was_never_there_is_not_lost_with_something_else() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"])
    scene.set_out()
    do(scene, 1, "promise", "p1 1 wreck by turn 6")
    plundered(scene, "improvement")
    assert outcomes(scene) == ["open"]


def test_MA_8_7_of_two_wrecks_promised_the_one_that_is_lost_is_void() -> None:
    scene = Scene()
    scene.captain(1, wrecks=["Imperator", "Rustjaw"])
    scene.set_out()
    do(scene, 1, "promise", "p1 1 wreck by turn 6")
    do(scene, 1, "promise", "p1 1 wreck by turn 6")
    plundered(scene, "wrecks")
    assert outcomes(scene) == ["open", "void"]


# MAR-92: one moment, one Judgment for each captain wronged.


def test_MAR_92_words_and_goods_broken_at_one_moment_cost_1_together() -> None:
    scene = ready(4)
    do(scene, 0, "promise", "p2 saying w:3")
    do(scene, 0, "promise", "p2 2 credits by end")
    do(scene, 1, "call_broken", "promise 1")
    do(scene, 0, "admit_breach/1", "admit")
    to_the_end(scene)
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken", "broken"]
    assert scene.happened(Judged) == [Judged(Seat(0), "promise")]


# MA-8.2: offers written in a battle.


def test_MA_8_2_an_offer_written_in_the_battle_opens_on_the_tour_after_it() -> None:
    scene = ready()
    scene.roll(6, 1)
    scene.answer(0, "choose_battle", "space")
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert not GAME.view(scene.s, Seat(1))["offers"]
    by_default_until(scene, "tour")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.credits[1] == 6 - 2 + 1


# MA-7.1: who is paid.


def test_MA_7_1_terms_refused_by_taking_the_other_side_cost_nothing() -> None:
    scene = Scene(5)
    for seat in range(5):
        scene.captain(seat, credits_=7)
    scene.attack("challenge 1")
    scene.say(0, "call_allies", "p3 3 credits p4 3 credits")
    scene.say(1, "call_allies", "p3")
    scene.answer(2, "take_side", "challenged")
    scene.say(3, "take_side", "challenger for 6 credits")
    scene.answer(0, "take_terms", (Seat(3),))
    assert scene.s.fight.allies == [3]
    assert scene.s.credits[0] == 0
