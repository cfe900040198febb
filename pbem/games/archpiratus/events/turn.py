"""AP-2.1, AP-2.4, AP-2.5: drawing, firing, moving, missions done, the end of a turn."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _, n_, only

from ..pack import CONTRACT, called
from ..state import AUTO, Pirates
from .words import captain, captain_at, names, station_name


@dataclass(frozen=True)
class TurnBegan(Event):
    """AP-2: a captain's turn; the points now held decide about the final station (AP-40)."""

    audience = PUBLIC
    seat: Seat
    turn: int

    def apply(self, s: Pirates) -> None:
        s.ships[self.seat].turns = self.turn
        s.start_points = s.points(self.seat)
        s.used = s.contracts = 0
        s.rotated = False
        s.step = ""

    def sentence(self) -> Text:
        return _("%(seat)s's turn %(turn)d.", seat=self.seat, turn=self.turn)


@dataclass(frozen=True)
class StepBegan(Event):
    """AP-2: the next step of the turn."""

    audience = PUBLIC
    step: str

    def apply(self, s: Pirates) -> None:
        s.step = self.step


@dataclass(frozen=True)
class DeckShuffled(Event):
    """AP-13: the discard was shuffled and put under what is left of the deck."""

    audience = NOBODY
    seat: Seat
    order: tuple[str, ...]

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.deck += self.order
        ship.discard = []


@dataclass(frozen=True)
class DiscardShuffled(Event):
    """AP-13: everybody sees that the discard became the deck."""

    audience = PUBLIC
    seat: Seat

    def sentence(self) -> Text:
        return _("%(seat)s shuffles the discard into a new deck.", seat=self.seat)


@dataclass(frozen=True)
class CardsDrawn(Event):
    """AP-2.1: a captain drew from the own deck."""

    audience = PUBLIC
    seat: Seat
    count: int

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.hand += ship.deck[: self.count]
        del ship.deck[: self.count]

    def sentence(self) -> Text:
        return n_(
            "%(seat)s draws %(n)d card.", "%(seat)s draws %(n)d cards.", self.count, seat=self.seat
        )


@dataclass(frozen=True)
class CardsSeen(Event):
    """AP-4.5: only their captain knows what was drawn."""

    audience = only("seat")
    reveals = True
    seat: Seat
    cards: tuple[str, ...]

    def sentence(self) -> Text:
        return _("You draw %(cards)s.", cards=names(self.cards))


@dataclass(frozen=True)
class Fired(Event):
    """AP-2.1: a hit; the die goes up by 1."""

    audience = PUBLIC
    by: Seat
    at: Seat
    hits: int

    def apply(self, s: Pirates) -> None:
        s.ship(self.at).hits = self.hits

    def sentence(self) -> Text:
        return n_(
            "%(by)s fires on %(at)s, who now has %(n)d hit.",
            "%(by)s fires on %(at)s, who now has %(n)d hits.",
            self.hits,
            by=captain(self.by),
            at=captain_at(self.at),
        )


@dataclass(frozen=True)
class Deflected(Event):
    """AP-2.6: a card took the hit and left the game."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        del s.ships[self.seat].tech[s.card(self.card).slot]
        s.gone.append(self.card)

    def sentence(self) -> Text:
        return _("%(card)s takes the hit for %(seat)s.", card=called(self.card), seat=self.seat)


@dataclass(frozen=True)
class Moved(Event):
    """AP-2.4: a ship went to another station."""

    audience = PUBLIC
    who: Seat
    station: str

    def apply(self, s: Pirates) -> None:
        s.ship(self.who).station = self.station

    def sentence(self) -> Text:
        return _(
            "%(who)s flies to %(station)s.",
            who=captain(self.who),
            station=station_name(self.station),
        )


@dataclass(frozen=True)
class AutoFled(Moved):
    """AP-3.3, AP-50: the automatic ship fled, and chance said where to."""

    audience = PUBLIC
    reveals = True

    def sentence(self) -> Text:
        return _("The automatic ship flees to %(at)s.", at=station_name(self.station))


@dataclass(frozen=True)
class MissionDone(Event):
    """AP-2.4, AP-44: the mission is kept with its points; its Contract goes to the discard."""

    audience = PUBLIC
    who: Seat
    mission: str
    points: int

    def apply(self, s: Pirates) -> None:
        ship = s.ship(self.who)
        ship.missions.remove(self.mission)
        ship.done.append(self.mission)
        if self.who != AUTO:
            ship.discard.append(CONTRACT)

    def sentence(self) -> Text:
        return n_(
            "%(who)s turns in %(job)s for %(n)d point.",
            "%(who)s turns in %(job)s for %(n)d points.",
            self.points,
            who=captain(self.who),
            job=called(self.mission),
        )


@dataclass(frozen=True)
class HandDiscarded(Event):
    """AP-12: what is left in hand goes to the discard, which everybody may look through."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    cards: tuple[str, ...]

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.discard += ship.hand
        ship.hand = []

    def sentence(self) -> Text:
        return _("%(seat)s discards %(cards)s.", seat=self.seat, cards=names(self.cards))


@dataclass(frozen=True)
class TurnEnded(Event):
    """AP-2.5: play goes on with the other captain."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: Pirates) -> None:
        s.step = ""
        s.active = s.after(self.seat)


EVENTS: tuple[type[Event], ...] = (
    TurnBegan,
    StepBegan,
    DeckShuffled,
    DiscardShuffled,
    CardsDrawn,
    CardsSeen,
    Fired,
    Deflected,
    Moved,
    AutoFled,
    MissionDone,
    HandDiscarded,
    TurnEnded,
)
