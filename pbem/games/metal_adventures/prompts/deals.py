"""Bargaining: what a captain may write, accept, refuse and withdraw unasked. MA-8.1, MA-8.2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.engine import HOLE, Act, ChooseOne, Lines, NotAllowed, Part, Seat, Terms, Text, Thing, _

from ..bundles import hindrance, too_late, unmeant, unpromising
from ..deal_words import bargain_text
from ..deals import (
    CARD,
    CREDITS,
    HELP,
    PEACE,
    Bargain,
    Good,
    later,
    window,
)
from ..state import MetalAdventures
from .things import (
    at_once,
    conduct,
    due_in,
    due_part,
    goods_in,
    names_in,
    own_hidden,
    promised,
    words_part,
)

if TYPE_CHECKING:
    from pbem.engine import Table


def to_whom(seats: Sequence[Seat]) -> Part:
    """To whom an offer or a promise is made."""
    things = tuple(Thing(int(seat), _("%(seat)s", seat=seat)) for seat in seats)
    return Part("to", _("To whom"), things, leads=_("to"), least=1, most=1)


def partner_of(lines: Lines) -> Seat:
    """The one it is made to."""
    return next(Seat(int(what)) for name, what, _n in lines if name == "to")


@dataclass
class Offer(Act[MetalAdventures, Lines], Terms[MetalAdventures]):
    """MA-8.1, MA-8.2: write an offer: what you give, and what for. It reserves nothing.

    `bob 3 credits for help`, `bob 2 credits + rhum for 1 wreck`, `bob rhum for 3 credits later by
    turn 12`. An offer to somebody whose offer to you lies open is a counter-offer.
    """

    rule = "MA-8.2"

    def typed(self, s: MetalAdventures) -> Text:
        return _("offer %(answer)s", answer=HOLE)

    def parts(self, s: MetalAdventures) -> list[Part]:
        others = s.others(self.seat)
        mine = [self.seat]
        return [
            to_whom(others),
            Part(
                "give",
                _("You give"),
                (*at_once(s, mine), *self.named(s), *promised(s, mine), *conduct(s, others)),
            ),
            Part(
                "get",
                _("You get"),
                (*at_once(s, others), *conduct(s, s.seats), *promised(s, others)),
                word=_("for"),
            ),
            due_part(s, _("When promises are due; usually by the end of the promisor's next turn")),
            Part(
                "choose",
                _("Which of your face-down cards you would hand over; nobody sees this"),
                own_hidden(s, self.seat),
                word=_("choosing"),
            ),
            words_part(),
        ]  # fmt: skip

    def named(self, s: MetalAdventures) -> list[Thing]:
        """MA-8.2: a giver may name a wreck; the partner then sees which one it is."""
        wrecks = s.wrecks[self.seat]
        return [
            Thing(f"wreck {card}", _("the wreck %(card)s", card=card), folded=True)
            for card in wrecks
        ]

    def default(self, s: MetalAdventures) -> Lines:
        return (("to", int(s.others(self.seat)[0]), 1), ("get", "credits", 1))

    def example(self, s: MetalAdventures) -> Lines:
        """Credits for help in battle; where only two play, for peace."""
        partner = s.active if s.active != self.seat else s.others(self.seat)[0]
        wanted = HELP if len(s.seats) > 2 else f"{PEACE} {int(self.seat)}"
        return (("to", int(partner), 1), ("give", CREDITS, 2), ("get", wanted, 1))

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Offer somebody a bargain: what do you give, and what for?")

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        partner = partner_of(lines)
        give = (*goods_in(lines, "give"), *goods_in(lines, "say"))
        get = goods_in(lines, "get")
        if not give and not get:
            return _("Say what you give, or what you want: '3 credits for help'.")
        said = {line[0] for line in lines}
        if "due" in said and not later((*give, *get)):
            return _("Nothing is promised here, so nothing is due. Leave 'by' out, or add 'later'.")
        for good in get:
            if good.what == CARD and good.name not in s.improvements[partner]:
                return _("%(seat)s does not have %(card)s.", seat=partner, card=good.name)
        return (
            unmeant(self.seat, give)
            or unmeant(partner, get)
            or unpromising(s, self.seat, partner, give)
            or unpromising(s, partner, self.seat, get)
        )

    def carry_out(self, t: Table[Any], value: Lines) -> None:
        from ..rules.deals import write

        s = t.state
        due, by = due_in(s, value)
        give = (*goods_in(value, "give"), *goods_in(value, "say"))
        partner, chosen = partner_of(value), names_in(value, "choose")
        write(
            t, Bargain(self.seat, partner, give, goods_in(value, "get"), due, by, chosen, s.turn)
        )  # fmt: skip


def open_to(s: MetalAdventures, seat: Seat) -> list[Bargain]:
    """The offers that lie open before this captain."""
    return [
        offer
        for offer in s.offers
        if offer.partner == seat and offer.number and window(s, seat, offer.writer)
    ]


class _OneOffer(ChooseOne[MetalAdventures, str]):
    """One of the offers that lie open before a captain."""

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return [offer.key for offer in open_to(s, self.seat)]

    def offer(self, s: MetalAdventures, key: object) -> Bargain | None:
        return next((o for o in open_to(s, self.seat) if o.key == key), None)

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        offer = self.offer(s, value)
        if offer is None:
            return value
        return _(
            "%(seat)s gives you %(bargain)s",
            seat=offer.writer,
            bargain=bargain_text(offer.give, offer.get, offer.due, offer.by),
        )

    def word(self, s: MetalAdventures, value: str) -> Text | str:
        offer = self.offer(s, value)
        if offer is None:
            return value
        return _("%(seat)s's offer %(n)d", seat=offer.writer, n=offer.number)


@dataclass
class Accept(Act[MetalAdventures, Lines], Terms[MetalAdventures]):
    """MA-8.2: accept an offer; the whole bargain is carried out at once, or nothing of it."""

    rule = "MA-8.2"
    pressing = True

    def typed(self, s: MetalAdventures) -> Text:
        return _("accept %(answer)s", answer=HOLE)

    def parts(self, s: MetalAdventures) -> list[Part]:
        offers = tuple(
            Thing(
                offer.key,
                _("%(seat)s's offer %(n)d", seat=offer.writer, n=offer.number),
                label=_OneOffer(self.seat).label(s, offer.key),
            )
            for offer in open_to(s, self.seat)
        )
        return [
            Part("offer", _("Which offer"), offers, least=1, most=1),
            Part(
                "choose",
                _("Which of your face-down cards you hand over; usually those held longest"),
                own_hidden(s, self.seat),
                word=_("choosing"),
            ),
        ]  # fmt: skip

    def acceptable(self, s: MetalAdventures) -> list[Bargain]:
        return [offer for offer in open_to(s, self.seat) if hindrance(s, offer) is None]

    def default(self, s: MetalAdventures) -> Lines:
        return (("offer", self.acceptable(s)[0].key, 1),)

    def offer(self, s: MetalAdventures, lines: Lines) -> Bargain:
        key = next(what for name, what, _n in lines if name == "offer")
        return next(offer for offer in open_to(s, self.seat) if offer.key == key)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which offer do you accept?")

    def why_not(self, s: MetalAdventures, part: Part, value: object) -> Text:
        if part.name == "offer":
            return _("That offer does not stand any more. Look at what is offered now.")
        return super().why_not(s, part, value)

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        return hindrance(s, self.offer(s, lines))

    def carry_out(self, t: Table[Any], value: Lines) -> None:
        from ..rules.deals import conclude

        conclude(t, self.offer(t.state, value), names_in(value, "choose"))


@dataclass
class Refuse(Act[MetalAdventures, str], _OneOffer):
    """MA-8.2: refuse an offer; only its two parties know."""

    rule = "MA-8.2"
    pressing = True

    def typed(self, s: MetalAdventures) -> Text:
        return _("refuse %(answer)s", answer=HOLE)

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return self.every(s)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which offer do you refuse?")

    def carry_out(self, t: Table[Any], value: str) -> None:
        from ..rules.deals import close

        offer = self.offer(t.state, value)
        if offer is None:
            raise NotAllowed(self.why_not(t.state, value))
        close(t, offer, "refused")


@dataclass
class Withdraw(Act[MetalAdventures, Seat], ChooseOne[MetalAdventures, Seat]):
    """MA-8.2: take back an offer that nobody has accepted yet."""

    rule = "MA-8.2"

    def typed(self, s: MetalAdventures) -> Text:
        return _("withdraw %(answer)s", answer=HOLE)

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        return [offer.partner for offer in s.offers if offer.writer == self.seat]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which offer of yours do you withdraw?")

    def hint(self, s: MetalAdventures, value: Seat) -> Text:
        offer = next(o for o in s.offers if (o.writer, o.partner) == (self.seat, value))
        return bargain_text(offer.give, offer.get, offer.due, offer.by)

    def carry_out(self, t: Table[Any], value: Seat) -> None:
        from ..rules.deals import withdraw

        withdraw(t, self.seat, value)


@dataclass
class Promise(Act[MetalAdventures, Lines], Terms[MetalAdventures]):
    """MA-8.4, MA-8.7, MA-8.8: give your word, without asking for anything.

    `bob 3 credits by turn 12`, `bob help in space`, `bob peace with bob by turn 9`,
    `bob "I leave Exxalia alone"`.
    """

    rule = "MA-8.7"

    def typed(self, s: MetalAdventures) -> Text:
        return _("promise %(answer)s", answer=HOLE)

    def partners(self, s: MetalAdventures) -> list[Seat]:
        others = [seat for seat in s.others(self.seat) if window(s, self.seat, seat)]
        return [seat for seat in others if not s.infamous(seat)]

    def parts(self, s: MetalAdventures) -> list[Part]:
        mine = [self.seat]
        return [
            to_whom(self.partners(s)),
            Part(
                "give",
                _("What you promise"),
                (*promised(s, mine, said=False), *conduct(s, s.others(self.seat))),
            ),
            due_part(s, _("When it is due; usually at the end of your next turn")),
            words_part(),
        ]

    def default(self, s: MetalAdventures) -> Lines:
        free = [seat for seat in self.partners(s) if self._room(s, seat)]
        return (("to", int(free[0]), 1), ("give", "later credits", 1))

    def _room(self, s: MetalAdventures, seat: Seat) -> bool:
        return unpromising(s, self.seat, seat, (Good("credits", later=True),)) is None

    def possible(self, s: MetalAdventures) -> bool:
        """Is there anybody to whom something can be promised?"""
        return any(self._room(s, seat) for seat in self.partners(s))

    def example(self, s: MetalAdventures) -> Lines:
        return self.default(s)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Promise somebody something: what, and by when? Breaking it costs 1 Judgment.")

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        partner = partner_of(lines)
        goods = (*goods_in(lines, "give"), *goods_in(lines, "say"))
        if not goods:
            return _("Say what you promise: '3 credits by turn 12'.")
        return (
            too_late(s, due_in(s, lines)[0])
            or unmeant(self.seat, goods)
            or unpromising(s, self.seat, partner, goods)
        )

    def carry_out(self, t: Table[Any], value: Lines) -> None:
        from ..rules.promises import give_word

        due, by = due_in(t.state, value)
        goods = (*goods_in(value, "give"), *goods_in(value, "say"))
        give_word(t, self.seat, partner_of(value), goods, due, by)


def bargaining(s: MetalAdventures, seat: Seat) -> list[Act[MetalAdventures, Any]]:
    """MA-8.1, MA-8.2: what this captain may do in the way of bargains now."""
    found: list[Act[MetalAdventures, Any]] = [Offer(seat)]
    if open_to(s, seat):
        accept = Accept(seat)
        if accept.acceptable(s):
            found.append(accept)
        found.append(Refuse(seat))
    if Withdraw(seat).values(s):
        found.append(Withdraw(seat))
    if not s.infamous(seat) and Promise(seat).possible(s):
        found.append(Promise(seat))
    return found
