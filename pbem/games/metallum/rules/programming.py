"""ML-2, ML-3.1: programs, and who acts first."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..events.rounds import OrderSettled, ProgramRevealed
from ..prompts import FIRST, ActFirst, WriteProgram
from ..state import Metallum
from .pieces import modules_with, place_stock


async def program(t: Table[Metallum]) -> None:
    """ML-2.1, ML-2.3: both write at the same time, and both are revealed together."""
    s = t.state
    build(t)
    answers = await t.ask_all(WriteProgram(seat) for seat in t.seats)
    for seat in t.seats:
        chosen = answers[seat]
        t.do(ProgramRevealed(seat, chosen, s.pack.complexity(chosen)))


def build(t: Table[Metallum]) -> None:
    """ML-6.2, MT-19, MT-20: every Factory puts a robot from stock onto its planet."""
    s = t.state
    for seat in t.seats:
        for at in s.face_up():
            for module in modules_with(s, "builds", at, seat):
                place_stock(t, seat, at, s.module(module).amount)


def chooser(s: Metallum) -> Seat | None:
    """ML-3.1, MT-17, MT-18: the lower complexity, then fewer $; None if both are equal."""
    one, other = ((s.pack.complexity(s.programs[seat]), s.money[seat]) for seat in s.seats)
    if one == other:
        return None
    return s.seats[0] if one < other else s.seats[1]


async def settle_order(t: Table[Metallum]) -> None:
    """ML-3.1: the chooser says who acts first; if there is none, the lot does."""
    s = t.state
    seat = chooser(s)
    if seat is None:
        t.do(OrderSettled(t.dice.pick("first", t.seats), None))
        return
    first = await t.ask(ActFirst(seat)) == FIRST
    t.do(OrderSettled(seat if first else s.enemy(seat), seat))
