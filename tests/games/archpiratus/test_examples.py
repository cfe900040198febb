"""The example turns of the rulebook, played out."""

from __future__ import annotations

from pbem.games.archpiratus.events.store import ContactHired, SalvageBought, StoreBought, TurnedUp
from pbem.games.archpiratus.events.turn import Fired, MissionDone
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from tests.games.archpiratus.scene import ONE, TWO, Scene

EVEY, TODD = ONE, TWO


def test_AP_2_the_first_example_turn() -> None:
    """Two cards worth 5 and an engine: a purchase for 2, a contact, the engine, the easy station.

    Our cards are worth at most 2, so the five credits are three cards here.
    """
    scene = Scene()
    scene.hand(EVEY, "pockets", "aunt-cassia", CREDIT, "comet-tap")
    scene.fit(EVEY, "kettle-drive")
    scene.at(EVEY, "hard")
    scene.store("rail-slinger", "ghost-radar", "sunsplitter", "neutron-mail", "fold-engine")
    scene.next_crew("sable-wick")
    contact = scene.s.contacts[0]
    scene.say("spend pockets, spend aunt-cassia, buy rail-slinger from crew, buy contact")
    assert scene.told(StoreBought) == [StoreBought(EVEY, "rail-slinger", 2)]
    assert scene.told(TurnedUp) == [TurnedUp(0, "sable-wick", "crew")]
    assert scene.told(ContactHired) == [ContactHired(EVEY, contact, 2)]
    scene.say("place engine", "go easy")
    ship = scene.s.ships[EVEY]
    assert scene.s.salvage == ["kettle-drive"]
    assert ship.tech == {"engine": "comet-tap"}
    assert ship.station == "easy"
    assert sorted(ship.discard) == sorted(
        ["pockets", "aunt-cassia", CREDIT, "rail-slinger", contact]
    )
    assert scene.asked == "buy 2"


def test_AP_2_the_second_example_turn() -> None:
    """Salvage for 2, a hard mission, a new mechanic, and a medium mission turned in on the spot."""
    scene = Scene(first=TODD)
    scene.hand(TODD, CONTRACT, "old-josefa", "pockets")
    scene.fit(TODD, "rivet", "mad-ottoline", "abacus-core")
    scene.at(TODD, "medium")
    scene.taken(TODD, "tap-the-cable")
    pack_job = scene.s.job("tap-the-cable")
    assert pack_job.tech == {"computer": 1}
    scene.salvage("ghost-radar")
    hard = scene.s.jobs["hard"][0]
    scene.say("spend pockets, salvage ghost-radar")
    assert scene.told(Fired) == []
    assert scene.told(SalvageBought) == [SalvageBought(TODD, "ghost-radar", 2)]
    assert scene.s.ships[TODD].discard == ["ghost-radar", "pockets"]
    scene.say("contract hard, place mechanic, blind")
    ship = scene.s.ships[TODD]
    assert ship.missions == ["tap-the-cable", hard]
    assert scene.s.crew_deck[-1] == "rivet"
    assert scene.s.crew_value(TODD) == 4
    scene.fit(TODD, "splice")
    scene.say("stay", "mission")
    assert scene.told(MissionDone) == [MissionDone(TODD, "tap-the-cable", 2)]
    assert ship.missions == [hard]
    assert ship.discard.count(CONTRACT) == 1
    assert scene.asked == "buy 1"


def test_AP_2_1_the_question_about_shooting_at_each_other() -> None:
    """Both outgun the other: each scores a hit at the beginning of the own turn."""
    scene = Scene()
    scene.fit(EVEY, "rail-slinger")
    scene.fit(TODD, "plasma-lance")
    for _turn in range(2):
        scene.say("none", "none", "stay")
    assert [ship.hits for ship in scene.s.ships] == [1, 1]
    scene.say("none", "none", "go hard")
    assert scene.told(Fired) == []


def test_AP_2_6_the_question_about_empty_decks() -> None:
    """Tech, Crew and Store run out: play goes on."""
    scene = Scene()
    scene.empty("tech", "crew")
    for place in range(5):
        scene.s.gone.append(scene.s.store[place])
        scene.s.store[place] = ""
    for _turn in range(4):
        scene.pass_turn()
    assert scene.outcome is None
    assert scene.s.store == [""] * 5
