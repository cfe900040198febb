"""The server's own folder and database, for commands that need them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from pbem import config as settings
from pbem import store
from pbem.config import Config
from pbem.engine import AnswerError
from pbem.services import instance

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
        db = instance.make_ready(config)
        try:
            yield db
        finally:
            db.close()


@contextmanager
def look_into_database(config: Config) -> Iterator[store.Database]:
    """The games there are; a refusal if there are none yet, and nothing is made."""
    with sentences():
        db = instance.look_into(config)
        try:
            yield db
        finally:
            db.close()


def set_up_log(config: Config) -> None:
    """One line for each thing that happens; other people's chatter is left out."""
    logging.basicConfig(
        level=config.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("alembic").setLevel(logging.ERROR)
    # The LMTP server tells of every recipient, and in ours stand the tokens of the letters.
    logging.getLogger("mail.log").setLevel(logging.ERROR)
