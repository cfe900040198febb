"""A real IMAP server for tests: pymap, a process of its own on a free port."""

from __future__ import annotations

import imaplib
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pbem.bench.wire import free_port

USER, PASSWORD = "demouser", "demopass"


@dataclass
class Mailbox:
    """A mailbox to put mail into."""

    port: int

    def put(self, raw: bytes) -> None:
        """A mail arrives."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=20) as line:
            line.login(USER, PASSWORD)
            status, said = line.append("INBOX", "", "", raw)
            assert status == "OK", said

    def unseen(self) -> int:
        """How much mail nobody has looked at."""
        with imaplib.IMAP4("127.0.0.1", self.port, timeout=20) as line:
            line.login(USER, PASSWORD)
            line.select("INBOX", readonly=True)
            _status, found = line.uid("search", "UNSEEN")
            return len(found[0].split())


@contextmanager
def in_pieces(port: int) -> Iterator[int]:
    """A slow line to an IMAP server: all that it says comes in two pieces. At which port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_let_in, args=(door, port), daemon=True).start()
        yield door.getsockname()[1]


def _let_in(door: socket.socket, port: int) -> None:
    with suppress(OSError):
        while True:
            near, _address = door.accept()
            far = socket.create_connection(("127.0.0.1", port))
            for lines in ((near, far, 1), (far, near, 2)):
                threading.Thread(target=_pass_on, args=lines, daemon=True).start()


def _pass_on(source: socket.socket, to: socket.socket, pieces: int) -> None:
    with suppress(OSError), source, to:
        while said := source.recv(65536):
            half = len(said) // pieces
            to.sendall(said[:half])
            if half < len(said):
                time.sleep(0.05)
                to.sendall(said[half:])
        to.shutdown(socket.SHUT_RDWR)


@contextmanager
def idling(said: bytes, *, hangs_up: bool = False) -> Iterator[int]:
    """An empty mailbox that says this when somebody begins to listen, the first time. At which
    port."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_talk, args=(door, said, hangs_up), daemon=True).start()
        yield door.getsockname()[1]


def _talk(door: socket.socket, said: bytes, hangs_up: bool) -> None:
    with suppress(OSError):
        while True:
            near, _address = door.accept()
            with suppress(OSError), near, near.makefile("rb") as lines:
                near.sendall(b"* OK here\r\n")
                for line in lines:
                    tag, verb, *_rest = line.split()
                    if verb == b"IDLE":
                        near.sendall(said)
                        if hangs_up:
                            break
                        said = b"+ idling\r\n"
                        lines.readline()
                    known = {b"CAPABILITY": b"* CAPABILITY IMAP4rev1 IDLE\r\n",
                             b"SELECT": b"* 0 EXISTS\r\n", b"UID": b"* SEARCH\r\n"}  # fmt: skip
                    near.sendall(known.get(verb, b"") + tag + b" OK done\r\n")


@contextmanager
def serving() -> Iterator[Mailbox]:
    """An IMAP server that forgets everything at its end."""
    port = free_port()
    program = Path(sys.executable).parent / "pymap"
    process = subprocess.Popen(
        [str(program), "--host", "127.0.0.1", "--port", str(port), "--no-tls", "dict",
         "--demo-user", USER, "--demo-password", PASSWORD],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for(port, process)
        yield Mailbox(port)
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    give_up = time.monotonic() + 60
    while True:
        assert process.poll() is None, "the IMAP server has stopped"
        assert time.monotonic() < give_up, "the IMAP server does not start"
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
