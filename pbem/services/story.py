"""The story of a table: what was told to one viewer, from the stored events, oldest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, TypeAlias

from pbem import games, store
from pbem.engine import CLOCK, RESIGN, REWIND, Event, Game, Outcome, Seat, Text, _

FAR_BACK = 400
"""So many entries back the story of a page begins."""


@dataclass(frozen=True)
class Line:
    """One sentence of the story."""

    seq: int
    at: datetime
    text: Text
    event: Event | None = None
    """What it tells, if it tells of an event."""


Place: TypeAlias = tuple[int, int]
"""A place in the log: an entry, and how many of its events lie before."""


def lines(
    c: store.Connection, table: store.Table, viewer: Seat | None, *, back: int = FAR_BACK
) -> list[Line]:
    """What this viewer (None: a spectator) was told lately; what was taken back is left out."""
    game = games.load(table.game)
    after = max(0, table.seq - back)
    rows = store.entries(c, table.id, after=after, last=table.seq)
    events: dict[int, list[store.Event]] = {}
    for event in store.events(c, table.id, after=after, last=table.seq):
        events.setdefault(event.seq, []).append(event)
    kept = _standing(rows)
    found: list[Line | _Seen] = []
    for row in rows:
        if row.seq in kept:
            found += [Line(row.seq, row.at, text) for text in _of_entry(row)]
            found += _seen(game, row, events.get(row.seq, ()), viewer)
    return _told(game, found)


def span(c: store.Connection, table: store.Table, since: Place, until: Place | None) -> list[Line]:
    """What everybody was told between two places of the log, or from one of them until now.

    A rewind that begins in such a span never leads back to before it, if the span begins at a
    milestone that still counts.
    """
    game = games.load(table.game)
    last = table.seq if until is None else until[0]
    rows = store.entries(c, table.id, after=since[0] - 1, last=last)
    kept = _standing(rows)
    end = until or (last + 1, 0)
    events: dict[int, list[store.Event]] = {}
    for event in store.events(c, table.id, after=since[0] - 1, last=last):
        if since <= (event.seq, event.ordinal) < end:
            events.setdefault(event.seq, []).append(event)
    found: list[Line | _Seen] = []
    for row in rows:
        if row.seq not in kept:
            continue
        if since <= (row.seq, 0) < end:
            found += [Line(row.seq, row.at, text) for text in _of_entry(row)]
        found += _seen(game, row, events.get(row.seq, ()), None)
    return _told(game, found)


def _standing(rows: Iterable[store.Entry]) -> set[int]:
    """The entries that count; a rewind may lead back to before the first of these."""
    kept: list[int] = []
    for row in rows:
        if row.kind == REWIND:
            kept = [seq for seq in kept if seq <= row.value["to"]]
        kept.append(row.seq)
    return {*kept}


def _of_entry(row: store.Entry) -> Iterable[Text]:
    """What the entry itself is worth telling, besides its events."""
    seat = None if row.seat is None else Seat(row.seat)
    if row.kind == CLOCK and row.source == "undelivered" and seat is not None:
        yield _("Time is up for %(seat)s, whom no letter reached.", seat=seat)
    elif row.kind == CLOCK and row.source != RESIGN and seat is not None:
        yield _("Time is up for %(seat)s.", seat=seat)
    elif row.kind == RESIGN and seat is not None:
        yield _("%(seat)s resigns.", seat=seat)
    elif row.kind == REWIND and seat is not None:
        yield _("%(seat)s takes the last move back.", seat=seat)
    elif row.kind == REWIND and row.source == "vote":
        yield _("All agree to take play back to an earlier moment.")
    elif row.kind == REWIND:
        yield _("The moderator takes play back to an earlier moment.")


@dataclass(frozen=True)
class _Seen:
    """Something that happened before the viewer's eyes."""

    seq: int
    at: datetime
    event: Event


def _seen(
    game: Game[Any], entry: store.Entry, rows: Iterable[store.Event], viewer: Seat | None
) -> Iterable[_Seen]:
    for row in rows:
        if row.audience == "public" or (viewer is not None and viewer in row.audience):
            yield _Seen(entry.seq, entry.at, game.codec.decode(row.body))


def _told(game: Game[Any], found: Sequence[Line | _Seen]) -> list[Line]:
    """What happened between two lines that stand for themselves is told by the game."""
    story: list[Line] = []
    for is_line, run in groupby(found, key=lambda one: isinstance(one, Line)):
        if is_line:
            story += [one for one in run if isinstance(one, Line)]
            continue
        seen = [one for one in run if isinstance(one, _Seen)]
        of = {id(one.event): one for one in seen}
        for text, event in game.tell([one.event for one in seen]):
            story.append(Line(of[id(event)].seq, of[id(event)].at, text, event))
    return story


def ending(table: store.Table) -> Text | None:
    """How the game ended, in the game's words; None while it has not."""
    if not isinstance(table.outcome, Mapping):
        return None
    game = games.load(table.game)
    outcome = game.codec.decode(table.outcome)
    return game.ending(outcome) if isinstance(outcome, Outcome) else None
