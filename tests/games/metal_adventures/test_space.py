"""MA-6.1, MA-6.2: finding a ship, and the events on the way."""

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.battle import BattleChosen, DebtDue, NoShipFound
from pbem.games.metal_adventures.events.captain import Damaged, DieBlanked, Paid, Received, Stocked
from pbem.games.metal_adventures.events.cards import (
    EventDrawn,
    ImprovementDiscarded,
    SentToKarokum,
    ShopFilled,
    SpaceShuffled,
    WrecksSpent,
)

from .scenario import DULL, Scene


def test_MA_6_1_cards_are_turned_up_until_three_ships_lie_there() -> None:
    scene = Scene()
    scene.space(
        "Rustjaw", "Golden Vein", "Dust Jackal", "Harbour Feast", "Ledger Seven", "Sunwright"
    )
    scene.purse("exxalia", 1)
    scene.purse("bazaar", 1)
    scene.attack("space")
    assert scene.s.space == ["Rustjaw", "Dust Jackal", "Ledger Seven"]
    assert scene.s.space_deck[0] == "Sunwright"


def test_MA_6_1_the_first_event_of_the_turn_applies_and_all_leave_the_game_MAR_36() -> None:
    scene = Scene()
    scene.captain(1, damage=2)
    scene.space("Brotherhood's Due", "Harbour Feast", *DULL)
    scene.attack("space")
    drawn = [(event.card, event.applies) for event in scene.happened(EventDrawn)]
    assert drawn == [("Brotherhood's Due", True), ("Harbour Feast", False)]
    assert scene.s.purse["pot"] == 1 + 4
    assert scene.s.damage[1] == 2
    assert scene.s.gone == ["Brotherhood's Due", "Harbour Feast"]


def test_MA_6_1_in_the_next_turn_an_event_applies_again() -> None:
    scene = Scene()
    scene.space("Brotherhood's Due", *DULL, "Harbour Feast")
    scene.captain(2, damage=2)
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    scene.answer(0, "tour", ())
    scene.space("Harbour Feast", "Cinder Sow", "Sunwright", "Net Thirty")
    scene.attack("space", seat=1)
    assert [event.applies for event in scene.happened(EventDrawn)] == [True, True]


def test_MA_6_1_unchosen_ships_go_to_karokum_at_the_choice_MAR_40() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack("space", ship="Dust Jackal")
    assert scene.s.karokum == ["Rustjaw", "Ledger Seven"]
    assert scene.asked() == [(0, "seek_help")]


def test_MA_6_1_unchosen_hunters_go_back_and_the_whole_deck_is_shuffled_MAR_39() -> None:
    scene = Scene()
    scene.space("Apocalypse", "Rustjaw", "Lucent Judge", "Sunwright")
    before = len(scene.s.space_deck)
    scene.dice.load("space", ("Lucent Judge", "Imperator", "Apocalypse"))
    scene.attack("space", ship="Rustjaw")
    assert scene.s.space_deck[:3] == ["Lucent Judge", "Imperator", "Apocalypse"]
    assert len(scene.s.space_deck) == before - 1
    assert scene.s.karokum == []
    assert not scene.happened(SentToKarokum)


def test_MA_6_1_a_chosen_hunter_does_not_go_back() -> None:
    scene = Scene()
    scene.space("Apocalypse", "Rustjaw", "Dust Jackal")
    scene.attack("space", ship="Apocalypse")
    assert "Apocalypse" not in scene.s.space_deck
    assert not scene.happened(SpaceShuffled)


def test_MAR_26_no_ship_stays_in_space_between_turns() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    assert scene.s.space == []


def test_MAR_35_a_short_deck_gives_what_there_is() -> None:
    scene = Scene()
    scene.only_in_space("Rustjaw", "Solar Storm", "Dust Jackal")
    scene.attack("space")
    assert sorted(scene.s.space) == ["Dust Jackal", "Rustjaw"]
    scene.answer(0, "pick_ship", "Rustjaw")


def test_MA_6_1_with_no_ship_there_another_battle_is_chosen() -> None:
    scene = Scene()
    scene.only_in_space("Brotherhood's Due", "Solar Storm", "Quiet Stars")
    scene.attack("space")
    assert scene.happened(NoShipFound) == [NoShipFound(Seat(0))]
    assert scene.asked() == [(0, "choose_battle")]
    assert "empty" in scene.refused(0, "choose_battle", "space")
    assert scene.question(0, "choose_battle").default == "attack exxalia"
    scene.answer(0, "choose_battle", "attack bazaar")
    scene.alone()
    assert scene.asked() == [(0, "tour")]  # The tour is still to come.


def test_MA_6_2_via_karokum_costs_2_credits_to_its_treasure() -> None:
    scene = Scene()
    scene.karokum("Rustjaw", "Sunspear")
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Rustjaw")
    assert scene.s.purse["karokum"] == 2
    assert scene.s.credits[0] == 0
    assert scene.happened(BattleChosen)[-1].target == "Rustjaw"
    scene.roll(6, 1)
    scene.alone()
    assert scene.s.karokum == ["Sunspear"]
    assert scene.s.wrecks[0] == ["Rustjaw"]


def test_MA_6_2_not_with_an_empty_discard_MAR_42() -> None:
    scene = Scene()
    scene.set_out()
    assert "empty" in scene.refused(0, "choose_battle", "via karokum")


def test_MA_6_2_not_without_the_2_credits() -> None:
    scene = Scene()
    scene.karokum("Rustjaw")
    scene.captain(0, credits_=2)
    scene.set_out()
    assert "2 credits" in scene.refused(0, "choose_battle", "via karokum")


def test_MAR_43_via_karokum_leaves_the_planets_actions_open() -> None:
    scene = Scene()
    scene.karokum("Rustjaw", "Sunspear")
    scene.captain(0, credits_=12)
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Rustjaw")
    scene.roll(6, 1)
    scene.alone()
    assert {9, 10} <= set(scene.question(0, "tour").values())


def test_MAR_45_a_ship_lost_via_karokum_leaves_the_game() -> None:
    scene = Scene()
    scene.karokum("Sunspear")
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Sunspear")
    scene.roll(1, 6)
    scene.alone()
    assert scene.s.karokum == []
    assert "Sunspear" in scene.s.gone


def test_MAR_44_a_hunter_from_karokum_is_still_a_hunter() -> None:
    scene = Scene()
    scene.karokum("Apocalypse")
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Apocalypse")
    scene.ally(1)
    assert ("betray") not in [kind for _seat, kind in scene.asked()]


# The events, one by one.


def drawing(event: str, seats: int = 3) -> Scene:
    scene = Scene(seats)
    scene.space(event, *DULL)
    return scene


def test_MA_1_4_golden_vein_gives_5_to_the_poorest_planet() -> None:
    scene = drawing("Golden Vein")
    scene.purse("exxalia", 3)
    scene.purse("bazaar", 1)
    scene.purse("karokum", 2)
    scene.attack("space")
    assert scene.s.purse["bazaar"] == 6
    assert scene.asked() == [(0, "pick_ship")]


def test_MA_1_4_golden_vein_in_a_tie_the_active_captain_chooses() -> None:
    scene = drawing("Golden Vein")
    scene.purse("exxalia", 3)
    scene.dice.load("poorest planets", ("karokum", "bazaar"))
    scene.attack("space")
    question = scene.question(0, "poorest_planet")
    assert question.values() == ("karokum", "bazaar")
    assert question.default == "karokum"  # MA-10.4: at random.
    scene.say(0, "poorest_planet", "Bazaar")
    assert scene.happened(Stocked) == [Stocked("bazaar", 5)]


@pytest.mark.parametrize("applies", [True, False])
def test_MAR_37_rhum_pays_for_every_event_drawn_applied_or_not(applies: bool) -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"])
    events = ["Quiet Stars"] if applies else ["Quiet Stars", "Harbour Feast"]
    scene.space(*events, *DULL)
    scene.attack("space")
    assert scene.s.credits[1] == 3 + len(events)
    assert scene.happened(Received) == [Received(Seat(1), "bank", 1)] * len(events)


def test_harbour_feast_repairs_1_for_everybody() -> None:
    scene = drawing("Harbour Feast")
    scene.captain(1, damage=2)
    scene.attack("space")
    assert scene.s.damage == [0, 1, 0]


def test_solar_storm_damages_everybody_active_captain_first_GEN_1() -> None:
    scene = drawing("Solar Storm")
    scene.s.active = Seat(1)
    scene.attack("space", seat=1)
    assert [event.seat for event in scene.happened(Damaged)] == [1, 2, 0]
    assert scene.s.damage == [1, 1, 1]


def test_privateer_tax_takes_2_as_far_as_the_credits_reach() -> None:
    scene = drawing("Privateer Tax")
    scene.captain(1, credits_=1)
    scene.captain(2, credits_=0)
    scene.attack("space")
    assert scene.s.credits == [0, 0, 0]
    assert scene.s.purse["pot"] == 1 + 2 + 1


def test_beggars_moon_gives_3_to_all_who_have_the_fewest() -> None:
    scene = drawing("Beggar's Moon")
    scene.captain(0, credits_=5)
    scene.attack("space")
    assert scene.s.credits == [4, 6, 6]


def test_quiet_stars_blanks_every_die_and_cancels_the_debt() -> None:
    scene = drawing("Quiet Stars")
    scene.captain(0, faktor=4)
    scene.captain(2, faktor=6)
    scene.attack("space", ship="Rustjaw")
    assert scene.s.faktor == [0, 0, 0]
    assert [event.seat for event in scene.happened(DieBlanked)] == [0, 2]
    assert not scene.happened(DebtDue)


def test_fresh_cargo_replaces_what_is_on_sale() -> None:
    scene = drawing("Fresh Cargo")
    old, new = list(scene.s.shop), scene.s.shop_deck[:4]
    scene.attack("space")
    assert scene.s.shop == new
    assert set(old) <= set(scene.s.shop_deck)


def test_fresh_cargo_does_nothing_without_a_deck() -> None:
    scene = drawing("Fresh Cargo", 6)
    scene.deal_all_improvements()
    scene.attack("space")
    assert not scene.happened(ShopFilled)


def test_scrap_fever_asks_all_who_have_wrecks_at_once_and_pays_2() -> None:
    scene = drawing("Scrap Fever")
    scene.captain(0, wrecks=["Sunspear"])
    scene.captain(1, wrecks=["Sunwright", "Net Thirty"])
    scene.attack("space")
    assert sorted(scene.asked()) == [(0, "sell_wreck"), (1, "sell_wreck")]
    scene.say(1, "sell_wreck", "Net Thirty")
    assert scene.s.wrecks[1] == ["Sunwright", "Net Thirty"]  # Under seal.
    scene.say(0, "sell_wreck", "none")
    assert scene.happened(WrecksSpent) == [WrecksSpent(Seat(1), ("Net Thirty",))]
    assert scene.s.credits == [2, 5, 3]
    assert "Net Thirty" in scene.s.gone


def test_press_gang_takes_an_improvement_or_damages() -> None:
    scene = drawing("Press Gang")
    scene.captain(0, has=["Rhum"])
    scene.captain(1, has=["Twin Mortars", "Broadside"])
    scene.attack("space")
    assert sorted(scene.asked()) == [(0, "give_up_improvement"), (1, "give_up_improvement")]
    scene.answer(1, "give_up_improvement", "Broadside")
    scene.answer(0, "give_up_improvement", "none")
    assert scene.s.damage == [1, 0, 1]
    assert scene.happened(ImprovementDiscarded) == [ImprovementDiscarded(Seat(1), "Broadside")]


def test_MA_10_7_an_event_while_a_claim_could_be_made_closes_claims() -> None:
    scene = drawing("Press Gang")
    scene.captain(1, has=["Rhum"], credits_=10, trophies=["Trophy of the Fortune"], automatic=False)
    scene.attack("space")
    assert scene.acts(1) == ["claim_for_me", "offer"]


def test_brotherhoods_due_fills_the_pot_from_the_bank() -> None:
    scene = drawing("Brotherhood's Due")
    scene.attack("space")
    assert scene.happened(Stocked) == [Stocked("pot", 4)]
    assert scene.happened(Paid) == [Paid(Seat(0), "pot", 1)]
