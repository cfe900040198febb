"""MA-6.4, MA-7.1: help is asked for, terms are named and struck, promised help is called on."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine import Seat, Table

from ..deals import (
    AFTER,
    TROPHY,
    WIN,
    WRECK,
    AllyTerms,
    Goods,
    Promise,
    deal_of,
    helps,
    later,
    now,
)
from ..events.battle import Allied, AlliesCalled, HelpAnswered, HelpSought, SideTaken
from ..events.deals import TermsNamed, TermsOffered
from ..prompts.allies import Help, SeekHelp, willing
from ..prompts.battle import PickAlly
from ..prompts.promises import HandOver
from ..prompts.sides import CallAllies, TakeSide, TakeTerms
from ..prompts.things import due_in, goods_in
from ..state import MetalAdventures
from .deals import exchange
from .promises import break_all, give_word, settle_one

T = Table[MetalAdventures]


async def alliance(t: T, seat: Seat) -> None:
    """MA-6.4: ask for help, all at once; at most one ally. With two captains there is none."""
    s = t.state
    call = SeekHelp(seat)
    if len(t.seats) == 2 or s.infamous(seat) or not call.values(s):
        return
    lines = await t.ask(call)
    asked = call.called(lines)
    if not asked:
        return
    t.do(HelpSought(seat, asked))
    due, by = due_in(s, lines, WIN)
    for other in asked:
        offer(t, seat, other, call.goods(lines, other), due, by)
    answers = await t.ask_all(Help(other) for other in asked)
    bound = {other: helps(s, other, seat) for other in asked}
    for other, answer in answers.items():
        t.do(HelpAnswered(other, seat, willing(answer)))
        name_terms(t, other, seat, goods_in(answer, "for"), *due_in(s, answer, WIN))
    ally = None
    if s.fight.willing:
        pick = PickAlly(seat)
        ally = pick.seat_of(await t.ask(pick))
    if ally is not None:
        await strike(t, seat, ally)
    for other in asked:
        called_on(t, bound[other], came=came(s, seat, other))


def came(s: MetalAdventures, principal: Seat, helper: Seat) -> bool:
    """MA-8.7: was promised help given? Whoever was willing and not taken has not refused; other
    terms are a refusal, unless they were accepted."""
    if helper in (*s.fight.allies, *s.fight.backers):
        return True
    deal = deal_of(s, principal, helper)
    return helper in s.fight.willing and not (deal is not None and deal.named)


def called_on(t: T, bound: list[Promise], *, came: bool) -> None:
    """MA-8.7: promised help was asked for: it came, or refusing it is the breach."""
    if came:
        for promise in bound:
            settle_one(t, promise, "kept")
    else:
        break_all(t, bound)


def offer(t: T, principal: Seat, other: Seat, goods: Goods, due: str, by: int) -> None:
    """What one of those asked is offered, known to the two."""
    if goods:
        t.do(TermsOffered(principal, other, goods, due, by))


def name_terms(t: T, seat: Seat, principal: Seat, goods: Goods, due: str, by: int) -> None:
    """Other terms than those offered, known to the two."""
    if goods:
        t.do(TermsNamed(seat, principal, goods, due, by))


async def strike(t: T, principal: Seat, ally: Seat) -> None:
    """MA-6.4: the terms are binding from now on, and immediate payment moves; what a challenged
    captain pays is due after the plunder (MA-7.1)."""
    s = t.state
    deal = deal_of(s, principal, ally)
    t.do(Allied(ally, principal))
    if deal is None:
        return
    if principal == s.fight.defender:
        paid = tuple(replace(good, later=True) for good in now(deal.goods))
        give_word(t, principal, ally, paid, AFTER, 0, battle=True)
    elif now(deal.goods):
        chosen = await hidden_choice(t, deal)
        exchange(t, principal, ally, now(deal.goods), (), chosen)
    give_word(t, principal, ally, later(deal.goods), deal.due, deal.by, battle=True)


async def hidden_choice(t: T, deal: AllyTerms) -> tuple[str, ...]:
    """MA-8.2: which face-down cards the principal hands over, if there is a choice."""
    s = t.state
    chosen: list[str] = []
    for good in now(deal.goods):
        if good.what in (WRECK, TROPHY):
            choice = HandOver(deal.principal, good.what, good.n)
            if len(choice.values(s)) > good.n:
                places = await t.ask(choice)
                chosen += [choice.cards(s)[place] for place in places]
    return tuple(chosen)


# Challenges.


async def take_sides(t: T) -> None:
    """MA-7.1: both principals call at once, then those called answer, all under seal; then the
    principals accept or refuse the terms that were named."""
    s = t.state
    callers = [seat for seat in principals(s) if not s.infamous(seat)]
    calls = {seat: CallAllies(seat) for seat in callers if CallAllies(seat).values(s)}
    lines = await t.ask_all(calls.values())
    for seat, said in lines.items():
        t.do(AlliesCalled(seat, calls[seat].called(said)))
        due, by = due_in(s, said, WIN)
        for other in calls[seat].called(said):
            offer(t, seat, other, calls[seat].goods(said, other), due, by)
    asked = {
        seat: tuple(one for one, said in lines.items() if seat in calls[one].called(said))
        for seat in s.clockwise(s.active)
    }
    prompts = {seat: TakeSide(seat, who) for seat, who in asked.items() if who}
    answers = await t.ask_all(prompts.values())
    sides: dict[Seat, Seat] = {}
    for seat, answer in answers.items():
        principal = prompts[seat].principal(s, prompts[seat].side_in(answer))
        if principal is not None:
            sides[seat] = principal
            t.do(SideTaken(seat, principal))
            name_terms(t, seat, principal, goods_in(answer, "for"), *due_in(s, answer, WIN))
    bound = {(seat, one): helps(s, seat, one) for seat, who in asked.items() for one in who}
    await seal_alliances(t, sides)
    for (seat, one), promises in bound.items():
        called_on(t, promises, came=sides.get(seat) == one and came(s, one, seat))


async def seal_alliances(t: T, sides: dict[Seat, Seat]) -> None:
    """MA-7.1: alliances once sealed are fixed."""
    s = t.state
    named = {
        principal: tuple(
            seat
            for seat, side in sides.items()
            if side == principal and (d := deal_of(s, principal, seat)) is not None and d.named
        )
        for principal in principals(s)
    }
    ready = {
        principal: tuple(
            seat for seat, side in sides.items() if side == principal and seat not in named[side]
        )
        for principal in named
    }
    accepted = await t.ask_all(TakeTerms(one, who, ready[one]) for one, who in named.items() if who)
    for seat, principal in sides.items():
        if seat not in named[principal] or seat in accepted[principal]:
            await strike(t, principal, seat)


def principals(s: MetalAdventures) -> tuple[Seat, Seat]:
    """The challenger and the challenged."""
    assert s.fight.defender is not None
    return s.fight.attacker, s.fight.defender
