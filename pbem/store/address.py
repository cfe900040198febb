"""What people write as the setting `database`, turned into one exact address."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from pbem.store.errors import StoreError

_WRITE = (
    "Write a file name such as games.db, sqlite:///games.db, "
    "or postgresql://name:password@host/database."
)
_POSTGRES = {"postgres", "postgresql", "postgresql+psycopg"}


def normalised(text: str) -> URL:
    """The address of the database: a path or sqlite: is a file, postgres: goes by psycopg."""
    text = text.strip()
    if not text:
        raise StoreError(f"No database is named. {_WRITE}")
    if "://" not in text and text != ":memory:":
        return _file(Path(text))
    try:
        url = make_url("sqlite://" if text == ":memory:" else text)
    except (ArgumentError, ValueError):  # ValueError: the port is no number.
        raise StoreError(f"The database address cannot be read. {_WRITE}") from None
    if url.drivername in _POSTGRES:
        if not url.database:
            raise StoreError(f"The database address names no database. {_WRITE}")
        return url.set(drivername="postgresql+psycopg")
    if url.drivername in {"sqlite", "sqlite+pysqlite"}:
        if not url.database or url.database == ":memory:":
            raise StoreError(f"A database in memory is lost when pbem stops. {_WRITE}")
        return _file(Path(url.database))
    raise StoreError(f"pbem does not know databases of the kind {url.drivername!r}. {_WRITE}")


def _file(path: Path) -> URL:
    """A relative path means the folder we are in now, also after a later chdir."""
    return URL.create("sqlite", database=str(path.expanduser().absolute()))
