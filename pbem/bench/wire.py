"""Requests over kept connections, with as little work on our side as can be."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_TOKEN = re.compile(r'name="csrf_token"[^>]* value="([^"]+)"')
PATIENCE = 60.0


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


@contextlib.contextmanager
def serving(command: Sequence[str], port: int, **settings: str) -> Iterator[int]:
    """A server in a process of its own, from its first answer until the end of the block; the
    number of that process."""
    server = subprocess.Popen(
        [sys.executable, "-m", *command],
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(port, server)
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def _wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < give_up:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.05)
    raise RuntimeError("The server that was to be measured did not start.")


def computed(pid: int) -> float:
    """For how many seconds a process and its children have computed so far; 0 where the system
    does not say. However busy the machine is, it changes little."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # One that has just ended.
            _name, _end, rest = path.read_text().rpartition(")")
            parent, *facts = rest.split()[1:]
            if pid in (int(path.parent.name), int(parent)):
                ticks += sum(map(int, facts[9:11]))
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


class Wire:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None

    def post(self, path: str, form: bytes, cookie: str = "") -> int:
        """Send a form; the status of the answer, which is read to its end."""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(form)}\r\n\r\n"
        )
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket.sendall(head.encode() + form)
        return self._read(self._socket)

    def _read(self, connection: socket.socket) -> int:
        got = b""
        while (end := got.find(b"\r\n\r\n")) < 0:
            got += self._more(connection)
        length = _LENGTH.search(got, 0, end + 2)
        missing = end + 4 + int(length[1] if length else 0) - len(got)
        while missing > 0:
            missing -= len(self._more(connection))
        if b"connection: close" in got[:end].lower():
            self.close()
        return int(got[9:12])

    def _more(self, connection: socket.socket) -> bytes:
        if not (part := connection.recv(65536)):
            raise ConnectionError("The server closed the connection in the middle of an answer.")
        return part

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None


@contextlib.contextmanager
def wires(port: int, count: int) -> Iterator[list[Wire]]:
    """So many connections to one server."""
    laid = [Wire(port) for _wire in range(count)]
    try:
        yield laid
    finally:
        for wire in laid:
            wire.close()


@dataclass(frozen=True)
class Visitor:
    """Somebody whose browser is signed in."""

    cookie: str
    token: str


def sign_in(link: str) -> Visitor:
    """Follow a sign-in link and press the button."""
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    page = browser.open(link).read().decode()
    page = browser.open(link, urlencode({"csrf_token": _token(page)}).encode()).read().decode()
    return Visitor("; ".join(f"{cookie.name}={cookie.value}" for cookie in jar), _token(page))


def _token(page: str) -> str:
    found = _TOKEN.search(page)
    if found is None:
        raise RuntimeError("The page has no form to send.")
    return found[1]


@dataclass
class Traffic:
    """How many requests were answered, in how long, each after how many seconds."""

    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    computed: float = 0.0
    """For how many seconds the server computed meanwhile."""

    @property
    def per_second(self) -> float:
        return len(self.waits) / self.seconds

    @property
    def computed_each(self) -> float:
        """How long the server computed for one request."""
        return self.computed / len(self.waits)


Errand = Callable[[], bool]
"""Sends one request and reads the answer; False when there is nothing left to send."""


def run_errands(errands: Sequence[Errand], seconds: float, server: int | None = None) -> Traffic:
    """Everybody sends one request after the other, all at once, until time is up or the first
    has nothing left: from then on the crowd would be smaller. `server` is the process asked."""
    waits: list[list[float]] = [[] for _errand in errands]
    failures: list[BaseException] = []
    enough = threading.Event()
    before = computed(server) if server else 0.0
    begun = time.perf_counter()

    def run(errand: Errand, mine: list[float]) -> None:
        try:
            while not enough.is_set():
                sent = time.perf_counter()
                if not errand():
                    break
                mine.append(time.perf_counter() - sent)
        except BaseException as why:
            failures.append(why)
        enough.set()

    threads = [threading.Thread(target=run, args=pair) for pair in zip(errands, waits, strict=True)]
    for thread in threads:
        thread.start()
    enough.wait(seconds)
    enough.set()
    for thread in threads:
        thread.join()
    spent = time.perf_counter() - begun
    if failures:
        raise failures[0]
    work = computed(server) - before if server else 0.0
    return Traffic(spent, [wait for mine in waits for wait in mine], work)
