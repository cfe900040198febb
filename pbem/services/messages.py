"""What people say to each other at a table: to all, to one of them, or to the moderator.

Messages belong to the shell, not to the game: they are no entries, no rule reads them, and going
back undoes none. Each stands in the story where the table was when it was said. They are plain
text and stay so. A message goes to a seat: whoever takes that seat over can read it, under the
names of those who wrote it and read it then. What passed between a person and the moderator
stays theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from pbem import store
from pbem.engine import NotAllowed, Text, _, one_line
from pbem.services import letters, moderating, naming, pressing
from pbem.services.outside import HANDED
from pbem.services.sittings import Frozen, NotRunning, Shelf, Sitting

TABLE: Final = "table"
SEAT: Final = "seat"
MODERATOR: Final = "moderator"
ALL, ALOUD, SILENT = "all", "aloud", "silent"
TALK: dict[str, Text] = {
    ALL: _("aloud and in private"),
    ALOUD: _("only aloud"),
    SILENT: _("only to the moderator"),
}
"""What a table may have agreed on about messages."""
LONGEST, MOST_LINES = 1000, 20
OFTEN, WINDOW = 30, timedelta(minutes=10)
REPORTED = "reported message"


class Refused(NotAllowed):
    """Something that cannot be said here or now; `text` says why and what to do."""


@dataclass(frozen=True)
class Draft:
    """Something somebody wants to say. Without a seat a moderator says it."""

    seat: int | None
    by: int
    text: str
    whom: store.Whom = "table"
    to_seat: int | None = None


@dataclass(frozen=True)
class Said:
    """A message with its words; they are empty once whoever wrote them was erased."""

    message: store.Message
    text: str
    new: bool
    by: Text | str = ""
    """Who wrote it, if somebody else sits there now."""
    to: Text | str = ""
    """To whom it was written in private, if somebody else sits there now."""

    @property
    def id(self) -> int:
        """The number of the message."""
        return self.message.id


def talk_of(table: store.Table) -> str:
    """What this table has agreed on about messages."""
    found = table.settings.get("talk", ALL)
    return found if found in TALK else ALL


def words_of(typed: str) -> str:
    """Words as they are kept: printable lines, not too many, not too long. Raises Refused."""
    lines = typed.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    words = "\n".join(map(one_line, lines)).strip("\n")
    if not words:
        raise Refused(_("Write something first."))
    if len(words) > LONGEST:
        raise Refused(
            _(
                "That is %(n)d characters long. Write at most %(most)d.",
                n=len(words),
                most=LONGEST,
            )
        )
    if words.count("\n") >= MOST_LINES:
        raise Refused(_("Write at most %(n)d lines.", n=MOST_LINES))
    return words


def why_quiet(shelf: Shelf, table: store.Table) -> Text | None:
    """Why the rules let nobody talk just now; None if they do."""
    if table.status != "running":
        return None
    try:
        with shelf.looking(table.id) as sitting:
            return quiet_at(sitting)
    except (Frozen, NotRunning):
        return None


def quiet_at(sitting: Sitting) -> Text | None:
    """The same for somebody who looks at the table already."""
    if sitting.table.status != "running":
        return None
    return sitting.match.game.quiet(sitting.match.state)


def send(shelf: Shelf, table_id: int, draft: Draft, *, now: datetime, once: str = "") -> int:
    """Say something; the number of the message. `once` is the press of a form that says it.

    Raises Refused.
    """
    with shelf.db.reading() as c:
        table = store.table(c, table_id)
    if draft.whom != MODERATOR and draft.seat is not None:
        quiet = why_quiet(shelf, table)
        if quiet is not None:
            raise Refused(quiet)
    with shelf.db.writing() as c:
        pressing.count(c, once, now)
        return say(c, table_id, draft, now=now)


def say(c: store.Connection, table_id: int, draft: Draft, *, now: datetime) -> int:
    """The same in the caller's transaction, if the rules let people talk now; whoever it is said
    to in private hears of it by letter. Raises Refused."""
    words = words_of(draft.text)
    table = store.table(c, table_id)
    _check(c, table, draft)
    _count(c, table_id, draft.by, now)
    number = store.add_message(
        c,
        store.NewMessage(
            table_id=table_id,
            seat=draft.seat,
            person_id=draft.by,
            whom=draft.whom,
            to_seat=draft.to_seat,
            wording_id=store.add_wording(c, words, person_id=draft.by, now=now),
            seq=table.seq,
            at=now,
        ),
    )
    letters.said(c, table, draft.to_seat, draft.seat, number, now)
    return number


def _check(c: store.Connection, table: store.Table, draft: Draft) -> None:
    """Whether this person may say this to those people, as the table has agreed."""
    seats = store.seats(c, table.id)
    talk = talk_of(table)
    if draft.seat is None:
        if not moderating.moderates(c, table, store.person(c, draft.by)):
            raise Refused(_("You do not look after this table."))
    elif not 0 <= draft.seat < len(seats) or seats[draft.seat].person_id != draft.by:
        raise Refused(_("You do not sit at this table."))
    elif draft.whom == TABLE and talk == SILENT:
        raise Refused(_("At this table nobody talks. You can write to the moderator."))
    elif draft.whom == SEAT and talk != ALL:
        raise Refused(_("At this table nobody talks in private. Say it to everybody."))
    if (draft.to_seat is not None) != (draft.whom == SEAT):
        raise Refused(_("Choose whom you want to tell it."))
    if draft.to_seat is not None:
        if draft.to_seat not in range(len(seats)) or draft.to_seat == draft.seat:
            raise Refused(_("Choose whom you want to tell it."))
        if seats[draft.to_seat].person_id is None:
            raise Refused(_("Nobody sits there who could read it: bots do not talk."))


def _count(c: store.Connection, table_id: int, person_id: int, now: datetime) -> None:
    seconds = int(WINDOW.total_seconds())
    start = datetime.fromtimestamp(int(now.timestamp()) // seconds * seconds, UTC)
    if store.count_attempt(c, "message", f"{table_id}.{person_id}", start) > OFTEN:
        raise Refused(_("That is a lot of messages. Wait ten minutes, then write again."))


def for_seat(c: store.Connection, table_id: int, seat: int) -> list[Said]:
    """Everything this seat may read, its own words among it, oldest first."""
    found = store.messages_for_seat(c, table_id, seat)
    if not found:
        return []
    known, sat = store.heard(c, table_id, seat), _Sat(c, table_id)
    theirs = [m for m in found if sat.may_read(seat, m)]
    return _with_words(c, theirs, sat, lambda m: m.id > known and m.seat != seat)


def unread(c: store.Connection, table_id: int, seat: int) -> list[Said]:
    """What others said to this seat since it last read anything, oldest first.

    Whoever brings it to them calls `hear` with the last one's number.
    """
    return [said for said in for_seat(c, table_id, seat) if said.new]


def hear(c: store.Connection, table_id: int, seat: int, upto: int) -> None:
    """This seat has read up to this message."""
    store.mark_heard(c, table_id, seat, upto)


def for_moderator(c: store.Connection, table_id: int) -> list[Said]:
    """What is said to all or to the moderator, and what was reported; nothing else in private."""
    found = store.messages_for_moderator(c, table_id)
    return _with_words(c, found, _Sat(c, table_id), lambda _m: False) if found else []


class _Sat:
    """Who sat where at a table when something was said: seats are handed on, words are not."""

    def __init__(self, c: store.Connection, table_id: int) -> None:
        self.now = [seat.person_id for seat in store.seats(c, table_id)]
        self.handed = store.notes_of(c, table_id, [HANDED], limit=500)[::-1]

    def at(self, seat: int, when: datetime) -> int | None:
        """The person who sat there then."""
        for row in self.handed:
            if row.detail["seat"] == seat and row.at > when:
                before: int | None = row.detail["before"]["person"]
                return before
        return self.now[seat]

    def may_read(self, seat: int, m: store.Message) -> bool:
        """Whether it is not between the moderator and somebody who sat there before."""
        if m.whom == MODERATOR:
            return m.person_id == self.now[seat]
        return m.seat is not None or m.whom == TABLE or self.at(seat, m.at) == self.now[seat]

    def parties(self, m: store.Message) -> tuple[int | None, int | None]:
        """Who wrote it and to whom in private, if they do not sit there now; else None."""
        by = m.person_id if m.seat is not None else None
        to = None if m.to_seat is None else self.at(m.to_seat, m.at)
        return (
            None if m.seat is not None and by == self.now[m.seat] else by,
            None if m.to_seat is not None and to == self.now[m.to_seat] else to,
        )


def _with_words(
    c: store.Connection,
    found: Sequence[store.Message],
    sat: _Sat,
    is_new: Callable[[store.Message], bool],
) -> list[Said]:
    words = store.wordings(c, [m.wording_id for m in found]) if found else {}
    parties = [sat.parties(m) for m in found]
    people = store.people(c, [*{n for pair in parties for n in pair if n is not None}])
    names: dict[int | None, Text | str] = {n: naming.name_of(one) for n, one in people.items()}
    return [
        Said(m, words.get(m.wording_id, ""), is_new(m), names.get(by, ""), names.get(to, ""))
        for m, (by, to) in zip(found, parties, strict=True)
    ]


def readable(c: store.Connection, table_id: int, number: int, seat: int) -> Said:
    """A message by another seat that this one may read: it can be shown to the moderator, who
    knows what moderators said. Raises Refused."""
    for said in for_seat(c, table_id, seat):
        if said.id == number and said.message.seat not in (seat, None):
            return said
    raise Refused(_("There is no such message."))


def report(
    shelf: Shelf, table_id: int, number: int, *, seat: int, by: int, why: str, now: datetime
) -> None:
    """Let the moderator read a message, and why. Raises Refused."""
    reason = moderating.reason_of(why)
    with shelf.db.writing() as c:
        if not any(s.index == seat and s.person_id == by for s in store.seats(c, table_id)):
            raise Refused(_("You do not sit at this table."))
        readable(c, table_id, number, seat)
        if not store.report_message(c, number, now):
            raise Refused(_("The moderator has this message already."))
        detail: dict[str, int] = {"message": number, "seat": seat}
        if reason:
            detail["reason"] = store.add_wording(c, reason, person_id=by, now=now)
        store.note(c, REPORTED, at=now, person_id=by, table_id=table_id, detail=detail)
