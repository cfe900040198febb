"""MA-7: one captain challenges another, with any number of allies on both sides."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..events.battle import LaidOut
from ..events.captain import Robbed
from ..events.cards import ImprovementPlundered, WrecksMoved, WrecksPlundered, WrecksShown
from ..prompts.challenge import (
    CREDITS,
    IMPROVEMENT,
    NOTHING,
    WRECKS,
    Plunder,
    TakeImprovement,
    TakeWrecks,
    half,
)
from ..state import ATTACK, DEFENCE, POT, MetalAdventures
from .allies import principals, take_sides
from .astrolabe import damage, glory, receive
from .dice import compare, declare, play_after_the_roll
from .improvements import keep_to_the_limit
from .promises import void_what_is_lost
from .roll import roll
from .trophies import deed

LOSERS_DAMAGE = 1


async def challenge(t: Table[MetalAdventures]) -> None:
    """MA-7: allies, declarations, roll, cards, comparison, settlement."""
    await take_sides(t)
    await declare(t)
    roll(t)
    await play_after_the_roll(t)
    compare(t)
    await settle_challenge(t)


async def settle_challenge(t: Table[MetalAdventures]) -> None:
    """MA-7.3, MA-7.4, MAR-84: damage, then glory and the Pot, then the plunder."""
    s = t.state
    fight = s.fight
    challenger, challenged = principals(s)
    won = fight.result == "won"
    winners, losers = (ATTACK, DEFENCE) if won else (DEFENCE, ATTACK)
    if losers not in fight.shielded:
        for seat in fight.fighters(losers):
            damage(t, seat, LOSERS_DAMAGE, "battle")
    winner = challenger if won else challenged
    glory(t, winner, 1, "challenge")
    receive(t, winner, s.purse[POT], POT)
    deed(t, winner, "won_challenge" if won else "held_challenge")
    for ally in fight.fighters(winners)[1:]:
        deed(t, ally, "helped_win")
    if won:
        await plunder(t, challenger, challenged)


async def plunder(t: Table[MetalAdventures], seat: Seat, loser: Seat) -> None:
    """MA-7.3: credits, an improvement or wrecks, of what there is; or nothing."""
    s = t.state
    choice = Plunder(seat, loser)
    if choice.values(s) == (NOTHING,):
        return
    taken = await t.ask(choice)
    if taken == CREDITS:
        t.do(Robbed(seat, loser, half(s.credits[loser])))
    elif taken == IMPROVEMENT:
        await take_improvement(t, seat, loser)
    elif taken == WRECKS:
        await take_wrecks(t, seat, loser)


async def take_improvement(t: Table[MetalAdventures], seat: Seat, loser: Seat) -> None:
    """MA-7.3, MAR-83: one improvement of the winner's choice."""
    t.do(LaidOut(t.dice.shuffle("plunder", t.state.improvements[loser])))
    taken = await t.ask(TakeImprovement(seat))
    with void_what_is_lost(t, loser):
        t.do(ImprovementPlundered(seat, loser, taken))
    await keep_to_the_limit(t, seat)


async def take_wrecks(t: Table[MetalAdventures], seat: Seat, loser: Seat) -> None:
    """MA-7.3, MAR-82: commit to wrecks first, then look at them all, then choose half."""
    t.do(WrecksShown(seat, loser, t.dice.shuffle("plunder", t.state.wrecks[loser])))
    cards = await t.ask(TakeWrecks(seat))
    with void_what_is_lost(t, loser):
        t.do(WrecksPlundered(seat, loser, len(cards)))
        t.do(WrecksMoved(seat, loser, cards))
