"""A real server and a real browser: Debian's Chromium, driven by playwright.

The clock is the test's own, bots answer when the test lets them, and the dice are known, so
nothing waits for anything but the browser itself, and nothing depends on chance.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from werkzeug.serving import WSGIRequestHandler, make_server

from pbem import store
from pbem.config import Config
from pbem.services import bots
from tests.web.conftest import House

PHONE, DESKTOP, SMALL = (390, 844), (1280, 900), (320, 640)
PATIENCE = 60_000
"""Milliseconds: a busy machine is no fault of the page."""


class Silent(WSGIRequestHandler):
    """Addresses hold tokens, so nobody writes them down."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        return


class Inn(House):
    """A server that listens, for browsers that are real."""

    def __init__(self, config: Config, db: store.Database) -> None:
        super().__init__(config, db)
        self._server = make_server("127.0.0.1", 0, self.app, threaded=True, request_handler=Silent)
        self.site = f"http://127.0.0.1:{self._server.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def let_bots_play(self, slug: str) -> None:
        """Let the bots of a table answer until a person is asked or the game is over."""
        table = self.stored(slug)
        while self.stored(slug).status == "running" and bots.play_table(
            self.shelf, table.id, self.now, timedelta()
        ):
            pass


@pytest.fixture
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cards and dice in every run: the secret of the n-th table is n."""
    numbers = count(1)
    known = SimpleNamespace(token_bytes=lambda size: next(numbers).to_bytes(size))
    monkeypatch.setattr("pbem.services.lobby.secrets", known)


@pytest.fixture
def inn(
    make_sqlite: Callable[[], store.Database], tmp_path: Path, known_dice: None
) -> Iterator[Inn]:
    """A listening server with nothing configured, where a name is enough to sit down."""
    listening = Inn(Config(instance=tmp_path / "instance"), make_sqlite())
    yield listening
    listening.close()


Opener = Callable[..., Page]


@pytest.fixture
def open_window(inn: Inn, chromium: Browser) -> Iterator[Opener]:
    """Open windows of a size, light or dark, with or without script, signed in as somebody."""
    opened: list[BrowserContext] = []
    complaints: list[str] = []

    def opener(
        who: store.Person | None = None,
        size: tuple[int, int] = DESKTOP,
        *,
        dark: bool = False,
        script: bool = True,
    ) -> Page:
        context = chromium.new_context(
            base_url=inn.site,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type == "error" and "Failed to load resource" not in said.text
                else None
            ),
        )
        if who is not None:  # Signing in by clicks has a test of its own.
            cookie = inn.visitor(who).client.get_cookie("pbem")
            assert cookie is not None
            context.add_cookies([{"name": "pbem", "value": cookie.value, "url": inn.site}])
        return page

    yield opener
    for context in opened:
        context.close()
    assert not complaints, "the browser complained"
