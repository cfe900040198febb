"""Asking for help, and on what terms it is given. MA-6.4, MA-7.1, MA-10.2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import (
    NEGOTIATION,
    REACTION,
    ChooseSome,
    Lines,
    NotAllowed,
    Part,
    Seat,
    Terms,
    Text,
    Thing,
    _,
)

from ..bundles import crowded, lacking, unpromising
from ..deal_words import terms_text
from ..deals import Goods, deal_of, helps, later, names, total
from ..state import MetalAdventures
from .battle import battle_facts, strength, target
from .challenge import CHALLENGED, CHALLENGER, NEITHER
from .things import at_once, due_part, goods_in, promised

ASK, HELP, DECLINE = "ask", "help", "decline"
USUAL_DUE = _("When promises are due; usually after a win")


def offerable(s: MetalAdventures, giver: Seat) -> tuple[Thing, ...]:
    """What a principal can give for help."""
    return (*at_once(s, [giver], credits_=s.credits[giver]), *promised(s, [giver]))


def unfair(s: MetalAdventures, giver: Seat, taker: Seat, goods: Goods) -> Text | None:
    """Why these terms cannot be given, if so."""
    return (
        lacking(s, giver, goods) or crowded(s, taker, goods) or unpromising(s, giver, taker, goods)
    )


def undue(lines: Lines, goods: Goods) -> Text | None:
    """Why there is nothing to be due, if so."""
    if any(line[0] == "due" for line in lines) and not later(goods):
        return _("Nothing is promised here, so nothing is due. Leave 'by' out, or add 'later'.")
    return None


class _Calling(Terms[MetalAdventures]):
    """Whom a principal asks for help, and what each of them is offered.

    `bob 2 credits carol 1 wreck later`; a name alone asks for help and offers nothing.
    """

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        """Whom there is to ask."""
        raise NotImplementedError

    def parts(self, s: MetalAdventures) -> list[Part]:
        things = (Thing(ASK, _("ask for help")), *offerable(s, self.seat))
        asked = [
            Part(
                str(int(seat)),
                _("%(seat)s, support power %(n)d", seat=seat, n=s.support_power(seat)),
                things,
                word=_("%(seat)s", seat=seat),
                bare=ASK,
            )
            for seat in self.values(s)
        ]
        return [*asked, due_part(s, USUAL_DUE)] if asked else []

    def default(self, s: MetalAdventures) -> Lines:
        return ()

    def check(self, s: MetalAdventures, value: Any) -> Lines:
        """Captains alone, without terms, are enough."""
        if isinstance(value, tuple | list) and all(isinstance(one, int) for one in value):
            free = self.values(s)
            for one in value:
                if one not in free:
                    raise NotAllowed(_("You can ask: %(list)s.", list=free))
            value = [(str(int(one)), ASK, 1) for one in value]
        return super().check(s, value)

    def called(self, lines: Lines) -> tuple[Seat, ...]:
        """Who is asked, in order."""
        return tuple(Seat(int(name)) for name, what, _n in lines if what == ASK)

    def goods(self, lines: Lines, seat: Seat) -> Goods:
        """What one of them is offered."""
        part = str(int(seat))
        return goods_in(tuple(line for line in lines if line[1] != ASK), part)

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        return battle_facts(s)


@dataclass
class SeekHelp(_Calling):
    """MA-6.4, MA-10.2: whom the attacker asks for help, the most welcome first, on what terms."""

    rule = "MA-6.4"
    ordered = True

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        return [seat for seat in s.others(self.seat) if not s.infamous(seat)]

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        every: Goods = ()
        for seat in self.called(lines):
            goods = self.goods(lines, seat)
            every += goods
            why = unfair(s, self.seat, seat, goods)
            if why is not None:
                return why
        return undue(lines, every)

    def sentence(self, s: MetalAdventures) -> Text:
        if s.battle is None or s.battle.attacker != self.seat:
            return _("Whom do you ask for help, the most welcome first, and what do you offer?")
        return _(
            "You attack %(enemy)s, power %(power)d. Whom do you ask for help, the most welcome"
            " first, and what do you offer?",
            enemy=target(s),
            power=strength(s),
        )


@dataclass
class Help(Terms[MetalAdventures]):
    """MA-6.4: does this captain help the attacker, as offered or on other terms?

    `help`, `decline`, or `help for 3 credits`.
    """

    rule = "MA-6.4"
    pace = REACTION

    def parts(self, s: MetalAdventures) -> list[Part]:
        answers = (
            Thing(HELP, _("help"), also=(_("yes"), _("accept"))),
            Thing(DECLINE, _("decline"), also=(_("no"), _("refuse"))),
        )
        return [
            Part("answer", _("Your answer"), answers, least=1, most=1),
            Part(
                "for",
                _("Only for this, if you want other terms"),
                offerable(s, s.fight.attacker),
                word=_("for"),
            ),
            due_part(s, USUAL_DUE),
        ]

    def promised(self, s: MetalAdventures) -> bool:
        """Has this captain promised to help?"""
        return bool(helps(s, self.seat, s.fight.attacker))

    def default(self, s: MetalAdventures) -> Lines:
        return (("answer", HELP if self.promised(s) else DECLINE, 1),)

    def check(self, s: MetalAdventures, value: Any) -> Lines:
        """Yes and no are enough."""
        if isinstance(value, bool):
            value = [("answer", HELP if value else DECLINE, 1)]
        return super().check(s, value)

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        goods = goods_in(lines, "for")
        if not willing(lines) and goods:
            return _("Either help for this, or decline.")
        return unfair(s, s.fight.attacker, self.seat, goods) or undue(lines, goods)

    def sentence(self, s: MetalAdventures) -> Text:
        fight = s.fight
        said = _(
            "%(seat)s (power %(own)d) attacks %(enemy)s (power %(power)d) and asks for your help."
            " You are offered: %(terms)s. Do you help?",
            seat=fight.attacker,
            own=s.power(fight.attacker),
            enemy=target(s),
            power=strength(s),
            terms=terms_text(deal_of(s, fight.attacker, self.seat)),
        )
        if self.promised(s):
            return _(
                "%(question)s You have promised to: declining costs 1 Judgment.", question=said
            )
        return said

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        deal = deal_of(s, s.fight.attacker, self.seat)
        return {
            **battle_facts(s),
            **offered_facts(deal.goods if deal else ()),
            "promised": self.promised(s),
        }


def offered_facts(goods: Goods) -> dict[str, int]:
    """For standing orders: how many credits are offered, at once and later."""
    return {
        "credits": total(goods, "credits"),
        "credits_later": sum(good.n for good in later(goods) if good.what == "credits"),
    }


def willing(lines: Lines) -> bool:
    """Does an answer mean help?"""
    return ("answer", HELP, 1) in lines


# Challenges, MA-7.1.


@dataclass
class CallAllies(_Calling):
    """MA-7.1: whom a principal calls, and on what terms, while the other does the same."""

    rule = "MA-7.1"
    pace = REACTION

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        fight = s.fight
        principals = (fight.attacker, fight.defender)
        free = [seat for seat in s.others(self.seat) if not s.infamous(seat)]
        return [seat for seat in free if seat not in principals]

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        every: Goods = ()
        for seat in self.called(lines):
            goods = self.goods(lines, seat)
            every += goods
            why = crowded(s, seat, goods) or unpromising(s, self.seat, seat, goods)
            if why is not None:
                return why
        return overdrawn(s, self.seat, every) or undue(lines, every)

    def sentence(self, s: MetalAdventures) -> Text:
        fight = s.fight
        if self.seat == fight.attacker:
            return _(
                "You challenge %(seat)s. Whom do you call to your side, and what do you offer?",
                seat=fight.defender,
            )
        return _(
            "%(seat)s challenges you. Whom do you call to your side, and what do you offer? What"
            " you offer is due after the plunder.",
            seat=fight.attacker,
        )


def overdrawn(s: MetalAdventures, principal: Seat, goods: Goods) -> Text | None:
    """MA-7.1: all allies together must be paid; the challenged captain pays after the plunder."""
    cards = names(goods, "card")
    if len(set(cards)) != len(cards):
        return _("You can give a card to one captain only.")
    return lacking(s, principal, goods) if principal == s.fight.attacker else None


@dataclass
class TakeSide(Terms[MetalAdventures]):
    """MA-7.1: a captain who was called stands by one side, as offered or on other terms, or by
    neither."""

    rule = "MA-7.1"
    pace = REACTION
    callers: tuple[Seat, ...] = ()

    def values(self, s: MetalAdventures) -> Sequence[str]:
        fight = s.fight
        sides = ((CHALLENGER, fight.attacker), (CHALLENGED, fight.defender))
        return (NEITHER, *(side for side, seat in sides if seat in self.callers))

    def parts(self, s: MetalAdventures) -> list[Part]:
        sides = tuple(
            Thing(side, self.word(s, side), also=(side,), hint=self.hint(s, side))
            for side in self.values(s)
        )
        things: dict[str | int, Thing] = {}
        for principal in self.callers:
            for thing in offerable(s, principal):
                known = things.get(thing.value)
                if known is None or known.most < thing.most:
                    things[thing.value] = thing
        return [
            Part("side", _("Whom you stand by"), sides, least=1, most=1),
            Part(
                "for",
                _("Only for this, if you want other terms"),
                tuple(things.values()),
                word=_("for"),
            ),
            due_part(s, USUAL_DUE),
        ]

    def word(self, s: MetalAdventures, side: str) -> Text:
        principal = self.principal(s, side)
        return _("neither") if principal is None else _("%(seat)s", seat=principal)

    def hint(self, s: MetalAdventures, side: str) -> Text | None:
        principal = self.principal(s, side)
        if principal is None:
            return None
        return _("offers: %(terms)s", terms=terms_text(deal_of(s, principal, self.seat)))

    def principal(self, s: MetalAdventures, side: str) -> Seat | None:
        """Whom a side means."""
        return {CHALLENGER: s.fight.attacker, CHALLENGED: s.fight.defender}.get(side)

    def side_in(self, lines: Lines) -> str:
        return next(str(what) for name, what, _n in lines if name == "side")

    def default(self, s: MetalAdventures) -> Lines:
        """MA-10.4: neither, unless help was promised."""
        bound = [
            side
            for side in self.values(s)
            if (principal := self.principal(s, side)) is not None and helps(s, self.seat, principal)
        ]
        return (("side", bound[0] if bound else NEITHER, 1),)

    def check(self, s: MetalAdventures, value: Any) -> Lines:
        """The side alone is enough."""
        return super().check(s, [("side", value, 1)] if isinstance(value, str) else value)

    def fits(self, s: MetalAdventures, lines: Lines) -> Text | None:
        goods = goods_in(lines, "for")
        principal = self.principal(s, self.side_in(lines))
        if principal is None:
            return _("Either help somebody for this, or stand by neither.") if goods else None
        for card in names(goods, "card"):
            if card not in s.improvements[principal]:
                return _("%(seat)s does not have %(card)s.", seat=principal, card=card)
        return unfair(s, principal, self.seat, goods) or undue(lines, goods)

    def why_not(self, s: MetalAdventures, part: Part, value: object) -> Text:
        if part.name == "side":
            words = [self.word(s, side) for side in self.values(s)]
            return _("That side has not called you. You can choose: %(list)s.", list=words)
        return super().why_not(s, part, value)

    def sentence(self, s: MetalAdventures) -> Text:
        fight = s.fight
        return _(
            "%(seat)s (power %(power)d) challenges %(other)s (power %(others)d), and you are"
            " called. Whom do you stand by?",
            seat=fight.attacker,
            power=s.power(fight.attacker),
            other=fight.defender,
            others=s.power(fight.defender) if fight.defender is not None else 0,
        )

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        return battle_facts(s)


@dataclass
class TakeTerms(ChooseSome[MetalAdventures, Seat]):
    """MA-7.1: whose named terms a principal accepts; doing nothing accepts none."""

    rule = "MA-7.1"
    pace = NEGOTIATION
    named: tuple[Seat, ...] = ()
    ready: tuple[Seat, ...] = ()
    """Who stands by this principal as offered: they are paid too."""

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        return self.named

    def fits(self, s: MetalAdventures, chosen: tuple[Seat, ...]) -> Text | None:
        paid = [d for d in s.fight.terms if d.principal == self.seat]
        paid = [d for d in paid if d.ally in (*chosen, *self.ready)]
        return overdrawn(s, self.seat, tuple(good for deal in paid for good in deal.goods))

    def sentence(self, s: MetalAdventures) -> Text:
        return _("These captains would stand by you on other terms. Whose do you accept?")

    def hint(self, s: MetalAdventures, value: Seat) -> Text:
        return _(
            "Support power %(n)d, for: %(terms)s",
            n=s.support_power(value),
            terms=terms_text(deal_of(s, self.seat, value)),
        )
