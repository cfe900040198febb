"""AP-2: a turn, from the draw to the end."""

from __future__ import annotations

from pbem.engine import Outcome, Seat, Table

from ..effects import after_mission, draw, hit
from ..events.turn import HandDiscarded, MissionDone, Moved, StepBegan, TurnBegan, TurnEnded
from ..prompts.move import BEST, NONE, STAY, Go, TurnIn, ready
from ..state import AUTO, BUY, FINAL, MISSION, MOVE, OUTFIT, Pirates
from .setup import set_up
from .ship import knocked_out, outfit
from .solo import automatic_turn
from .store import buy, fill

T = Table[Pirates]


async def play(t: T) -> Outcome:
    """AP-1 to AP-4: turns until a final mission is done, a ship is out, or time is up."""
    s = t.state
    if not s.ships:
        await set_up(t)
    while True:
        t.milestone()
        await take_turn(t, s.active)
        ended = outcome(s)
        if ended is None and s.solo:
            automatic_turn(t, fill)
            ended = outcome(s)
        if ended is not None:
            return ended
        t.do(TurnEnded(s.active))
        if s.ships[s.active].turns >= s.rule("turns"):
            return out_of_time(s)


async def take_turn(t: T, seat: Seat) -> None:
    """AP-2.1 to AP-2.5, step by step. A ship knocked out ends the game at once (AP-04)."""
    s = t.state
    t.do(TurnBegan(seat, s.ships[seat].turns + 1))
    draw_and_fire(t, seat)
    if knocked_out(s) is not None:
        return
    t.do(StepBegan(BUY))
    await buy(t, seat)
    t.do(StepBegan(OUTFIT))
    await outfit(t, seat)
    if knocked_out(s) is not None:
        return
    t.do(StepBegan(MOVE))
    await move(t, seat)
    t.do(StepBegan(MISSION))
    await mission(t, seat)
    if s.ships[seat].hand:
        t.do(HandDiscarded(seat, tuple(s.ships[seat].hand)))


def draw_and_fire(t: T, seat: Seat) -> None:
    """AP-2.1, AP-06: draw first, then fire; the first turn is played with the hand of set-up."""
    s = t.state
    if s.ships[seat].turns > 1:
        draw(t, seat, max(1, s.rule("hand") + s.bonus(seat, "more_cards")))
    if s.may_fire(seat):
        hit(t, seat, s.rival(seat))


async def move(t: T, seat: Seat) -> None:
    """AP-2.4: once, to another station."""
    station = await t.ask(Go(seat))
    if station != STAY:
        t.do(Moved(seat, station))


async def mission(t: T, seat: Seat) -> None:
    """AP-2.4, AP-42: at most one mission."""
    s = t.state
    if not ready(s, seat):
        return
    chosen = await t.ask(TurnIn(seat))
    if chosen == NONE:
        return
    job = ready(s, seat)[0] if chosen == BEST else chosen
    t.do(MissionDone(seat, job, s.job(job).points))
    after_mission(t, seat)


def outcome(s: Pirates) -> Outcome | None:
    """AP-2.5, AP-3.6: a ship is out, or a final mission is done."""
    scores = tuple(s.points(seat) for seat in s.seats)
    out = knocked_out(s)
    if out is not None:
        return Outcome("shot", winners(s.rival(out)), scores)
    for who in s.captains:
        if any(s.job(job).station == FINAL for job in s.ship(who).done):
            return Outcome("final", winners(who), scores)
    return None


def winners(who: Seat) -> tuple[Seat, ...]:
    """The automatic ship has no seat: when it wins, nobody at the table does."""
    return () if who == AUTO else (who,)


def out_of_time(s: Pirates) -> Outcome:
    """AP-4.3: more points, then fewer hits, then a draw; in solo the automatic ship wins."""
    scores = tuple(s.points(seat) for seat in s.seats)
    if s.solo:
        return Outcome("time", (), scores)
    ranks = {seat: (scores[seat], -s.ships[seat].hits) for seat in s.seats}
    best = max(ranks.values())
    return Outcome("time", tuple(seat for seat in s.seats if ranks[seat] == best), scores)
