"""AP-4.6 and AP-2.7: the pack is sound, and an unsound one is refused with a place and a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.engine import PLAIN
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import SLOTS, SYSTEMS

Pack = dict[str, Any]


def flaws(change: Callable[[Pack], Any]) -> list[tuple[tuple[str | int, ...], str]]:
    """What is wrong with the usual pack after a change."""
    pack = deepcopy(GAME.pack())
    change(pack)
    return [(flaw.path, PLAIN.say(flaw.text)) for flaw in GAME.check_pack(pack)]


def setting(*path: str, to: Any) -> Callable[[Pack], None]:
    def change(pack: Pack) -> None:
        *way, last = path
        here = pack
        for part in way:
            here = here[part]
        here[last] = to

    return change


def test_AP_2_7_the_usual_pack_is_sound_and_large_enough() -> None:
    pack = GAME.pack()
    assert GAME.check_pack(pack) == []
    assert len(pack["tech"]) >= 40
    assert len(pack["crew"]) >= 24
    assert len({crew["kind"] for crew in pack["crew"].values()}) >= 6
    assert len(pack["contact"]) >= 8
    assert len(pack["admiral"]) >= 6
    assert len(pack["event"]) >= 8
    stations = Counter(job["station"] for job in pack["mission"].values())
    assert all(stations[at] >= 10 for at in ("easy", "medium", "hard"))
    assert stations["final"] >= 4


def test_AP_2_7_AP_31_every_slot_and_levels_one_to_five() -> None:
    tech = GAME.pack()["tech"].values()
    assert {card["slot"] for card in tech} == {*SLOTS, "piracy"}
    for system in SYSTEMS:
        assert {card["level"] for card in tech if card["slot"] == system} == {1, 2, 3, 4, 5}


def test_AP_4_6_credits_are_worth_one_and_no_card_exiles_them() -> None:
    cards = GAME.read_pack(GAME.pack()).cards
    assert (cards["credit"].credit, cards["contract"].credit) == (1, 0)


WRONG: list[tuple[Callable[[Pack], Any], tuple[str, ...], str]] = [
    (lambda pack: pack.pop("crew"), ("crew",), "is missing"),
    (setting("sails", to={}), ("sails",), "There is no table"),
    (setting("crew", to=[]), ("crew",), "at most"),
    (setting("tech", "tin-ear", to=3), ("tech", "tin-ear"), "A card is a line"),
    (setting("table", "hits", to=0), ("table", "hits"), "from 1 to 6"),
    (setting("table", "hits", to=True), ("table", "hits"), "from 1 to 6"),
    (setting("tech", "tin-ear", "cost", to=6), ("tech", "tin-ear", "cost"), "from 0 to 5"),
    (setting("tech", "tin-ear", "level", to="1"), ("tech", "tin-ear", "level"), "from 0 to 5"),
    (setting("tech", "tin-ear", "colour", to="red"), ("tech", "tin-ear"), "has no 'colour'"),
    (setting("tech", "tin-ear", "slot", to="oven"), ("tech", "tin-ear", "slot"), "one of"),
    (setting("crew", "rivet", "kind", to="cook"), ("crew", "rivet", "kind"), "one of"),
    (setting("crew", "rivet", "amount", to=0), ("crew", "rivet", "amount"), "not 0"),
    (setting("crew", "rivet", "effect", to="sing"), ("crew", "rivet", "effect"), "one of"),
    (setting("crew", "rivet", "effect", to="deflect"), ("crew", "rivet", "effect"), "Only tech"),
    (setting("crew", "rivet", "effect", to="swarm"), ("crew", "rivet", "effect"), "one of"),
    (setting("tech", "press-gang", "effect", to="more_crew"), ("tech", "press-gang"), "one of"),
    (setting("admiral", "old-brandt", "effect", to="hijack"), ("admiral", "old-brandt"), "one of"),
    (setting("event", "carnival", to={}), ("event", "carnival", "effect"), "one of"),
    (setting("tech", "gun-deck", "keywords", to=["oven"]), ("tech", "gun-deck"), "systems"),
    (setting("contact", "pockets", "credit", to=3), ("contact", "pockets", "credit"), "from 2"),
    (setting("contact", "pockets", "value", to=0), ("contact", "pockets", "value"), "from 1"),
    (setting("mission", "night-watch", "station", to="bar"), ("mission", "night-watch"), "one of"),
    (setting("mission", "night-watch", "tech", to={"room": 1}), ("mission", "night-watch"), "asks"),
    (
        setting("mission", "night-watch", "tech", to={"armor": 6}),
        ("mission", "night-watch"),
        "1 to",
    ),
    (setting("mission", "night-watch", "kinds", to=["cook"]), ("mission", "night-watch"), "kinds"),
    (
        setting("mission", "burn-the-admiralty", "kinds", to=["contact"]),
        ("mission", "burn-the-admiralty", "kinds"),
        "no Local Contacts",
    ),
    (setting("crew", "Rivet 2", to=GAME.pack()["crew"]["rivet"]), ("crew", "Rivet 2"), "no name"),
    (setting("crew", "stay", to=GAME.pack()["crew"]["rivet"]), ("crew", "stay"), "no name"),
    (setting("crew", "tin-ear", to=GAME.pack()["crew"]["rivet"]), ("crew", "tin-ear"), "already"),
    (setting("table", "tunrs", to=60), ("table", "tunrs"), "no 'tunrs' in [table]"),
    (setting("crew", "rivet", "effect", to=["more_crew"]), ("crew", "rivet", "effect"), "one of"),
    (setting("crew", "rivet", "effect", to=0), ("crew", "rivet", "effect"), "one of"),
    (setting("crew", "rivet", "amount", to=-1), ("crew", "rivet", "amount"), "1 or more"),
    (setting("tech", "midnight-cargo", "amount", to=-5), ("tech", "midnight-cargo"), "1 or more"),
    (setting("crew", "vesper-lull", "amount", to=-1), ("crew", "vesper-lull"), "1 or more"),
    (
        setting("mission", "night-watch", "crew", to=13),
        ("mission", "night-watch", "crew"),
        "reaches only 12",
    ),
    (
        setting("mission", "a-word-at-the-bar", "crew", to=11),
        ("mission", "a-word-at-the-bar", "crew"),
        "reaches only 10",
    ),
    (
        setting(
            "mission", "night-watch", "kinds", to=["pilot", "medic", "hacker", "gunner", "broker"]
        ),
        ("mission", "night-watch", "kinds"),
        "than there are berths: 4",
    ),
    (lambda pack: pack["admiral"].popitem(), ("admiral",), "needs 6"),
    (lambda pack: pack["mission"].pop("night-watch"), ("mission",), "10 missions 'easy'"),
    (lambda pack: pack["mission"].pop("burn-the-admiralty"), ("mission",), "4 missions 'final'"),
]


@pytest.mark.parametrize(("change", "path", "why"), WRONG)
def test_AP_4_6_a_flaw_is_found_at_its_place(
    change: Callable[[Pack], Any], path: tuple[str, ...], why: str
) -> None:
    found = flaws(change)
    assert any(where[: len(path)] == path and why in said for where, said in found), found


def test_AP_4_6_what_a_pack_may_have() -> None:
    """Texts that take something away, and missions that ask for the best crew there is."""
    assert flaws(setting("crew", "mad-ottoline", "amount", to=-1)) == []
    assert flaws(setting("mission", "night-watch", "crew", to=12)) == []
    assert flaws(setting("mission", "a-word-at-the-bar", "crew", to=10)) == []


def test_AP_4_6_a_pack_is_a_set_of_tables() -> None:
    assert len(GAME.check_pack([])) == 1


def test_AP_4_6_half_of_the_store_costs_three_or_less() -> None:
    def dear(pack: Pack) -> None:
        for card in (*pack["tech"].values(), *pack["crew"].values()):
            card["cost"] = max(card["cost"], 4)

    assert flaws(dear) == [(("tech",), "Half of the tech and crew must cost 3 or less.")]


def test_AP_4_6_three_cards_of_every_kind_that_a_mission_names() -> None:
    def rare(pack: Pack) -> None:
        pack["crew"]["splice"]["kind"] = "pilot"

    places = {path for path, why in flaws(rare) if "'hacker'" in why}
    assert ("mission", "crack-the-archive", "kinds") in places


def test_AP_4_6_a_mission_asks_for_no_level_that_does_not_exist() -> None:
    def low(pack: Pack) -> None:
        for card in pack["tech"].values():
            card["level"] = min(card["level"], 3)

    assert (("mission", "hear-the-void", "tech")) in {path for path, _why in flaws(low)}


def test_AP_4_6_six_kinds_of_crew() -> None:
    def alike(pack: Pack) -> None:
        for crew in pack["crew"].values():
            crew["kind"] = "pilot"

    assert (("crew",), "The crew must be of 6 kinds or more.") in flaws(alike)
