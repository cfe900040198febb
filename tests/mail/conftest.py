"""A post office for tests: a real mail server, tables of people who wait for letters, a clock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem import games, store
from pbem.config import Config
from pbem.mail import outbox
from pbem.mail.carriers import carrier_of
from pbem.mail.writing import Desk
from pbem.services import lobby, reminders
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf
from tests.mail.sink import Sink, listening
from tests.services.tables import NOON, PACE, people

SETTLE = timedelta(minutes=1)


@dataclass
class Post:
    """Everything that is needed to send letters, and a clock to turn."""

    desk: Desk
    sink: Sink
    now: datetime = NOON

    @property
    def db(self) -> store.Database:
        return self.desk.shelf.db

    @property
    def shelf(self) -> Shelf:
        return self.desk.shelf

    def wait(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)

    def table(self, *names: str, game: str = "dudo", bots: int = 0, **more: Any) -> store.Table:
        """A running table of people who wait for letters, and of bots."""
        usual = next(iter(games.load(game).bots), "random")
        seats: list[lobby.Taker] = [*people(self.db, *names, by_letter=True), *[usual] * bots]
        wish = lobby.Wish(game, seats, **{"pace": PACE, **more})
        return lobby.open_table(self.shelf, wish, now=self.now)

    def send(self, seconds: float = 30.0) -> int:
        """Let a worker send what is due."""
        carrier = carrier_of(self.desk.config)
        return outbox.send_due(self.desk, lambda: self.now, Budget(seconds), carrier)

    def remind(self) -> int:
        """Let a worker remind people."""
        return reminders.remind(self.shelf, lambda: self.now, Budget(30))

    def letters(self, person_id: int) -> list[store.Letter]:
        """All letters to somebody, oldest first."""
        with self.db.reading() as c:
            return [*reversed(store.letters_of_person(c, person_id))]

    def queue(self, *new: store.NewLetter) -> None:
        """Owe letters."""
        with self.db.writing() as c:
            store.queue(c, new)


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A mail server that takes everything unless told otherwise."""
    with listening() as running:
        yield running


@pytest.fixture
def make_post(db: store.Database, tmp_path: Path, sink: Sink) -> Callable[..., Post]:
    """Make post offices with settings of their own, on SQLite and on PostgreSQL."""

    def make(**settings: Any) -> Post:
        config = Config(
            instance=tmp_path / "instance",
            base_url="https://games.example.org",
            smtp_host="127.0.0.1",
            smtp_port=sink.port,
            smtp_security="none",
            mail_from="games@example.org",
            reply_address="games+*@example.org",
        )
        config = replace(config, **settings)
        return Post(Desk(config, Shelf(db, settle=SETTLE)), sink)

    return make


@pytest.fixture
def post(make_post: Callable[..., Post]) -> Post:
    """A post office with the usual settings."""
    return make_post()
