"""What somebody wants to do at a table, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from pbem import store
from pbem.engine import PLAIN, Outcome, Step, Tongue

UNDO, FOLLOW, TOGETHER = "undo", "follow", "together"
"""Besides the kinds of entries: take one's last answer back; go on with what follows by itself;
carry out a list of orders (the value), all or none of them."""


@dataclass(frozen=True)
class Order:
    """What somebody wants to do. `text` is read by the prompt if there is no `value`."""

    kind: str
    seat: int | None
    key: str = ""
    value: Any = None
    text: str | None = None
    source: str = "web"
    by_person: int | None = None
    reason_id: int | None = None
    tongue: Tongue = PLAIN
    at: datetime | None = None
    """The moment the entry is dated, if not now: a default counts from its deadline."""
    expected: int | None = None
    """The last entry that was known; if play went on since, nothing is done."""
    with_it: Callable[[store.Connection], None] | None = field(default=None, compare=False)
    """What else has to be true if this is: done first, in the same transaction."""


@dataclass(frozen=True)
class Done:
    """What came of it."""

    table_id: int
    seq: int
    steps: tuple[Step, ...]
    outcome: Outcome | None
    goes_on: bool = False
    """True if more follows by itself than one transaction writes."""
