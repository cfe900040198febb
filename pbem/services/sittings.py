"""Live tables: a match in memory, taken up from the store and kept while it is warm.

Each process has a `Shelf` of matches it has used lately. A match is taken off the shelf while
somebody uses it, so no two threads share one; what another process has written meanwhile is
caught up on, entry by entry.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbem import engine, games, store
from pbem.engine import (
    AnswerError,
    Broken,
    Diverged,
    Entry,
    Game,
    Match,
    Seat,
    Snapshot,
    Start,
    Text,
    _,
)
from pbem.engine.log import REWIND
from pbem.services import letters

SETTLE = timedelta(seconds=60)


class Frozen(Exception):
    """The table stands still: its rules broke, or no longer lead where the log says they led."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.text: Text = _(
            "This table stands still because of a fault. Nothing is lost, and its clock stands"
            " still too. The moderator has been told."
        )


class NotRunning(Exception):
    """Nothing can be played at this table now; the sentence says why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


STANDSTILL = {
    "open": _("This game has not begun yet. It begins when every seat is taken."),
    "paused": _("This game is paused. The moderator can let it go on."),
    "over": _("This game is over."),
    "cancelled": _("This game was called off."),
}


@dataclass
class Sitting:
    """A table with the match that is played at it, and the people who sit there."""

    table: store.Table
    seats: tuple[store.Seat, ...]
    people: dict[int, store.Person]
    """Who sits there, for whoever shows names; the door does without."""
    match: Match

    @property
    def game(self) -> Game[Any]:
        return self.match.game


class Shelf:
    """The matches one process has used lately."""

    def __init__(self, db: store.Database, size: int = 256, *, settle: timedelta = SETTLE) -> None:
        self.db = db
        self.settle = settle
        """So long a letter waits for more news."""
        self._size = size
        self._kept: OrderedDict[int, Match] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def looking(self, table_id: int, *, names: bool = True) -> Iterator[Sitting]:
        """A table as it is now, to look at. Raises NotRunning before its start, Frozen."""
        with self.db.reading() as c:
            sitting = self.take(c, table_id)
            if names:
                seated = [s.person_id for s in sitting.seats if s.person_id is not None]
                sitting.people = store.people(c, seated)
        yield sitting
        self.give_back(sitting)

    @contextmanager
    def glance(self, table: store.Table, seats: tuple[store.Seat, ...]) -> Iterator[Sitting]:
        """The same, without names, for somebody who has just read the table's row and seats: if
        the match lies here as they are, nothing is read again."""
        sitting = self.warm(table, seats)
        if sitting is None:
            with self.looking(table.id, names=False) as sitting:
                yield sitting
            return
        yield sitting
        self.give_back(sitting)

    def warm(self, table: store.Table, seats: tuple[store.Seat, ...]) -> Sitting | None:
        """Take a table off the shelf if its match lies there just as this row says it is."""
        with self._lock:
            match = self._kept.get(table.id)
            if match is None or match.seq != table.seq:
                return None
            del self._kept[table.id]
        return Sitting(table, seats, {}, match)

    def take(
        self,
        c: store.Connection,
        table_id: int,
        *,
        reach: int | None = None,
        known: tuple[store.Table, tuple[store.Seat, ...]] | None = None,
    ) -> Sitting:
        """A table's match, from the shelf or from its log, up to the last entry. Its row and its
        seats may be known to this transaction already."""
        with self._lock:
            match = self._kept.pop(table_id, None)
        table, seats = known or (store.table(c, table_id), store.seats(c, table_id))
        if table.seq == 0:
            raise NotRunning(STANDSTILL["open"])
        if match is None or reach is not None or not self._catch_up(c, match, table):
            match = rebuild(c, table, reach=reach)
        return Sitting(table, seats, {}, match)

    def give_back(self, sitting: Sitting) -> None:
        """Keep a match that is in order for the next who asks."""
        with self._lock:
            self._kept[sitting.table.id] = sitting.match
            self._kept.move_to_end(sitting.table.id)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def _catch_up(self, c: store.Connection, match: Match, table: store.Table) -> bool:
        """Play what others have written since. False if it must be rebuilt instead."""
        if match.seq >= table.seq:
            return match.seq == table.seq
        for row in store.entries(c, table.id, after=match.seq, last=table.seq):
            if row.kind == REWIND:
                return False
            try:
                match.enter(entry_of(row))
            except (AnswerError, Broken):
                return False
            if match.digest != row.digest:
                return False
        return True


def rebuild(c: store.Connection, table: store.Table, *, reach: int | None = None) -> Match:
    """A match from its newest snapshot and the entries since. Raises Frozen if it cannot be."""
    loaded = store.load(c, table.id, reach=reach, table=table)
    if loaded.start is None or loaded.first is None:
        raise NotRunning(STANDSTILL["open"])
    start, first = Start.from_json(loaded.start.value), loaded.first
    game = load_game(start.game)
    try:
        return engine.replay(
            game,
            start,
            [entry_of(first), *map(entry_of, loaded.entries)],
            loaded.table.secret,
            snapshot=None if loaded.snapshot is None else snapshot_of(loaded.snapshot),
            keep=True,
        )
    except Diverged as why:
        raise Frozen(str(why)) from why
    except Broken as why:
        raise Frozen(f"{why} [{' > '.join(why.where)}]") from why


def load_game(slug: str) -> Game[Any]:
    """A game by its slug. Raises Frozen if it has been taken away, or is broken as a whole."""
    try:
        return games.load(slug)
    except Exception as why:  # A plug-in may be broken in any way; the other tables play on.
        raise Frozen(f"The game '{slug}' cannot be loaded: {type(why).__name__}: {why}") from why


def entry_of(row: store.Entry) -> Entry:
    """A stored entry as the engine takes it."""
    seat = None if row.seat is None else Seat(row.seat)
    at = row.at.isoformat()
    return Entry(row.seq, row.kind, seat, row.key or "", row.value, at, row.source, row.digest)


def snapshot_of(row: store.Snapshot) -> Snapshot:
    """A stored snapshot as the engine takes it."""
    body = row.body
    return Snapshot(row.seq, row.milestone, body["epoch"], body["digest"], body["body"])


def snapshot_row(snapshot: Snapshot) -> store.Snapshot:
    """A snapshot as the store keeps it."""
    body = {"epoch": snapshot.epoch, "digest": snapshot.digest, "body": snapshot.body}
    return store.Snapshot(snapshot.seq, snapshot.milestone, body)


def freeze(db: store.Database, table_id: int, reason: str, now: datetime) -> None:
    """Stop one table, keep its last good entry, and leave word for the moderator."""
    with db.writing() as c:
        if store.table(c, table_id).status in ("open", "running"):
            store.change_table(c, table_id, {"status": "frozen", "frozen_reason": reason})
            store.note(c, "froze", at=now, table_id=table_id, detail={"reason": reason})
            letters.froze(c, store.table(c, table_id), now)
