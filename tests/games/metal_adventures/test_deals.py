"""MA-8.1 to 8.3: offers and trades."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import ACT, Act, AnswerError, Entry, Event, NotAllowed, Seat, undo_target
from pbem.games.metal_adventures.events.deals import (
    OfferClosed,
    OfferDropped,
    OfferOpened,
    OfferWritten,
    Traded,
    TrophiesHanded,
    WrecksHanded,
)
from pbem.games.metal_adventures.events.promises import PromiseMade
from pbem.games.metal_adventures.events.trophies import TrophyClaimed
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.worlds import change_talk

from .scenario import DULL, Scene


def do(scene: Scene, seat: int, act: str, text: str) -> list[Event]:
    """Do an act as somebody would type it."""
    for question in scene.match.acts(Seat(seat)):
        if question.key == act:
            return scene.act(seat, act, question.parse(text))
    raise AssertionError(f"p{seat + 1} cannot {act}: {scene.acts(seat)}")


def refusal(scene: Scene, seat: int, act: str, text: str) -> str:
    """The sentence with which an act is refused; nothing changes."""
    before = GAME.codec.encode(scene.s)
    with pytest.raises(AnswerError) as error:
        do(scene, seat, act, text)
    assert GAME.codec.encode(scene.s) == before
    return str(error.value)


def ready(**of_two: Any) -> Scene:
    """Captain 0 has paid the Brotherhood; captains 1 and 2 look on."""
    scene = Scene(3)
    scene.captain(0, credits_=6, has=["Rhum"], wrecks=["Rustjaw", "Dust Jackal"])
    scene.captain(1, **{"credits_": 5, "has": ["Broadside"], "wrecks": ["Ledger Seven"], **of_two})
    scene.set_out()
    return scene


def seen(scene: Scene, seat: int | None) -> list[str]:
    """The offers in a view."""
    view = GAME.view(scene.s, None if seat is None else Seat(seat))
    return [str(offer["text"]) for offer in view["offers"]]


# MA-8.1: who may trade, when, and what.


@pytest.mark.parametrize(
    ("writer", "partner", "give", "get"),
    [
        (0, 1, "2 credits", "broadside"),
        (1, 0, "1 wreck + 1 credit", "rhum"),
        (0, 1, "rhum", "5 credits"),
        (0, 1, "the wreck rustjaw", "1 wreck"),
    ],
)
def test_MA_8_1_the_active_captain_and_any_other_may_trade(
    writer: int, partner: int, give: str, get: str
) -> None:
    scene = ready()
    do(scene, writer, "offer", f"p{partner + 1} {give} for {get}")
    do(scene, partner, "accept", f"p{writer + 1}'s offer 1")
    assert scene.happened(Traded)


def test_MA_8_1_credits_and_cards_change_hands() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 3 credits for broadside")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.credits == [2, 8, 3]
    assert scene.s.improvements[:2] == [["Rhum", "Broadside"], []]


def test_MAR_87_glory_is_not_for_sale() -> None:
    scene = ready()
    for what in ("1 glory", "1 judgment", "1 damage", "Tinker's Joy", "metal faktor"):
        assert "not understood" in refusal(scene, 0, "offer", f"p2 {what} for 1 credit")


def test_MAR_86_two_bystanders_cannot_trade() -> None:
    scene = ready()
    do(scene, 1, "offer", "p3 1 credit for 1 credit")
    assert seen(scene, 1)
    assert not seen(scene, 2)
    assert "accept" not in scene.acts(2)


def test_MAR_22_no_trade_before_the_brotherhood() -> None:
    scene = Scene(3)
    scene.captain(1, credits_=5)
    do(scene, 1, "offer", "p1 1 credit for 1 credit")
    assert not seen(scene, 0)
    assert "accept" not in scene.acts(0)
    scene.set_out()
    assert seen(scene, 0) == ["1 credit for 1 credit"]
    assert "accept" in scene.acts(0)


def test_MAR_33_a_resting_captain_may_trade() -> None:
    scene = Scene(3)
    scene.captain(0, damage=1)
    do(scene, 1, "offer", "p1 1 credit for 2 credits")
    scene.answer(0, "rest_or_travel", "rest")
    do(scene, 0, "accept", "p2's offer 1")
    assert scene.happened(Traded)


def test_MA_8_1_no_trade_from_the_choice_of_battle_to_its_settlement() -> None:
    scene = ready()
    scene.space(*DULL)
    do(scene, 1, "offer", "p1 1 credit for 1 credit")
    scene.answer(0, "choose_battle", "space")
    assert not {"accept", "refuse", "promise"} & {*scene.acts(0), *scene.acts(1)}
    with pytest.raises(AnswerError, match="cannot do that now"):
        scene.act(0, "accept", (("offer", "1.1", 1),))
    scene.answer(0, "pick_ship", "Rustjaw" if "Rustjaw" in scene.s.space else scene.s.space[0])
    scene.roll(6, 1)
    scene.alone()
    assert (0, "tour") in scene.asked()
    assert "accept" in scene.acts(0)


def test_MA_8_1_no_trade_while_a_tour_action_resolves() -> None:
    scene = ready()
    scene.shop("Riveted Hull", "Plasma Cutlass", "Twin Mortars", "Siege Ram")
    do(scene, 1, "offer", "p1 1 credit for 6 credits")
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (6,))
    assert (0, "purchase") in scene.asked()
    assert "accept" not in scene.acts(0)


# MA-8.2: offers.


def test_MA_8_2_an_offer_reserves_nothing_and_is_checked_on_acceptance() -> None:
    scene = ready(credits_=2)
    do(scene, 0, "offer", "p2 6 credits for 2 credits")
    do(scene, 2, "offer", "p1 1 credit for 5 credits")
    do(scene, 0, "accept", "p3's offer 1")
    assert "accept" not in scene.acts(1)
    (offer,) = GAME.view(scene.s, Seat(1))["offers"]
    assert str(offer["hindrance"]) == "p1 has only 1 credit."
    assert "only 1 credit." in _refused_accept(scene, 1, "0.1")


def _refused_accept(scene: Scene, seat: int, key: str) -> str:
    """Why an offer cannot be accepted, asked of the act itself."""
    from pbem.games.metal_adventures.prompts.deals import Accept

    with pytest.raises(AnswerError) as error:
        Accept(Seat(seat)).check(scene.s, [["offer", key, 1]])
    return str(error.value)


@pytest.mark.parametrize(
    ("give", "get", "lost", "why"),
    [
        ("rhum", "1 credit", "card", "does not have Rhum"),
        ("1 credit", "broadside", "their card", "does not have Broadside"),
        ("2 wrecks", "1 credit", "wreck", "does not have the wrecks"),
        ("the wreck rustjaw", "1 credit", "wreck", "does not have the wrecks"),
        ("1 trophy", "1 credit", "trophy", "does not hold so many trophies"),
    ],
)
def test_MAR_88_whole_or_not_at_all(give: str, get: str, lost: str, why: str) -> None:
    scene = Scene(3)
    scene.captain(0, has=["Rhum"], wrecks=["Rustjaw", "Dust Jackal"])
    scene.captain(0, trophies=["Trophy of the Hide"], automatic=False)
    scene.captain(1, credits_=5, has=["Broadside"])
    scene.set_out()
    do(scene, 0, "offer", f"p2 {give} for {get}")
    s = scene.s
    if lost == "card":
        scene.act(0, "discard", "Rhum")
    elif lost == "their card":
        scene.act(1, "discard", "Broadside")
    elif lost == "wreck":
        s.gone.append(s.wrecks[0].pop(0))
    else:
        s.trophy_deck.append(s.hands[0].pop().card)
    assert why in _refused_accept(scene, 1, "0.1")
    assert not scene.happened(Traded)


@pytest.mark.parametrize(
    ("cards", "fits"), [(("Broadside", "Riveted Hull", "Siege Ram"), True),
                        (("Broadside", "Riveted Hull", "Siege Ram", "Twin Mortars"), False)],
)  # fmt: skip
def test_MAR_95_at_most_four_improvements_after_a_trade(cards: tuple[str, ...], fits: bool) -> None:
    scene = ready(has=cards)
    do(scene, 0, "offer", "p2 rhum for 1 credit")
    assert ("accept" in scene.acts(1)) == fits
    if not fits:
        assert "more than four improvements" in _refused_accept(scene, 1, "0.1")
        do(scene, 0, "offer", "p2 rhum for broadside")  # One for one fits.
        do(scene, 1, "accept", "p1's offer 2")
        assert len(scene.s.improvements[1]) == 4


def test_MAR_95_at_most_two_trophies_after_a_trade() -> None:
    scene = Scene(3)
    scene.captain(0, trophies=["Trophy of the Hide"], automatic=False)
    scene.captain(1, trophies=["Trophy of the Fortune", "Trophy of the Hangman"], automatic=False)
    scene.set_out()
    do(scene, 0, "offer", "p2 1 trophy")
    assert "more than two trophies" in _refused_accept(scene, 1, "0.1")
    do(scene, 0, "offer", "p2 1 trophy for 1 trophy")
    do(scene, 1, "accept", "p1's offer 2")
    assert [len(hand) for hand in scene.s.hands[:2]] == [1, 2]


def test_MA_8_2_written_ahead_opens_after_the_brotherhood_and_lapses_with_the_turn() -> None:
    scene = Scene(3)
    scene.space(*DULL)
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert not scene.happened(OfferOpened)
    assert seen(scene, 0)
    assert not seen(scene, 1)
    scene.set_out()
    assert scene.happened(OfferOpened)
    assert seen(scene, 1)
    scene.finish_turn()
    assert [event.how for event in scene.happened(OfferClosed)] == ["lapsed"]
    assert not seen(scene, 0)


def test_MA_8_2_what_is_written_for_a_later_turn_waits_for_it() -> None:
    scene = Scene(3)
    scene.space(*DULL)
    do(scene, 2, "offer", "p2 1 credit for 2 credits")
    scene.finish_turn()
    assert seen(scene, 2)
    scene.set_out(1)
    assert seen(scene, 1)


def test_MA_8_2_offers_and_refusals_are_seen_by_the_parties_only() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert seen(scene, 0)
    assert seen(scene, 1)
    assert not seen(scene, 2)
    assert not seen(scene, None)
    do(scene, 1, "refuse", "p1's offer 1")
    for kind in (OfferOpened, OfferClosed):
        (event,) = scene.happened(kind)
        assert [event.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
            False, True, True, False,
        ]  # fmt: skip
    (written,) = scene.happened(OfferWritten)
    assert [written.seen_by(Seat(seat)) for seat in range(3)] == [True, False, False]
    assert not scene.s.offers


def test_MA_8_2_concluded_trades_are_public_with_hidden_things_hidden() -> None:
    scene = Scene(3)
    scene.captain(0, wrecks=["Rustjaw"], trophies=["Trophy of the Hide"], automatic=False)
    scene.captain(1, credits_=5)
    scene.set_out()
    do(scene, 0, "offer", "p2 the wreck rustjaw + 1 trophy for 3 credits")
    do(scene, 1, "accept", "p1's offer 1")
    (traded,) = scene.happened(Traded)
    assert traded.seen_by(None)
    assert str(traded.sentence()) == "p1 and p2 trade: 1 trophy, unseen and 1 wreck for 3 credits."
    assert "Rustjaw" not in repr(traded)
    assert "Hide" not in repr(traded)
    for kind in (WrecksHanded, TrophiesHanded):
        (event,) = scene.happened(kind)
        assert [event.seen_by(seat) for seat in (None, Seat(0), Seat(1), Seat(2))] == [
            False, True, True, False,
        ]  # fmt: skip
    assert scene.s.wrecks[:2] == [[], ["Rustjaw"]]


def test_MA_8_2_a_named_wreck_is_seen_by_the_partner_another_is_not() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 the wreck dust jackal for 1 credit")
    assert seen(scene, 1) == ["the wreck Dust Jackal for 1 credit"]
    do(scene, 0, "offer", "p2 1 wreck for 1 credit choosing dust jackal")
    assert seen(scene, 1) == ["1 wreck for 1 credit"]
    assert GAME.view(scene.s, Seat(1))["offers"][0]["chosen"] == []
    do(scene, 1, "accept", "p1's offer 2")
    assert scene.s.wrecks[1] == ["Ledger Seven", "Dust Jackal"]


def test_MA_8_2_without_a_choice_the_wreck_held_longest_goes() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 wreck for 1 wreck")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.wrecks[:2] == [["Dust Jackal", "Ledger Seven"], ["Rustjaw"]]


def test_MA_8_2_a_chosen_wreck_that_is_gone_proves_nothing() -> None:
    """The offer stands as long as there are wrecks: its failing would tell which one was meant."""
    scene = ready()
    do(scene, 0, "offer", "p2 1 wreck for 1 credit choosing rustjaw")
    scene.s.gone.append(scene.s.wrecks[0].pop(0))
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.wrecks[1] == ["Ledger Seven", "Dust Jackal"]


def test_MA_8_2_a_new_offer_replaces_the_old_and_is_another_one() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 3 credits for broadside")
    do(scene, 0, "offer", "p2 1 credit for broadside")
    assert seen(scene, 1) == ["1 credit for Broadside"]
    assert "does not stand any more" in _refused_accept(scene, 1, "0.1")
    assert [event.how for event in scene.happened(OfferClosed)] == ["replaced"]


def test_MA_8_2_an_offer_back_is_a_counter_offer() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for broadside")
    do(scene, 1, "offer", "p1 broadside for 4 credits")
    assert [event.how for event in scene.happened(OfferClosed)] == ["countered"]
    assert seen(scene, 0) == ["Broadside for 4 credits"]
    do(scene, 0, "accept", "p2's offer 1")
    assert scene.s.credits[:2] == [1, 9]


def test_MA_8_2_offers_written_ahead_do_not_answer_each_other() -> None:
    scene = Scene(3)
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    do(scene, 1, "offer", "p1 1 credit for 3 credits")
    scene.set_out()
    assert len(seen(scene, 0)) == len(seen(scene, 1)) == 2
    assert not scene.happened(OfferClosed)


def test_MA_8_2_an_offer_can_be_withdrawn() -> None:
    scene = Scene(3)
    do(scene, 0, "offer", "p3 1 credit for 2 credits")
    do(scene, 0, "withdraw", "p3")
    assert scene.happened(OfferDropped)[0].seen_by(Seat(2)) is False
    scene.set_out()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert str(scene.match.acts(Seat(0))[-2].hint(Seat(1))) == "1 credit for 2 credits"
    do(scene, 0, "withdraw", "p2")
    assert [event.how for event in scene.happened(OfferClosed)] == ["withdrawn"]
    assert not scene.s.offers


def test_MA_8_2_the_active_captain_holds_the_turn_by_not_answering() -> None:
    """No rule waits for an answer to an offer: the next question lies there all the time."""
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert scene.asked() == [(0, "choose_battle")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("p2", "Say what you give"),
        ("p2 1 credit by turn 9", "nothing is due"),
        ("p2 1 credit for rhum", "not understood"),
        ("p3 1 credit for broadside", "does not have Broadside"),
        ("p1 1 credit", "not understood"),
        ("p2 for peace with p2", "cannot promise peace with p2"),
        ("p2 3 wrecks", "goes from 1 to 2"),
        ("1 credit", "missing under 'To whom'"),
        ("p2 1 credit later by the end of the turn turn 3", "too much under"),
    ],
)
def test_offers_that_mean_nothing_are_refused_with_the_remedy(text: str, why: str) -> None:
    scene = ready()
    assert why in refusal(scene, 0, "offer", text)


@pytest.mark.parametrize(
    ("seat", "act", "text", "said"),
    [
        (0, "withdraw", "p2", "p1 withdraws an offer to p2."),
        (0, "offer", "p2 2 credits", "p1 makes p2 another offer instead."),
        (1, "refuse", "p1's offer 1", "p2 refuses p1's offer."),
        (1, "offer", "p1 1 credit", "p2 answers p1's offer by another."),
        (1, "accept", "p1's offer 1", "p2 accepts p1's offer."),
    ],
)
def test_MA_8_2_the_two_are_told_how_an_offer_ended(
    seat: int, act: str, text: str, said: str
) -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    do(scene, seat, act, text)
    assert [str(event.sentence()) for event in scene.happened(OfferClosed)] == [said]


def test_MA_8_2_an_offer_is_told_to_the_two_and_its_answers_press() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    (opened,) = scene.happened(OfferOpened)
    assert str(opened.sentence()) == "p1 offers p2 1 credit for 2 credits."
    acts = scene.match.acts(Seat(1))
    pressing = {act.kind for act in acts if isinstance(act.prompt, Act) and act.prompt.pressing}
    assert pressing == {"accept", "refuse"}


def called(scene: Scene) -> dict[str, list[int]]:
    """Whom offers and answers to them wait for, as things stand now."""
    found = [(type(event).__name__, [*event.calls(scene.s)]) for event in scene.events]
    return {name: [int(seat) for seat in seats] for name, seats in found if seats}


def test_MA_8_2_an_open_offer_waits_for_its_partner_as_long_as_it_lies_there() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    do(scene, 1, "offer", "p3 1 credit")  # For a later turn.
    assert called(scene) == {"OfferOpened": [1]}
    do(scene, 0, "offer", "p2 1 credit for 1 credit")  # Instead of the first.
    assert called(scene) == {"OfferOpened": [1]}
    do(scene, 1, "refuse", "p1's offer 2")
    assert called(scene) == {"OfferClosed": [0]}
    scene.finish_turn()
    assert called(scene) == {}


@pytest.mark.parametrize("how", ["withdraw", "lapse"])
def test_MA_8_2_an_offer_that_ends_unanswered_waits_for_nobody(how: str) -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    if how == "withdraw":
        do(scene, 0, "withdraw", "p2")
    else:
        scene.finish_turn()
    assert called(scene) == {}


def test_MA_8_2_an_offer_is_made_to_one_captain() -> None:
    scene = ready()
    with pytest.raises(AnswerError, match="too much under 'To whom'"):
        scene.act(0, "offer", (("to", 1, 1), ("to", 2, 1), ("give", "credits", 1)))


def test_MA_8_2_one_offer_is_accepted_at_a_time() -> None:
    scene = ready()
    do(scene, 1, "offer", "p1 1 credit for 1 credit")
    do(scene, 2, "offer", "p1 1 credit for 1 credit")
    assert "too much under" in refusal(scene, 0, "accept", "p2's offer 1 p3's offer 1")


def test_MA_8_2_what_is_given_for_nothing_is_told_as_a_gift() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 2 credits")
    do(scene, 1, "accept", "p1's offer 1")
    (traded,) = scene.happened(Traded)
    assert str(traded.sentence()) == "p1 gives p2 2 credits."


def test_MA_8_2_a_trade_is_not_taken_back() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 3 credits for broadside")
    do(scene, 1, "accept", "p1's offer 1")
    with pytest.raises(NotAllowed, match="relies on it"):
        undo_target(scene.match, Seat(1))


# MA-8.3: trophies.


def test_MA_8_3_trophies_change_hands_unseen_by_the_givers_choice() -> None:
    scene = Scene(3)
    scene.captain(0, trophies=["Trophy of the Hide", "Trophy of the Fortune"], automatic=False)
    scene.captain(1, credits_=5, automatic=False)
    scene.set_out()
    do(scene, 1, "offer", "p1 3 credits for 1 trophy")
    do(scene, 0, "accept", "p2's offer 1 choosing trophy of the fortune")
    assert [held.card for held in scene.s.hands[1]] == ["Trophy of the Fortune"]
    assert [held.card for held in scene.s.hands[0]] == ["Trophy of the Hide"]


def test_MA_8_3_an_offer_of_a_trophy_proves_nothing() -> None:
    scene = Scene(3)
    scene.captain(0, trophies=["Trophy of the Hide", "Trophy of the Fortune"], automatic=False)
    scene.set_out()
    do(scene, 0, "offer", "p2 1 trophy for 3 credits choosing trophy of the hide")
    shown = repr(GAME.view(scene.s, Seat(1))) + repr(scene.happened(OfferOpened))
    assert "Hide" not in shown
    assert "Fortune" not in shown


def test_MA_5_3_a_trophy_that_is_traded_counts_deeds_from_then_on() -> None:
    scene = Scene(3)
    scene.captain(0, trophies=["Trophy of the Hide"], automatic=False)
    scene.s.deed_count = 7
    scene.set_out()
    do(scene, 0, "offer", "p2 1 trophy")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.s.hands[1][0].since == 7


def test_MA_5_4_what_a_trade_makes_true_is_claimed_after_it() -> None:
    scene = Scene(3)
    asks = scene.s.pack.trophies["Trophy of the Fortune"].condition.amount
    scene.captain(0, credits_=asks)
    scene.captain(1, credits_=1, trophies=["Trophy of the Fortune"])
    scene.set_out()
    do(scene, 0, "offer", f"p2 {asks - 1} credits")
    do(scene, 1, "accept", "p1's offer 1")
    assert [event.seat for event in scene.happened(TrophyClaimed)] == [1]


# Acts that no form sends.


def test_nothing_can_be_accepted_twice_or_by_others() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    for seat in (0, 2):
        with pytest.raises(AnswerError):
            scene.act(seat, "accept", (("offer", "0.1", 1),))
    do(scene, 1, "accept", "p1's offer 1")
    entry = Entry(scene.match.seq + 1, ACT, Seat(1), "accept", (("offer", "0.1", 1),))
    with pytest.raises(AnswerError):
        scene.match.enter(entry)


def test_MA_2_5_the_infamous_trade_at_once_but_promise_nothing() -> None:
    scene = Scene(3)
    scene.captain(0, judgment=4, credits_=5)
    scene.captain(1, credits_=5)
    scene.begin()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    do(scene, 1, "accept", "p1's offer 1")
    assert scene.happened(Traded)
    assert "infamous" in refusal(scene, 0, "offer", "p2 1 credit later for 2 credits")
    assert "infamous" in refusal(scene, 1, "offer", "p1 2 credits for help")
    assert "promise" not in scene.acts(0)
    assert not scene.happened(PromiseMade)


def test_secrets_worlds_differ_in_the_offers_of_others() -> None:
    import random

    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    scene.s.offers[:] = [*scene.s.offers]
    change_talk(scene.s, Seat(2), random.Random(3))
    assert all(offer.give[0].n != 1 or offer.get == () for offer in scene.s.offers)
