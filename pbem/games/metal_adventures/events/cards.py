"""What happens to Space cards, wrecks and improvements. MA-1, MA-6.1, MA-9."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _, only

from ..state import MetalAdventures


@dataclass(frozen=True)
class SpaceShuffled(Event):
    """MA-3.2, MA-6.1: the Space deck has a new order that nobody knows."""

    audience = NOBODY
    order: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.space_deck = list(self.order)


@dataclass(frozen=True)
class ShopShuffled(Event):
    """The improvement deck has a new order that nobody knows."""

    audience = NOBODY
    order: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.shop_deck = list(self.order)


@dataclass(frozen=True)
class TurnedUp(Event):
    """MA-6.1: a ship came up in Space."""

    audience = PUBLIC
    reveals = True
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.space_deck.remove(self.card)
        s.space.append(self.card)

    def sentence(self) -> Text:
        return _("%(card)s appears in Space.", card=self.card)


@dataclass(frozen=True)
class EventDrawn(Event):
    """MA-6.1: an event came up; only the first of a turn applies, all leave the game."""

    audience = PUBLIC
    reveals = True
    card: str
    applies: bool

    def apply(self, s: MetalAdventures) -> None:
        s.space_deck.remove(self.card)
        s.gone.append(self.card)
        if self.applies:
            s.event = self.card

    def sentence(self) -> Text:
        if self.applies:
            return _("Event: %(card)s.", card=self.card)
        return _("A second event, %(card)s, passes without effect.", card=self.card)


@dataclass(frozen=True)
class HuntersReturned(Event):
    """MA-6.1: Pirate Hunters that were not chosen went back into the deck, to be shuffled in."""

    audience = PUBLIC
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.space.remove(card)
            s.space_deck.append(card)

    def sentence(self) -> Text:
        return _("%(cards)s slips back into the Space deck.", cards=self.cards)


@dataclass(frozen=True)
class SentToKarokum(Event):
    """MA-6.1: ships that were not chosen lie in the Karokum discard."""

    audience = PUBLIC
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.space.remove(card)
            s.karokum.append(card)

    def sentence(self) -> Text:
        return _("Left to Karokum: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class ShipLost(Event):
    """MA-6.10: a ship that was fought and not beaten left the game."""

    audience = PUBLIC
    card: str

    def apply(self, s: MetalAdventures) -> None:
        (s.space if self.card in s.space else s.karokum).remove(self.card)
        s.gone.append(self.card)

    def sentence(self) -> Text:
        return _("%(card)s is gone for good.", card=self.card)


@dataclass(frozen=True)
class WreckTaken(Event):
    """MA-6.10, MA-6.11, MA-9.5: a ship became a captain's wreck, face down from now on."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        (s.space if self.card in s.space else s.karokum).remove(self.card)
        s.wrecks[self.seat].append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s takes %(card)s as a wreck.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class WrecksSpent(Event):
    """MA-9.6, MA-10.6: wrecks used to pay were shown and left the game."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.wrecks[self.seat].remove(card)
            s.gone.append(card)

    def sentence(self) -> Text:
        return _("%(seat)s pays with wrecks: %(cards)s.", seat=self.seat, cards=self.cards)


@dataclass(frozen=True)
class WreckScrapped(Event):
    """MA-9.5: a wreck was shown and put into the Karokum discard."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.wrecks[self.seat].remove(self.card)
        s.karokum.append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s leaves the wreck %(card)s to Karokum.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class WrecksShown(Event):
    """MA-7.3: the winner looked at all of the loser's wrecks."""

    audience = only("seat", "loser")
    reveals = True
    seat: Seat
    loser: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.fight.seen = list(self.cards)

    def sentence(self) -> Text:
        return _("%(loser)s shows the wrecks: %(cards)s.", loser=self.loser, cards=self.cards)


@dataclass(frozen=True)
class WrecksPlundered(Event):
    """MA-7.3: so many wrecks changed hands, for all to see."""

    audience = PUBLIC
    seat: Seat
    loser: Seat
    count: int

    def sentence(self) -> Text:
        return _(
            "%(seat)s takes wrecks from %(loser)s: %(n)d.",
            seat=self.seat,
            loser=self.loser,
            n=self.count,
        )


@dataclass(frozen=True)
class WrecksMoved(Event):
    """MA-7.3, MA-10.6: which wrecks changed hands, known to the two."""

    audience = only("seat", "loser")
    seat: Seat
    loser: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.wrecks[self.loser].remove(card)
            s.wrecks[self.seat].append(card)
        s.fight.seen = []

    def sentence(self) -> Text:
        return _("Taken: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class ShopFilled(Event):
    """MA-4.7: the OCG row was filled from the deck."""

    audience = PUBLIC
    reveals = True
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.shop_deck.remove(card)
            s.shop.append(card)

    def sentence(self) -> Text:
        return _("New at the OCG: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class ShopCleared(Event):
    """MA-9.3: the old improvements left the row for the deck."""

    audience = PUBLIC
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.shop.remove(card)
            s.shop_deck.append(card)

    def sentence(self) -> Text:
        return _("Off the OCG's shelf: %(cards)s.", cards=self.cards)


@dataclass(frozen=True)
class ImprovementGained(Event):
    """An improvement came to a captain: from the shop, the deck, the Bazaar."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        for pile in (s.shop, s.bazaar, s.shop_deck):
            if self.card in pile:
                pile.remove(self.card)
        s.improvements[self.seat].append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s gains %(card)s.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class SupportFound(Event):
    """MAR-66: the improvement deck was searched down to its first support card."""

    audience = PUBLIC
    reveals = True
    card: str
    passed: tuple[str, ...]
    """What lay above it and is shuffled back."""

    def sentence(self) -> Text:
        return _("The improvement deck yields %(card)s.", card=self.card)


@dataclass(frozen=True)
class ImprovementDiscarded(Event):
    """MA-4.6: equipment went under the OCG deck, a support card to the Bazaar."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.improvements[self.seat].remove(self.card)
        (s.bazaar if self.card in s.pack.supports else s.shop_deck).append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s discards %(card)s.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class ImprovementPlundered(Event):
    """MA-7.3: an improvement changed hands."""

    audience = PUBLIC
    seat: Seat
    loser: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.improvements[self.loser].remove(self.card)
        s.improvements[self.seat].append(self.card)

    def sentence(self) -> Text:
        return _(
            "%(seat)s takes %(card)s from %(loser)s.",
            seat=self.seat,
            card=self.card,
            loser=self.loser,
        )


EVENTS: tuple[type[Event], ...] = (
    SpaceShuffled,
    ShopShuffled,
    TurnedUp,
    EventDrawn,
    HuntersReturned,
    SentToKarokum,
    ShipLost,
    WreckTaken,
    WrecksSpent,
    WreckScrapped,
    WrecksShown,
    WrecksPlundered,
    WrecksMoved,
    ShopFilled,
    ShopCleared,
    ImprovementGained,
    SupportFound,
    ImprovementDiscarded,
    ImprovementPlundered,
)
