"""MA-9: the Tour of Pirates, action by action."""

from typing import Any

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.captain import GloryWon, Paid, Pardoned, Received, Repaired
from pbem.games.metal_adventures.events.cards import ShopCleared, ShopFilled, WrecksSpent
from pbem.games.metal_adventures.events.trophies import DeedDone, TrophiesSeen
from pbem.games.metal_adventures.events.turn import ActionTaken
from pbem.games.metal_adventures.pack import usual

from .scenario import Scene

BARRENS = ["Rustjaw", "Dust Jackal", "Cinder Sow"]


def touring(seats: int = 3, **mine: Any) -> Scene:
    """Captain 0 is about to tour before the battle, the Brotherhood being paid."""
    scene = Scene(seats)
    mine.setdefault("credits_", 10)
    mine["credits_"] += 1
    scene.captain(0, **mine)
    if mine.get("damage"):
        scene.captain(1, damage=4)  # So that the Brotherhood is to be paid.
    return scene


def begin(scene: Scene) -> Scene:
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    return scene


def taken(scene: Scene) -> list[int]:
    return [event.number for event in scene.happened(ActionTaken)]


def paid(scene: Scene) -> list[tuple[str, int]]:
    return [(event.place, event.amount) for event in scene.happened(Paid)][1:]


# MA-9.1: the order.


def test_MA_9_1_actions_are_taken_in_the_order_of_the_board() -> None:
    scene = begin(touring())
    scene.answer(0, "tour", (10, 1))
    scene.answer(0, "keep_one", scene.question(0, "keep_one").default)
    assert taken(scene) == [1, 10]


def test_MA_9_1_each_once_and_never_going_back_MAR_24() -> None:
    scene = begin(touring(credits_=12))
    scene.answer(0, "tour", (5,))  # After new choices the captain looks again.
    assert "go back" in scene.refused(0, "tour", (5,))
    assert "go back" in scene.refused(0, "tour", (1,))
    assert "twice" in scene.refused(0, "tour", (6, 6))
    scene.answer(0, "tour", (10,))
    assert taken(scene) == [5, 10]
    assert scene.asked() == [(0, "choose_battle")]


def test_MA_9_1_none_on_a_planet_attacked_this_turn() -> None:
    scene = touring(damage=1)
    scene.attack("attack exxalia")
    scene.roll(1, 6)
    scene.alone()
    assert "closed" in scene.refused(0, "tour", (2,))


def test_MA_9_1_the_tour_may_be_empty_and_a_tour_without_possibilities_is_not_asked() -> None:
    scene = Scene()
    scene.captain(0, credits_=1)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    assert scene.asked() == [(0, "choose_battle")]
    assert scene.s.toured == []


ONE_NATION, MIXED = ("Rustjaw", "Bonepicker", "Old Grudge"), ("Rustjaw", "Sunwright", "Net Thirty")
HUNTER, NO_HUNTER = ("Apocalypse",), ("Imperator",)


@pytest.mark.parametrize(
    ("mine", "wrecks"),
    [
        ({}, ONE_NATION),
        ({}, MIXED),
        ({"judgment": 1}, HUNTER),
        ({"judgment": 1}, NO_HUNTER),
    ],
)
def test_MA_10_6_whether_a_tour_is_asked_does_not_tell_which_wrecks_one_holds(
    mine: dict[str, Any], wrecks: tuple[str, ...]
) -> None:
    scene = Scene()
    scene.captain(0, credits_=1, wrecks=wrecks, **mine)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    assert scene.asked() == [(0, "tour")]
    question = scene.question(0, "tour")
    possible = wrecks in (ONE_NATION, HUNTER)
    assert bool(question.values()) == possible
    assert ("Choose nothing" in str(question.sentence())) == (not possible)
    scene.answer(0, "tour", question.parse("none"))
    assert scene.asked() == [(0, "choose_battle")]


def test_MAR_117_credits_of_an_earlier_action_pay_a_later_one() -> None:
    scene = touring(credits_=0, wrecks=BARRENS)
    scene.shop("Riveted Hull", "Plasma Cutlass", "Twin Mortars", "Siege Ram")
    begin(scene)
    assert {4, 5, 6} <= set(scene.question(0, "tour").values())
    assert "do not reach" in scene.refused(0, "tour", (6,))
    scene.answer(0, "tour", (4, 6))
    scene.answer(0, "title_wrecks", tuple(BARRENS))
    scene.answer(0, "purchase", "Riveted Hull")
    assert scene.s.credits[0] == 0


def test_MA_9_1_what_has_become_impossible_on_the_way_is_asked_again() -> None:
    scene = touring(credits_=5, wrecks=["Rustjaw"], damage=2)
    scene.karokum("Imperator")
    begin(scene)
    scene.answer(0, "tour", (3, 9))
    scene.answer(0, "pay_complete_repairs", ("Rustjaw",))  # Then there is no wreck to scrap.
    assert scene.asked() == [(0, "tour")]
    assert taken(scene) == [3]


def test_MA_9_1_MA_10_1_a_new_trophy_that_came_last_is_a_reason_to_look_again() -> None:
    scene = Scene()
    scene.captain(0, credits_=9)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (1,))
    scene.answer(0, "keep_one", scene.question(0, "keep_one").values()[0])
    assert scene.asked() == [(0, "tour")]
    assert 1 not in scene.question(0, "tour").values()
    scene.answer(0, "tour", (6,))  # No trophy came last: the tour is over.
    scene.answer(0, "purchase", scene.question(0, "purchase").values()[0])
    assert scene.asked() == [(0, "choose_battle")]


def test_MA_9_1_a_tour_beyond_ones_means_is_refused_with_a_reason() -> None:
    scene = begin(touring(credits_=7))
    assert "Extravagant expenditure" in scene.refused(0, "tour", (1, 10))
    scene.answer(0, "tour", (5, 10))
    assert taken(scene) == [5]  # After new goods the captain is asked again.


# MA-9.2: Exxalia.


def test_MA_9_2_trophies_cost_2_credits_to_exxalia() -> None:
    scene = touring()
    scene.trophies_on_top("Trophy of the Gates", "Trophy of the Knife")
    begin(scene).answer(0, "tour", (1,))
    assert paid(scene) == [("exxalia", 2)]
    assert scene.happened(TrophiesSeen)[-1].cards == ("Trophy of the Gates", "Trophy of the Knife")
    scene.answer(0, "keep_one", "Trophy of the Knife")
    assert [held.card for held in scene.s.hands[0]] == ["Trophy of the Knife"]
    assert scene.s.trophy_deck[-1] == "Trophy of the Gates"


def test_MA_9_2_or_a_held_trophy_and_1_credit() -> None:
    scene = begin(touring(trophies=["Trophy of the Hide"]))
    scene.answer(0, "tour", (1,))
    assert scene.question(0, "pay_trophies").values() == ("credits", "Trophy of the Hide")
    scene.answer(0, "pay_trophies", "Trophy of the Hide")
    assert paid(scene) == [("exxalia", 1)]
    assert scene.s.trophy_deck[-1] == "Trophy of the Hide"
    scene.let_pass(0)
    assert len(scene.s.hands[0]) == 1


def test_MAR_104_with_2_trophies_only_the_second_price_is_possible() -> None:
    hand = ["Trophy of the Hide", "Trophy of the Duel"]
    scene = begin(touring(trophies=hand))
    scene.answer(0, "tour", (1,))
    assert scene.question(0, "pay_trophies").values() == hand
    scene.answer(0, "pay_trophies", "Trophy of the Duel")
    scene.let_pass(0)
    assert len(scene.s.hands[0]) == 2


def test_MA_9_2_with_1_credit_and_no_trophy_there_are_none_to_be_had() -> None:
    scene = touring(credits_=1)
    begin(scene)
    assert "costs 2" in scene.refused(0, "tour", (1,))


def test_MA_9_2_with_1_credit_and_a_trophy_there_are() -> None:
    scene = begin(touring(credits_=1, trophies=["Trophy of the Hide"]))
    scene.answer(0, "tour", (1,))
    assert scene.question(0, "pay_trophies").values() == ["Trophy of the Hide"]


def minor(**mine: Any) -> Scene:
    scene = touring(damage=3, **mine)
    scene.base(0, "Gentle Gale")  # Not the ship that repairs for nothing.
    return begin(scene)


def test_MA_9_2_minor_repairs_cost_1_credit() -> None:
    scene = minor()
    scene.answer(0, "tour", (2,))
    assert paid(scene) == [("exxalia", 1)]
    assert scene.happened(Repaired) == [Repaired(Seat(0), 1)]


def test_MA_9_2_or_1_wreck_which_leaves_the_game_MA_9_6() -> None:
    scene = minor(wrecks=["Rustjaw", "Imperator"])
    scene.answer(0, "tour", (2,))
    scene.answer(0, "pay_minor_repairs", ("Rustjaw",))
    assert paid(scene) == []
    assert scene.happened(WrecksSpent) == [WrecksSpent(Seat(0), ("Rustjaw",))]
    assert "Rustjaw" in scene.s.gone
    assert scene.s.damage[0] == 2


@pytest.mark.parametrize(
    ("wrecks", "coins"), [((), 2), (("Rustjaw",), 1), (("Rustjaw", "Imperator"), 0)]
)
def test_MA_9_2_complete_repairs_cost_2_in_any_mix(wrecks: tuple[str, ...], coins: int) -> None:
    scene = begin(touring(damage=4, wrecks=["Rustjaw", "Imperator", "Sunspear"]))
    scene.answer(0, "tour", (3,))
    assert "at most 2" in scene.refused(
        0, "pay_complete_repairs", ("Rustjaw", "Imperator", "Sunspear")
    )
    scene.answer(0, "pay_complete_repairs", wrecks)
    assert paid(scene) == ([("exxalia", coins)] if coins else [])
    assert scene.s.damage[0] == 0


def test_MAR_105_no_repairs_without_damage() -> None:
    scene = begin(touring())
    for number in (2, 3):
        assert "not damaged" in scene.refused(0, "tour", (number,))


def test_MA_9_2_minor_then_complete_repairs_of_a_single_damage_is_refused() -> None:
    scene = begin(touring(damage=1))
    assert "nothing left" in scene.refused(0, "tour", (2, 3))


def test_MA_9_2_without_credits_the_price_is_paid_in_wrecks() -> None:
    scene = begin(touring(damage=4, credits_=0, wrecks=["Rustjaw", "Imperator"]))
    scene.answer(0, "tour", (3,))
    question = scene.question(0, "pay_complete_repairs")
    assert (question.at_least(), question.at_most()) == (2, 2)


# MA-9.3: the OCG.


def test_MA_9_3_a_glory_title_takes_3_wrecks_of_one_nation() -> None:
    scene = begin(touring(wrecks=[*BARRENS, "Sunspear"], credits_=0))
    scene.answer(0, "tour", (4,))
    assert "exactly 3" in scene.refused(0, "title_wrecks", ("Rustjaw", "Dust Jackal"))
    scene.answer(0, "title_wrecks", tuple(BARRENS))
    assert scene.s.wrecks[0] == ["Sunspear"]
    assert scene.happened(Received) == [Received(Seat(0), "bank", 4)]
    assert scene.happened(GloryWon) == [GloryWon(Seat(0), 1, "title")]
    assert scene.happened(DeedDone) == [DeedDone(Seat(0), "glory_title")]


def test_MA_9_3_of_two_nations_there_is_no_mixing() -> None:
    solar = ["Sunspear", "Sunwright", "Lucent Judge"]  # MAR-111: a Hunter counts for its nation.
    scene = begin(touring(wrecks=[*BARRENS, *solar]))
    scene.answer(0, "tour", (4,))
    assert "one nation" in scene.refused(0, "title_wrecks", ("Rustjaw", "Sunspear", "Sunwright"))
    scene.answer(0, "title_wrecks", tuple(solar))


def test_MAR_111_never_for_the_ocg_and_never_with_2() -> None:
    scene = begin(touring(wrecks=["Ledger Seven", "Net Thirty", "Monopoly", *BARRENS[:2]]))
    assert "Glory Title" in scene.refused(0, "tour", (4,))


def test_MA_9_3_new_choices_replace_the_row_MAR_108() -> None:
    scene = touring()
    old, new = tuple(scene.s.shop), tuple(scene.s.shop_deck[:4])
    begin(scene).answer(0, "tour", (5,))
    assert paid(scene) == [("bank", 1)]
    assert scene.happened(ShopCleared) == [ShopCleared(old)]
    assert scene.happened(ShopFilled) == [ShopFilled(new)]
    assert scene.s.shop == list(new)
    assert len(scene.s.shop_deck) == 20


def test_MAR_108_with_a_short_deck_the_row_is_filled_with_old_cards() -> None:
    scene = touring(6)
    scene.deal_all_improvements()
    row = [scene.s.improvements[seat].pop() for seat in range(1, 6)]
    scene.s.shop, scene.s.shop_deck = row[:4], row[4:]
    begin(scene).answer(0, "tour", (5,))
    assert scene.s.shop[0] == row[4]
    assert len(scene.s.shop) == 4
    assert len(scene.s.shop_deck) == 1


def test_MAR_109_with_all_improvements_taken_there_is_nothing_to_buy() -> None:
    scene = touring(6)
    scene.deal_all_improvements()
    begin(scene)
    assert "deck is empty" in scene.refused(0, "tour", (5,))
    assert "Nothing is for sale" in scene.refused(0, "tour", (6,))


def test_MAR_109_an_empty_deck_leaves_what_is_on_sale() -> None:
    scene = touring(6)
    scene.deal_all_improvements()
    scene.s.shop = [scene.s.improvements[1].pop()]
    begin(scene)
    assert "deck is empty" in scene.refused(0, "tour", (5,))
    scene.answer(0, "tour", (6,))
    scene.let_pass(0)
    assert scene.s.shop == []


def test_MA_9_3_a_purchase_costs_what_is_printed_paid_to_the_bank_MAR_106() -> None:
    scene = touring(credits_=5)
    scene.shop("Plasma Cutlass", "Rhum", "Twin Mortars", "Broadside")
    begin(scene).answer(0, "tour", (6,))
    assert "costs 6, and you have 5" in scene.refused(0, "purchase", "Plasma Cutlass")
    scene.answer(0, "purchase", "Twin Mortars")
    assert paid(scene) == [("bank", 4)]
    assert scene.s.improvements[0] == ["Twin Mortars"]


# MA-9.4: the Bazaar.


def _dearest_and_cheapest() -> tuple[dict[str, Any], dict[str, Any]]:
    """The prices are the pack's, which balance may change; the rule stays."""
    by_price = sorted(usual()["supports"], key=lambda card: int(card["cost"]))
    return by_price[-1], by_price[0]


def test_MA_9_4_smuggling_costs_1_more_paid_to_the_bazaar_MAR_112() -> None:
    dear, cheap = _dearest_and_cheapest()
    purse = cheap["cost"] + 1
    assert purse < dear["cost"] + 1, "there are two prices to tell apart"
    scene = touring(credits_=purse)
    scene.bazaar(cheap["name"], dear["name"])
    begin(scene).answer(0, "tour", (7,))
    refusal = f"costs {dear['cost'] + 1}, and you have {purse}"
    assert refusal in scene.refused(0, "smuggle", dear["name"])
    scene.answer(0, "smuggle", cheap["name"])
    assert paid(scene) == [("bazaar", purse)]
    assert scene.s.bazaar == [dear["name"]]


def test_MAR_72_no_smuggling_from_an_empty_bazaar() -> None:
    assert "no support card" in begin(touring()).refused(0, "tour", (7,))


def test_MA_9_4_amnesty_costs_2_credits_and_gives_the_glory_back_MAR_14() -> None:
    scene = begin(touring(judgment=2, glory=5))
    scene.answer(0, "tour", (8,))
    assert paid(scene) == [("bazaar", 2)]
    assert scene.happened(Pardoned) == [Pardoned(Seat(0))]
    assert (scene.s.judgment[0], scene.s.glory[0]) == (1, 4)


def test_MA_9_4_or_a_hunter_wreck_MAR_114() -> None:
    scene = begin(touring(judgment=1, wrecks=["Rustjaw", "Apocalypse"]))
    scene.answer(0, "tour", (8,))
    assert scene.question(0, "pay_amnesty").values() == ("credits", "Apocalypse")
    scene.answer(0, "pay_amnesty", "Apocalypse")
    assert paid(scene) == []
    assert "Apocalypse" in scene.s.gone
    assert scene.s.judgment[0] == 0


def test_MA_9_4_a_hunter_wreck_pays_without_credits() -> None:
    scene = begin(touring(judgment=1, credits_=1, wrecks=["Apocalypse"]))
    scene.answer(0, "tour", (8,))
    assert scene.question(0, "pay_amnesty").values() == ("Apocalypse",)


def test_MAR_113_no_amnesty_in_a_turn_in_which_a_judgment_was_taken() -> None:
    scene = Scene()
    scene.captain(0, judgment=1, credits_=9)
    scene.answer(0, "pay_brotherhood", False)
    scene.answer(0, "choose_battle", "tour")
    assert "this turn" in scene.refused(0, "tour", (8,))


def test_MA_9_4_no_amnesty_without_a_judgment() -> None:
    assert "no Judgment" in begin(touring()).refused(0, "tour", (8,))


def test_MA_2_5_after_an_amnesty_the_infamous_may_call_for_help_again() -> None:
    scene = begin(touring(judgment=4))
    scene.answer(0, "tour", (8,))
    scene.answer(0, "choose_battle", "attack exxalia")
    assert scene.asked() == [(0, "seek_help")]


# MA-9.5: Karokum.


def test_MA_9_5_scrapping_gives_another_ship_as_a_wreck_MAR_115() -> None:
    scene = touring(wrecks=["Rustjaw"])
    scene.karokum("Imperator", "Sunspear")
    begin(scene).answer(0, "tour", (9,))
    scene.answer(0, "scrap_wreck", "Rustjaw")
    assert scene.question(0, "take_from_karokum").values() == ["Imperator", "Sunspear"]
    scene.answer(0, "take_from_karokum", "Imperator")
    assert paid(scene) == [("karokum", 1)]
    assert scene.s.wrecks[0] == ["Imperator"]
    assert scene.s.karokum == ["Sunspear", "Rustjaw"]
    assert scene.s.glory[0] == 0


def test_MA_9_5_no_scrapping_without_a_wreck_or_an_empty_karokum_MAR_42() -> None:
    bare = touring()
    bare.karokum("Imperator")
    assert "no wreck" in begin(bare).refused(0, "tour", (9,))
    assert "no ship" in begin(touring(wrecks=["Rustjaw"])).refused(0, "tour", (9,))


@pytest.mark.parametrize("wrecks", [(), ("Rustjaw",), ("Rustjaw", "Imperator")])
def test_MA_9_5_expenditure_costs_6_in_any_mix_and_gives_1_glory(wrecks: tuple[str, ...]) -> None:
    scene = begin(touring(wrecks=["Rustjaw", "Imperator"]))
    scene.answer(0, "tour", (10,))
    scene.answer(0, "pay_expenditure", wrecks)
    assert paid(scene) == [("karokum", 6 - len(wrecks))]
    assert scene.happened(GloryWon) == [GloryWon(Seat(0), 1, "expenditure")]


def test_MA_9_5_expenditure_needs_6_in_all() -> None:
    scene = begin(touring(credits_=4, wrecks=["Rustjaw"]))
    assert "costs 6" in scene.refused(0, "tour", (10,))
    enough = begin(touring(credits_=5, wrecks=["Rustjaw"]))
    enough.answer(0, "tour", (10,))
    assert enough.question(0, "pay_expenditure").default == ("Rustjaw",)
