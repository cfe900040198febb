"""Column types that mean the same on SQLite and on PostgreSQL."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

Plain: TypeAlias = Any
"""Plain data: what JSON can hold. The store keeps it and does not look inside."""


class Utc(TypeDecorator[datetime]):
    """A moment, kept and returned in UTC; a value without a zone is refused.

    SQLite has no zones (its driver would drop the offset in silence), so there the text is
    UTC by agreement; PostgreSQL keeps a real `timestamptz`.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn an aware moment into UTC for the database."""
        if value is None:
            return None
        if value.tzinfo is None or value.utcoffset() is None:
            raise ValueError(f"{value!r} has no time zone; the store keeps moments, say which zone")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,
    ) -> datetime | None:
        """Give the moment back, always in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Json(TypeDecorator[Plain]):
    """Plain data as JSON text: the same bytes on both databases, in the order they came in.

    Python's None is SQL's NULL. Numbers that JSON does not know (NaN, infinity) are refused.
    """

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Plain, dialect: Dialect) -> str | None:
        """Write the value as compact ASCII JSON, so that no character can upset a driver."""
        if value is None:
            return None
        return json.dumps(value, separators=(",", ":"), allow_nan=False)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Plain:
        """Read the JSON text back."""
        return None if value is None else json.loads(value)


BigId = BigInteger().with_variant(Integer, "sqlite")
"""A key of a table that grows with every turn; SQLite counts up plain INTEGER keys only."""


def clean(text: str) -> str:
    """Text that both databases can keep: no NUL, no half of a surrogate pair."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
