"""MA-4.6, MA-4.7: improvements are gained and discarded, and the OCG row is refilled."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..events.cards import (
    ImprovementDiscarded,
    ImprovementGained,
    ShopCleared,
    ShopFilled,
    ShopShuffled,
    SupportFound,
)
from ..prompts.battle import TakeSupport
from ..prompts.turn import DiscardOne
from ..state import MOST_IMPROVEMENTS, ROW, MetalAdventures


async def gain(t: Table[MetalAdventures], seat: Seat, card: str) -> None:
    """MA-4.6: a captain gains an improvement; of five, one must go."""
    t.do(ImprovementGained(seat, card))
    fill_row(t)
    await keep_to_the_limit(t, seat)


async def keep_to_the_limit(t: Table[MetalAdventures], seat: Seat) -> None:
    """MA-4.6: at most four improvements; the captain chooses which one goes."""
    if len(t.state.improvements[seat]) > MOST_IMPROVEMENTS:
        t.do(ImprovementDiscarded(seat, await t.ask(DiscardOne(seat))))


def fill_row(t: Table[MetalAdventures]) -> None:
    """MA-4.7: fill the OCG row up to four from the deck."""
    s = t.state
    cards = tuple(s.shop_deck[: ROW - len(s.shop)])
    if cards:
        t.do(ShopFilled(cards))


def new_choices(t: Table[MetalAdventures]) -> None:
    """MA-9.3, MAR-108: four new cards first, then the old ones are shuffled into the deck."""
    s = t.state
    old, new = tuple(s.shop), tuple(s.shop_deck[:ROW])
    t.do(ShopCleared(old))
    t.do(ShopFilled(new))
    t.do(ShopShuffled(t.dice.shuffle("improvements", s.shop_deck)))
    fill_row(t)


async def find_support(t: Table[MetalAdventures], seat: Seat) -> None:
    """MAR-66: the first support card of the improvement deck; else one from the Bazaar."""
    s = t.state
    found = [card for card in s.shop_deck if card in s.pack.supports]
    if found:
        passed = s.shop_deck[: s.shop_deck.index(found[0])]
        t.do(SupportFound(found[0], tuple(passed)))
        t.do(ImprovementGained(seat, found[0]))
        t.do(ShopShuffled(t.dice.shuffle("improvements", s.shop_deck)))
        await keep_to_the_limit(t, seat)
    elif s.bazaar:
        await gain(t, seat, await t.ask(TakeSupport(seat)))
