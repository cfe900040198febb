"""Tables laid for somebody at once: a game against bots, and one that waits for its first guest."""

from __future__ import annotations

from datetime import datetime

from pbem import games, store
from pbem.services import bots, lobby
from pbem.services.clock import PACES
from pbem.services.sittings import Shelf

DEMO, DEMO_SEATS = "dudo", 3
"""What newcomers begin with: the game with the fewest rules."""
SEARCHED = 200


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
        for table in store.tables_in(c, ["open"], limit=SEARCHED):
            if table.game == DEMO and not table.private and _waits_among_bots(c, table.id):
                return table
    seats = max(n for n in games.meta(DEMO).seats if n <= DEMO_SEATS)
    wish = lobby.Wish(
        game=DEMO,
        seats=(None, *[_usual_bot(DEMO)] * (seats - 1)),
        pace=PACES["weekly"],
        language=language,
    )
    return lobby.open_table(shelf, wish, now=now)


def _usual_bot(slug: str) -> str:
    """The first bot that a game names is the one to play against."""
    return next(iter(bots.known(games.load(slug))))


def _waits_among_bots(c: store.Connection, table_id: int) -> bool:
    seats = store.seats(c, table_id)
    return [seat.bot is None for seat in seats].count(True) == 1 and not lobby.is_full(seats)
