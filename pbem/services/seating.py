"""Tables laid for somebody at once: a game against bots, and one that waits for its first guest."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta

from pbem import games, store
from pbem.services import bots, limits, lobby
from pbem.services.clock import PACES
from pbem.services.sittings import Shelf

DEMO, DEMO_SEATS, WATCHED_SEATS = "dudo", 3, 4
"""What newcomers begin with: the game with the fewest rules."""
SEARCHED = 200
LOOKED, LATELY = "looked at the demo", timedelta(minutes=2)


def against_bots(
    shelf: Shelf, slug: str, seats: int, person: store.Person, *, now: datetime
) -> store.Table:
    """Seat a person at a new table, with bots on all other seats, and begin. Raises Refused."""
    wish = lobby.Wish(
        game=slug,
        seats=(person.id, *[_usual_bot(slug)] * (seats - 1)),
        pace=PACES["weekly"],
        language=person.language,
        moderator=person.id,
    )
    return lobby.open_table(shelf, wish, now=now)


def demo_table(shelf: Shelf, *, language: str, now: datetime) -> store.Table:
    """A public table to begin with: bots, and one free seat."""
    with shelf.db.reading() as c:
        for table in store.joinable_tables(c, limit=SEARCHED):
            if table.game == DEMO and _waits_among_bots(c, table.id):
                return table
    seats = max(n for n in games.meta(DEMO).seats if n <= DEMO_SEATS)
    wish = lobby.Wish(
        game=DEMO,
        seats=(None, *[_usual_bot(DEMO)] * (seats - 1)),
        pace=PACES["weekly"],
        language=language,
    )
    return lobby.open_table(shelf, wish, now=now)


def show_table(shelf: Shelf, *, language: str, now: datetime) -> store.Table:
    """A table of bots to watch: the one in play, or a new one."""
    with shelf.db.reading() as c:
        found = shown(c)
    if found is not None and found.status == "running":
        return found
    wish = lobby.Wish(game=DEMO, seats=[_usual_bot(DEMO)] * WATCHED_SEATS, language=language)
    return lobby.open_table(shelf, wish, now=now)


def somebody_looks(db: store.Database, now: datetime) -> None:
    """Somebody would watch the bots: let them play again. It is a courtesy, never an error."""
    with contextlib.suppress(store.StoreError):
        limits.within(db, LOOKED, DEMO, now, most=1, window=LATELY)


def show_to_visitors(shelf: Shelf, *, language: str, now: datetime) -> None:
    """Let the bots play if somebody looked lately: they shall not fill the disk for nobody."""
    with shelf.db.reading() as c:
        looked = store.attempts_since(c, LOOKED, DEMO, now - 2 * LATELY)
    if looked:
        show_table(shelf, language=language, now=now)


def shown(c: store.Connection) -> store.Table | None:
    """The table of bots that the front page shows: in play if there is one, else the last."""
    return store.table_of_bots(c, DEMO, "running") or store.table_of_bots(c, DEMO, "over")


def _usual_bot(slug: str) -> str:
    """The first bot that a game names is the one to play against."""
    return next(iter(bots.known(games.load(slug))))


def _waits_among_bots(c: store.Connection, table_id: int) -> bool:
    seats = store.seats(c, table_id)
    return [seat.bot is None for seat in seats].count(True) == 1
