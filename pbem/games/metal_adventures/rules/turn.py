"""MA-4: a turn: rest or travel, the Brotherhood, battle and tour, and the end of it all."""

from __future__ import annotations

from pbem.engine import Outcome, Seat, Table

from ..effects import adjusted
from ..events.captain import DieBlanked
from ..events.turn import Rested, SetOut, TurnBegan, TurnEnded, TurnPassed
from ..prices import rest_price
from ..prompts.acts import Claim
from ..prompts.deals import Accept
from ..prompts.turn import (
    NONE,
    REST,
    TOUR,
    BuyAtRest,
    ChooseBattle,
    PayBrotherhood,
    RestOrTravel,
    SwapTrophy,
    trophies_at_rest,
)
from ..state import DECK_TO_END, GLORY_TO_END, POT, MetalAdventures
from . import promises, words
from .astrolabe import judge, pay, receive, repair
from .battle import battle
from .deals import lapse, open_offers
from .improvements import gain
from .tour import tour
from .trophies import claim_for_all, claim_for_those_who_want_it, draw_and_keep_one, give_up

REST_CREDITS = 2


async def turn(t: Table[MetalAdventures]) -> Outcome | None:
    """MA-4.1: rest, or travel; then see whether the game is over."""
    s = t.state
    t.do(TurnBegan(s.turn + 1, s.active))
    claim_for_those_who_want_it(t)
    seat = s.active
    if s.damage[seat] and await t.ask(RestOrTravel(seat)) == REST:
        await rest(t, seat)
    else:
        await travel(t, seat)
    return await end_turn(t, seat)


async def rest(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-4.4, MAR-29: credits, repairs, the die, a trophy, a purchase, in this order."""
    s = t.state
    t.do(Rested(seat))
    open_offers(t)
    receive(t, seat, adjusted(s, seat, "rest_credits", REST_CREDITS))
    repair(t, seat, s.damage[seat])
    if s.faktor[seat]:
        t.do(DieBlanked(seat))
    claim_for_those_who_want_it(t)
    if s.hands[seat]:
        given = await t.ask(SwapTrophy(seat))
        if given != NONE:
            with t.closed(Accept):
                give_up(t, seat, given)
                await draw_and_keep_one(t, seat, trophies_at_rest(s, seat))
            claim_for_those_who_want_it(t)
    if s.shop:
        bought = await t.ask(BuyAtRest(seat))
        if bought != NONE:
            with t.closed(Accept):
                pay(t, seat, rest_price(s, seat, bought))
                await gain(t, seat, bought)
            claim_for_those_who_want_it(t)


async def travel(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-4.2: the Brotherhood, then one battle, and a tour before or after it."""
    await brotherhood(t, seat)
    t.do(SetOut(seat))
    open_offers(t)
    claim_for_those_who_want_it(t)
    choice = await t.ask(ChooseBattle(seat))
    toured = choice == TOUR
    if toured:
        await tour(t, seat)
        choice = await t.ask(ChooseBattle(seat, toured=True))
    while not await battle(t, seat, choice):
        choice = await t.ask(ChooseBattle(seat, toured=True))
    claim_for_those_who_want_it(t)
    if not toured:
        await tour(t, seat)


async def brotherhood(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-4.3: a credit for the Pirates' Pot, or a Judgment; strictly the weakest is exempt."""
    s = t.state
    if s.exempt(seat):
        return
    if not s.credits[seat]:
        judge(t, seat, "brotherhood")
    elif s.infamous(seat) or await t.ask(PayBrotherhood(seat)):  # MAR-16: the infamous must.
        pay(t, seat, 1, POT)
    else:
        judge(t, seat, "brotherhood")


async def end_turn(t: Table[MetalAdventures], seat: Seat) -> Outcome | None:
    """MA-4.8: promises, trophies, the end check; if it is not the end, the next captain plays."""
    s = t.state
    t.do(TurnEnded(seat))
    lapse(t)
    with t.closed(Claim):
        await promises.end_of_turn(t, words.end_of_turn(t))
    claim_for_those_who_want_it(t)
    reason = over(s)
    if reason is None:
        t.do(TurnPassed(s.after(seat)))
        return None
    claim_for_all(t)
    promises.end_of_game(t)
    return outcome(s, reason)


def over(s: MetalAdventures) -> str | None:
    """MA-4.5: 9 glory, or 2 cards or fewer in the Space deck."""
    if max(s.glory) >= GLORY_TO_END:
        return "glory"
    return "deck" if len(s.space_deck) <= DECK_TO_END else None


def outcome(s: MetalAdventures, reason: str) -> Outcome:
    """MA-4.5: most glory wins, then most credits, then they share the victory."""
    standing = {seat: (s.glory[seat], s.credits[seat]) for seat in s.seats}
    best = max(standing.values())
    winners = tuple(seat for seat in s.seats if standing[seat] == best)
    return Outcome(reason, winners, tuple(s.glory))
