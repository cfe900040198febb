"""What all models share: one list of tables, with predictable names for their rules."""

from __future__ import annotations

from sqlalchemy import MetaData
from sqlmodel import SQLModel

METADATA = MetaData(
    # A rule without a name cannot be dropped by a later migration on every database.
    naming_convention={
        "ix": "%(table_name)s_by_%(column_0_N_name)s",
        "uq": "%(table_name)s_%(column_0_N_name)s_once",
        "fk": "%(table_name)s_%(column_0_N_name)s_refers",
        "pk": "%(table_name)s_pk",
    }
)


class Row(SQLModel):
    """A row of one of our tables."""

    metadata = METADATA
