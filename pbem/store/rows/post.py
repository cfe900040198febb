"""Letters, mail and heartbeats, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from pbem.store.types import Plain

LetterState: TypeAlias = Literal["queued", "leased", "sent", "failed", "dropped"]


@dataclass(frozen=True, slots=True)
class NewLetter:
    """A letter to be sent, as facts; `key` is unique for ever and makes its Message-ID.

    Of letters with the same `slot`, only one waits unclaimed: the newer rewrites the older, and
    may put it off, but not beyond the older one's `not_after`.
    """

    person_id: int
    kind: str
    key: str
    facts: Plain
    not_before: datetime
    table_id: int | None = None
    seat: int | None = None
    slot: str | None = None
    not_after: datetime | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter as it stands. `raw` and `option_map` are there once it was written out."""

    id: int
    table_id: int | None
    seat: int | None
    person_id: int
    kind: str
    key: str
    slot: str | None
    facts: Plain
    state: LetterState
    not_before: datetime
    lease_until: datetime | None
    attempt: int
    sent_at: datetime | None
    raw: bytes | None
    option_map: Plain
    error: str | None


NEW, READING = "new", "reading"
UNSETTLED = (NEW, READING)


@dataclass(frozen=True, slots=True)
class Inbound:
    """A mail that came in."""

    id: int
    received_at: datetime
    message_id: str | None
    from_address: str
    recipient: str
    raw: bytes
    state: str
    note: str | None
    attempt: int
    letter_id: int | None
    table_id: int | None
    released: bool
    """Somebody has vouched for its sender."""

    @property
    def is_settled(self) -> bool:
        """Has it been read to its end?"""
        return self.state not in UNSETTLED


@dataclass(frozen=True, slots=True)
class Beat:
    """The last sign of life of a worker."""

    name: str
    at: datetime
    started_at: datetime
