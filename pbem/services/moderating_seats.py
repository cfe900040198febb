"""What a moderator does about the people at a table: hand a seat on, say something, look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem import engine, games, store
from pbem.engine import REWIND, Seat, Text, _
from pbem.engine.log import standing
from pbem.services import bots, letters, story
from pbem.services.delivery import begins_at_once, due_at
from pbem.services.moderating import LIVE, Deed, Refused, doing, reason_of, since, tell, write_down
from pbem.services.outside import ANNOUNCED, HANDED, LEFT, LOOKED, NOTED, REVOKED, SETTLED
from pbem.services.sittings import Shelf, entry_of

# Seats.


def hand_over(
    shelf: Shelf, deed: Deed, seat: int, *, person_id: int | None = None, bot: str | None = None
) -> None:
    """Put another person, or a bot, on a seat. Their question is the same, their time begins anew.

    The links of whoever sat there stop working for this seat.
    """
    if (person_id is None) == (bot is None):
        raise Refused(_("Choose a person or a bot."))
    with doing(shelf, deed, *LIVE) as (c, table):
        put_on(c, table, deed, seat, person_id=person_id, bot=bot)


def put_on(
    c: store.Connection,
    table: store.Table,
    deed: Deed,
    seat: int,
    *,
    person_id: int | None = None,
    bot: str | None = None,
) -> None:
    """Put a person or a bot on a seat, in the transaction of a deed. Raises Refused."""
    seats = store.seats(c, table.id)
    known = _seat(seats, seat)
    _check_taker(seats, known, table, person_id, bot)
    if any(row.person_id == person_id for row in store.notes_of(c, table.id, [LOOKED])):
        raise Refused(_("They have looked behind the screen here, so they cannot play."))
    changes: store.SeatChanges = {"person_id": person_id, "bot": bot, "muted": False}
    store.change_seat(c, table.id, seat, {**changes, "token_version": known.token_version + 1})
    _begin_time_anew(c, table, seat, person_id, deed.now)
    letters.ask_again(c, table, seat, deed.now)
    before = {"person": known.person_id, "bot": known.bot}
    detail = {"seat": seat, "before": before, "person": person_id, "bot": bot}
    facts = write_down(c, deed, HANDED, **detail)
    if not deed.voted:
        letters.told(c, table, facts, deed.now)
    if known.person_id is not None:
        left = {"seat": seat}
        store.note(c, LEFT, at=deed.now, person_id=known.person_id, table_id=table.id, detail=left)
        letters.told_to(c, table, known.person_id, facts, deed.now)


def who_sat_before(c: store.Connection, table_id: int, seat: int) -> store.Person | None:
    """Who sat there before it was handed on, if they do not sit there now and still exist."""
    now = store.seats(c, table_id)[seat].person_id
    for row in store.notes_of(c, table_id, [HANDED]):
        number = row.detail["before"]["person"] if row.detail["seat"] == seat else None
        if number is not None and number != now:
            person = store.person(c, number)
            return person if person and person.erased_at is None else None
    return None


def _seat(seats: tuple[store.Seat, ...], index: int) -> store.Seat:
    if not 0 <= index < len(seats):
        raise Refused(_("There is no such seat at this table."))
    return seats[index]


def _check_taker(
    seats: tuple[store.Seat, ...],
    known: store.Seat,
    table: store.Table,
    person_id: int | None,
    bot: str | None,
) -> None:
    if known.resigned_at is not None:
        raise Refused(
            _(
                "That seat has resigned, and the rules play it by its defaults. To hand it on, go"
                " back to before it resigned."
            )
        )
    if (known.person_id, known.bot) == (person_id, bot):
        raise Refused(_("They sit there already. Nothing was changed."))
    if person_id is not None and any(s.person_id == person_id for s in seats):
        raise Refused(_("Nobody can sit on two seats of one table."))
    if bot is not None and bot not in bots.known(games.load(table.game)):
        raise Refused(_("This game has no such bot."))


def _begin_time_anew(
    c: store.Connection, table: store.Table, seat: int, person_id: int | None, now: datetime
) -> None:
    """Give whoever sits there now their full time for what is asked; a bot has no deadline.

    At a table that stands still it is reckoned from when that began: going on moves it.
    """
    person = None if person_id is None else store.person(c, person_id)
    opened = now if table.status == "running" else since(c, table, now)
    arrived = opened if begins_at_once(store.seats(c, table.id)[seat], person) else None
    for prompt in store.waiting_at(c, [table.id])[table.id]:
        if prompt.seat == seat:
            due = due_at(table, person, prompt.prompt_class, opened)
            store.ask_anew(c, prompt.id, due, arrived)


def revoke_links(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Make all links of a seat worthless; new letters carry new ones."""
    with doing(shelf, deed) as (c, table):
        known = _seat(store.seats(c, table.id), seat)
        store.change_seat(c, table.id, seat, {"token_version": known.token_version + 1})
        facts = write_down(c, deed, REVOKED, seat=seat)
        if known.person_id is not None:
            letters.told_to(c, table, known.person_id, facts, deed.now)


# Words.


def announce(shelf: Shelf, deed: Deed) -> None:
    """Say something to everybody at the table: the reason is what is said."""
    if not reason_of(deed.reason):
        raise Refused(_("Write what you want to tell the table."))
    with doing(shelf, deed) as (c, table):
        tell(c, table, deed, ANNOUNCED)


def note_to_self(shelf: Shelf, deed: Deed) -> None:
    """Write something down that only moderators of this table read."""
    if not reason_of(deed.reason):
        raise Refused(_("Write what you want to remember."))
    with doing(shelf, deed) as (c, _table):
        write_down(c, deed, NOTED)


def settle_calls(shelf: Shelf, deed: Deed) -> None:
    """What was written and reported to the moderator is read; the desk stops pointing at it."""
    with doing(shelf, deed) as (c, _table):
        write_down(c, deed, SETTLED)


# Looking.


def look_behind(shelf: Shelf, deed: Deed) -> None:
    """Write down, for the table to see, that the moderator looks behind the screen. Raises Refused
    if the moderator plays at this table: then nobody may look."""
    if not reason_of(deed.reason):
        raise Refused(_("Write why you have to look. The table reads it."))
    with doing(shelf, deed, *LIVE) as (c, table):
        if any(s.person_id == deed.by for s in store.seats(c, table.id)):
            raise Refused(_("You play at this table yourself, so you cannot look at its secrets."))
        tell(c, table, deed, LOOKED, seq=table.seq)


def has_just_looked(shelf: Shelf, deed: Deed) -> bool:
    """Whether somebody looked here and nothing has happened since, so that to be shown the same
    once more tells nothing new."""
    with shelf.db.reading() as c:
        looks = store.notes_of(c, deed.table_id, [LOOKED])
        seq = store.table(c, deed.table_id).seq
    return any(row.person_id == deed.by and row.detail.get("seq") == seq for row in looks)


@dataclass(frozen=True)
class Undone:
    """What going back to an entry would undo, as anybody may know it."""

    to: int
    seq: int
    entries: tuple[store.Entry, ...]
    told: tuple[Text, ...]
    """What everybody was told since, which then has not happened."""
    asked: tuple[Seat, ...]
    """Who would be asked again."""


def preview_rewind(shelf: Shelf, table_id: int, to: int) -> Undone:
    """Try a rewind out on a copy. Raises NotAllowed if there is no such entry to go back to."""
    with shelf.db.reading() as c:
        table = store.table(c, table_id)
        if not 1 <= to < table.seq:
            raise Refused(_("There is no earlier entry %(to)d to go back to.", to=to))
        sitting = shelf.take(c, table_id, reach=to)
        rows = store.entries(c, table_id, after=0, last=table.seq)
        lines = story.lines(c, table, None, back=table.seq)
    back = engine.rewind(sitting.match, to)
    kept = {entry.seq for entry, _epoch in standing(map(entry_of, rows))}
    return Undone(
        to,
        table.seq,
        tuple(r for r in rows if r.seq > to and r.seq in kept and r.kind != REWIND),
        tuple(line.text for line in lines if line.seq > to),
        tuple(dict.fromkeys(asking.prompt.seat for asking in back.waiting())),
    )


def hidden_views(shelf: Shelf, table_id: int) -> dict[int, Mapping[str, Any]]:
    """What each seat sees. Call `look_behind` first: a look is never a secret."""
    with shelf.looking(table_id) as sitting:
        return {int(seat): sitting.match.view(seat) for seat in sitting.match.setting.seats}
