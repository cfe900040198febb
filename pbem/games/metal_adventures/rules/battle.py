"""MA-6: a battle against a starship or a planet, and the way into a challenge."""

from __future__ import annotations

from typing import Any

from pbem.engine import Prompt, Seat, Table

from ..effects import adjusted
from ..events.battle import (
    BattleChosen,
    Betrayed,
    DebtDue,
)
from ..events.captain import DieBlanked
from ..prices import karokum_price
from ..prompts.acts import Claim, Discard
from ..prompts.battle import Betray, Declare, PickKarokumShip, declarable
from ..prompts.deals import Accept, Promise
from ..prompts.turn import ATTACK, CHALLENGE, SPACE
from ..state import UNUSED, MetalAdventures
from .allies import alliance
from .astrolabe import judge, pay
from .challenge import challenge
from .dice import compare, declare, play_after_the_roll, use
from .promises import after_the_battle, break_peace
from .roll import roll
from .settle import settle
from .space import find_ship


async def battle(t: Table[MetalAdventures], seat: Seat, choice: str) -> bool:
    """MA-4.2: one of the four battles. False if Space held no ship to attack (MA-6.1)."""
    with t.closed(Claim, Discard, Accept, Promise):
        if choice.startswith(CHALLENGE):
            rival = Seat(int(choice.removeprefix(CHALLENGE)))
            t.do(BattleChosen(seat, "challenge", defender=rival))
            break_peace(t, seat, rival)
            debt_falls_due(t, seat)
            await challenge(t)
        elif choice.startswith(ATTACK):
            t.do(BattleChosen(seat, "planet", choice.removeprefix(ATTACK)))
            await attack(t)
        elif choice == SPACE:
            t.do(BattleChosen(seat, "space"))
            if not await find_ship(t, seat):
                return False
            await attack(t)
        else:
            ship = await t.ask(PickKarokumShip(seat))
            pay(t, seat, karokum_price(t.state, seat), "karokum")
            t.do(BattleChosen(seat, "karokum", ship))
            await attack(t)
        clear_debt(t, seat)
        await after_the_battle(t)
    return True


async def attack(t: Table[MetalAdventures]) -> None:
    """MA-6, MAR-47: ally, betrayal, declarations, roll, cards, comparison, settlement."""
    seat = t.state.fight.attacker
    debt_falls_due(t, seat)
    await alliance(t, seat)
    await betray_and_declare(t)
    roll(t)
    await play_after_the_roll(t)
    compare(t)
    await settle(t)


def debt_falls_due(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.7: the die left on a face from an earlier battle will be subtracted."""
    face = t.state.faktor[seat]
    owed = adjusted(t.state, seat, "debt", face) if face else 0
    if owed:
        t.do(DebtDue(seat, owed))


def clear_debt(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.8, MAR-52: after the battle in which it was subtracted the die is blank."""
    s = t.state
    if s.faktor[seat] and s.fight.faktor[seat] == UNUSED:
        t.do(DieBlanked(seat))


async def betray_and_declare(t: Table[MetalAdventures]) -> None:
    """MA-6.5, MA-6.6, MA-10.3: the ally stays true or betrays; what each side uses is declared.

    The attacker is asked in the same breath as the ally: what they declare counts only if the
    ally stays true, and is not told before the ally has declared too. After a betrayal the
    traitor declares first, and then the attacker anew.
    """
    s = t.state
    ship = s.pack.ships.get(s.fight.target)
    if not s.fight.allies or (ship is not None and ship.hunter):
        await declare(t)
        return
    attacker, ally = s.fight.attacker, s.fight.allies[0]
    asked: list[Prompt[MetalAdventures, Any]] = [Betray(ally)]
    if declarable(s, attacker):
        asked.insert(0, Declare(attacker))
    declared: tuple[str, ...] = ()
    async for seat, answer in t.any_of(asked):
        if seat == attacker:
            declared = answer
        elif answer:
            t.do(Betrayed(ally, attacker))
            judge(t, ally, "betrayal")  # MAR-64.
            await declare(t)
            return
    helps_with = await t.ask(Declare(ally)) if declarable(s, ally) else ()
    await use(t, attacker, declared)
    await use(t, ally, helps_with)
