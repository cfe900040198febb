"""MA-6.9: what support cards do: small named functions that a pack refers to."""

# ruff: noqa: ARG001 All cards take the same arguments.

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.engine import Seat, Table

from ..events.battle import DebtForgiven, DieTurned, ScoreChanged, Shielded
from ..pack import Effect
from ..prompts.battle import HitWhom
from ..state import ATTACK, MetalAdventures
from ..support import victims
from .astrolabe import damage
from .astrolabe import repair as mend
from .roll import roll

Play = Callable[[Table[MetalAdventures], Seat, str, Effect], Awaitable[None]]

PLAYS: dict[str, Play] = {}
"""Each effect of a support card by name."""

OPPOSITE = 7
"""The faces of a die that lie opposite each other add up to this."""


def plays(play: Play) -> Play:
    """Register a function as the support effect of its name."""
    PLAYS[play.__name__] = play
    return play


@plays
async def add_power(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """More for the own side."""
    t.do(ScoreChanged(t.state.fight.side_of(seat), card, effect.amount))


@plays
async def weaken(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """Less for the other side."""
    t.do(ScoreChanged(t.state.fight.other(seat), card, -effect.amount))


@plays
async def reroll_all(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """MAR-56, Captain Jones: every die of the battle is rolled again; the last roll counts."""
    roll(t)


@plays
async def turn_die(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """The other side's battle die is turned over."""
    fight = t.state.fight
    if fight.side_of(seat) == ATTACK:
        t.do(DieTurned(fight.orange, OPPOSITE - fight.gray))
    else:
        t.do(DieTurned(OPPOSITE - fight.orange, fight.gray))


@plays
async def forgive_debt(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """Nothing is subtracted for the Metal Faktor die of an earlier battle."""
    t.do(DebtForgiven(seat))


@plays
async def repair(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """Damage is removed at once, so that power is back before the comparison."""
    mend(t, seat, effect.amount)


@plays
async def hit(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """A captain on the other side takes damage at once."""
    found = victims(t.state, seat)
    if found:  # A card declared before the roll may have lost its only victim since.
        victim = found[0] if len(found) == 1 else await t.ask(HitWhom(seat))
        damage(t, victim, effect.amount, "card")


@plays
async def shield(t: Table[MetalAdventures], seat: Seat, card: str, effect: Effect) -> None:
    """The own side takes no damage if it loses."""
    t.do(Shielded(t.state.fight.side_of(seat)))
