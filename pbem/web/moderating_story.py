"""What was done to a table outside its rules, and its whole log, as lines to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Flask

from pbem import store
from pbem.engine import Text, _
from pbem.services import (
    caring,
    drawing,
    inviting,
    messages,
    moderating,
    moderating_seats,
    naming,
    outside,
    substitutes,
)
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import reader
from pbem.web.looking import Chair
from pbem.web.site import site

SHOWN = 100
WHOLE = 10_000
RECENT = timedelta(days=2)


@dataclass(frozen=True)
class Notice:
    """Something a moderator did, as those at the table read it."""

    at: datetime
    by: str
    html: str
    words: str
    private: bool

    @property
    def recent(self) -> bool:
        """New enough to be read at once."""
        return site().now() - self.at < RECENT


def notices(
    c: store.Connection, table: store.Table, names: Sequence[str], *, private: bool = False
) -> list[Notice]:
    """What moderators did here, newest first; their notes to self only if `private`."""
    kinds = [*outside.TOLD_TO_ALL, *(outside.PRIVATE if private else ())]
    found = store.notes_of(c, table.id, kinds, limit=SHOWN)
    rows = [row for row in found if outside.VOTED not in row.detail]
    known = outside.names_in(c, [(row.person_id, row.detail) for row in rows])
    reasons = [row.detail["reason"] for row in rows if "reason" in row.detail]
    # A fault's reason is text of ours, for moderators only; a person's is a reference.
    words = store.wordings(c, [r for r in reasons if isinstance(r, int)])
    heard = drawing.rich(reader.tongue(tuple(names), game=table.game))
    said = outside.sentences(rows, known)
    return [
        Notice(
            at=row.at,
            by=known.get(row.person_id or 0, ""),
            html=heard.say(text),
            words=words.get(row.detail.get("reason"), "") if row.what != outside.FROZE else "",
            private=row.what in outside.PRIVATE,
        )
        for row, text in zip(rows, said, strict=True)
    ]


@dataclass(frozen=True)
class Call:
    """A message to the moderator, or one that was reported: by whom and why."""

    said: messages.Said
    waits: bool
    by: str = ""
    why: str = ""


def calls_of(c: store.Connection, table: store.Table) -> list[Call]:
    """What people want the moderator to read, newest first."""
    rows = store.notes_of(c, table.id, [messages.REPORTED], limit=SHOWN)
    reports = {row.detail["message"]: row for row in rows}
    people = store.people(c, [row.person_id for row in rows if row.person_id is not None])
    (last,) = store.notes_of(c, table.id, [outside.SETTLED], limit=1) or (None,)
    words = store.wordings(c, [r.detail["reason"] for r in rows if "reason" in r.detail])
    calls = []
    for said in reversed(messages.for_moderator(c, table.id)):
        m = said.message
        waits = last is None or (m.reported_at or m.at) > last.at
        if m.whom == messages.MODERATOR:
            calls.append(Call(said, waits))
        elif m.reported_at is not None and (told := reports.get(m.id)) is not None:
            by = reader.say(naming.name_of(people.get(told.person_id or 0)))
            calls.append(Call(said, waits, by, words.get(told.detail.get("reason", 0), "")))
    return calls


def care_of(
    c: store.Connection, table: store.Table, seats: Sequence[store.Seat]
) -> dict[str, object]:
    """Who looks after a table, whom its seats are kept for, and who sat there before."""
    before = {
        seat.index: person.name
        for seat in seats
        if (person := moderating_seats.who_sat_before(c, table.id, seat.index)) is not None
    }
    answers = inviting.answers(c, table.id) if table.status == "open" else {}
    guests = store.people(c, list(answers))
    return {
        "carers": caring.carers(c, table),
        "helpers": store.co_moderators(c, [table.id])[table.id],
        "offered": substitutes.wanted(c, [table.id])[table.id],
        "before": before,
        "invited": {
            row.detail["seat"]: reader.say(_invitation(row.what, guests[number].address))
            for number, row in answers.items()
        },
    }


def _invitation(what: str, address: str) -> Text:
    if what == inviting.DECLINED:
        return _("%(address)s has declined.", address=address)
    return _("Kept for %(address)s, who has not answered yet.", address=address)


@dataclass(frozen=True)
class Logged:
    """An entry of the log for a moderator: who, what, when, from where. Never its answer."""

    row: store.Entry
    name: str
    by: str
    reason: str
    stands: bool


def log_lines(
    c: store.Connection,
    table: store.Table,
    names: Sequence[str],
    *,
    last: int,
    most: int = WHOLE,
) -> list[Logged]:
    """The log up to an entry, newest first. Answers are left out: they may be secret."""
    rows = store.entries(c, table.id, after=max(0, last - most), last=table.seq)
    people = store.people(c, [r.by_person for r in rows if r.by_person is not None])
    words = store.wordings(c, [r.reason_id for r in rows if r.reason_id is not None])
    gone: set[int] = set()
    for row in rows:
        if row.kind == "rewind":
            gone |= {r.seq for r in rows if row.value["to"] < r.seq < row.seq}
    return [
        Logged(
            row=row,
            name="" if row.seat is None else names[row.seat],
            by=people[row.by_person].name if row.by_person in people else "",
            reason=words.get(row.reason_id, "") if row.reason_id is not None else "",
            stands=row.seq not in gone,
        )
        for row in reversed(rows)
        if row.seq <= last
    ]


def where_it_waits(table: store.Table) -> list[str]:
    """The rules that wait, outermost first; of a frozen table, where its fault arose."""
    if table.seq == 0 or table.status in ("over", "cancelled"):
        return []
    try:
        with site().shelf.looking(table.id) as sitting:
            return sitting.match.where()
    except (Frozen, NotRunning):
        return []


def set_up(app: Flask) -> None:
    """Let a table's page show what moderators did, and lead its moderator to the desk."""
    app.context_processor(lambda: {"told_by_moderators": _told, "look_after": _looks_after})


def _told(table: store.Table, chairs: Sequence[Chair]) -> list[Notice]:
    with site().db.reading() as c:
        return notices(c, table, [chair.name for chair in chairs])


def _looks_after(table: store.Table) -> bool:
    with site().db.reading() as c:
        return moderating.moderates(c, table, reader.person())
