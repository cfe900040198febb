"""Writing down what an order brought about: all of it, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeAlias

from pbem import store
from pbem.engine import REWIND, Entry, Event, Match, Reopened, Seat, Step
from pbem.engine.strand import Asking
from pbem.services import letters
from pbem.services.delivery import begins_at_once, due_at
from pbem.services.orders import TOGETHER, UNDO, Order
from pbem.services.sittings import Sitting, snapshot_row

People: TypeAlias = dict[int, store.Person]
"""People by their seats."""


def record(
    c: store.Connection,
    sitting: Sitting,
    before: int,
    steps: list[Step],
    order: Order,
    now: datetime,
    changes: store.TableChanges,
    settle: timedelta,
    persons: Mapping[int, store.Person] | None = None,
) -> None:
    """Write down everything the steps brought about, and which letters that gives cause for.
    Persons may be known to this transaction already, by their numbers."""
    table, match = sitting.table, sitting.match
    if match.outcome is not None:
        outcome = match.game.codec.encode(match.outcome)
        changes = {**changes, "status": "over", "over_at": now, "outcome": outcome}
    if match.epoch != table.epoch:
        changes = {**changes, "epoch": match.epoch}
    goes_back = order.kind in (REWIND, UNDO)
    asked = [(asking, step) for step in steps for asking in step.opened]
    reopened = [e.key for step in steps for e in step.events if isinstance(e, Reopened)]
    reopened += [key for key in steps[0].before if goes_back]
    waiting = _waiting(match, [*(asking.key for asking, _step in asked), *reopened])
    called = called_by(steps, match)
    told = letters.told_of(match, sitting.seats, waiting, order.seat, called)
    people = _people(c, sitting, {asking.prompt.seat for asking, _step in asked} | told, persons)
    opened = {a.key: _prompt_row(sitting, people, a, step, now) for a, step in asked}
    known = {key for key in opened if goes_back and store.prompt(c, table.id, key)}
    sealed = match.open if goes_back else {step.entry.key for step in steps}
    own = len(order.value) if order.kind == TOGETHER else 1
    entries = [_entry_row(step.entry, order, own=n < own, now=now) for n, step in enumerate(steps)]
    store.record(
        c,
        table.id,
        before,
        entries=entries,
        events=[row for step in steps for row in _event_rows(match, step)],
        opened=[row for key, row in opened.items() if key not in known],
        revived=[row for key, row in opened.items() if key in known],
        closed=[key for step in steps for key in step.closed],
        reopened=reopened,
        answered=[key for key in sealed if key in match.open and match.open[key].answered],
        snapshots=[snapshot_row(s) for step in steps for s in step.snapshots],
        changes=changes or None,
        letters=letters.after_turn(
            table.id, match, sitting.seats, people, waiting, told, now + settle
        ),
        status=table.status,
        sitters=[seat.person_id for seat in sitting.seats],
    )
    for seat in sitting.seats:
        if (seat.index in match.resigned) != (seat.resigned_at is not None):
            resigned_at = now if seat.index in match.resigned else None
            store.change_seat(c, table.id, seat.index, {"resigned_at": resigned_at})
    status = changes.get("status", table.status)
    sitting.table = replace(table, seq=match.seq, epoch=match.epoch, status=status)


def may_call(events: Iterable[Event]) -> bool:
    """Are there events among these that call anybody?"""
    return any(type(event).calls is not Event.calls for event in events)


def called_by(steps: Iterable[Step], match: Match) -> set[Seat]:
    """The seats that events call, though nothing is asked of them; who has resigned is not."""
    events = [event for step in steps for event in step.events]
    called = {seat for one in events for seat in one.calls(match.state) if one.seen_by(seat)}
    return called - match.resigned


def _waiting(match: Match, keys: Iterable[str]) -> set[int]:
    """The seats of these prompts that still want an answer."""
    lying = [match.open[key] for key in keys if key in match.open]
    return {int(asking.prompt.seat) for asking in lying if not asking.answered}


def _entry_row(entry: Entry, order: Order, *, own: bool, now: datetime) -> store.Entry:
    """What follows by itself was done by nobody in person."""
    return store.Entry(
        seq=entry.seq,
        kind=entry.kind,
        at=order.at or now if own else now,
        source=entry.source or order.source,
        digest=entry.digest,
        seat=entry.seat,
        key=entry.key or None,
        value=entry.value,
        by_person=order.by_person if own else None,
        reason_id=order.reason_id if own else None,
    )


def _event_rows(match: Match, step: Step) -> Iterable[store.Event]:
    for ordinal, event in enumerate(step.events):
        everybody = event.audience.everybody
        yield store.Event(
            seq=step.entry.seq,
            ordinal=ordinal,
            kind=type(event).__name__,
            body=match.game.codec.encode(event),
            audience="public" if everybody else tuple(map(int, event.knowers())),
            reveals=event.reveals,
        )


def _people(
    c: store.Connection,
    sitting: Sitting,
    seats: Iterable[int],
    persons: Mapping[int, store.Person] | None,
) -> People:
    """Who sits on these seats, where somebody is asked who has a deadline, or is told."""
    seated = {seat: sitting.seats[seat].person_id for seat in seats}
    numbers = {seat: number for seat, number in seated.items() if number is not None}
    found = store.people(c, [*numbers.values()]) if persons is None else persons
    return {seat: found[number] for seat, number in numbers.items() if number in found}


def _prompt_row(
    sitting: Sitting, people: People, asking: Asking, step: Step, now: datetime
) -> store.NewPrompt:
    prompt, person = asking.prompt, people.get(asking.prompt.seat)
    at_once = begins_at_once(sitting.seats[prompt.seat], person)
    return store.NewPrompt(
        key=asking.key,
        seat=prompt.seat,
        kind=prompt.kind,
        prompt_class=prompt.pace,
        opened_seq=step.entry.seq,
        opened_at=now,
        due_at=due_at(sitting.table, person, prompt.pace, now),
        delivered_at=now if at_once else None,
    )
