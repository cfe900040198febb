"""MA-6.4, MA-7.1, MA-8.5 to 8.7: help on terms, in battles and in challenges."""

from __future__ import annotations

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.battle import Allied, HelpAnswered
from pbem.games.metal_adventures.events.deals import (
    CreditsHanded,
    TermsNamed,
    TermsOffered,
    Traded,
    WrecksHanded,
)
from pbem.games.metal_adventures.game import GAME

from .scenario import DULL, Scene
from .test_deals import do
from .test_promises import judged, outcomes


def asked(terms: str, seats: int = 4, ship: str = "Rustjaw", **more: object) -> Scene:
    """Captain 0 attacks a ship and asks for help on these terms."""
    scene = Scene(seats)
    scene.space(*(dict.fromkeys([ship, *DULL])))
    for seat in range(seats):
        scene.captain(seat, credits_=6)
    scene.captain(0, **more)  # type: ignore[arg-type]
    scene.attack("space", ship=ship)
    scene.say(0, "seek_help", terms)
    return scene


def rolled(scene: Scene, *, win: bool = True) -> Scene:
    """The dice fall; nobody declares or plays anything."""
    scene.roll(6 if win else 1, 1 if win else 6)
    scene.nothing_more()
    return scene


# Offers to allies.


def test_MA_6_4_each_is_asked_with_the_offer_made_to_them() -> None:
    scene = asked("p3 2 credits p2 p4 1 credit later")
    assert scene.s.fight.ranking == [2, 1, 3]
    assert sorted(scene.asked()) == [(1, "help"), (2, "help"), (3, "help")]
    assert "You are offered: 2 credits." in str(scene.question(2, "help").sentence())
    assert "You are offered: nothing." in str(scene.question(1, "help").sentence())
    said = str(scene.question(3, "help").sentence())
    assert "1 credit later, due after a win in this turn's battle" in said


def test_MA_8_2_what_one_is_offered_the_others_do_not_see() -> None:
    scene = asked("p3 2 credits p2")
    (offered,) = scene.happened(TermsOffered)
    assert [offered.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
        False, True, False, True,
    ]  # fmt: skip
    views = [GAME.view(scene.s, None if n is None else Seat(n)) for n in (None, 0, 1, 2)]
    assert [len(view["battle"]["terms"]) for view in views] == [0, 1, 0, 1]


def test_MA_6_4_immediate_payment_moves_when_the_attacker_picks() -> None:
    scene = asked("p2 2 credits")
    scene.answer(1, "help", True)
    assert scene.s.credits[:2] == [5, 6]
    assert "for: 2 credits" in str(scene.question(0, "pick_ally").hint("take 1"))
    scene.answer(0, "pick_ally", "take 1")
    assert scene.s.credits[:2] == [3, 8]
    assert scene.happened(Traded)[0].give[0].n == 2
    assert scene.happened(Allied) == [Allied(Seat(1), Seat(0))]


def test_MA_6_4_who_is_not_picked_gets_nothing() -> None:
    scene = asked("p2 2 credits p3 3 credits")
    scene.answer(1, "help", True)
    scene.answer(2, "help", True)
    scene.answer(0, "pick_ally", "nobody")
    assert scene.s.credits[:3] == [5, 6, 6]
    assert not scene.s.promises


def test_MA_6_4_a_captain_may_name_other_terms() -> None:
    scene = asked("p2 1 credit p3")
    scene.say(1, "help", "help for 3 credits + 1 wreck later")
    scene.answer(2, "help", True)
    (named,) = scene.happened(TermsNamed)
    assert [named.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
        False, True, True, False,
    ]  # fmt: skip
    pick = scene.question(0, "pick_ally")
    assert pick.values() == ("take 2", "take 1", "nobody")
    assert pick.default == "take 2"  # Nobody is bound to terms they did not offer.
    scene.answer(0, "pick_ally", "take 1")
    assert scene.s.credits[:2] == [2, 9]
    assert [(p.promisor, p.good.what, p.due) for p in scene.s.promises] == [(0, "wreck", "win")]


def test_MA_10_4_other_terms_alone_are_not_accepted_by_doing_nothing() -> None:
    scene = asked("p2")
    scene.say(1, "help", "help for 1 credit")
    assert scene.question(0, "pick_ally").default == "nobody"
    assert scene.question(0, "pick_ally").check("ranking") == "nobody"


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ("p2 9 credits", "goes from 1 to"),
        ("p2 1 wreck", "no 'wrecks' to be had"),
        ("p2 1 credit by turn 9", "nothing is due"),
        ("p1 1 credit", "not understood"),
    ],
)
def test_terms_that_cannot_be_given_are_refused(terms: str, why: str) -> None:
    scene = Scene(4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    with pytest.raises(Exception, match=why):
        scene.say(0, "seek_help", terms)


@pytest.mark.parametrize(
    ("terms", "why"),
    [
        ("decline for 1 credit", "Either help"),
        ("help for 9 credits", "goes from 1 to"),
        ("help for 2 credits by turn 3", "nothing is due"),
    ],
)
def test_answers_that_mean_nothing_are_refused(terms: str, why: str) -> None:
    scene = asked("p2")
    with pytest.raises(Exception, match=why):
        scene.say(1, "help", terms)


def test_MA_6_4_a_full_ally_cannot_take_a_card() -> None:
    scene = Scene(3)
    scene.space(*DULL)
    scene.captain(0, has=["Rhum"])
    scene.captain(1, has=["Broadside", "Riveted Hull", "Siege Ram", "Twin Mortars"])
    scene.attack("space", ship="Rustjaw")
    with pytest.raises(Exception, match="more than four improvements"):
        scene.say(0, "seek_help", "p2 rhum")


def test_MA_8_2_a_wreck_paid_at_once_is_of_the_attackers_choice() -> None:
    scene = asked("p2 1 wreck", wrecks=["Imperator", "Prime Broker"])
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "take 1")
    scene.say(0, "hand_over", "Prime Broker")
    assert scene.s.wrecks[1] == ["Prime Broker"]
    assert not scene.happened(WrecksHanded)[0].seen_by(Seat(2))


def test_MA_10_5_standing_orders_see_what_is_offered() -> None:
    scene = asked("p2 2 credits + 3 credits later")
    facts = scene.question(1, "help").facts
    assert (facts["credits"], facts["credits_later"], facts["promised"]) == (2, 3, False)


# After the battle.


def allied(terms: str, **more: object) -> Scene:
    """Captain 1 helps on these terms, and stays true."""
    scene = asked(terms, **more)  # type: ignore[arg-type]
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "take 1")
    if (1, "betray") in scene.asked():
        scene.answer(1, "betray", False)
    return scene


def test_MA_8_7_spoils_are_due_at_once_after_a_win() -> None:
    scene = rolled(allied("p2 2 credits later"))
    assert scene.asked() == [(0, "keep_promises")]
    scene.answer(0, "keep_promises", (1,))
    assert outcomes(scene) == ["kept"]


def test_MA_8_4_an_attacker_may_break_them() -> None:
    scene = rolled(allied("p2 2 credits later"))
    scene.answer(0, "keep_promises", ())
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [0]


def test_MAR_89_spoils_are_void_when_attacker_and_ally_lose() -> None:
    scene = rolled(allied("p2 2 credits later", ship="Prime Broker"), win=False)
    assert scene.s.fight.result == "lost"
    assert outcomes(scene) == ["void"]
    assert not judged(scene)


def test_MAR_89_unless_the_promise_says_otherwise() -> None:
    scene = rolled(allied("p2 2 credits later by end", ship="Prime Broker"), win=False)
    assert outcomes(scene) == ["open"]
    scene.finish_turn()
    assert outcomes(scene) == ["kept"]


def test_MA_8_5_a_betrayed_attacker_is_free_of_promises_to_the_traitor() -> None:
    scene = asked("p2 1 credit + 2 credits later by turn 6")
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", "take 1")
    do_not_stay(scene)
    assert outcomes(scene) == ["void"]
    assert scene.s.credits[1] == 7  # What was paid at once stays paid.


def do_not_stay(scene: Scene) -> None:
    scene.answer(1, "betray", True)
    rolled(scene)


def test_MA_8_5_betrayal_costs_exactly_1_judgment_whatever_was_agreed() -> None:
    scene = Scene(3)
    scene.space(*DULL)
    scene.captain(1, credits_=6)
    scene.set_out()
    do(scene, 1, "promise", "p1 help")
    do(scene, 1, "promise", "p1 2 credits by a win")
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.ally(1, betrays=True)
    rolled(scene)
    assert scene.s.judgment[1] == 1
    assert outcomes(scene) == ["kept", "void"]


def test_MA_8_6_after_a_hunter_ally_terms_are_carried_out() -> None:
    scene = allied(
        "p2 2 credits later by turn 9",
        ship="Apocalypse",
        has=["Riveted Hull", "Siege Ram", "Twin Mortars"],
    )
    rolled(scene)
    assert scene.s.fight.result == "won"
    assert outcomes(scene) == ["kept"]
    assert scene.happened(CreditsHanded) == [CreditsHanded(Seat(0), Seat(1), 2)]


def test_MA_8_6_ally_terms_have_no_place_for_free_words() -> None:
    scene = Scene(3)
    scene.space("Apocalypse", *DULL[:2])
    scene.attack("space", ship="Apocalypse")
    with pytest.raises(Exception, match="no place here for words"):
        scene.say(0, "seek_help", "p2 w:3")


# Promised help.


def promised(text: str = "p1 help", seats: int = 4) -> Scene:
    """Captain 1 has promised captain 0 help."""
    scene = Scene(seats)
    scene.space(*DULL)
    for seat in range(seats):
        scene.captain(seat, credits_=6)
    scene.set_out()
    do(scene, 1, "promise", text)
    return scene


def hunt(scene: Scene, terms: str = "p2") -> None:
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.say(0, "seek_help", terms)


def test_MA_8_7_refusing_promised_help_is_the_breach() -> None:
    scene = promised()
    hunt(scene)
    question = scene.question(1, "help")
    assert "You have promised to" in str(question.sentence())
    assert question.default == (("answer", "help", 1),)  # MA-10.4: decline, unless promised.
    scene.answer(1, "help", False)
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [1]


@pytest.mark.parametrize("picked", ["take 1", "nobody"])
def test_MA_8_7_help_given_or_not_picked_is_no_breach(picked: str) -> None:
    scene = promised()
    hunt(scene)
    scene.answer(1, "help", True)
    scene.answer(0, "pick_ally", picked)
    assert outcomes(scene) == ["kept"]


@pytest.mark.parametrize(("picked", "outcome"), [("take 1", "kept"), ("nobody", "broken")])
def test_MA_8_7_other_terms_refuse_promised_help_unless_they_are_taken(
    picked: str, outcome: str
) -> None:
    scene = promised()
    hunt(scene)
    scene.say(1, "help", "help for 1 credit")
    scene.answer(0, "pick_ally", picked)
    assert outcomes(scene) == [outcome]


def test_MA_8_7_never_asked_is_no_breach() -> None:
    scene = promised("p1 help by end")
    hunt(scene, "p3")
    scene.finish_turn()
    assert outcomes(scene) == ["void"]
    assert not judged(scene)


@pytest.mark.parametrize(
    ("kind", "bound"), [("help in space", True), ("help in a challenge", False), ("help", True)]
)
def test_MA_8_7_help_in_a_named_kind_of_battle(kind: str, bound: bool) -> None:
    scene = promised(f"p1 {kind}")
    hunt(scene)
    assert scene.question(1, "help").facts["promised"] == bound
    scene.answer(1, "help", False)
    assert outcomes(scene) == ["broken" if bound else "open"]


def test_MA_8_7_the_infamous_cannot_be_asked_so_they_break_nothing() -> None:
    scene = promised("p1 help by end")
    scene.captain(1, judgment=4)
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Rustjaw")
    assert Seat(1) not in scene.question(0, "seek_help").values()
    scene.finish_turn()
    assert outcomes(scene) == ["void"]


# Challenges, MA-7.1.


def challenged(mine: str = "none", theirs: str = "none", seats: int = 5) -> Scene:
    """Captain 0 challenges captain 1; both call on terms."""
    scene = Scene(seats)
    for seat in range(seats):
        scene.captain(seat, credits_=6)
    scene.attack("challenge 1")
    scene.say(0, "call_allies", mine)
    scene.say(1, "call_allies", theirs)
    return scene


def test_MA_7_1_sealed_offers_are_known_only_to_those_they_are_made_to() -> None:
    scene = challenged("p3 2 credits p4 1 credit", "p3 3 credits")
    seen = [(event.seat, event.other) for event in scene.happened(TermsOffered)]
    assert seen == [(0, 2), (0, 3), (1, 2)]
    hints = [str(thing.hint) for thing in scene.question(2, "take_side").parts()[0].things]
    assert hints == ["None", "offers: 2 credits", "offers: 3 credits"]
    assert [len(GAME.view(scene.s, Seat(n))["battle"]["terms"]) for n in (0, 1, 2, 3, 4)] == [
        2, 1, 2, 1, 0,
    ]  # fmt: skip


def test_MA_7_1_the_challengers_payment_moves_when_the_alliance_is_sealed() -> None:
    scene = challenged("p3 2 credits")
    scene.answer(2, "take_side", "challenger")
    assert scene.s.credits[0] == 3
    assert scene.s.credits[2] == 8


def test_MA_7_1_what_the_challenged_side_pays_is_due_after_the_plunder() -> None:
    scene = challenged("none", "p3 2 credits")
    scene.answer(2, "take_side", "challenged")
    assert scene.s.credits[1:3] == [6, 6]
    assert [(p.promisor, p.promisee, p.due) for p in scene.s.promises] == [(1, 2, "after")]
    rolled(scene)
    scene.answer(0, "plunder", "credits")
    assert scene.s.credits[1] == 3
    assert scene.asked() == [(1, "keep_promises")]
    scene.let_pass(1)
    assert scene.s.credits[1:3] == [1, 8]
    assert outcomes(scene) == ["kept"]


def test_MA_8_5_spoils_of_the_winning_side_are_due_those_of_the_losers_void() -> None:
    scene = challenged("p3 1 credit later", "p4 1 credit later")
    scene.answer(2, "take_side", "challenger")
    scene.answer(3, "take_side", "challenged")
    rolled(scene, win=False)
    assert scene.s.fight.result == "lost"
    assert outcomes(scene) == ["void", "open"]
    assert scene.asked() == [(1, "keep_promises")]


def test_MA_7_1_a_bystander_names_terms_and_the_principals_accept_or_refuse() -> None:
    scene = challenged("p3 p4", "p5")
    scene.say(2, "take_side", "challenger for 2 credits")
    scene.say(3, "take_side", "challenger for 1 credit")
    scene.say(4, "take_side", "p2 for 3 credits")
    assert sorted(scene.asked()) == [(0, "take_terms"), (1, "take_terms")]
    assert not scene.happened(Allied)
    assert scene.question(0, "take_terms").default == ()
    scene.answer(0, "take_terms", (Seat(3),))
    scene.answer(1, "take_terms", (Seat(4),))
    assert (scene.s.fight.allies, scene.s.fight.backers) == ([3], [4])
    assert scene.s.credits[0] == 4
    assert [(p.promisor, p.due) for p in scene.s.promises] == [(1, "after")]


def test_MA_7_1_all_allies_together_must_be_paid() -> None:
    scene = challenged("p3 p4")
    scene.say(2, "take_side", "challenger for 3 credits")
    scene.say(3, "take_side", "challenger for 3 credits")
    assert "only 5 credits" in scene.refused(0, "take_terms", (Seat(2), Seat(3)))
    other = Scene(4)
    other.captain(0, credits_=6)
    other.attack("challenge 1")
    with pytest.raises(Exception, match="only 5 credits"):
        other.say(0, "call_allies", "p3 3 credits p4 3 credits")


def test_MA_7_1_a_card_goes_to_one_captain_only() -> None:
    scene = Scene(4)
    scene.captain(0, has=["Rhum"])
    scene.attack("challenge 1")
    with pytest.raises(Exception, match="one captain only"):
        scene.say(0, "call_allies", "p3 rhum p4 rhum")


def test_MA_7_1_terms_are_asked_of_the_side_that_is_taken() -> None:
    scene = Scene(4)
    scene.captain(0, has=["Rhum"], credits_=6)
    scene.captain(1, credits_=2)
    scene.attack("challenge 1")
    scene.say(0, "call_allies", "p3")
    scene.say(1, "call_allies", "p3")
    for text, why in (
        ("challenged for rhum", "does not have Rhum"),
        ("challenged for 4 credits", "only 2 credits"),
        ("neither for 1 credit", "stand by neither"),
    ):
        with pytest.raises(Exception, match=why):
            scene.say(2, "take_side", text)


def test_MA_8_7_promised_help_in_a_challenge() -> None:
    scene = Scene(4)
    scene.set_out()
    do(scene, 2, "promise", "p1 help in a challenge")
    scene.answer(0, "choose_battle", "challenge 1")
    scene.say(0, "call_allies", "p3")
    scene.say(1, "call_allies", "p3")
    assert scene.question(2, "take_side").default == (("side", "challenger", 1),)
    scene.answer(2, "take_side", "challenged")
    assert outcomes(scene) == ["broken"]
    assert judged(scene) == [2]


def test_MA_8_7_help_that_came_in_a_challenge_is_kept() -> None:
    scene = Scene(4)
    scene.set_out()
    do(scene, 2, "promise", "p1 help")
    scene.answer(0, "choose_battle", "challenge 1")
    scene.say(0, "call_allies", "p3")
    scene.say(1, "call_allies", "none")
    scene.answer(2, "take_side", "challenger")
    assert outcomes(scene) == ["kept"]


def test_MA_8_2_who_would_help_is_known_to_the_two() -> None:
    scene = asked("p2 p3")
    scene.answer(1, "help", True)
    scene.answer(2, "help", False)
    for event in scene.happened(HelpAnswered):
        assert not event.seen_by(Seat(3))
