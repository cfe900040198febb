"""MA-5: trophies are drawn, kept, put under the deck and claimed."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..conditions import claimable
from ..events.trophies import (
    DeedDone,
    TrophiesDrawn,
    TrophiesKept,
    TrophiesReturned,
    TrophiesSeen,
    TrophiesUnder,
    TrophyClaimed,
    TrophyGivenUp,
)
from ..prompts.trophies import KeepOne
from ..state import MetalAdventures
from .astrolabe import glory, receive


def draw(t: Table[MetalAdventures], seat: Seat, count: int) -> None:
    """Take trophies from the top of the deck to look at."""
    t.do(TrophiesDrawn(seat, count))
    t.do(TrophiesSeen(seat, tuple(t.state.trophy_deck[:count])))


def put_under(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-10.6: what was not kept goes under the deck, several in random order."""
    cards = t.state.offered[seat]
    if cards:
        t.do(TrophiesReturned(seat, len(cards)))
        t.do(TrophiesUnder(t.dice.shuffle("returned trophies", cards, seat=seat)))


def give_up(t: Table[MetalAdventures], seat: Seat, card: str) -> None:
    """Put a trophy from the hand under the deck."""
    t.do(TrophyGivenUp(seat, card))
    put_under(t, seat)


async def draw_and_keep_one(t: Table[MetalAdventures], seat: Seat, count: int) -> None:
    """MA-4.4, MA-6.11, MA-9.2: draw some, keep one, the others go under the deck."""
    draw(t, seat, count)
    kept = await t.ask(KeepOne(seat))
    t.do(TrophiesKept(seat, (kept,)))
    put_under(t, seat)


def deed(t: Table[MetalAdventures], seat: Seat, name: str, amount: int = 0) -> None:
    """MA-5.3: a captain has done something that a trophy may ask for."""
    t.do(DeedDone(seat, name, amount))


def show(t: Table[MetalAdventures], seat: Seat, card: str) -> None:
    """MA-5.1: show a trophy, gain its glory and credits, put it under the deck."""
    trophy = t.state.pack.trophies[card]
    t.do(TrophyClaimed(seat, card, trophy.glory, trophy.credits))
    glory(t, seat, trophy.glory, "trophy")
    receive(t, seat, trophy.credits)


def claim_for_those_who_want_it(t: Table[MetalAdventures]) -> None:
    """MA-4.8, MA-5.4: an open moment. All claims are tested first, then paid clockwise."""
    _claim(t, [seat for seat in t.state.clockwise(t.state.active) if t.state.automatic[seat]])


def claim_for_all(t: Table[MetalAdventures]) -> None:
    """MA-4.8: when the game ends, everybody claims their best trophy."""
    _claim(t, list(t.state.clockwise(t.state.active)))


def _claim(t: Table[MetalAdventures], seats: list[Seat]) -> None:
    found = [(seat, cards[0]) for seat in seats if (cards := claimable(t.state, seat))]
    for seat, card in found:
        show(t, seat, card)
