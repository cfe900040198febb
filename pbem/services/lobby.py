"""The lobby: a table is opened, people sit down, and when every seat is taken the game begins."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

import pbem
from pbem import games, store
from pbem.engine import (
    NEGOTIATION,
    REACTION,
    RESIGN,
    TURN,
    BadSetting,
    Game,
    NotAllowed,
    Text,
    _,
    commitment_of,
    one_line,
    phrase_hash,
)
from pbem.services import bots, roll_call, turns
from pbem.services.clock import DAY, PACES
from pbem.services.sittings import STANDSTILL, Frozen, NotRunning, Shelf

LONGEST_TITLE, LONGEST_PHRASE = 80, 200
SLOWEST = 90 * DAY
CLASSES = (TURN, REACTION, NEGOTIATION)

Taker: TypeAlias = int | str | None
"""Who gets a seat: a person by number, a bot by its name, or nobody yet."""


class Refused(NotAllowed):
    """Something that cannot be done at this table; `text` says why and what to do."""


class SitsAlready(Refused):
    """Who wants to sit down has done so; that is no error after two presses."""


@dataclass(frozen=True)
class Wish:
    """A table as somebody wants it."""

    game: str
    seats: Sequence[Taker]
    title: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    pack: Any = None
    pace: Mapping[str, int] = field(default_factory=lambda: PACES["daily"])
    private: bool = False
    language: str = "en"
    moderator: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    """What the table agrees on outside the rules."""


def open_table(shelf: Shelf, wish: Wish, *, now: datetime) -> store.Table:
    """Open a table, seat whom the wish names, and begin if no seat is left. Raises Refused."""
    with shelf.db.writing() as c:
        table = lay(c, wish, now=now)
    return begin(shelf, table.id, now=now)


def lay(c: store.Connection, wish: Wish, *, now: datetime) -> store.Table:
    """Open a table and seat whom the wish names; `begin` comes after the commit. Raises Refused."""
    game = _game(wish.game)
    _check(game, wish)
    secret = secrets.token_bytes(32)
    new = store.NewTable(
        game=wish.game,
        title=_line(wish.title, LONGEST_TITLE, _("The title")),
        language=wish.language,
        pace=dict(wish.pace),
        package_version=pbem.__version__,
        rules_version=game.meta.rules_version,
        secret=secret,
        commitment=commitment_of(secret),
        created_at=now,
        options=dict(wish.options),
        pack=wish.pack,
        private=wish.private,
        moderator_id=wish.moderator,
        settings=dict(wish.settings),
    )
    table = store.add_table(c, new, len(wish.seats))
    for index, taker in enumerate(wish.seats):
        if isinstance(taker, str):
            store.take_seat(c, table.id, index, bot=taker)
        elif taker is not None:
            store.take_seat(c, table.id, index, person_id=taker)
            store.change_seat(c, table.id, index, {"ready_at": now})
    return table


def join(
    shelf: Shelf,
    table_id: int,
    person_id: int,
    *,
    phrase: str = "",
    seat: int | None = None,
    now: datetime,
) -> store.Table:
    """Sit down, on the first empty seat or on this one; the last to sit down begins the game.

    The phrase goes into the seed of the dice, so that the server alone cannot choose them.
    """
    with shelf.db.writing() as c:
        sit(c, table_id, person_id, phrase=phrase, seat=seat, now=now)
    return begin(shelf, table_id, now=now)


def sit(
    c: store.Connection,
    table_id: int,
    person_id: int,
    *,
    phrase: str = "",
    seat: int | None = None,
    now: datetime,
) -> None:
    """Sit down; `begin` comes after the commit. Raises Refused."""
    mixed = phrase_hash(_line(phrase, LONGEST_PHRASE, _("The phrase")))
    table, seats = store.lock_table(c, table_id), store.seats(c, table_id)
    if _seats_of(seats, person_id):
        raise SitsAlready(_("You sit at this table already."))
    if table.status != "open":
        raise Refused(_begun(table))
    free = [s.index for s in seats if s.person_id is None and s.bot is None]
    if not free:
        raise Refused(_("Every seat at this table is taken. Choose another table."))
    if seat is not None and seat not in free:
        raise Refused(_("That seat is taken. Choose another one."))
    chosen = free[0] if seat is None else seat
    store.take_seat(c, table_id, chosen, person_id=person_id, phrase_hash=mixed or None)
    store.change_seat(c, table_id, chosen, {"ready_at": now})


def check(wish: Wish) -> None:
    """Whether such a table can be opened, without opening it. Raises Refused."""
    _check(_game(wish.game), wish)
    _line(wish.title, LONGEST_TITLE, _("The title"))


def is_taken(seats: Iterable[Taker]) -> bool:
    """Whether a wish leaves no seat free."""
    return all(taker is not None for taker in seats)


def leave(shelf: Shelf, table_id: int, person_id: int) -> None:
    """Stand up before the game has begun."""
    with shelf.db.writing() as c:
        _open_one(c, table_id)
        (seat,) = _seats_of(store.seats(c, table_id), person_id)[:1] or (None,)
        if seat is None:
            raise Refused(_("You do not sit at this table."))
        free: store.SeatChanges = {"person_id": None, "phrase_hash": None, "ready_at": None}
        store.change_seat(c, table_id, seat, free)
        store.change_table(c, table_id, {"ready_by": None})


def cancel(shelf: Shelf, table_id: int, *, now: datetime) -> None:
    """Call a game off that has not begun."""
    with shelf.db.writing() as c:
        _open_one(c, table_id)
        store.change_table(c, table_id, {"status": "cancelled", "over_at": now})


def begin(shelf: Shelf, table_id: int, *, now: datetime) -> store.Table:
    """Begin the game if every seat is taken and, where that is asked, everybody is here; nothing
    happens if one is free or it has begun."""
    with shelf.db.reading() as c:
        table, seats = store.table(c, table_id), store.seats(c, table_id)
    if table.status == "open" and is_full(seats) and roll_call.hours_of(table):
        with shelf.db.writing() as c:
            table, seats = store.lock_table(c, table_id), store.seats(c, table_id)
            open_still = table.status == "open" and is_full(seats)
            if not open_still or not roll_call.everybody_is_here(c, table, seats, now):
                return store.table(c, table_id)
    if table.status == "open" and is_full(seats):
        # Somebody else was first, and it has begun or a seat is free again; or its rules broke.
        with contextlib.suppress(NotRunning, Frozen, store.Conflict):
            turns.start(shelf, table_id, now=now)
        with shelf.db.reading() as c:
            table = store.table(c, table_id)
    return table


def begin_full_tables(shelf: Shelf, *, now: datetime) -> int:
    """Begin every game that was left full but not begun, because a process died in between."""
    with shelf.db.reading() as c:
        waiting = store.full_tables(c)
    return sum(begin(shelf, table_id, now=now).status == "running" for table_id in waiting)


def resign(shelf: Shelf, table_id: int, person_id: int, *, now: datetime) -> turns.Done:
    """Give up one's seat in a running game; only its person can, nobody for them."""
    with shelf.db.reading() as c:
        mine = _seats_of(store.seats(c, table_id), person_id)
    if not mine:
        raise Refused(_("You do not sit at this table."))
    order = turns.Order(RESIGN, mine[0], by_person=person_id)
    return turns.submit(shelf, table_id, order, now=now)


def is_full(seats: Iterable[store.Seat]) -> bool:
    """Whether somebody sits on every seat."""
    return all(seat.person_id is not None or seat.bot is not None for seat in seats)


def _seats_of(seats: Iterable[store.Seat], person_id: int) -> list[int]:
    return [seat.index for seat in seats if seat.person_id == person_id]


def _open_one(c: store.Connection, table_id: int) -> store.Table:
    """The table, kept from everybody else until this transaction ends, if it has not begun."""
    table = store.lock_table(c, table_id)
    if table.status != "open":
        raise Refused(_begun(table))
    return table


def _begun(table: store.Table) -> Text:
    if table.status in ("over", "cancelled"):
        return STANDSTILL[table.status]
    return _("This game has begun already. Choose another table.")


def _game(slug: str) -> Game[Any]:
    if slug not in games.slugs():
        known = [*games.slugs()]
        raise Refused(_("There is no game '%(slug)s'. There are: %(list)s.", slug=slug, list=known))
    return games.load(slug)


def _check(game: Game[Any], wish: Wish) -> None:
    """Whether a game can be played like this at all."""
    try:
        if wish.pack is not None and (flaws := game.check_pack(wish.pack)):
            raise Refused(_("The cards cannot be used: %(flaw)s", flaw=str(flaws[0])))
        game.setting(len(wish.seats), wish.options, wish.pack)
    except BadSetting as why:
        raise Refused(why.text) from why
    for taker in wish.seats:
        if isinstance(taker, str) and taker not in bots.known(game):
            raise Refused(
                _(
                    "%(title)s has no bot '%(name)s'. It has: %(list)s.",
                    title=game.meta.title,
                    name=taker,
                    list=[*bots.known(game)],
                )
            )
    people = [taker for taker in wish.seats if isinstance(taker, int)]
    if len({*people}) != len(people):
        raise Refused(_("Nobody can sit on two seats of one table."))
    _check_pace(wish.pace)


def _check_pace(pace: Mapping[str, int]) -> None:
    for name, seconds in pace.items():
        if name not in CLASSES:
            raise Refused(
                _("There is no pace '%(name)s'. There are: %(list)s.", name=name, list=[*CLASSES])
            )
        if not 1 <= seconds <= SLOWEST:
            raise Refused(
                _("Give people a second to answer at least, and %(n)d days at most.", n=90)
            )


def _line(typed: str, most: int, what: Text) -> str:
    """One line of printable text, not too long."""
    line = one_line(typed)
    if len(line) > most:
        raise Refused(
            _("%(what)s is too long. Write at most %(most)d characters.", what=what, most=most)
        )
    return line
