"""The story of a table: what was told to one viewer, from the stored events, oldest first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem import games, store
from pbem.engine import CLOCK, RESIGN, REWIND, Game, Outcome, Seat, Text, _
from pbem.engine.log import standing
from pbem.services.sittings import entry_of

FAR_BACK = 400
"""So many entries back the story of a page begins."""


@dataclass(frozen=True)
class Line:
    """One sentence of the story."""

    seq: int
    at: datetime
    text: Text


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
    kept = {entry.seq for entry, _epoch in standing(map(entry_of, rows))}
    story: list[Line] = []
    for row in rows:
        if row.seq in kept:
            story += [Line(row.seq, row.at, text) for text in _of_entry(row)]
            told = _told(game, events.get(row.seq, ()), viewer)
            story += [Line(row.seq, row.at, text) for text in told]
    return story


def _of_entry(row: store.Entry) -> Iterable[Text]:
    """What the entry itself is worth telling, besides its events."""
    seat = None if row.seat is None else Seat(row.seat)
    if row.kind == CLOCK and row.source != RESIGN and seat is not None:
        yield _("Time is up for %(seat)s.", seat=seat)
    elif row.kind == RESIGN and seat is not None:
        yield _("%(seat)s resigns.", seat=seat)
    elif row.kind == REWIND and seat is not None:
        yield _("%(seat)s takes the last move back.", seat=seat)
    elif row.kind == REWIND:
        yield _("The moderator takes play back to an earlier moment.")


def _told(game: Game[Any], rows: Iterable[store.Event], viewer: Seat | None) -> Iterable[Text]:
    for row in rows:
        if row.audience == "public" or (viewer is not None and viewer in row.audience):
            sentence = game.codec.decode(row.body).sentence()
            if sentence is not None:
                yield sentence


def ending(table: store.Table) -> Text | None:
    """How the game ended, in the game's words; None while it has not."""
    if not isinstance(table.outcome, Mapping):
        return None
    game = games.load(table.game)
    outcome = game.codec.decode(table.outcome)
    return game.ending(outcome) if isinstance(outcome, Outcome) else None
