"""Tables for tests: people who sit down, and a look at the log."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from pbem import store
from pbem.engine import ANSWER
from pbem.services import lobby, turns
from pbem.services.sittings import Shelf

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
TURN = timedelta(hours=1)
PACE = {"turn": 3600, "reaction": 3600, "negotiation": 3600}


def people(db: store.Database, *names: str, by_letter: bool = False) -> list[int]:
    """People by their names, who read on the web or wait for letters; their numbers."""
    with db.writing() as c:
        found = [
            store.add_person(
                c, f"{name}@example.org", name=name.title(), language="en", zone="UTC", now=NOON
            ).id
            for name in names
        ]
        for number in found:
            store.change_person(c, number, {"reads_on_web": not by_letter})
    return found


def sit(shelf: Shelf, *seats: lobby.Taker, **more: Any) -> store.Table:
    """A table of dudo that begins at once if nobody is missing."""
    wish = lobby.Wish(more.pop("game", "dudo"), seats, **{"pace": PACE, **more})
    return lobby.open_table(shelf, wish, now=NOON)


def two(shelf: Shelf, **more: Any) -> store.Table:
    """Ann and Ben at a running table."""
    return sit(shelf, *people(shelf.db, "ann", "ben"), **more)


def log(db: store.Database, table_id: int) -> list[store.Entry]:
    """All entries."""
    with db.reading() as c:
        return list(store.entries(c, table_id, after=0, last=1_000_000))


def asked(db: store.Database, table_id: int) -> store.Prompt:
    """The only open prompt."""
    with db.reading() as c:
        (prompt,) = store.open_prompts(c, table_id)
    return prompt


def now_at(db: store.Database, table_id: int) -> store.Table:
    """The table as it is stored now."""
    with db.reading() as c:
        return store.table(c, table_id)


def answer(shelf: Shelf, table_id: int, *, seed: int = 1, now: datetime = NOON) -> turns.Done:
    """Whoever is asked answers something legal."""
    prompt = asked(shelf.db, table_id)
    with shelf.looking(table_id) as sitting:
        value = sitting.match.question(prompt.key).sample(random.Random(seed))
    order = turns.Order(ANSWER, prompt.seat, prompt.key, value)
    return turns.submit(shelf, table_id, order, now=now)
