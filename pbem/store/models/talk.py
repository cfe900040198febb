"""What people at a table say and decide outside the rules: messages, votes, who helps."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index, Text, UniqueConstraint
from sqlmodel import Field

from pbem.store.models.base import Row
from pbem.store.types import BigId, Json, Plain, Utc


class MessageRow(Row, table=True):
    """Something said at a table; its words are kept with all others, so that they can be erased."""

    __tablename__ = "messages"
    __table_args__ = (Index("messages_by_table", "table_id", "id"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    # Nobody's seat: a moderator says it.
    seat: int | None = None
    person_id: int | None = Field(default=None, foreign_key="people.id", index=True)
    whom: str = Field(sa_type=Text)
    to_seat: int | None = None
    wording_id: int = Field(foreign_key="wordings.id", sa_type=BigId)
    seq: int
    at: datetime = Field(sa_type=Utc)
    reported_at: datetime | None = Field(default=None, sa_type=Utc)


class ModeratorRow(Row, table=True):
    """Somebody who looks after a table together with its moderator."""

    __tablename__ = "moderators"
    __table_args__ = (UniqueConstraint("table_id", "person_id", name="moderators_once"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="tables.id")
    person_id: int = Field(foreign_key="people.id", index=True)


class VoteRow(Row, table=True):
    """A question that the people at a table decide among themselves."""

    __tablename__ = "votes"
    __table_args__ = (Index("votes_by_table", "table_id", "id"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    table_id: int = Field(foreign_key="tables.id")
    what: str = Field(sa_type=Text)
    detail: Plain = Field(sa_type=Json, nullable=False)
    seat: int
    seq: int
    opened_at: datetime = Field(sa_type=Utc)
    closes_at: datetime = Field(sa_type=Utc)
    state: str = Field(default="open", sa_type=Text)


class BallotRow(Row, table=True):
    """What a seat says to a vote."""

    __tablename__ = "ballots"
    __table_args__ = (UniqueConstraint("vote_id", "seat", name="ballots_once"),)

    id: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    vote_id: int = Field(foreign_key="votes.id", sa_type=BigId)
    seat: int
    yes: bool
    at: datetime = Field(sa_type=Utc)
