"""Asking for help, and on what terms it is given. MA-6.4, MA-7.1, MA-10.2."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import (
    REACTION,
    Lines,
    NotAllowed,
    Part,
    Seat,
    Terms,
    Text,
    Thing,
    _,
)

from ..bundles import crowded, lacking, unmeant, unpromising
from ..deal_words import goods_text, terms_text
from ..deals import Goods, deal_of, helps, later, total
from ..score import totals
from ..state import MetalAdventures
from .battle import battle_facts, has_target, strength, target
from .things import at_once, conduct, due_part, goods_in, promised

ASK, HELP, DECLINE = "ask", "help", "decline"
SHARE, USUAL_SHARE = "later credits", 2
USUAL_DUE = _("When promises are due; usually after a win")


def offerable(s: MetalAdventures, giver: Seat) -> tuple[Thing, ...]:
    """What a principal can give for help: goods now or later, help in return, peace."""
    return (
        *at_once(s, [giver], credits_=s.credits[giver]),
        *promised(s, [giver]),
        *conduct(s, s.others(giver), said=True),
    )


def unfair(s: MetalAdventures, giver: Seat, taker: Seat, goods: Goods) -> Text | None:
    """Why these terms cannot be given, if so."""
    return (
        unmeant(giver, goods)
        or lacking(s, giver, goods)
        or crowded(s, taker, goods)
        or unpromising(s, giver, taker, goods)
    )


def undue(lines: Lines, goods: Goods) -> Text | None:
    """Why there is nothing to be due, if so."""
    if any(line[0] == "due" for line in lines) and not later(goods):
        return _("Nothing is promised here, so nothing is due. Leave 'by' out, or add 'later'.")
    return None


def priced(asked: Terms[MetalAdventures], s: MetalAdventures, lines: Lines) -> Lines | None:
    """These terms if they are possible now."""
    try:
        return asked.check(s, lines)
    except NotAllowed:
        return None


class Calling(Terms[MetalAdventures]):
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

    def usual(self, s: MetalAdventures) -> Sequence[tuple[Lines, Text | None]]:
        """Nobody, everybody for nothing, or the strongest for a part of the spoils."""
        there = self.values(s)
        found: list[tuple[Lines, Text | None]] = [((), None)]
        if len(there) > 1:
            every = tuple((str(int(seat)), ASK, 1) for seat in there)
            found.append((every, _("You ask them for help and offer nothing.")))
        if there:
            part = str(int(max(there, key=s.support_power)))
            share = ((part, ASK, 1), (part, SHARE, USUAL_SHARE))
            if priced(self, s, share) == share:
                found.append((share, _("You promise it for after a win; losing costs nothing.")))
        return found

    def nothing(self, s: MetalAdventures) -> Sequence[Text]:
        return (_("none"), _("alone"))

    def describe(self, s: MetalAdventures, value: Lines) -> Text | str:
        """Whom, and what each is offered."""
        asked = [_for_what(seat, self.goods(value, seat)) for seat in self.called(value)]
        return _("%(list)s", list=asked) if asked else self.nothing(s)[-1]

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


def _for_what(seat: Seat, goods: Goods) -> Text:
    if not goods:
        return _("%(seat)s", seat=seat)
    return _("%(seat)s for %(goods)s", seat=seat, goods=goods_text(goods))


@dataclass
class SeekHelp(Calling):
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
        if s.battle is None or s.battle.attacker != self.seat or not has_target(s):
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

    def usual(self, s: MetalAdventures) -> Sequence[tuple[Lines, Text | None]]:
        """Yes and no; other terms are written out."""
        attack, defence = totals(s)
        support = s.support_power(self.seat)
        why = _(
            "On these terms. Your support power is %(n)d: it would stand %(attack)d to"
            " %(defence)d before the dice.",
            n=support,
            attack=attack + support,
            defence=defence,
        )
        breach = _("You promised to help: this costs 1 Judgment.") if self.promised(s) else None
        return [((("answer", HELP, 1),), why), ((("answer", DECLINE, 1),), breach)]

    def example(self, s: MetalAdventures) -> Lines:
        """Help for a share of the spoils, or as it was asked for if nothing can be promised."""
        yes = ("answer", HELP, 1)
        return priced(self, s, (yes, ("for", SHARE, USUAL_SHARE))) or (yes,)

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
