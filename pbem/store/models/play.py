"""Tables, seats and the log: what a game is made of."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field

from pbem.store.models.base import Row
from pbem.store.types import BigId, Json, Plain, Utc


class TableRow(Row, table=True):
    """One game being played, from the open lobby to the outcome."""

    __tablename__ = "tables"
    __table_args__ = (
        # The worker asks for boards older than their table on every tick; almost none are.
        Index(
            "tables_stale_board",
            "id",
            sqlite_where=text("board_seq < seq"),
            postgresql_where=text("board_seq < seq"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    slug: str = Field(sa_type=Text, unique=True)
    game: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    status: str = Field(default="open", sa_type=Text, index=True)
    private: bool = False
    language: str = Field(sa_type=Text)
    pace: Plain = Field(sa_type=Json, nullable=False)
    options: Plain = Field(sa_type=Json, nullable=False)
    pack: Plain = Field(default=None, sa_type=Json, nullable=True)
    rules_version: int = 0
    package_version: str = Field(sa_type=Text)
    secret: bytes = Field(sa_type=LargeBinary)
    commitment: str = Field(sa_type=Text)
    moderator_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    seq: int = 0
    epoch: int = 0
    frozen_reason: str | None = Field(default=None, sa_type=Text)
    outcome: Plain = Field(default=None, sa_type=Json, nullable=True)
    created_at: datetime = Field(sa_type=Utc)
    started_at: datetime | None = Field(default=None, sa_type=Utc)
    over_at: datetime | None = Field(default=None, sa_type=Utc)
    board_seq: int = 0
    settings: Plain = Field(default={}, sa_type=Json, nullable=False)
    ready_by: datetime | None = Field(default=None, sa_type=Utc)


class SeatRow(Row, table=True):
    """One chair at a table: a person, a bot, or empty."""

    __tablename__ = "seats"
    __table_args__ = (
        UniqueConstraint("table_id", "index", name="seats_once"),
        Index(
            "seats_of_bots",
            "table_id",
            sqlite_where=text("bot IS NOT NULL"),
            postgresql_where=text("bot IS NOT NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id")
    index: int
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    bot: str | None = Field(default=None, sa_type=Text)
    phrase_hash: str | None = Field(default=None, sa_type=Text)
    colour: int = 0
    token_version: int = 0
    muted: bool = False
    news: bool = False
    hold_used: bool = False
    resigned_at: datetime | None = Field(default=None, sa_type=Utc)
    seen_seq: int = 0
    ready_at: datetime | None = Field(default=None, sa_type=Utc)
    heard: int = Field(default=0, sa_type=BigId)


class EntryRow(Row, table=True):
    """One line of the log. It holds ids and references, never names or free text."""

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("table_id", "seq", name="entries_once"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    seq: int
    kind: str = Field(sa_type=Text)
    seat: int | None = None
    key: str | None = Field(default=None, sa_type=Text)
    value: Plain = Field(default=None, sa_type=Json, nullable=True)
    at: datetime = Field(sa_type=Utc)
    source: str = Field(sa_type=Text)
    by_person: int | None = Field(default=None, foreign_key="people.id")
    digest: str = Field(sa_type=Text)
    reason_id: int | None = Field(default=None, foreign_key="wordings.id", sa_type=BigId)


class EventRow(Row, table=True):
    """What an entry made happen, and who may know it."""

    __tablename__ = "events"
    __table_args__ = (UniqueConstraint("table_id", "seq", "ordinal", name="events_once"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    seq: int
    ordinal: int
    kind: str = Field(sa_type=Text)
    body: Plain = Field(sa_type=Json, nullable=False)
    audience: Plain = Field(sa_type=Json, nullable=False)
    reveals: bool


class SnapshotRow(Row, table=True):
    """The state at a milestone: a short cut for replay, never the truth."""

    __tablename__ = "snapshots"
    __table_args__ = (UniqueConstraint("table_id", "seq", "milestone", name="snapshots_once"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    seq: int
    milestone: int
    body: Plain = Field(sa_type=Json, nullable=False)


class PromptRow(Row, table=True):
    """A question the rules have put to a seat, with its deadline."""

    __tablename__ = "prompts"
    __table_args__ = (
        UniqueConstraint("table_id", "key", name="prompts_once"),
        Index(
            "prompts_open_by_due",
            "due_at",
            sqlite_where=text("closed_at IS NULL"),
            postgresql_where=text("closed_at IS NULL"),
        ),
        Index(
            "prompts_open_by_seat",
            "table_id",
            "seat",
            sqlite_where=text("closed_at IS NULL"),
            postgresql_where=text("closed_at IS NULL"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    key: str = Field(sa_type=Text)
    seat: int
    kind: str = Field(sa_type=Text)
    prompt_class: str = Field(sa_type=Text)
    opened_seq: int
    opened_at: datetime = Field(sa_type=Utc)
    due_at: datetime | None = Field(default=None, sa_type=Utc)
    delivered_at: datetime | None = Field(default=None, sa_type=Utc)
    held_until: datetime | None = Field(default=None, sa_type=Utc)
    answered_at: datetime | None = Field(default=None, sa_type=Utc)
    closed_at: datetime | None = Field(default=None, sa_type=Utc)
    reminded: int = 0
