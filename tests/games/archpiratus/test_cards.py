"""AP-2.6, the golden rule: every effect that a card may have does what it says."""

from __future__ import annotations

import pytest

from pbem.games.archpiratus.events.effects import (
    ContactCame,
    PiracyPlayed,
    Repaired,
    Scavenged,
    Stolen,
    SwarmStruck,
)
from pbem.games.archpiratus.events.ship import CrewLost, MissionsTurnedUp, TechExiled
from pbem.games.archpiratus.events.turn import CardsDrawn, Deflected, Fired
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT, read_pack
from pbem.games.archpiratus.state import AUTO
from pbem.games.archpiratus.texts import ALL, text_of
from tests.games.archpiratus.scene import ONE, TWO, Scene

NEXT = ("none", "none", "stay")


# Lasting effects.


@pytest.mark.parametrize(
    ("card", "what", "value"),
    [
        ("mad-ottoline", "weapon", 1),
        ("terror-of-the-lanes", "weapon", 1),
        ("whisper-drive", "armor", 1),
        ("gunnery-oracle", "weapon", 1),
    ],
)
def test_AP_2_6_more_weapon_and_more_armor(card: str, what: str, value: int) -> None:
    scene = Scene()
    scene.fit(ONE, card)
    assert scene.s.level(ONE, what) == value
    assert scene.s.level(TWO, what) == 0


def test_AP_2_6_a_value_never_falls_below_nothing() -> None:
    scene = Scene(events=True)
    scene.in_force("solar-flare", "hull-rot")
    assert scene.s.level(ONE, "weapon") == scene.s.level(ONE, "armor") == 0


def test_AP_2_6_more_crew() -> None:
    scene = Scene()
    scene.fit(ONE, "galley", "captain-of-captains", "rivet")
    assert scene.s.crew_value(ONE) == 1 + 1 + 2


def test_AP_2_6_more_credits_pay_first() -> None:
    scene = Scene()
    scene.fit(ONE, "counting-house")
    scene.hand(ONE, CREDIT, CREDIT)
    scene.store("rail-slinger")
    assert scene.question.facts["credits"] == 3
    scene.say("buy rail-slinger")
    assert scene.s.ships[ONE].hand == [CREDIT]


def test_AP_2_6_more_cards() -> None:
    scene = Scene().say(*NEXT)
    scene.fit(ONE, "all-seeing-dish")
    scene.say(*NEXT)
    assert scene.told(CardsDrawn) == [CardsDrawn(ONE, 4)]


def test_AP_2_6_more_contracts() -> None:
    scene = Scene()
    scene.fit(ONE, "captain-noor")
    scene.hand(ONE, CONTRACT, CONTRACT, CONTRACT)
    scene.say("none")
    assert "one Contract a turn" in scene.refuse("contract easy, contract hard, contract medium")
    scene.say("contract easy, contract hard, blind")
    assert len(scene.s.ships[ONE].missions) == 2


def test_AP_2_6_no_more_contracts_than_are_held() -> None:
    scene = Scene()
    scene.fit(ONE, "captain-noor")
    scene.hand(ONE, CONTRACT)
    scene.say("none")
    assert "do not hold that many" in scene.refuse("contract easy, contract hard")


def test_AP_2_6_more_berths() -> None:
    scene = Scene()
    scene.fit(ONE, "bunk-row", "rivet", "squint", "splice", "pockets")
    scene.hand(ONE, "sable-wick")
    scene.say("none", "place sable-wick")
    assert len(scene.s.ships[ONE].crew) == 5


@pytest.mark.parametrize(
    ("aboard", "card", "price"),
    [
        ("old-josefa", "rail-slinger", 1),
        ("old-josefa", "rust-spitter", 1),
        ("old-josefa", "squint", 2),
        ("lady-discount", "squint", 1),
        ("lady-discount", "rail-slinger", 2),
    ],
)
def test_AP_2_6_cheaper_but_never_for_nothing(aboard: str, card: str, price: int) -> None:
    scene = Scene()
    scene.fit(ONE, aboard)
    assert scene.s.price(ONE, card) == price
    assert scene.s.price(TWO, card) == scene.s.card(card).cost


def test_AP_2_6_cheaper_salvage_and_contacts() -> None:
    scene = Scene()
    scene.fit(ONE, "wreck-finder", "friend-of-the-docks")
    assert (scene.s.salvage_price(ONE), scene.s.contact_price(ONE)) == (1, 1)
    assert (scene.s.salvage_price(TWO), scene.s.contact_price(TWO)) == (2, 2)
    scene.fit(ONE, "cargo-ledger", "nim-the-ferret")
    assert scene.s.salvage_price(ONE) == 1


def test_AP_2_6_early_final() -> None:
    scene = Scene()
    scene.fit(ONE, "heir-apparent")
    scene.done(ONE, "rob-the-mint", "smuggle-spice")
    scene.say("none", "none")
    assert "final" in scene.words()


def test_AP_2_6_second_look_keeps_one_of_two_and_the_other_goes_under() -> None:
    scene = Scene()
    scene.fit(ONE, "vesper-lull")
    scene.hand(ONE, CONTRACT)
    scene.next_jobs("night-watch", "find-the-cat")
    scene.say("none", "contract easy")
    assert scene.told(MissionsTurnedUp)[0].missions == ("night-watch", "find-the-cat")
    assert scene.asked == "keep_mission 1"
    assert "Which one do you keep?" in str(scene.question.sentence())
    scene.say("find-the-cat")
    assert scene.s.ships[ONE].missions == ["find-the-cat"]
    assert scene.s.jobs["easy"][-1] == "night-watch"


def test_AP_2_6_second_look_at_the_last_mission_asks_nothing() -> None:
    scene = Scene()
    scene.fit(ONE, "vesper-lull")
    scene.hand(ONE, CONTRACT)
    scene.next_jobs("night-watch")
    scene.s.gone += scene.s.jobs["easy"][1:]
    del scene.s.jobs["easy"][1:]
    scene.say("none", "contract easy")
    assert scene.s.ships[ONE].missions == ["night-watch"]


# Moments.


def test_AP_2_6_draw_on_placing_and_the_new_card_may_be_placed() -> None:
    scene = Scene()
    scene.hand(ONE, "jinx-halloran")
    scene.deck(ONE, "tin-ear", CREDIT)
    scene.say("none", "place jinx-halloran")
    assert scene.told(CardsDrawn) == [CardsDrawn(ONE, 1)]
    assert scene.asked == "outfit_more 1"
    scene.say("place tin-ear")
    assert scene.s.level(ONE, "scanner") == 1


def test_AP_2_6_repair_on_placing() -> None:
    scene = Scene()
    scene.s.ships[ONE].hits = 2
    scene.hand(ONE, "rivet")
    scene.say("none", "place rivet")
    assert scene.told(Repaired) == [Repaired(ONE, 1)]
    assert scene.s.ships[ONE].hits == 1


def test_AP_2_6_nothing_to_repair() -> None:
    scene = Scene()
    scene.hand(ONE, "rivet")
    assert scene.say("none", "place rivet").told(Repaired) == []


def test_AP_2_6_repair_never_below_nothing() -> None:
    scene = Scene()
    scene.s.ships[ONE].hits = 1
    scene.hand(ONE, "reef-cladding")
    assert scene.say("none", "place armor").told(Repaired) == [Repaired(ONE, 0)]


def test_AP_2_6_texts_after_a_mission() -> None:
    scene = Scene()
    scene.s.ships[ONE].hits = 2
    scene.fit(ONE, "smugglers-coil", "doctor-gasket")
    scene.taken(ONE, "night-watch")
    top = scene.s.contacts[0]
    scene.say("none", "none", "stay", "mission")
    assert scene.told(ContactCame) == [ContactCame(ONE, top)]
    assert top in scene.s.ships[ONE].discard
    assert scene.told(Repaired) == [Repaired(ONE, 1)]


def test_AP_2_6_no_contact_comes_when_there_is_none() -> None:
    scene = Scene()
    scene.fit(ONE, "smugglers-coil", "captain-noor")
    scene.taken(ONE, "night-watch")
    scene.empty("contact")
    assert scene.say("none", "none", "stay", "mission").told(ContactCame) == []


def test_AP_2_6_deflect_takes_the_hit_and_is_exiled() -> None:
    scene = Scene()
    scene.fit(TWO, "plasma-lance")
    scene.fit(ONE, "ablative-foam")
    scene.say(*NEXT)
    assert scene.told(Deflected) == [Deflected(ONE, "ablative-foam")]
    assert scene.told(Fired) == []
    assert scene.s.ships[ONE].hits == 0
    assert scene.s.gone == ["ablative-foam"]
    assert "armor" not in scene.s.ships[ONE].tech


def test_AP_2_6_deflect_saves_from_the_last_hit() -> None:
    scene = Scene()
    scene.s.ships[ONE].hits = 3
    scene.fit(TWO, "plasma-lance")
    scene.fit(ONE, "panic-vault")
    assert scene.say(*NEXT).outcome is None


def test_AP_2_6_AP_46_loot_on_hit() -> None:
    scene = Scene(told={"loot": [("squint",)]})
    scene.fit(TWO, "widowmaker")
    scene.discard(ONE, "squint", "tin-ear")
    scene.say(*NEXT)
    assert scene.told(Stolen) == [Stolen(TWO, ONE, "squint")]
    assert "squint" in scene.s.ships[TWO].discard
    assert "tin-ear" in scene.s.ships[ONE].discard


def test_AP_2_6_loot_is_never_a_credit_or_a_contract() -> None:
    scene = Scene()
    scene.fit(TWO, "widowmaker")
    scene.discard(ONE, CREDIT, CONTRACT)
    assert scene.say(*NEXT).told(Stolen) == []


def test_AP_2_6_no_loot_without_a_hit() -> None:
    scene = Scene()
    scene.fit(TWO, "widowmaker")
    scene.fit(ONE, "panic-vault")
    scene.discard(ONE, "squint")
    assert scene.say(*NEXT).told(Stolen) == []


# Piracy.


def raiding(card: str, seats: int = 2) -> Scene:
    """Seat 1 holds a piracy card in its Contract step."""
    scene = Scene(seats)
    scene.hand(ONE, card)
    scene.say("none")
    return scene


def test_GEN_2_AP_2_6_broadside_at_equal_values() -> None:
    scene = raiding("point-blank").say("play point-blank")
    assert scene.told(PiracyPlayed) == [PiracyPlayed(ONE, "point-blank")]
    assert scene.told(Fired) == [Fired(ONE, TWO, 1)]
    assert scene.s.salvage == ["point-blank"]


def test_AP_2_6_broadside_not_against_higher_armor_nor_elsewhere() -> None:
    scene = raiding("point-blank")
    scene.fit(TWO, "patchwork-hull")
    assert scene.words() == []
    scene.fit(ONE, "rust-spitter")
    assert scene.words() == ["play point-blank", "blind"]
    scene.at(TWO, "hard")
    assert scene.words() == []


def test_AP_2_6_broadside_may_win() -> None:
    scene = raiding("point-blank")
    scene.s.ships[TWO].hits = 3
    scene.say("play point-blank")
    assert scene.outcome is not None
    assert scene.outcome.winners == (ONE,)


def test_AP_2_6_after_the_last_hit_nothing_more_is_done() -> None:
    scene = Scene()
    scene.hand(ONE, "point-blank", "rivet")
    scene.s.ships[TWO].hits = 3
    scene.say("none", "play point-blank, place rivet")
    assert scene.outcome is not None
    assert scene.s.ships[ONE].crew == []


def test_GEN_3_AP_2_6_hijack_steals_from_the_discard_and_is_not_played_for_nothing() -> None:
    scene = raiding("grappling-night")
    assert scene.words() == []
    scene.discard(TWO, "tin-ear")
    scene.say("play grappling-night")
    assert scene.told(Stolen) == [Stolen(ONE, TWO, "tin-ear")]


def test_AP_2_6_abduct_takes_the_weakest() -> None:
    scene = raiding("press-gang")
    assert scene.words() == []
    scene.fit(TWO, "captain-noor", "squint", "rivet")
    scene.say("play press-gang")
    assert scene.told(CrewLost) == [CrewLost(TWO, "squint")]
    assert scene.s.crew_deck[-1] == "squint"


def test_AP_2_6_abducted_contacts_go_back_to_their_pile() -> None:
    scene = raiding("press-gang")
    scene.fit(TWO, "pockets")
    scene.say("play press-gang")
    assert scene.s.contacts[-1] == "pockets"


def test_AP_2_6_AP_46_sabotage_exiles_a_system() -> None:
    scene = Scene(told={"sabotage": [("comet-tap",)]})
    scene.hand(ONE, "cut-the-lines")
    scene.say("none")
    scene.fit(TWO, "galley")
    assert scene.words() == []
    scene.fit(TWO, "comet-tap", "tin-ear")
    scene.say("play cut-the-lines")
    assert scene.told(TechExiled) == [TechExiled(TWO, "comet-tap")]
    assert scene.s.gone == ["comet-tap"]
    assert sorted(scene.s.ships[TWO].tech) == ["room", "scanner"]


@pytest.mark.parametrize("card", ["grappling-night", "press-gang", "cut-the-lines"])
def test_AP_2_6_piracy_needs_the_same_station(card: str) -> None:
    scene = raiding(card)
    scene.fit(TWO, "comet-tap", "rivet")
    scene.discard(TWO, "tin-ear")
    assert f"play {card}" in scene.words()
    scene.at(TWO, "medium")
    assert scene.words() == []


def test_AP_2_6_scavenge_takes_the_newest_tech_into_the_hand() -> None:
    scene = raiding("wreckers-lamp")
    scene.salvage("press-gang")
    assert scene.words() == []
    scene.salvage("tin-ear", "comet-tap", "cut-the-lines")
    scene.say("play wreckers-lamp")
    assert scene.told(Scavenged) == [Scavenged(ONE, "comet-tap")]
    assert scene.asked == "outfit_more 1"
    scene.say("place engine")
    assert scene.s.level(ONE, "engine") == 3


def test_AP_2_6_smuggle_draws_two() -> None:
    scene = raiding("midnight-cargo").say("play midnight-cargo")
    assert scene.told(CardsDrawn) == [CardsDrawn(ONE, 2)]


def test_AP_2_6_piracy_works_on_the_automatic_ship_too() -> None:
    scene = raiding("press-gang", seats=1)
    scene.fit(AUTO, "squint")
    scene.say("play press-gang")
    assert scene.told(CrewLost) == [CrewLost(AUTO, "squint")]


# Events.


def test_AP_2_6_no_fire() -> None:
    scene = Scene(events=True)
    scene.in_force("letters-of-marque")
    scene.fit(TWO, "widowmaker")
    scene.hand(ONE, "point-blank")
    scene.say("none")
    assert scene.words() == []
    assert scene.say("none", "stay").told(Fired) == []


def test_AP_2_6_no_fire_for_the_automatic_ship_either() -> None:
    scene = Scene(seats=1, events=True)
    scene.in_force("letters-of-marque")
    scene.fit(AUTO, "widowmaker")
    assert scene.say(*NEXT).told(Fired) == []


def swarmed(first: str = "", second: str = "", hits: int = 0) -> Scene:
    scene = Scene(events=True)
    scene.fit(ONE, *filter(None, [first]))
    scene.fit(TWO, *filter(None, [second]))
    scene.s.ships[ONE].hits = hits
    scene.hand(ONE, CREDIT)
    scene.store("tin-ear")
    scene.next_tech("comet-swarm", "abacus-core")
    return scene.say("buy tin-ear from tech")


def test_GEN_1_AP_2_6_swarm_strikes_the_active_captain_first() -> None:
    assert swarmed().told(SwarmStruck) == [SwarmStruck(ONE, 1), SwarmStruck(TWO, 1)]


def test_AP_2_6_swarm_spares_armor_of_two() -> None:
    assert swarmed("ice-plating", "patchwork-hull").told(SwarmStruck) == [SwarmStruck(TWO, 1)]


def test_AP_2_6_swarm_never_gives_the_last_hit() -> None:
    assert swarmed(hits=3).told(SwarmStruck) == [SwarmStruck(TWO, 1)]
    assert swarmed(hits=2).told(SwarmStruck) == [SwarmStruck(ONE, 3), SwarmStruck(TWO, 1)]


def test_AP_2_6_swarm_is_deflected() -> None:
    scene = swarmed("panic-vault")
    assert scene.told(Deflected) == [Deflected(ONE, "panic-vault")]
    assert scene.told(SwarmStruck) == [SwarmStruck(TWO, 1)]


# Words.


def test_AP_2_6_every_effect_in_the_pack_has_words_and_every_word_is_used() -> None:
    cards = read_pack(GAME.pack()).cards.values()
    used = {card.effect for card in cards if card.effect}
    assert used == set(ALL)
    for card in cards:
        silent = not card.effect and len(card.keywords) < 2
        assert (text_of(card) is None) == silent


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("mad-ottoline", "Weapon value +1."),
        ("solar-flare", "Weapon value -1."),
        ("dock-strike", "Store crew costs 1 more."),
        ("old-josefa", "Store tech costs 1 less."),
        ("starjammer", "When placed: draw 2 cards."),
        ("chain-mortar", "When placed: draw a card."),
        ("gun-deck", "Counts as weapon."),
        ("panic-vault", "Counts as armor. Exile this instead of taking a hit."),
    ],
)
def test_AP_2_6_a_card_says_what_it_does(card: str, text: str) -> None:
    assert str(text_of(read_pack(GAME.pack()).cards[card])) == text
