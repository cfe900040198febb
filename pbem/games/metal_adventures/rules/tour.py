"""MA-9: the Tour of Pirates: ten actions in order, each at most once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.engine import Seat, Table

from .. import prices
from ..effects import adjusted
from ..events.captain import Pardoned
from ..events.cards import WreckScrapped, WrecksSpent, WreckTaken
from ..events.turn import ActionTaken, TourBegan
from ..prompts.acts import Claim
from ..prompts.deals import Accept
from ..prompts.tour import (
    CREDITS,
    PayAmnesty,
    PayCompleteRepairs,
    PayExpenditure,
    PayMinorRepairs,
    PayTrophies,
    PayWithWrecks,
    Purchase,
    ScrapWreck,
    Smuggle,
    TakeFromKarokum,
    TitleWrecks,
    Tour,
)
from ..state import MetalAdventures
from .astrolabe import glory, pay, receive, repair
from .deals import open_offers
from .improvements import gain, new_choices
from .trophies import claim_for_those_who_want_it, deed, draw_and_keep_one, give_up

TROPHIES_DRAWN = 2


async def tour(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.1: choose actions and take them in order; after new goods, choose again."""
    s = t.state
    t.do(TourBegan(seat))
    while prices.tour_ahead(s, seat):
        open_offers(t)  # Written during the battle, if there was one before.
        chosen = await t.ask(Tour(seat))
        if await all_taken(t, seat, chosen):
            break


async def all_taken(t: Table[MetalAdventures], seat: Seat, chosen: tuple[int, ...]) -> bool:
    """Take the chosen actions. False if the captain should look again before going on: what
    was chosen cannot be paid any more, the shop has changed, or a new trophy came last."""
    for number in chosen:
        if prices.hindrance(t.state, seat, number) is not None:
            return False
        with t.closed(Claim, Accept):
            t.do(ActionTaken(seat, number))
            await ACTIONS[number](t, seat)
        claim_for_those_who_want_it(t)
        if number == prices.NEW_CHOICES:
            return False
    return chosen[-1:] != (prices.TROPHIES,)


async def trophies(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.2 (1): 2 credits, or a trophy and 1 credit: draw two, keep one."""
    s = t.state
    paid = await t.ask(PayTrophies(seat)) if s.hands[seat] else CREDITS
    pay(t, seat, prices.trophies_price(trophy=paid != CREDITS), "exxalia")
    if paid != CREDITS:
        give_up(t, seat, paid)
    await draw_and_keep_one(t, seat, adjusted(s, seat, "trophies_drawn", TROPHIES_DRAWN))


async def minor_repairs(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.2 (2): 1 credit or 1 wreck: remove 1 damage."""
    await pay_with_wrecks(t, PayMinorRepairs(seat), "exxalia")
    repair(t, seat, 1)


async def complete_repairs(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.2 (3): 2 in credits or wrecks: remove all damage."""
    await pay_with_wrecks(t, PayCompleteRepairs(seat), "exxalia")
    repair(t, seat, t.state.damage[seat])


async def glory_title(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.3 (4): 3 wrecks of one nation: 4 credits from the bank and 1 glory."""
    t.do(WrecksSpent(seat, await t.ask(TitleWrecks(seat))))
    receive(t, seat, prices.TITLE_CREDITS)
    glory(t, seat, 1, "title")
    deed(t, seat, "glory_title")


async def choices(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.3 (5): 1 credit: four other improvements come on sale."""
    pay(t, seat, 1)
    new_choices(t)


async def purchase(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.3 (6): pay its cost to the bank: take a face-up improvement."""
    card = await t.ask(Purchase(seat))
    pay(t, seat, prices.purchase_price(t.state, seat, card))
    await gain(t, seat, card)


async def smuggling(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.4 (7): its cost and 1: take a support card of the Bazaar discard."""
    card = await t.ask(Smuggle(seat))
    pay(t, seat, prices.smuggling_price(t.state, card), "bazaar")
    await gain(t, seat, card)


async def amnesty(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.4 (8): 2 credits or a Pirate Hunter wreck: cancel 1 Judgment."""
    paid = await t.ask(PayAmnesty(seat)) if t.state.wrecks[seat] else CREDITS
    if paid == CREDITS:
        pay(t, seat, prices.AMNESTY_PRICE, "bazaar")
    else:
        t.do(WrecksSpent(seat, (paid,)))
    t.do(Pardoned(seat))


async def scrapping(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.5 (9), MAR-115: 1 credit and a wreck: another ship of Karokum as a wreck."""
    left = await t.ask(ScrapWreck(seat))
    pay(t, seat, 1, "karokum")
    t.do(WreckScrapped(seat, left))
    t.do(WreckTaken(seat, await t.ask(TakeFromKarokum(seat, left))))


async def expenditure(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-9.5 (10): 6 in credits or wrecks: 1 glory."""
    await pay_with_wrecks(t, PayExpenditure(seat), "karokum")
    glory(t, seat, 1, "expenditure")


async def pay_with_wrecks(t: Table[MetalAdventures], prompt: PayWithWrecks, place: str) -> None:
    """MA-9.6: pay a price in wrecks, which leave the game, and the rest in credits."""
    s = t.state
    seat, price = prompt.seat, prompt.price(s)
    wrecks: tuple[str, ...] = ()
    if price and s.wrecks[seat]:
        wrecks = await t.ask(prompt)
    if wrecks:
        t.do(WrecksSpent(seat, wrecks))
    pay(t, seat, price - len(wrecks), place)


ACTIONS: dict[int, Callable[[Table[MetalAdventures], Seat], Awaitable[None]]] = {
    prices.TROPHIES: trophies,
    prices.MINOR: minor_repairs,
    prices.COMPLETE: complete_repairs,
    prices.TITLE: glory_title,
    prices.NEW_CHOICES: choices,
    prices.PURCHASE: purchase,
    prices.SMUGGLING: smuggling,
    prices.AMNESTY: amnesty,
    prices.SCRAPPING: scrapping,
    prices.EXPENDITURE: expenditure,
}
