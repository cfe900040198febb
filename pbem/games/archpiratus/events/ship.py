"""AP-2.3 and AP-3: tech on the mat, crew in the berths, missions taken."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _

from ..pack import CONTACT, CONTRACT, called
from ..state import Pirates
from .words import captain, station_name


def _leave(s: Pirates, card: str) -> None:
    """AP-30: a replaced Crew goes under its deck, a Local Contact back to its pile."""
    pile = s.contacts if s.card(card).type == CONTACT else s.crew_deck
    pile.append(card)


@dataclass(frozen=True)
class TechPlaced(Event):
    """AP-2.3: tech onto its slot; what lay there goes to Salvage."""

    audience = PUBLIC
    seat: Seat
    card: str
    replaced: str

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.hand.remove(self.card)
        ship.tech[s.card(self.card).slot] = self.card
        s.salvage += [self.replaced] if self.replaced else []

    def sentence(self) -> Text:
        if self.replaced:
            return _(
                "%(seat)s fits %(card)s; %(old)s goes to Salvage.",
                seat=self.seat,
                card=called(self.card),
                old=called(self.replaced),
            )
        return _("%(seat)s fits %(card)s.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class CrewPlaced(Event):
    """AP-2.3: somebody comes aboard, perhaps in another's place."""

    audience = PUBLIC
    seat: Seat
    card: str
    replaced: str

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.hand.remove(self.card)
        if self.replaced:
            ship.crew[ship.crew.index(self.replaced)] = self.card
            _leave(s, self.replaced)
        else:
            ship.crew.append(self.card)

    def sentence(self) -> Text:
        if self.replaced:
            return _(
                "%(card)s comes aboard %(seat)s's ship; %(old)s leaves.",
                seat=self.seat,
                card=called(self.card),
                old=called(self.replaced),
            )
        return _("%(card)s comes aboard %(seat)s's ship.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class AutoEquipped(Event):
    """AP-3.2, AP-3.4: the automatic ship fits a system, from Salvage or from the Store."""

    audience = PUBLIC
    card: str
    replaced: str

    def apply(self, s: Pirates) -> None:
        assert s.auto is not None
        if self.card in s.salvage:
            s.salvage.remove(self.card)
        else:
            s.store[s.store.index(self.card)] = ""
        s.auto.tech[s.card(self.card).slot] = self.card
        s.salvage += [self.replaced] if self.replaced else []

    def sentence(self) -> Text:
        return _("The automatic ship fits %(card)s.", card=called(self.card))


@dataclass(frozen=True)
class AutoHired(Event):
    """AP-3.4: the automatic ship takes a crew card out of the Store."""

    audience = PUBLIC
    card: str
    replaced: str

    def apply(self, s: Pirates) -> None:
        assert s.auto is not None
        s.store[s.store.index(self.card)] = ""
        if self.replaced:
            s.auto.crew.remove(self.replaced)
            _leave(s, self.replaced)
        s.auto.crew.append(self.card)

    def sentence(self) -> Text:
        return _("The automatic ship hires %(card)s.", card=called(self.card))


@dataclass(frozen=True)
class CrewLost(Event):
    """A piracy card made somebody leave a ship."""

    audience = PUBLIC
    who: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.ship(self.who).crew.remove(self.card)
        _leave(s, self.card)

    def sentence(self) -> Text:
        return _("%(who)s loses %(card)s.", who=captain(self.who), card=called(self.card))


@dataclass(frozen=True)
class TechExiled(Event):
    """AP-46: a piracy card took tech off a ship and out of the game; chance said which."""

    audience = PUBLIC
    reveals = True
    who: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        del s.ship(self.who).tech[s.card(self.card).slot]
        s.gone.append(self.card)

    def sentence(self) -> Text:
        return _(
            "%(card)s is torn off and lost: %(who)s has it no more.",
            who=captain(self.who),
            card=called(self.card),
        )


@dataclass(frozen=True)
class MissionsTurnedUp(Event):
    """AP-2.3: missions from the top of a deck, face up."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    station: str
    missions: tuple[str, ...]

    def apply(self, s: Pirates) -> None:
        del s.jobs[self.station][: len(self.missions)]
        s.drawn = list(self.missions)
        s.contracts += 1

    def sentence(self) -> Text:
        return _(
            "%(seat)s plays a Contract for %(station)s: %(jobs)s.",
            seat=self.seat,
            station=station_name(self.station),
            jobs=[called(job) for job in self.missions],
        )


@dataclass(frozen=True)
class MissionTaken(Event):
    """AP-2.3: the mission lies on its Contract; another one that was drawn goes under its deck."""

    audience = PUBLIC
    seat: Seat
    mission: str

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.hand.remove(CONTRACT)
        ship.missions.append(self.mission)
        s.jobs[s.job(self.mission).station] += [job for job in s.drawn if job != self.mission]
        s.drawn = []

    def sentence(self) -> Text:
        return _("%(seat)s takes %(job)s.", seat=self.seat, job=called(self.mission))


@dataclass(frozen=True)
class MissionGivenUp(Event):
    """AP-2.3: a mission goes under its deck, its Contract to the discard."""

    audience = PUBLIC
    seat: Seat
    mission: str

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.missions.remove(self.mission)
        s.jobs[s.job(self.mission).station].append(self.mission)
        ship.discard.append(CONTRACT)
        s.contracts += 1

    def sentence(self) -> Text:
        return _("%(seat)s gives up %(job)s.", seat=self.seat, job=called(self.mission))


EVENTS: tuple[type[Event], ...] = (
    TechPlaced,
    CrewPlaced,
    AutoEquipped,
    AutoHired,
    CrewLost,
    TechExiled,
    MissionsTurnedUp,
    MissionTaken,
    MissionGivenUp,
)
