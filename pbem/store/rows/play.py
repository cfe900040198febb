"""Tables, seats and the log, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, TypeAlias, TypedDict

from pbem.store.types import Plain

Status: TypeAlias = Literal["open", "running", "frozen", "paused", "over", "cancelled"]
PromptClass: TypeAlias = Literal["turn", "reaction", "negotiation"]
Audience: TypeAlias = Literal["public"] | tuple[int, ...]
"""Who may know an event: everybody (said aloud), or the seats listed."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. The first entry of a table, its start, has seq 1."""

    seq: int
    kind: str
    at: datetime
    source: str
    digest: str
    seat: int | None = None
    key: str | None = None
    value: Plain = None
    by_person: int | None = None
    reason_id: int | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """What entry `seq` made happen, as its `ordinal`-th consequence."""

    seq: int
    ordinal: int
    kind: str
    body: Plain
    audience: Audience
    reveals: bool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state at a milestone that was reached while entry `seq` was applied."""

    seq: int
    milestone: int
    body: Plain


@dataclass(frozen=True, slots=True)
class NewPrompt:
    """A prompt that opens; without `due_at` it has no deadline (yet)."""

    key: str
    seat: int
    kind: str
    prompt_class: PromptClass
    opened_seq: int
    opened_at: datetime
    due_at: datetime | None = None
    delivered_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt as it stands; answered means sealed but not closed."""

    id: int
    table_id: int
    key: str
    seat: int
    kind: str
    prompt_class: PromptClass
    opened_seq: int
    opened_at: datetime
    due_at: datetime | None
    delivered_at: datetime | None
    held_until: datetime | None
    answered_at: datetime | None
    closed_at: datetime | None
    reminded: int


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be opened in the lobby. `secret` is the server's part of the dice."""

    game: str
    title: str
    language: str
    pace: Mapping[str, int]
    package_version: str
    rules_version: int
    secret: bytes = field(repr=False)
    commitment: str
    created_at: datetime
    options: Plain = field(default_factory=dict)
    pack: Plain = None
    private: bool = False
    moderator_id: int | None = None
    settings: Plain = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it stands; `seq` is its last entry, 0 before the start."""

    id: int
    slug: str
    game: str
    title: str
    status: Status
    private: bool
    language: str
    pace: Mapping[str, int]
    options: Plain
    pack: Plain
    rules_version: int
    package_version: str
    secret: bytes = field(repr=False)
    commitment: str
    moderator_id: int | None
    seq: int
    epoch: int
    frozen_reason: str | None
    outcome: Plain
    created_at: datetime
    started_at: datetime | None
    over_at: datetime | None
    board_seq: int
    settings: Plain
    """What the table has agreed on outside the rules: who may talk, whether it votes."""
    ready_by: datetime | None
    """Until when everybody has to say that they are here; None if that is not asked (yet)."""


class TableChanges(TypedDict, total=False):
    """What may change about a table; what is left out stays. `seq` moves by `record` only."""

    title: str
    status: Status
    private: bool
    language: str
    pace: Mapping[str, int]
    options: Plain
    pack: Plain
    rules_version: int
    package_version: str
    moderator_id: int | None
    epoch: int
    frozen_reason: str | None
    outcome: Plain
    started_at: datetime | None
    over_at: datetime | None
    settings: Plain
    ready_by: datetime | None


@dataclass(frozen=True, slots=True)
class Seat:
    """One chair: a person, a bot, or (both None) empty."""

    table_id: int
    index: int
    person_id: int | None
    bot: str | None
    phrase_hash: str | None
    colour: int
    token_version: int
    muted: bool
    news: bool
    """Wants to be told what happened also when nothing is asked."""
    hold_used: bool
    """A default has waited once already because no letter arrived; it does so once per game."""
    resigned_at: datetime | None
    seen_seq: int
    ready_at: datetime | None


class SeatChanges(TypedDict, total=False):
    """What may change about a seat; what is left out stays."""

    person_id: int | None
    bot: str | None
    phrase_hash: str | None
    colour: int
    token_version: int
    muted: bool
    news: bool
    hold_used: bool
    resigned_at: datetime | None
    ready_at: datetime | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that replay needs: entries come after `first`, which is the one during which the
    snapshot was taken, or the start."""

    table: Table
    start: Entry | None
    snapshot: Snapshot | None
    first: Entry | None
    entries: tuple[Entry, ...]
