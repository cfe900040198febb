"""AP-2.6: what the texts of cards bring about."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, n_

from ..pack import called
from ..state import Pirates
from .words import captain


@dataclass(frozen=True)
class Repaired(Event):
    """Hits were taken off a ship."""

    audience = PUBLIC
    seat: Seat
    hits: int
    """How many are left."""

    def apply(self, s: Pirates) -> None:
        s.ships[self.seat].hits = self.hits

    def sentence(self) -> Text:
        return n_(
            "%(seat)s repairs the ship: %(n)d hit is left.",
            "%(seat)s repairs the ship: %(n)d hits are left.",
            self.hits,
            seat=self.seat,
        )


@dataclass(frozen=True)
class ContactCame(Event):
    """The top Local Contact came for nothing, into the discard."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.contacts.remove(self.card)
        s.ships[self.seat].discard.append(self.card)

    def sentence(self) -> Text:
        return _(
            "The Local Contact %(card)s joins %(seat)s.", seat=self.seat, card=called(self.card)
        )


@dataclass(frozen=True)
class Stolen(Event):
    """AP-46: a card went from one discard to the other; chance said which."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    victim: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.ships[self.victim].discard.remove(self.card)
        s.ships[self.seat].discard.append(self.card)

    def sentence(self) -> Text:
        return _(
            "%(seat)s steals %(card)s from %(victim)s.",
            seat=self.seat,
            card=called(self.card),
            victim=self.victim,
        )


@dataclass(frozen=True)
class PiracyPlayed(Event):
    """A piracy card was played from the hand and goes to Salvage."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.ships[self.seat].hand.remove(self.card)
        s.salvage.append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s plays %(card)s.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class Scavenged(Event):
    """The newest tech in Salvage came into a hand."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.salvage.remove(self.card)
        s.ships[self.seat].hand.append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s pulls %(card)s out of Salvage.", seat=self.seat, card=called(self.card))


@dataclass(frozen=True)
class SwarmStruck(Event):
    """A comet swarm hit a ship; it never gives the last hit."""

    audience = PUBLIC
    who: Seat
    hits: int

    def apply(self, s: Pirates) -> None:
        s.ship(self.who).hits = self.hits

    def sentence(self) -> Text:
        return n_(
            "Comets strike: %(who)s now has %(n)d hit.",
            "Comets strike: %(who)s now has %(n)d hits.",
            self.hits,
            who=captain(self.who),
        )


EVENTS: tuple[type[Event], ...] = (
    Repaired,
    ContactCame,
    Stolen,
    PiracyPlayed,
    Scavenged,
    SwarmStruck,
)
