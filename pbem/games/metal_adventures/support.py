"""When support cards can be played. What they do is in `rules/support.py`. MA-6.9, GEN-3."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine import Seat

from .state import MOST_DAMAGE, MetalAdventures

Use = Callable[[MetalAdventures, Seat], bool]

USES: dict[str, Use] = {}
"""Is there anything for an effect to do? What is not here can always be played."""


def use(test: Use) -> Use:
    """Register a function as the test of the effect of its name."""
    USES[test.__name__] = test
    return test


@use
def shield(s: MetalAdventures, seat: Seat) -> bool:
    """Not twice for the same side."""
    return s.battle is None or s.fight.side_of(seat) not in s.fight.shielded


@use
def forgive_debt(s: MetalAdventures, seat: Seat) -> bool:
    """Only the attacker owes, and only what is left of it."""
    if s.battle is None:
        return s.faktor[seat] > 0
    return s.fight.attacker == seat and s.fight.debt > 0


@use
def repair(s: MetalAdventures, seat: Seat) -> bool:
    """There must be damage to repair."""
    return s.damage[seat] > 0


@use
def hit(s: MetalAdventures, seat: Seat) -> bool:
    """There must be a captain to hit."""
    return bool(victims(s, seat))


def victims(s: MetalAdventures, seat: Seat) -> list[Seat]:
    """MA-6.9: captains on the other side who can still be damaged."""
    if s.battle is None:
        return []
    other = s.fight.fighters(s.fight.other(seat))
    return [foe for foe in other if s.damage[foe] < MOST_DAMAGE]


def playable(s: MetalAdventures, seat: Seat, card: str, when: str) -> bool:
    """MA-6.9: can this card be played at this time of the battle?"""
    support = s.pack.supports[card]
    test = USES.get(support.effect.name)
    return support.when == when and (test is None or test(s, seat))
