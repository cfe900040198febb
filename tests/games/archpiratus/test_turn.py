"""AP-2.1, AP-2.4, AP-2.5 and AP-4.3: drawing, firing, moving, missions, the end."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from pbem.engine import RESIGN, Entry, Outcome
from pbem.games.archpiratus.effects import draw
from pbem.games.archpiratus.events.turn import (
    CardsDrawn,
    CardsSeen,
    DeckShuffled,
    DiscardShuffled,
    Fired,
    HandDiscarded,
    MissionDone,
    Moved,
)
from pbem.games.archpiratus.game import GAME, ending
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.games.archpiratus.prompts.move import TurnIn
from pbem.games.archpiratus.prompts.needs import needs_text, progress
from pbem.games.archpiratus.prompts.outfit import Outfit
from tests.games.archpiratus.scene import ONE, TWO, Scene

NEXT = ("none", "none", "stay")
"""A turn in which nothing is done."""


def second_round() -> Scene:
    """Both have had their first turn; seat 1 is next, before it draws."""
    return Scene().say(*NEXT)


def moving(pack: Any = None) -> Scene:
    """Seat 1 is asked where it flies."""
    scene = Scene(pack=pack)
    scene.say("none", "none")
    assert scene.asked == "go 1"
    return scene


# AP-2.1: draw.


def test_AP_2_1_draw_three() -> None:
    scene = second_round()
    scene.deck(ONE, CREDIT, CONTRACT, CREDIT, CONTRACT)
    scene.say(*NEXT)
    assert scene.told(CardsDrawn) == [CardsDrawn(ONE, 3)]
    assert scene.told(CardsSeen) == [CardsSeen(ONE, (CREDIT, CONTRACT, CREDIT))]
    assert scene.s.ships[ONE].hand == [CREDIT, CONTRACT, CREDIT]
    assert scene.s.ships[ONE].deck == [CONTRACT]


def test_AP_13_a_short_deck_first_then_the_shuffled_discard() -> None:
    scene = Scene(told={"deck@0": [(), (CONTRACT, CONTRACT)]})
    scene.say(*NEXT)
    scene.deck(ONE, "pockets")
    scene.say(*NEXT)
    assert scene.told(DiscardShuffled) == [DiscardShuffled(ONE)]
    assert len(scene.told(DeckShuffled)[0].order) == 10
    assert scene.s.ships[ONE].hand == ["pockets", CONTRACT, CONTRACT]
    assert scene.s.ships[ONE].discard == []
    assert len(scene.s.ships[ONE].deck) == 8


def test_AP_13_a_deck_of_three_is_not_shuffled() -> None:
    scene = second_round()
    scene.deck(ONE, CREDIT, CREDIT, CREDIT)
    scene.say(*NEXT)
    assert scene.told(DeckShuffled) == []
    assert scene.s.ships[ONE].deck == []


def test_AP_14_deck_and_discard_short_draw_what_there_is() -> None:
    scene = Scene()
    ship = scene.s.ships[ONE]
    ship.hand, ship.deck, ship.discard = [], [CREDIT], [CONTRACT]
    draw(scene.match.table, ONE, 3)
    assert (ship.hand, ship.deck, ship.discard) == ([CREDIT, CONTRACT], [], [])
    told = len(scene.match.table.told)
    draw(scene.match.table, ONE, 3)
    assert len(scene.match.table.told) == told


def test_AP_2_5_AP_12_the_rest_of_the_hand_is_discarded() -> None:
    scene = Scene()
    scene.hand(ONE, CREDIT, CONTRACT, "rivet")
    scene.say(*NEXT)
    assert scene.told(HandDiscarded) == [HandDiscarded(ONE, (CREDIT, CONTRACT, "rivet"))]
    assert scene.s.ships[ONE].hand == []
    assert scene.s.ships[ONE].discard == [CREDIT, CONTRACT, "rivet"]


# AP-2.1: fire.


def aiming(weapon: str, armor: str = "") -> Scene:
    """Seat 2 is about to begin its turn, armed like this, at seat 1's station."""
    scene = Scene()
    scene.fit(TWO, *filter(None, [weapon]))
    scene.fit(ONE, *filter(None, [armor]))
    return scene


def test_AP_2_1_same_station_and_a_higher_weapon_one_hit() -> None:
    scene = aiming("rail-slinger", "patchwork-hull").say(*NEXT)
    assert scene.told(Fired) == [Fired(TWO, ONE, 1)]
    assert scene.s.ships[ONE].hits == 1
    assert scene.s.ships[TWO].hits == 0


def test_AP_05_equal_is_no_hit() -> None:
    scene = aiming("rail-slinger", "ice-plating").say(*NEXT)
    assert scene.told(Fired) == []


def test_AP_07_nothing_against_nothing_is_no_hit() -> None:
    assert aiming("").say(*NEXT).told(Fired) == []


def test_AP_2_1_another_station_no_hit() -> None:
    assert aiming("rail-slinger").say("none", "none", "hard").told(Fired) == []


def test_AP_08_at_the_final_station_too() -> None:
    scene = aiming("rail-slinger")
    scene.at(ONE, "final")
    scene.at(TWO, "final")
    assert scene.say(*NEXT).told(Fired) == [Fired(TWO, ONE, 1)]


def test_AP_1_4_firing_happens_in_the_first_turn_too() -> None:
    scene = aiming("rail-slinger")
    assert scene.s.ships[TWO].turns == 0
    assert scene.say(*NEXT).told(Fired) == [Fired(TWO, ONE, 1)]


def test_AP_06_draw_before_fire() -> None:
    scene = second_round()
    scene.fit(ONE, "rail-slinger")
    scene.say(*NEXT)
    kinds = [type(e) for e in scene.happened]
    assert kinds.index(CardsDrawn) < kinds.index(Fired)


def test_AP_2_1_both_may_shoot_at_each_other_in_their_turns() -> None:
    scene = aiming("rail-slinger")
    scene.fit(ONE, "salvo-rack")
    scene.say(*NEXT).say(*NEXT)
    assert [ship.hits for ship in scene.s.ships] == [1, 1]


def test_AP_01_the_third_hit_is_not_the_last() -> None:
    scene = aiming("rail-slinger")
    scene.s.ships[ONE].hits = 2
    scene.say(*NEXT)
    assert scene.outcome is None


def test_AP_01_AP_04_AP_45_the_fourth_hit_ends_it_at_once() -> None:
    scene = aiming("rail-slinger")
    scene.s.ships[ONE].hits = 3
    scene.done(ONE, "night-watch")
    scene.say(*NEXT)
    assert scene.told(Fired) == [Fired(TWO, ONE, 4)]
    assert scene.outcome == Outcome("shot", (TWO,), (1, 0))
    assert str(ending(scene.outcome)) == "p2 is the last captain flying and wins."


# AP-2.4: move.


@pytest.mark.parametrize("station", ["medium", "hard"])
def test_AP_39_once_to_any_other_station(station: str) -> None:
    scene = moving().say(f"go {station}")
    assert scene.told(Moved) == [Moved(ONE, station)]
    assert scene.s.ships[ONE].station == station
    assert scene.asked == "buy 2"


def test_AP_39_moving_is_optional() -> None:
    scene = moving().say("stay")
    assert scene.told(Moved) == []
    assert scene.s.ships[ONE].station == "easy"


def test_AP_2_4_not_to_where_one_is() -> None:
    scene = moving()
    assert scene.words() == ["stay", "medium", "hard"]
    assert "there already" in scene.refuse("easy")


def test_AP_40_the_final_station_needs_six_points() -> None:
    scene = moving()
    assert "opens with 6 points" in scene.refuse("final")
    scene.done(ONE, "rob-the-mint", "hold-the-gate")
    assert "final" in scene.words()
    assert scene.say("go final").s.ships[ONE].station == "final"


def test_AP_40_the_points_at_the_start_of_the_turn_count() -> None:
    scene = moving()
    scene.done(ONE, "rob-the-mint", "hold-the-gate")
    scene.s.start_points = 5
    assert "final" not in scene.words()


def test_AP_40_the_start_of_the_turn_is_counted_anew() -> None:
    scene = Scene()
    scene.s.ships[TWO].done += [scene.take("rob-the-mint"), scene.take("hold-the-gate")]
    scene.say(*NEXT)
    assert scene.s.start_points == 6
    scene.say(*NEXT)
    assert scene.s.start_points == 0


def test_AP_41_who_is_at_final_may_stay() -> None:
    scene = moving()
    scene.at(ONE, "final")
    assert scene.words() == ["stay", "easy", "medium", "hard"]


# AP-2.4: missions.


def ready_for(*missions: str, pack: Any = None) -> Scene:
    """Seat 1 has these missions, a ship for them all, and is asked where it flies."""
    scene = moving(pack)
    scene.fit(ONE, "widowmaker", "bastion-shell", "starjammer", "grey-sibyl", "all-seeing-dish")
    scene.fit(ONE, "captain-noor", "two-moons-tam", "hammer-bao", "the-quiet-surgeon")
    scene.taken(ONE, *missions)
    return scene


def test_AP_44_a_mission_done_is_kept_and_its_contract_discarded() -> None:
    scene = ready_for("night-watch")
    scene.say("stay", "night watch")
    assert scene.told(MissionDone) == [MissionDone(ONE, "night-watch", 1)]
    ship = scene.s.ships[ONE]
    assert (ship.missions, ship.done) == ([], ["night-watch"])
    assert CONTRACT in ship.discard
    assert scene.s.points(ONE) == 1


def test_AP_2_4_only_at_its_station() -> None:
    scene = ready_for("collect-a-debt").say("stay")
    assert scene.asked == "buy 2"
    assert scene.s.ships[ONE].missions == ["collect-a-debt"]


def test_AP_42_the_mission_comes_after_the_move() -> None:
    scene = ready_for("collect-a-debt").say("go medium")
    assert scene.asked == "turn_in 1"
    scene.say("mission")
    assert scene.s.points(ONE) == 2
    assert scene.asked == "buy 2"


def test_AP_42_at_most_one_a_turn() -> None:
    scene = ready_for("night-watch", "find-the-cat").say("stay")
    scene.say("find the cat")
    assert scene.s.ships[ONE].missions == ["night-watch"]
    assert scene.asked == "buy 2"


def test_AP_2_4_a_mission_may_be_left_for_later() -> None:
    scene = ready_for("night-watch").say("stay", "none")
    assert scene.told(MissionDone) == []
    assert scene.s.ships[ONE].missions == ["night-watch"]


def test_AP_4_2_the_default_is_most_points_then_the_oldest() -> None:
    scene = ready_for("night-watch", "find-the-cat").say("stay")
    assert scene.question.default == "best"
    scene.say("best")
    assert scene.told(MissionDone) == [MissionDone(ONE, "night-watch", 1)]


def test_AP_4_2_most_points_come_first() -> None:
    pack = deepcopy(GAME.pack())
    pack["mission"]["find-the-cat"]["points"] = 2
    scene = ready_for("night-watch", "find-the-cat", pack=pack)
    scene.say("stay", "best")
    assert scene.told(MissionDone) == [MissionDone(ONE, "find-the-cat", 2)]


def test_AP_38_taken_and_done_in_one_turn() -> None:
    scene = Scene()
    scene.hand(ONE, CONTRACT)
    scene.fit(ONE, "captain-noor")
    scene.next_jobs("night-watch")
    scene.say("none", "contract easy, blind", "stay", "mission")
    assert scene.s.points(ONE) == 1


@pytest.mark.parametrize(
    ("aboard", "lacks"),
    [
        (("wreck-finder", "old-josefa", "squint"), {}),
        (("old-josefa", "squint"), {"scanner": 2}),
        (("tin-ear", "old-josefa", "squint"), {"scanner": 1}),
        (("wreck-finder", "squint", "sable-wick"), {"mechanic": 1}),
        (("wreck-finder", "old-josefa"), {"crew": 1}),
        (("wreck-finder", "old-josefa", "pockets"), {}),
    ],
)
def test_AP_43_all_named_tech_and_crew_and_the_total_value(
    aboard: tuple[str, ...], lacks: dict[str, int]
) -> None:
    scene = moving()
    scene.fit(ONE, *aboard)
    assert scene.s.missing(ONE, "raise-a-wreck") == lacks


def test_AP_2_4_why_a_mission_cannot_be_turned_in() -> None:
    scene = ready_for("night-watch", "collect-a-debt").say("stay")
    assert scene.refuse("collect-a-debt") == (
        "Collect A Debt is turned in at the medium station, and you are at the easy station."
        " Turn in another one, or none."
    )


def test_AP_43_why_a_mission_at_its_station_cannot_be_turned_in() -> None:
    scene = moving()
    scene.fit(ONE, "tin-ear", "squint", "sable-wick", "sister-ume")
    scene.at(ONE, "medium")
    scene.taken(ONE, "raise-a-wreck", "buy-out-the-union", "map-the-shoals")
    scene.fit(ONE, "madame-parallax", "kettle-drive")
    scene.say("stay")
    assert scene.asked == "turn_in 1"
    assert "lacks something: scanner 1 and mechanic." in scene.refuse("raise-a-wreck")
    scene.away("madame-parallax")
    assert "lacks something: navigator." in scene.refuse("map-the-shoals")


def test_AP_2_5_AP_10_completing_the_final_mission_wins_at_once() -> None:
    scene = ready_for("burn-the-admiralty")
    scene.done(ONE, "rob-the-mint", "hold-the-gate")
    scene.say("go final", "mission")
    assert scene.outcome == Outcome("final", (ONE,), (6, 0))
    assert str(ending(scene.outcome)) == "p1 turns in the final mission and wins."


def test_AP_2_4_the_final_mission_only_at_the_final_station() -> None:
    scene = ready_for("burn-the-admiralty").say("go hard")
    assert scene.asked == "buy 2"


# AP-4.3: the end of time, and leaving.


def last_turn() -> Scene:
    """Seat 2 is in its sixtieth turn, seat 1 has had its own."""
    scene = second_round()
    for ship in scene.s.ships:
        ship.turns = 60
    return scene


def test_AP_4_3_the_first_captain_s_last_turn_is_not_the_end() -> None:
    scene = Scene()
    scene.s.ships[ONE].turns, scene.s.ships[TWO].turns = 60, 59
    scene.say(*NEXT)
    assert scene.outcome is None
    assert scene.s.ships[TWO].turns == 60
    scene.say(*NEXT)
    assert scene.outcome is not None


def test_AP_4_3_more_points_win() -> None:
    scene = last_turn()
    scene.s.ships[ONE].done.append(scene.take("night-watch"))
    scene.s.ships[ONE].hits = 3
    scene.say(*NEXT)
    assert scene.outcome == Outcome("time", (ONE,), (1, 0))
    assert str(ending(scene.outcome)) == "Time is up: p1 is ahead and wins."


def test_AP_4_3_then_fewer_hits() -> None:
    scene = last_turn()
    scene.s.ships[ONE].hits = 1
    scene.say(*NEXT)
    assert scene.outcome == Outcome("time", (TWO,), (0, 0))


def test_AP_4_3_then_a_draw() -> None:
    scene = last_turn().say(*NEXT)
    assert scene.outcome == Outcome("time", (ONE, TWO), (0, 0))
    assert "a draw" in str(ending(scene.outcome))


def test_AP_4_3_who_leaves_loses() -> None:
    scene = Scene()
    scene.match.enter(Entry(scene.match.seq + 1, RESIGN, ONE))
    assert scene.outcome == Outcome("resigned", (TWO,), (0, 0))
    assert str(ending(scene.outcome)) == "The other captain gives up: p2 wins."


def test_AP_4_3_who_leaves_before_the_decks_are_laid_loses_too() -> None:
    scene = Scene(admirals="choose")
    scene.match.enter(Entry(scene.match.seq + 1, RESIGN, TWO))
    assert scene.outcome == Outcome("resigned", (ONE,), (0, 0))


@pytest.mark.parametrize(
    ("mission", "said"),
    [
        ("night-watch", "1 point at the easy station; still missing: crew value 1."),
        ("fetch-the-mail", "1 point at the easy station; your ship has what it asks for."),
        ("plague-run", "2 points at the medium station; still missing: medic and crew value 1."),
        ("smuggle-spice", "2 points at the medium station; still missing: crew value 1."),
        (
            "burn-the-admiralty",
            "Wins the game; still missing: weapon 4, computer 3, armor 3, gunner and crew value 5.",
        ),
    ],
)
def test_AP_43_a_mission_in_front_says_what_is_still_missing(mission: str, said: str) -> None:
    scene = Scene()
    scene.fit(ONE, "comet-tap", "old-josefa")
    scene.taken(ONE, mission)
    assert str(progress(scene.s, ONE, mission)) == said
    assert str(TurnIn(ONE).hint(scene.s, mission)) == said
    assert str(Outfit(ONE).hint(scene.s, f"give up {mission}")) == said


def test_AP_43_a_final_mission_that_is_met_says_so() -> None:
    scene = ready_for("burn-the-admiralty")
    said = str(progress(scene.s, ONE, "burn-the-admiralty"))
    assert said == "Wins the game; your ship has what it asks for."


def test_AP_2_6_a_final_mission_to_choose_says_that_it_wins() -> None:
    scene = Scene()
    assert str(needs_text(scene.s, "burn-the-admiralty")) == (
        "Wins the game; needs: weapon 4, computer 3, armor 3, gunner and crew value 7."
    )
    assert str(needs_text(scene.s, "night-watch")) == "1 point; needs: crew value 3."
