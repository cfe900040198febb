"""How a table moves: entries a day, and how long each seat usually takes to answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem import store
from pbem.services.reliability import missed

DAYS = 28
MOST = 2000


@dataclass(frozen=True)
class Rhythm:
    """A table's pace lately."""

    days: tuple[int, ...]
    """How many entries each of the last days brought, the oldest first; today is the last."""
    usual: dict[int, timedelta]
    """By seat: half of its answers came faster than this."""

    @property
    def most(self) -> int:
        """The busiest day."""
        return max(self.days, default=0)


def of_table(c: store.Connection, table: store.Table, now: datetime, zone: str) -> Rhythm:
    """The rhythm of a table, in days of the reader's zone."""
    where = ZoneInfo(zone)
    today = now.astimezone(where).date()
    days = [0] * DAYS
    for row in store.entries(c, table.id, after=max(0, table.seq - MOST), last=table.seq):
        ago = (today - row.at.astimezone(where).date()).days
        if 0 <= ago < DAYS:
            days[DAYS - 1 - ago] += 1
    times: dict[int, list[timedelta]] = {}
    for prompt in store.prompts_of_table(c, table.id):
        done = prompt.answered_at or prompt.closed_at
        if done is not None and not missed(prompt):
            times.setdefault(prompt.seat, []).append(done - prompt.opened_at)
    usual = {seat: sorted(spans)[len(spans) // 2] for seat, spans in times.items()}
    return Rhythm(tuple(days), usual)
