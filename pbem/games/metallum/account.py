"""What a finished game was like, for those who weigh many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.engine import Account, Event, Seat

from .events.acting import ActionsBegan, InstallationUsed, ModuleBought, ModulePlayed
from .events.pieces import Discovered
from .events.rounds import (
    MarketChanged,
    MarketCleared,
    MarketFilled,
    OrderSettled,
    ProgramRevealed,
)
from .state import Metallum

BUYING = {"buy", "transport"}


def account(s: Metallum, events: Sequence[Event]) -> Account:
    """Who acted first in the first round, tiles, installations, and modules bought or left."""
    first = next((event.first for event in events if isinstance(event, OrderSettled)), None)
    revealed = [event for event in events if isinstance(event, ProgramRevealed)]
    return Account(
        turns=sum(isinstance(event, ActionsBegan) for event in events),
        starts={"first round": tuple("first" if x == first else "second" for x in s.seats)},
        counts={
            "tiles": Counter(token for event in revealed for token in event.program),
            "installations": Counter(
                event.planet for event in events if isinstance(event, InstallationUsed)
            ),
            "discoveries": Counter(
                f"seat {event.seat + 1}" for event in events if isinstance(event, Discovered)
            ),
            "action modules played": Counter(
                event.module for event in events if isinstance(event, ModulePlayed)
            ),
        },
        offers={"modules": offers(events)},
    )


def offers(events: Sequence[Event]) -> dict[str, tuple[int, int]]:
    """How often each module lay in the market before somebody who ran a buy, and was bought."""
    market: set[str] = set()
    programs: dict[Seat, tuple[str, ...]] = {}
    lay, bought = Counter[str](), Counter[str]()
    for event in events:
        match event:
            case MarketFilled():
                market.add(event.module)
            case MarketCleared():
                market.discard(event.module)
            case MarketChanged():
                market.clear()
            case ProgramRevealed():
                programs[event.seat] = event.program
            case ActionsBegan() if BUYING & set(programs[event.seat]):
                lay.update(market)
            case ModuleBought():
                market.discard(event.module)
                bought[event.module] += 1
    return {module: (times, bought[module]) for module, times in sorted(lay.items())}
