"""A server around a real database, and visitors with browsers that keep cookies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.test import TestResponse

from pbem import games, store
from pbem.config import Config
from pbem.services import drawing, lobby, tokens
from pbem.services.sittings import Shelf
from pbem.web import create_app
from tests.web.pages import Form, Page

NOON = datetime(2026, 11, 18, 12, 0, tzinfo=UTC)


class Compiled(BytecodeCache):
    """The templates of every house that a run of the tests builds, compiled once."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


class House:
    """A server with a clock that the test turns, and the people who know it."""

    def __init__(self, config: Config, db: store.Database) -> None:
        self.config = config
        self.db = db
        self.now = NOON
        self._numbers = count(1)
        self.app: Flask = create_app(config, db=db, now=lambda: self.now)
        self.app.jinja_env.bytecode_cache = COMPILED
        self.shelf: Shelf = self.app.extensions["pbem"].shelf

    def person(self, name: str, *, zone: str = "UTC", language: str = "en") -> store.Person:
        """Somebody who can sign in by a link."""
        address = f"person{next(self._numbers)}@example.org"
        with self.db.writing() as c:
            return store.add_person(
                c, address, name=name, language=language, zone=zone, now=self.now
            )

    def link(self, who: store.Person) -> str:
        """The path of somebody's sign-in link."""
        return tokens.sign_in_link(self.config, who, self.now).removeprefix(self.config.site)

    def visitor(self, who: store.Person | None = None) -> Visitor:
        """A browser, signed in by a link if it is somebody's."""
        visitor = Visitor(self.app)
        if who is not None:
            link = self.link(who)
            visitor.get(link)
            visitor.press(link)
        return visitor

    def table(
        self,
        *seats: store.Person | str | None,
        game: str = "dudo",
        private: bool = False,
        title: str = "",
    ) -> str:
        """A table for these people, bots and empty chairs; its name in addresses."""
        takers = [seat.id if isinstance(seat, store.Person) else seat for seat in seats]
        wish = lobby.Wish(game=game, seats=takers, private=private, title=title)
        return lobby.open_table(self.shelf, wish, now=self.now).slug

    def stored(self, slug: str) -> store.Table:
        """The table as the database has it."""
        with self.db.reading() as c:
            table = store.table_by_slug(c, slug)
        assert table is not None
        return table

    def wait(self, **span: float) -> None:
        """Let time pass."""
        self.now += timedelta(**span)


class Visitor:
    """A browser without script: it follows links, fills in forms, and keeps cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self.page = Page("<!doctype html><title>blank</title>")
        self.answer: TestResponse

    def get(self, path: str) -> Page:
        """Open an address."""
        return self._took(self.client.get(path, follow_redirects=True))

    def press(self, ending: str, **answers: str | list[str] | None) -> Page:
        """Fill in the form of this page that goes to such an address, and send it."""
        return self.send(self.page.form(ending), **answers)

    def send(self, form: Form, **answers: str | list[str] | None) -> Page:
        """Send a form, also an old one."""
        names: dict[str, list[str]] = {}
        for name, value in form.filled(**answers):
            names.setdefault(name, []).append(value)
        return self._took(self.client.post(form.action, data=names, follow_redirects=True))

    @property
    def status(self) -> int:
        """The status of the last page."""
        return self.answer.status_code

    def _took(self, answer: TestResponse) -> Page:
        self.answer = answer
        self.page = Page(answer.text)
        assert not self.page.flaws, f"{answer.request.path}: {self.page.flaws}"
        return self.page


MakeHouse = Callable[..., House]


@pytest.fixture
def make_house(db: store.Database, tmp_path: Path) -> MakeHouse:
    """Make servers with settings of their own, on SQLite and on PostgreSQL."""

    def make(**settings: object) -> House:
        return House(Config(instance=tmp_path / "instance", **settings), db)  # type: ignore[arg-type]

    return make


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game that asks every kind of question, found like any other."""
    found = {**games.packages(), "raid": "tests.web.raid"}
    monkeypatch.setattr(games, "packages", lambda: found)
    yield "raid"
    games.load.cache_clear()
    drawing.game_template.cache_clear()


@pytest.fixture
def inn(make_sqlite: Callable[[], store.Database], tmp_path: Path) -> House:
    """A server of the embedded default, on SQLite, where a name is enough to sit down."""
    return House(Config(instance=tmp_path / "instance"), make_sqlite())


@pytest.fixture
def house(make_house: MakeHouse) -> House:
    """A server with the default settings; the test runs on SQLite and on PostgreSQL."""
    return make_house()
