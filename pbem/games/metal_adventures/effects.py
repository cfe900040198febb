"""What cards do for as long as a captain has them: small named functions that a pack refers to.

Each changes one number of the rules: a price, a count, a share of damage, a score. The rules
ask for the number with `adjusted`, and whatever the captain owns has its say. Effects add up
without restriction (MA-1.3).
"""

# ruff: noqa: ARG001 All effects take the same arguments.

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbem.engine import Seat

from .pack import Effect

if TYPE_CHECKING:
    from .state import MetalAdventures

Adjust = Callable[[int, Effect, "MetalAdventures", Seat], int]

LASTING: dict[str, tuple[str, Adjust]] = {}
"""Each lasting effect by name: which number it changes, and how."""


def lasting(number: str) -> Callable[[Adjust], Adjust]:
    """Register a function as the lasting effect of its name, for one number of the rules."""

    def register(adjust: Adjust) -> Adjust:
        LASTING[adjust.__name__] = (number, adjust)
        return adjust

    return register


def adjusted(s: MetalAdventures, seat: Seat, number: str, value: int) -> int:
    """A number of the rules as it is for this captain."""
    for _card, effect in s.effects(seat):
        on, adjust = LASTING[effect.name]
        if on == number:
            value = adjust(value, effect, s, seat)
    return value


def score_parts(s: MetalAdventures, seat: Seat) -> list[tuple[str, int]]:
    """What a principal's cards add to the score of the battle being fought, card by card."""
    parts = []
    for card, effect in s.effects(seat):
        on, adjust = LASTING[effect.name]
        amount = adjust(0, effect, s, seat) if on == "score" else 0
        if amount:
            parts.append((card, amount))
    return parts


# Prices.


@lasting("purchase_price")
def cheaper_purchase(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """What is bought at the OCG costs less, never less than nothing."""
    return max(0, value - effect.amount)


@lasting("karokum_price")
def cheaper_karokum(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """An attack by way of Karokum costs less, never less than nothing."""
    return max(0, value - effect.amount)


@lasting("repair_price")
def cheaper_repair(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Minor repairs cost less, never less than nothing."""
    return max(0, value - effect.amount)


# Counts and shares.


@lasting("event_credits")
def event_credit(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """MA-1.4, Rhum: credits for every event that is drawn."""
    return value + effect.amount


@lasting("trophies_drawn")
def trophy_choice(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """MA-1.4, Lumiculaire: more trophies to choose from in the Trophies action."""
    return value + effect.amount


@lasting("ship_credits")
def spoils(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """More credits for every ship that is beaten."""
    return value + effect.amount


@lasting("rest_credits")
def rest_credit(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """More credits for a rest."""
    return value + effect.amount


@lasting("rest_trophies")
def rest_choice(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """More trophies to choose from at rest."""
    return value + effect.amount


@lasting("support_power")
def support_bonus(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """More power in somebody else's battle."""
    return value + effect.amount


@lasting("debt")
def debt_relief(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Less is subtracted for a Metal Faktor die from an earlier battle."""
    return max(0, value - effect.amount)


@lasting("damage")
def plating(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Of 2 or more damage at once some is taken off, but never all of it."""
    return max(1, value - effect.amount) if value > 1 else value


# Scores. Only the two principals of a battle have them.


@lasting("score")
def against_nation(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Stronger against ships of one nation."""
    ship = s.pack.ships.get(s.fight.target)
    return value + effect.amount if ship and ship.nation == effect.of else value


@lasting("score")
def against_hunters(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Stronger against Pirate Hunters."""
    ship = s.pack.ships.get(s.fight.target)
    return value + effect.amount if ship and ship.hunter else value


@lasting("score")
def against_planets(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Stronger against planets."""
    return value + effect.amount if s.fight.kind == "planet" else value


@lasting("score")
def when_challenged(value: int, effect: Effect, s: MetalAdventures, seat: Seat) -> int:
    """Stronger against a challenger."""
    return value + effect.amount if s.fight.defender == seat else value
