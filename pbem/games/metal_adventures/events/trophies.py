"""What happens to trophies: dealt, kept, put under the deck, claimed. MA-5."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _, n_, only

from ..state import Deed, Held, MetalAdventures
from ..words import credits_text


@dataclass(frozen=True)
class TrophiesShuffled(Event):
    """MA-3.2: the trophy deck has an order that nobody knows."""

    audience = NOBODY
    order: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.trophy_deck = list(self.order)


@dataclass(frozen=True)
class TrophiesDrawn(Event):
    """A captain drew trophies to choose from, for all to see."""

    audience = PUBLIC
    seat: Seat
    count: int

    def sentence(self) -> Text:
        return n_(
            "%(seat)s draws %(n)d trophy.",
            "%(seat)s draws %(n)d trophies.",
            self.count,
            seat=self.seat,
        )


@dataclass(frozen=True)
class TrophiesSeen(Event):
    """Which trophies a captain drew: only the captain knows."""

    audience = only("seat")
    reveals = True
    seat: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.trophy_deck.remove(card)
        s.offered[self.seat] = list(self.cards)

    def sentence(self) -> Text:
        return _("You draw: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class TrophiesKept(Event):
    """A captain kept some of the trophies drawn; the others are about to go under the deck."""

    audience = only("seat")
    seat: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.offered[self.seat].remove(card)
            s.hands[self.seat].append(Held(card, s.deed_count))

    def sentence(self) -> Text:
        return _("You keep: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class TrophyGivenUp(Event):
    """A captain took a trophy out of the hand to put it under the deck."""

    audience = only("seat")
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.hands[self.seat] = [held for held in s.hands[self.seat] if held.card != self.card]
        s.offered[self.seat].append(self.card)

    def sentence(self) -> Text:
        return _("You give up %(card)s.", card=self.card)


@dataclass(frozen=True)
class TrophiesReturned(Event):
    """So many trophies went under the deck, for all to see."""

    audience = PUBLIC
    seat: Seat
    count: int

    def sentence(self) -> Text:
        return n_(
            "%(seat)s puts %(n)d trophy under the deck.",
            "%(seat)s puts %(n)d trophies under the deck.",
            self.count,
            seat=self.seat,
        )


@dataclass(frozen=True)
class TrophiesUnder(Event):
    """MA-10.6: trophies returned together went under the deck, in an order nobody knows."""

    audience = NOBODY
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.trophy_deck += self.cards
        s.offered = [[card for card in pile if card not in self.cards] for pile in s.offered]


@dataclass(frozen=True)
class DeedDone(Event):
    """MA-5.3: a captain did something that a trophy may ask for."""

    audience = PUBLIC
    seat: Seat
    name: str
    amount: int = 0

    def apply(self, s: MetalAdventures) -> None:
        s.deed_count += 1
        s.deeds.append(Deed(s.deed_count, self.seat, self.name, self.amount))


@dataclass(frozen=True)
class TrophyClaimed(Event):
    """MA-5.1: a captain showed a trophy whose condition is met; it goes under the deck."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    card: str
    glory: int
    credits: int

    def apply(self, s: MetalAdventures) -> None:
        s.hands[self.seat] = [held for held in s.hands[self.seat] if held.card != self.card]
        s.trophy_deck.append(self.card)
        s.claimed.append(self.seat)

    def sentence(self) -> Text:
        if self.credits:
            return _(
                "%(seat)s claims the %(card)s: %(n)d glory and %(credits)s.",
                seat=self.seat,
                card=self.card,
                n=self.glory,
                credits=credits_text(self.credits),
            )
        return _(
            "%(seat)s claims the %(card)s: %(n)d glory.",
            seat=self.seat,
            card=self.card,
            n=self.glory,
        )


@dataclass(frozen=True)
class AutomaticSet(Event):
    """MA-5.4: a captain switched automatic claiming on or off; nobody else is told."""

    audience = only("seat")
    seat: Seat
    on: bool

    def apply(self, s: MetalAdventures) -> None:
        s.automatic[self.seat] = self.on

    def sentence(self) -> Text:
        if self.on:
            return _("Your trophies are claimed at the first open moment.")
        return _("You claim your trophies yourself.")


EVENTS: tuple[type[Event], ...] = (
    TrophiesShuffled,
    TrophiesDrawn,
    TrophiesSeen,
    TrophiesKept,
    TrophyGivenUp,
    TrophiesReturned,
    TrophiesUnder,
    DeedDone,
    TrophyClaimed,
    AutomaticSet,
)
