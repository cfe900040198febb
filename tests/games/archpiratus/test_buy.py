"""AP-2.2: the Buy step, the Store, Salvage, Local Contacts, events."""

from __future__ import annotations

from copy import deepcopy

import pytest

from pbem.games.archpiratus.events.effects import SwarmStruck
from pbem.games.archpiratus.events.store import (
    BuyEnded,
    ContactHired,
    EventsEnded,
    EventTurnedUp,
    SalvageBought,
    StoreBought,
    TurnedUp,
)
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from tests.games.archpiratus.scene import ONE, TWO, Scene

FIVE = ("tin-ear", "long-lens", "ghost-radar", "all-seeing-dish", "gun-deck")
"""They cost 1, 3, 4, 5 and 3."""


@pytest.fixture
def scene() -> Scene:
    """Seat 1 holds two Credits and a Contact worth 2; the Store is known."""
    scene = Scene()
    scene.hand(ONE, CREDIT, CREDIT, "pockets")
    scene.store(*FIVE)
    scene.next_tech("abacus-core", "rust-spitter")
    scene.next_crew("rivet", "squint")
    return scene


def test_AP_2_2_a_bought_card_goes_to_the_discard(scene: Scene) -> None:
    scene.say("buy tin-ear from tech")
    assert scene.told(StoreBought) == [StoreBought(ONE, "tin-ear", 1)]
    assert "tin-ear" in scene.s.ships[ONE].discard


def test_AP_2_2_the_buyer_chooses_the_deck_that_refills(scene: Scene) -> None:
    scene.say("buy tin-ear from crew")
    assert scene.told(TurnedUp) == [TurnedUp(0, "rivet", "crew")]
    assert scene.s.store == ["rivet", *FIVE[1:]]


def test_AP_2_2_a_refill_takes_the_place_that_became_empty(scene: Scene) -> None:
    scene.say("spend pockets, buy 2 from tech")
    assert scene.s.store == ["tin-ear", "abacus-core", *FIVE[2:]]


def test_AP_4_4_an_unsaid_refill_comes_from_the_own_deck(scene: Scene) -> None:
    scene.store("squint")
    scene.next_crew("rivet")
    scene.say("spend pockets, buy squint")
    assert [(e.card, e.deck) for e in scene.told(TurnedUp)] == [("rivet", "crew")]
    scene = Scene()
    scene.hand(ONE, CREDIT)
    scene.store(*FIVE)
    scene.say("buy tin ear")
    assert scene.told(TurnedUp)[0].deck == "tech"


@pytest.mark.parametrize(
    ("answer", "missing"),
    [("buy long-lens", "1 are missing"), ("buy tin-ear, buy contact", "1 are missing")],
)
def test_AP_2_2_cost_must_be_at_most_what_is_spent(scene: Scene, answer: str, missing: str) -> None:
    assert missing in scene.refuse(answer)


def test_AP_2_2_exactly_enough_is_enough(scene: Scene) -> None:
    scene.say("spend pockets, buy ghost-radar")
    assert scene.told(StoreBought) == [StoreBought(ONE, "ghost-radar", 4)]
    assert "all-seeing-dish" in scene.s.store


def test_AP_16_several_purchases_while_credits_last(scene: Scene) -> None:
    scene.say("spend pockets, buy tin-ear, buy long-lens")
    assert [e.card for e in scene.told(StoreBought)] == ["tin-ear", "long-lens"]
    assert scene.told(BuyEnded) == [BuyEnded(ONE, 2, ())]


def test_AP_16_spending_later_does_not_pay_for_what_came_before(scene: Scene) -> None:
    assert "missing" in scene.refuse("buy long-lens, spend pockets")


def test_AP_16_one_pool_and_no_card_twice(scene: Scene) -> None:
    scene.hand(ONE, CREDIT, CREDIT, CREDIT)
    assert "twice" in scene.refuse("buy tin-ear from tech, buy tin-ear from crew")


def test_AP_2_2_a_card_without_credit_value_cannot_be_spent(scene: Scene) -> None:
    scene.hand(ONE, CREDIT, CONTRACT, "pockets")
    assert [word for word in scene.words() if word.startswith("spend")] == ["spend pockets"]


def test_AP_2_2_the_rest_is_lost(scene: Scene) -> None:
    scene.say("spend pockets, buy tin-ear", "none", "stay")
    assert scene.asked == "buy 2"
    scene.pass_turn()
    scene.hand(ONE, CREDIT)
    assert scene.question.facts["credits"] == 1
    assert "costs 3, and all that you hold is worth 1" in scene.refuse("buy long-lens")


def test_AP_2_2_what_can_never_be_paid_is_not_offered(scene: Scene) -> None:
    offered = {word.split()[1] for word in scene.words() if word.startswith("buy")}
    assert "ghost-radar" in offered
    assert "all-seeing-dish" not in offered


def test_AP_2_2_a_local_contact_costs_two(scene: Scene) -> None:
    top = scene.s.contacts[0]
    scene.say("contact")
    assert scene.told(ContactHired) == [ContactHired(ONE, top, 2)]
    assert top in scene.s.ships[ONE].discard
    assert top not in scene.s.contacts


def test_AP_2_2_several_contacts_in_one_step(scene: Scene) -> None:
    first, second = scene.s.contacts[:2]
    scene.say("spend pockets, buy contact, buy second contact")
    assert [e.card for e in scene.told(ContactHired)] == [first, second]
    assert "buy third contact" not in scene.words()


def test_AP_21_no_contacts_none_for_sale(scene: Scene) -> None:
    scene.empty("contact")
    assert not [word for word in scene.words() if "contact" in word]


def test_AP_20_any_card_in_salvage_costs_two(scene: Scene) -> None:
    scene.salvage("widowmaker", "kettle-drive")
    scene.say("spend pockets, salvage widowmaker, buy kettle-drive from salvage")
    assert scene.told(SalvageBought) == [
        SalvageBought(ONE, "widowmaker", 2),
        SalvageBought(ONE, "kettle-drive", 2),
    ]
    assert scene.s.salvage == []
    assert {"widowmaker", "kettle-drive"} <= set(scene.s.ships[ONE].discard)


def test_AP_20_one_credit_does_not_reach_salvage(scene: Scene) -> None:
    scene.salvage("widowmaker")
    scene.hand(ONE, CREDIT)
    assert not [word for word in scene.words() if word.startswith("salvage")]


def test_AP_19_spent_cards_to_the_discard_spent_tech_to_salvage(scene: Scene) -> None:
    scene.hand(ONE, "pockets", "sunsplitter", "rivet")
    scene.say("spend pockets, spend sunsplitter, spend rivet, buy all-seeing-dish")
    assert scene.told(BuyEnded) == [BuyEnded(ONE, 0, ("sunsplitter",))]
    assert scene.s.salvage == ["sunsplitter"]
    assert {"pockets", "rivet"} <= set(scene.s.ships[ONE].discard)
    assert scene.s.ships[ONE].spent == []


def test_AP_19_spent_tech_cannot_be_bought_back_in_the_same_turn(scene: Scene) -> None:
    scene.hand(ONE, "sunsplitter", CREDIT, CREDIT)
    scene.say("spend sunsplitter, buy tin-ear from tech, look")
    assert scene.asked == "buy_more 1"
    assert scene.s.ships[ONE].spent == ["sunsplitter"]
    assert "salvage sunsplitter" not in scene.words()


def test_AP_2_2_only_the_credits_needed_are_put_away(scene: Scene) -> None:
    scene.say("buy tin-ear")
    assert scene.told(BuyEnded) == [BuyEnded(ONE, 1, ())]
    assert scene.s.ships[ONE].hand == [CREDIT, "pockets"]


def test_AP_2_2_nothing_bought_nothing_happens(scene: Scene) -> None:
    scene.say("none")
    assert scene.told(BuyEnded) == []
    assert scene.asked == "outfit 1"


def test_AP_4_1_without_look_nobody_is_asked_again(scene: Scene) -> None:
    scene.say("spend pockets, buy tin-ear")
    assert scene.asked == "outfit 1"


def test_AP_4_1_let_me_look_asks_again_while_something_can_be_bought(scene: Scene) -> None:
    scene.say("spend pockets, buy tin-ear, let me look")
    assert scene.asked == "buy_more 1"
    assert scene.question.facts["credits"] == 3
    scene.say("buy abacus-core, look")
    assert scene.asked == "buy_more 1"
    scene.say("buy contact")
    assert scene.asked == "outfit 1"
    assert scene.told(BuyEnded) == [BuyEnded(ONE, 2, ())]


def test_AP_4_1_look_asks_nothing_when_nothing_can_be_bought(scene: Scene) -> None:
    scene.hand(ONE, CREDIT)
    scene.say("buy tin-ear, look")
    assert scene.asked == "outfit 1"


@pytest.mark.parametrize("answer", ["spend pockets", "buy contact", "salvage kettle-drive"])
def test_AP_4_1_look_asks_nothing_when_nothing_new_came(scene: Scene, answer: str) -> None:
    scene.salvage("kettle-drive", "tin-ear")
    scene.hand(ONE, CREDIT, CREDIT, CREDIT, CREDIT, "pockets")
    scene.say(f"{answer}, look")
    assert scene.asked == "outfit 1"


def test_AP_18_an_empty_deck_gives_way_to_the_other(scene: Scene) -> None:
    scene.empty("tech")
    assert "buy tin-ear from tech" not in scene.words()
    scene.say("buy tin-ear")
    assert scene.told(TurnedUp) == [TurnedUp(0, "rivet", "crew")]


def test_AP_18_both_decks_empty_leave_the_place_empty(scene: Scene) -> None:
    scene.empty("tech", "crew")
    scene.say("buy tin-ear")
    assert scene.told(TurnedUp) == []
    assert scene.s.store[0] == ""


def test_AP_4_4_an_empty_place_is_filled_at_the_next_buy_step(scene: Scene) -> None:
    scene.gap(1)
    scene.say("none", "none", "stay")
    assert scene.asked == "restock 2"
    assert "From which deck is it filled?" in str(scene.question.sentence())
    scene.say("crew")
    assert scene.told(TurnedUp) == [TurnedUp(0, "rivet", "crew")]
    assert scene.asked == "buy 2"


def test_AP_4_4_with_one_deck_left_nobody_is_asked(scene: Scene) -> None:
    scene.gap(1)
    scene.empty("tech")
    scene.say("none", "none", "stay")
    assert scene.told(TurnedUp) == [TurnedUp(0, "rivet", "crew")]


def test_AP_26_credits_and_contracts_are_not_for_sale(scene: Scene) -> None:
    assert not [word for word in scene.words() if CREDIT in word or CONTRACT in word]


# Events.


@pytest.fixture
def eventful() -> Scene:
    scene = Scene(events=True)
    scene.hand(ONE, CREDIT, CREDIT, "pockets")
    scene.store(*FIVE)
    return scene


def test_AP_24_an_event_takes_effect_at_once_and_another_card_is_drawn(eventful: Scene) -> None:
    eventful.next_tech("carnival", "abacus-core")
    eventful.say("buy tin-ear from tech")
    assert eventful.told(EventTurnedUp) == [EventTurnedUp("carnival")]
    assert eventful.told(TurnedUp) == [TurnedUp(0, "abacus-core", "tech")]
    assert eventful.s.events == ["carnival"]
    assert eventful.s.crew_value(ONE) == eventful.s.crew_value(TWO) == 1


def test_AP_24_events_stay_in_force_beside_the_earlier_ones(eventful: Scene) -> None:
    eventful.in_force("solar-flare")
    eventful.next_tech("hull-rot", "carnival", "abacus-core")
    eventful.say("buy tin-ear from tech")
    assert eventful.s.events == ["solar-flare", "hull-rot", "carnival"]


def test_AP_25_all_events_end_when_the_tech_deck_is_empty(eventful: Scene) -> None:
    eventful.in_force("carnival")
    eventful.next_tech("abacus-core")
    rest = eventful.s.tech_deck[1:]
    eventful.s.gone += rest
    del eventful.s.tech_deck[1:]
    eventful.say("buy tin-ear from tech")
    assert eventful.told(EventsEnded) == [EventsEnded()]
    assert eventful.s.events == []
    assert "carnival" in eventful.s.gone


def test_AP_25_an_event_that_is_the_last_card_strikes_and_then_all_end(eventful: Scene) -> None:
    eventful.next_tech("comet-swarm")
    eventful.s.gone += eventful.s.tech_deck[1:]
    del eventful.s.tech_deck[1:]
    eventful.next_crew("rivet")
    eventful.say("buy tin-ear from tech")
    assert [e.who for e in eventful.told(SwarmStruck)] == [ONE, TWO]
    assert eventful.told(EventsEnded) == [EventsEnded()]
    assert eventful.told(TurnedUp) == [TurnedUp(0, "rivet", "crew")]


def test_AP_2_6_events_do_not_end_while_the_tech_deck_has_cards(eventful: Scene) -> None:
    eventful.next_tech("carnival", "abacus-core")
    eventful.say("buy tin-ear from tech")
    assert eventful.told(EventsEnded) == []


def test_AP_4_1_a_step_that_an_event_makes_impossible_is_asked_again(eventful: Scene) -> None:
    eventful.store("tin-ear", "rivet")
    eventful.hand(ONE, CREDIT, CREDIT, CREDIT)
    eventful.next_tech("dock-strike", "abacus-core")
    eventful.say("buy tin-ear from tech, buy rivet")
    assert [e.card for e in eventful.told(StoreBought)] == ["tin-ear"]
    assert eventful.asked == "buy_more 1"
    assert eventful.s.price(ONE, "rivet") == 3
    assert "buy rivet from crew" not in eventful.words()


def test_AP_2_2_nobody_pays_with_credits_that_an_ended_event_had_lent() -> None:
    pack = deepcopy(GAME.pack())
    pack["event"]["carnival"] = {"effect": "more_credits", "amount": 2}
    scene = Scene(pack=pack, events=True)
    scene.in_force("carnival")
    scene.hand(ONE, CREDIT, CONTRACT)
    scene.store("long-lens")
    scene.s.gone += scene.s.tech_deck[1:]
    del scene.s.tech_deck[1:]
    scene.say("buy long-lens from tech")
    assert scene.told(EventsEnded) == [EventsEnded()]
    assert scene.told(BuyEnded) == [BuyEnded(ONE, 1, ())]
    assert scene.s.ships[ONE].hand == [CONTRACT]


def test_AP_17_the_deck_is_chosen_before_the_card_is_seen_and_only_the_store_is_refilled(
    scene: Scene,
) -> None:
    """The purchase names the deck; Salvage and Local Contacts bring nothing new."""
    scene.salvage("kettle-drive")
    scene.hand(ONE, CREDIT, CREDIT, "pockets", "aunt-cassia")
    scene.say("spend pockets, spend aunt-cassia, salvage kettle-drive, buy contact")
    assert scene.told(TurnedUp) == []
    assert scene.s.store == list(FIVE)


def test_AP_22_salvage_is_open_to_everybody(scene: Scene) -> None:
    scene.salvage("kettle-drive", "widowmaker")
    for seat in (ONE, TWO, None):
        cards = GAME.view(scene.s, seat)["salvage"]
        assert [card["id"] for card in cards] == ["kettle-drive", "widowmaker"]


def test_AP_2_2_local_contacts_go_down_from_eight(scene: Scene) -> None:
    """While they last: the eighth is sold, a ninth is not there."""
    scene.s.gone += scene.s.contacts[1:]
    del scene.s.contacts[1:]
    scene.say("spend pockets, buy contact")
    assert scene.s.contacts == []
    scene.pass_turn().pass_turn()
    scene.hand(ONE, CREDIT, CREDIT)
    assert not [word for word in scene.words() if "contact" in word]


def test_AP_4_1_a_step_that_an_event_makes_too_dear_waits_for_more_credits(eventful: Scene) -> None:
    """It could still be paid, but only with a card that nobody said should be spent."""
    eventful.store("tin-ear", "rivet")
    eventful.hand(ONE, CREDIT, CREDIT, CREDIT, "pockets")
    eventful.next_tech("dock-strike", "abacus-core")
    eventful.say("buy tin-ear from tech, buy rivet")
    assert [e.card for e in eventful.told(StoreBought)] == ["tin-ear"]
    assert eventful.asked == "buy_more 1"
    eventful.say("spend pockets, buy rivet")
    assert [e.card for e in eventful.told(StoreBought)] == ["rivet"]


def test_AP_18_look_asks_nothing_when_no_deck_has_anything_new(scene: Scene) -> None:
    scene.empty("tech", "crew")
    scene.say("spend pockets, buy tin-ear, look")
    assert scene.asked == "outfit 1"


def test_AP_25_an_event_that_is_the_very_last_card_ends_too(eventful: Scene) -> None:
    eventful.next_tech("carnival")
    eventful.s.gone += eventful.s.tech_deck[1:]
    del eventful.s.tech_deck[1:]
    eventful.empty("crew")
    eventful.say("buy tin-ear from tech")
    assert eventful.told(EventsEnded) == [EventsEnded()]
    assert eventful.s.events == []
    assert eventful.s.store[0] == ""
