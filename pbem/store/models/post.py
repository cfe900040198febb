"""Letters out, mail in, and the worker's heartbeat."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, LargeBinary, Text, text
from sqlmodel import Field

from pbem.store.models.base import Row
from pbem.store.types import BigId, Json, Plain, Utc


class LetterRow(Row, table=True):
    """A letter owed to a person: facts first, bytes once a worker has written it out."""

    __tablename__ = "letters"
    __table_args__ = (
        Index(
            "letters_waiting",
            "not_before",
            sqlite_where=text("state IN ('queued', 'leased')"),
            postgresql_where=text("state IN ('queued', 'leased')"),
        ),
        Index("letters_by_table", "table_id", "seat"),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int | None = Field(default=None, foreign_key="tables.id")
    seat: int | None = None
    person_id: int = Field(foreign_key="people.id", index=True)
    kind: str = Field(sa_type=Text)
    key: str = Field(sa_type=Text, unique=True)
    # An unclaimed letter with a slot is rewritten by the next one for that slot.
    slot: str | None = Field(default=None, sa_type=Text, unique=True)
    facts: Plain = Field(sa_type=Json, nullable=False)
    state: str = Field(default="queued", sa_type=Text)
    not_before: datetime = Field(sa_type=Utc)
    # However often it is rewritten, it is put off no further than this.
    not_after: datetime | None = Field(default=None, sa_type=Utc)
    lease_until: datetime | None = Field(default=None, sa_type=Utc)
    attempt: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=Utc)
    raw: bytes | None = Field(default=None, sa_type=LargeBinary)
    option_map: Plain = Field(default=None, sa_type=Json, nullable=True)
    error: str | None = Field(default=None, sa_type=Text)


class InboundRow(Row, table=True):
    """A mail that came in, kept raw before anybody tries to read it."""

    __tablename__ = "inbound"
    __table_args__ = (
        Index(
            "inbound_waiting",
            "received_at",
            sqlite_where=text("state IN ('new', 'reading')"),
            postgresql_where=text("state IN ('new', 'reading')"),
        ),
        Index(
            "inbound_kept",
            "id",
            sqlite_where=text("state IN ('held', 'failed')"),
            postgresql_where=text("state IN ('held', 'failed')"),
        ),
    )

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    received_at: datetime = Field(sa_type=Utc)
    message_id: str | None = Field(default=None, sa_type=Text, index=True)
    from_address: str = Field(sa_type=Text, index=True)
    recipient: str = Field(sa_type=Text)
    raw: bytes = Field(sa_type=LargeBinary)
    state: str = Field(default="new", sa_type=Text)
    note: str | None = Field(default=None, sa_type=Text)
    lease_until: datetime | None = Field(default=None, sa_type=Utc)
    attempt: int = 0
    letter_id: int | None = Field(default=None, sa_type=BigId)
    table_id: int | None = None
    released: bool = False


class BeatRow(Row, table=True):
    """The last sign of life of a worker, by name."""

    __tablename__ = "beats"

    name: str = Field(primary_key=True, sa_type=Text)
    at: datetime = Field(sa_type=Utc)
    started_at: datetime = Field(sa_type=Utc)
