"""How reliably a person answers: from the prompts of the seats on which they sit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import store
from pbem.services.outside import HANDED, LEFT

MOST_TABLES = 100
"""Of so many tables, the newest, a record is made."""


@dataclass(frozen=True)
class Record:
    """What can be said of somebody's answers lately."""

    asked: int
    in_time: int
    undelivered: int
    """Questions that never reached them in time; they do not count."""
    usual: timedelta | None
    """Half of their answers came faster than this."""

    @property
    def percent(self) -> int | None:
        """The share of questions answered in time; None if there was none."""
        return round(100 * self.in_time / self.asked) if self.asked else None


@dataclass(frozen=True)
class Stay:
    """A seat on which somebody sat, and from when to when; None: from the beginning, until now."""

    seat: int
    since: datetime | None
    until: datetime | None

    def has(self, prompt: store.Prompt) -> bool:
        """Whether this question ended while they sat there."""
        ended = prompt.closed_at
        if ended is None or prompt.seat != self.seat:
            return False
        begun = self.since is None or ended > self.since
        return begun and (self.until is None or ended <= self.until)


def record_of(c: store.Connection, person_id: int) -> Record:
    """The record of a person, also on seats that they left or that were taken from them. What was
    asked before they took a seat over, and after they left it, is not theirs."""
    tables = {table.id for table in store.tables_of(c, person_id)}
    tables |= {*store.invited_to(c, person_id, [LEFT])}
    prompts = []
    for table_id in sorted(tables, reverse=True)[:MOST_TABLES]:
        stays = _stays(c, table_id, person_id)
        asked = store.prompts_of_table(c, table_id)
        prompts += [p for p in asked if any(stay.has(p) for stay in stays)]
    return _record(prompts)


def _stays(c: store.Connection, table_id: int, person_id: int) -> list[Stay]:
    """When this person sat where at a table."""
    handed = store.notes_of(c, table_id, [HANDED], limit=500)
    stays = []
    for seat in store.seats(c, table_id):
        since, sits = None, seat.person_id
        rows = [row for row in reversed(handed) if row.detail["seat"] == seat.index]
        for row in rows:
            if row.detail["before"]["person"] == person_id:
                stays.append(Stay(seat.index, since, row.at))
            since, sits = row.at, row.detail["person"]
        if sits == person_id:
            stays.append(Stay(seat.index, since, None))
    return stays


def _record(prompts: Sequence[store.Prompt]) -> Record:
    closed = [p for p in prompts if p.due_at is not None]
    reached = [p for p in closed if _has_reached(p)]
    times = sorted(
        (p.answered_at or p.closed_at) - p.opened_at
        for p in reached
        if p.closed_at is not None and not missed(p)
    )
    return Record(
        asked=len(reached),
        in_time=sum(not missed(p) for p in reached),
        undelivered=len(closed) - len(reached),
        usual=times[len(times) // 2] if times else None,
    )


def _has_reached(prompt: store.Prompt) -> bool:
    """A question that was held, or that ended before any letter or page had brought it, is not
    theirs to have missed; whoever ended it."""
    brought = prompt.delivered_at is not None or not missed(prompt)
    return prompt.held_until is None and brought


def missed(prompt: store.Prompt) -> bool:
    """A default is dated at its deadline, so what closed then was not answered."""
    done = prompt.answered_at or prompt.closed_at
    return done is not None and prompt.due_at is not None and done >= prompt.due_at
