"""MA-1: the cards as data, and the check that a pack has to pass."""

from collections import Counter
from copy import deepcopy
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from pbem.engine import line_of
from pbem.games import metal_adventures
from pbem.games.metal_adventures.conditions import CONDITIONS, DEEDS
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.pack import NATIONS, Effect, read, usual
from pbem.games.metal_adventures.words import (
    DEED,
    condition_text,
    effect_text,
    improvement_text,
    ship_text,
    trophy_text,
)

PACK = read(usual())
FILE = Path(str(metal_adventures.__file__)).with_name("cards.toml")


def pack() -> dict[str, Any]:
    return deepcopy(usual())


def test_MA_1_1_the_counts_of_the_box() -> None:
    spaces = Counter((ship.space, "ship") for ship in PACK.ships.values())
    spaces.update((event.space, "event") for event in PACK.events.values())
    assert spaces == {
        ("near", "ship"): 30,
        ("near", "event"): 4,
        ("deep", "ship"): 28,
        ("deep", "event"): 6,
    }
    counts = [len(PACK.trophies), len(PACK.equipment), len(PACK.supports), len(PACK.bases)]
    assert counts == [18, 15, 9, 6]
    assert sorted(PACK.faktor) == [0, 0, 2, 2, 4, 6]


def test_MA_1_2_ships_are_within_their_ranges_and_all_powers_occur() -> None:
    powers = {ship.power for ship in PACK.ships.values()}
    assert (min(powers), max(powers)) == (6, 20)
    assert {ship.damage for ship in PACK.ships.values()} == {1, 2, 3}


def test_MA_1_4_cards_named_in_the_rulebook_keep_their_facts() -> None:
    assert PACK.ships["Destria Nova"].power == 10
    apocalypse = PACK.ships["Apocalypse"]
    assert (apocalypse.power, apocalypse.hunter) == (18, True)
    assert PACK.events["Golden Vein"].effect == Effect("golden_vein", 5)
    rhum, lumiculaire = PACK.equipment["Rhum"], PACK.equipment["Lumiculaire"]
    assert (rhum.type, rhum.power, rhum.effect) == ("tool", 1, Effect("event_credit", 1))
    assert (lumiculaire.type, lumiculaire.power) == ("tool", 1)
    assert lumiculaire.effect == Effect("trophy_choice", 1)
    assert PACK.supports["Captain Jones"].effect.name == "reroll_all"
    hangman = PACK.trophies["Trophy of the Hangman"]
    assert hangman.condition == Effect("did", 0, "glory_title")


def test_near_space_is_weak_deep_space_is_strong_and_hunters_hunt_there_MAR_39() -> None:
    near = [ship.power for ship in PACK.ships.values() if ship.space == "near"]
    deep = [ship.power for ship in PACK.ships.values() if ship.space == "deep"]
    assert max(near) <= min(deep)
    hunters = [ship for ship in PACK.ships.values() if ship.hunter]
    assert len(hunters) >= 4
    assert {ship.space for ship in hunters} == {"deep"}


def test_the_four_nations_have_different_characters() -> None:
    def of(nation: str, fact: str) -> float:
        ships = [ship for ship in PACK.ships.values() if ship.nation == nation]
        return mean(float(getattr(ship, fact)) for ship in ships)

    assert max(NATIONS, key=lambda nation: of(nation, "credits")) == "ocg"
    assert min(NATIONS, key=lambda nation: of(nation, "damage")) == "ocg"
    assert max(NATIONS, key=lambda nation: of(nation, "damage")) == "barrens"
    assert max(NATIONS, key=lambda nation: of(nation, "support")) == "solar"
    assert max(NATIONS, key=lambda nation: of(nation, "power")) == "imperial"


def test_MAR_04_every_base_starship_has_an_ability_of_its_own() -> None:
    assert len({ship.effect.name for ship in PACK.bases.values()}) == 6


def test_MAR_101_most_trophies_carry_credits() -> None:
    assert sum(trophy.credits > 0 for trophy in PACK.trophies.values()) > 9


def test_every_card_has_words() -> None:
    for ship in PACK.ships.values():
        assert str(ship_text(ship))
    for name in (*PACK.equipment, *PACK.supports):
        assert str(improvement_text(PACK, name))
    for name in PACK.trophies:
        assert str(trophy_text(PACK, name))
    effects = [event.effect for event in PACK.events.values()]
    for effect in (*effects, *(base.effect for base in PACK.bases.values())):
        assert str(effect_text(effect))
    assert set(DEED) | {"beat_ship"} == set(DEEDS)
    for name in CONDITIONS:
        assert str(condition_text(Effect(name, 3, DEEDS[0])))


def test_the_usual_pack_passes_its_check() -> None:
    assert GAME.check_pack(usual()) == []


def broken(*path: str | int, to: Any) -> dict[str, Any]:
    """The usual pack with one thing changed."""
    body = pack()
    place: Any = body
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return body


BROKEN: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("starships", 3, "power"), 21, "from 6 to 20"),
    (("starships", 3, "power"), 5, "from 6 to 20"),
    (("starships", 3, "power"), "9", "from 6 to 20"),
    (("starships", 3, "damage"), 0, "from 1 to 3"),
    (("starships", 3, "damage"), 4, "from 1 to 3"),
    (("starships", 3, "damage"), True, "from 1 to 3"),
    (("starships", 3, "hunter"), 1, "true or false"),
    (("starships", 3, "nation"), "martian", "one of"),
    (("starships", 3, "colour"), "red", "not known"),
    (("starships", 3, "name"), "Lantern of Io", "two cards"),
    (("starships", 3, "name"), "A, B", "without a comma"),
    (("starships", 3, "name"), "", "without a comma"),
    (("starships", 3, "name"), "12", "something else"),
    (("starships", 3, "name"), "pass", "something else"),
    (("events", 0, "effect"), "earthquake", "There is no"),
    (("equipment", 0, "effect"), "reroll_all", "There is no"),
    (("supports", 0, "effect"), "spoils", "There is no"),
    (("supports", 0, "when"), "during", "one of"),
    (("equipment", 0, "type"), "sail", "one of"),
    (("equipment", 8, "of"), "martian", "one of"),
    (("equipment", 0, "of"), "solar", "takes no"),
    (("equipment", 0, "amount"), 99, "from 0 to 40"),
    (("trophies", 0, "condition"), "luck", "There is no"),
    (("trophies", 0, "of"), "slept", "one of"),
    (("trophies", 0, "glory"), -1, "from 0 to 5"),
    (("board", "faktor"), [0, 0, 2, 2, 4], "Six faces"),
    (("board", "faktor"), [0, 0, 2, 2, 4, 5], "Six faces"),
    (("board", "support_power"), [1, 2], "at least 9"),
    (("board", "planets", "exxalia"), 0, "from 1 to 40"),
    (("board", "planets", "mars"), 9, "planets are"),
    (("board", "moons"), 2, "not known"),
    (("board",), 3, "[board]"),
    (("bases",), "six", "[[bases]]"),
    (("moons",), [], "not known"),
]


@pytest.mark.parametrize(("path", "to", "says"), BROKEN)
def test_a_broken_pack_is_told_what_is_wrong_and_where(
    path: tuple[str | int, ...], to: Any, says: str
) -> None:
    flaws = GAME.check_pack(broken(*path, to=to))
    found = [flaw for flaw in flaws if says in str(flaw.text)]
    assert found, flaws
    assert path[: len(found[0].path)] == found[0].path


@pytest.mark.parametrize(
    "kind", ["starships", "events", "trophies", "equipment", "supports", "bases"]
)
def test_a_missing_card_is_missed(kind: str) -> None:
    body = pack()
    del body[kind][-1]
    assert any("There must be" in str(flaw.text) for flaw in GAME.check_pack(body))


def test_a_card_on_the_wrong_side_of_space_is_counted() -> None:
    texts = [str(f.text) for f in GAME.check_pack(broken("starships", 0, "space", to="deep"))]
    assert any("30 starships" in text and "not 29" in text for text in texts)


def test_a_missing_field_and_a_missing_effect_are_named() -> None:
    body = pack()
    del body["starships"][0]["power"]
    del body["supports"][0]["effect"]
    texts = [str(flaw.text) for flaw in GAME.check_pack(body)]
    assert "'power' is missing." in texts
    assert any(text.startswith("There is no 'None'") for text in texts)


def test_no_pack_at_all_is_refused() -> None:
    assert GAME.check_pack([1, 2])
    assert GAME.check_pack({})


def test_a_flaw_is_found_in_its_line_of_the_file() -> None:
    source = FILE.read_text(encoding="utf-8")
    line = line_of(source, ("starships", 0, "power"))
    assert source.splitlines()[line - 1] == "power = 10"
