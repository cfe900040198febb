"""MA-6.6 to 6.9: what is declared, the roll, the cards after it, and the comparison."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import Seat, Table

from ..events.battle import CardPlayed, Compared, FaktorDeclared
from ..pack import AFTER
from ..prompts.battle import FAKTOR, PASS, Declare, PlayAfter, declarable
from ..score import lines, totals
from ..state import ATTACK, DEFENCE, MetalAdventures
from ..support import playable
from .support import PLAYS


async def declare(t: Table[MetalAdventures]) -> None:
    """MA-6.6: one sealed declaration per side; after a betrayal the traitor's comes first."""
    fight = t.state.fight
    sides = (DEFENCE, ATTACK) if fight.traitor is not None else (ATTACK, DEFENCE)
    for side in sides:
        await declare_together(t, fight.fighters(side))


async def declare_together(t: Table[MetalAdventures], fighters: Sequence[Seat]) -> None:
    """MA-6.6: the fighters of one side say under seal what they use before the roll."""
    asked = [seat for seat in fighters if declarable(t.state, seat)]
    declared = await t.ask_all(Declare(seat) for seat in asked)
    for seat in asked:
        await use(t, seat, declared[seat])


async def use(t: Table[MetalAdventures], seat: Seat, declared: Sequence[str]) -> None:
    """MA-6.6: what a fighter declared is used."""
    for used in declared:
        if used == FAKTOR:
            t.do(FaktorDeclared(seat))
        else:
            await play(t, seat, used)


async def play(t: Table[MetalAdventures], seat: Seat, card: str) -> None:
    """MA-6.9: play a support card; it goes to the Bazaar discard and does what it says."""
    effect = t.state.pack.supports[card].effect
    t.do(CardPlayed(seat, card))
    await PLAYS[effect.name](t, seat, card, effect)


async def play_after_the_roll(t: Table[MetalAdventures]) -> None:
    """MA-6.9: holders are asked in turn until all pass in a row; a traitor plays nothing."""
    s = t.state
    fight = s.fight
    challenged = fight.fighters(DEFENCE) if fight.defender is not None else []
    order = [*fight.fighters(ATTACK), *challenged]
    passed = 0
    while passed < len(order):
        for seat in order:
            card = PASS
            if any(playable(s, seat, held, AFTER) for held in s.supports(seat)):
                card = await t.ask(PlayAfter(seat))
            if card == PASS:
                passed += 1
            else:
                passed = 0
                await play(t, seat, card)
            if passed == len(order):
                break


def compare(t: Table[MetalAdventures]) -> None:
    """MA-6.7: the higher sum wins, and a tie goes to the attacker."""
    attack, defence = totals(t.state)
    t.do(Compared(lines(t.state), attack, defence, attack >= defence))
