"""Rulings that can be seen at the table and belong to no rule alone (MAR-…)."""

from __future__ import annotations

import random

import pytest

from pbem.engine import ANSWER, Entry, Seat, begin
from pbem.games.metal_adventures.events.battle import Betrayed, Compared, FaktorDeclared, Rolled
from pbem.games.metal_adventures.events.captain import (
    Damaged,
    DieBlanked,
    Judged,
    Paid,
    Received,
    Repaired,
    Stocked,
)
from pbem.games.metal_adventures.events.cards import ShopFilled, ShopShuffled, TurnedUp
from pbem.games.metal_adventures.events.turn import TurnEnded
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.pack import read, usual
from pbem.games.metal_adventures.state import UNUSED

from .scenario import DULL, Scene

ME = Seat(0)
STRONG = ("Plasma Cutlass", "Dreadnought Plate", "Twin Mortars", "Riveted Hull")


def test_MA_1_3_equipment_lies_open_and_its_effects_add_up_without_restriction() -> None:
    scene = Scene()
    scene.captain(0, has=("Rhum", "Prize Crew", "Twin Mortars", "Plasma Cutlass"))
    scene.space("Golden Vein", *DULL)
    seen = GAME.view(scene.s, Seat(1))["captains"][0]
    assert [card["name"] for card in seen["improvements"]] == scene.s.improvements[0]
    assert scene.s.power(ME) == 8 + 1 + 1 + 2 + 3


def test_GEN_2_a_card_beats_the_rulebook() -> None:
    """MA-6.2 says 2 credits; the Vulture says 2 less."""
    scene = Scene()
    scene.base(0, "Vulture")
    scene.captain(0, credits_=1)
    scene.karokum(*DULL)
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Rustjaw")
    assert scene.s.purse["karokum"] == 0


def test_GEN_4_chance_is_the_servers_and_comes_from_its_secret_alone() -> None:
    def dealt(secret: bytes) -> tuple[list[str], list[str], list[list[str]]]:
        s = begin(GAME, 4, secret=secret).state
        return s.space_deck, s.bases, s.offered

    assert dealt(b"one") == dealt(b"one")
    assert dealt(b"one") != dealt(b"two")


def test_GEN_5_where_the_books_differ_the_french_one_counts() -> None:
    """MAR-50: the dice of all who help; MAR-51: a debt is due in a challenge that one issues."""
    scene = Scene(3)
    scene.captain(0, faktor=2)
    scene.set_out()
    scene.answer(0, "choose_battle", "challenge 1")
    scene.answer(0, "call_allies", (Seat(2),))
    scene.answer(1, "call_allies", ())
    scene.answer(2, "take_side", "challenger")
    scene.roll(3, 3, p2=4)
    scene.answer(2, "declare", ("metal faktor",))
    scene.nothing_more()
    lines = [(line.what, line.amount) for line in scene.happened(Compared)[-1].lines]
    assert ("debt", -2) in lines
    assert ("faktor", 4) in lines


def test_MAR_05_the_bank_pays_even_when_it_is_empty() -> None:
    scene = Scene()
    bank = scene.s.purse["bank"]
    scene.purse("karokum", bank + 1)
    scene.captain(0, damage=1)
    scene.answer(0, "rest_or_travel", "rest")
    assert scene.s.purse["bank"] < 0
    assert scene.s.credits[0] == 3 + 2


def test_MAR_07_there_is_no_limit_on_wrecks_credits_and_equipment_of_one_type() -> None:
    scene = Scene()
    wrecks = [name for name in scene.s.pack.ships if name not in DULL][:12]
    scene.captain(0, credits_=40, wrecks=wrecks, has=(*STRONG[:1], "Twin Mortars", "Siege Ram"))
    scene.space(*DULL)
    scene.roll(6, 1)
    scene.attack("space", ship="Rustjaw")
    scene.alone()
    assert len(scene.s.wrecks[0]) == 13
    assert scene.s.credits[0] > 40


@pytest.mark.parametrize(("damage", "support"), [(0, 4), (1, 3), (2, 3), (4, 2)])
def test_MAR_09_damage_lowers_support_power_too(damage: int, support: int) -> None:
    scene = Scene()
    scene.captain(1, damage=damage)
    assert scene.s.support_power(Seat(1)) == support


def test_MAR_11_damage_stops_at_four_and_the_excess_is_lost() -> None:
    scene = Scene()
    scene.captain(0, damage=3)
    scene.space("Old Grudge", *DULL[:2])
    scene.roll(1, 6)
    scene.attack("space", ship="Old Grudge")
    scene.alone()
    assert scene.happened(Damaged) == [Damaged(ME, 1, "battle")]
    assert scene.s.damage[0] == 4


def test_MA_2_4_MAR_13_glory_falls_below_nothing() -> None:
    scene = Scene()
    scene.answer(0, "pay_brotherhood", False)
    assert scene.s.glory[0] == -1
    assert GAME.view(scene.s, None)["captains"][0]["glory"] == -1


def test_MAR_17_the_infamous_neither_ask_for_help_nor_are_asked() -> None:
    scene = Scene(4)
    scene.captain(1, judgment=4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    assert Seat(1) not in scene.question(0, "seek_help").values()
    shunned = Scene(4)
    shunned.captain(0, judgment=4)
    shunned.space(*DULL)
    shunned.attack("space", ship="Rustjaw")
    assert (0, "seek_help") not in shunned.asked()


def test_MAR_20_judgment_beyond_four_costs_no_more_glory() -> None:
    scene = Scene()
    scene.captain(1, judgment=4)
    scene.captain(0, judgment=3)
    scene.answer(0, "pay_brotherhood", False)
    assert scene.s.judgment[0] == 4
    assert scene.s.glory[0] == -4
    assert scene.happened(Judged) == [Judged(ME, "brotherhood")]


def test_MAR_23_a_tour_before_the_battle_leaves_none_after_it() -> None:
    scene = Scene()
    scene.captain(0, credits_=9)
    scene.space(*DULL)
    scene.roll(6, 1)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (5,))
    scene.answer(0, "tour", ())
    assert "tour" not in scene.question(0, "choose_battle").values()
    scene.answer(0, "choose_battle", "space")
    scene.answer(0, "pick_ship", "Rustjaw")
    scene.alone()
    assert len(scene.happened(TurnEnded)) == 1


def test_MAR_25_the_tour_has_four_places_and_ten_actions() -> None:
    view = GAME.view(Scene().s, None)
    places = {planet["name"]: len(planet["actions"]) for planet in view["planets"]}
    places["ocg"] = len(view["ocg"])
    assert places == {"exxalia": 3, "ocg": 3, "bazaar": 2, "karokum": 2}


def test_MAR_27_somebody_who_travels_can_always_battle() -> None:
    scene = Scene(2)
    scene.only_in_space(*DULL)
    scene.captain(0, credits_=1)
    scene.set_out()
    scene.s.space_deck.clear()
    values = scene.question(0, "choose_battle").values()
    assert {"attack exxalia", "attack bazaar", "attack karokum", "challenge 1"} <= set(values)
    assert "space" not in values


def test_MAR_28_without_damage_there_is_no_rest() -> None:
    scene = Scene()
    assert scene.asked() == [(0, "pay_brotherhood")]


def test_MAR_29_a_rest_pays_mends_blanks_swaps_and_sells_in_this_order() -> None:
    scene = Scene()
    scene.captain(0, credits_=2, damage=2, faktor=4, trophies=["Trophy of the Hide"])
    scene.shop("Prize Crew", "Rhum", "Twin Mortars", "Siege Ram")
    scene.answer(0, "rest_or_travel", "rest")
    kinds = (Received, Repaired, DieBlanked)
    assert [type(e) for e in scene.events if isinstance(e, kinds)] == list(kinds)
    assert scene.asked() == [(0, "swap_trophy")]
    scene.answer(0, "swap_trophy", "none")
    scene.answer(0, "buy_at_rest", "Rhum")  # Its 3 and 1 more: the 2 credits of the rest help.
    assert scene.happened(Paid)[-1] == Paid(ME, "bank", 4)


def test_MAR_34_space_is_searched_until_three_ships_lie_there() -> None:
    scene = Scene()
    scene.space("Golden Vein", DULL[0], "Brotherhood's Due", *DULL[1:])
    scene.attack("space")
    scene.answer(0, "poorest_planet", "exxalia")
    assert [event.card for event in scene.happened(TurnedUp)] == list(DULL)


def test_MAR_38_golden_vein_is_for_the_three_planets_and_comes_from_the_bank() -> None:
    scene = Scene()
    scene.purse("exxalia", 1)
    scene.purse("bazaar", 1)
    scene.space("Golden Vein", *DULL)
    bank = scene.s.purse["bank"]
    scene.attack("space")
    assert scene.happened(Stocked) == [Stocked("karokum", 5)]
    assert scene.s.purse["bank"] == bank - 5


def test_MAR_46_everybody_may_look_through_the_karokum_discard() -> None:
    scene = Scene()
    scene.karokum(*DULL)
    for seat in (None, Seat(2)):
        seen = GAME.view(scene.s, seat)["karokum"]
        assert [ship["name"] for ship in seen] == list(DULL)
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    assert set(scene.question(0, "pick_karokum_ship").values()) == set(DULL)


def test_MAR_47_betrayal_comes_before_the_declarations_and_they_before_the_roll() -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.ally(1, betrays=True)
    assert scene.asked() == [(1, "declare")]
    scene.answer(1, "declare", ("metal faktor",))
    scene.answer(0, "declare", ())
    order = [Betrayed, FaktorDeclared, Rolled, Compared]
    assert [type(e) for e in scene.events if type(e) in order] == order


def test_MAR_48_MAR_49_battle_dice_have_six_faces_and_the_metal_faktor_what_the_pack_says() -> None:
    match, rng = begin(GAME, 4, secret=b"faces"), random.Random(1)
    while match.outcome is None:
        asking = match.waiting()[0]
        value = match.question(asking.key).sample(rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
    events = [event for step in match.steps.values() for event in step.events]
    throws = [event for event in events if isinstance(event, Rolled)]
    assert {face for throw in throws for face in (throw.orange, throw.gray)} == set(range(1, 7))
    faces = {face for throw in throws for face in throw.faktor if face != UNUSED}
    assert faces == set(read(usual()).faktor)


def test_MAR_50_the_dice_of_attacker_and_ally_both_count() -> None:
    scene = Scene()
    scene.space("Destria Nova", *DULL[:2])
    scene.attack("space", ship="Destria Nova")
    scene.ally(1, betrays=False)
    scene.roll(1, 1, p0=2, p1=6)
    scene.answer(0, "declare", ("metal faktor",))
    scene.answer(1, "declare", ("metal faktor",))
    assert scene.happened(Compared)[-1].attack == 8 + 1 + scene.s.support_power(Seat(1)) + 2 + 6


def test_MAR_55_after_the_roll_the_attacker_is_asked_first_then_the_challenged() -> None:
    scene = Scene(2)
    scene.captain(0, has=("Late Reserve",))
    scene.captain(1, has=("Captain Jones",))
    scene.attack("challenge 1")
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ())
    assert scene.asked() == [(0, "play_after")]
    scene.answer(0, "play_after", "Late Reserve")
    assert scene.asked() == [(1, "play_after")]


@pytest.mark.parametrize(("choice", "ship"), [("space", "Old Grudge"), ("challenge 1", "")])
def test_MAR_58_a_tie_goes_to_attacker_and_challenger(choice: str, ship: str) -> None:
    scene = Scene(2)
    scene.space("Old Grudge", *DULL[:2])
    scene.roll(3, 3)
    scene.attack(choice, ship=ship)
    scene.nothing_more()
    compared = scene.happened(Compared)[-1]
    assert compared.attack == compared.defence
    assert compared.won


@pytest.mark.parametrize(("choice", "ship"), [("space", "Rustjaw"), ("attack bazaar", "")])
def test_MAR_62_an_ally_may_betray_against_a_ship_and_against_a_planet(
    choice: str, ship: str
) -> None:
    scene = Scene()
    scene.space(*DULL)
    scene.attack(choice, ship=ship)
    scene.ally(1, betrays=True)
    assert scene.happened(Betrayed) == [Betrayed(Seat(1), ME)]


def test_MAR_66_after_a_search_for_a_support_card_the_improvements_are_shuffled() -> None:
    scene = Scene()
    scene.space("Sunwright", *DULL[:2])
    scene.roll(6, 1)
    scene.attack("space", ship="Sunwright")
    scene.alone()
    assert len(scene.happened(ShopShuffled)) == 1
    assert len(scene.s.supports(ME)) == 1


def test_MAR_70_the_power_of_planets_is_the_packs() -> None:
    scene = Scene()
    for planet in GAME.view(scene.s, None)["planets"]:
        assert planet["power"] == usual()["board"]["planets"][planet["name"]]


def test_MA_10_3_MAR_78_MAR_79_both_principals_of_a_challenge_call_at_once() -> None:
    scene = Scene(4)
    scene.attack("challenge 1")
    assert scene.asked() == [(0, "call_allies"), (1, "call_allies")]
    scene.answer(1, "call_allies", (Seat(2),))
    assert scene.asked() == [(0, "call_allies")]  # Under seal: nobody is called before both have.


def test_MAR_98_a_deed_done_before_the_trophy_came_does_not_count() -> None:
    scene = Scene()
    scene.captain(0, credits_=5, wrecks=("Lantern of Io", "Morning Ferry", "Sunwright"))
    scene.trophies_on_top("Trophy of the Hangman", "Trophy of the Hide")
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (1, 4))
    scene.answer(0, "keep_one", "Trophy of the Hangman")
    title = scene.question(0, "title_wrecks").default
    scene.answer(0, "title_wrecks", title)
    assert scene.s.claimed == [ME]  # In hand before the title was taken.
    late = Scene()
    late.captain(0, credits_=5, wrecks=("Lantern of Io", "Morning Ferry", "Sunwright"))
    late.purse("exxalia", 0)
    late.trophies_on_top("Trophy of the Hangman", "Trophy of the Hide", "Trophy of the Duel")
    late.set_out()
    late.answer(0, "choose_battle", "tour")
    late.answer(0, "tour", (4,))
    late.answer(0, "title_wrecks", late.question(0, "title_wrecks").default)
    late.roll(6, 1)
    late.answer(0, "choose_battle", "attack exxalia")
    late.alone()
    late.answer(0, "keep_one", "Trophy of the Hangman")
    assert late.s.claimed == []


def test_MAR_102_MAR_118_the_end_is_looked_for_once_when_a_turn_ends() -> None:
    scene = Scene()
    scene.captain(1, glory=9)
    scene.space(*DULL)
    scene.set_out()
    assert scene.match.outcome is None  # Nine glory in the middle of a turn end nothing yet.
    scene.finish_turn()
    assert scene.match.outcome is not None
    assert scene.match.outcome.winners == (1,)
    assert [event.seat for event in scene.happened(TurnEnded)] == [ME]  # No equal turns.


def test_MAR_103_the_trophy_deck_cannot_run_out() -> None:
    scene = Scene(6)
    dealt = [
        [scene.s.trophy_deck[2 * seat], scene.s.trophy_deck[2 * seat + 1]] for seat in range(6)
    ]
    for seat, cards in enumerate(dealt):
        scene.captain(seat, trophies=cards)
    assert len(scene.s.trophy_deck) == 6
    scene.captain(0, credits_=5)
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    assert 1 in scene.question(0, "tour").values()


def test_MAR_107_the_row_is_filled_up_at_once_after_a_purchase() -> None:
    scene = Scene()
    scene.captain(0, credits_=9)
    scene.shop("Rhum", "Prize Crew", "Twin Mortars", "Siege Ram")
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (6,))
    scene.answer(0, "purchase", "Rhum")
    assert len(scene.s.shop) == 4
    assert len(scene.happened(ShopFilled)[-1].cards) == 1


def test_MAR_110_a_discard_is_free_except_in_battle_and_before_the_brotherhood() -> None:
    scene = Scene()
    scene.captain(0, has=("Rhum",))
    scene.captain(1, has=("Prize Crew",))
    scene.space(*DULL)
    scene.begin()
    assert "discard" not in scene.acts(0)
    assert "discard" in scene.acts(1)
    scene.set_out()
    assert "discard" in scene.acts(0)
    scene.answer(0, "choose_battle", "space")
    assert "discard" not in scene.acts(0)
    assert "discard" not in scene.acts(1)


def test_MAR_116_extravagance_takes_wrecks_out_of_the_game_and_credits_to_karokum() -> None:
    scene = Scene()
    scene.captain(0, credits_=6, wrecks=DULL[:2])
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (10,))
    scene.answer(0, "pay_expenditure", DULL[:2])
    assert scene.s.purse["karokum"] == 4
    assert set(DULL[:2]) <= set(scene.s.gone)
    assert scene.s.glory[0] == 1
    assert (0, "tour") not in scene.asked()  # Once a turn.


@pytest.mark.parametrize(("purse", "winners"), [((5, 4), (0,)), ((5, 5), (0, 1))])
def test_MAR_121_a_tie_goes_to_the_richer_and_else_is_shared(
    purse: tuple[int, int], winners: tuple[int, ...]
) -> None:
    scene = Scene(2)
    scene.captain(0, credits_=purse[0] - 2, damage=1, glory=9)
    scene.captain(1, credits_=purse[1], glory=9)
    scene.answer(0, "rest_or_travel", "rest")
    scene.finish_turn()
    assert scene.match.outcome is not None
    assert scene.match.outcome.winners == winners


def test_MAR_124_rhum_and_lumiculaire_both_exist() -> None:
    pack = read(usual())
    for name in ("Rhum", "Lumiculaire"):
        assert (pack.equipment[name].type, pack.equipment[name].power) == ("tool", 1)
