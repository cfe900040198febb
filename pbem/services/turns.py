"""The one door. The web form, the mailed reply, the deadline, the bot and the moderator all
knock here, and nothing else changes a game.

One knock: take the match up, check, let the rules run until they wait again, and write all that
came of it in one transaction. Somebody was first: take it up again and try again. An answer
that is refused, and a rule that breaks, write nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import pbem
from pbem import engine, games, store
from pbem.engine import (
    CLOCK,
    PLAIN,
    REWIND,
    AnswerError,
    Broken,
    Entry,
    Match,
    NotAllowed,
    Outcome,
    Question,
    Reopened,
    Seat,
    Step,
    Tongue,
    Words,
    _,
)
from pbem.services.clock import deadline
from pbem.services.sittings import (
    STANDSTILL,
    Frozen,
    NotRunning,
    Shelf,
    Sitting,
    freeze,
    snapshot_row,
)

UNDO = "undo"
TRIES = 8
"""So often a knock is tried again when others were first."""


class NotDue(Exception):
    """The clock knocked too early, or for a prompt that does not wait any more."""


@dataclass(frozen=True)
class Order:
    """What somebody wants to do. `text` is read by the prompt if there is no `value`."""

    kind: str
    seat: int | None
    key: str = ""
    value: Any = None
    text: str | None = None
    source: str = "web"
    by_person: int | None = None
    reason_id: int | None = None
    tongue: Tongue = PLAIN
    at: datetime | None = None
    """The moment the entry is dated, if not now: a default counts from its deadline."""


@dataclass(frozen=True)
class Done:
    """What came of it."""

    table_id: int
    seq: int
    steps: tuple[Step, ...]
    outcome: Outcome | None


def start(shelf: Shelf, table_id: int, *, now: datetime) -> Done:
    """Begin the game: entry 1, and all that follows from it."""
    with shelf.db.reading() as c:
        table, seats = store.table(c, table_id), store.seats(c, table_id)
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
    if table.status != "open" or table.seq:
        raise NotRunning(_("This game has begun already."))
    match = engine.begin(
        games.load(table.game),
        len(seats),
        secret=table.secret,
        options=table.options,
        pack=table.pack,
        phrases=[seat.phrase_hash or "" for seat in seats],
        package=pbem.__version__,
        keep=True,
        at=now.isoformat(),
    )
    sitting = Sitting(table, seats, people, match)
    steps = [match.steps[1], *engine.follow(match)]
    order = Order("start", None, source="lobby")
    with shelf.db.writing() as c:
        record(c, sitting, 0, steps, order, now, {"status": "running", "started_at": now})
        if store.seats(c, table_id) != seats:
            raise store.Conflict("Somebody stood up meanwhile. The game has not begun.")
    shelf.give_back(sitting)
    return Done(table_id, match.seq, tuple(steps), match.outcome)


def submit(shelf: Shelf, table_id: int, order: Order, *, now: datetime) -> Done:
    """Carry out an order. Raises AnswerError, NotDue, NotRunning, Frozen, Busy, Unreachable."""
    for attempt in range(TRIES):
        try:
            return _try(shelf, table_id, order, now)
        except store.Conflict:
            if attempt == TRIES - 1:
                raise
        except Broken as why:
            reason = f"{why} [{' > '.join(why.where)}]"
            freeze(shelf.db, table_id, reason, now)
            raise Frozen(reason) from why
        except Frozen as why:
            freeze(shelf.db, table_id, str(why), now)
            raise
    raise AssertionError("unreachable")


def _try(shelf: Shelf, table_id: int, order: Order, now: datetime) -> Done:
    reach = order.value["to"] if order.kind == REWIND else None
    with shelf.db.reading() as c:
        sitting = shelf.take(c, table_id, reach=reach)
        before = sitting.match.seq
        if sitting.table.status != "running":
            shelf.give_back(sitting)
            raise _standstill(sitting.table)
    try:
        entry = _entry(shelf.db, sitting, order, now)
        steps = _carry_out(sitting, entry, order)
    except AnswerError:
        shelf.give_back(sitting)
        raise
    with shelf.db.writing() as c:
        if order.kind == CLOCK:
            _check_due(c, table_id, order.key, now)
        record(c, sitting, before, steps, order, now, {})
    shelf.give_back(sitting)
    return Done(table_id, sitting.match.seq, tuple(steps), sitting.match.outcome)


def _standstill(table: store.Table) -> Exception:
    if table.status == "frozen":
        return Frozen(table.frozen_reason or "")
    return NotRunning(STANDSTILL[table.status])


def _check_due(c: store.Connection, table_id: int, key: str, now: datetime) -> None:
    """A default must never come early: the deadline may have moved since the clock looked."""
    prompt = store.prompt(c, table_id, key)
    waits = prompt and prompt.closed_at is None and prompt.answered_at is None
    if not prompt or not waits or prompt.due_at is None or prompt.due_at > now:
        raise NotDue(key)
    if prompt.held_until is not None and prompt.held_until > now:
        raise NotDue(key)


def _entry(db: store.Database, sitting: Sitting, order: Order, now: datetime) -> Entry:
    """The order as an entry of the log, with its answer read and its words kept aside."""
    match = sitting.match
    seat = None if order.seat is None else Seat(order.seat)
    value = order.value
    if order.kind in (engine.ANSWER, engine.ACT):
        question = _question(match, order, seat)
        if isinstance(question.prompt, Words):
            words = question.prompt.clean(order.text or "")
            value = f"w:{_keep_words(db, words, order, now)}" if words else ""
        elif order.text is not None:
            value = question.parse(order.text, order.tongue)
    elif order.kind == CLOCK:
        if order.key not in match.open:
            raise NotDue(order.key)
        value = match.due_default(order.key)
    at = (order.at or now).isoformat()
    return Entry(match.seq + 1, order.kind, seat, order.key, value, at, order.source)


def _question(match: Match, order: Order, seat: Seat | None) -> Question:
    if order.kind == engine.ACT and seat is not None:
        for act in match.acts(seat):
            if act.key == order.key:
                return act
        raise NotAllowed(_("You cannot do that now."))
    asking = match.open.get(order.key)
    if asking is None or asking.prompt.seat != seat:
        raise NotAllowed(_("That question is closed: it has been answered, or play went on."))
    return match.question(order.key)


def _keep_words(db: store.Database, words: str, order: Order, now: datetime) -> int:
    with db.writing() as c:
        return store.add_wording(c, words, person_id=order.by_person, now=now)


def _carry_out(sitting: Sitting, entry: Entry, order: Order) -> list[Step]:
    match = sitting.match
    if order.kind == REWIND:
        sitting.match = engine.rewind(match, order.value["to"], source=order.source, at=entry.at)
        first = sitting.match.steps[sitting.match.seq]
    elif order.kind == UNDO:
        seat = Seat(order.seat or 0)
        sitting.match = engine.undo(match, seat, source=order.source, at=entry.at)
        first = sitting.match.steps[sitting.match.seq]
    else:
        first = match.enter(entry)
    return [first, *engine.follow(sitting.match)]


def record(
    c: store.Connection,
    sitting: Sitting,
    before: int,
    steps: list[Step],
    order: Order,
    now: datetime,
    changes: store.TableChanges,
) -> None:
    """Write down everything the steps brought about."""
    table, match = sitting.table, sitting.match
    if match.outcome is not None:
        outcome = match.game.codec.encode(match.outcome)
        changes = {**changes, "status": "over", "over_at": now, "outcome": outcome}
    if match.epoch != table.epoch:
        changes = {**changes, "epoch": match.epoch}
    opened = {a.key: _prompt_row(sitting, a, step, now) for step in steps for a in step.opened}
    known = {
        key for key in opened if order.kind in (REWIND, UNDO) and store.prompt(c, table.id, key)
    }
    entries = [_entry_row(step.entry, order, first=step is steps[0], now=now) for step in steps]
    store.record(
        c,
        table.id,
        before,
        entries=entries,
        events=[row for step in steps for row in _event_rows(match, step)],
        opened=[row for key, row in opened.items() if key not in known],
        revived=[row for key, row in opened.items() if key in known],
        closed=[key for step in steps for key in step.closed],
        answered=[key for key, asking in match.open.items() if asking.answered],
        reopened=[e.key for step in steps for e in step.events if isinstance(e, Reopened)],
        snapshots=[snapshot_row(s) for step in steps for s in step.snapshots],
        changes=changes or None,
    )
    sitting.table = replace(table, seq=match.seq, epoch=match.epoch)


def _entry_row(entry: Entry, order: Order, *, first: bool, now: datetime) -> store.Entry:
    """What follows by itself was done by nobody in person."""
    return store.Entry(
        seq=entry.seq,
        kind=entry.kind,
        at=order.at or now if first else now,
        source=entry.source or order.source,
        digest=entry.digest,
        seat=entry.seat,
        key=entry.key or None,
        value=entry.value,
        by_person=order.by_person if first else None,
        reason_id=order.reason_id if first else None,
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


def _prompt_row(sitting: Sitting, asking: Any, step: Step, now: datetime) -> store.NewPrompt:
    prompt = asking.prompt
    return store.NewPrompt(
        key=asking.key,
        seat=prompt.seat,
        kind=prompt.kind,
        prompt_class=prompt.pace,
        opened_seq=step.entry.seq,
        opened_at=now,
        due_at=due_at(sitting, prompt.seat, prompt.pace, now),
    )


def due_at(sitting: Sitting, seat: int, pace: str, opened: datetime) -> datetime | None:
    """Until when this seat has time; a bot has no deadline, it is never late."""
    person = sitting.person(seat)
    seconds = sitting.table.pace.get(pace)
    if person is None or seconds is None:
        return None
    return deadline(
        opened,
        seconds,
        person.zone,
        quiet_hours=person.quiet_hours,
        weekends=person.weekends,
        vacation=person.vacation,
    )
