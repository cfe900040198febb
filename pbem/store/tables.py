"""Tables and seats: opening, finding and changing them; boards that have to be drawn."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, text, update

from pbem.store.core import change, columns_of, table_of, update_where, values_of
from pbem.store.errors import Conflict, NotFound
from pbem.store.models import SeatRow, TableRow
from pbem.store.rows import NewTable, Seat, SeatChanges, Status, Table, TableChanges

_tables = table_of(TableRow)
_seats = table_of(SeatRow)
_COLUMNS = columns_of(_tables, Table)

_ADD = insert(_tables).returning(_tables.c.id)
_BY_ID = select(*_COLUMNS).where(_tables.c.id == bindparam("t"))
_LOCK = _BY_ID.with_for_update(key_share=True)
_NUMBERED = (
    select(*_COLUMNS)
    .where(_tables.c.id.in_(bindparam("wanted", expanding=True)))
    .order_by(_tables.c.id)
)
_LOCK_NUMBERED = _NUMBERED.with_for_update(key_share=True)
_BY_SLUG = select(*_COLUMNS).where(_tables.c.slug == bindparam("s"))
_BY_STATUS = (
    select(*_COLUMNS)
    .where(_tables.c.status.in_(bindparam("wanted", expanding=True)))
    .order_by(_tables.c.id.desc())
    .limit(bindparam("most"))
)
_PUBLIC = _BY_STATUS.where(_tables.c.private.is_(False))
_NOBODY = (_seats.c.table_id == _tables.c.id, _seats.c.person_id.is_(None), _seats.c.bot.is_(None))
_FULL = (
    select(_tables.c.id)
    .where(_tables.c.status == "open", ~select(_seats.c.id).where(*_NOBODY).exists())
    .order_by(_tables.c.id)
)
_JOINABLE = _PUBLIC.where(select(_seats.c.id).where(*_NOBODY).exists())
_OF_BOTS = _PUBLIC.where(
    _tables.c.game == bindparam("g"),
    ~select(_seats.c.id).where(_seats.c.table_id == _tables.c.id, _seats.c.bot.is_(None)).exists(),
)
_UNDECIDED = (
    select(_tables.c.id)
    .where(_tables.c.status == "open", _tables.c.ready_by <= bindparam("now"))
    .order_by(_tables.c.id)
)
_BEGUN = select(*_COLUMNS).where(_tables.c.seq > 0).order_by(_tables.c.id)
_OF_PERSON = (
    select(*_COLUMNS)
    .where(_tables.c.id.in_(select(_seats.c.table_id).where(_seats.c.person_id == bindparam("p"))))
    .order_by(_tables.c.id.desc())
)
_SEATS = (
    select(*columns_of(_seats, Seat))
    .where(_seats.c.table_id == bindparam("t"))
    .order_by(_seats.c.index)
)
_SEAT = update_where(_seats, table_id="t", index="i")
_TAKE = _SEAT.where(_seats.c.person_id.is_(None), _seats.c.bot.is_(None))
_SEEN = _SEAT.where(_seats.c.seen_seq < bindparam("upto")).values(seen_seq=bindparam("upto"))
# The partial index is found by these very words.
_STALE = (
    select(_tables.c.id, _tables.c.seq)
    .where(text("tables.board_seq < tables.seq"))
    .order_by(_tables.c.id)
    .limit(bindparam("most"))
)
_DRAWN = (
    update_where(_tables, id="t")
    .where(_tables.c.board_seq < bindparam("upto"))
    .values(board_seq=bindparam("upto"))
)


@dataclass(frozen=True, slots=True)
class StaleBoard:
    """A table whose boards on disk are older than its log."""

    table_id: int
    seq: int


def fresh_slug() -> str:
    """Sixteen letters and digits that nobody guesses (80 bits)."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


def add_table(c: Connection, new: NewTable, seats: int) -> Table:
    """Open a table with so many empty seats; it gets a slug of its own."""
    row = {**values_of(new), "pace": dict(new.pace), "slug": fresh_slug(), "status": "open"}
    table_id = c.execute(_ADD, {**row, "seq": 0, "epoch": 0, "board_seq": 0}).scalar_one()
    chairs = [
        {
            "table_id": table_id,
            "index": index,
            "colour": index,
            "token_version": 0,
            "muted": False,
            "news": False,
            "hold_used": False,
            "seen_seq": 0,
            "heard": 0,
        }
        for index in range(seats)
    ]
    if chairs:
        c.execute(insert(_seats), chairs)
    return table(c, table_id)


def table(c: Connection, table_id: int) -> Table:
    """One table by its number; raises NotFound."""
    row = c.execute(_BY_ID, {"t": table_id}).first()
    if row is None:
        raise NotFound(f"There is no table with the number {table_id}.")
    return Table(*row)


def lock_table(c: Connection, table_id: int) -> Table:
    """One table, kept from other writers until this transaction ends; raises NotFound."""
    row = c.execute(_LOCK, {"t": table_id}).first()
    if row is None:
        raise NotFound(f"There is no table with the number {table_id}.")
    return Table(*row)


def tables_numbered(c: Connection, table_ids: Iterable[int]) -> dict[int, Table]:
    """Those of these tables that there are, by their numbers."""
    return _numbered(c, _NUMBERED, table_ids)


def lock_tables(c: Connection, table_ids: Iterable[int]) -> dict[int, Table]:
    """The same, kept from other writers until this transaction ends. They are locked in the order
    of their numbers, so that two who lock several never wait crosswise."""
    return _numbered(c, _LOCK_NUMBERED, table_ids)


def _numbered(c: Connection, statement: Any, table_ids: Iterable[int]) -> dict[int, Table]:
    found = (Table(*row) for row in c.execute(statement, {"wanted": sorted(set(table_ids))}))
    return {one.id: one for one in found}


def table_by_slug(c: Connection, slug: str) -> Table | None:
    """One table by its public name."""
    row = c.execute(_BY_SLUG, {"s": slug}).first()
    return None if row is None else Table(*row)


def tables_in(
    c: Connection, states: Iterable[Status], *, limit: int, public: bool = False
) -> tuple[Table, ...]:
    """The newest tables in these states; private ones too, unless only `public` ones are wanted."""
    statement = _PUBLIC if public else _BY_STATUS
    found = c.execute(statement, {"wanted": list(states), "most": limit})
    return tuple(Table(*row) for row in found)


def joinable_tables(c: Connection, *, limit: int) -> tuple[Table, ...]:
    """The newest public tables at which play has not begun and a seat is free."""
    found = c.execute(_JOINABLE, {"wanted": ["open"], "most": limit})
    return tuple(Table(*row) for row in found)


def table_of_bots(c: Connection, game: str, status: Status) -> Table | None:
    """The newest public table of a game at which only bots sit, if there is one."""
    row = c.execute(_OF_BOTS, {"g": game, "wanted": [status], "most": 1}).first()
    return None if row is None else Table(*row)


def full_tables(c: Connection) -> tuple[int, ...]:
    """All tables at which nobody is missing and play has not begun, the oldest first."""
    return tuple(c.execute(_FULL).scalars())


def tables_to_settle(c: Connection, now: datetime) -> tuple[int, ...]:
    """All tables that have waited long enough for everybody to say that they are here."""
    return tuple(c.execute(_UNDECIDED, {"now": now}).scalars())


def begun_tables(c: Connection) -> tuple[Table, ...]:
    """All tables at which play has begun, the oldest first, private ones too."""
    return tuple(Table(*row) for row in c.execute(_BEGUN))


def tables_of(c: Connection, person_id: int) -> tuple[Table, ...]:
    """Every table at which this person has a seat, newest first."""
    return tuple(Table(*row) for row in c.execute(_OF_PERSON, {"p": person_id}))


def change_table(c: Connection, table_id: int, changes: TableChanges) -> None:
    """Change facts of a table without an entry (lobby, freeze, pause)."""
    change(c, update(_tables).where(_tables.c.id == table_id), TableChanges, changes)


def seats(c: Connection, table_id: int) -> tuple[Seat, ...]:
    """All seats of a table, in order."""
    return tuple(Seat(*row) for row in c.execute(_SEATS, {"t": table_id}))


def take_seat(
    c: Connection,
    table_id: int,
    index: int,
    *,
    person_id: int | None = None,
    bot: str | None = None,
    phrase_hash: str | None = None,
) -> None:
    """Sit a person or a bot on an empty seat; Conflict if somebody sits there already."""
    if (person_id is None) == (bot is None):
        raise ValueError("a seat is taken by a person or by a bot")
    taken = c.execute(
        _TAKE.values(person_id=person_id, bot=bot, phrase_hash=phrase_hash),
        {"t": table_id, "i": index},
    )
    if taken.rowcount != 1:
        raise Conflict("Somebody else took this seat first. Choose another one.")


def change_seat(c: Connection, table_id: int, index: int, changes: SeatChanges) -> None:
    """Change facts of a seat (substitute, mute, revoke links, resign)."""
    of_seat = update(_seats).where(_seats.c.table_id == table_id, _seats.c.index == index)
    change(c, of_seat, SeatChanges, changes)


def mark_seen(c: Connection, table_id: int, index: int, seq: int) -> bool:
    """The seat's player has seen the table up to `seq`; False if that is no news."""
    return c.execute(_SEEN, {"t": table_id, "i": index, "upto": seq}).rowcount == 1


def stale_boards(c: Connection, limit: int) -> tuple[StaleBoard, ...]:
    """Tables whose boards have to be drawn again. Drawing twice is harmless: no claim."""
    return tuple(StaleBoard(*row) for row in c.execute(_STALE, {"most": limit}))


def mark_drawn(c: Connection, table_id: int, seq: int) -> bool:
    """The boards of `seq` are on disk; False if newer ones already were."""
    return c.execute(_DRAWN, {"t": table_id, "upto": seq}).rowcount == 1
