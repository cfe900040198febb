"""The example turns of the rulebook, played out."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pbem.games.archpiratus.events.store import (
    BuyEnded,
    ContactHired,
    SalvageBought,
    StoreBought,
    TurnedUp,
)
from pbem.games.archpiratus.events.turn import Fired, MissionDone
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT
from tests.games.archpiratus.scene import ONE, TWO, Scene

EVEY, TODD = ONE, TWO


def book(part: str, name: str, **printed: Any) -> dict[str, Any]:
    """Our pack with one card as the rulebook's example has it."""
    pack: dict[str, Any] = deepcopy(GAME.pack())
    pack[part][name].update(printed)
    return pack


def test_AP_2_the_first_example_turn() -> None:
    """Two cards worth 5 and an engine: a purchase for 2, a contact, the engine, a flight."""
    scene = Scene(pack=book("crew", "uncle-ledger", credit=3))
    scene.hand(EVEY, "pockets", "uncle-ledger", "comet-tap")
    scene.fit(EVEY, "kettle-drive")
    scene.at(EVEY, "hard")
    scene.store("rail-slinger", "ghost-radar", "sunsplitter", "neutron-mail", "fold-engine")
    scene.next_crew("two-moons-tam")
    contact = scene.s.contacts[0]
    scene.say("spend pockets, spend uncle-ledger, buy rail-slinger from crew, look")
    assert scene.told(StoreBought) == [StoreBought(EVEY, "rail-slinger", 2)]
    assert scene.told(TurnedUp) == [TurnedUp(0, "two-moons-tam", "crew")]
    assert scene.asked == "buy_more 1"
    for card in scene.s.store:  # The engine could be spent too, but she wants it on her ship.
        assert "missing" in scene.refuse(f"buy {card}")
    scene.say("buy contact")
    assert scene.told(ContactHired) == [ContactHired(EVEY, contact, 2)]
    assert scene.told(BuyEnded) == [BuyEnded(EVEY, 0, ())]  # The rest is lost.
    scene.say("place engine", "go easy")
    ship = scene.s.ships[EVEY]
    assert scene.s.salvage == ["kettle-drive"]
    assert ship.tech == {"engine": "comet-tap"}
    assert ship.station == "easy"
    assert sorted(ship.discard) == sorted(["pockets", "uncle-ledger", "rail-slinger", contact])
    assert scene.asked == "buy 2"


def test_AP_2_the_second_example_turn() -> None:
    """Salvage for 2, a hard mission, a new mechanic, and a medium mission turned in on the spot."""
    asks = {"tech": {"computer": 1}, "kinds": ["mechanic"], "crew": 4}
    scene = Scene(first=TODD, pack=book("mission", "tap-the-cable", **asks))
    scene.hand(TODD, CONTRACT, "old-josefa", "pockets")
    scene.fit(TODD, "rivet", "mad-ottoline", "abacus-core", "rail-slinger")
    scene.at(TODD, "medium")
    scene.taken(TODD, "tap-the-cable")
    scene.salvage("ghost-radar")
    hard = scene.s.jobs["hard"][0]
    scene.say("spend pockets, salvage ghost-radar")
    assert scene.told(SalvageBought) == [SalvageBought(TODD, "ghost-radar", 2)]
    assert scene.s.ships[TODD].discard == ["ghost-radar", "pockets"]
    scene.say("contract hard, place mechanic, blind")
    ship = scene.s.ships[TODD]
    assert ship.missions == ["tap-the-cable", hard]
    assert scene.s.crew_deck[-1] == "rivet"
    assert scene.s.crew_value(TODD) == 4
    scene.say("stay", "mission")
    assert scene.told(MissionDone) == [MissionDone(TODD, "tap-the-cable", 2)]
    assert ship.missions == [hard]
    assert ship.discard.count(CONTRACT) == 1
    assert scene.asked == "buy 1"


def test_AP_2_1_the_second_example_captain_cannot_fire_from_another_station() -> None:
    scene = Scene(first=EVEY)
    scene.fit(TODD, "rail-slinger")
    scene.at(TODD, "medium")
    scene.pass_turn()
    assert scene.asked == "buy 2"
    assert scene.told(Fired) == []


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
