"""What a moderator does to a table: each deed with a reason, in one transaction, done once.

A deed is written into the audit with who did it and a reference to the reason; those that change
play itself (a default taken now, a rewind) are entries of the game's log as well, by the one door.
Play that stands still (paused, frozen) loses nobody any time: when it goes on, all deadlines move.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem import store
from pbem.engine import CLOCK, REWIND, NotAllowed, Text, _
from pbem.services import delivery, letters, turns
from pbem.services.sittings import Frozen, NotRunning, Shelf, rebuild

SOURCE = "moderator"
LONGEST_REASON = 500
STALE_AFTER = timedelta(days=1)
"""A form that lay open for longer has to be looked at again."""
STANDS_STILL = {"paused": "paused", "frozen": "froze"}
"""Tables whose clock stands still, and the note that says since when."""
LIVE = ("running", "paused", "frozen")


class Refused(NotAllowed):
    """A deed that cannot be done; `text` says why and what to do. Nothing has changed."""


class DoneAlready(Refused):
    """The same press once more: what it asks for has been done, by the first."""


@dataclass(frozen=True)
class Deed:
    """Who wants to do something to a table, why and when. `once` tells two presses from one."""

    table_id: int
    by: int
    reason: str
    now: datetime
    once: str = ""


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


def press(now: datetime, salt: str) -> str:
    """A name for one press of a button: the moment the form was made, and something random."""
    return f"{int(now.timestamp())}-{salt}"


def reason_of(typed: str) -> str:
    """A reason as it is kept: printable, on one line, not too long. Raises Refused."""
    reason = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    if len(reason) > LONGEST_REASON:
        raise Refused(_("The reason is too long. Write at most %(n)d characters.", n=500))
    return reason


@contextmanager
def doing(shelf: Shelf, deed: Deed, *states: str) -> Iterator[tuple[store.Connection, store.Table]]:
    """The transaction of one deed: the table kept from others, the press counted, or Refused."""
    with shelf.db.writing() as c:
        table = store.lock_table(c, deed.table_id)
        if states and table.status not in states:
            raise Refused(_standing(table))
        _count_press(c, deed)
        yield c, table


def press_once(shelf: Shelf, deed: Deed) -> None:
    """Count a press whose deed is done elsewhere, by a verb with a transaction of its own."""
    with doing(shelf, deed):
        return


def _count_press(c: store.Connection, deed: Deed) -> None:
    """Let a form act once, however often its button is pressed."""
    if not deed.once:
        return
    made, _dash, salt = deed.once.partition("-")
    if not made.isdecimal() or len(made) > 12 or not 8 <= len(salt) <= 64:
        raise Refused(_("This page is damaged. Load it again."))
    window = datetime.fromtimestamp(int(made), UTC)
    if not timedelta() <= deed.now - window <= STALE_AFTER:
        raise Refused(_("This page is more than a day old. Look at the table again first."))
    if store.count_attempt(c, "deed", salt, window) > 1:
        raise DoneAlready(_("That was done already: two presses count as one."))


def _standing(table: store.Table) -> Text:
    sentences = {
        "open": _("This game has not begun yet."),
        "running": _("This game is in play. Somebody may have let it go on meanwhile."),
        "paused": _("This game is paused. Let it go on first."),
        "frozen": _("This table stands still because of a fault. Let it go on first."),
        "over": _("This game is over."),
        "cancelled": _("This game was called off."),
    }
    return sentences[table.status]


def write_down(
    c: store.Connection, deed: Deed, what: str, detail: dict[str, Any] | None = None
) -> int | None:
    """Write a deed into the audit; the number of its reason."""
    reason = keep_reason(c, deed)
    _note(c, deed, what, detail or {}, reason)
    return reason


def keep_reason(c: store.Connection, deed: Deed) -> int | None:
    """Keep the reason apart, so that audit and log hold a reference and it can be erased."""
    reason = reason_of(deed.reason)
    return store.add_wording(c, reason, person_id=deed.by, now=deed.now) if reason else None


def _note(
    c: store.Connection, deed: Deed, what: str, detail: dict[str, Any], reason: int | None
) -> None:
    facts = {**detail, **({} if reason is None else {"reason": reason})}
    store.note(c, what, at=deed.now, person_id=deed.by, table_id=deed.table_id, detail=facts)


# Standing still and going on.


def pause(shelf: Shelf, deed: Deed) -> None:
    """Let play and clocks stand still."""
    with doing(shelf, deed, "running") as (c, table):
        store.change_table(c, deed.table_id, {"status": "paused"})
        letters.told(c, table, "paused", write_down(c, deed, "paused"), deed.now)


def resume(shelf: Shelf, deed: Deed) -> timedelta:
    """Let play go on after a pause; by how much all deadlines moved."""
    with doing(shelf, deed, "paused") as (c, table):
        return _go_on(c, table, deed, "resumed")


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
            write_down(c, deed, "unfroze")
            return timedelta()
        return _go_on(c, table, deed, "unfroze")


def _go_on(c: store.Connection, table: store.Table, deed: Deed, what: str) -> timedelta:
    stood = deed.now - since(c, table, deed.now)
    store.change_table(c, table.id, {"status": "running", "frozen_reason": None})
    store.shift_deadlines(c, stood.total_seconds(), table_id=table.id)
    delivery.keep_free_time(c, table_id=table.id)
    reason = write_down(c, deed, what, {"seconds": int(stood.total_seconds())})
    letters.told(c, table, what, reason, deed.now)
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
        letters.told(c, table, "called off", write_down(c, deed, "called off"), deed.now)


# Deadlines.


def move_deadlines(shelf: Shelf, deed: Deed, by: timedelta, *, seat: int | None = None) -> int:
    """Give everybody who is asked (or one seat) more time, or less; how many prompts moved.

    Nobody's time ends in the past: who has less left than is taken away has until now.
    """
    if not timedelta(days=-30) <= by <= timedelta(days=90) or not by:
        raise Refused(_("Move deadlines by 90 days at most, and by 30 days at most when earlier."))
    with doing(shelf, deed, *LIVE) as (c, table):
        moved = move_in(c, table, deed, by, seat=seat)
        if not moved:
            raise Refused(_("Nobody has a deadline there that could be moved."))
        return moved


def move_in(
    c: store.Connection,
    table: store.Table,
    deed: Deed,
    by: timedelta,
    *,
    seat: int | None = None,
) -> int:
    """Move deadlines in the transaction of a deed; how many."""
    floor = deed.now if table.status == "running" else since(c, table, deed.now)
    moved = 0
    for prompt in store.waiting_at(c, [table.id])[table.id]:
        if prompt.due_at is not None and seat in (None, prompt.seat):
            store.set_due(c, prompt.id, max(prompt.due_at + by, floor))
            moved += 1
    if moved:
        detail = {"seconds": int(by.total_seconds()), "seat": seat}
        reason = write_down(c, deed, "moved deadlines", detail)
        letters.told(c, table, "moved deadlines", reason, deed.now)
    return moved


def take_default(shelf: Shelf, deed: Deed, key: str) -> turns.Done:
    """Answer a prompt by its default now, as if its time had run out."""
    with doing(shelf, deed, "running") as (c, table):
        prompt = store.prompt(c, table.id, key)
        if prompt is None or prompt.closed_at is not None or prompt.answered_at is not None:
            raise Refused(_("That question is answered already. Nothing was changed."))
        store.set_due(c, prompt.id, deed.now)
        reason = keep_reason(c, deed)
    order = turns.Order(CLOCK, prompt.seat, key, source=SOURCE, by_person=deed.by, reason_id=reason)
    detail = {"seat": prompt.seat, "key": key}
    try:
        return knock(shelf, deed, order, "took default", detail)
    except turns.NotDue as why:
        raise Refused(
            _("That question was answered in the same moment. The answer counts.")
        ) from why


def knock(
    shelf: Shelf, deed: Deed, order: turns.Order, what: str, detail: dict[str, Any]
) -> turns.Done:
    """Change play by the one door. The entry itself says who and why; the audit repeats it."""
    done = turns.submit(shelf, deed.table_id, order, now=deed.now)
    with shelf.db.writing() as c:
        _note(c, deed, what, detail, order.reason_id)
        letters.told(c, store.table(c, deed.table_id), what, order.reason_id, deed.now)
    return done


# Going back.


def rewind(shelf: Shelf, deed: Deed, to: int, *, seen: int) -> turns.Done:
    """Go back to just after an earlier entry. `seen` is the last entry the moderator knew of:
    if play went on since, nothing is undone and the moderator looks again."""
    with doing(shelf, deed, "running") as (c, table):
        _check_seen(table, seen)
        reason = keep_reason(c, deed)
    order = turns.Order(
        REWIND, None, value={"to": to}, source=SOURCE, by_person=deed.by,
        reason_id=reason, expected=seen,
    )  # fmt: skip
    return knock(shelf, deed, order, "rewound", {"to": to, "from": seen})


def _check_seen(table: store.Table, seen: int) -> None:
    if table.seq != seen:
        raise Refused(turns.WENT_ON)
