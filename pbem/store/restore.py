"""Restore: read a backup twice, once to believe it and once to write it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, TableClause
from sqlalchemy.exc import DBAPIError

from pbem.store.backup import FORMAT
from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.migrate import EMPTY, downgrade, known_shapes, newest_shape, shape, upgrade
from pbem.store.models import METADATA
from pbem.store.types import Json, Plain, Utc

_ROWS_AT_ONCE = 500
_KINDS: dict[str, Any] = {
    "time": Utc(),
    "json": Json(),
    "bytes": sa.LargeBinary(),
    "plain": sa.types.NullType(),
}


@dataclass(frozen=True, slots=True)
class Contents:
    """What a whole, undamaged backup says about itself."""

    shape: str
    made_at: datetime
    columns: dict[str, dict[str, str]]
    rows: dict[str, int]
    sha256: str


def inspect(path: Path) -> Contents:
    """Read a backup to its end and check every line; StoreError says what is wrong."""
    try:
        return _inspect(path)
    except OSError as error:
        raise StoreError(f"The backup {path} cannot be read: {error.strerror}.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(path, "a line cannot be understood") from error


def restore(db: Database, path: Path) -> dict[str, int]:
    """Fill an empty database from a backup of either kind of database; rows by table.

    The file is checked whole first, and everything is one transaction: if anything is
    wrong, nothing is written.
    """
    contents = inspect(path)
    with db.rebuilding() as c:
        _check_empty(c)
        downgrade(c, EMPTY)
        upgrade(c, contents.shape)
        try:
            _fill(c, path, contents)
        except DBAPIError as error:
            raise _damaged(path, f"the database refuses a row ({error.orig})") from error
        upgrade(c, newest_shape())
        if not db.is_sqlite:
            _count_on(c)
    return contents.rows


def _damaged(path: Path, what: str) -> StoreError:
    return StoreError(
        f"The backup {path} is damaged or not a backup of pbem: {what}. Nothing was written."
    )


def _inspect(path: Path) -> Contents:
    """The seal covers every line but the last, which carries it."""
    seal = hashlib.sha256()
    with path.open("rb") as file:
        line = file.readline()
        head = json.loads(line)
        if head["pbem_backup"] != FORMAT:
            raise _damaged(path, f"its format is {head['pbem_backup']!r}, not {FORMAT}")
        counts = dict.fromkeys(head["columns"], 0)
        end: Plain = None
        for following in file:
            if end is not None:
                raise _damaged(path, "something stands after its end")
            seal.update(line)
            line = following
            row = json.loads(line)
            if isinstance(row, dict):
                end = row
            else:
                _check_row(head["columns"], row)
                counts[row[0]] += 1
    if end is None or not line.endswith(b"\n"):
        raise _damaged(path, "its end is missing")
    if end["sha256"] != seal.hexdigest() or end["rows"] != counts:
        raise _damaged(path, "its contents do not fit its seal")
    if head["shape"] not in known_shapes():
        raise StoreError(f"The backup {path} was made by a newer pbem. Install that version first.")
    moment = datetime.fromisoformat(head["made_at"])
    return Contents(head["shape"], moment, head["columns"], counts, end["sha256"])


def _check_row(columns: dict[str, dict[str, str]], line: Plain) -> None:
    table, row = line
    if row.keys() != columns[table].keys():
        raise ValueError(f"a row of {table} has other columns")
    for name, kind in columns[table].items():
        _from_file(kind, row[name])


def _from_file(kind: str, value: Plain) -> Any:
    if kind not in _KINDS:
        raise ValueError(f"no column is of the kind {kind!r}")
    if value is None:
        return None
    if kind == "time":
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone")
        return moment
    if kind == "bytes":
        return base64.b64decode(value, validate=True)
    return value


def _check_empty(c: Connection) -> None:
    """Only our tables count; an empty database of any shape will do."""
    there = set(sa.inspect(c).get_table_names())
    for name in METADATA.tables:
        if name not in there:
            continue
        if c.execute(sa.select(sa.literal(1)).select_from(sa.table(name)).limit(1)).first():
            raise StoreError(
                "The database is not empty. Restore into a new one, and change the setting "
                "`database` to it. Nothing was written."
            )
    if shape(c) is None and there & METADATA.tables.keys():
        raise StoreError("The database holds tables of another program. Nothing was written.")


def _fill(c: Connection, path: Path, contents: Contents) -> None:
    """Write all rows, and believe the file only if it is still the one that was checked."""
    tables = {
        name: sa.table(name, *(sa.column(column, _KINDS[kind]) for column, kind in kinds.items()))
        for name, kinds in contents.columns.items()
    }
    seal = hashlib.sha256()
    for name, rows in groupby(_lines(path, contents, seal), key=lambda line: line[0]):
        _insert(c, tables[name], (row for _name, row in rows))
    if seal.hexdigest() != contents.sha256:
        raise _damaged(path, "it changed while it was read")


def _lines(path: Path, contents: Contents, seal: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    with path.open("rb") as file:
        seal.update(file.readline())
        for written in file:
            line = json.loads(written)
            if isinstance(line, dict):
                return
            seal.update(written)
            kinds = contents.columns[line[0]]
            yield line[0], {n: _from_file(kinds[n], value) for n, value in line[1].items()}


def _insert(c: Connection, table: TableClause, rows: Iterator[dict[str, Any]]) -> None:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _ROWS_AT_ONCE:
            c.execute(sa.insert(table), batch)
            batch = []
    if batch:
        c.execute(sa.insert(table), batch)


def _count_on(c: Connection) -> None:
    """PostgreSQL hands out keys from counters of its own, which must go on after our rows."""
    for table in METADATA.sorted_tables:
        if "id" in table.c:
            counter = sa.func.pg_get_serial_sequence(table.name, "id")
            after = sa.func.coalesce(sa.func.max(table.c.id) + 1, 1)
            c.execute(sa.select(sa.func.setval(counter, after, False)))
