"""MA-8.1 to 8.3: offers are written, opened, answered, and carried out whole or not at all."""

from __future__ import annotations

from pbem.engine import Seat, Table

from ..bundles import hidden
from ..deals import TROPHY, WRECK, Bargain, Goods, now, shown, window
from ..events.deals import (
    OfferClosed,
    OfferDropped,
    OfferOpened,
    OfferWritten,
    Traded,
    TrophiesHanded,
    WrecksHanded,
)
from ..prompts.acts import Claim
from ..state import MetalAdventures
from .promises import give_word
from .trophies import claim_for_those_who_want_it


def write(t: Table[MetalAdventures], offer: Bargain) -> None:
    """MA-8.2: an offer may be written at any time. A new one to the same captain replaces the
    old; one to somebody whose offer lies open answers it."""
    s = t.state
    one, other = offer.writer, offer.partner
    for lying in [o for o in s.offers if o.number and {o.writer, o.partner} == {one, other}]:
        if window(s, one, other):
            close(t, lying, "replaced" if lying.writer == one else "countered")
    t.do(
        OfferWritten(one, other, offer.give, offer.get, offer.due, offer.by, offer.chosen)
    )  # fmt: skip
    if window(s, one, other):
        open_one(t, offer)


def open_offers(t: Table[MetalAdventures]) -> None:
    """MA-8.2: after the Brotherhood, or the choice to rest, what was written ahead opens."""
    s = t.state
    for offer in list(s.offers):
        if not offer.number and window(s, offer.writer, offer.partner):
            open_one(t, offer)


def open_one(t: Table[MetalAdventures], offer: Bargain) -> None:
    """An offer is laid before the one it is made to."""
    number = t.state.opened[offer.writer][offer.partner] + 1
    t.do(
        OfferOpened(offer.writer, offer.partner, number, offer.give, offer.get, offer.due, offer.by)
    )


def close(t: Table[MetalAdventures], offer: Bargain, how: str) -> None:
    """An open offer comes to its end; only the two know."""
    t.do(OfferClosed(offer.writer, offer.partner, how))


def withdraw(t: Table[MetalAdventures], seat: Seat, partner: Seat) -> None:
    """MA-8.2: the writer takes an offer back."""
    for offer in list(t.state.offers):
        if (offer.writer, offer.partner) == (seat, partner):
            if offer.number:
                close(t, offer, "withdrawn")
            else:
                t.do(OfferDropped(seat, partner))


def lapse(t: Table[MetalAdventures]) -> None:
    """MA-8.2: open offers lapse when the turn ends; what has not opened yet still waits."""
    for offer in list(t.state.offers):
        if offer.number:
            close(t, offer, "lapsed")


def conclude(t: Table[MetalAdventures], offer: Bargain, chosen: tuple[str, ...]) -> None:
    """MA-8.2, MAR-88: both sides at once; then what is promised is written into the ledger."""
    one, other = offer.writer, offer.partner
    close(t, offer, "accepted")
    exchange(t, one, other, offer.give, offer.get, offer.chosen, chosen)
    give_word(t, one, other, offer.give, offer.due, offer.by)
    give_word(t, other, one, offer.get, offer.due, offer.by)
    if not t.shut[Claim.kind]:
        claim_for_those_who_want_it(t)


def exchange(
    t: Table[MetalAdventures],
    one: Seat,
    other: Seat,
    give: Goods,
    get: Goods,
    chosen: tuple[str, ...] = (),
    others_choice: tuple[str, ...] = (),
) -> None:
    """What changes hands at once. All hidden cards are picked before the first of them moves."""
    s = t.state
    moving = [
        (one, other, hidden(s, one, give, chosen)),
        (other, one, hidden(s, other, get, others_choice)),
    ]
    t.do(Traded(one, other, shown(give), shown(get)))
    for giver, taker, (wrecks, trophies) in moving:
        if wrecks:
            t.do(WrecksHanded(giver, taker, wrecks))
        if trophies:
            t.do(TrophiesHanded(giver, taker, trophies))


def has_hidden(goods: Goods) -> bool:
    """Are face-down cards among what changes hands at once?"""
    return any(good.what in (WRECK, TROPHY) for good in now(goods))
