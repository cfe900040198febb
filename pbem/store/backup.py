"""Backup and restore: one portable file for both databases, checked whole before use.

The file is JSON lines. The first says the format, the shape of the database and the columns
of every table; then comes one line `[table, row]` for each row, tables in an order in which
references point back; the last counts the rows and seals all lines before it with SHA-256.
It holds the secrets of running games, so only its owner may read it.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Column, Connection, LargeBinary, Table, select

from pbem.store.database import Database
from pbem.store.errors import StoreError
from pbem.store.migrate import newest_shape, shape
from pbem.store.models import METADATA
from pbem.store.types import Json, Plain, Utc

FORMAT = 1
_ROWS_AT_ONCE = 500


def backup(db: Database, path: Path) -> dict[str, int]:
    """Write everything, as of one moment, while others go on playing; rows by table.

    The file appears under its name only when it is whole and on the disk.
    """
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    try:
        with open(partial, "xb", opener=_for_owner_only) as file, db.reading() as c:
            counts = _write(c, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
        _settle_name(path.parent)
    except OSError as error:
        raise StoreError(f"The backup cannot be written to {path}: {error.strerror}.") from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    return counts


def kind_of(column: Column[Any]) -> str:
    """How the values of a column stand in the file."""
    if isinstance(column.type, Utc):
        return "time"
    if isinstance(column.type, Json):
        return "json"
    return "bytes" if isinstance(column.type, LargeBinary) else "plain"


def _for_owner_only(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _settle_name(folder: Path) -> None:
    """A new name survives a power cut only once its folder is on the disk, too."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _write(c: Connection, file: IO[bytes]) -> dict[str, int]:
    here = shape(c)
    if here != newest_shape():
        raise StoreError("The database has an older shape. Start pbem once, then back it up.")
    seal = hashlib.sha256()

    def put(line: Plain) -> None:
        written = json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        seal.update(written)
        file.write(written)

    tables = METADATA.sorted_tables
    columns = {t.name: {column.name: kind_of(column) for column in t.columns} for t in tables}
    made_at = datetime.now(UTC).isoformat()
    put({"pbem_backup": FORMAT, "shape": here, "made_at": made_at, "columns": columns})
    counts = dict.fromkeys(columns, 0)
    for table in tables:
        for row in _rows(c, table):
            put([table.name, row])
            counts[table.name] += 1
    put({"rows": counts, "sha256": seal.hexdigest()})
    return counts


def _rows(c: Connection, table: Table) -> Iterator[dict[str, Plain]]:
    """All rows of a table by key, a few hundred in memory at a time."""
    ordered = select(table).order_by(*table.primary_key.columns)
    kinds = {column.name: kind_of(column) for column in table.columns}
    with c.execution_options(yield_per=_ROWS_AT_ONCE).execute(ordered) as found:
        for row in found.mappings():
            yield {name: _to_file(kinds[name], value) for name, value in row.items()}


def _to_file(kind: str, value: Any) -> Plain:
    if value is None:
        return None
    if kind == "time":
        return value.isoformat()
    if kind == "bytes":
        return base64.b64encode(value).decode()
    return value
