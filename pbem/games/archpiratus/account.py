"""What a finished game was like, for those who weigh many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.engine import Account, Event

from .events.setup import StartDrawn, StoreOpened
from .events.ship import AutoEquipped, AutoHired, MissionsTurnedUp
from .events.store import ContactHired, SalvageBought, SentUnder, StoreBought, TurnedUp
from .events.turn import Fired, MissionDone, StepBegan, TurnBegan
from .state import BUY, Pirates


def account(s: Pirates, events: Sequence[Event]) -> Account:
    """Who began, shots, missions, purchases, and what was left lying in the Store."""
    first = next((event.first for event in events if isinstance(event, StartDrawn)), None)
    return Account(
        turns=sum(isinstance(event, TurnBegan) for event in events),
        starts={"turn order": tuple("begins" if x == first else "follows" for x in s.seats)},
        counts={
            "missions done": Counter(
                s.job(event.mission).station for event in events if isinstance(event, MissionDone)
            ),
            "missions drawn": Counter(
                event.station for event in events if isinstance(event, MissionsTurnedUp)
            ),
            "cards got": Counter(filter(None, map(bargain, events))),
            "shots": Counter("hits" for event in events if isinstance(event, Fired)),
        },
        offers={"the Store": offers(events)},
    )


def bargain(event: Event) -> str:
    """Where a captain got a card, if that is what happened."""
    match event:
        case StoreBought():
            return "Store"
        case SalvageBought():
            return "Salvage"
        case ContactHired():
            return "Local Contacts"
    return ""


def offers(events: Sequence[Event]) -> dict[str, tuple[int, int]]:
    """How often each card lay in the Store when a captain's Buy step began, and was bought."""
    store: set[str] = set()
    lay, bought = Counter[str](), Counter[str]()
    for event in events:
        match event:
            case StoreOpened():
                store.update(event.cards)
            case TurnedUp():
                store.add(event.card)
            case SentUnder() | AutoEquipped() | AutoHired():
                store.discard(event.card)
            case StepBegan() if event.step == BUY:
                lay.update(store)
            case StoreBought():
                store.discard(event.card)
                bought[event.card] += 1
    return {card: (times, bought[card]) for card, times in sorted(lay.items())}
