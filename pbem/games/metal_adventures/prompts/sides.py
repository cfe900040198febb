"""Whom the two in a challenge call to their sides, and by whom a captain stands. MA-7.1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import NEGOTIATION, REACTION, ChooseSome, Lines, Part, Seat, Terms, Text, Thing, _

from ..bundles import crowded, lacking, unpromising
from ..deal_words import terms_text
from ..deals import Goods, deal_of, helps, names
from ..state import MetalAdventures
from .allies import SHARE, USUAL_DUE, USUAL_SHARE, Calling, offerable, priced, undue, unfair
from .battle import battle_facts
from .challenge import CHALLENGED, CHALLENGER, NEITHER
from .things import due_part, goods_in


@dataclass
class CallAllies(Calling):
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

    def usual(self, s: MetalAdventures) -> Sequence[tuple[Lines, Text | None]]:
        """Each side on the terms it offers, or neither; other terms are written out."""
        return [((("side", side, 1),), self.hint(s, side)) for side in self.values(s)]

    def example(self, s: MetalAdventures) -> Lines:
        """One who called, for a share of the spoils if it can be promised."""
        side = ("side", self.values(s)[-1], 1)
        return priced(self, s, (side, ("for", SHARE, USUAL_SHARE))) or (side,)

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
