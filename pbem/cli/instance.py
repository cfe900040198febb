"""The server's own folder and database, for commands that need them."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from pbem import config as settings
from pbem import store
from pbem.config import Config
from pbem.engine import AnswerError, _

from .speech import Refusal


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


def the_config() -> Config:
    """The configuration; what is wrong with it is a refusal."""
    try:
        return settings.read()
    except settings.ConfigError as why:
        raise Refusal(str(why)) from why


@contextmanager
def sentences() -> Iterator[None]:
    """Let what cannot be done be said as a sentence, without a traceback."""
    try:
        yield
    except (store.StoreError, settings.ConfigError) as why:
        raise Refusal(str(why)) from why
    except AnswerError as why:
        raise Refusal(why.text) from why


@contextmanager
def open_database(config: Config) -> Iterator[store.Database]:
    """The games, in the newest shape."""
    with sentences():
        _make_folder(config)
        db = store.Database(config.database_url)
        try:
            store.migrate(db)
            yield db
        finally:
            db.close()


def _make_folder(config: Config) -> None:
    """The folder, and a database file that nobody else may read: it holds the games' secrets."""
    try:
        config.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        if "://" not in config.database:
            os.close(os.open(config.database_url, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as why:
        raise Refusal(
            _(
                "%(path)s cannot be used: %(why)s. Make it yours, or choose another folder:"
                " PBEM_INSTANCE=…",
                path=why.filename,
                why=why.strerror,
            )
        ) from why


def set_up_log(config: Config) -> None:
    """One line for each thing that happens; the scheduler's own chatter is left out."""
    logging.basicConfig(
        level=config.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for name in ("apscheduler", "alembic"):
        logging.getLogger(name).setLevel(logging.ERROR)
