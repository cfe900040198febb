"""Disputes that rules cannot judge: a moderator who does not play reads both sides and decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem import engine, games, store
from pbem.engine import PLAIN, Game, Tongue, _
from pbem.services import moderating, turns
from pbem.services.moderating import SOURCE, Deed, Refused
from pbem.services.outside import DECIDED
from pbem.services.sittings import Frozen, NotRunning, Shelf

_KNOWN: dict[tuple[int, int, int], int] = {}
"""How many disputes a table has at an entry: a desk that is open asks again and again."""
_MOST_KNOWN = 2000


def waiting(shelf: Shelf, tables: Iterable[store.Table]) -> dict[int, int]:
    """By table, how many disputes wait for a decision; tables without one are left out."""
    found = {}
    for table in tables:
        if table.status == "running" and _can_quarrel(table):
            n = _count(shelf, table)
            if n:
                found[table.id] = n
    return found


def _can_quarrel(table: store.Table) -> bool:
    return type(games.load(table.game)).decisions is not Game.decisions


def _count(shelf: Shelf, table: store.Table) -> int:
    key = (table.id, table.seq, table.epoch)
    if key not in _KNOWN:
        if len(_KNOWN) > _MOST_KNOWN:
            _KNOWN.clear()
        try:
            with shelf.looking(table.id, names=False) as sitting:
                _KNOWN[key] = len(sitting.match.decisions())
        except (Frozen, NotRunning):
            return 0
    return _KNOWN[key]


def may_decide(seats: Iterable[store.Seat], person_id: int) -> bool:
    """Whoever plays at a table decides no dispute there."""
    return all(seat.person_id != person_id for seat in seats)


def decide(
    shelf: Shelf,
    deed: Deed,
    key: str,
    value: Any,
    text: str | None,
    *,
    seen: int,
    tongue: Tongue = PLAIN,
) -> turns.Done:
    """Decide a dispute, as an entry of the log with its reason. Raises AnswerError."""
    with shelf.db.writing() as c:
        if not may_decide(store.seats(c, deed.table_id), deed.by):
            raise Refused(_("You play at this table yourself, so you cannot decide its disputes."))
        reason = moderating.keep_reason(c, deed)
    order = turns.Order(
        engine.DECIDE,
        None,
        key,
        value,
        text,
        source=SOURCE,
        by_person=deed.by,
        reason_id=reason,
        tongue=tongue,
        expected=seen,
    )
    return moderating.knock(shelf, deed, order, DECIDED, {"key": key})
