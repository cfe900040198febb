"""MA-8.4 to 8.7: promises are made, fall due, and are kept, broken or void."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from pbem.engine import Seat, Table

from ..deals import (
    AFTER,
    CARD,
    CONDUCT,
    CREDITS,
    HELP,
    PEACE,
    TROPHY,
    TURN,
    WIN,
    WORDS,
    WRECK,
    Good,
    Goods,
    Promise,
    later,
    next_turn,
    peace,
    promises,
)
from ..events.deals import CardHanded, CreditsHanded, HiddenHanded, TrophiesHanded, WrecksHanded
from ..events.promises import PromiseMade, PromiseReduced, PromiseSettled
from ..keeping import able, together
from ..prompts.promises import HandOver, KeepPromises, Reduce, Release, RoomForTrophy
from ..state import DEFENCE, MOST_TROPHIES, MetalAdventures
from .astrolabe import judge
from .improvements import keep_to_the_limit
from .trophies import give_up

T = Table[MetalAdventures]


def give_word(
    t: T, promisor: Seat, promisee: Seat, goods: Goods, due: str, by: int, *, battle: bool = False
) -> None:
    """MA-8.7: what is promised is written into the ledger, with its due moment (MAR-90)."""
    s = t.state
    for good in later(goods):
        when, turn = due_moment(s, promisor, good, due, by)
        fought_for = s.turn if battle or when == WIN else 0
        number = len(s.promises) + 1
        t.do(PromiseMade(Promise(number, promisor, promisee, good, s.turn, when, turn, fought_for)))


def due_moment(
    s: MetalAdventures, promisor: Seat, good: Good, due: str, by: int
) -> tuple[str, int]:
    """MA-8.7, MAR-90: as stated, else at the end of the promisor's next turn.

    Peace is kept before a turn: to the end of one means before the one after it.
    """
    if due in (WIN, AFTER) and good.what not in CONDUCT:
        return due, s.turn
    turn = by if due == TURN else next_turn(s, promisor)
    if good.what == PEACE and (due != TURN or turn <= s.turn):
        turn += 1
    return TURN, turn


def settle_one(t: T, promise: Promise, outcome: str) -> None:
    """A promise comes to its end."""
    t.do(PromiseSettled(promise.number, promise.promisor, promise.promisee, promise.good, outcome))


def reduce(t: T, promise: Promise, n: int) -> None:
    """MA-8.7: less is enough for the promisee."""
    t.do(PromiseReduced(promise.number, promise.promisor, promise.promisee, n))


def break_all(t: T, broken: Iterable[Promise]) -> None:
    """MA-8.4, MAR-92: 1 Judgment for each captain wronged, not for each promise."""
    wronged: dict[tuple[Seat, Seat], None] = {}
    for promise in broken:
        settle_one(t, promise, "broken")
        wronged[promise.promisor, promise.promisee] = None
    for promisor, _promisee in wronged:
        judge(t, promisor, "promise")


async def fall_due(
    t: T, due: list[Promise], *, compelled: bool = False, broken: Iterable[Promise] = ()
) -> None:
    """MA-8.7: the promisors say under seal what they keep; what cannot be kept is broken.

    MA-8.6: after a victory over a Pirate Hunter nobody is asked. What is broken already is
    judged together with what is broken now (MAR-92).
    """
    with t.closed(Release, Reduce):  # They come before a promise is due, not after.
        more = await carry_out(t, due, compelled=compelled)
    break_all(t, [*broken, *more])


async def carry_out(t: T, due: list[Promise], *, compelled: bool) -> list[Promise]:
    """MA-8.7: what is kept is handed over; the rest is broken."""
    s = t.state
    order = [seat for seat in s.clockwise(s.active) if any(p.promisor == seat for p in due)]
    asked = [
        KeepPromises(seat, tuple(p.number for p in due if p.promisor == seat)) for seat in order
    ]
    kept: set[int] = set()
    if compelled:
        kept = {number for prompt in asked for number in prompt.default(s)}
    else:
        answers = await t.ask_all(prompt for prompt in asked if prompt.values(s))
        kept = {number for chosen in answers.values() for number in chosen}
    broken = []
    for seat in order:
        for promise in [p for p in due if p.promisor == seat]:
            if promise.number in kept and able(s, promise):
                await hand_over(t, promise)
                settle_one(t, promise, "kept")
            else:
                broken.append(promise)
    return broken


async def hand_over(t: T, promise: Promise) -> None:
    """MA-8.7: what was promised goes to the promisee, who makes room for it."""
    giver, taker, good = promise.promisor, promise.promisee, promise.good
    if good.what == CREDITS:
        t.do(CreditsHanded(giver, taker, good.n))
    elif good.what == CARD:
        t.do(CardHanded(giver, taker, good.name))
        await keep_to_the_limit(t, taker)
    else:
        await hand_hidden(t, giver, taker, replace(good, later=False))


async def hand_hidden(t: T, giver: Seat, taker: Seat, good: Good) -> None:
    """MA-8.3: face-down cards of the giver's unseen choice; a taker may have no room for them."""
    s = t.state
    if good.what == TROPHY and not await room_for(t, giver, taker, good.n):
        return
    choice = HandOver(giver, good.what, good.n)
    places = tuple(choice.values(s))
    if len(places) > good.n:
        places = await t.ask(choice)
    cards = tuple(choice.cards(s)[place] for place in places)
    t.do(HiddenHanded(giver, taker, (good,)))
    t.do((WrecksHanded if good.what == WRECK else TrophiesHanded)(giver, taker, cards))


async def room_for(t: T, giver: Seat, taker: Seat, n: int) -> bool:
    """MA-8.7: a promisee without room makes room, or the promise counts as kept."""
    s = t.state
    while len(s.hands[taker]) + n > MOST_TROPHIES:
        given = await t.ask(RoomForTrophy(taker, giver))
        if given == "decline":
            return False
        give_up(t, taker, given)
    return True


# When promises end.


async def after_the_battle(t: T) -> None:
    """MA-8.5, MA-8.6: promises made for the battle that has just been settled."""
    s = t.state
    fight = s.fight
    made_for_it = [p for p in promises(s) if p.battle == s.turn]
    for promise in made_for_it:
        betrayed = fight.traitor in (promise.promisor, promise.promisee)
        if betrayed or (promise.due == WIN and not won_by(s, promise)):
            settle_one(t, promise, "void")
    ship = s.pack.ships.get(fight.target)
    standing = [p for p in promises(s) if p.battle == s.turn and p.good.what not in CONDUCT]
    if ship is not None and ship.hunter and fight.result == "won":
        await fall_due(t, standing, compelled=True)
    else:
        await fall_due(t, [p for p in standing if p.due in (WIN, AFTER)])


def won_by(s: MetalAdventures, promise: Promise) -> bool:
    """Did the side win for which this promise was made?"""
    fight = s.fight
    parties = {promise.promisor, promise.promisee}
    defended = fight.defender is not None and parties <= set(fight.fighters(DEFENCE))
    return (fight.result == "lost") if defended else (fight.result == "won")


async def end_of_turn(t: T, broken: Iterable[Promise]) -> None:
    """MA-4.8, MA-8.7: promises due at the end of this turn are settled."""
    s = t.state
    due = []
    for promise in promises(s):
        what = promise.good.what
        if what == PEACE:
            if s.turn + 1 >= promise.by:  # Turn N is reached.
                settle_one(t, promise, "kept")
        elif what == WORDS or s.turn < promise.by:
            continue
        elif what == HELP:  # Never asked for.
            settle_one(t, promise, "void")
        else:
            due.append(promise)
    await fall_due(t, due, broken=broken)


def end_of_game(t: T) -> None:
    """MA-8.7, MAR-96: what was not due lapses."""
    for promise in [p for p in t.state.promises if p.standing]:
        settle_one(t, promise, "void")


def break_peace(t: T, seat: Seat, rival: Seat) -> None:
    """MA-8.7: the challenge itself is the breach."""
    break_all(t, peace(t.state, seat, rival))


@contextmanager
def void_what_is_lost(t: T, loser: Seat) -> Iterator[None]:
    """MA-8.7: a thing lost here, by plunder or by an event, voids the promise of it.

    What the captain did not have, or could not have given to all who were promised it, was
    not lost.
    """
    s = t.state
    of_things = [p for p in promises(s, promisor=loser) if p.good.what in (CARD, WRECK)]
    alone = [p for p in of_things if able(s, p)]
    with_others = together(s, of_things)
    yield
    still = together(s, of_things)
    for promise in of_things:
        lost = promise in alone and not able(s, promise)
        if lost or (promise.number in with_others and promise.number not in still):
            settle_one(t, promise, "void")
