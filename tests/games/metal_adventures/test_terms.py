"""MA-6.4, MA-7.1, MA-8.7: help in return and peace as the price of help, and what bots pay."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import AnswerError, Seat
from pbem.games.metal_adventures.events.battle import HelpSought, SideTaken
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene
from .test_allies import allied, asked, challenged, rolled
from .test_bot import wants
from .test_promises import outcomes

NEXT = "by the end of the promisor's next turn"
WON = "after a win in this turn's battle"


def promised(scene: Scene) -> list[tuple[int, int, str, str, int]]:
    """The ledger: who to whom, what, and due when."""
    return [(p.promisor, p.promisee, p.good.what, p.due, p.by) for p in scene.s.promises]


@pytest.mark.parametrize(
    ("terms", "line"),
    [
        ("help later", (0, 1, "help", "turn", 5)),
        ("help in space later by turn 3", (0, 1, "help", "turn", 3)),
        ("peace with p2", (0, 1, "peace", "turn", 6)),
        ("peace with p3 by turn 7", (0, 1, "peace", "turn", 7)),
    ],
)
def test_MA_6_4_help_is_paid_with_help_in_return_or_with_peace(terms: str, line: Any) -> None:
    assert promised(allied(f"p2 {terms}")) == [line]


def test_MA_6_4_an_ally_names_help_in_return() -> None:
    scene = asked("p2")
    scene.say(1, "help", "help for help in a challenge later")
    scene.answer(0, "pick_ally", "take 1")
    assert promised(scene) == [(0, 1, "help", "turn", 5)]


def test_MA_7_1_both_sides_of_a_challenge_pay_with_conduct() -> None:
    scene = challenged("p3 peace with p3", "p4")
    scene.answer(2, "take_side", "challenger")
    scene.say(3, "take_side", "p2 for help later")
    scene.answer(1, "take_terms", (Seat(3),))
    assert promised(scene) == [(0, 2, "peace", "turn", 7), (1, 3, "help", "turn", 2)]


def test_MA_7_1_nobody_is_asked_for_peace_with_themselves() -> None:
    scene = challenged("p3", "p3")
    with pytest.raises(AnswerError, match="cannot promise peace with p1"):
        scene.say(2, "take_side", "challenger for peace with p1")
    scene.say(2, "take_side", "challenger for peace with p2")


@pytest.mark.parametrize("win", [True, False])
def test_MA_8_5_conduct_is_no_spoils_and_outlives_the_battle(win: bool) -> None:
    scene = rolled(allied("p2 help later", ship="Prime Broker" if not win else "Rustjaw"), win=win)
    assert scene.s.fight.result == ("won" if win else "lost")
    assert outcomes(scene) == ["open"]


def test_MA_8_5_a_traitor_gets_no_help_in_return() -> None:
    scene = asked("p2 help later")
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "take 1")
    scene.answer(1, "betray", True)
    rolled(scene)
    assert outcomes(scene) == ["void"]


def test_MA_6_4_help_alone_is_what_is_asked_for_and_never_promised_by_a_slip() -> None:
    scene = Scene(4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    for text in ("p2 help", "p2 for help", "p2 help in battle"):
        with pytest.raises(AnswerError):
            scene.say(0, "seek_help", text)


@pytest.mark.parametrize(
    ("terms", "when"),
    [
        ("2 credits later", WON),
        ("help later", NEXT),
        ("2 credits later + help later", f"{WON}; what is to be done, {NEXT}"),
        ("2 credits later + help later by turn 9", "by the end of turn 9"),
    ],
)
def test_MA_8_7_terms_say_when_each_of_them_is_due(terms: str, when: str) -> None:
    scene = asked(f"p2 {terms}")
    (seen,) = GAME.view(scene.s, Seat(1))["battle"]["terms"]
    assert str(seen["text"]).endswith(f", due {when}")


# Asking.


def test_MA_6_4_who_asks_nobody_is_not_told_to_have_asked() -> None:
    assert not asked("none").happened(HelpSought)


def test_MA_7_1_whose_side_is_taken_is_known_to_the_two_until_it_is_sealed() -> None:
    scene = challenged("p3 p4", "none")
    scene.say(2, "take_side", "challenger for 9 credits later")
    scene.answer(3, "take_side", "neither")
    (event,) = scene.happened(SideTaken)
    assert [event.seen_by(Seat(seat)) for seat in range(5)] == [True, False, True, False, False]


def test_MA_6_4_the_usual_ways_to_ask_are_those_that_stand() -> None:
    scene = Scene(4)
    scene.space(*DULL)
    scene.captain(2, has=["Plasma Cutlass"])
    scene.attack("space", ship="Rustjaw")
    question = scene.question(0, "seek_help")
    said = [str(question.describe(value)) for value, _why in question.usual()]
    assert said == ["alone", "p2, p3 and p4", "p3 for 2 credits later"]
    scene.captain(0, judgment=4)  # No promises from the infamous.
    assert [str(question.describe(value)) for value, _why in question.usual()] == said[:2]


def test_MA_7_1_everybody_in_a_challenge_is_asked_in_words_that_say_what_it_is_about() -> None:
    scene = Scene(4)
    scene.captain(2, has=["Plasma Cutlass"])
    scene.attack("challenge 1")
    said = [str(scene.question(seat, "call_allies").sentence()) for seat in (0, 1)]
    assert said == [
        "You challenge p2. Whom do you call to your side, and what do you offer?",
        "p1 challenges you. Whom do you call to your side, and what do you offer? What you offer"
        " is due after the plunder.",
    ]
    scene.say(0, "call_allies", "p3 1 credit")
    scene.say(1, "call_allies", "p3")
    asked_for = scene.question(2, "take_side")
    assert str(asked_for.sentence()) == (
        "p1 (power 8) challenges p2 (power 8), and you are called. Whom do you stand by?"
    )
    usual = [(value, str(why or "")) for value, why in asked_for.usual()]
    assert usual == [
        ((("side", "neither", 1),), ""),
        ((("side", "challenger", 1),), "offers: 1 credit"),
        ((("side", "challenged", 1),), "offers: nothing"),
    ]
    assert all(asked_for.check(value) == value for value, _why in usual)


def test_MA_7_1_what_nobody_has_cannot_be_asked_for() -> None:
    scene = challenged("p3", "none")
    with pytest.raises(AnswerError, match="cannot stand under 'Only for this"):
        scene.answer(2, "take_side", (("side", "challenger", 1), ("for", "card Rhum", 1)))


# What bots pay.


@pytest.mark.parametrize(
    ("ship", "price", "paid"),
    [
        ("Prime Broker", "1 credit later", True),
        ("Prime Broker", "plasma cutlass", False),
        ("Prime Broker", "plasma cutlass later", False),
        ("Praetor Maximus", "plasma cutlass", False),  # Gone for sure,
        ("Praetor Maximus", "plasma cutlass later", True),  # or only after an unlikely win.
    ],
)
def test_MA_6_4_a_bot_knows_what_its_cards_are_worth_when_an_ally_asks_for_them(
    ship: str, price: str, paid: bool
) -> None:
    scene = Scene(4)
    scene.captain(0, credits_=6, has=["Plasma Cutlass"])
    scene.space(ship, *DULL[:2])
    scene.attack("space", ship=ship)
    scene.say(0, "seek_help", "p2")
    scene.say(1, "help", f"help for {price}")
    assert wants(scene, 0, "pick_ally") == ("take 1" if paid else "nobody")


def test_MA_8_7_peace_with_somebody_else_is_worth_nothing_to_a_bot() -> None:
    found = {}
    for rival in (1, 2, 3):
        scene = Scene(4)
        scene.captain(0, has=["Plasma Cutlass", "Dreadnought Plate", "Twin Mortars"])
        scene.captain(1, credits_=30, damage=4)
        scene.space("Repossessor", *DULL[:2])  # A Hunter: nobody helps in order to betray.
        scene.attack("space", ship="Repossessor")
        scene.say(0, "seek_help", f"p2 peace with p{rival + 1}")
        found[rival] = wants(scene, 1, "help")
    assert found[1] == (("answer", "help", 1),)
    assert found[2] == found[3] != found[1]
