"""Which moves are worth showing: those possible now, or after the ship has moved."""

from __future__ import annotations

from pbem.engine import Seat

from ..pack import DEPLOYMENT, MOVEMENT
from ..state import Metallum
from .moves import offers
from .scoring import yields
from .subroutines import waiting_token


def reachable(s: Metallum, seat: Seat) -> list[int]:
    """Face-up positions where the ship can be in this action phase, by movement or otherwise."""
    spans = [0]
    if token := waiting_token(s, seat, MOVEMENT):
        amount = s.token(token).amount
        spans += [amount, -amount]
    if token := waiting_token(s, seat, "power"):
        amount = s.token(token).amount
        spans += [span + step for span in spans for step in (amount, -amount)]
    at = s.ships[seat]
    found = {at + span for span in spans if 0 <= at + span < len(s.row)}
    if "epsilon" in {s.planet(x) for x in found} or _jumps(s, seat):
        found = set(range(len(s.row)))
    return sorted(x for x in found if s.up[x])


def _jumps(s: Metallum, seat: Seat) -> bool:
    return any(s.module(m).effect in ("jumps", "activates") for m in s.hands[seat])


def conceivable(s: Metallum, seat: Seat) -> list[str]:
    """The moves that are possible now, and those that would be at each reachable planet."""
    found = dict.fromkeys(offers(s, seat))
    fresh = 0
    for wanted in (DEPLOYMENT, "power"):
        if token := waiting_token(s, seat, wanted):
            fresh += s.token(token).amount
    for at in reachable(s, seat):
        there = s.copy()
        there.ships[seat] = at
        there.robots[seat][at] += fresh
        there.money[seat] += _income(there, seat, at)
        found |= dict.fromkeys(offers(there, seat))
    return list(found)


def _income(s: Metallum, seat: Seat, at: int) -> int:
    """What may come in before a module is bought: a discovery, and deep mining here."""
    deep = yields(s, seat, at) if waiting_token(s, seat, "deep") else 0
    return deep + (not all(s.up))
