"""Everything stored reads back as it was, and damage is noticed."""

from __future__ import annotations

import enum
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import Codec, Condition, Item, Outcome, Seat, Setting, Unreadable, Wording

from .small import A, B, Purse, Spent, Told


class Suit(enum.Enum):
    CUPS = "cups"
    COINS = "coins"


@dataclass(frozen=True)
class Ship:
    name: str
    holds: tuple[int, ...] = ()


@dataclass(frozen=True)
class Port:
    seat: Seat


@dataclass
class Chest:
    """One field of every shape that can be stored."""

    n: int
    flag: bool
    text: str
    seat: Seat
    said: Wording
    suit: Suit
    size: Literal["big", "small"]
    maybe: int | None
    mixed: int | str
    pair: tuple[int, str]
    many: tuple[Seat, ...]
    rows: list[list[int]]
    by_seat: dict[Seat, tuple[str, ...]]
    by_name: dict[str, bool]
    by_suit: dict[Suit, int]
    tags: frozenset[str]
    suits: frozenset[int]
    ship: Ship
    place: Ship | Port | None
    anything: Any


SEATS = st.integers(0, 5).map(Seat)
NUMBERS = st.integers(-(10**12), 10**12)
SHIPS = st.builds(Ship, st.text(), st.lists(NUMBERS).map(tuple))
CHESTS = st.builds(
    Chest,
    n=NUMBERS,
    flag=st.booleans(),
    text=st.text(),
    seat=SEATS,
    said=st.text().map(Wording),
    suit=st.sampled_from(Suit),
    size=st.sampled_from(["big", "small"]),
    maybe=st.none() | NUMBERS,
    mixed=NUMBERS | st.text(),
    pair=st.tuples(NUMBERS, st.text()),
    many=st.lists(SEATS).map(tuple),
    rows=st.lists(st.lists(NUMBERS)),
    by_seat=st.dictionaries(SEATS, st.lists(st.text(), max_size=2).map(tuple)),
    by_name=st.dictionaries(st.text(), st.booleans()),
    by_suit=st.dictionaries(st.sampled_from(Suit), NUMBERS),
    tags=st.frozensets(st.text()),
    suits=st.frozensets(NUMBERS),
    ship=SHIPS,
    place=st.none() | SHIPS | st.builds(Port, SEATS),
    anything=st.none() | NUMBERS | st.lists(st.text()),
)
CODEC = Codec([Chest])


def shapes(value: object) -> object:
    """The classes inside a value, so that 1 is told from True and from a seat."""
    match value:
        case tuple() | list():
            return type(value), [shapes(v) for v in value]
        case dict():
            return dict, [(shapes(k), shapes(v)) for k, v in value.items()]
        case frozenset():
            return frozenset, {type(v) for v in value}
        case Chest() | Ship() | Port():
            return type(value), shapes(vars(value))
    return type(value)


@given(CHESTS)
def test_what_is_stored_as_json_reads_back_as_it_was(chest: Chest) -> None:
    again = CODEC.decode(json.loads(json.dumps(CODEC.encode(chest))))
    assert again == chest
    assert shapes(again) == shapes(chest)


@given(st.lists(st.text(), unique=True))
def test_a_set_is_stored_in_one_order(tags: list[str]) -> None:
    @dataclass
    class Bag:
        tags: frozenset[str]

    codec = Codec([Bag])
    assert codec.encode(Bag(frozenset(tags)))["tags"] == sorted(tags)


def test_the_name_tells_what_it_is() -> None:
    codec = Codec([Told, Spent])
    assert codec.encode(Spent(B, 2)) == {"is": "Spent", "seat": 1, "coins": 2}
    assert codec.decode({"is": "Told", "what": "x"}) == Told("x")


def test_the_setting_of_a_state_is_not_stored() -> None:
    codec = Codec([Purse])
    s = Purse(Setting.of(2), coins=[1, 2])
    body = codec.encode(s)
    assert "setting" not in body
    again = codec.decode(body)
    assert again.coins == [1, 2]
    assert again.setting is None


def test_plans_and_outcomes_are_stored_too() -> None:
    codec = Codec([Item, Outcome])
    item = Item("bid", (3, [1, 2]), (Condition("coins", ">=", 3),), standing=True, at="deadline")
    assert codec.decode(json.loads(json.dumps(codec.encode(item)))) == item
    outcome = Outcome("rich", (A, B), (3, 3))
    assert codec.decode(json.loads(json.dumps(codec.encode(outcome)))) == outcome


# Damage.


def ship(**change: Any) -> dict[str, Any]:
    return {"is": "Ship", "name": "Ida", "holds": [1], **change}


def test_a_whole_ship_can_be_read() -> None:
    assert Codec([Ship]).decode(ship()) == Ship("Ida", (1,))


@pytest.mark.parametrize(
    "body",
    [
        {"is": "Boat", "name": "Ida", "holds": []},
        {"name": "Ida", "holds": []},
        {},
        {"is": "Ship", "name": "Ida"},
        ship(sails=2),
        ship(holds=["full"]),
        ship(holds=7),
        ship(holds=None),
        ship(holds=[None]),
        ship(holds=[1.5]),
        ship(holds=["1"]),
        ship(name=5),
        ship(name=None),
        ship(version="x"),
        ship(version=2),
        [],
        None,
        "Ship",
    ],
    ids=repr,
)
def test_damaged_data_is_unreadable(body: Any) -> None:
    with pytest.raises(Unreadable):
        Codec([Ship]).decode(body)


def test_the_complaint_names_what_could_not_be_read() -> None:
    with pytest.raises(Unreadable, match="A stored Ship cannot be read"):
        Codec([Ship]).decode({"is": "Ship"})
    with pytest.raises(Unreadable, match="Nothing here is called 'Boat'"):
        Codec([Ship]).decode({"is": "Boat"})


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        ("suit", "swords"),
        ("pair", [1]),
        ("pair", [1, "a", 2]),
        ("flag", "yes"),
        ("flag", 1),
        ("n", True),
        ("seat", "1"),
        ("by_seat", {"x": []}),
        ("by_suit", {"swords": 1}),
        ("place", {"is": "Chest"}),
        ("place", {"is": "Boat"}),
        ("place", 5),
        ("ship", {"name": "Ida"}),
        ("ship", 5),
        ("maybe", "x"),
    ],
)
def test_damage_inside_is_found(name: str, damaged: object) -> None:
    chest = Chest(
        n=1,
        flag=True,
        text="",
        seat=A,
        said=Wording(""),
        suit=Suit.CUPS,
        size="big",
        maybe=None,
        mixed=1,
        pair=(1, "a"),
        many=(),
        rows=[],
        by_seat={A: ()},
        by_name={},
        by_suit={Suit.CUPS: 1},
        tags=frozenset(),
        suits=frozenset(),
        ship=Ship("Ida"),
        place=None,
        anything=None,
    )
    body = CODEC.encode(chest)
    assert CODEC.decode(body) == chest
    with pytest.raises(Unreadable):
        CODEC.decode({**body, name: damaged})


# What cannot be stored is refused when the game is loaded.


def unstorable(hint: Any) -> type:
    @dataclass
    class Bad:
        value: Any

    Bad.__annotations__["value"] = hint
    return Bad


@pytest.mark.parametrize(
    "hint",
    [
        set[int],
        float,
        bytes,
        object,
        list,
        Callable[[], int],
        Ship | int,
        dict[tuple[int, int], str],
        dict[bool, str],
        dict[int | None, str],
        frozenset[Ship],
    ],
    ids=str,
)
def test_what_is_not_plain_is_refused_at_once(hint: Any) -> None:
    with pytest.raises(TypeError, match="stored"):
        Codec([unstorable(hint)])


def test_a_field_may_not_be_called_as_the_codec_calls_its_own() -> None:
    @dataclass
    class Release:
        version: int

    with pytest.raises(TypeError, match="version"):
        Codec([Release])


# Versions.


@dataclass
class Wagon:
    """Version 1 counted wheels; version 2 has axles; version 3 a name as well."""

    version = 3
    upcasts = {  # noqa: RUF012
        1: lambda old: {"axles": old["wheels"] // 2},
        2: lambda old: {**old, "name": "?"},
    }
    axles: int
    name: str


@dataclass
class Train:
    wagons: list[Wagon] = field(default_factory=list)


def test_old_shapes_are_brought_up_step_by_step() -> None:
    codec = Codec([Wagon])
    assert codec.decode({"is": "Wagon", "wheels": 4}) == Wagon(2, "?")
    assert codec.decode({"is": "Wagon", "version": 2, "axles": 3}) == Wagon(3, "?")
    assert codec.encode(Wagon(3, "a")) == {"is": "Wagon", "version": 3, "axles": 3, "name": "a"}
    assert codec.decode(codec.encode(Wagon(3, "a"))) == Wagon(3, "a")


def test_old_shapes_inside_others_are_brought_up_too() -> None:
    assert Codec([Train]).decode({"is": "Train", "wagons": [{"wheels": 4}]}) == Train(
        [Wagon(2, "?")]
    )


def test_a_newer_shape_than_we_know_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        Codec([Wagon]).decode({"is": "Wagon", "version": 4, "axles": 3, "name": "a"})


def test_a_missing_upcast_is_unreadable() -> None:
    @dataclass
    class Cart:
        version = 2
        axles: int

    with pytest.raises(Unreadable, match="Cart"):
        Codec([Cart]).decode({"is": "Cart", "wheels": 4})
