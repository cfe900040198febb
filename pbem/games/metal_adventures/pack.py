"""The card pack: what the rules look up. MA-1.

A card is known by its name, everywhere: in the pack, in the state, in the log. The plain data
of `cards.toml` is embedded in every game's start; `read` turns it into these classes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

NATIONS = ("solar", "imperial", "barrens", "ocg")
TITLE_NATIONS = ("solar", "imperial", "barrens")
"""MA-9.3: the nations whose wrecks make a Glory Title."""
PLANETS = ("exxalia", "bazaar", "karokum")
TYPES = ("tool", "weapon", "armor")
NEAR, DEEP = "near", "deep"
BEFORE, AFTER = "before", "after"


@dataclass(frozen=True)
class Effect:
    """What a card does beyond its numbers: a named effect, how much, and of what."""

    name: str
    amount: int = 0
    of: str = ""


@dataclass(frozen=True)
class Starship:
    """MA-1.2: a ship in space."""

    name: str
    space: str
    nation: str
    power: int
    damage: int
    credits: int = 0
    glory: int = 0
    support: bool = False
    hunter: bool = False


@dataclass(frozen=True)
class SpaceEvent:
    """MA-1.3: something that happens to all players when it is turned up."""

    name: str
    space: str
    effect: Effect


@dataclass(frozen=True)
class Trophy:
    """MA-1.3: a condition, and what it is worth."""

    name: str
    glory: int
    credits: int
    condition: Effect


@dataclass(frozen=True)
class Equipment:
    """MA-1.3: a lasting improvement."""

    name: str
    cost: int
    type: str
    power: int
    effect: Effect | None = None


@dataclass(frozen=True)
class Support:
    """MA-1.3: an improvement for one use, before or after the roll."""

    name: str
    cost: int
    when: str
    effect: Effect


@dataclass(frozen=True)
class BaseShip:
    """MA-1.3: what a captain starts with."""

    name: str
    effect: Effect


Improvement = Equipment | Support


@dataclass(frozen=True)
class Pack:
    """All cards by name, and the numbers printed on the board and the dice."""

    ships: Mapping[str, Starship]
    events: Mapping[str, SpaceEvent]
    trophies: Mapping[str, Trophy]
    equipment: Mapping[str, Equipment]
    supports: Mapping[str, Support]
    bases: Mapping[str, BaseShip]
    planets: Mapping[str, int]
    """MA-6.3: the planets' power."""
    support_power: Sequence[int]
    """MA-2.2: support power by main power, from 0 up; beyond its end the last one counts."""
    faktor: Sequence[int]
    """MA-1.1: the faces of the Metal Faktor die; 0 is the blank."""

    def improvement(self, name: str) -> Improvement:
        """Equipment or support of this name."""
        return self.equipment.get(name) or self.supports[name]

    def space(self, name: str) -> Starship | SpaceEvent:
        """The Space card of this name."""
        return self.ships.get(name) or self.events[name]

    def support_of(self, power: int) -> int:
        """MA-2.2: the support power under a main power."""
        return self.support_power[min(power, len(self.support_power) - 1)]


def _effect(body: Mapping[str, Any]) -> Effect:
    return Effect(body["effect"], body.get("amount", 0), body.get("of", ""))


@cache
def usual() -> dict[str, Any]:
    """The pack that comes with the game, as plain data."""
    return tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))


def read(body: Mapping[str, Any]) -> Pack:
    """A checked pack as the rules use it."""
    plain = ("effect", "amount", "of")

    def rest(card: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in card.items() if key not in plain}

    def condition(card: Mapping[str, Any]) -> Effect:
        return Effect(card["condition"], card.get("amount", 0), card.get("of", ""))

    return Pack(
        ships={c["name"]: Starship(**c) for c in body["starships"]},
        events={c["name"]: SpaceEvent(effect=_effect(c), **rest(c)) for c in body["events"]},
        trophies={
            c["name"]: Trophy(c["name"], c["glory"], c.get("credits", 0), condition(c))
            for c in body["trophies"]
        },
        equipment={
            c["name"]: Equipment(effect=_effect(c) if "effect" in c else None, **rest(c))
            for c in body["equipment"]
        },
        supports={c["name"]: Support(effect=_effect(c), **rest(c)) for c in body["supports"]},
        bases={c["name"]: BaseShip(effect=_effect(c), **rest(c)) for c in body["bases"]},
        planets=dict(body["board"]["planets"]),
        support_power=tuple(body["board"]["support_power"]),
        faktor=tuple(body["board"]["faktor"]),
    )
