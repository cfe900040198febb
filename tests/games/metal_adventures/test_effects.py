"""Effects of equipment, base starships and support cards: each alone, and each meeting another."""

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.effects import LASTING, adjusted
from pbem.games.metal_adventures.events.battle import Compared, DebtForgiven, DieTurned, Shielded
from pbem.games.metal_adventures.events.captain import Damaged, Paid, Received, Repaired
from pbem.games.metal_adventures.events.trophies import TrophiesSeen
from pbem.games.metal_adventures.pack import usual
from pbem.games.metal_adventures.rules.astrolabe import damage
from pbem.games.metal_adventures.rules.events import EFFECTS
from pbem.games.metal_adventures.rules.support import PLAYS
from pbem.games.metal_adventures.support import USES

from .scenario import DULL, Scene

ME = Seat(0)


def attacking(ship: str, *has: str, rolls: tuple[int, int] = (3, 3), debt: int = 0) -> Scene:
    """Captain 0 attacks a ship alone and is about to declare."""
    scene = Scene()
    scene.captain(0, has=has, faktor=debt)
    scene.space(ship, *(card for card in DULL if card != ship))
    scene.attack("space", ship=ship)
    scene.roll(*rolls)
    scene.answer(0, "seek_help", ())
    return scene


def sums(scene: Scene) -> tuple[int, int]:
    compared = scene.happened(Compared)[-1]
    return compared.attack, compared.defence


def test_a_pack_has_at_least_12_different_effects_on_equipment_and_support() -> None:
    cards = [*usual()["equipment"], *usual()["supports"]]
    assert len({card["effect"] for card in cards if "effect" in card}) >= 12


def test_every_effect_there_is_is_on_some_card() -> None:
    body = usual()
    used = {
        card.get("effect") for kind in ("equipment", "supports", "bases") for card in body[kind]
    }
    assert {*LASTING, *PLAYS} <= used
    assert {card["effect"] for card in body["events"]} == set(EFFECTS)
    assert set(USES) <= set(PLAYS)


# Prices.


def test_cheaper_purchase_alone_and_at_rest() -> None:
    scene = Scene()
    scene.captain(0, has=["Smiling Ledger"], damage=1, credits_=2)
    scene.shop("Riveted Hull", "Plasma Cutlass", "Twin Mortars", "Lifeboats")
    scene.answer(0, "rest_or_travel", "rest")
    scene.answer(0, "buy_at_rest", "Riveted Hull")  # 4 − 1 + 1.
    assert scene.happened(Paid) == [Paid(ME, "bank", 4)]


def test_cheaper_purchase_is_never_below_nothing() -> None:
    scene = Scene()
    scene.captain(0, has=["Smiling Ledger"])
    assert adjusted(scene.s, ME, "purchase_price", 0) == 0


def test_cheaper_karokum_meets_the_vulture_and_costs_no_less_than_nothing() -> None:
    scene = Scene()
    scene.base(0, "Vulture")
    assert adjusted(scene.s, ME, "karokum_price", 2) == 0
    scene.captain(0, has=["Wreckers' Chart"], credits_=1)
    assert adjusted(scene.s, ME, "karokum_price", 2) == 0
    scene.karokum("Rustjaw")
    scene.set_out()
    choice = scene.question(0, "choose_battle")
    (way,) = [option for option in choice.options() if option.value == "via karokum"]
    assert "costs you nothing" in str(way.hint)
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Rustjaw")
    assert scene.happened(Paid) == [Paid(ME, "pot", 1)]


def test_cheaper_repair_makes_minor_repairs_free_even_with_wrecks() -> None:
    scene = Scene()
    scene.captain(0, damage=2, credits_=0, wrecks=["Imperator"])
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (2,))
    assert scene.happened(Repaired) == [Repaired(ME, 1)]
    assert scene.s.wrecks[0] == ["Imperator"]


# Counts and shares.


def test_event_credit_meets_an_event_that_takes_credits() -> None:
    scene = Scene()
    scene.captain(1, has=["Rhum"], credits_=1)
    scene.space("Privateer Tax", *DULL)
    scene.attack("space")  # 1 by Rhum first, then 2 are to be paid.
    assert scene.s.credits[1] == 0
    assert scene.s.purse["pot"] == 1 + 2 + 2 + 2


def test_trophy_choice_leaves_the_choice_at_rest_alone_and_the_other_way_round() -> None:
    scene = Scene()
    scene.base(0, "Second Thought")
    scene.captain(0, has=["Lumiculaire"], credits_=5)
    scene.captain(1, has=["Rhum"])
    scene.captain(2, has=["Prize Crew"])
    scene.set_out()
    scene.answer(0, "choose_battle", "tour")
    scene.answer(0, "tour", (1,))
    assert len(scene.happened(TrophiesSeen)[-1].cards) == 3
    assert adjusted(scene.s, ME, "rest_trophies", 2) == 4


@pytest.mark.parametrize(("base", "seen"), [("Second Thought", 4), ("Vulture", 2)])
def test_rest_choice(base: str, seen: int) -> None:
    scene = Scene()
    scene.base(0, base)
    scene.captain(0, damage=1, trophies=["Trophy of the Duel"])
    scene.answer(0, "rest_or_travel", "rest")
    assert f"one of the next {seen}?" in str(scene.question(0, "swap_trophy").sentence())
    scene.answer(0, "swap_trophy", "Trophy of the Duel")
    assert len(scene.happened(TrophiesSeen)[-1].cards) == seen


def test_MA_1_4_lumiculaire_shows_3_trophies() -> None:
    scene = Scene()
    scene.captain(0, has=["Lumiculaire"])
    assert adjusted(scene.s, ME, "trophies_drawn", 2) == 3


def test_spoils_pay_for_every_ship_but_not_the_traitor() -> None:
    scene = attacking("Rustjaw", "Prize Crew", rolls=(6, 1))
    scene.nothing_more()
    assert scene.happened(Received) == [
        Received(ME, "bank", scene.s.pack.ships["Rustjaw"].credits + 1)
    ]


def test_spoils_of_a_traitor_count_nothing() -> None:
    scene = Scene()
    scene.captain(1, has=["Prize Crew"])
    scene.space("Prime Broker", *DULL[:2])
    scene.attack("space", ship="Prime Broker")
    scene.ally(1, betrays=True)
    scene.roll(1, 6)
    scene.nothing_more()
    assert scene.happened(Received) == [
        Received(Seat(1), "bank", scene.s.pack.ships["Prime Broker"].credits)
    ]


def test_rest_credit() -> None:
    scene = Scene()
    scene.base(0, "Gentle Gale")
    scene.captain(0, damage=1)
    scene.answer(0, "rest_or_travel", "rest")
    assert scene.s.credits[0] == 3 + 2 + 2


def test_support_bonus_meets_support_bonus_and_damage() -> None:
    scene = Scene()
    scene.base(1, "Iron Handshake")
    assert scene.s.support_power(Seat(1)) == 4 + 2
    scene.captain(1, has=["Signal Lamps"], damage=3)
    assert scene.s.support_power(Seat(1)) == (8 + 1 - 3) // 2 + 2 + 2


@pytest.mark.parametrize(("face", "owed"), [(2, 0), (4, 1), (6, 3)])
def test_debt_relief(face: int, owed: int) -> None:
    scene = Scene()
    scene.base(0, "Cold Furnace")
    scene.captain(0, faktor=face)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    assert scene.s.fight.debt == owed
    scene.roll(6, 1)
    scene.alone()
    assert scene.s.faktor[0] == 0


@pytest.mark.parametrize(("amount", "taken"), [(1, 1), (2, 1), (3, 2)])
def test_plating_takes_1_off_2_or_more_and_never_all(amount: int, taken: int) -> None:
    scene = Scene()
    scene.captain(0, has=["Sponge Deck"])
    damage(scene.match.table, ME, amount, "battle")
    assert scene.s.damage[0] == taken


# Scores.


def test_against_nation_and_against_hunters_meet_on_an_imperial_hunter() -> None:
    scene = attacking("Writ of Silence", "Crown Splitter", "Hunter's Bane")
    scene.nothing_more()
    assert sums(scene) == (8 + 2 + 2 + 3 + 2 + 3, 16 + 3)


def test_against_nation_counts_against_that_nation_only() -> None:
    imperial, solar = (
        attacking("Iron Decree", "Crown Splitter"),
        attacking("Sunwright", "Crown Splitter"),
    )
    for scene, bonus in ((imperial, 2), (solar, 0)):
        scene.nothing_more()
        assert sums(scene)[0] == 8 + 2 + 3 + bonus


def test_against_hunters_does_not_count_against_other_ships() -> None:
    scene = attacking("Rustjaw", "Hunter's Bane")
    scene.nothing_more()
    assert sums(scene)[0] == 8 + 2 + 3


@pytest.mark.parametrize(("choice", "bonus"), [("attack karokum", 2), ("space", 0)])
def test_against_planets(choice: str, bonus: int) -> None:
    scene = Scene()
    scene.captain(0, has=["Siege Ram"])
    scene.space(*DULL)
    scene.attack(choice, ship="Rustjaw" if choice == "space" else "")
    scene.roll(1, 1)
    scene.alone()
    assert sums(scene)[0] == 8 + 2 + 1 + bonus


@pytest.mark.parametrize(
    ("holder", "expected"), [(0, (8 + 2 + 3, 8 + 3)), (1, (8 + 3, 8 + 2 + 3 + 3))]
)
def test_when_challenged_counts_for_the_challenged_only(
    holder: int, expected: tuple[int, int]
) -> None:
    scene = Scene(2)
    scene.captain(holder, has=["Boarding Nets"])
    scene.attack("challenge 1")
    scene.roll(3, 3)
    scene.nothing_more()
    assert sums(scene) == expected


def test_a_principals_bonus_does_not_count_for_an_ally() -> None:
    scene = Scene()
    scene.captain(1, has=["Siege Ram"])
    scene.attack("attack exxalia")
    scene.ally(1, betrays=False)
    scene.roll(1, 1)
    scene.nothing_more()
    assert sums(scene)[0] == 8 + 1 + 5


# Support cards.


def test_add_power_before_and_after_add_up() -> None:
    scene = attacking("Rustjaw", "Broadside", "Late Reserve")
    scene.answer(0, "declare", ("Broadside",))
    scene.answer(0, "play_after", "Late Reserve")
    assert sums(scene) == (8 + 3 + 4 + 3, 6 + 3)
    assert scene.s.bazaar == ["Broadside", "Late Reserve"]


def test_weaken_lowers_the_other_side_and_meets_add_power() -> None:
    scene = attacking("Rustjaw", "Smoke Screen", "Broadside")
    scene.answer(0, "declare", ("Broadside", "Smoke Screen"))
    assert sums(scene) == (8 + 3 + 4, 6 + 3 - 3)


def test_MA_1_4_captain_jones_rerolls_all_dice_and_meets_loaded_cannon() -> None:
    scene = attacking("Rustjaw", "Captain Jones", "Loaded Cannon", rolls=(1, 1))
    scene.answer(0, "declare", ())
    scene.answer(0, "play_after", "Loaded Cannon")
    assert scene.happened(DieTurned) == [DieTurned(1, 6)]
    scene.roll(4, 2)
    scene.answer(0, "play_after", "Captain Jones")
    assert sums(scene) == (8 + 4, 6 + 2)  # A turned die is rolled again, and lies as it fell.


def test_turn_die_turns_the_challengers_die_for_the_challenged() -> None:
    scene = Scene(2)
    scene.captain(1, has=["Loaded Cannon"])
    scene.attack("challenge 1")
    scene.roll(5, 1)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ())
    scene.answer(1, "play_after", "Loaded Cannon")
    assert sums(scene) == (8 + 2, 8 + 1)


def test_forgive_debt_meets_debt_relief() -> None:
    scene = Scene()
    scene.base(0, "Cold Furnace")
    scene.captain(0, has=["Powder Priest"], faktor=6)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.roll(1, 1)
    scene.answer(0, "seek_help", ())
    assert scene.question(0, "declare").values() == ["Powder Priest"]
    scene.answer(0, "declare", ("Powder Priest",))
    assert scene.happened(DebtForgiven) == [DebtForgiven(ME)]
    assert sums(scene) == (9, 7)
    assert scene.s.faktor[0] == 0


def test_forgive_debt_cannot_be_played_without_a_debt_GEN_3() -> None:
    scene = attacking("Rustjaw", "Powder Priest")
    assert scene.question(0, "declare").values() == ["metal faktor"]


def test_forgive_debt_cannot_be_played_for_somebody_else() -> None:
    scene = Scene()
    scene.captain(0, faktor=4)
    scene.captain(1, has=["Powder Priest"], faktor=4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.roll(1, 1)
    scene.ally(1, betrays=False)
    assert scene.asked() == [(0, "tour")]  # Nobody had anything to declare.


def test_repair_gives_power_back_before_the_comparison_and_meets_hit() -> None:
    scene = Scene(2)
    scene.captain(0, has=["Ship's Carpenter"], damage=3)
    scene.captain(1, has=["Hidden Mine"])
    scene.attack("challenge 1")
    scene.roll(3, 3)
    scene.answer(0, "declare", ("Ship's Carpenter",))
    assert scene.happened(Repaired) == [Repaired(ME, 2)]
    scene.answer(1, "declare", ())
    scene.answer(1, "play_after", "Hidden Mine")
    assert sums(scene) == (8 - 2 + 3, 8 + 3)
    assert scene.happened(Damaged)[0] == Damaged(ME, 1, "card")


def test_repair_cannot_be_played_on_a_whole_ship_GEN_3() -> None:
    scene = attacking("Rustjaw", "Ship's Carpenter")
    assert scene.question(0, "declare").values() == ["metal faktor"]


def test_hit_has_nobody_to_hit_on_a_ship_GEN_3() -> None:
    scene = attacking("Rustjaw", "Hidden Mine")
    scene.answer(0, "declare", ())
    assert scene.asked() == [(0, "tour")]


def test_hit_meets_a_traitor_and_one_of_several_is_chosen() -> None:
    scene = Scene()
    scene.captain(0, has=["Hidden Mine"])
    scene.attack("attack exxalia")
    scene.ally(1, betrays=True)
    scene.answer(1, "declare", ())
    scene.answer(0, "declare", ())
    scene.answer(0, "play_after", "Hidden Mine")
    assert scene.happened(Damaged)[0] == Damaged(Seat(1), 1, "card")
    several = Scene(4)
    several.captain(0, has=["Hidden Mine"])
    several.captain(3, damage=4)
    several.attack("challenge 1")
    several.answer(0, "call_allies", ())
    several.answer(1, "call_allies", (Seat(2), Seat(3)))
    several.answer(2, "take_side", "challenged")
    several.answer(3, "take_side", "challenged")
    for seat in (0, 1, 2, 3):
        several.answer(seat, "declare", ())
    several.answer(0, "play_after", "Hidden Mine")
    assert several.question(0, "hit_whom").values() == [Seat(1), Seat(2)]  # 3 is immune.
    several.answer(0, "hit_whom", Seat(2))
    assert several.s.damage[2] >= 1


def test_shield_keeps_the_whole_losing_side_from_damage() -> None:
    scene = Scene()
    scene.captain(1, has=["Lifeboats"])
    scene.space("Sunspear", *DULL[:2])
    scene.attack("space", ship="Sunspear")
    scene.ally(1, betrays=False)
    scene.roll(1, 6)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ("Lifeboats",))
    assert scene.happened(Shielded) == [Shielded("attack")]
    assert scene.s.damage == [0, 0, 0]


@pytest.mark.parametrize(("holder", "damages"), [(0, [0, 1]), (1, [0, 0])])
def test_shield_in_a_challenge_helps_its_own_side_only(holder: int, damages: list[int]) -> None:
    scene = Scene(2)
    scene.captain(holder, has=["Lifeboats"])
    scene.attack("challenge 1")
    scene.roll(6, 1)
    for seat in (0, 1):
        scene.answer(seat, "declare", ("Lifeboats",) if seat == holder else ())
    assert scene.s.damage == damages


def test_shield_meets_hit_and_does_not_keep_it_off() -> None:
    scene = Scene(2)
    scene.captain(0, has=["Hidden Mine"])
    scene.captain(1, has=["Lifeboats"])
    scene.attack("challenge 1")
    scene.roll(6, 1)
    scene.answer(0, "declare", ())
    scene.answer(1, "declare", ("Lifeboats",))
    scene.answer(0, "play_after", "Hidden Mine")
    assert scene.s.damage == [0, 1]
