"""MA-6.7, MA-7.2: both sums of a battle, part by part, as they are at this moment."""

from __future__ import annotations

from pbem.engine import Seat

from .effects import score_parts
from .state import ATTACK, DEFENCE, UNUSED, Line, MetalAdventures


def lines(s: MetalAdventures) -> tuple[Line, ...]:
    """The receipt of the battle: the attacker's side, then the other."""
    fight = s.fight
    found = [Line(ATTACK, "power", fight.attacker, "", s.power(fight.attacker))]
    found += _cards(s, ATTACK, fight.attacker)
    found.append(Line(ATTACK, "orange", None, "", fight.orange))
    found += _helpers(s, ATTACK, fight.fighters(ATTACK)[1:])
    found += _dice_and_extras(s, ATTACK)
    if fight.debt:
        found.append(Line(ATTACK, "debt", fight.attacker, "", -fight.debt))
    found.append(_defender(s))
    helpers = fight.fighters(DEFENCE)
    if fight.defender is not None:
        found += _cards(s, DEFENCE, fight.defender)
        helpers = helpers[1:]
    found.append(Line(DEFENCE, "gray", None, "", fight.gray))
    found += _helpers(s, DEFENCE, helpers)
    found += _dice_and_extras(s, DEFENCE)
    return tuple(found)


def totals(s: MetalAdventures) -> tuple[int, int]:
    """The attacker's sum and the defender's."""
    found = lines(s)
    attack = sum(line.amount for line in found if line.side == ATTACK)
    return attack, sum(line.amount for line in found if line.side == DEFENCE)


def _defender(s: MetalAdventures) -> Line:
    fight = s.fight
    if fight.defender is not None:
        return Line(DEFENCE, "power", fight.defender, "", s.power(fight.defender))
    if fight.kind == "planet":
        return Line(DEFENCE, "planet", None, fight.target, s.pack.planets[fight.target])
    return Line(DEFENCE, "ship", None, fight.target, s.pack.ships[fight.target].power)


def _cards(s: MetalAdventures, side: str, seat: Seat) -> list[Line]:
    return [Line(side, "card", seat, card, amount) for card, amount in score_parts(s, seat)]


def _helpers(s: MetalAdventures, side: str, helpers: list[Seat]) -> list[Line]:
    return [Line(side, "support", seat, "", s.support_power(seat)) for seat in helpers]


def _dice_and_extras(s: MetalAdventures, side: str) -> list[Line]:
    fight = s.fight
    rolled = [seat for seat in fight.fighters(side) if fight.faktor[seat] != UNUSED]
    dice = [Line(side, "faktor", seat, "", fight.faktor[seat]) for seat in rolled]
    extras = [Line(side, "extra", None, e.card, e.amount) for e in fight.extras if e.side == side]
    return dice + extras
