"""Seats held by a link: what a browser may do for a seat without anybody signing in.

Using a link leaves a note in the browser's own cookie: the seat, and the question that the link
is for. The note is good while that question stands, and as long as nothing has happened at the
table since it was answered; so whoever has an old link sees nothing that came later. It is
checked anew on every page.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from flask import g, session

from pbem import store
from pbem.services import turns
from pbem.web.site import site

NOTES = "links"
LASTS = timedelta(hours=12)
MOST = 12
"""So many links one browser remembers; the oldest is forgotten first."""


@dataclass(frozen=True)
class Hold:
    """A seat that this browser holds by a link."""

    table_id: int
    seat: int
    version: int
    key: str
    until: int
    seq: int = 0
    """The last entry of its own; nobody has gone on as long as the table is there."""


class Lapsed(Exception):
    """The browser came by a link whose question does not stand any more."""

    def __init__(self, table: store.Table, hold: Hold) -> None:
        super().__init__(hold.key)
        self.table = table
        self.hold = hold


def take(row: store.Prompt, version: int) -> None:
    """Note that this browser acts for a seat by the link to this question."""
    until = int((site().now() + LASTS).timestamp())
    _keep(Hold(row.table_id, row.seat, version, row.key, until))


def _keep(hold: Hold) -> None:
    notes = {key: note for key, note in _notes().items() if key != str(hold.table_id)}
    newest = [*notes.items()][-(MOST - 1) :]
    body = [hold.seat, hold.version, hold.key, hold.until, hold.seq]
    session[NOTES] = {**dict(newest), str(hold.table_id): body}


def _notes() -> dict[str, Any]:
    found = session.get(NOTES)
    return found if isinstance(found, dict) else {}


def noted(table_id: int) -> Hold | None:
    """What this browser's cookie says about a table, good or not."""
    note = _notes().get(str(table_id))
    return None if note is None else Hold(table_id, *note)


def held(table: store.Table, seats: tuple[store.Seat, ...]) -> int | None:
    """The seat that this browser acts for by a link now, if any; its player's words are used."""
    hold = noted(table.id)
    if hold is None or not hold.seat < len(seats) or site().now().timestamp() >= hold.until:
        return None
    seat = seats[hold.seat]
    if seat.token_version != hold.version or seat.person_id is None:
        return None
    with site().db.reading() as c:
        row = store.prompt(c, table.id, hold.key)
        stands = row is not None and row.closed_at is None
        if not stands and hold.seq != table.seq:
            return None
        if g.get("reader") is None:
            g.acting = store.person(c, seat.person_id)
    return hold.seat


def follow(done: turns.Done) -> None:
    """The holder has done something: the note goes on to what the seat is asked next."""
    hold = noted(done.table_id)
    if hold is None:
        return
    with site().db.reading() as c:
        asked = [row for row in store.open_prompts(c, done.table_id) if row.seat == hold.seat]
    newest = asked[-1].key if asked else hold.key
    _keep(replace(hold, key=newest, seq=done.seq))
