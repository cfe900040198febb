"""AP-1: what happens before the first turn."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _

from ..pack import called
from ..state import Pirates, Ship
from .words import names


@dataclass(frozen=True)
class DecksLaid(Event):
    """AP-1.2, AP-1.3: every deck was shuffled; nobody has seen a card."""

    audience = NOBODY
    own: tuple[tuple[str, ...], ...]
    tech: tuple[str, ...]
    crew: tuple[str, ...]
    contacts: tuple[str, ...]
    jobs: dict[str, tuple[str, ...]]
    solo: bool

    def apply(self, s: Pirates) -> None:
        s.ships = [Ship(deck=list(deck)) for deck in self.own]
        s.auto = Ship() if self.solo else None
        s.tech_deck, s.crew_deck = list(self.tech), list(self.crew)
        s.contacts = list(self.contacts)
        s.jobs = {station: list(jobs) for station, jobs in self.jobs.items()}


@dataclass(frozen=True)
class StoreOpened(Event):
    """AP-1.3: the Store was laid out; events that turned up went under the Tech deck."""

    audience = PUBLIC
    reveals = True
    cards: tuple[str, ...]

    def apply(self, s: Pirates) -> None:
        under: list[str] = []
        while len(s.store) < len(self.cards):
            card = s.tech_deck.pop(0)
            (under if s.card(card).type == "event" else s.store).append(card)
        s.tech_deck += under

    def sentence(self) -> Text:
        return _("The Store opens with %(cards)s.", cards=names(self.cards))


@dataclass(frozen=True)
class StartDrawn(Event):
    """AP-1.4: chance said who begins; in the solo game the player does (AP-3.2)."""

    audience = PUBLIC
    reveals = True
    first: Seat

    def apply(self, s: Pirates) -> None:
        s.active = self.first

    def sentence(self) -> Text:
        return _("%(seat)s begins.", seat=self.first)


@dataclass(frozen=True)
class AdmiralDrawn(Event):
    """AP-1.2: an admiral came by chance."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.ships[self.seat].admiral = self.card

    def sentence(self) -> Text:
        return _("%(seat)s sails under %(card)s.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class AdmiralChosen(Event):
    """AP-1.2: a captain chose an admiral."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.ships[self.seat].admiral = self.card

    def sentence(self) -> Text:
        return _("%(seat)s chooses to sail under %(card)s.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class AutoMissionShown(Event):
    """AP-3.1: the final mission of the automatic ship lies face up."""

    audience = PUBLIC
    reveals = True
    mission: str

    def apply(self, s: Pirates) -> None:
        s.jobs["final"].remove(self.mission)
        assert s.auto is not None
        s.auto.missions.append(self.mission)

    def sentence(self) -> Text:
        return _("The automatic ship wants to %(job)s.", job=called(self.mission))


EVENTS: tuple[type[Event], ...] = (
    DecksLaid,
    StoreOpened,
    StartDrawn,
    AdmiralDrawn,
    AdmiralChosen,
    AutoMissionShown,
)
