"""AP-2.2: the Buy step, the Store and the events."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..effects import leave_berths, swarm
from ..events.store import (
    BuyEnded,
    CardSpent,
    ContactHired,
    EventsEnded,
    EventTurnedUp,
    SalvageBought,
    SentUnder,
    StoreBought,
    TurnedUp,
)
from ..pack import CREDIT, CREW, TECH
from ..prompts.buy import CONTACTS, HIRE, LOOK, Buy, BuyMore, Restock, Wish, read
from ..state import Pirates
from .solo import claim_salvage

T = Table[Pirates]


async def buy(t: T, seat: Seat) -> None:
    """AP-2.2: purchases while credits last; what was spent moves at the end.

    The step is asked even of an empty purse: whether it is asked must not tell what is held.
    """
    await restock(t, seat)
    asks = carry_out(t, seat, await t.ask(Buy(seat)))
    while asks and BuyMore(seat).values(t.state):
        asks = carry_out(t, seat, await t.ask(BuyMore(seat)))
    end_buying(t, seat)


async def restock(t: T, seat: Seat) -> None:
    """AP-4.4: places that stayed empty are filled at the next Buy step."""
    s = t.state
    for place, card in enumerate(s.store):
        if card:
            continue
        if s.tech_deck and s.crew_deck:
            fill(t, place, await t.ask(Restock(seat)))
        else:
            fill(t, place, TECH)


def carry_out(t: T, seat: Seat, answer: tuple[str, ...]) -> bool:
    """AP-16, AP-4.1: one step after the other. True if the captain is to be asked again.

    That is so if something came up and the captain wanted to look, or if an event that came up
    has made a later step impossible.
    """
    s = t.state
    news = False
    for value in answer:
        wish, prompt = read(value), BuyMore(seat)
        legal = CONTACTS[0] if wish.verb == HIRE else value  # The next one is the first again.
        if value != LOOK and (legal not in prompt.values(s) or prompt.fits(s, (legal,))):
            return True
        news = take(t, seat, wish) or news
    return news and LOOK in answer


def take(t: T, seat: Seat, wish: Wish) -> bool:
    """One step of shopping. True if it turned up something new."""
    s = t.state
    match wish.verb:
        case "spend":
            t.do(CardSpent(seat, wish.card, s.card(wish.card).credit))
        case "hire":
            t.do(ContactHired(seat, s.contacts[0], s.contact_price(seat)))
        case "salvage":
            t.do(SalvageBought(seat, wish.card, s.salvage_price(seat)))
        case "rotate":
            place = s.store.index(wish.card)
            t.do(SentUnder(seat, wish.card))
            return fill(t, place, s.card(wish.card).type)
        case "buy":
            place = s.store.index(wish.card)
            t.do(StoreBought(seat, wish.card, s.price(seat, wish.card)))
            return fill(t, place, wish.deck)
    return False


def fill(t: T, place: int, wanted: str) -> bool:
    """AP-2.2, AP-18: the top of the wanted deck, of the other if it is empty, or nothing.

    An event takes effect at once, and another card of the Tech deck is drawn.
    """
    s = t.state
    while True:
        decks = {TECH: s.tech_deck, CREW: s.crew_deck}
        deck = wanted if decks[wanted] else (CREW if wanted == TECH else TECH)
        if not decks[deck]:
            return False
        card = decks[deck][0]
        if s.card(card).type != "event":
            t.do(TurnedUp(place, card, deck))
            end_events(t)
            return True
        t.do(EventTurnedUp(card))
        if s.card(card).effect == "swarm":
            swarm(t)
        end_events(t)


def end_events(t: T) -> None:
    """AP-2.2, AP-25: all events end when the Tech deck is empty.

    A berth that an event has taken, or that ends with it, is nobody's any more.
    """
    s = t.state
    if s.events and not s.tech_deck:
        t.do(EventsEnded())
    for seat in s.clockwise(s.active):
        leave_berths(t, seat)


def end_buying(t: T, seat: Seat) -> None:
    """AP-19: spent tech to Salvage, where the automatic ship looks at it; the rest discarded."""
    s = t.state
    ship = s.ships[seat]
    free = sum(s.card(card).credit for card in ship.spent) + max(0, s.bonus(seat, "more_credits"))
    # An event that paid may have ended since: nobody pays with Credits that are not there.
    coins = min(ship.hand.count(CREDIT), max(0, s.used - free))
    salvaged = tuple(card for card in ship.spent if s.card(card).type == TECH)
    if coins or ship.spent:
        t.do(BuyEnded(seat, coins, salvaged))
    for card in salvaged:
        claim_salvage(t, card)
