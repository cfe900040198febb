"""Bringing a database to the shape this version needs, and telling which shape it has."""

from __future__ import annotations

import os
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from pbem.store.database import Database
from pbem.store.errors import StoreError

_STEPS = Path(__file__).with_name("migrations")
EMPTY = "base"
"""The shape before the first step: no tables at all."""


def newest_shape() -> str:
    """The name of the last step this version knows."""
    head = _steps().get_current_head()
    if head is None:
        raise StoreError("This copy of pbem has no migrations. Install it again.")
    return head


def known_shapes() -> tuple[str, ...]:
    """The names of all steps, newest first."""
    return tuple(step.revision for step in _steps().walk_revisions())


def shape(c: Connection) -> str | None:
    """The name of the last step this database has made; None if it has no tables of ours."""
    return MigrationContext.configure(c).get_current_revision()


def is_current(db: Database) -> bool:
    """Whether the database has the shape this version needs; StoreError if a newer made it."""
    with db.reading() as c:
        name = shape(c)
    _check_known(name)
    return name == newest_shape()


def migrate(db: Database) -> None:
    """Bring the database to the newest shape; safe when several processes start at once."""
    with db.rebuilding() as c:
        upgrade(c, newest_shape())


def upgrade(c: Connection, to: str) -> None:
    """Go up to a step, in the caller's `rebuilding()` transaction."""
    _check_known(shape(c))
    command.upgrade(_config(c), to)


def downgrade(c: Connection, to: str) -> None:
    """Go down to a step (or to EMPTY), in the caller's `rebuilding()` transaction."""
    _check_known(shape(c))
    command.downgrade(_config(c), to)


def draft(c: Connection, message: str, folder: Path) -> Path:
    """Write what the models have and the database has not as a new step, for a person to edit.

    Whoever changes a model calls this on a database of the newest shape, with the folder
    `migrations/versions`.
    """
    config = _config(c)
    config.set_main_option("version_locations", f"{_STEPS / 'versions'}{os.pathsep}{folder}")
    number = f"{int(newest_shape()) + 1:04}"
    step = command.revision(
        config, message, autogenerate=True, rev_id=number, version_path=str(folder)
    )
    if step is None or isinstance(step, list):
        raise StoreError("Alembic wrote no step.")
    return Path(step.path)


def _check_known(name: str | None) -> None:
    if name is not None and name not in known_shapes():
        raise StoreError(
            f"This database was made by a newer pbem (its shape is {name!r}, which this version "
            "does not know). Install that version, or use another database."
        )


def _steps() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config(c: Connection | None = None) -> Config:
    config = Config()
    # Alembic reads its options with ConfigParser, where a per cent sign must be doubled.
    config.set_main_option("script_location", str(_STEPS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    if c is not None:
        config.attributes["connection"] = c
    return config
