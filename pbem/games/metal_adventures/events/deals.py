"""What happens when captains bargain. MA-8.1 to 8.3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pbem.engine import PUBLIC, Event, Seat, Text, _, only

from ..deal_words import bargain_text, closed_text, goods_text
from ..deals import CARD, CREDITS, AllyTerms, Bargain, Goods, names, total, window
from ..state import Held, MetalAdventures
from ..words import credits_text


@dataclass(frozen=True)
class OfferWritten(Event):
    """MA-8.2: a captain wrote an offer; until it opens nobody else knows."""

    audience = only("seat")
    seat: Seat
    partner: Seat
    give: Goods
    get: Goods
    due: str
    by: int
    chosen: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.offers = [o for o in s.offers if (o.writer, o.partner) != (self.seat, self.partner)]
        s.offers.append(
            Bargain(
                self.seat,
                self.partner,
                self.give,
                self.get,
                self.due,
                self.by,
                self.chosen,
                s.turn,
            )
        )

    def sentence(self) -> Text:
        return _(
            "You write an offer to %(other)s: %(bargain)s.",
            other=self.partner,
            bargain=bargain_text(self.give, self.get, self.due, self.by),
        )


@dataclass(frozen=True)
class OfferOpened(Event):
    """MA-8.2: an offer lies open before the one it was made to."""

    audience = only("seat", "partner")
    reveals = True
    seat: Seat
    partner: Seat
    number: int
    give: Goods
    get: Goods
    due: str
    by: int

    def apply(self, s: MetalAdventures) -> None:
        pair = (self.seat, self.partner)
        s.offers = [
            replace(o, number=self.number) if (o.writer, o.partner) == pair else o for o in s.offers
        ]
        s.opened[self.seat][self.partner] = self.number

    def calls(self, s: MetalAdventures) -> Iterable[Seat]:
        """The partner, if it still lies there."""
        lying = [o for o in s.offers if (o.writer, o.partner) == (self.seat, self.partner)]
        return [self.partner for o in lying if o.number == self.number]

    def sentence(self) -> Text:
        return _(
            "%(seat)s offers %(other)s %(bargain)s.",
            seat=self.seat,
            other=self.partner,
            bargain=bargain_text(self.give, self.get, self.due, self.by),
        )


@dataclass(frozen=True)
class OfferClosed(Event):
    """MA-8.2: an open offer was withdrawn, replaced, refused, countered, lapsed or accepted."""

    audience = only("seat", "partner")
    seat: Seat
    partner: Seat
    how: str

    def calls(self, s: MetalAdventures) -> Iterable[Seat]:
        """Its writer, who may hold the turn for the answer."""
        answered = self.how in ("accepted", "refused")
        return [self.seat] if answered and window(s, self.seat, self.partner) else []

    def apply(self, s: MetalAdventures) -> None:
        s.offers = [o for o in s.offers if (o.writer, o.partner) != (self.seat, self.partner)]

    def sentence(self) -> Text:
        return closed_text(self.how, self.seat, self.partner)


@dataclass(frozen=True)
class OfferDropped(Event):
    """An offer that nobody else had seen was withdrawn."""

    audience = only("seat")
    seat: Seat
    partner: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.offers = [o for o in s.offers if (o.writer, o.partner) != (self.seat, self.partner)]

    def sentence(self) -> Text:
        return _("You drop your offer to %(other)s.", other=self.partner)


@dataclass(frozen=True)
class Traded(Event):
    """MA-8.2: both sides of a bargain at once, hidden things shown as 'a wreck', 'a trophy'. It
    cannot be broken, so nobody takes it back."""

    audience = PUBLIC
    binds = True
    seat: Seat
    partner: Seat
    give: Goods
    get: Goods

    def apply(self, s: MetalAdventures) -> None:
        for giver, taker, goods in (
            (self.seat, self.partner, self.give),
            (self.partner, self.seat, self.get),
        ):
            s.credits[giver] -= total(goods, CREDITS)
            s.credits[taker] += total(goods, CREDITS)
        for giver, taker, goods in (
            (self.seat, self.partner, self.give),
            (self.partner, self.seat, self.get),
        ):
            for card in names(goods, CARD):
                s.improvements[giver].remove(card)
                s.improvements[taker].append(card)

    def sentence(self) -> Text:
        if not self.get:
            return _(
                "%(seat)s gives %(other)s %(give)s.",
                seat=self.seat,
                other=self.partner,
                give=goods_text(self.give),
            )
        return _(
            "%(seat)s and %(other)s trade: %(give)s for %(get)s.",
            seat=self.seat,
            other=self.partner,
            give=goods_text(self.give),
            get=goods_text(self.get),
        )


@dataclass(frozen=True)
class WrecksHanded(Event):
    """MA-8.2, MA-10.6: which wrecks changed hands, known to the two."""

    audience = only("giver", "taker")
    reveals = True
    giver: Seat
    taker: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        for card in self.cards:
            s.wrecks[self.giver].remove(card)
            s.wrecks[self.taker].append(card)

    def sentence(self) -> Text:
        return _(
            "%(giver)s hands %(taker)s the wrecks: %(cards)s.",
            giver=self.giver,
            taker=self.taker,
            cards=self.cards,
        )


@dataclass(frozen=True)
class TrophiesHanded(Event):
    """MA-8.3: which trophies changed hands, known to the two, and to the taker only now."""

    audience = only("giver", "taker")
    reveals = True
    giver: Seat
    taker: Seat
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.hands[self.giver] = [h for h in s.hands[self.giver] if h.card not in self.cards]
        s.hands[self.taker] += [Held(card, s.deed_count) for card in self.cards]

    def sentence(self) -> Text:
        return _(
            "%(giver)s hands %(taker)s: %(cards)s.",
            giver=self.giver,
            taker=self.taker,
            cards=self.cards,
        )


@dataclass(frozen=True)
class CreditsHanded(Event):
    """MA-8.7: credits went from one captain to another, as promised."""

    audience = PUBLIC
    giver: Seat
    taker: Seat
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.credits[self.giver] -= self.amount
        s.credits[self.taker] += self.amount

    def sentence(self) -> Text:
        return _(
            "%(giver)s pays %(taker)s %(credits)s.",
            giver=self.giver,
            taker=self.taker,
            credits=credits_text(self.amount),
        )


@dataclass(frozen=True)
class CardHanded(Event):
    """MA-8.7: an improvement went from one captain to another, as promised."""

    audience = PUBLIC
    giver: Seat
    taker: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.improvements[self.giver].remove(self.card)
        s.improvements[self.taker].append(self.card)

    def sentence(self) -> Text:
        return _(
            "%(giver)s hands %(taker)s %(card)s.",
            giver=self.giver,
            taker=self.taker,
            card=self.card,
        )


@dataclass(frozen=True)
class HiddenHanded(Event):
    """MA-8.7: face-down cards changed hands as promised; how many, everybody sees."""

    audience = PUBLIC
    giver: Seat
    taker: Seat
    goods: Goods

    def sentence(self) -> Text:
        return _(
            "%(giver)s hands %(taker)s %(goods)s.",
            giver=self.giver,
            taker=self.taker,
            goods=goods_text(self.goods),
        )


@dataclass(frozen=True)
class TermsOffered(Event):
    """MA-6.4, MA-7.1: what a principal offers one captain for help, known to the two."""

    audience = only("seat", "other")
    reveals = True
    seat: Seat
    other: Seat
    goods: Goods
    due: str
    by: int

    def apply(self, s: MetalAdventures) -> None:
        s.fight.terms.append(
            AllyTerms(self.seat, self.other, self.goods, self.due, self.by, named=False)
        )

    def sentence(self) -> Text:
        return _(
            "%(seat)s offers %(other)s for help: %(goods)s.",
            seat=self.seat,
            other=self.other,
            goods=bargain_text(self.goods, (), self.due, self.by),
        )


@dataclass(frozen=True)
class TermsNamed(Event):
    """MA-6.4, MA-7.1: a captain would help, but on other terms, known to the two."""

    audience = only("seat", "principal")
    reveals = True
    seat: Seat
    principal: Seat
    goods: Goods
    due: str
    by: int

    def apply(self, s: MetalAdventures) -> None:
        s.fight.terms = [
            deal
            for deal in s.fight.terms
            if (deal.principal, deal.ally) != (self.principal, self.seat)
        ]
        s.fight.terms.append(
            AllyTerms(self.principal, self.seat, self.goods, self.due, self.by, named=True)
        )

    def sentence(self) -> Text:
        return _(
            "%(seat)s would help %(other)s for: %(goods)s.",
            seat=self.seat,
            other=self.principal,
            goods=bargain_text(self.goods, (), self.due, self.by),
        )


EVENTS: tuple[type[Event], ...] = (
    OfferWritten,
    OfferOpened,
    OfferClosed,
    OfferDropped,
    Traded,
    WrecksHanded,
    TrophiesHanded,
    CreditsHanded,
    CardHanded,
    HiddenHanded,
    TermsOffered,
    TermsNamed,
)
