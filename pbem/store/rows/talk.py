"""Messages and votes, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from pbem.store.types import Plain

Whom: TypeAlias = Literal["table", "seat", "moderator"]
VoteState: TypeAlias = Literal["open", "carried", "failed"]


@dataclass(frozen=True, slots=True)
class Message:
    """Something said at a table when its log had `seq` entries; `seat` is None for a moderator."""

    id: int
    table_id: int
    seat: int | None
    person_id: int | None
    whom: Whom
    to_seat: int | None
    wording_id: int
    seq: int
    at: datetime
    reported_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewMessage:
    """Something to be said."""

    table_id: int
    seat: int | None
    person_id: int
    whom: Whom
    wording_id: int
    seq: int
    at: datetime
    to_seat: int | None = None


@dataclass(frozen=True, slots=True)
class NewVote:
    """A question to be put to everybody at a table, which had `seq` entries then."""

    table_id: int
    what: str
    detail: Plain
    seat: int
    seq: int
    opened_at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class Vote:
    """A question that was put to everybody at a table."""

    id: int
    table_id: int
    what: str
    detail: Plain
    seat: int
    seq: int
    opened_at: datetime
    closes_at: datetime
    state: VoteState
