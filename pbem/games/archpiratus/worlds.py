"""What a seat may not know, dealt anew; and what must hold of every table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator

from pbem.engine import Seat

from .pack import CONTACT, CONTRACT, CREDIT, CREW, STATIONS, TECH
from .state import Pirates, Ship


def worlds(s: Pirates, seat: Seat | None, rng: random.Random) -> Iterable[Pirates]:
    """AP-4.5: other hands and other orders of all that lies face down."""
    for _world in range(3 if s.ships else 0):
        other = s.copy()
        for who in other.seats:
            shuffle_own(other.ships[who], rng, hand=who != seat)
        rng.shuffle(other.tech_deck)
        rng.shuffle(other.crew_deck)
        for station in STATIONS:
            rng.shuffle(other.jobs[station])
        yield other


def shuffle_own(ship: Ship, rng: random.Random, *, hand: bool) -> None:
    """The own deck in another order; with the hand in it, if that is not to be known either."""
    hidden = ship.deck + ship.hand if hand else ship.deck
    rng.shuffle(hidden)
    if hand:
        held = len(ship.hand)
        ship.hand, ship.deck = hidden[:held], hidden[held:]


def complaints(s: Pirates) -> Iterator[str]:
    """Every card is in one place, no deck is lost, one of each kind of crew is aboard."""
    if not s.ships:
        return
    where = Counter(everywhere(s))
    for card in s.pack.of(TECH, CREW, CONTACT):
        if where[card] != 1:
            yield f"{card} is in {where[card]} places."
    for mission in s.pack.missions:
        if where[mission] != 1:
            yield f"{mission} is in {where[mission]} places."
    events = set(s.pack.of("event")) if s.setting.options["events"] else set()
    lost = [card for card in events if where[card] != 1]
    if lost:
        yield f"Events are lost or doubled: {lost}."
    for seat in s.seats:
        yield from _ship(s, seat)


def _ship(s: Pirates, seat: Seat) -> Iterator[str]:
    ship = s.ships[seat]
    own = Counter([*ship.deck, *ship.hand, *ship.spent, *ship.discard])
    if own[CREDIT] != s.rule("credits"):
        yield f"{seat} has {own[CREDIT]} Credits."
    contracts = own[CONTRACT] + len(ship.missions)
    if contracts != s.rule("contracts"):
        yield f"{seat} has {contracts} Contracts."
    if len(ship.crew) > s.berths(seat):
        yield f"{seat} has crew without a berth."
    if len(s.kinds(seat)) != len(ship.crew):
        yield f"{seat} has two crew of a kind."
    if s.points(seat) != sum(s.job(mission).points for mission in ship.done):
        yield f"{seat} has points that no mission gave."
    if any(s.card(card).slot != slot for slot, card in ship.tech.items()):
        yield f"{seat} has tech in a slot that is not its own."


def everywhere(s: Pirates) -> Iterator[str]:
    """Every card at the table but Credits and Contracts, place by place."""
    yield from (card for card in s.store if card)
    yield from [*s.tech_deck, *s.crew_deck, *s.contacts, *s.salvage, *s.events, *s.gone, *s.drawn]
    for jobs in s.jobs.values():
        yield from jobs
    for who in s.captains:
        ship = s.ship(who)
        yield from [*ship.deck, *ship.hand, *ship.spent, *ship.discard]
        yield from [*ship.tech.values(), *ship.crew, *ship.missions, *ship.done]
