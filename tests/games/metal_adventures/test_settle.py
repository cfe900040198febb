"""MA-6.10 to 6.12: what a battle against a ship or a planet brings and costs."""

from typing import Any

import pytest

from pbem.engine import Seat
from pbem.games.metal_adventures.events.captain import Damaged, GloryWon, Received
from pbem.games.metal_adventures.events.cards import ShipLost, SupportFound, WreckTaken
from pbem.games.metal_adventures.events.trophies import DeedDone

from .scenario import DULL, Scene


def fight(ship: str, orange: int, gray: int, *, betrays: bool | None = None) -> Scene:
    """Captain 0 fights a ship, alone or with captain 1."""
    scene = Scene()
    scene.captain(0, has=["Plasma Cutlass", "Dreadnought Plate"])
    scene.space(ship, *(card for card in DULL if card != ship))
    scene.attack("space", ship=ship)
    scene.roll(orange, gray)
    if betrays is None:
        scene.alone()
    else:
        scene.ally(1, betrays=betrays)
        scene.nothing_more()
    return scene


def deeds(scene: Scene) -> list[tuple[int, str]]:
    return [(int(deed.seat), deed.name) for deed in scene.happened(DeedDone)]


def test_MA_6_10_the_winner_has_all_rewards_and_the_wreck() -> None:
    scene = fight("Zenith Herald", 6, 1)
    assert scene.s.credits[0] == 2 + scene.s.pack.ships["Zenith Herald"].credits
    assert scene.s.glory[0] == 1
    assert scene.s.wrecks[0] == ["Zenith Herald"]
    assert scene.happened(WreckTaken) == [WreckTaken(Seat(0), "Zenith Herald")]
    assert scene.happened(GloryWon) == [GloryWon(Seat(0), 1, "ship")]
    assert deeds(scene) == [(0, "beat_ship")]
    assert scene.happened(DeedDone)[0].amount == 11


def test_MAR_68_an_ally_has_no_share_but_has_helped_to_win() -> None:
    scene = fight("Zenith Herald", 6, 1, betrays=False)
    assert scene.s.credits[1] == 3
    assert scene.s.glory[1] == 0
    assert deeds(scene) == [(0, "beat_ship"), (1, "helped_win")]


@pytest.mark.parametrize(("ship", "damage"), [("Audit Fleet", 1), ("Sunspear", 3)])
def test_MA_6_10_losers_take_the_ships_damage_and_it_leaves_the_game(
    ship: str, damage: int
) -> None:
    scene = Scene()
    scene.space(ship, *DULL[:2])
    scene.attack("space", ship=ship)
    scene.ally(1, betrays=False)
    scene.roll(1, 6)
    scene.nothing_more()
    if scene.s.fight.result == "won":
        raise AssertionError("The test is about losing.")
    assert scene.s.damage == [damage, damage, 0]
    assert scene.happened(ShipLost) == [ShipLost(ship)]
    assert ship in scene.s.gone
    assert scene.s.wrecks[0] == []
    assert deeds(scene) == []


def test_MAR_41_a_hunter_lost_to_leaves_the_game_and_one_beaten_is_a_wreck() -> None:
    lost = fight("Repossessor", 1, 6)
    assert "Repossessor" in lost.s.gone
    won = fight("Repossessor", 6, 1)
    assert won.s.wrecks[0] == ["Repossessor"]
    assert deeds(won) == [(0, "beat_ship"), (0, "beat_hunter")]


def test_MAR_66_a_support_reward_is_the_first_one_of_the_improvement_deck() -> None:
    scene = Scene()
    scene.space("Sunwright", *DULL[:2])
    supports = [card for card in scene.s.shop_deck if card in scene.s.pack.supports]
    first = scene.s.shop_deck.index(supports[0])
    above = tuple(scene.s.shop_deck[:first])
    scene.attack("space", ship="Sunwright")
    scene.roll(6, 1)
    scene.alone()
    assert scene.happened(SupportFound) == [SupportFound(supports[0], above)]
    assert scene.s.improvements[0] == [supports[0]]
    assert set(above) <= set(scene.s.shop_deck)


def test_MAR_66_else_one_of_the_bazaar_else_nothing() -> None:
    scene = Scene()
    supports = [
        card for card in (*scene.s.shop, *scene.s.shop_deck) if card in scene.s.pack.supports
    ]
    scene.bazaar(*supports)
    scene.space("Sunwright", *DULL[:2])
    scene.attack("space", ship="Sunwright")
    scene.roll(6, 1)
    scene.alone()
    scene.answer(0, "take_support", supports[3])
    assert scene.s.improvements[0] == [supports[3]]
    bare = Scene(6)
    bare.deal_all_improvements()
    bare.space("Sunwright", *DULL[:2])
    bare.attack("space", ship="Sunwright")
    bare.roll(6, 1)
    bare.alone()
    assert bare.asked()[0][1] == "tour"


def test_MAR_67_a_reward_beyond_four_improvements_is_chosen_from() -> None:
    scene = Scene()
    scene.captain(0, has=["Rhum", "Lumiculaire", "Twin Mortars", "Riveted Hull"])
    scene.space("Sunwright", *DULL[:2])
    scene.attack("space", ship="Sunwright")
    scene.roll(6, 1)
    scene.alone()
    assert len(scene.question(0, "discard_one").values()) == 5


# MA-6.11: planets.


def raid(planet: str, **more: Any) -> Scene:
    scene = Scene()
    scene.captain(0, **more)
    scene.purse(planet, 7)
    return scene


def take(scene: Scene, planet: str, orange: int = 6, gray: int = 1) -> Scene:
    scene.attack(f"attack {planet}")
    scene.roll(orange, gray)
    scene.alone()
    return scene


def test_MA_6_11_the_whole_treasure_and_3_trophies_to_choose_from_on_exxalia() -> None:
    scene = raid("exxalia")
    scene.trophies_on_top("Trophy of the Gates", "Trophy of the Knife", "Trophy of the Hide")
    take(scene, "exxalia")
    assert scene.happened(Received) == [Received(Seat(0), "exxalia", 7)]
    assert scene.s.purse["exxalia"] == 0
    assert len(scene.question(0, "keep_one").values()) == 3
    scene.answer(0, "keep_one", "Trophy of the Gates")
    assert [held.card for held in scene.s.hands[0]] == ["Trophy of the Gates"]
    assert len(scene.s.trophy_deck) == 17
    assert deeds(scene) == [(0, "took_exxalia")]


def test_MA_5_3_the_trophy_just_won_on_exxalia_does_not_count_that_victory() -> None:
    scene = raid("exxalia")
    scene.trophies_on_top("Trophy of the Gates")
    take(scene, "exxalia")
    scene.answer(0, "keep_one", "Trophy of the Gates")
    assert scene.s.glory[0] == 0


def test_MAR_71_with_2_trophies_in_hand_decline_or_put_one_under_first() -> None:
    hand = ["Trophy of the Hide", "Trophy of the Duel"]
    scene = take(raid("exxalia", trophies=hand), "exxalia")
    assert scene.question(0, "make_room").values() == ("decline", *hand)
    scene.answer(0, "make_room", "decline")
    assert [held.card for held in scene.s.hands[0]] == hand
    again = take(raid("exxalia", trophies=hand), "exxalia")
    again.answer(0, "make_room", "Trophy of the Duel")
    assert again.s.trophy_deck[-1] == "Trophy of the Duel"
    assert len(again.question(0, "keep_one").values()) == 3


def test_MA_6_11_bazaar_gives_a_support_card_of_its_discard() -> None:
    scene = raid("bazaar")
    scene.bazaar("Broadside", "Lifeboats")
    take(scene, "bazaar")
    scene.answer(0, "take_support", "Lifeboats")
    assert scene.s.improvements[0] == ["Lifeboats"]
    assert scene.s.bazaar == ["Broadside"]
    assert deeds(scene) == [(0, "took_bazaar")]


def test_MAR_72_an_empty_bazaar_gives_its_credits_only() -> None:
    scene = take(raid("bazaar"), "bazaar")
    assert scene.asked() == [(0, "tour")]
    assert scene.s.credits[0] == 2 + 7


def test_MA_6_11_karokum_gives_a_ship_of_its_discard_as_a_wreck() -> None:
    scene = raid("karokum")
    scene.karokum("Rustjaw", "Imperator")
    take(scene, "karokum")
    scene.answer(0, "take_from_karokum", "Imperator")
    assert scene.s.wrecks[0] == ["Imperator"]
    assert scene.s.glory[0] == 0  # No printed rewards.
    assert deeds(scene) == [(0, "took_karokum")]


def test_MAR_42_an_empty_karokum_gives_its_credits_only() -> None:
    scene = take(raid("karokum", has=["Plasma Cutlass"]), "karokum")
    assert scene.asked() == [(0, "tour")]


def test_MA_6_11_against_a_planet_losers_take_1_damage() -> None:
    scene = raid("karokum")
    scene.attack("attack karokum")
    scene.ally(1, betrays=False)
    scene.roll(1, 6)
    scene.nothing_more()
    assert scene.s.damage == [1, 1, 0]
    assert scene.s.purse["karokum"] == 7


# MA-6.12: betrayal, won and lost, against ship and planet.


def test_MA_6_12_the_betrayed_wins_against_a_ship() -> None:
    scene = fight("Rustjaw", 6, 1, betrays=True)
    assert scene.s.wrecks[0] == ["Rustjaw"]
    assert scene.s.damage == [0, 1, 0]
    assert scene.s.judgment[1] == 1
    assert deeds(scene) == [(0, "beat_ship"), (0, "beat_traitor")]


def test_MA_6_12_MAR_59_MAR_61_the_traitor_wins_against_a_ship_only_its_credits() -> None:
    scene = Scene()
    scene.space("Zenith Herald", *DULL[:2])
    scene.attack("space", ship="Zenith Herald")
    scene.ally(1, betrays=True)
    scene.roll(2, 6)
    scene.nothing_more()
    assert scene.s.credits[1] == 3 + scene.s.pack.ships["Zenith Herald"].credits
    assert scene.s.glory[1] == -1  # Only the Judgment.
    assert scene.s.damage == [1, 0, 0]  # Exactly 1, not the ship's 2.
    assert "Zenith Herald" in scene.s.gone
    assert scene.s.wrecks[1] == []
    assert deeds(scene) == [(1, "won_as_traitor")]


def test_MA_6_12_the_betrayed_wins_against_a_planet_MAR_60() -> None:
    scene = raid("bazaar", has=["Plasma Cutlass", "Twin Mortars"])
    scene.bazaar("Lifeboats")
    scene.attack("attack bazaar")
    scene.ally(1, betrays=True)
    scene.roll(6, 1)
    scene.nothing_more()
    assert scene.s.credits[0] == 2 + 7
    scene.answer(0, "take_support", "Lifeboats")
    assert scene.s.damage == [0, 1, 0]


def test_MA_6_12_the_traitor_wins_against_a_planet_its_treasure() -> None:
    scene = raid("karokum")
    scene.karokum("Imperator")
    scene.attack("attack karokum")
    scene.ally(1, betrays=True)
    scene.roll(1, 6)
    scene.nothing_more()
    assert scene.happened(Received) == [Received(Seat(1), "karokum", 7)]
    assert scene.happened(Damaged) == [Damaged(Seat(0), 1, "battle")]
    assert scene.s.karokum == ["Imperator"]
    assert deeds(scene) == [(1, "won_as_traitor")]


def test_MA_6_10_via_karokum_is_a_deed_of_its_own() -> None:
    scene = Scene()
    scene.karokum("Rustjaw")
    scene.set_out()
    scene.answer(0, "choose_battle", "via karokum")
    scene.answer(0, "pick_karokum_ship", "Rustjaw")
    scene.roll(6, 1)
    scene.alone()
    assert deeds(scene) == [(0, "beat_ship"), (0, "beat_from_karokum")]
