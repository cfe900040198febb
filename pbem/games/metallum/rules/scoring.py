"""ML-5.1, ML-5.4: what planets bring, and who wins."""

from __future__ import annotations

from pbem.engine import Outcome, Seat

from ..events.rounds import PlanetScored, ScoringBegan
from ..names import POOR, RICH
from ..state import Metallum
from .pieces import amount_anywhere, amount_of, modules_with
from .trying import Doer

MORE: dict[str, int] = {RICH: 5, POOR: 1}
FEWER: dict[str, int] = {RICH: 2, POOR: 0}


def strength(s: Metallum, seat: Seat, at: int) -> int:
    """MT-44: a player's robots at a position; a Mining Station counts as one."""
    return s.robots[seat][at] + amount_of(s, "counts", at, seat)


def lead(s: Metallum, seat: Seat, at: int) -> int:
    """By how much a player is ahead here; a Bulwark decides a tie that is not none."""
    mine, theirs = strength(s, seat, at), strength(s, s.enemy(seat), at)
    if mine == theirs and mine:
        holds = [bool(modules_with(s, "holds", at, who)) for who in (seat, s.enemy(seat))]
        return holds[0] - holds[1]
    return mine - theirs


def yields(s: Metallum, seat: Seat, at: int) -> int:
    """ML-5.1: what this position brings a player by the normal rules, modules included."""
    ahead, mine = lead(s, seat, at), strength(s, seat, at)
    deposit = s.deposits[at]
    amount = 0
    if ahead > 0:
        amount = MORE.get(deposit, 3)
    elif ahead < 0 and mine:
        amount = FEWER.get(deposit, 1)
    elif mine and not ahead:
        amount = amount_anywhere(s, "shares", seat)  # ML-6.2: the Conglomerate.
    if amount:
        amount += amount_of(s, "refines", at, seat)
    if s.robots[seat][at]:
        amount += amount_of(s, "trades", at, seat)
    return amount


def score(t: Doer) -> None:
    """ML-5.1: from Alpha to Omega, every planet brings what it brings."""
    s = t.state
    t.do(ScoringBegan())
    for at in s.face_up():
        amounts = (yields(s, s.seats[0], at), yields(s, s.seats[1], at))
        if any(amounts):
            t.do(PlanetScored(s.place(at), amounts))


def outcome(s: Metallum) -> Outcome:
    """ML-5.4: most $; then most robots in the system; then the dearest modules; then a draw."""
    ladder: dict[str, list[int]] = {
        "money": s.money,
        "robots": [sum(s.robots[seat]) for seat in s.seats],
        "modules": [sum(s.module(m).cost for m in s.bought[seat]) for seat in s.seats],
    }
    for reason, (one, other) in ladder.items():
        if one != other:
            winner = s.seats[0] if one > other else s.seats[1]
            return Outcome(reason, (winner,), tuple(s.money))
    return Outcome("draw", s.seats, tuple(s.money))
