"""What was done to a table outside its rules, and its whole log, as lines to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import store
from pbem.engine import Seat, Text, _
from pbem.services import drawing, moderating_seats
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import reader
from pbem.web.site import site

SHOWN = 100
WHOLE = 10_000


@dataclass(frozen=True)
class Notice:
    """Something a moderator did, as those at the table read it."""

    at: datetime
    by: str
    html: str
    words: str
    private: bool


def notices(
    c: store.Connection, table: store.Table, names: Sequence[str], *, private: bool = False
) -> list[Notice]:
    """What moderators did here, newest first; their notes to self only if `private`."""
    kinds = list(moderating_seats.TOLD_TO_ALL)
    if private:
        kinds += [moderating_seats.NOTED, moderating_seats.REVOKED]
    rows = store.notes_of(c, table.id, kinds, limit=SHOWN)
    people = store.people(c, [row.person_id for row in rows if row.person_id is not None])
    reasons = [row.detail["reason"] for row in rows if "reason" in row.detail]
    # A fault's reason is text of ours, for moderators only; a person's is a reference.
    words = store.wordings(c, [r for r in reasons if isinstance(r, int)])
    heard = drawing.rich(reader.tongue(tuple(names)))
    return [
        Notice(
            at=row.at,
            by=people[row.person_id].name if row.person_id in people else "",
            html=heard.say(_what(row)),
            words=words.get(row.detail.get("reason"), "") if row.what != "froze" else "",
            private=row.what not in moderating_seats.TOLD_TO_ALL,
        )
        for row in rows
    ]


def _what(row: store.Audit) -> Text:
    detail = row.detail
    seat = detail.get("seat")
    match row.what:
        case "moved deadlines":
            return _moved(timedelta(seconds=detail["seconds"]), seat)
        case "took default":
            return _("The moderator takes the default for %(seat)s.", seat=Seat(seat))
        case "rewound":
            return _("The moderator takes play back to entry %(to)d.", to=detail["to"])
        case "handed over" if detail.get("bot"):
            return _("The moderator lets a bot play on at the seat of %(seat)s.", seat=Seat(seat))
        case "handed over":
            return _("The moderator gives a seat to %(seat)s.", seat=Seat(seat))
        case "revoked links":
            return _("Links of %(seat)s are taken back.", seat=Seat(seat))
    return SENTENCES[row.what]


SENTENCES = {
    "paused": _("The moderator pauses the game."),
    "resumed": _("The moderator lets the game go on."),
    "froze": _("A fault stops the table."),
    "unfroze": _("The fault is repaired, and the game goes on."),
    "called off": _("The moderator calls the game off."),
    "announced": _("The moderator says:"),
    "noted": _("A note to self:"),
    "looked": _("The moderator looks behind the screen."),
}


def _moved(by: timedelta, seat: int | None) -> Text:
    hours = abs(by) // timedelta(hours=1)
    if seat is None and by > timedelta():
        return _("The moderator gives everybody %(n)d hours more.", n=hours)
    if seat is None:
        return _("The moderator takes %(n)d hours from everybody.", n=hours)
    if by > timedelta():
        return _("The moderator gives %(seat)s %(n)d hours more.", seat=Seat(seat), n=hours)
    return _("The moderator takes %(n)d hours from %(seat)s.", seat=Seat(seat), n=hours)


@dataclass(frozen=True)
class Logged:
    """An entry of the log for a moderator: who, what, when, from where. Never its answer."""

    row: store.Entry
    name: str
    by: str
    reason: str
    stands: bool


def log_lines(c: store.Connection, table: store.Table, names: Sequence[str]) -> list[Logged]:
    """The whole log, newest first. Answers are left out: they may be secret."""
    rows = store.entries(c, table.id, after=max(0, table.seq - WHOLE), last=table.seq)
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
