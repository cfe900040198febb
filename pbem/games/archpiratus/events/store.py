"""AP-2.2: spending, buying, the Store and its decks, events."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, n_

from ..pack import CREDIT, TECH, called
from ..state import AUTO, Pirates
from .words import captain, deck_name, names


@dataclass(frozen=True)
class CardSpent(Event):
    """AP-2.2: a card from the hand counts as credits."""

    audience = PUBLIC
    seat: Seat
    card: str
    credit: int

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        ship.hand.remove(self.card)
        ship.spent.append(self.card)

    def sentence(self) -> Text:
        return n_(
            "%(seat)s spends %(card)s as %(n)d credit.",
            "%(seat)s spends %(card)s as %(n)d credits.",
            self.credit,
            seat=self.seat,
            card=called(self.card),
        )


@dataclass(frozen=True)
class StoreBought(Event):
    """AP-2.2: a Store card goes to the buyer's discard."""

    audience = PUBLIC
    seat: Seat
    card: str
    price: int

    def apply(self, s: Pirates) -> None:
        s.store[s.store.index(self.card)] = ""
        s.ships[self.seat].discard.append(self.card)
        s.used += self.price

    def sentence(self) -> Text:
        return _(
            "%(seat)s buys %(card)s for %(price)d.",
            seat=self.seat,
            card=called(self.card),
            price=self.price,
        )


@dataclass(frozen=True)
class SalvageBought(Event):
    """AP-20: a card from Salvage, whatever is printed on it."""

    audience = PUBLIC
    seat: Seat
    card: str
    price: int

    def apply(self, s: Pirates) -> None:
        s.salvage.remove(self.card)
        s.ships[self.seat].discard.append(self.card)
        s.used += self.price

    def sentence(self) -> Text:
        return _(
            "%(seat)s buys %(card)s out of Salvage for %(price)d.",
            seat=self.seat,
            card=called(self.card),
            price=self.price,
        )


@dataclass(frozen=True)
class ContactHired(Event):
    """AP-2.2: the top Local Contact goes to the buyer's discard."""

    audience = PUBLIC
    seat: Seat
    card: str
    price: int

    def apply(self, s: Pirates) -> None:
        s.contacts.remove(self.card)
        s.ships[self.seat].discard.append(self.card)
        s.used += self.price

    def sentence(self) -> Text:
        return _(
            "%(seat)s hires the Local Contact %(card)s for %(price)d.",
            seat=self.seat,
            card=called(self.card),
            price=self.price,
        )


@dataclass(frozen=True)
class TurnedUp(Event):
    """AP-2.2: an empty place of the Store was filled from a deck."""

    audience = PUBLIC
    reveals = True
    place: int
    card: str
    deck: str

    def apply(self, s: Pirates) -> None:
        (s.tech_deck if self.deck == TECH else s.crew_deck).pop(0)
        s.store[self.place] = self.card

    def sentence(self) -> Text:
        return _(
            "%(card)s comes into the Store from %(deck)s.",
            card=called(self.card),
            deck=deck_name(self.deck),
        )


@dataclass(frozen=True)
class EventTurnedUp(Event):
    """AP-2.2: an event takes effect at once and stays in force beside the earlier ones."""

    audience = PUBLIC
    reveals = True
    card: str

    def apply(self, s: Pirates) -> None:
        s.tech_deck.pop(0)
        s.events.append(self.card)

    def sentence(self) -> Text:
        return _("Event: %(card)s.", card=called(self.card))


@dataclass(frozen=True)
class EventsEnded(Event):
    """AP-2.2, AP-4.4: the Tech deck is empty, so all events end and leave the game."""

    audience = PUBLIC

    def apply(self, s: Pirates) -> None:
        s.gone += s.events
        s.events = []

    def sentence(self) -> Text:
        return _("The Tech deck is empty: all events end.")


@dataclass(frozen=True)
class SentUnder(Event):
    """AP-3.2, AP-3.4: a Store card went under its own deck."""

    audience = PUBLIC
    who: Seat
    card: str

    def apply(self, s: Pirates) -> None:
        s.store[s.store.index(self.card)] = ""
        s.deck_of(self.card).append(self.card)
        if self.who != AUTO:
            s.rotated = True

    def sentence(self) -> Text:
        return _(
            "%(who)s sends %(card)s under its deck.", who=captain(self.who), card=called(self.card)
        )


@dataclass(frozen=True)
class BuyEnded(Event):
    """AP-19: what was spent moves now: tech to Salvage, everything else to the discard."""

    audience = PUBLIC
    seat: Seat
    credits: int
    """How many Credits were needed besides the other cards."""
    salvaged: tuple[str, ...]

    def apply(self, s: Pirates) -> None:
        ship = s.ships[self.seat]
        for _credit in range(self.credits):
            ship.hand.remove(CREDIT)
            ship.discard.append(CREDIT)
        ship.discard += [card for card in ship.spent if card not in self.salvaged]
        s.salvage += self.salvaged
        ship.spent = []

    def sentence(self) -> Text | None:
        if not self.salvaged:
            return None
        return _(
            "To Salvage, spent by %(seat)s: %(cards)s.",
            seat=self.seat,
            cards=names(self.salvaged),
        )


EVENTS: tuple[type[Event], ...] = (
    CardSpent,
    StoreBought,
    SalvageBought,
    ContactHired,
    TurnedUp,
    EventTurnedUp,
    EventsEnded,
    SentUnder,
    BuyEnded,
)
