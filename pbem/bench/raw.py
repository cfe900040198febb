"""A yardstick for everything that writes: the bare transaction of one turn, without any of us.

Read the game, write an event, a snapshot and three letters, and be sure that it is on the disk.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from .rounds import Work

LETTERS = 3
_STATE = json.dumps({"dice": [[1, 2, 3, 4, 5]] * 3, "bid": [3, 4], "round": 7})
_SHAPE = (
    "CREATE TABLE raw_games (id INTEGER PRIMARY KEY, seq INTEGER, state TEXT)",
    "CREATE TABLE raw_events (game INTEGER, seq INTEGER, body TEXT, PRIMARY KEY (game, seq))",
    "CREATE TABLE raw_letters (game INTEGER, seq INTEGER, seat INTEGER, body TEXT)",
)


@contextmanager
def raw_turns(url: str, folder: Path) -> Iterator[Work]:
    """One turn after the other in the same kind of database as ours."""
    if url.startswith("postgres"):
        with _postgres(url) as work:
            yield work
    else:
        with _sqlite(folder) as work:
            yield work


@contextmanager
def _sqlite(folder: Path) -> Iterator[Work]:
    connection = sqlite3.connect(folder / f"raw-{secrets.token_hex(4)}.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    try:
        _lay(connection)
        yield _turns(connection, "BEGIN IMMEDIATE", "?")
    finally:
        connection.close()


@contextmanager
def _postgres(url: str) -> Iterator[Work]:
    psycopg: Any = import_module("psycopg")  # Only who measures PostgreSQL needs it.
    plain = url.replace("postgresql+psycopg://", "postgresql://")
    with psycopg.connect(plain, autocommit=True) as connection:
        for table in ("raw_games", "raw_events", "raw_letters"):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        _lay(connection)
        yield _turns(connection, "BEGIN", "%s")


def _lay(connection: Any) -> None:
    for statement in _SHAPE:
        connection.execute(statement)
    connection.execute(f"INSERT INTO raw_games VALUES (1, 0, '{_STATE}')")


def _turns(connection: Any, begin: str, mark: str) -> Work:
    event = f"INSERT INTO raw_events VALUES (1, {mark}, {mark})"
    keep = f"UPDATE raw_games SET seq = {mark}, state = {mark} WHERE id = 1"
    letter = f"INSERT INTO raw_letters VALUES (1, {mark}, {mark}, {mark})"

    def work() -> int:
        connection.execute(begin)
        seq, state = connection.execute("SELECT seq, state FROM raw_games WHERE id = 1").fetchone()
        connection.execute(event, (seq + 1, state))
        connection.execute(keep, (seq + 1, state))
        for seat in range(LETTERS):
            connection.execute(letter, (seq + 1, seat, state))
        connection.execute("COMMIT")
        return 1

    return work
