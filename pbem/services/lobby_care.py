"""What a moderator does before the first turn: invite to a seat, put a bot there, free it."""

from __future__ import annotations

from pbem import games, store
from pbem.config import Config
from pbem.engine import _
from pbem.services import bots, inviting, letters, lobby
from pbem.services.moderating import Deed, Refused, doing, write_down
from pbem.services.outside import FREED, SEATED_BOT
from pbem.services.sittings import Shelf


def invite(shelf: Shelf, config: Config, deed: Deed, seat: int, address: str) -> None:
    """Keep a free seat for somebody by their address."""
    inviting.address_of(address)
    with doing(shelf, deed, "open") as (c, table):
        _check_free(c, table, seat)
        inviting.invite(c, config, table.id, {seat: address}, by=deed.by, now=deed.now)


def seat_bot(shelf: Shelf, deed: Deed, seat: int, bot: str) -> store.Table:
    """Put a bot on a free seat; if it was the last one, the game begins."""
    with doing(shelf, deed, "open") as (c, table):
        _check_free(c, table, seat)
        if bot not in bots.known(games.load(table.game)):
            raise Refused(_("This game has no such bot."))
        store.take_seat(c, table.id, seat, bot=bot)
        write_down(c, deed, SEATED_BOT, seat=seat, bot=bot)
    return lobby.begin(shelf, deed.table_id, now=deed.now)


def free(shelf: Shelf, deed: Deed, seat: int) -> None:
    """Take somebody, or a bot, off a seat; it is free again."""
    with doing(shelf, deed, "open") as (c, table):
        seats = store.seats(c, table.id)
        if not 0 <= seat < len(seats) or lobby.is_full(seats[seat : seat + 1]) is False:
            raise Refused(_("Nobody sits there."))
        before = seats[seat]
        changes: store.SeatChanges = {"person_id": None, "bot": None, "phrase_hash": None}
        store.change_seat(c, table.id, seat, {**changes, "ready_at": None})
        store.change_table(c, table.id, {"ready_by": None})
        sat = {"person": before.person_id, "bot": before.bot}
        facts = write_down(c, deed, FREED, seat=seat, before=sat)
        if before.person_id is not None:
            letters.told_to(c, table, before.person_id, facts, deed.now)


def _check_free(c: store.Connection, table: store.Table, seat: int) -> None:
    seats = store.seats(c, table.id)
    if not 0 <= seat < len(seats):
        raise Refused(_("There is no such seat at this table."))
    if lobby.is_full(seats[seat : seat + 1]):
        raise Refused(_("Somebody sits there already."))
