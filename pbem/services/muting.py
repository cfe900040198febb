"""Which letters somebody wants: about one game, news too, or none from here ever again.

Whoever stops letters reads on the web, so the time of what they are asked begins then.
"""

from __future__ import annotations

from datetime import datetime

from pbem import store
from pbem.services import delivery

MUTE, LISTEN, NEWS, NO_NEWS, NEVER, AGAIN = "mute", "listen", "news", "no-news", "never", "again"
ABOUT_GAME = (MUTE, LISTEN, NEWS, NO_NEWS)


def one_click(c: store.Connection, letter: store.Letter, now: datetime) -> str:
    """What a mail program's own button does: stop the letters of this game, or, where there is
    no game, all of them. What was done."""
    what = MUTE if sits_there(c, letter) else NEVER
    change(c, letter, what, now)
    return what


def sits_there(c: store.Connection, letter: store.Letter) -> store.Seat | None:
    """The seat the letter is about, if its reader still sits there."""
    if letter.table_id is None or letter.seat is None:
        return None
    seat = store.seats(c, letter.table_id)[letter.seat]
    return seat if seat.person_id == letter.person_id else None


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
    else:
        store.change_person(c, letter.person_id, {"never_write": what == NEVER})
    detail = {"seat": letter.seat}
    store.note(
        c, f"letters: {what}", at=now, person_id=letter.person_id, table_id=letter.table_id,
        detail=detail,
    )  # fmt: skip
    if what in (MUTE, NEVER):
        table_id = letter.table_id if what == MUTE else None
        delivery.begin_without_letters(c, letter.person_id, now, table_id=table_id)
