"""What a finished game was like, for those who weigh many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pbem.engine import Account, Event

from .events.battle import AlliesCalled, BattleChosen, Betrayed, Compared, HelpSought
from .events.deals import Traded
from .events.turn import ActionTaken, Rested, SatDown, SetOut
from .state import MetalAdventures

OFFERING = {
    "keep_two": "trophies",
    "keep_one": "trophies",
    "pick_ship": "starships",
    "pick_karokum_ship": "starships",
    "purchase": "improvements",
    "buy_at_rest": "improvements",
    "smuggle": "improvements",
    "take_support": "improvements",
}
"""Which questions offer cards."""


def account(s: MetalAdventures, events: Sequence[Event]) -> Account:
    """Base starships, places in the first round, battles and how they went, glory, the tour."""
    return Account(
        turns=s.turn,
        starts={"base starship": tuple(s.bases), "place": places(s, events)},
        counts={
            "turns": turns(events),
            "battles": battles(events),
            "help": help_sought(events),
            "trades": Counter(trade=sum(isinstance(event, Traded) for event in events)),
            "promises": Counter(promise.outcome for promise in s.promises),
            "glory": glory(s),
            "tour": Counter(f"action {e.number}" for e in events if isinstance(e, ActionTaken)),
        },
    )


def places(s: MetalAdventures, events: Sequence[Event]) -> tuple[str, ...]:
    """Each captain's place in the first round."""
    first = next(event.first for event in events if isinstance(event, SatDown))
    order = s.clockwise(first)
    return tuple(str(order.index(seat) + 1) for seat in s.seats)


def turns(events: Sequence[Event]) -> Counter[str]:
    """Rests and travels."""
    rests = sum(isinstance(event, Rested) for event in events)
    return Counter(rest=rests, travel=sum(isinstance(event, SetOut) for event in events))


def battles(events: Sequence[Event]) -> Counter[str]:
    """The battles fought, by kind."""
    found: Counter[str] = Counter()
    kind = ""
    for event in events:
        if isinstance(event, BattleChosen):
            kind = event.kind
        elif isinstance(event, Compared):
            found[kind] += 1
    return found


def help_sought(events: Sequence[Event]) -> Counter[str]:
    """The battles in which somebody was asked for help, those without, and betrayals."""
    found: Counter[str] = Counter()
    sought = betrayed = False
    for event in events:
        if isinstance(event, BattleChosen):
            sought = betrayed = False
        elif isinstance(event, HelpSought) or (isinstance(event, AlliesCalled) and event.called):
            sought = True
        elif isinstance(event, Betrayed):
            betrayed = True
        elif isinstance(event, Compared):
            found["betrayed" if betrayed else "sought" if sought else "alone"] += 1
    return found


def glory(s: MetalAdventures) -> Counter[str]:
    """What glory was won for."""
    found: Counter[str] = Counter()
    for line in s.ledger:
        if line.change > 0:
            found[line.why] += line.change
    return found
