"""Whether a question has reached its seat, which is when its time begins.

It has when its letter was handed over to a mail server, when its player saw its page, or when it
was opened, if the player reads on the web. Nobody loses a move to a letter that did not arrive:
a default waits for that, once per game and for no longer than twice the pace.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from pbem import store
from pbem.engine.prompt import Pace
from pbem.services import choices, letters, tokens
from pbem.services.clock import deadline

logger = logging.getLogger("pbem.delivery")
HELD = "held"
BATCH = 200


def due_at(
    table: store.Table, person: store.Person | None, pace: Pace, begins: datetime
) -> datetime | None:
    """Until when this person has time; a bot has no deadline, it is never late."""
    seconds = table.pace.get(pace)
    if person is None or seconds is None:
        return None
    return deadline(
        begins,
        seconds,
        person.zone,
        quiet_hours=person.quiet_hours,
        weekends=person.weekends,
        vacation=person.vacation,
    )


def keep_free_time(c: store.Connection, *, table_id: int | None = None) -> None:
    """Deadlines were moved, at this table or at all that run: none may end up in the hours, on the
    weekends or the days on which its person does not play."""
    found = store.deadlines_of_people(c, table_id)
    people = store.people(c, sorted({person_id for _prompt, person_id in found}))
    for prompt, person_id in found:
        out_of_free_time(c, people[person_id], prompt)


def out_of_free_time(c: store.Connection, person: store.Person, prompt: store.Prompt) -> bool:
    """Move a deadline to the end of the free time that it falls into; False if it stays. One that
    is held does: the end of its hold counts."""
    if prompt.due_at is None or prompt.held_until is not None:
        return False
    later = deadline(
        prompt.due_at,
        0,
        person.zone,
        quiet_hours=person.quiet_hours,
        weekends=person.weekends,
        vacation=person.vacation,
    )
    return later > prompt.due_at and store.set_due(c, prompt.id, later)


def begins_at_once(seat: store.Seat, person: store.Person | None) -> bool:
    """Does the time of a question begin when it is asked, because no letter is awaited?"""
    return person is None or seat.muted or person.reads_on_web or person.never_write


def handed_over(c: store.Connection, taken: Sequence[store.Letter], now: datetime) -> None:
    """A mail server took these letters: the time of what they ask begins."""
    asking = [one for one in taken if choices.asked_in(one.option_map)]
    numbers = sorted({one.table_id for one in asking if one.table_id is not None})
    if not numbers:
        return
    tables = store.lock_tables(c, numbers)
    open_ = store.open_at(c, numbers)
    people = store.people(c, [one.person_id for one in asking])
    for one in asking:
        person = people.get(one.person_id)
        # What was sent before it was known that letters come back is on its way back too.
        bounces = person is not None and person.bounced_at is not None
        if one.table_id is not None and not bounces:
            keys = choices.asked_in(one.option_map)
            prompts = [prompt for prompt in open_[one.table_id] if prompt.key in keys]
            _reached(c, tables[one.table_id], person, prompts, now)


def seen(
    db: store.Database,
    table: store.Table,
    person: store.Person,
    prompts: Iterable[store.Prompt],
    now: datetime,
) -> None:
    """The player looks at these questions on the web: their time begins, if it has not."""
    new = [prompt for prompt in prompts if prompt.delivered_at is None]
    if new:
        with db.writing() as c:
            locked = store.lock_table(c, table.id)
            _reached(c, locked, person, new, now)


def begin_without_letters(
    c: store.Connection, person_id: int, now: datetime, *, table_id: int | None = None
) -> None:
    """Somebody reads on the web from now on (at this table, or everywhere)."""
    person = store.person(c, person_id)
    tables = [t.id for t in store.tables_of(c, person_id)] if table_id is None else [table_id]
    for number in sorted(tables):
        table = store.lock_table(c, number)
        mine = {s.index for s in store.seats(c, number) if s.person_id == person_id}
        waiting = store.waiting_at(c, [number])[number]
        _reached(c, table, person, [p for p in waiting if p.seat in mine], now)


def _reached(
    c: store.Connection,
    table: store.Table,
    person: store.Person | None,
    prompts: Iterable[store.Prompt],
    now: datetime,
) -> None:
    """Nobody has less time than was said before."""
    for prompt in prompts:
        if prompt.delivered_at is None and prompt.closed_at is None:
            due = due_at(table, person, prompt.prompt_class, now)
            if due is not None and prompt.due_at is not None:
                due = max(due, prompt.due_at)
            store.mark_delivered(c, prompt.id, now, due)


def came_back(c: store.Connection, person_id: int, why: str, now: datetime) -> None:
    """Letters to this person do not arrive: hold what waits for it, and if that is news, mark the
    address and tell whoever moderates."""
    person = store.person(c, person_id)
    if person is None or person.erased_at is not None:
        return
    if person.bounced_at is not None:
        store.take_delivery_back(c, person_id)
        return
    why = tokens.blotted(why)  # A report quotes the address that the letter came from.
    store.change_person(c, person_id, {"bounced_at": now})
    store.note(c, "address bounced", at=now, person_id=person_id, detail={"why": why[:500]})
    waiting = store.take_delivery_back(c, person_id)
    tables = sorted({prompt.table_id for prompt in waiting})
    store.queue(c, letters.bounced(c, person, tables, why, now))


def arrives(c: store.Connection, person: store.Person, now: datetime) -> None:
    """Something came that only a reader of this address can have sent: letters arrive again, first
    those about what was asked meanwhile, of which none was written."""
    if person.bounced_at is None:
        return
    store.change_person(c, person.id, {"bounced_at": None})
    store.note(c, "address works again", at=now, person_id=person.id)
    for table in sorted(store.tables_of(c, person.id), key=lambda table: table.id):
        if table.status == "running":
            locked = store.lock_table(c, table.id)  # Else what is being asked now were missed.
            mine = {s.index for s in store.seats(c, table.id) if s.person_id == person.id}
            waiting = store.waiting_at(c, [table.id])[table.id]
            for seat in sorted({p.seat for p in waiting if p.delivered_at is None} & mine):
                letters.ask_again(c, locked, seat, now)


def hold_undelivered(db: store.Database, now: datetime) -> int:
    """Hold every default that would come now although its question never arrived; how many.

    A seat whose default was held before in this game is held no more: its hold ends at once.
    """
    with db.writing() as c:
        found = store.undelivered_prompts(c, now, BATCH)
        for prompt in found:
            until = now
            if not store.seats(c, prompt.table_id)[prompt.seat].hold_used:
                pace = store.table(c, prompt.table_id).pace.get(prompt.prompt_class, 0)
                until = now + timedelta(seconds=2 * pace)
                store.change_seat(c, prompt.table_id, prompt.seat, {"hold_used": True})
                detail = {"seat": prompt.seat, "until": until.isoformat()}
                store.note(c, HELD, at=now, table_id=prompt.table_id, detail=detail)
            store.hold(c, prompt.id, until)
    if found:
        logger.warning("%d deadlines have come for questions that never arrived.", len(found))
    return len(found)
