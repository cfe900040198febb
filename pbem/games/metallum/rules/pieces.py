"""ML-3.3 to ML-3.5: what ships and robots do, whoever makes them do it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine import Seat

from ..events.pieces import (
    DISCOVERY,
    Discovered,
    MoneyCame,
    RobotsMoved,
    RobotsPlaced,
    RobotsRemoved,
    ShipMoved,
)
from ..state import Metallum
from .trying import Doer


def modules_with(s: Metallum, effect: str, at: int, owner: Seat) -> list[str]:
    """This player's planet modules with an effect at a position."""
    owners, cards = s.owners, s.pack.modules
    return [
        module
        for module, site in s.sites.items()
        if site == at and owners[module] == owner and cards[module].effect == effect
    ]


def amount_of(s: Metallum, effect: str, at: int, owner: Seat) -> int:
    """What this player's modules with an effect add up to at a position."""
    if at not in s.sites.values():
        return 0
    return sum(s.module(m).amount for m in modules_with(s, effect, at, owner))


def amount_anywhere(s: Metallum, effect: str, owner: Seat) -> int:
    """What this player's modules with an effect add up to, wherever they are."""
    cards = s.pack.modules
    mine = (cards[module] for module, who in s.owners.items() if who == owner)
    return sum(card.amount for card in mine if card.effect == effect)


def jammed(s: Metallum, owner: Seat, at: int) -> bool:
    """MT-46: does an enemy Signal Jammer hold this player's robots here?"""
    return bool(modules_with(s, "jams", at, s.enemy(owner)))


def shielded(s: Metallum, owner: Seat, at: int) -> bool:
    """MT-45: does a Force Shield protect this player's things here from action modules?"""
    return bool(modules_with(s, "shields", at, owner))


def within_reach(s: Metallum) -> Metallum:
    """MT-45: the table as action modules find it: without the robots under their owner's shield."""
    covered = [(s.owners[m], at) for m, at in s.sites.items() if s.module(m).effect == "shields"]
    if not covered:
        return s
    found = s.copy()
    for owner, at in covered:
        found.robots[owner][at] = 0
    return found


def movable(s: Metallum, owner: Seat) -> list[int]:
    """The positions from which this player's robots can be moved away."""
    return [at for at, n in enumerate(s.robots[owner]) if n and not jammed(s, owner, at)]


def fly(t: Doer, seat: Seat, at: int) -> None:
    """ML-3.3: a ship comes to a planet; a face-down one is discovered and brings 1 $."""
    s = t.state
    t.do(ShipMoved(seat, s.place(at)))
    if not s.up[at]:
        t.do(Discovered(seat, at, s.row[at]))
        t.do(MoneyCame(seat, 1, DISCOVERY))
    enemy = s.enemy(seat)
    for gate in modules_with(s, "tolls", at, enemy):
        t.do(MoneyCame(enemy, s.module(gate).amount, gate))


def place(t: Doer, seat: Seat, at: int, count: int, sources: Sequence[int] = ()) -> None:
    """ML-3.5: robots come onto a planet from stock; beyond that, from other planets."""
    s = t.state
    from_stock = min(count, s.stock[seat])
    if from_stock:
        t.do(RobotsPlaced(seat, s.place(at), from_stock))
    wanted = list(sources)
    for _robot in range(count - from_stock):
        free = [origin for origin in movable(s, seat) if origin != at]
        if not free:
            return
        chosen = wanted.pop(0) if wanted else -1
        origin = chosen if chosen in free else max(free, key=lambda x: (s.robots[seat][x], -x))
        move(t, seat, origin, at, 1)


def place_stock(t: Doer, seat: Seat, at: int, count: int) -> None:
    """MT-33: robots come from stock only, as many as there are."""
    there = min(count, t.state.stock[seat])
    if there:
        t.do(RobotsPlaced(seat, t.state.place(at), there))


def move(t: Doer, owner: Seat, origin: int, at: int, count: int) -> None:
    """Robots go from one planet to another."""
    s = t.state
    t.do(RobotsMoved(owner, s.place(origin), s.place(at), count))


def remove(t: Doer, owner: Seat, at: int, count: int) -> None:
    """ML-4: robots go back to their owner's stock."""
    if count:
        t.do(RobotsRemoved(owner, t.state.place(at), count))


def destroy(t: Doer, owner: Seat, at: int, count: int) -> None:
    """Robots are removed by the other player; a Salvage Yard pays for each."""
    s = t.state
    remove(t, owner, at, count)
    for yard in modules_with(s, "salvages", at, owner):
        if count:
            t.do(MoneyCame(owner, count * s.module(yard).amount, yard))
