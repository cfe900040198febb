"""`serve` and `worker` as real processes: they greet, serve, do their duties and stop."""

from __future__ import annotations

import errno
import os
import re
import runpy
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pbem import store
from pbem.cli.serving import GRACE, check_port
from pbem.cli.speech import Refusal
from pbem.config import Config
from pbem.services import lobby
from pbem.services.sittings import Shelf
from pbem.web.site import KEY
from tests.services.tables import log, now_at
from tests.store_fixtures import MakeDatabase

pytestmark = pytest.mark.slow


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


class Running:
    """A command of pbem in a process of its own."""

    def __init__(self, words: list[str], folder: Path, **settings: str) -> None:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")}
        self._said = folder.with_name(f"{folder.name}.out")
        with self._said.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "pbem", *words],
                env={**clean, "PBEM_INSTANCE": str(folder), "PYTHONUNBUFFERED": "1", **settings},
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
            )

    def line(self, wanted: str, seconds: float = 30.0) -> str:
        """The line that was said, once it is."""
        give_up = time.monotonic() + seconds
        while time.monotonic() < give_up and self.process.poll() is None:
            for line in self._said.read_text().splitlines():
                if wanted in line:
                    return line
            time.sleep(0.05)
        self.process.kill()
        _out, said = self.process.communicate()
        raise AssertionError(f"{wanted!r} was not said: {said}")

    def all_processes(self) -> list[int]:
        """The first and those that it has begun: whom Ctrl-C reaches at a terminal."""
        own = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [self.process.pid, *map(int, own.split())]

    def stop(self) -> tuple[int, str]:
        """Say stop, as a service manager does; the exit code and what was said on the way."""
        self.process.send_signal(signal.SIGTERM)
        _out, said = self.process.communicate(timeout=20)
        return self.process.returncode, said


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Start commands; whatever still runs at the end of the test is killed."""
    started: list[Running] = []

    def begin(*words: str, folder: Path = tmp_path / "here", **settings: str) -> Running:
        started.append(Running(list(words), folder, **settings))
        return started[-1]

    yield begin
    for running in started:
        if running.process.poll() is None:
            running.process.kill()
        running.process.communicate()


def browser() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))


def csrf(page: str) -> str:
    found = re.search(r'name="csrf_token"[^>]* value="([^"]+)"', page)
    assert found is not None
    return found[1]


def test_a_server_ends_soon_and_quietly_though_browsers_hold_lines_open(
    start: Callable[..., Running],
) -> None:
    """A line that waits, one that is kept for more, and one with half a question on it."""
    said = (b"", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET / HT")
    for name in (signal.SIGINT, signal.SIGTERM):
        port = free_port()
        server = start("serve", PBEM_PORT=str(port), PBEM_TICK_SECONDS="0.1")
        server.line("Ctrl-C stops the server")
        lines = [socket.create_connection(("127.0.0.1", port)) for _line in said]
        for line, words in zip(lines, said, strict=True):
            line.sendall(words)
        assert lines[1].recv(9) == b"HTTP/1.1 "
        begun = time.monotonic()
        for process in server.all_processes() if name == signal.SIGINT else [server.process.pid]:
            os.kill(process, name)
        _out, told = server.process.communicate(timeout=30)
        assert server.process.returncode == 0
        assert time.monotonic() - begun < GRACE
        assert "SIGKILL" not in told
        assert "The worker has stopped." in told
        for line in lines:
            line.close()


def test_a_fresh_server_lays_a_table_and_a_newcomer_plays(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    port = free_port()
    server = start("serve", PBEM_PORT=str(port), PBEM_BOT_PACE_SECONDS="0", PBEM_TICK_SECONDS="0.1")
    site = server.line("The games are at").split()[-1]
    assert site == f"http://127.0.0.1:{port}/"
    link = server.line("To sign in as the moderator").split()[-1]
    ann = browser()
    page = ann.open(link).read().decode()
    front = ann.open(link, urlencode({"csrf_token": csrf(page)}).encode()).read().decode()
    db = store.Database(str(tmp_path / "here" / "games.db"))
    with db.reading() as c:
        (demo,) = store.tables_in(c, ["open"], limit=9)
    assert f"/t/{demo.slug}" in front
    address = f"{site}t/{demo.slug}"
    page = ann.open(address).read().decode()
    ann.open(f"{address}/join", urlencode({"csrf_token": csrf(page)}).encode())
    give_up = time.monotonic() + 20
    while "wants" not in page and 'name="answer"' not in page:
        assert time.monotonic() < give_up, "the bots do not come to an end"
        time.sleep(0.1)
        page = ann.open(address).read().decode()
    assert now_at(db, demo.id).status == "running"
    code, said = server.stop()
    assert code == 0, said
    assert "Traceback" not in said
    assert "/in/" not in said, "no token in a log"
    db.close()


def test_a_port_that_is_taken_is_a_sentence(start: Callable[..., Running]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = start("serve", PBEM_PORT=str(port))
        _out, said = server.process.communicate(timeout=30)
    assert server.process.returncode == 1
    assert f"PBEM_PORT={port + 1}" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("host", "port", "remedy"),
    [
        ("192.0.2.1", 8000, "PBEM_HOST=127.0.0.1"),
        ("no such host", 8000, "PBEM_HOST=127.0.0.1"),
        ("127.0.0.1", 80, "PBEM_PORT=8080"),
    ],
)
def test_what_cannot_be_listened_on_is_a_sentence_with_its_own_remedy(
    host: str, port: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if host == "127.0.0.1":  # Root may listen there, and somebody else may already.

        def bind(_self: object, _address: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr(socket.socket, "bind", bind)
    with pytest.raises(Refusal) as caught:
        check_port(Config(instance=tmp_path, host=host, port=port))
    assert remedy in caught.value.message


def test_the_application_makes_itself_ready_for_any_server(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`gunicorn wsgi:app` in a fresh folder: there are tables, and the file is ours alone."""
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "fresh"))
    monkeypatch.delenv("PBEM_DATABASE", raising=False)
    app = runpy.run_path(str(root / "wsgi.py"))["app"]
    assert app.test_client().get("/lobby").status_code == 200
    assert stat.S_IMODE((tmp_path / "fresh" / "games.db").stat().st_mode) == 0o600
    app.extensions[KEY].db.close()


def test_a_configured_server_makes_no_guest_of_honour(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    port = free_port()
    server = start(
        "serve", "--no-worker", PBEM_PORT=str(port), PBEM_BASE_URL="https://games.example.org"
    )
    server.line("The games are at https://games.example.org/")
    db = store.Database(str(tmp_path / "here" / "games.db"))
    with db.reading() as c:
        assert store.tables_in(c, ["open"], limit=9) == ()
        assert store.person(c, 1) is None
        assert store.beats(c) == (), "no worker was wanted"
    server.line("Ctrl-C stops the server")
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/").status == 200
    code, _said = server.stop()
    assert code == 0
    db.close()


def test_two_workers_on_one_database(
    start: Callable[..., Running], make_db: MakeDatabase, tmp_path: Path
) -> None:
    db = make_db()
    shelf = Shelf(db)
    wish = lobby.Wish("dudo", ("careful", "careful"))
    tables = [lobby.open_table(shelf, wish, now=datetime.now(UTC)) for _i in range(8)]
    settings = {
        "PBEM_DATABASE": db.url,
        "PBEM_BOT_PACE_SECONDS": "0",
        "PBEM_TICK_SECONDS": "0.1",
    }
    workers = [start("worker", folder=tmp_path / f"w{i}", **settings) for i in range(2)]
    give_up = time.monotonic() + 120
    while any(now_at(db, table.id).status != "over" for table in tables):
        assert time.monotonic() < give_up, "the games do not end"
        time.sleep(0.1)
    for worker in workers:
        code, said = worker.stop()
        assert code == 0, said
        assert "The worker has stopped" in said
        assert "Traceback" not in said
    for table in tables:
        entries = log(db, table.id)
        assert len({entry.key for entry in entries}) == len(entries)
    assert lobby.begin_full_tables(shelf, now=datetime.now(UTC)) == 0
