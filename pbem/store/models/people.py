"""People, their words, and what was done in their name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, Text, UniqueConstraint
from sqlmodel import Field

from pbem.store.models.base import Row
from pbem.store.types import BigId, Json, Plain, Utc


class PersonRow(Row, table=True):
    """A person is an e-mail address; nobody has a password."""

    __tablename__ = "people"

    id: int | None = Field(default=None, primary_key=True)
    address: str = Field(sa_type=Text, unique=True)
    name: str = Field(sa_type=Text)
    language: str = Field(sa_type=Text)
    zone: str = Field(sa_type=Text)
    is_moderator: bool = False
    is_admin: bool = False
    token_version: int = 0
    reads_on_web: bool = False
    never_write: bool = False
    stopped: Plain = Field(default_factory=list, sa_type=Json, nullable=False)
    bounced_at: datetime | None = Field(default=None, sa_type=Utc)
    quiet_hours: Plain = Field(sa_type=Json, nullable=False)
    weekends: Plain = Field(sa_type=Json, nullable=False)
    vacation: Plain = Field(sa_type=Json, nullable=False)
    created_at: datetime = Field(sa_type=Utc)
    erased_at: datetime | None = Field(default=None, sa_type=Utc)


class WordingRow(Row, table=True):
    """Free text of a person; the log refers to it by id, so that it can be erased."""

    __tablename__ = "wordings"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    text: str = Field(sa_type=Text)
    created_at: datetime = Field(sa_type=Utc)


class AuditRow(Row, table=True):
    """Who did what outside the rules: sign-ins, looks behind the screen, settings."""

    __tablename__ = "audit"

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    at: datetime = Field(sa_type=Utc, index=True)
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    table_id: int | None = Field(default=None, foreign_key="tables.id", index=True)
    what: str = Field(sa_type=Text)
    detail: Plain = Field(sa_type=Json, nullable=False)


class AttemptRow(Row, table=True):
    """How often something was tried in one window of time, for rate limits."""

    __tablename__ = "attempts"
    __table_args__ = (
        UniqueConstraint("what", "subject", "window_start", name="attempts_once"),
        Index("attempts_by_window", "window_start"),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    what: str = Field(sa_type=Text)
    subject: str = Field(sa_type=Text)
    window_start: datetime = Field(sa_type=Utc)
    count: int = 0
