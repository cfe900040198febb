"""ML-1, ML-3.2, ML-5: the course of the game."""

from __future__ import annotations

from pbem.engine import Outcome, Seat, Table

from ..events.acting import ActionsBegan, ActionsEnded, DraftKept
from ..events.rounds import GameBegan, RoundBegan, RoundEnded, SystemLaid, TokensWoke
from ..names import ALPHA, MIDDLE, OMEGA
from ..prompts import Actions, GoOn
from ..state import ROUNDS, SEQUENCE, Metallum
from .market import change_market, move_market_on, open_market
from .moves import offers, run
from .programming import program, settle_order
from .scoring import outcome, score

HIDDEN = 5
"""ML-1.2: so many of the planets between Alpha and Omega are in play."""


async def play(t: Table[Metallum]) -> Outcome:
    """ML-1.4: nine rounds, then the count."""
    s = t.state
    if not s.row:
        lay_out(t)
    while s.round < ROUNDS:
        t.milestone()
        await play_round(t)
    return outcome(s)


def lay_out(t: Table[Metallum]) -> None:
    """ML-1.2, ML-1.3: the row of planets, the ships on Alpha, the market."""
    planets = t.dice.shuffle("planets", MIDDLE)
    row = (ALPHA, *planets[:HIDDEN], OMEGA)
    t.do(SystemLaid(row, planets[HIDDEN:]))
    t.do(GameBegan(len(row)))
    open_market(t)


async def play_round(t: Table[Metallum]) -> None:
    """ML-1.4: programming, actions, scoring, end of round."""
    s = t.state
    t.do(RoundBegan(s.round + 1))
    await program(t)
    await settle_order(t)
    for seat in s.order:
        await act(t, seat)
    score(t)
    end_round(t)


async def act(t: Table[Metallum], seat: Seat) -> None:
    """ML-3.2, ML-7.2: the list is carried out; something new, and the player is asked again."""
    s = t.state
    t.do(ActionsBegan(seat))
    moves = await t.ask(Actions(seat))
    while (rest := run(t, seat, moves)) is not None and offers(s, seat):
        t.do(DraftKept(seat, rest))
        moves = await t.ask(GoOn(seat))
    t.do(ActionsEnded(seat, tuple(s.to_run(seat))))


def end_round(t: Table[Metallum]) -> None:
    """ML-5.2, ML-5.3: the market moves on; at the end of a sequence the tokens wake."""
    s = t.state
    last = s.round == ROUNDS
    t.do(RoundEnded(s.round, tuple(s.money), last))
    if last:
        return
    if s.round % SEQUENCE == 0:
        t.do(TokensWoke(s.sequence))
    if s.round == 2 * SEQUENCE:
        change_market(t)
    else:
        move_market_on(t)
