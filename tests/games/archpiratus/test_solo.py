"""AP-3: the solo game and the automatic ship."""

from __future__ import annotations

from copy import deepcopy

import pytest

from pbem.engine import RESIGN, Entry, Outcome
from pbem.games.archpiratus.events.ship import AutoEquipped, AutoHired
from pbem.games.archpiratus.events.store import EventTurnedUp, SentUnder, TurnedUp
from pbem.games.archpiratus.events.turn import AutoFled, Fired, MissionDone, Moved
from pbem.games.archpiratus.game import GAME, ending
from pbem.games.archpiratus.pack import CREDIT
from pbem.games.archpiratus.rules.solo import Intent, intent, next_card
from pbem.games.archpiratus.state import AUTO
from tests.games.archpiratus.scene import ONE, Scene

DULL = ("tin-ear", "gun-deck", "press-gang", "heir-apparent", "rust-spitter")
"""Nothing here that the automatic ship would take."""
NEXT = ("none", "none", "stay")


@pytest.fixture
def scene() -> Scene:
    """The player is asked what to buy; the automatic ship wants to burn the admiralty."""
    scene = Scene(seats=1)
    scene.auto_wants("burn-the-admiralty")
    scene.store(*DULL)
    scene.next_tech("abacus-core", "kettle-drive")
    scene.next_crew("rivet", "squint")
    return scene


# AP-3.1


def test_AP_3_1_texts_of_its_cards_are_ignored(scene: Scene) -> None:
    scene.fit(AUTO, "mad-ottoline", "sunsplitter", "two-moons-tam", "the-quiet-surgeon")
    assert scene.s.level(AUTO, "weapon") == 4
    assert scene.s.level(AUTO, "armor") == 0
    assert scene.s.crew_value(AUTO) == 8


def test_AP_3_1_AP_59_events_touch_both() -> None:
    scene = Scene(seats=1, events=True)
    scene.in_force("solar-flare")
    scene.fit(AUTO, "sunsplitter")
    scene.fit(ONE, "plasma-lance")
    assert (scene.s.level(AUTO, "weapon"), scene.s.level(ONE, "weapon")) == (3, 2)


# AP-3.2


def test_AP_3_2_a_store_card_under_its_deck_and_another_from_the_same(scene: Scene) -> None:
    scene.store("tin-ear", "splice")
    scene.say("rotate splice")
    assert scene.told(SentUnder)[0] == SentUnder(ONE, "splice")
    assert scene.told(TurnedUp)[0] == TurnedUp(1, "rivet", "crew")
    assert scene.s.crew_deck[-1] == "splice"
    scene = Scene(seats=1)
    scene.store("tin-ear")
    scene.next_tech("abacus-core")
    scene.say("rotate 1")
    assert scene.told(TurnedUp)[0] == TurnedUp(0, "abacus-core", "tech")
    assert scene.s.tech_deck[-1] == "tin-ear"


def test_AP_55_once_a_turn(scene: Scene) -> None:
    assert "Only one Store card" in scene.refuse("rotate tin-ear, rotate gun-deck")
    scene.hand(ONE, CREDIT)
    scene.say("rotate gun-deck, look")
    assert scene.asked == "buy_more 1"
    assert not [word for word in scene.words() if word.startswith("rotate")]
    scene.say("none", "none", "stay")
    assert [word for word in scene.words() if word.startswith("rotate")]


def test_AP_4_4_rotation_may_turn_up_an_event() -> None:
    scene = Scene(seats=1, events=True)
    scene.store("tin-ear")
    scene.next_tech("carnival", "abacus-core")
    scene.say("rotate tin-ear")
    assert scene.told(EventTurnedUp) == [EventTurnedUp("carnival")]
    assert scene.s.store[0] == "abacus-core"


def test_AP_3_2_two_players_do_not_rotate() -> None:
    assert not [word for word in Scene().words() if word.startswith("rotate")]


def test_AP_56_replaced_tech_that_is_better_goes_to_the_automatic_ship(scene: Scene) -> None:
    scene.fit(ONE, "twin-burners")
    scene.fit(AUTO, "kettle-drive")
    scene.hand(ONE, "comet-tap")
    scene.say("none", "place comet-tap")
    assert scene.told(AutoEquipped) == [AutoEquipped("twin-burners", "kettle-drive")]
    assert scene.s.ship(AUTO).tech == {"engine": "twin-burners"}
    assert scene.s.salvage == ["kettle-drive"]


def test_AP_56_tech_spent_as_credits_too(scene: Scene) -> None:
    scene.hand(ONE, "twin-burners")
    scene.say("spend twin-burners")
    assert scene.told(AutoEquipped) == [AutoEquipped("twin-burners", "")]
    assert scene.s.salvage == []


def test_AP_52_equal_is_not_better(scene: Scene) -> None:
    scene.fit(AUTO, "smugglers-coil")
    scene.hand(ONE, "twin-burners")
    scene.say("spend twin-burners")
    assert scene.told(AutoEquipped) == []
    assert scene.s.salvage == ["twin-burners"]


def test_AP_58_rooms_titles_and_piracy_stay_in_salvage(scene: Scene) -> None:
    scene.hand(ONE, "gun-deck", "heir-apparent", "press-gang")
    scene.say("spend gun-deck, spend heir-apparent, spend press-gang")
    assert scene.told(AutoEquipped) == []
    assert len(scene.s.salvage) == 3


# AP-3.3


def test_AP_3_3_same_station_and_a_higher_weapon_it_fires(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.fit(ONE, "patchwork-hull")
    assert scene.say(*NEXT).told(Fired) == [Fired(AUTO, ONE, 1)]


def test_AP_3_3_equal_values_it_does_not(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.fit(ONE, "ice-plating")
    assert scene.say(*NEXT).told(Fired) == []


def test_AP_3_3_outgunned_it_flees_but_never_to_the_final_station() -> None:
    for told in ("medium", "hard"):
        scene = Scene(seats=1, told={"flee": [(told,)]})
        scene.auto_wants("burn-the-admiralty")
        scene.store(*DULL)
        scene.fit(ONE, "rail-slinger")
        scene.say(*NEXT)
        assert scene.told(AutoFled) == [AutoFled(AUTO, told)]
        assert scene.s.ship(AUTO).station == told
    scene = Scene(seats=1, told={"flee": [("final",)]})
    scene.fit(ONE, "rail-slinger")
    with pytest.raises(Exception, match="loaded with"):
        scene.say(*NEXT)


def test_AP_50_it_does_not_flee_to_where_it_is() -> None:
    scene = Scene(seats=1, told={"flee": [("easy",)]})
    scene.fit(ONE, "rail-slinger")
    with pytest.raises(Exception, match="loaded with"):
        scene.say(*NEXT)


def test_AP_49_fire_and_flee_in_one_turn_fire_first(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.fit(ONE, "plasma-lance")
    scene.say(*NEXT)
    kinds = [type(e) for e in scene.happened]
    assert kinds.index(Fired) < kinds.index(AutoFled)


def test_AP_3_3_at_another_station_it_follows_a_weaker_player(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.say("none", "none", "go hard")
    assert scene.told(Moved) == [Moved(ONE, "hard"), Moved(AUTO, "hard")]
    assert scene.told(Fired) == []


def test_AP_51_also_to_the_final_station(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.at(ONE, "final")
    scene.say(*NEXT)
    assert scene.s.ship(AUTO).station == "final"


def test_AP_3_3_a_player_with_enough_armor_is_left_alone(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.fit(ONE, "ice-plating")
    scene.say("none", "none", "go hard")
    assert scene.told(Moved) == [Moved(ONE, "hard")]
    assert scene.s.ship(AUTO).station == "easy"


# AP-3.4


def test_AP_53_first_a_level_3_of_a_kind_it_lacks(scene: Scene) -> None:
    scene.store("sunsplitter", "splice", "mirror-scales", "quartz-mind")
    assert next_card(scene.s) == "mirror-scales"
    scene.say(*NEXT)
    assert scene.told(AutoEquipped) == [AutoEquipped("mirror-scales", "")]
    assert scene.told(TurnedUp) == [TurnedUp(2, "abacus-core", "tech")]


def test_AP_3_4_or_carries_below_3(scene: Scene) -> None:
    scene.fit(AUTO, "ice-plating")
    scene.store("mirror-scales")
    scene.say(*NEXT)
    assert scene.told(AutoEquipped) == [AutoEquipped("mirror-scales", "ice-plating")]
    assert scene.s.salvage == ["ice-plating"]


def test_AP_3_4_not_a_second_level_3(scene: Scene) -> None:
    scene.fit(AUTO, "turtle-frame")
    scene.store("mirror-scales")
    assert next_card(scene.s) == ""


@pytest.mark.parametrize(
    ("carried", "offered", "takes"),
    [
        (("plasma-lance",), ("sunsplitter",), True),
        ((), ("sunsplitter",), False),
        (("rail-slinger",), ("sunsplitter",), False),
        (("sunsplitter",), ("breaker-cannon",), False),
        (("sunsplitter",), ("widowmaker",), True),
        (("plasma-lance",), ("widowmaker",), False),
        ((), ("rail-slinger",), False),
    ],
)
def test_AP_53_level_4_over_3_and_5_over_4(
    scene: Scene, carried: tuple[str, ...], offered: tuple[str, ...], takes: bool
) -> None:
    scene.fit(AUTO, *carried)
    scene.store(*offered)
    assert next_card(scene.s) == (offered[0] if takes else "")


def test_AP_53_four_before_five_before_crew(scene: Scene) -> None:
    scene.fit(AUTO, "plasma-lance", "neutron-mail")
    scene.store("splice", "bastion-shell", "sunsplitter")
    assert next_card(scene.s) == "sunsplitter"
    scene.store("splice", "bastion-shell", "rust-spitter")
    assert next_card(scene.s) == "bastion-shell"


def test_AP_53_then_a_crew_of_a_kind_it_lacks(scene: Scene) -> None:
    scene.fit(AUTO, "splice")
    scene.store("sweet-cipher", "squint")
    scene.next_crew("rivet")
    scene.say(*NEXT)
    assert scene.told(AutoHired) == [AutoHired("squint", "")]
    assert scene.told(TurnedUp) == [TurnedUp(1, "rivet", "crew")]
    assert scene.s.ship(AUTO).crew == ["splice", "squint"]


def test_AP_53_among_equals_the_nearest_to_the_tech_deck(scene: Scene) -> None:
    scene.store("tin-ear", "quartz-mind", "mirror-scales")
    assert next_card(scene.s) == "quartz-mind"


def test_AP_58_no_rooms_titles_or_piracy_cards(scene: Scene) -> None:
    assert next_card(scene.s) == ""


def test_AP_3_4_AP_54_no_limit_of_four_crew(scene: Scene) -> None:
    scene.fit(AUTO, "rivet", "splice", "sawbones-kit", "chartless-ren", "ensign-pell")
    scene.store("squint")
    scene.say(*NEXT)
    assert len(scene.s.ship(AUTO).crew) == 6


ALL_KINDS = (
    "ensign-pell",
    "jinx-halloran",
    "rivet",
    "squint",
    "sawbones-kit",
    "chartless-ren",
    "nim-the-ferret",
)


def test_AP_3_4_every_kind_but_too_little_value_a_better_one_fits() -> None:
    pack = deepcopy(GAME.pack())
    pack["mission"]["burn-the-admiralty"]["crew"] = 10
    scene = Scene(seats=1, pack=pack)
    scene.auto_wants("burn-the-admiralty")
    scene.store("hammer-bao", *DULL[1:])
    scene.fit(AUTO, *ALL_KINDS)
    assert next_card(scene.s) == ""  # A hacker is missing still.
    scene.fit(AUTO, "splice")
    scene.say(*NEXT)
    assert scene.told(AutoHired) == [AutoHired("hammer-bao", "squint")]
    assert scene.s.crew_deck[-1] == "squint"
    scene.store("old-josefa", *DULL[1:])
    assert scene.s.crew_value(AUTO) == 10
    assert next_card(scene.s) == ""  # That is enough.


def test_AP_3_4_a_crew_of_equal_worth_does_not_fit() -> None:
    pack = deepcopy(GAME.pack())
    pack["mission"]["burn-the-admiralty"]["crew"] = 20
    pack["crew"]["doctor-gasket"]["value"] = 2
    scene = Scene(seats=1, pack=pack)
    scene.auto_wants("burn-the-admiralty")
    scene.store("old-josefa", *DULL[1:])
    scene.fit(AUTO, *ALL_KINDS, "splice")
    assert next_card(scene.s) == "old-josefa"
    scene.away("rivet")
    scene.fit(AUTO, "doctor-gasket")
    assert next_card(scene.s) == ""


def test_AP_3_4_nothing_fits_the_farthest_card_makes_room(scene: Scene) -> None:
    scene.say(*NEXT)
    assert scene.told(SentUnder) == [SentUnder(AUTO, "rust-spitter")]
    assert scene.told(TurnedUp) == [TurnedUp(4, "rivet", "crew")]
    assert scene.s.tech_deck[-1] == "rust-spitter"
    assert scene.told(AutoHired) == []
    assert not scene.s.rotated


def test_AP_3_4_replaced_from_the_tech_deck_once_its_crew_is_complete(scene: Scene) -> None:
    scene.fit(AUTO, "hammer-bao", "captain-noor", "sweet-cipher")
    scene.say(*NEXT)
    assert scene.told(TurnedUp) == [TurnedUp(4, "abacus-core", "tech")]


def test_AP_3_4_a_missing_kind_counts_as_lacking_crew(scene: Scene) -> None:
    scene.fit(AUTO, "two-moons-tam", "captain-noor", "sweet-cipher")
    scene.say(*NEXT)
    assert scene.told(TurnedUp) == [TurnedUp(4, "rivet", "crew")]


def test_AP_3_4_an_empty_store_and_it_takes_nothing(scene: Scene) -> None:
    for place in range(1, 6):
        scene.gap(place)
    assert intent(scene.s).sends == ""
    scene.empty("tech", "crew")
    scene.say(*NEXT)
    assert scene.told(SentUnder) == []


def test_AP_3_4_the_farthest_card_not_the_farthest_place(scene: Scene) -> None:
    scene.gap(5)
    assert intent(scene.s).sends == "heir-apparent"


# AP-3.5 and AP-3.6


def complete(scene: Scene) -> Scene:
    scene.fit(AUTO, "sunsplitter", "quartz-mind", "mirror-scales")
    scene.fit(AUTO, "hammer-bao", "captain-noor", "splice")
    scene.fit(ONE, "neutron-mail")
    return scene


def test_AP_57_with_all_it_needs_it_goes_to_the_final_station_and_wins(scene: Scene) -> None:
    complete(scene).say(*NEXT)
    assert scene.told(Moved) == [Moved(AUTO, "final")]
    assert scene.told(MissionDone) == [MissionDone(AUTO, "burn-the-admiralty", 0)]
    assert scene.told(SentUnder) == []
    assert scene.outcome == Outcome("final", (), (0,))
    assert str(ending(scene.outcome)) == "The automatic ship turns in its final mission and wins."


def test_AP_3_5_at_the_final_station_it_need_not_move(scene: Scene) -> None:
    scene.at(AUTO, "final")
    complete(scene).say(*NEXT)
    assert scene.told(Moved) == []
    assert scene.outcome is not None


def test_AP_3_5_the_needs_met_in_its_turn_are_turned_in_in_the_next(scene: Scene) -> None:
    complete(scene)
    scene.store("mirror-scales")
    scene.say(*NEXT)
    assert scene.outcome is None
    scene.say(*NEXT)
    assert scene.outcome == Outcome("final", (), (0,))


def test_AP_57_what_it_has_lost_by_then_counts_no_more(scene: Scene) -> None:
    complete(scene)
    scene.away("hammer-bao")
    scene.say(*NEXT)
    assert scene.outcome is None


def test_AP_3_5_in_that_turn_it_fires_if_it_may(scene: Scene) -> None:
    complete(scene)
    scene.fit(ONE, "ice-plating")
    scene.say(*NEXT)
    assert scene.told(Fired) == [Fired(AUTO, ONE, 1)]
    assert scene.told(AutoFled) == []
    assert scene.outcome == Outcome("final", (), (0,))


def test_AP_3_6_the_fifth_hit_knocks_the_player_out(scene: Scene) -> None:
    scene.fit(AUTO, "rail-slinger")
    scene.s.ships[ONE].hits = 3
    assert scene.say(*NEXT).outcome is None
    ended = scene.say(*NEXT).outcome
    assert ended == Outcome("shot", (), (0,))
    assert type(scene.happened[-1]) is Fired  # Nothing more is done, though a crew lies there.
    assert "automatic ship shoots" in str(ending(ended))


def test_AP_3_6_the_fifth_hit_knocks_the_automatic_ship_out(scene: Scene) -> None:
    scene.s.ship(AUTO).hits = 3
    scene.fit(ONE, "rail-slinger", "neutron-mail")
    scene.fit(AUTO, "widowmaker")
    scene.say("none", "none", "go hard")
    assert (scene.s.ship(AUTO).station, scene.s.ship(AUTO).hits) == ("hard", 4)
    assert scene.outcome is None
    scene.s.ship(AUTO).hits = 4
    scene.say("none", "none", "go medium")
    assert scene.told(Fired) == [Fired(ONE, AUTO, 5)]
    assert scene.outcome == Outcome("shot", (ONE,), (0,))


def test_AP_3_6_the_player_s_final_mission_wins(scene: Scene) -> None:
    scene.fit(ONE, "sunsplitter", "mirror-scales", "comet-tap")
    scene.fit(ONE, "captain-noor", "hammer-bao")
    scene.taken(ONE, "take-the-black-throne")
    scene.done(ONE, "rob-the-mint", "hold-the-gate")
    scene.say("none", "none", "go final", "mission")
    assert scene.outcome == Outcome("final", (ONE,), (6,))


def test_AP_4_3_in_solo_the_automatic_ship_wins_when_time_is_up(scene: Scene) -> None:
    scene.s.ships[ONE].turns = 60
    scene.done(ONE, "night-watch")
    scene.say(*NEXT)
    assert scene.outcome == Outcome("time", (), (1,))
    assert str(ending(scene.outcome)) == "Time is up: the automatic ship wins."


def test_AP_4_3_in_solo_who_leaves_loses_to_the_automatic_ship(scene: Scene) -> None:
    scene.match.enter(Entry(scene.match.seq + 1, RESIGN, ONE))
    assert scene.outcome == Outcome("resigned", (), (0,))
    assert "the automatic ship wins" in str(ending(scene.outcome))


# What the board foretells.


def test_AP_3_the_intent_is_what_it_then_does(scene: Scene) -> None:
    scene.fit(AUTO, "plasma-lance")
    scene.fit(ONE, "rail-slinger")
    scene.store("tin-ear", "splice")
    assert intent(scene.s) == Intent(fires=True, flees=True, takes="splice", refill="crew")
    scene.at(ONE, "hard")
    assert intent(scene.s) == Intent(follows="hard", takes="splice", refill="crew")
    scene.say(*NEXT)
    assert scene.told(Moved) == [Moved(AUTO, "hard")]
    assert scene.told(AutoHired) == [AutoHired("splice", "")]
