"""The one door. The web form, the mailed reply, the deadline, the bot and the moderator all
knock here, and nothing else changes a game.

One knock: take the match up, check, let the rules run until they wait again, and write all that
came of it in one transaction. Somebody was first: take it up again and try again. An answer
that is refused, and a rule that breaks, write nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeAlias

import pbem
from pbem import engine, store
from pbem.engine import (
    CLOCK,
    REWIND,
    AnswerError,
    Broken,
    Entry,
    Match,
    NotAllowed,
    Question,
    Seat,
    Step,
    Terms,
    Words,
    _,
)
from pbem.services.orders import FOLLOW, TOGETHER, UNDO, Done, Order
from pbem.services.recording import record
from pbem.services.sittings import (
    STANDSTILL,
    Frozen,
    NotRunning,
    Shelf,
    Sitting,
    freeze,
    load_game,
)

__all__ = ["MOST", "UNDO", "Done", "NotDue", "Order", "start", "submit", "submit_together"]

TRIES = 8
"""So often a knock is tried again when others were first."""
MOST = 50
"""So many entries one transaction writes at most: what was asked for, and what follows from it."""
WENT_ON = _("Play went on while you were looking. Nothing was changed: look again, then decide.")


Known: TypeAlias = tuple[store.Table, tuple[store.Seat, ...]]
"""A table's row and its seats, as somebody has just read them."""


@dataclass(frozen=True)
class Floor:
    """What tables stand on that are locked: what is asked at each, and who sits at any."""

    lying: Mapping[int, Sequence[store.Prompt]]
    persons: Mapping[int, store.Person]


class NotDue(Exception):
    """The clock knocked too early, or for a prompt that does not wait any more."""


def start(shelf: Shelf, table_id: int, *, now: datetime) -> Done:
    """Begin the game: entry 1, and all that follows from it."""
    with shelf.db.reading() as c:
        table, seats = store.table(c, table_id), store.seats(c, table_id)
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
    if table.status != "open" or table.seq:
        raise NotRunning(_("This game has begun already."))
    try:
        match = engine.begin(
            load_game(table.game),
            len(seats),
            secret=table.secret,
            options=table.options,
            pack=table.pack,
            phrases=[seat.phrase_hash or "" for seat in seats],
            package=pbem.__version__,
            keep=True,
            at=now.isoformat(),
        )
    except Broken as why:
        raise _freeze(shelf, table_id, why, now) from why
    except Frozen as why:
        freeze(shelf.db, table_id, str(why), now)
        raise
    sitting = Sitting(table, seats, people, match)
    steps = [match.steps[1], *engine.follow(match, MOST - 1)]
    order = Order("start", None, source="lobby")
    with shelf.db.writing() as c:
        begun: store.TableChanges = {"status": "running", "started_at": now}
        record(c, sitting, 0, steps, order, now, begun, shelf.settle)
        if store.seats(c, table_id) != seats:
            raise store.Conflict("Somebody stood up meanwhile. The game has not begun.")
    shelf.give_back(sitting)
    return _follow_up(shelf, _done(sitting, steps), now)


def submit(
    shelf: Shelf, table_id: int, order: Order, *, now: datetime, known: Known | None = None
) -> Done:
    """Carry out an order, and what follows from it by itself.

    Whoever has just read the table's row and seats may say so. What they know is tried first;
    where it is out of date, the writing finds that out, and all is read again.

    Raises AnswerError, NotDue, NotRunning, Frozen, Busy, Unreachable, NotFound.
    """
    return _follow_up(shelf, _insist(shelf, table_id, order, now, known), now)


def submit_together(
    shelf: Shelf, orders: Iterable[tuple[int, Order]], *, now: datetime
) -> dict[int, Done]:
    """Carry out orders for different tables in one transaction; by table, what came of those
    that could be. The others are as if nobody had knocked: give them to `submit`."""
    taken, tried = [], []
    with shelf.db.reading() as c:
        wanted = dict(orders)
        tables, seats = store.tables_numbered(c, wanted), store.seats_at(c, [*wanted])
        for table_id, order in wanted.items():
            with contextlib.suppress(NotRunning, Frozen):
                known = tables[table_id], tuple(seats[table_id])
                taken.append((_take(c, shelf, table_id, order, known), order))
    for sitting, order in taken:
        before = sitting.match.seq
        with contextlib.suppress(AnswerError, NotDue, NotRunning, Frozen, Broken):
            tried.append((sitting, before, _play(shelf, sitting, order, now), order))
    done = {}
    with shelf.db.writing() as c:
        floor = _lock(c, [sitting for sitting, _before, _steps, _order in tried])
        for sitting, before, steps, order in tried:
            with contextlib.suppress(NotDue, store.Conflict):
                _write(c, shelf, sitting, before, steps, order, now, floor)
                done[sitting.table.id] = _done(sitting, steps)
    for sitting, _before, _steps, _order in tried:
        if sitting.table.id in done:
            shelf.give_back(sitting)
    return {table_id: _follow_up(shelf, one, now) for table_id, one in done.items()}


def _follow_up(shelf: Shelf, done: Done, now: datetime) -> Done:
    """More follows than one transaction writes: go on in further ones."""
    while done.goes_on:
        more = _insist(shelf, done.table_id, Order(FOLLOW, None), now)
        done = replace(more, steps=(*done.steps, *more.steps))
    return done


def _insist(
    shelf: Shelf, table_id: int, order: Order, now: datetime, known: Known | None = None
) -> Done:
    """Try until nobody else is first."""
    for attempt in range(TRIES):
        try:
            return _try(shelf, table_id, order, now, None if attempt else known)
        except AnswerError:
            if attempt or known is None:  # Else what was known may be out of date: look again.
                raise
        except store.Conflict:
            if attempt == TRIES - 1:
                raise
        except Broken as why:
            raise _freeze(shelf, table_id, why, now) from why
        except Frozen as why:
            freeze(shelf.db, table_id, str(why), now)
            raise
    raise AssertionError("unreachable")


def _freeze(shelf: Shelf, table_id: int, why: Broken, now: datetime) -> Frozen:
    reason = f"{why} [{' > '.join(why.where)}]"
    freeze(shelf.db, table_id, reason, now)
    return Frozen(reason)


def _try(
    shelf: Shelf, table_id: int, order: Order, now: datetime, known: Known | None = None
) -> Done:
    goes_back = order.kind in (REWIND, UNDO)  # That needs more of the log than lies warm.
    sitting = None if known is None or goes_back else shelf.warm(*known)
    if sitting is None:
        with shelf.db.reading() as c:
            sitting = _take(c, shelf, table_id, order)
    before = sitting.match.seq
    steps = _play(shelf, sitting, order, now)
    with shelf.db.writing() as c:
        _write(c, shelf, sitting, before, steps, order, now)
    shelf.give_back(sitting)
    return _done(sitting, steps)


def _take(
    c: store.Connection, shelf: Shelf, table_id: int, order: Order, known: Known | None = None
) -> Sitting:
    return shelf.take(c, table_id, reach=_reach(c, table_id, order), known=known)


def _play(shelf: Shelf, sitting: Sitting, order: Order, now: datetime) -> list[Step]:
    """Carry an order out in memory; what came of it."""
    try:
        if sitting.table.status != "running":
            raise _standstill(sitting.table)
        if order.expected not in (None, sitting.match.seq):
            raise NotAllowed(WENT_ON)
        return _carry_out(shelf.db, sitting, order, now)
    except (AnswerError, NotDue, NotRunning):
        if order.kind != TOGETHER:  # The first of several may have been carried out already.
            shelf.give_back(sitting)
        raise


def _lock(c: store.Connection, sittings: Sequence[Sitting]) -> Floor:
    """Keep others from these tables, and read at once what is asked and who sits there."""
    store.lock_tables(c, [sitting.table.id for sitting in sittings])
    seated = {seat.person_id for sitting in sittings for seat in sitting.seats}
    lying = store.open_at(c, [sitting.table.id for sitting in sittings])
    return Floor(lying, store.people(c, sorted(number for number in seated if number is not None)))


def _write(
    c: store.Connection,
    shelf: Shelf,
    sitting: Sitting,
    before: int,
    steps: list[Step],
    order: Order,
    now: datetime,
    floor: Floor | None = None,
) -> None:
    if order.with_it is not None:
        order.with_it(c)
    if order.kind == CLOCK:
        floor = floor or _lock(c, [sitting])
        _check_due(floor.lying[sitting.table.id], order, now)
    if steps:
        persons = None if floor is None else floor.persons
        record(c, sitting, before, steps, order, now, {}, shelf.settle, persons)


def _done(sitting: Sitting, steps: list[Step]) -> Done:
    match = sitting.match
    goes_on = len(steps) >= MOST and match.next_entry() is not None
    return Done(sitting.table.id, match.seq, tuple(steps), match.outcome, goes_on)


def _reach(c: store.Connection, table_id: int, order: Order) -> int | None:
    """How far back the match must be known to be able to do this."""
    if order.kind == REWIND:
        return int(order.value["to"])
    if order.kind == UNDO:  # A seat's last answer, and all that followed from it by itself.
        return max(1, store.table(c, table_id).seq - MOST)
    return None


def _standstill(table: store.Table) -> Exception:
    if table.status == "frozen":
        return Frozen(table.frozen_reason or "")
    return NotRunning(STANDSTILL[table.status])


def _check_due(lying: Iterable[store.Prompt], order: Order, now: datetime) -> None:
    """A default must never come early: the deadline may have moved since the clock looked, and a
    question that never arrived is held first, unless somebody decides otherwise. Nobody can move
    it any more, for the table is ours."""
    asked = [one for one in lying if one.key == order.key and one.answered_at is None]
    prompt = asked[0] if asked else None
    if prompt is None or prompt.due_at is None or prompt.due_at > now:
        raise NotDue(order.key)
    if prompt.held_until is not None and prompt.held_until > now:
        raise NotDue(order.key)
    if order.by_person is None and prompt.delivered_at is None and prompt.held_until is None:
        raise NotDue(order.key)


def _entry(db: store.Database, match: Match, order: Order, now: datetime) -> Entry:
    """The order as an entry of the log, with its answer read and its words kept aside."""
    seat = None if order.seat is None else Seat(order.seat)
    value = order.value
    if order.kind in (engine.ANSWER, engine.ACT, engine.DECIDE):
        question = _question(match, order, seat)
        value = _read(db, question, order, now)
    elif order.kind == CLOCK:
        if order.key not in match.open:
            raise NotDue(order.key)
        value = match.due_default(order.key)
    at = (order.at or now).isoformat()
    return Entry(match.seq + 1, order.kind, seat, order.key, value, at, order.source)


def _read(db: store.Database, question: Question, order: Order, now: datetime) -> Any:
    """The answer in an order, with a person's own words kept aside if it can stand."""
    prompt = question.prompt
    if isinstance(prompt, Words | Terms):
        _answer_in(question, order, lambda _words: "w:0")
    return _answer_in(question, order, lambda words: f"w:{_keep_words(db, words, order, now)}")


def _answer_in(question: Question, order: Order, keeper: Callable[[str], str]) -> Any:
    prompt = question.prompt
    if order.text is not None or isinstance(prompt, Words):
        return question.parse(prompt.keep(order.text or "", keeper), order.tongue)
    kept = prompt.keep(order.value, keeper)
    return question.check(kept) if isinstance(prompt, Terms) else kept


def _question(match: Match, order: Order, seat: Seat | None) -> Question:
    if order.kind == engine.ACT and seat is not None:
        for act in match.acts(seat):
            if act.key == order.key:
                return act
        raise NotAllowed(_("You cannot do that now."))
    if order.kind == engine.DECIDE:
        for decision in match.decisions():
            if decision.key == order.key:
                return decision
        raise NotAllowed(_("There is nothing of that sort to decide now."))
    asking = match.open.get(order.key)
    if asking is None or asking.prompt.seat != seat:
        raise NotAllowed(_("That question is closed: it has been answered, or play went on."))
    return match.question(order.key)


def _keep_words(db: store.Database, words: str, order: Order, now: datetime) -> int:
    with db.writing() as c:
        return store.add_wording(c, words, person_id=order.by_person, now=now)


def _carry_out(db: store.Database, sitting: Sitting, order: Order, now: datetime) -> list[Step]:
    match = sitting.match
    if order.kind == FOLLOW:
        return engine.follow(match, MOST)
    if order.kind == TOGETHER:
        steps = [match.enter(_entry(db, match, one, now)) for one in order.value]
        return [*steps, *engine.follow(match, max(0, MOST - len(steps)))]
    if order.kind in (REWIND, UNDO):
        sitting.match = _go_back(match, order, (order.at or now).isoformat())
        first = sitting.match.steps[sitting.match.seq]
    else:
        first = match.enter(_entry(db, match, order, now))
    return [first, *engine.follow(sitting.match, MOST - 1)]


def _go_back(match: Match, order: Order, at: str) -> Match:
    seat = None if order.seat is None else Seat(order.seat)
    if order.kind == UNDO and seat is not None:
        return engine.undo(match, seat, source=order.source, at=at)
    return engine.rewind(match, order.value["to"], seat=seat, source=order.source, at=at)
