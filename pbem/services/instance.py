"""The server's own folder and database, made ready before anybody plays."""

from __future__ import annotations

import os

from pbem import store
from pbem.config import Config, ConfigError
from pbem.engine import PLAIN, _


def make_ready(config: Config) -> store.Database:
    """The games, in the newest shape; folder and file are made if they are missing.

    Safe when several processes start at once, and before a fork. Raises ConfigError, StoreError.
    """
    _make_folder(config)
    db = store.Database(config.database_url)
    try:
        store.migrate(db)
    finally:
        db.close()  # Nothing stays open; it opens again by itself.
    return db


def _make_folder(config: Config) -> None:
    """The folder, and a database file that nobody else may read: it holds the games' secrets."""
    try:
        config.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        if "://" not in config.database:
            os.close(os.open(config.database_url, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as why:
        text = _(
            "%(path)s cannot be used: %(why)s. Make it yours, or choose another folder:"
            " PBEM_INSTANCE=…",
            path=why.filename,
            why=why.strerror,
        )
        raise ConfigError(PLAIN.say(text)) from why
