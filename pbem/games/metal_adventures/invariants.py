"""What holds at every moment: nothing is lost, nothing is there twice, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .state import (
    CREDITS,
    MOST_DAMAGE,
    MOST_IMPROVEMENTS,
    MOST_JUDGMENT,
    MOST_TROPHIES,
    ROW,
    MetalAdventures,
)


def invariants(s: MetalAdventures) -> Iterable[str]:
    """A sentence for everything that is wrong."""
    if not s.bases:
        return
    yield from credits_add_up(s)
    yield from every_card_is_somewhere(s)
    yield from limits_hold(s)
    yield from glory_follows_its_ledger(s)
    yield from promises_are_in_order(s)


def credits_add_up(s: MetalAdventures) -> Iterable[str]:
    """MA-1.5: bank, captains, planets and Pot hold 72 together."""
    total = sum(s.credits) + sum(s.purse.values())
    if total != CREDITS:
        yield f"There are {total} credits instead of {CREDITS}."
    owing = [place for place, amount in s.purse.items() if amount < 0 and place != "bank"]
    if min(s.credits) < 0 or owing:
        yield f"Somebody has less than no credits: {s.credits}, {owing}."


def every_card_is_somewhere(s: MetalAdventures) -> Iterable[str]:
    """Every card lies in exactly one place."""
    space = Counter([*s.space_deck, *s.space, *s.karokum, *s.gone])
    for pile in s.wrecks:
        space.update(pile)
    yield from _once("Space", space, [*s.pack.ships, *s.pack.events])
    shop = Counter([*s.shop_deck, *s.shop, *s.bazaar])
    for held in s.improvements:
        shop.update(held)
    yield from _once("improvement", shop, [*s.pack.equipment, *s.pack.supports])
    trophies = Counter(s.trophy_deck)
    for hand, offered in zip(s.hands, s.offered, strict=True):
        trophies.update([*(held.card for held in hand), *offered])
    if s.trophy_deck or trophies:
        yield from _once("trophy", trophies, list(s.pack.trophies))


def _once(kind: str, found: Counter[str], cards: list[str]) -> Iterable[str]:
    wrong = [card for card in cards if found[card] != 1]
    strange = [card for card in found if card not in cards]
    if wrong or strange:
        yield f"These {kind} cards are not in one place each: {wrong + strange}."


def limits_hold(s: MetalAdventures) -> Iterable[str]:
    """MA-2.3, MA-2.5, MA-4.6, MA-5.1: nobody has more than the rules allow."""
    for seat in s.seats:
        # One may be about to be discarded.
        spare = 1 if s.stage in ("rest", "tour", "battle", "end") else 0
        if len(s.improvements[seat]) > MOST_IMPROVEMENTS + spare:
            yield f"Seat {seat} has too many improvements."
        if len(s.hands[seat]) > MOST_TROPHIES:
            yield f"Seat {seat} has too many trophies."
        if not 0 <= s.damage[seat] <= MOST_DAMAGE or not 0 <= s.judgment[seat] <= MOST_JUDGMENT:
            yield f"Seat {seat} has an impossible astrolabe."
        if s.faktor[seat] not in s.pack.faktor:
            yield f"Seat {seat} has a Metal Faktor die on no face of it."
    if len(s.shop) > ROW:
        yield "There are too many improvements on sale."


def glory_follows_its_ledger(s: MetalAdventures) -> Iterable[str]:
    """Glory is the sum of what the ledger says, and Judgment is in it."""
    for seat in s.seats:
        if s.glory[seat] != sum(line.change for line in s.ledger if line.seat == seat):
            yield f"Seat {seat}'s glory is not what its ledger says."


def promises_are_in_order(s: MetalAdventures) -> Iterable[str]:
    """MA-8: the ledger counts from 1, and a promise has an end or an end to come."""
    for place, promise in enumerate(s.promises, 1):
        if promise.number != place or promise.promisor == promise.promisee:
            yield f"Line {place} of the promises is not in order."
        if promise.standing == bool(promise.settled):
            yield f"Promise {place} is {promise.outcome}, but settled in turn {promise.settled}."
    pairs = [(offer.writer, offer.partner) for offer in s.offers]
    if len(set(pairs)) != len(pairs):
        yield "A captain has two offers to one other."
