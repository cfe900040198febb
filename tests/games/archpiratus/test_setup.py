"""AP-1: cards and set-up."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.engine import BadSetting, Seat
from pbem.games.archpiratus.events.setup import AdmiralChosen, AdmiralDrawn, StoreOpened
from pbem.games.archpiratus.events.turn import CardsDrawn
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT, STATIONS
from pbem.games.archpiratus.state import AUTO
from tests.games.archpiratus.scene import ONE, TWO, Scene


def test_AP_1_1_a_mission_says_points_crew_value_kinds_and_tech() -> None:
    job = Scene().s.job("raise-a-wreck")
    assert (job.station, job.points, job.crew) == ("medium", 2, 3)
    assert (job.tech, job.kinds) == ({"scanner": 2}, ("mechanic",))


def test_AP_1_1_AP_15_a_local_contact_is_money_or_crew() -> None:
    contact = Scene().s.card("pockets")
    assert (contact.credit, contact.value, contact.kind, contact.is_crew) == (2, 1, "contact", True)


def test_AP_1_2_each_starts_with_seven_credits_and_three_contracts() -> None:
    s = Scene().s
    for ship in s.ships:
        assert Counter(ship.deck + ship.hand) == {CREDIT: 7, CONTRACT: 3}


def test_AP_1_2_the_decks_are_shuffled_for_each_seat_on_its_own() -> None:
    s = Scene(
        told={
            "deck@0": [(CONTRACT, CONTRACT, CONTRACT, CREDIT)],
            "deck@1": [(CREDIT, CREDIT, CREDIT, CONTRACT, CONTRACT, CONTRACT)],
        }
    ).s
    assert s.ships[ONE].hand == [CONTRACT] * 3
    assert s.ships[TWO].hand == [CREDIT] * 3


def test_AP_1_2_AP_02_both_ships_start_unharmed_on_the_easy_station() -> None:
    assert [(ship.station, ship.hits) for ship in Scene().s.ships] == [("easy", 0)] * 2


def test_AP_1_2_without_the_option_there_are_no_admirals() -> None:
    scene = Scene()
    assert [ship.admiral for ship in scene.s.ships] == ["", ""]
    assert scene.asked == "buy 1"


def test_AP_1_2_AP_47_random_admirals_one_each() -> None:
    scene = Scene(admirals="random", told={"admirals": [("iron-ilse", "old-brandt")]})
    assert [(e.seat, e.card) for e in scene.told(AdmiralDrawn)] == [
        (TWO, "iron-ilse"),
        (ONE, "old-brandt"),
    ]
    assert [ship.admiral for ship in scene.s.ships] == ["old-brandt", "iron-ilse"]


def test_AP_1_2_AP_47_chosen_admirals_second_captain_first_and_never_the_same() -> None:
    scene = Scene(admirals="choose")
    assert scene.asked == "choose_admiral 2"
    scene.say("iron-ilse")
    assert scene.asked == "choose_admiral 1"
    assert "iron-ilse" not in scene.words()
    assert "taken" in scene.refuse("iron-ilse")
    scene.say("dean-yarrow")
    assert scene.told(AdmiralChosen)[0].card == "dean-yarrow"
    assert [ship.admiral for ship in scene.s.ships] == ["dean-yarrow", "iron-ilse"]


def test_AP_1_2_an_admiral_is_in_force_from_the_start() -> None:
    scene = Scene(admirals="random", told={"admirals": [("iron-ilse", "old-brandt")]})
    assert scene.s.level(ONE, "weapon") == 1
    assert scene.s.level(TWO, "armor") == 1


def test_AP_1_3_five_tech_are_the_store() -> None:
    top = ("tin-ear", "gun-deck", "press-gang", "rust-spitter", "galley")
    scene = Scene(told={"tech": [top]})
    assert scene.s.store == list(top)
    assert not set(top) & set(scene.s.tech_deck)


def test_AP_1_3_AP_23_events_at_set_up_go_under_the_tech_deck() -> None:
    top = ("tin-ear", "carnival", "press-gang", "hull-rot", "galley", "gun-deck", "twin-burners")
    scene = Scene(told={"tech": [(*top, "abacus-core")]}, events=True)
    cards = ["tin-ear", "press-gang", "galley", "gun-deck", "twin-burners"]
    assert scene.s.store == cards
    assert scene.s.tech_deck[0] == "abacus-core"
    assert scene.s.tech_deck[-2:] == ["carnival", "hull-rot"]
    assert scene.s.events == []
    assert scene.told(StoreOpened)[0].cards == tuple(cards)


@pytest.mark.parametrize(("option", "count"), [(False, 0), (True, 8)])
def test_AP_1_3_events_are_an_option(option: bool, count: int) -> None:
    s = Scene(events=option).s
    assert len([card for card in s.tech_deck if s.card(card).type == "event"]) == count


def test_AP_1_3_a_mission_deck_for_each_station_and_contacts_face_up() -> None:
    s = Scene().s
    assert {at: len(jobs) for at, jobs in s.jobs.items()} == {
        "easy": 10,
        "medium": 10,
        "hard": 10,
        "final": 4,
    }
    assert all(s.job(job).station == at for at in STATIONS for job in s.jobs[at])
    assert len(s.contacts) == 8
    assert len(s.crew_deck) == 24
    assert s.salvage == []


def test_AP_1_4_chance_says_who_begins() -> None:
    assert Scene(first=ONE).asked == "buy 1"
    assert Scene(first=TWO).asked == "buy 2"


def test_AP_1_4_AP_11_the_hand_of_set_up_is_the_hand_of_the_first_turn() -> None:
    scene = Scene()
    assert [(e.seat, e.count) for e in scene.told(CardsDrawn)] == [(ONE, 3), (TWO, 3)]
    assert len(scene.s.ships[ONE].hand) == 3
    scene.pass_turn()
    assert scene.asked == "buy 2"
    assert scene.told(CardsDrawn) == []
    assert len(scene.s.ships[TWO].hand) == 3
    scene.pass_turn()
    assert [(e.seat, e.count) for e in scene.told(CardsDrawn)] == [(ONE, 3)]


def test_AP_03_one_or_two_players_and_no_more() -> None:
    with pytest.raises(BadSetting):
        GAME.setting(3)
    assert Scene(seats=2).s.captains == (ONE, TWO)
    assert Scene(seats=1).s.captains == (ONE, AUTO)


def test_AP_3_1_solo_the_automatic_ship_has_a_final_mission_and_nothing_else() -> None:
    scene = Scene(seats=1, told={"jobs final": [("burn-the-admiralty",)]})
    auto = scene.s.auto
    assert auto is not None
    assert auto.missions == ["burn-the-admiralty"]
    assert "burn-the-admiralty" not in scene.s.jobs["final"]
    assert (auto.deck, auto.hand, auto.tech, auto.crew) == ([], [], {}, [])
    assert (auto.station, auto.hits) == ("easy", 0)


def test_AP_3_2_solo_the_player_goes_first() -> None:
    scene = Scene(seats=1)
    assert scene.asked == "buy 1"
    assert scene.s.rival(ONE) == AUTO
    assert scene.s.rival(AUTO) == Seat(0)
