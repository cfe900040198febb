"""What can go wrong in the store, each with a sentence for the person who reads it."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout


class StoreError(Exception):
    """Something the store refuses or cannot do; `str()` is a plain sentence."""


class Busy(StoreError):
    """Others kept the database busy for longer than we wait. Nothing was written."""


class Unreachable(StoreError):
    """The database is gone, full or damaged; what was not acknowledged may not be kept."""


class Conflict(StoreError):
    """Somebody else wrote to this table first. Nothing was written; load again and retry."""


class NotFound(StoreError):
    """There is no such row."""


_SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SQLITE_GONE = {
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened; check that its folder exists and is ours",
    sqlite3.SQLITE_READONLY: "the file cannot be written; check its owner and mode",
    sqlite3.SQLITE_PERM: "the file cannot be written; check its owner and mode",
    sqlite3.SQLITE_FULL: "the disk is full; make room, nothing that was acknowledged is lost",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_CORRUPT: "the file is damaged; restore a backup",
    sqlite3.SQLITE_NOTADB: "the file is not a SQLite database; check the setting `database`",
}
# Lock not available, deadlock, serialisation failure, statement cancelled, too many connections.
_POSTGRES_BUSY = {"55P03", "40P01", "40001", "57014", "53300"}
# Connection lost, wrong password, no such database, out of disk or memory, shutting down, I/O.
_POSTGRES_GONE = ("08", "28", "3D", "53", "57", "58")
_NOT_THERE = ("08", "28", "3D")
_LOOK_THERE = "check that PostgreSQL runs there, and the setting `database`"

BUSY = (
    "The database is busy: others held it for longer than pbem waits. "
    "Nothing was written; try again in a moment."
)


def _gone(reason: str) -> Unreachable:
    return Unreachable(f"The database cannot be used: {reason}.")


def _from_sqlite(error: sqlite3.Error) -> StoreError | None:
    """The low byte of SQLite's code names the family (busy, full, damaged, …)."""
    family = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if family in _SQLITE_BUSY:
        return Busy(BUSY)
    return _gone(_SQLITE_GONE[family]) if family in _SQLITE_GONE else None


def translated(error: BaseException) -> StoreError | None:
    """The sentence for an error of the driver or the pool, or None if it is a bug of ours."""
    if isinstance(error, PoolTimeout):
        return Busy(BUSY)
    if isinstance(error, sqlite3.Error):
        return _from_sqlite(error)
    if not isinstance(error, DBAPIError):
        return None
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        return _from_sqlite(cause)
    lost = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    state = getattr(cause, "sqlstate", None)
    if state in _POSTGRES_BUSY:
        return Busy(BUSY)
    if (state is None and lost) or (state is not None and state.startswith(_POSTGRES_GONE)):
        first_line = (str(cause).strip().splitlines() or ["it does not answer"])[0].rstrip(".")
        known = state is not None and not state.startswith(_NOT_THERE)
        return _gone(first_line if known else f"{first_line}; {_LOOK_THERE}")
    return None
