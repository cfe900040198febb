"""Other states of the world that a seat could not tell from this one. MA-10.6."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from pbem.engine import Seat

from .deals import CREDITS, Bargain, Good
from .state import MetalAdventures
from .talk import wrecks_offered

WORLDS = 3


def worlds(s: MetalAdventures, seat: Seat | None, rng: random.Random) -> Iterable[MetalAdventures]:
    """Other trophies and wrecks in other hands, and other orders of the decks."""
    for _world in range(WORLDS):
        other = deepcopy(s)
        if other.bases:
            shuffle_trophies(other, seat, rng)
            shuffle_wrecks(other, seat, rng)
            shuffle_decks(other, rng)
            change_talk(other, seat, rng)
            for rival in other.seats:
                if rival != seat:
                    other.automatic[rival] = rng.random() < 0.5
        yield other


def blind(s: MetalAdventures, seat: Seat | None) -> None:
    """MA-5.4: nobody but this captain claims anything, neither now nor when a turn begins.
    MA-8.2: no offer opens that others have written ahead."""
    s.offers = [o for o in s.offers if seat is not None and (o.writer == seat or _open_to(o, seat))]
    for rival in s.seats:
        if rival != seat and s.ready:
            s.automatic[rival] = False
            s.claimed.append(rival)


def shuffle_trophies(s: MetalAdventures, seat: Seat | None, rng: random.Random) -> None:
    """Nobody knows the trophies in the deck, in other hands, and those others look at."""
    others = [rival for rival in s.seats if rival != seat]
    unknown = [*s.trophy_deck]
    for rival in others:
        unknown += [held.card for held in s.hands[rival]]
        unknown += s.offered[rival]
    rng.shuffle(unknown)
    s.trophy_deck = [unknown.pop() for _card in s.trophy_deck]
    for rival in others:
        s.hands[rival] = [replace(held, card=unknown.pop()) for held in s.hands[rival]]
        s.offered[rival] = [unknown.pop() for _card in s.offered[rival]]


def shuffle_wrecks(s: MetalAdventures, seat: Seat | None, rng: random.Random) -> None:
    """Others' wrecks lie face down. What is being shown in a plunder stays as it is, and so does
    a wreck that an offer names: whether it is still there decides whether the offer stands."""
    shown = set(s.battle.seen) if s.battle else set()
    others = [
        rival for rival in s.seats if rival != seat and not shown.intersection(s.wrecks[rival])
    ]
    named = set() if seat is None else set(wrecks_offered(s, seat))
    unknown = [card for rival in others for card in s.wrecks[rival] if card not in named]
    rng.shuffle(unknown)
    for rival in others:
        own = s.wrecks[rival]
        s.wrecks[rival] = [card if card in named else unknown.pop() for card in own]


def shuffle_decks(s: MetalAdventures, rng: random.Random) -> None:
    """The decks lie face down; only the back of the Space deck's top card shows."""
    rng.shuffle(s.shop_deck)
    back = s.top_back()
    rng.shuffle(s.space_deck)
    for place, card in enumerate(s.space_deck):
        if s.pack.space(card).space == back:
            s.space_deck[0], s.space_deck[place] = card, s.space_deck[0]
            break


def change_talk(s: MetalAdventures, seat: Seat | None, rng: random.Random) -> None:
    """MA-8.2: others' offers are known to their parties only, and so are ally terms and votes.

    Nor does anybody know which face-down cards somebody else would hand over.
    """
    known = [o for o in s.offers if seat is not None and (o.writer == seat or _open_to(o, seat))]
    s.offers = [o if o.writer == seat else replace(o, chosen=()) for o in known]
    for writer in s.seats:
        for partner in s.seats:
            if seat not in (writer, partner) and writer != partner and rng.random() < 0.3:
                give = (Good(CREDITS, rng.randint(1, 9)),)
                s.offers.append(Bargain(writer, partner, give, (), "", 0, (), s.turn, 1))
    if s.battle is not None:
        s.battle.terms = [d for d in s.battle.terms if seat in (d.principal, d.ally)]
    s.promises = [
        replace(p, votes=tuple(vote for vote in p.votes if vote[0] == seat)) for p in s.promises
    ]


def _open_to(offer: Bargain, seat: Seat) -> bool:
    return offer.partner == seat and bool(offer.number)
