"""Trying something out before it is done: what would follow, as far as the seat may know it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbem import engine, store
from pbem.engine import ANSWER, CLOCK, Entry, Item, Match, Preview, Seat, Step, Text
from pbem.engine.strand import Asking
from pbem.services.sittings import Shelf

FAR_BACK = 150
"""So many entries back earlier questions are looked for."""
MOST_PAST = 8


def foresee(match: Match, entry: Entry, seat: Seat) -> Preview:
    """What an entry of this seat would bring about, up to what reveals. Raises AnswerError.

    It also ends where somebody else would go on, be it by a plan, and says no more about it
    than if they had none: else one could ask the preview what others have laid down in secret.
    For the same reason an answer under seal shows nothing: as the last of several it would bring
    the others to light.
    """
    asking = match.open.get(entry.key)
    if asking is not None and asking.sealed:
        asking.prompt.check(match.state, entry.value)
        return Preview((), goes_on=True)
    copy = engine.fork(match)
    copy.game.blind(copy.state, seat)
    told: list[engine.Event] = []
    while True:
        step: Step = copy.enter(entry._replace(seq=copy.seq + 1))
        for event in step.events:
            if event.reveals:
                return Preview(tuple(told), goes_on=True)
            if event.seen_by(seat):
                told.append(event)
        following = copy.next_entry()
        if following is None:
            others = {key for key, one in copy.open.items() if one.prompt.seat != seat}
            return Preview(tuple(told), goes_on=not others <= match.open.keys())
        if following.seat != seat:
            return Preview(tuple(told), goes_on=True)
        entry = following


@dataclass(frozen=True)
class Past:
    """An earlier question to a seat, what it answered, and what its orders would have."""

    at: datetime
    asked: Text
    given: Text | str
    would: Text | str | None
    """None if none of the orders fits, or none of its answers was possible: it would be asked."""


def on_the_past(shelf: Shelf, table_id: int, seat: Seat, items: Sequence[Item]) -> list[Past]:
    """What these orders would have answered to the last questions of their kinds, newest first."""
    kinds = {item.kind for item in items}
    with shelf.db.reading() as c:
        seq = store.table(c, table_id).seq
        match = shelf.take(c, table_id, reach=max(1, seq - FAR_BACK)).match
    found: list[Past] = []
    for before, entry in engine.retrace(match):
        asking = before.open.get(entry.key)
        if asking is None or entry.kind not in (ANSWER, CLOCK) or asking.prompt.seat != seat:
            continue
        if asking.prompt.kind in kinds:
            found.append(_past(before, asking, entry, items))
    return found[: -MOST_PAST - 1 : -1]


def _past(before: Match, asking: Asking, entry: Entry, items: Iterable[Item]) -> Past:
    prompt, state = asking.prompt, before.state
    fitting = next((item for item in items if item.fits(prompt, state)), None)
    legal, answer = (False, None) if fitting is None else fitting.answer(prompt, state)
    return Past(
        datetime.fromisoformat(entry.at),
        prompt.sentence(state),
        prompt.describe(state, entry.value),
        prompt.describe(state, answer) if legal else None,
    )
