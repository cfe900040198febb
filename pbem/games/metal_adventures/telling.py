"""The story, told shortly: what happens together is one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine import Event, Seat, Text, _, n_

from .events.battle import BattleChosen, Compared, Rolled
from .events.captain import GloryWon, Paid, Received
from .events.cards import ImprovementGained, TurnedUp
from .events.trophies import TrophiesDrawn, TrophiesReturned, TrophyClaimed
from .events.turn import ActionTaken, SetOut
from .state import POT
from .words import ACTION, PURSE, credits_text

Told = tuple[Text, Event]
Shorter = tuple[int, Text, Event]
"""Of how many events one sentence tells, the sentence, and the event that matters most."""


def tell(events: Sequence[Event]) -> Iterator[Told]:
    """What is told of events that follow on each other."""
    left = [event for event in events if event.sentence() is not None]
    while left:
        n, text, event = _shorter(left) or _alone(left[0])
        yield text, event
        left = left[n:]


def _alone(event: Event) -> Shorter:
    text = event.sentence()
    assert text is not None
    return 1, text, event


def _shorter(left: Sequence[Event]) -> Shorter | None:
    """One sentence for the first few of these, if there is one."""
    match left:
        case [Paid(place=place) as paid, SetOut() as out, *_more] if place == POT:
            text = _(
                "%(seat)s pays the Brotherhood %(credits)s and sets out.",
                seat=out.seat,
                credits=credits_text(paid.amount),
            )
            return 2, text, out
        case [SetOut(), BattleChosen() as chosen, *_more]:
            return 2, chosen.sentence(), chosen
        case [Rolled() as rolled, Compared() as compared, *_more]:
            text = _("%(said)s %(more)s", said=rolled.sentence(), more=compared.sentence())
            return 2, text, compared
        case [ActionTaken(number=6) as action, Paid() as paid, ImprovementGained() as card, *_more]:
            text = _(
                "%(seat)s buys %(card)s at the OCG for %(credits)s.",
                seat=action.seat,
                card=card.card,
                credits=credits_text(paid.amount),
            )
            return 3, text, card
        case [ActionTaken() as action, Paid() as paid, *_more] if paid.seat == action.seat:
            return 2, _action(action, paid), action
        case [TrophyClaimed() as claimed, *_more]:
            return 1 + _rewards(claimed, left[1:]), claimed.sentence(), claimed
        case [TurnedUp(), TurnedUp(), *_more]:
            return _ships(left)
        case [TrophiesDrawn() | TrophiesReturned(), *_more]:
            return _trophies(left)
    return None


def _action(action: ActionTaken, paid: Paid) -> Text:
    return _(
        "%(seat)s on tour: %(n)d %(action)s, for %(credits)s to %(place)s.",
        seat=action.seat,
        n=action.number,
        action=ACTION[action.number],
        credits=credits_text(paid.amount),
        place=PURSE[paid.place],
    )


def _rewards(claimed: TrophyClaimed, after: Sequence[Event]) -> int:
    """How many of the next events only hand over what the claim has named."""
    n = 0
    for event in after[:2]:
        glory = isinstance(event, GloryWon) and event.why == "trophy"
        credits_ = isinstance(event, Received) and event.amount == claimed.credits
        if not (glory or credits_) or event.seat != claimed.seat:  # type: ignore[attr-defined]
            break
        n += 1
    return n


def _ships(left: Sequence[Event]) -> Shorter:
    cards: list[str] = []
    for event in left:
        if not isinstance(event, TurnedUp):
            break
        cards.append(event.card)
    return len(cards), _("In Space appear: %(cards)s.", cards=cards), left[0]


def _trophies(left: Sequence[Event]) -> Shorter | None:
    """The same number of trophies drawn, or put back, by several captains."""
    first = left[0]
    assert isinstance(first, TrophiesDrawn | TrophiesReturned)
    seats: list[Seat] = []
    for event in left:
        if type(event) is not type(first) or event.count != first.count:
            break
        seats.append(event.seat)
    if len(seats) == 1:
        return None
    return len(seats), _each(first, seats), first


def _each(first: TrophiesDrawn | TrophiesReturned, seats: Sequence[Seat]) -> Text:
    if isinstance(first, TrophiesDrawn):
        return n_(
            "%(seats)s draw %(n)d trophy each.",
            "%(seats)s draw %(n)d trophies each.",
            first.count,
            seats=seats,
        )
    return n_(
        "%(seats)s put %(n)d trophy each under the deck.",
        "%(seats)s put %(n)d trophies each under the deck.",
        first.count,
        seats=seats,
    )
