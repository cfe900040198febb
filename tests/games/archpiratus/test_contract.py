"""AP-2.3: tech onto the mat, crew into the berths, Contracts and missions."""

from __future__ import annotations

from copy import deepcopy

import pytest

from pbem.engine import Tongue
from pbem.games.archpiratus.events.ship import (
    CrewLost,
    CrewPlaced,
    MissionGivenUp,
    MissionsTurnedUp,
    MissionTaken,
    TechPlaced,
)
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.games.archpiratus.prompts.move import Go
from tests.games.archpiratus.scene import ONE, TWO, Scene


def outfitting(*hand: str) -> Scene:
    """Seat 1 has bought nothing and holds these cards."""
    scene = Scene()
    scene.hand(ONE, *hand)
    scene.say("none")
    assert scene.asked == "outfit 1"
    return scene


# Tech.


def test_AP_2_3_tech_goes_onto_its_slot() -> None:
    scene = outfitting("comet-tap", CREDIT)
    scene.say("place engine")
    assert scene.told(TechPlaced) == [TechPlaced(ONE, "comet-tap", "")]
    assert scene.s.ships[ONE].tech == {"engine": "comet-tap"}
    assert scene.s.salvage == []
    assert scene.s.ships[ONE].hand == [CREDIT]


def test_AP_30_the_replaced_tech_goes_to_salvage() -> None:
    scene = outfitting("comet-tap")
    scene.fit(ONE, "kettle-drive")
    scene.say("place comet-tap")
    assert scene.told(TechPlaced) == [TechPlaced(ONE, "comet-tap", "kettle-drive")]
    assert scene.s.salvage == ["kettle-drive"]
    assert scene.s.level(ONE, "engine") == 3


def test_AP_27_any_number_of_tech_and_crew() -> None:
    scene = outfitting("comet-tap", "rivet", "tin-ear")
    scene.say("place tin-ear, place rivet, place comet-tap")
    ship = scene.s.ships[ONE]
    assert (ship.tech, ship.crew) == ({"scanner": "tin-ear", "engine": "comet-tap"}, ["rivet"])


def test_AP_32_tech_is_not_taken_off() -> None:
    scene = outfitting(CREDIT)
    scene.fit(ONE, "comet-tap")
    assert scene.words() == []


def test_AP_2_3_two_of_a_slot_the_later_replaces_the_earlier() -> None:
    scene = outfitting("comet-tap", "kettle-drive")
    scene.say("place comet-tap, place kettle-drive")
    assert scene.s.ships[ONE].tech == {"engine": "kettle-drive"}
    assert scene.s.salvage == ["comet-tap"]


def test_AP_2_3_which_engine_is_asked_back() -> None:
    scene = outfitting("comet-tap", "kettle-drive")
    assert "could mean" in scene.refuse("place engine")


def test_AP_2_3_a_card_is_placed_once() -> None:
    scene = outfitting("comet-tap")
    assert "twice" in scene.refuse("place comet-tap, place comet-tap")


@pytest.mark.parametrize("card", ["gun-deck", "heir-apparent"])
def test_AP_2_7_rooms_and_titles_have_slots_of_their_own(card: str) -> None:
    scene = outfitting(card)
    scene.fit(ONE, "rust-spitter")
    scene.say(f"place {card}")
    assert scene.s.ships[ONE].tech["weapon"] == "rust-spitter"
    assert card in scene.s.ships[ONE].tech.values()
    assert scene.s.salvage == []


def test_AP_09_a_value_is_the_sum_of_the_equipped_cards_with_that_keyword() -> None:
    scene = outfitting("gun-deck")
    scene.fit(ONE, "plasma-lance")
    assert scene.s.level(ONE, "weapon") == 3
    scene.say("place room")
    assert scene.s.level(ONE, "weapon") == 4


def test_AP_05_missing_tech_counts_as_nothing() -> None:
    assert outfitting().s.level(ONE, "weapon") == 0


# Crew.


def test_AP_2_3_crew_comes_aboard() -> None:
    scene = outfitting("rivet", "pockets")
    scene.say("place rivet, place pockets")
    assert scene.told(CrewPlaced) == [CrewPlaced(ONE, "rivet", ""), CrewPlaced(ONE, "pockets", "")]
    assert scene.s.ships[ONE].crew == ["rivet", "pockets"]
    assert scene.s.crew_value(ONE) == 2


def test_AP_29_one_of_each_kind_the_same_kind_is_replaced() -> None:
    scene = outfitting("old-josefa")
    scene.fit(ONE, "rivet", "squint")
    scene.say("place mechanic")
    assert scene.told(CrewPlaced) == [CrewPlaced(ONE, "old-josefa", "rivet")]
    assert scene.s.ships[ONE].crew == ["old-josefa", "squint"]


def test_AP_30_a_replaced_crew_goes_under_the_crew_deck() -> None:
    scene = outfitting("old-josefa")
    scene.fit(ONE, "rivet")
    scene.say("place old-josefa")
    assert scene.s.crew_deck[-1] == "rivet"


def test_AP_30_a_replaced_local_contact_goes_back_to_its_pile() -> None:
    scene = outfitting("pockets")
    scene.fit(ONE, "aunt-cassia")
    scene.say("place pockets")
    assert scene.s.contacts[-1] == "aunt-cassia"
    assert scene.s.ships[ONE].crew == ["pockets"]


FOUR = ("rivet", "squint", "splice", "pockets")


def test_AP_29_a_fifth_member_needs_a_place_and_may_take_anybodys() -> None:
    scene = outfitting("sable-wick")
    scene.fit(ONE, *FOUR)
    assert [w for w in scene.words() if w != "blind"] == [
        f"place sable-wick for {old}" for old in FOUR
    ]
    scene.say("place sable-wick for splice")
    assert scene.s.ships[ONE].crew == ["rivet", "squint", "sable-wick", "pockets"]
    assert scene.s.crew_deck[-1] == "splice"


def test_AP_29_the_same_kind_must_replace_the_same_kind() -> None:
    scene = outfitting("old-josefa")
    scene.fit(ONE, *FOUR)
    assert [w for w in scene.words() if w != "blind"] == ["place old-josefa"]


def test_AP_29_four_places_and_no_more() -> None:
    scene = outfitting("sable-wick", "sister-ume")
    scene.fit(ONE, *FOUR[:3])
    assert "All berths are taken" in scene.refuse("place sable-wick, place sister-ume")
    scene.say("place sable-wick, place sister-ume for rivet")
    assert scene.s.ships[ONE].crew == ["sister-ume", "squint", "splice", "sable-wick"]


def test_AP_29_nobody_makes_room_while_there_is_a_place() -> None:
    scene = outfitting("sable-wick", "sister-ume")
    scene.fit(ONE, *FOUR[:3])
    assert "need not" in scene.refuse("place sable-wick for rivet")


def test_AP_29_who_just_left_cannot_make_room_again() -> None:
    scene = outfitting("sable-wick", "sister-ume")
    scene.fit(ONE, *FOUR)
    why = scene.refuse("place sable-wick for rivet, place sister-ume for rivet")
    assert "Rivet" in why


# Contracts.


@pytest.mark.parametrize("station", ["easy", "medium", "hard"])
def test_AP_2_3_a_contract_turns_up_the_top_mission_of_a_deck(station: str) -> None:
    scene = outfitting(CONTRACT, CREDIT)
    top = scene.s.jobs[station][0]
    scene.say(f"contract {station}")
    assert scene.told(MissionsTurnedUp) == [MissionsTurnedUp(ONE, station, (top,))]
    assert scene.told(MissionTaken) == [MissionTaken(ONE, top)]
    ship = scene.s.ships[ONE]
    assert (ship.missions, ship.hand) == ([top], [CREDIT])
    assert top not in scene.s.jobs[station]
    assert scene.s.drawn == []


def test_AP_2_3_without_a_contract_no_mission() -> None:
    assert outfitting(CREDIT).words() == []


def test_AP_2_3_one_contract_a_turn() -> None:
    scene = outfitting(CONTRACT, CONTRACT)
    assert "one Contract a turn" in scene.refuse("contract easy, contract hard")
    scene.say("contract easy")
    assert scene.asked == "go 1"


def test_AP_33_several_missions_each_on_its_contract() -> None:
    scene = outfitting(CONTRACT)
    scene.taken(ONE, "night-watch")
    scene.say("contract hard")
    assert len(scene.s.ships[ONE].missions) == 2


def test_AP_35_an_empty_mission_deck_cannot_be_chosen() -> None:
    scene = outfitting(CONTRACT)
    scene.empty("medium")
    assert "contract medium" not in scene.words()
    assert "a mission left in that deck" in scene.refuse("contract medium")
    assert "contract easy" in scene.words()


def test_AP_2_3_AP_34_a_mission_is_given_up_instead_of_playing_a_contract() -> None:
    scene = outfitting(CREDIT)
    scene.taken(ONE, "night-watch")
    scene.say("give up night-watch")
    assert scene.told(MissionGivenUp) == [MissionGivenUp(ONE, "night-watch")]
    assert scene.s.jobs["easy"][-1] == "night-watch"
    assert CONTRACT in scene.s.ships[ONE].discard
    assert scene.s.ships[ONE].missions == []


def test_AP_2_3_giving_up_takes_the_place_of_the_contract() -> None:
    scene = outfitting(CONTRACT)
    scene.taken(ONE, "night-watch")
    assert "one Contract a turn" in scene.refuse("give up night-watch, contract easy")
    scene.say("give up night-watch")
    assert scene.asked == "go 1"


def test_AP_2_3_a_final_mission_can_be_given_up_too() -> None:
    scene = outfitting(CREDIT)
    scene.taken(ONE, "burn-the-admiralty")
    scene.say("give up burn-the-admiralty")
    assert scene.s.jobs["final"][-1] == "burn-the-admiralty"


SIX = ("rob-the-mint", "hold-the-gate")


def test_AP_36_with_six_points_the_final_deck_may_be_chosen_at_any_station() -> None:
    scene = outfitting(CONTRACT)
    scene.done(ONE, *SIX)
    scene.at(ONE, "medium")
    top = scene.s.jobs["final"][0]
    scene.say("contract final")
    assert scene.s.ships[ONE].missions == [top]


def test_AP_36_with_five_points_it_may_not() -> None:
    scene = outfitting(CONTRACT)
    scene.done(ONE, "rob-the-mint", "smuggle-spice")
    assert "contract final" not in scene.words()
    assert "needs 6 points at the start" in scene.refuse("contract final")


def test_AP_4_4_at_most_one_final_mission_in_front() -> None:
    scene = outfitting(CONTRACT)
    scene.done(ONE, *SIX)
    scene.taken(ONE, "burn-the-admiralty")
    assert "contract final" not in scene.words()


def test_AP_37_a_contract_card_is_needed_for_the_final_mission() -> None:
    scene = outfitting(CREDIT)
    scene.done(ONE, *SIX)
    assert scene.words() == []


# Asking again (AP-4.1).


def test_AP_4_1_after_a_mission_is_drawn_the_captain_looks_again() -> None:
    scene = outfitting(CONTRACT, "rivet")
    scene.say("contract easy")
    assert scene.asked == "outfit_more 1"
    scene.say("place rivet")
    assert scene.asked == "go 1"


def test_AP_4_1_unless_the_captain_does_not_want_to() -> None:
    scene = outfitting(CONTRACT, "rivet")
    scene.say("contract easy, do not ask again")
    assert scene.asked == "go 1"
    assert len(scene.s.ships[ONE].missions) == 1


def test_AP_4_1_placing_alone_brings_no_second_question() -> None:
    scene = outfitting("rivet", "tin-ear")
    scene.say("place rivet")
    assert scene.asked == "go 1"


def test_AP_4_1_the_contract_is_not_offered_again() -> None:
    scene = outfitting(CONTRACT, CONTRACT, "rivet")
    scene.say("contract easy")
    assert [w for w in scene.words() if w != "blind"] == ["place rivet"]


def test_AP_4_2_time_out_places_what_is_better_and_takes_no_contract() -> None:
    scene = outfitting(CONTRACT, "comet-tap", "rivet", "abacus-core", "tin-ear")
    scene.fit(ONE, "old-josefa", "kettle-drive", "quartz-mind")
    assert set(scene.question.default) == {"place comet-tap", "place tin-ear"}


def test_AP_4_2_time_out_places_the_better_of_two() -> None:
    scene = outfitting("kettle-drive", "comet-tap", "rivet", "old-josefa")
    assert scene.question.default == ("place comet-tap", "place old-josefa")


def test_AP_4_2_equal_value_does_not_replace() -> None:
    scene = outfitting("whisper-drive")
    scene.fit(ONE, "comet-tap")
    assert scene.question.default == ()


def test_AP_4_2_time_out_sends_nobody_away() -> None:
    scene = outfitting("captain-noor")
    scene.fit(ONE, *FOUR)
    assert scene.question.default == ()


def test_AP_2_3_the_other_captain_is_not_touched() -> None:
    scene = outfitting("comet-tap", "rivet", CONTRACT)
    before = scene.s.copy().ships[TWO]
    scene.say("place comet-tap, place rivet, contract easy")
    assert scene.s.ships[TWO] == before


def test_AP_2_3_who_let_two_contracts_be_played_may_leave_the_ship() -> None:
    scene = Scene()
    scene.fit(ONE, "captain-noor")
    scene.hand(ONE, "major-astrid", "comet-tap", CONTRACT, CONTRACT)
    scene.say("none", "contract easy, contract medium, place major-astrid")
    assert scene.asked == "outfit_more 1"
    assert scene.s.ships[ONE].crew == ["major-astrid"]
    scene.say("place comet-tap")
    assert scene.asked == "go 1"


# Any order (AP-28): one step opens the way for the next, on one form.


def test_AP_28_a_berth_may_be_built_and_taken_in_one_step() -> None:
    scene = outfitting("bunk-row", "sable-wick")
    scene.fit(ONE, *FOUR)
    assert "All berths are taken" in scene.refuse("place sable-wick, place bunk-row")
    scene.say("place bunk-row, place sable-wick")
    assert scene.s.ships[ONE].crew == [*FOUR, "sable-wick"]


def test_AP_28_who_lets_two_contracts_be_played_may_come_aboard_first() -> None:
    scene = outfitting("broker-of-promises", CONTRACT, CONTRACT)
    assert "one Contract a turn" in scene.refuse(
        "contract easy, contract hard, place broker-of-promises"
    )
    scene.say("place broker-of-promises, contract easy, contract hard")
    assert len(scene.s.ships[ONE].missions) == 2
    assert scene.asked == "go 1"


def test_AP_28_a_contract_may_come_before_placing() -> None:
    """As in the rulebook's second example: first the mission, then the mechanic."""
    scene = outfitting(CONTRACT, "rivet", "tin-ear")
    scene.say("contract easy, place rivet, place tin-ear")
    kinds = [type(event) for event in scene.happened]
    assert kinds.index(MissionTaken) < kinds.index(CrewPlaced) < kinds.index(TechPlaced)


def test_AP_36_a_title_that_opens_the_final_station_is_placed_first() -> None:
    scene = outfitting("heir-apparent", CONTRACT)
    scene.done(ONE, "rob-the-mint", "smuggle-spice")
    assert "needs 6 points" in scene.refuse("contract final, place heir-apparent")
    top = scene.s.jobs["final"][0]
    scene.say("place heir-apparent, contract final")
    assert scene.s.ships[ONE].missions == [top]
    assert "final" in scene.words()


def test_AP_36_a_title_in_hand_does_not_open_it() -> None:
    scene = outfitting("heir-apparent", CONTRACT)
    scene.done(ONE, "rob-the-mint", "smuggle-spice")
    scene.say("none")
    assert "final" not in scene.words()


def test_AP_4_1_on_the_form_a_title_in_hand_may_open_the_final_station() -> None:
    scene = outfitting("heir-apparent")
    assert "go" in [prompt.kind for prompt in GAME.turn_sheet(scene.s, ONE)]
    assert "final" not in Go(ONE).values(scene.s)
    scene.done(ONE, "rob-the-mint", "smuggle-spice")
    assert "final" in Go(ONE).values(scene.s)


# Berths that are lost.


def test_AP_2_3_who_has_no_berth_any_more_leaves_the_ship() -> None:
    scene = outfitting("galley", "splice")
    scene.fit(ONE, "bunk-row", "rivet", "squint", "pockets", "sister-ume", "sable-wick")
    scene.say("place galley")
    assert scene.told(CrewLost) == [CrewLost(ONE, "sable-wick")]
    assert scene.s.ships[ONE].crew == ["rivet", "squint", "pockets", "sister-ume"]
    assert scene.s.crew_deck[-1] == "sable-wick"


def test_AP_2_3_a_local_contact_without_a_berth_goes_back_to_its_pile() -> None:
    scene = outfitting("galley")
    scene.fit(ONE, "bunk-row", "rivet", "squint", "splice", "sister-ume", "pockets")
    scene.say("place galley")
    assert scene.s.contacts[-1] == "pockets"


def test_AP_2_3_a_free_berth_is_lost_without_anybody_leaving() -> None:
    scene = outfitting("galley")
    scene.fit(ONE, "bunk-row", "rivet", "squint")
    assert scene.say("place galley").told(CrewLost) == []


def test_AP_2_3_after_a_berth_is_lost_the_ship_is_full() -> None:
    scene = outfitting("galley", "splice")
    scene.fit(ONE, "bunk-row", "rivet", "squint", "pockets", "sister-ume")
    assert "All berths are taken" in scene.refuse("place galley, place splice")


@pytest.mark.parametrize("amount", [-1, -5])
def test_AP_2_3_an_event_that_takes_a_berth(amount: int) -> None:
    pack = deepcopy(GAME.pack())
    pack["event"]["carnival"] = {"effect": "more_berths", "amount": amount}
    scene = Scene(pack=pack, events=True)
    scene.hand(ONE, CREDIT)
    scene.fit(ONE, "rivet", "squint", "splice", "sister-ume")
    scene.store("tin-ear")
    scene.next_tech("carnival", "abacus-core")
    scene.say("buy tin-ear from tech")
    left = max(0, 4 + amount)
    assert scene.s.ships[ONE].crew == ["rivet", "squint", "splice", "sister-ume"][:left]


def test_AP_2_3_a_berth_that_ends_with_an_event() -> None:
    pack = deepcopy(GAME.pack())
    pack["event"]["carnival"] = {"effect": "more_berths", "amount": 1}
    scene = Scene(pack=pack, events=True)
    scene.in_force("carnival")
    scene.hand(ONE, CREDIT)
    scene.fit(ONE, *FOUR, "sable-wick")
    scene.store("tin-ear")
    scene.s.gone += scene.s.tech_deck[1:]
    del scene.s.tech_deck[1:]
    scene.say("buy tin-ear from tech")
    assert scene.s.ships[ONE].crew == list(FOUR)


# Words.


def test_AP_2_3_what_is_placed_is_told_in_words_that_can_be_translated() -> None:
    scene = outfitting("comet-tap", "galley", "old-josefa", "quartz-mind")
    scene.fit(ONE, "rivet", "abacus-core")
    labels = {str(option.word): option.label for option in scene.question.options()}
    assert str(labels["place comet-tap"]) == "place Comet Tap (engine 3)"
    assert str(labels["place galley"]) == "place Galley (room)"
    assert str(labels["place old-josefa"]) == "place Old Josefa (mechanic 2), replacing Rivet"
    said = "place Quartz Mind (computer 3), replacing Abacus Core"
    assert str(labels["place quartz-mind"]) == said
    german = Tongue(gettext=lambda text: "Antrieb" if text == "engine" else text)
    assert german.say(labels["place comet-tap"]) == "place Comet Tap (Antrieb 3)"
