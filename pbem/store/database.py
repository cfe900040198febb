"""The connection to the database: one door for reading, one for writing.

SQLite gets the recipe that was measured to claim every row once: the driver's own
transactions are off, and we say `BEGIN` (readers) or `BEGIN IMMEDIATE` (writers) ourselves.
On PostgreSQL a reader sees one unchanging moment (REPEATABLE READ) and a writer runs an
ordinary transaction.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlmodel import Session

from pbem.store.address import normalised
from pbem.store.errors import BUSY, Busy, StoreError, translated

NO_DRIVER = "PostgreSQL needs its driver. Write: pip install 'pbem[postgres]'"
_BEGIN = "pbem_begin"
_RESTED = "pbem_rested_since"
# A pooled PostgreSQL connection that rested longer than this is tried out before use.
_REST_SECONDS = 30.0
_REBUILDING = 0x7062656D  # "pbem": our number among PostgreSQL's advisory locks.


class Database:
    """A database by its address; safe to share between threads, not across a fork.

    `reading()` and `writing()` give a Core connection inside one transaction, `session()` an
    ORM session. Errors of the driver come out as `Busy` or `Unreachable`.
    """

    def __init__(self, url: str, *, busy_seconds: float = 5.0, connections: int = 20) -> None:
        """Say where the database is; nothing is opened yet.

        `busy_seconds` is how long a statement waits for other writers (and a thread for a
        free connection), `connections` how many may be open at once.
        """
        self._url = normalised(url)
        self.busy_seconds = busy_seconds
        self._queue = threading.Lock()
        try:
            self.engine: Engine = create_engine(
                self._url,
                pool_size=min(connections, 5),
                max_overflow=max(connections - 5, 0),
                pool_timeout=busy_seconds,
                connect_args=self._connect_args(),
            )
        except ImportError as why:  # Only who wants PostgreSQL has to install its driver.
            raise StoreError(f"{NO_DRIVER} ({why})") from why
        if self.is_sqlite:
            event.listen(self.engine, "connect", self._prepare_sqlite)
            event.listen(self.engine, "begin", _begin)
            self._reader = self.engine
        else:
            event.listen(self.engine, "connect", self._prepare_postgres)
            event.listen(self.engine, "checkin", _note_rest)
            event.listen(self.engine, "checkout", _try_out_rested)
            self._reader = self.engine.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        self._writer = self.engine.execution_options(**{_BEGIN: "BEGIN IMMEDIATE"})

    @property
    def is_sqlite(self) -> bool:
        """Whether this is the embedded database."""
        return self._url.get_backend_name() == "sqlite"

    @property
    def url(self) -> str:
        """The exact address, with the password: for opening it again, never for showing."""
        return self._url.render_as_string(hide_password=False)

    @property
    def shown(self) -> str:
        """The address as people may see it, without the password."""
        return self._url.render_as_string(hide_password=True)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a transaction that sees one unchanging moment; write nothing."""
        with _plain_errors(), self._reader.begin() as c:
            yield c

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction that may write; committed at the end of the block.

        On SQLite there is one writer at a time, from the first line of the block on: keep it
        short, and never open a second one inside it.
        """
        with self._alone(), _plain_errors(), self._writer.begin() as c:
            yield c

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let the threads of this process queue for SQLite's one writer.

        SQLite itself would let each of them sleep and look again, ever more rarely, while the
        file is free in between.
        """
        if not self.is_sqlite:
            yield
            return
        if not self._queue.acquire(timeout=self.busy_seconds):
            raise Busy(BUSY)
        try:
            yield
        finally:
            self._queue.release()

    @contextmanager
    def session(self, *, writing: bool = False) -> Iterator[Session]:
        """An ORM session; with `writing` its transaction is committed at the end."""
        bind = self._writer if writing else self._reader
        with _plain_errors(), Session(bind) as s:
            yield s
            if writing:
                s.commit()

    @contextmanager
    def rebuilding(self) -> Iterator[Connection]:
        """A writing transaction in which tables may be made anew, by one process at a time.

        SQLite changes a table by copying and dropping it, and with foreign keys on the drop
        empties the tables that refer to it. So they are off meanwhile (a pragma that only
        works outside a transaction), and every reference is checked before the commit.
        """
        with _plain_errors(), self._writer.connect() as c:
            if not self.is_sqlite:
                with c.begin():
                    c.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_REBUILDING})")
                    yield c
                return
            driver = c.connection.driver_connection
            if not isinstance(driver, sqlite3.Connection):
                raise TypeError(f"{driver!r} is not SQLite's own connection")
            driver.execute("PRAGMA foreign_keys = OFF")
            try:
                with c.begin():
                    yield c
                    _check_references(c)
            finally:
                driver.execute("PRAGMA foreign_keys = ON")

    def close(self) -> None:
        """Close all connections; the object stays usable (call it in a child after a fork)."""
        self.engine.dispose()

    def _connect_args(self) -> dict[str, Any]:
        if self.is_sqlite:
            return {"timeout": self.busy_seconds}
        return {"connect_timeout": max(2, round(self.busy_seconds)), "application_name": "pbem"}

    def _prepare_sqlite(self, connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {round(self.busy_seconds * 1000)}")
        self._turn_to_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    def _turn_to_wal(self, connection: sqlite3.Connection) -> None:
        """Ask until it works: on a new file SQLite does not wait for the others here itself."""
        patience = time.monotonic() + self.busy_seconds
        while True:
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                    raise
                time.sleep(0.01)

    def _prepare_postgres(self, connection: Any, _record: object) -> None:
        connection.autocommit = True
        connection.execute(f"SET lock_timeout = {round(self.busy_seconds * 1000)}")
        connection.execute("SET timezone = 'UTC'")
        connection.autocommit = False


def _begin(c: Connection) -> None:
    """Open the transaction ourselves, since the driver has been told not to; without SQLAlchemy
    in between, which takes twenty times as long for it."""
    driver: Any = c.connection.driver_connection
    driver.execute(c.get_execution_options().get(_BEGIN, "BEGIN"))


def _check_references(c: Connection) -> None:
    broken = c.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        names = ", ".join(sorted({f"{row[0]} to {row[2]}" for row in broken}))
        raise StoreError(f"References are broken ({names}). Nothing was changed.")


def _note_rest(_connection: Any, record: Any) -> None:
    record.info[_RESTED] = time.monotonic()


def _try_out_rested(connection: Any, record: Any, _proxy: Any) -> None:
    """Replace a connection that died while resting, so that no player meets it."""
    since = record.info.get(_RESTED)
    if since is None or time.monotonic() - since < _REST_SECONDS:
        return
    try:
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as error:
        raise DisconnectionError from error


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turn errors of driver and pool into our two; everything else passes unchanged."""
    try:
        yield
    except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
        sentence = translated(error)
        if sentence is None:
            raise
        raise sentence from error
