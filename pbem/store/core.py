"""Small pieces for prebuilt Core statements: columns of a value, values of a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import Column, Connection, Dialect, Table, Update, bindparam, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import SQLModel

from pbem.store.models import METADATA
from pbem.store.types import Plain


def table_of(model: type[SQLModel]) -> Table:
    """The SQL table of a model."""
    return METADATA.tables[str(model.__tablename__)]


def columns_of(table: Table, shape: type[Any]) -> list[Column[Any]]:
    """The columns that fill a dataclass, in the order of its fields: `shape(*row)` works."""
    return [table.c[f.name] for f in fields(shape)]


def values_of(value: Any) -> dict[str, Plain]:
    """The fields of a dataclass with slots, by name."""
    return {name: getattr(value, name) for name in value.__slots__}


def by_dialect(table: Table) -> dict[str, Any]:
    """An INSERT for each database, since each has its own words for 'on conflict'."""
    return {"sqlite": sqlite.insert(table), "postgresql": postgresql.insert(table)}


def dialect_of(c: Connection) -> str:
    """`sqlite` or `postgresql`."""
    dialect: Dialect = c.dialect
    return dialect.name


def change(c: Connection, statement: Update, shape: type[Any], changes: Mapping[str, Plain]) -> int:
    """Run an UPDATE with `changes`, refusing names the shape does not have; how many rows."""
    unknown = changes.keys() - shape.__annotations__.keys()
    if unknown:
        raise TypeError(f"{shape.__name__} has no {', '.join(sorted(unknown))}")
    if not changes:
        return 0
    return c.execute(statement.values(**changes)).rowcount


def update_where(table: Table, **names: str) -> Update:
    """UPDATE with a WHERE of `column=:bound` for each `column="bound"`."""
    statement = update(table)
    for column, bound in names.items():
        statement = statement.where(table.c[column] == bindparam(bound))
    return statement
