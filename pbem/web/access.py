"""Who may open a table's page, and whose chairs they play: their own, or one held by a link."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, redirect, url_for

from pbem import store
from pbem.services import moderating, substitutes
from pbem.web import holding, reader
from pbem.web.site import site


def open_to_reader(slug: str) -> tuple[store.Table, tuple[store.Seat, ...]]:
    """A table that the reader may look at; for all others there is no such page."""
    who = reader.person()
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
        seats = store.seats(c, table.id) if table else ()
        belongs = table is not None and _belongs(c, table, seats, who)
    if table is None:
        abort(404)
    held = holding.held(table, seats)
    if table.private and held is None and not belongs:
        if (hold := holding.noted(table.id)) is not None:
            raise holding.Lapsed(table, hold)
        # Whoever was given the link may come in as long as there is a chair to take.
        if not _has_a_free_chair(table, seats):
            abort(404)
    return table, seats


def _has_a_free_chair(table: store.Table, seats: Sequence[store.Seat]) -> bool:
    if table.status == "open":
        return any(is_empty(seat) for seat in seats)
    with site().db.reading() as c:
        return bool(substitutes.wanted(c, [table.id])[table.id])


def seats_of_reader(seats: Sequence[store.Seat]) -> list[int]:
    """The chairs on which the reader sits."""
    who = reader.person()
    return [seat.index for seat in seats if who is not None and seat.person_id == who.id]


def seats_played(table: store.Table, seats: tuple[store.Seat, ...]) -> list[int]:
    """The chairs that the reader plays: their own, or else the one that they hold by a link."""
    mine = seats_of_reader(seats)
    held = None if mine else holding.held(table, seats)
    return mine if held is None else [held]


def seats_to_play(table: store.Table, seats: tuple[store.Seat, ...]) -> list[int]:
    """The same for somebody who wants to do something; whoever plays no chair is turned away."""
    mine = seats_played(table, seats)
    if not mine:
        if (hold := holding.noted(table.id)) is not None:
            raise holding.Lapsed(table, hold)
        abort(403 if reader.person() else redirect(url_for("signing.how"), 303))
    return mine


def _belongs(
    c: store.Connection,
    table: store.Table,
    seats: Sequence[store.Seat],
    who: store.Person | None,
) -> bool:
    if who is None:
        return False
    return any(s.person_id == who.id for s in seats) or moderating.moderates(c, table, who)


def is_empty(seat: store.Seat) -> bool:
    """Does nobody sit there?"""
    return seat.person_id is None and seat.bot is None
