"""What a position is worth to a seat, in $, as a bot sees it."""

from __future__ import annotations

from pbem.engine import Seat

from .rules.pieces import amount_anywhere
from .rules.scoring import FEWER, MORE, yields
from .state import ROUNDS, Metallum

LATER = 0.5
"""A $ that a planet would bring next round, if nothing changed, is worth this much now."""
MOST_ROUNDS = 3
"""Nobody looks further ahead."""
FIRM = (0.0, 0.5, 0.9, 1.15, 1.3)
"""What a lead of 0, 1, 2, 3, 4 or more robots is worth beyond today's $."""
AT_SCORING = ("counts", "holds", "refines", "trades")
"""Effects that change what their planet brings."""
PER_ROUND: dict[str, float] = {
    "builds": 1.0,
    "counts": 0.4,
    "shields": 0.35,
    "rebates": 0.45,
    "shares": 0.8,
    "jams": 0.35,
    "refines": 0.3,
    "tolls": 0.55,
    "trades": 0.35,
    "assembles": 0.7,
    "holds": 0.45,
    "salvages": 0.5,
}
"""What a planet module brings its owner each round, beside what it does at once."""
IN_HAND: dict[str, float] = {
    "activates": 1.8,
    "seizes": 2.3,
    "explodes": 2.5,
    "sabotages": 1.6,
    "jumps": 1.1,
    "pays": 2.0,
    "lifts": 1.8,
    "reinforces": 2.4,
    "surveys": 1.9,
}
"""What an action module is worth while there is a round left to play it in."""


def judge(s: Metallum, seat: Seat) -> float:
    """Money, what planets bring now and later, firm leads and modules: mine less theirs."""
    enemy = s.enemy(seat)
    ahead = min(ROUNDS - s.round, MOST_ROUNDS)
    now, firm = _planets(s, seat)
    value = s.money[seat] - s.money[enemy] + now * (1 + LATER * ahead)
    value += firm * (0.3 + 0.25 * ahead)
    rounds = ROUNDS - s.round
    for module, owner in s.owners.items():
        worth = PER_ROUND[s.module(module).effect] * rounds
        value += worth if owner == seat else -worth
    for who, sign in ((seat, 1), (enemy, -1)):
        for module in s.hands[who]:
            last = rounds == 0 and (who == seat or s.order[:1] == (who,))
            value += 0 if last else sign * IN_HAND[s.module(module).effect]
    return value


def _planets(s: Metallum, seat: Seat) -> tuple[float, float]:
    """What the planets bring today, and how firm the leads are."""
    enemy = s.enemy(seat)
    mine, theirs = s.robots[seat], s.robots[enemy]
    cards = s.pack.modules
    special = {at for module, at in s.sites.items() if cards[module].effect in AT_SCORING}
    ties = amount_anywhere(s, "shares", seat) - amount_anywhere(s, "shares", enemy)
    now = firm = 0.0
    for at, deposit in enumerate(s.deposits):
        a, b = mine[at], theirs[at]
        if at in special:
            now += yields(s, seat, at) - yields(s, enemy, at)
        elif a > b:
            now += MORE.get(deposit, 3) - (FEWER.get(deposit, 1) if b else 0)
        elif b > a:
            now -= MORE.get(deposit, 3) - (FEWER.get(deposit, 1) if a else 0)
        elif a:
            now += ties
        if a != b:
            worth = FIRM[min(abs(a - b), len(FIRM) - 1)] * MORE.get(deposit, 3) / 3
            firm += worth if a > b else -worth
    return now, firm
