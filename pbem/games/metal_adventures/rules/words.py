"""MA-8.8: promises in free words: called kept or broken, admitted, disputed, decided."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..deals import DISPUTED, OPEN, Promise, last_call, next_turn
from ..events.promises import (
    BreachAdmitted,
    BreachDisputed,
    DisputeDecided,
    PromiseCalled,
    Voted,
)
from ..state import MetalAdventures
from .promises import settle_one

T = Table[MetalAdventures]


def call(t: T, promise: Promise) -> None:
    """The promisee calls it broken; the promisor has until the end of their next turn."""
    answer_by = next_turn(t.state, promise.promisor)
    t.do(PromiseCalled(promise.number, promise.promisor, promise.promisee, answer_by))


def answer(t: T, promise: Promise, *, admitted: bool) -> None:
    """The promisor admits or disputes it."""
    if admitted:
        t.do(BreachAdmitted(promise.number, promise.promisor))
    else:
        dispute(t, promise)


def dispute(t: T, promise: Promise) -> None:
    """The moderator decides, or else the uninvolved vote for one round of the table."""
    decided_by = t.state.turn + len(t.seats)
    t.do(BreachDisputed(promise.number, promise.promisor, decided_by))


def vote(t: T, seat: Seat, promise: Promise, *, broken: bool) -> None:
    """An uninvolved captain votes; the last vote counts."""
    t.do(Voted(seat, promise.number, broken))


def decide(t: T, promise: Promise, *, broken: bool) -> None:
    """The moderator's decision stands before any vote."""
    t.do(DisputeDecided(promise.number, broken, by_moderator=True))


def end_of_turn(t: T) -> list[Promise]:
    """What was admitted, decided, voted or never called comes to its end with the turn.

    What was broken is given back, to be judged with whatever else falls due now (MAR-92).
    """
    s = t.state
    for promise in [p for p in s.promises if p.outcome == OPEN and p.free and not p.verdict]:
        if promise.called and s.turn >= promise.answer_by:
            dispute(t, promise)
        elif not promise.called and s.turn >= last_call(s, promise):
            settle_one(t, promise, "kept")
    for promise in [p for p in s.promises if p.outcome == DISPUTED and not p.verdict]:
        if s.turn >= promise.answer_by:
            t.do(DisputeDecided(promise.number, majority(s, promise), by_moderator=False))
    decided = [p for p in s.promises if p.standing and p.verdict]
    for promise in [p for p in decided if p.verdict == "kept"]:
        settle_one(t, promise, "kept")
    return [p for p in decided if p.verdict == "broken"]


def majority(s: MetalAdventures, promise: Promise) -> bool:
    """A majority of all uninvolved captains; silence or no voters means not broken."""
    jury = [seat for seat in s.seats if seat not in (promise.promisor, promise.promisee)]
    return 2 * sum(broken for seat, broken in promise.votes if seat in jury) > len(jury)
