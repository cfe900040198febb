"""How reliably a person answers: from the prompts of the seats on which they sit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import store
from pbem.services.outside import HANDED


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


def record_of(c: store.Connection, person_id: int) -> Record:
    """The record of a person. What was asked before they took a seat over is not theirs."""
    began: dict[tuple[int, int], datetime] = {}
    for table in store.tables_of(c, person_id):
        for row in store.notes_of(c, table.id, [HANDED]):
            if row.detail.get("person") == person_id:
                began.setdefault((table.id, row.detail["seat"]), row.at)
    prompts = [
        p
        for p in store.prompts_of_person(c, person_id)
        if (since := began.get((p.table_id, p.seat))) is None or (p.closed_at or since) > since
    ]
    return _record(prompts)


def _record(prompts: Sequence[store.Prompt]) -> Record:
    closed = [p for p in prompts if p.closed_at is not None and p.due_at is not None]
    reached = [p for p in closed if p.held_until is None]
    times = sorted(
        (p.answered_at or p.closed_at) - p.opened_at
        for p in reached
        if p.closed_at is not None and not _missed(p)
    )
    return Record(
        asked=len(reached),
        in_time=sum(not _missed(p) for p in reached),
        undelivered=len(closed) - len(reached),
        usual=times[len(times) // 2] if times else None,
    )


def _missed(prompt: store.Prompt) -> bool:
    """A default is dated at its deadline, so what closed then was not answered."""
    done = prompt.answered_at or prompt.closed_at
    return done is not None and prompt.due_at is not None and done >= prompt.due_at
