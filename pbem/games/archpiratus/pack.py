"""The card pack as the rules use it: what `cards.toml` says, as cards and missions."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

STATIONS = ("easy", "medium", "hard", "final")
SYSTEMS = ("weapon", "armor", "engine", "computer", "scanner")
"""The slots whose level counts in missions, and the only ones the automatic ship fills."""
EXTRAS = ("room", "title")
PIRACY = "piracy"
SLOTS = SYSTEMS + EXTRAS
KINDS = ("commander", "pilot", "mechanic", "gunner", "medic", "navigator", "broker", "hacker")
CREDIT, CONTRACT, CONTACT = "credit", "contract", "contact"
TECH, CREW = "tech", "crew"


def called(card: str) -> str:
    """A card's name: its key, read aloud."""
    return " ".join(word.capitalize() for word in card.split("-"))


@dataclass(frozen=True)
class Card:
    """AP-1.1: a card that is owned, bought or in force."""

    id: str
    type: str
    value: int = 0
    """The level of tech, or the value of crew."""
    slot: str = ""
    kind: str = ""
    cost: int = 0
    credit: int = 0
    keywords: tuple[str, ...] = ()
    effect: str = ""
    amount: int = 1

    @property
    def is_crew(self) -> bool:
        """AP-2.3: a Local Contact is placed as crew, too."""
        return self.type in (CREW, CONTACT)

    @property
    def placeable(self) -> bool:
        """AP-2.3: tech that has a slot, and whoever may come aboard; piracy is played."""
        return self.is_crew or self.slot in SLOTS


@dataclass(frozen=True)
class Mission:
    """AP-1.1: a job: where it is turned in, its points, and what it asks for."""

    id: str
    station: str
    points: int
    crew: int
    tech: Mapping[str, int] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pack:
    """All cards, and the numbers of the table."""

    table: Mapping[str, int]
    cards: Mapping[str, Card]
    missions: Mapping[str, Mission]

    def of(self, *types: str) -> tuple[str, ...]:
        """The ids of all cards of these types, in the pack's order."""
        return tuple(card.id for card in self.cards.values() if card.type in types)

    def jobs(self, station: str) -> tuple[str, ...]:
        """The missions of a station, in the pack's order."""
        return tuple(m.id for m in self.missions.values() if m.station == station)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of crew that the Crew deck holds."""
        here = {self.cards[card].kind for card in self.of(CREW)}
        return tuple(kind for kind in KINDS if kind in here)


BASIC = (Card(CREDIT, CREDIT, credit=1), Card(CONTRACT, CONTRACT))
"""AP-4.6: Credits are worth 1; a Contract is worth nothing in the Store."""


def read_pack(pack: Mapping[str, Any]) -> Pack:
    """A checked pack as cards and missions."""
    cards = {card.id: card for card in BASIC}
    for type_ in (TECH, CREW, CONTACT, "admiral", "event"):
        for name, body in _in_order(pack, type_):
            cards[name] = _card(name, type_, body)
    missions = {
        name: Mission(
            name,
            body["station"],
            body["points"],
            body["crew"],
            dict(body.get("tech", {})),
            tuple(body.get("kinds", ())),
        )
        for name, body in _in_order(pack, "mission")
    }
    return Pack(dict(pack["table"]), cards, missions)


def _in_order(pack: Mapping[str, Any], part: str) -> list[tuple[str, Mapping[str, Any]]]:
    """A part of a pack: the usual cards as their file has them, then the others by name.

    Decks are shuffled from this order, and an export keeps a pack in another one.
    """
    known = [name for name in usual_pack()[part] if name in pack[part]]
    others = sorted(pack[part].keys() - {*known})
    return [(name, pack[part][name]) for name in [*known, *others]]


def _card(name: str, type_: str, body: Mapping[str, Any]) -> Card:
    slot = body.get("slot", "")
    return Card(
        id=name,
        type=type_,
        value=body.get("level", body.get("value", 0)),
        slot=slot,
        kind=CONTACT if type_ == CONTACT else body.get("kind", ""),
        cost=body.get("cost", 0),
        credit=body.get("credit", 0),
        keywords=(slot, *body.get("keywords", ())) if slot else (),
        effect=body.get("effect", ""),
        amount=body.get("amount", 1),
    )


@cache
def usual_pack() -> dict[str, Any]:
    """The pack that comes with the game, as plain data."""
    text = files(__package__).joinpath("cards.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
