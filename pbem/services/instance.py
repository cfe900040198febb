"""The server's own folder and database, made ready before anybody plays."""

from __future__ import annotations

import os
from pathlib import Path

from pbem import store
from pbem.config import Config, ConfigError
from pbem.engine import PLAIN, _


def make_ready(config: Config) -> store.Database:
    """The games, in the newest shape; folder and file are made if they are missing.

    Safe when several processes start at once, and before a fork. Raises ConfigError, StoreError.
    """
    db = store.Database(config.database_url)
    _make_folder(config)
    if db.is_sqlite:
        _make_file(config)
    try:
        store.migrate(db)
    finally:
        db.close()  # Nothing stays open; it opens again by itself.
    return db


def is_there(config: Config) -> bool:
    """Whether there is a database to look into; looking would make an empty file otherwise."""
    return "://" in config.database_url or os.path.exists(config.database_url)


def look_into(config: Config) -> store.Database:
    """The games, if there are any. Who wants to look at them has come to the wrong folder if not.

    Raises ConfigError, StoreError.
    """
    if not is_there(config):
        text = _(
            "There is no database %(path)s. Say where the server's folder is: PBEM_INSTANCE=…",
            path=config.database_url,
        )
        raise ConfigError(PLAIN.say(text))
    return make_ready(config)


def _make_folder(config: Config) -> None:
    """The folder, which nobody else may enter."""
    try:
        config.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as why:
        raise _unusable(why) from why


def _make_file(config: Config) -> None:
    """A database file that nobody else may read: it holds the games' secrets."""
    path = Path(config.database_url)
    try:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as why:
        if path.is_relative_to(config.instance):
            raise _unusable(why) from why
        text = _(
            "%(path)s cannot be used: %(why)s. Make its folder, or change the setting `database`.",
            path=path,
            why=why.strerror,
        )
        raise ConfigError(PLAIN.say(text)) from why


def _unusable(why: OSError) -> ConfigError:
    text = _(
        "%(path)s cannot be used: %(why)s. Make it yours, or choose another folder:"
        " PBEM_INSTANCE=…",
        path=why.filename,
        why=why.strerror,
    )
    return ConfigError(PLAIN.say(text))
