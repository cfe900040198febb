"""MA-6: a battle against a starship or a planet, and the way into a challenge."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import adjusted
from ..events.battle import (
    Allied,
    BattleChosen,
    Betrayed,
    DebtDue,
    HelpAnswered,
    HelpSought,
)
from ..events.captain import DieBlanked
from ..prices import karokum_price
from ..prompts.acts import Claim, Discard
from ..prompts.battle import Betray, Help, PickAlly, PickKarokumShip, SeekHelp
from ..prompts.turn import ATTACK, CHALLENGE, SPACE
from ..state import UNUSED, MetalAdventures
from .astrolabe import judge, pay
from .challenge import challenge
from .dice import compare, declare, play_after_the_roll
from .roll import roll
from .settle import settle
from .space import find_ship


async def battle(t: Table[MetalAdventures], seat: Seat, choice: str) -> bool:
    """MA-4.2: one of the four battles. False if Space held no ship to attack (MA-6.1)."""
    with t.closed(Claim, Discard):
        if choice.startswith(CHALLENGE):
            rival = Seat(int(choice.removeprefix(CHALLENGE)))
            t.do(BattleChosen(seat, "challenge", defender=rival))
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
    return True


async def attack(t: Table[MetalAdventures]) -> None:
    """MA-6, MAR-47: ally, betrayal, declarations, roll, cards, comparison, settlement."""
    seat = t.state.fight.attacker
    debt_falls_due(t, seat)
    await alliance(t, seat)
    await betrayal(t)
    await declare(t)
    roll(t)
    await play_after_the_roll(t)
    compare(t)
    await settle(t)


def debt_falls_due(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.7: the die left on a face from an earlier battle will be subtracted."""
    face = t.state.faktor[seat]
    if face:
        t.do(DebtDue(seat, adjusted(t.state, seat, "debt", face)))


def clear_debt(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.8, MAR-52: after the battle in which it was subtracted the die is blank."""
    s = t.state
    if s.faktor[seat] and s.fight.faktor[seat] == UNUSED:
        t.do(DieBlanked(seat))


async def alliance(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-6.4: ask for help, all at once; at most one ally. With two captains there is none."""
    s = t.state
    if len(t.seats) == 2 or s.infamous(seat) or not SeekHelp(seat).values(s):
        return
    asked = await t.ask(SeekHelp(seat))
    if not asked:
        return
    t.do(HelpSought(seat, asked))
    answers = await t.ask_all(Help(other) for other in asked)
    for other, willing in answers.items():
        t.do(HelpAnswered(other, seat, willing))
    if s.fight.willing:
        pick = PickAlly(seat)
        ally = pick.seat_of(await t.ask(pick))
        if ally is not None:
            t.do(Allied(ally, seat))


async def betrayal(t: Table[MetalAdventures]) -> None:
    """MA-6.5, MAR-64: before the roll the ally may betray, except against a Pirate Hunter."""
    s = t.state
    ship = s.pack.ships.get(s.fight.target)
    if not s.fight.allies or (ship is not None and ship.hunter):
        return
    ally = s.fight.allies[0]
    if await t.ask(Betray(ally)):
        t.do(Betrayed(ally, s.fight.attacker))
        judge(t, ally, "betrayal")
