"""Which letters somebody wants: about one game, news too, or none from here ever again.

Whoever stops letters reads on the web, so the time of what they are asked begins then. Of letters
about a table at which their reader does not sit, and of those about none, only these are stopped.
"""

from __future__ import annotations

from datetime import datetime

from pbem import store
from pbem.services import delivery, inviting, letters

MUTE, LISTEN, NEWS, NO_NEWS, NEVER, AGAIN = "mute", "listen", "news", "no-news", "never", "again"
STOP, GO_ON = "stop", "go on"
ABOUT_GAME = (MUTE, LISTEN, NEWS, NO_NEWS)


def one_click(c: store.Connection, letter: store.Letter, now: datetime) -> str:
    """What a mail program's own button does: stop the letters of this game, or, for whoever does
    not sit there, those like this one; an invitation is declined. What was done."""
    what = MUTE if sits_there(c, letter) else STOP
    change(c, letter, what, now)
    return what


def sits_there(c: store.Connection, letter: store.Letter) -> store.Seat | None:
    """The seat of this letter's reader at the table that it is about."""
    if letter.table_id is None:
        return None
    seats = store.seats(c, letter.table_id)
    return next((seat for seat in seats if seat.person_id == letter.person_id), None)


def like(letter: store.Letter) -> str:
    """What is stopped with this letter where nobody sits: its table, or else its sort. A letter
    that goes to another address is its reader's, who may be somebody else."""
    if letter.table_id is not None:
        return f"table {letter.table_id}"
    if letter.kind == letters.ADDRESS:
        return f"{letter.kind} {letter.facts['address']}"
    return letter.kind


def is_stopped(c: store.Connection, letter: store.Letter, person: store.Person) -> bool:
    """Does its reader want no more such letters? Whoever sits at a table mutes it instead."""
    return like(letter) in person.stopped and sits_there(c, letter) is None


def change(c: store.Connection, letter: store.Letter, what: str, now: datetime) -> None:
    """Do what the reader of this letter wants."""
    if what in ABOUT_GAME:
        seat = sits_there(c, letter)
        if seat is None:
            return
        wanted: dict[str, store.SeatChanges] = {
            MUTE: {"muted": True, "news": False},
            LISTEN: {"muted": False},
            NEWS: {"muted": False, "news": True},
            NO_NEWS: {"news": False},
        }
        store.change_seat(c, seat.table_id, seat.index, wanted[what])
    elif what in (STOP, GO_ON):
        _stop(c, letter, what, now)
    else:
        changes: store.PersonChanges = {"never_write": what == NEVER}
        if what == AGAIN:
            changes["stopped"] = []
        store.change_person(c, letter.person_id, changes)
    detail = {"seat": letter.seat}
    store.note(
        c, f"letters: {what}", at=now, person_id=letter.person_id, table_id=letter.table_id,
        detail=detail,
    )  # fmt: skip
    if what in (MUTE, NEVER):
        table_id = letter.table_id if what == MUTE else None
        delivery.begin_without_letters(c, letter.person_id, now, table_id=table_id)


def _stop(c: store.Connection, letter: store.Letter, what: str, now: datetime) -> None:
    """Stop letters like this one, or let them come again."""
    person = store.person(c, letter.person_id)
    assert person is not None
    others = [one for one in person.stopped if one != like(letter)]
    stopped = [*others, like(letter)] if what == STOP else others
    store.change_person(c, person.id, {"stopped": stopped})
    if what == STOP and letter.kind == letters.INVITATION and letter.table_id is not None:
        inviting.decline_in(c, letter.table_id, person.id, now=now)
