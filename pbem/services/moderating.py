"""What a moderator does to a table: each deed with a reason, in one transaction, done once.

A deed is written into the audit with who did it and a reference to the reason; those that change
play itself (a default taken now, a rewind) are entries of the game's log as well, by the one door.
Play that stands still (paused, frozen) loses nobody any time: when it goes on, all deadlines move.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbem import store
from pbem.engine import CLOCK, REWIND, NotAllowed, Text, _, one_line
from pbem.services import delivery, letters, pressing, turns
from pbem.services.outside import (
    CALLED_OFF,
    DEFAULTED,
    FROZE,
    MOVED,
    PAUSED,
    RESUMED,
    REWOUND,
    UNFROZE,
    VOTED,
)
from pbem.services.sittings import Frozen, NotRunning, Shelf, rebuild

SOURCE = "moderator"
LONGEST_REASON = 500
STANDS_STILL = {"paused": PAUSED, "frozen": FROZE}
"""Tables whose clock stands still, and the note that says since when."""
LIVE = ("running", "paused", "frozen")


class Refused(NotAllowed):
    """A deed that cannot be done; `text` says why and what to do. Nothing has changed."""


@dataclass(frozen=True)
class Deed:
    """Who wants to do something to a table, why and when. `once` tells two presses from one,
    and `voted` what a moderator does from what the table has voted for."""

    table_id: int
    by: int
    reason: str
    now: datetime
    once: str = ""
    voted: bool = False


def moderates(c: store.Connection, table: store.Table, person: store.Person | None) -> bool:
    """Whether this is the table's moderator, one who helps, or an administrator; a table that has
    no moderator is looked after by all of them."""
    if person is None or person.erased_at is not None:
        return False
    if person.is_admin or table.moderator_id == person.id:
        return True
    if table.moderator_id is None and person.is_moderator:
        return True
    return person.id in store.co_moderators(c, [table.id])[table.id]


def has_desk(person: store.Person | None) -> bool:
    """Whether there can be tables for this person to look after besides their own."""
    return person is not None and (person.is_moderator or person.is_admin)


def reason_of(typed: str) -> str:
    """A reason as it is kept: printable, on one line, not too long. Raises Refused."""
    reason = one_line(typed)
    if len(reason) > LONGEST_REASON:
        raise Refused(_("The reason is too long. Write at most %(n)d characters.", n=500))
    return reason


@contextmanager
def doing(shelf: Shelf, deed: Deed, *states: str) -> Iterator[tuple[store.Connection, store.Table]]:
    """The transaction of one deed: the press counted, the table kept from others, or Refused."""
    with shelf.db.writing() as c:
        table = store.lock_table(c, deed.table_id)
        pressing.count(c, deed.once, deed.now)
        if states and table.status not in states:
            raise Refused(standing(table))
        yield c, table


def standing(table: store.Table) -> Text:
    """How a table stands, to whoever wants what cannot be done so."""
    sentences = {
        "open": _("This game has not begun yet."),
        "running": _("This game is in play. Somebody may have let it go on meanwhile."),
        "paused": _("This game is paused. Let it go on first."),
        "frozen": _("This table stands still because of a fault. Let it go on first."),
        "over": _("This game is over."),
        "cancelled": _("This game was called off."),
    }
    return sentences[table.status]


def write_down(c: store.Connection, deed: Deed, what: str, **detail: Any) -> dict[str, Any]:
    """Write a deed into the audit; what a letter has to know to tell of it."""
    reason = keep_reason(c, deed)
    return _note(c, deed, what, detail, reason)


def tell(c: store.Connection, table: store.Table, deed: Deed, what: str, **detail: Any) -> None:
    """Write a deed into the audit, and tell everybody at the table by letter. What follows from
    a vote is told by the vote itself."""
    facts = write_down(c, deed, what, **detail)
    if not deed.voted:
        letters.told(c, table, facts, deed.now)


def tell_one(
    c: store.Connection, table: store.Table, deed: Deed, person_id: int, what: str, **detail: Any
) -> None:
    """Write a deed into the audit, and tell the one whom it is about."""
    letters.told_to(c, table, person_id, write_down(c, deed, what, **detail), deed.now)


def keep_reason(c: store.Connection, deed: Deed) -> int | None:
    """Keep the reason apart, so that audit and log hold a reference and it can be erased."""
    reason = reason_of(deed.reason)
    return store.add_wording(c, reason, person_id=deed.by, now=deed.now) if reason else None


def _note(
    c: store.Connection, deed: Deed, what: str, detail: dict[str, Any], reason: int | None
) -> dict[str, Any]:
    detail = {**detail, VOTED: True} if deed.voted else detail
    kept = detail if reason is None else {**detail, "reason": reason}
    store.note(c, what, at=deed.now, person_id=deed.by, table_id=deed.table_id, detail=kept)
    return letters.deed(what, detail, by=deed.by, reason=reason)


# Standing still and going on.


def pause(shelf: Shelf, deed: Deed) -> None:
    """Let play and clocks stand still."""
    with doing(shelf, deed, "running") as (c, table):
        store.change_table(c, deed.table_id, {"status": "paused"})
        tell(c, table, deed, PAUSED)


def resume(shelf: Shelf, deed: Deed) -> timedelta:
    """Let play go on after a pause; by how much all deadlines moved."""
    with doing(shelf, deed, "paused") as (c, table):
        return _go_on(c, table, deed, RESUMED)


def unfreeze(shelf: Shelf, deed: Deed) -> timedelta:
    """Let a table go on whose fault is repaired. Raises Refused if its log still cannot be played.

    The whole way back to a match is tried first: a table that would freeze at once stays frozen.
    """
    with doing(shelf, deed, "frozen") as (c, table):
        try:
            rebuild(c, table)
        except Frozen as why:
            raise Refused(
                _("The fault is still there: %(why)s. Nothing was changed.", why=str(why))
            ) from why
        except NotRunning:  # It broke before its first entry: the lobby begins it anew.
            store.change_table(c, table.id, {"status": "open", "frozen_reason": None})
            write_down(c, deed, UNFROZE)
            return timedelta()
        return _go_on(c, table, deed, UNFROZE)


def _go_on(c: store.Connection, table: store.Table, deed: Deed, what: str) -> timedelta:
    stood = deed.now - since(c, table, deed.now)
    store.change_table(c, table.id, {"status": "running", "frozen_reason": None})
    store.shift_deadlines(c, stood.total_seconds(), table_id=table.id)
    delivery.keep_free_time(c, table_id=table.id)
    tell(c, table, deed, what, seconds=int(stood.total_seconds()))
    waiting = store.waiting_at(c, [table.id])[table.id]
    for seat in {prompt.seat for prompt in waiting if prompt.delivered_at is None}:
        letters.ask_again(c, table, seat, deed.now)  # Their letter was not sent meanwhile.
    return stood


def since(c: store.Connection, table: store.Table, now: datetime) -> datetime:
    """Since when a table stands still."""
    found = store.notes_of(c, table.id, [STANDS_STILL[table.status]], limit=1)
    return min(found[0].at, now) if found else now


def call_off(shelf: Shelf, deed: Deed) -> None:
    """End a game without a winner, or close a table that has not begun."""
    with doing(shelf, deed, "open", *LIVE) as (c, table):
        changes: store.TableChanges = {"status": "cancelled", "over_at": deed.now}
        store.change_table(c, deed.table_id, {**changes, "frozen_reason": None})
        tell(c, table, deed, CALLED_OFF)


# Deadlines.


def move_deadlines(shelf: Shelf, deed: Deed, by: timedelta, *, seat: int | None = None) -> int:
    """Give everybody who is asked (or one seat) more time, or less; how many prompts moved."""
    if not timedelta(days=-30) <= by <= timedelta(days=90) or not by:
        raise Refused(_("Move deadlines by 90 days at most, and by 30 days at most when earlier."))
    with doing(shelf, deed, *LIVE) as (c, table):
        moved = move_in(c, table, deed, by, seat=seat)
        if not moved:
            raise Refused(_("Nobody has a deadline there that could be moved."))
        return moved


def its_clock(c: store.Connection, table: store.Table, now: datetime) -> datetime:
    """What time it is at a table: now, or when it began to stand still."""
    return now if table.status == "running" else since(c, table, now)


def moved_by(due: datetime, by: timedelta, clock: datetime) -> datetime:
    """A deadline with more time or less. Nobody's time ends in the past: whose time is up already
    gets all that is given, and who has less left than is taken away has until now."""
    return max(due, clock) + by if by > timedelta() else max(due + by, min(due, clock))


def move_in(
    c: store.Connection,
    table: store.Table,
    deed: Deed,
    by: timedelta,
    *,
    seat: int | None = None,
) -> int:
    """Move deadlines in the transaction of a deed; how many."""
    clock = its_clock(c, table, deed.now)
    moved = 0
    for prompt in store.waiting_at(c, [table.id])[table.id]:
        if prompt.due_at is not None and seat in (None, prompt.seat):
            store.set_due(c, prompt.id, moved_by(prompt.due_at, by, clock))
            moved += 1
    if moved:
        tell(c, table, deed, MOVED, seconds=int(by.total_seconds()), seat=seat)
    return moved


def take_default(shelf: Shelf, deed: Deed, key: str) -> turns.Done:
    """Answer a prompt by its default now, as if its time had run out."""
    with shelf.db.writing() as c:
        prompt = store.prompt(c, deed.table_id, key)
        if prompt is None or prompt.closed_at is not None or prompt.answered_at is not None:
            raise Refused(_("That question is answered already. Nothing was changed."))
        reason = keep_reason(c, deed)
    order = turns.Order(
        CLOCK,
        prompt.seat,
        key,
        source=SOURCE,
        by_person=deed.by,
        reason_id=reason,
        with_it=lambda c: _end_time(c, prompt.id, deed.now),
    )
    try:
        return knock(shelf, deed, order, DEFAULTED, {"seat": prompt.seat, "key": key})
    except turns.NotDue as why:
        raise Refused(
            _("That question was answered in the same moment. The answer counts.")
        ) from why


def _end_time(c: store.Connection, prompt_id: int, now: datetime) -> None:
    store.set_due(c, prompt_id, now)


def knock(
    shelf: Shelf, deed: Deed, order: turns.Order, what: str, detail: dict[str, Any]
) -> turns.Done:
    """Change play by the one door. The entry itself says who and why; in its transaction the press
    is counted, the audit repeats it, and the table is told."""

    def with_it(c: store.Connection) -> None:
        # The table first, as every deed does: so no two wait for each other crosswise.
        table = store.lock_table(c, deed.table_id)
        pressing.count(c, deed.once, deed.now)
        if order.with_it is not None:
            order.with_it(c)
        facts = _note(c, deed, what, detail, order.reason_id)
        letters.told(c, table, facts, deed.now)

    return turns.submit(shelf, deed.table_id, replace(order, with_it=with_it), now=deed.now)


# Going back.


def rewind(shelf: Shelf, deed: Deed, to: int, *, seen: int) -> turns.Done:
    """Go back to just after an earlier entry. `seen` is the last entry the moderator knew of:
    if play went on since, nothing is undone and the moderator looks again."""
    with shelf.db.writing() as c:
        reason = keep_reason(c, deed)
    order = turns.Order(
        REWIND, None, value={"to": to}, source=SOURCE, by_person=deed.by,
        reason_id=reason, expected=seen,
    )  # fmt: skip
    return knock(shelf, deed, order, REWOUND, {"to": to, "from": seen})
