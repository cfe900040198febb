"""Replies fetched from a mailbox by IMAP: looked at now and then, or as soon as one comes.

A mail is kept here before it is marked there as read, so one that comes twice is possible, and
harmless; one that is lost is not. What is too big is marked without being fetched.
"""

from __future__ import annotations

import imaplib
import logging
import selectors
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from io import BufferedReader

from imap_tools import AND, BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError

from pbem.config import Config
from pbem.mail import mime
from pbem.mail.ingest import Room, TooBig, take_in
from pbem.services.budget import Budget

logger = logging.getLogger("pbem.imap")
PATIENCE = 30.0
BATCH = 50
IDLE_SECONDS = 30.0
"""So long we wait for a word of the server before we look ourselves; shorter than any timeout, and
short because a default waits for a look that began after it was due."""
SOON, PAUSE = 1.0, 30.0
"""After a connection that stood for long the next is tried soon; after others, less and less."""
SEEN = "\\Seen"

Trouble = (OSError, ImapToolsError, imaplib.IMAP4.error)


class MailboxDown(Exception):
    """The mailbox cannot be reached, or does not let us in."""


@dataclass(frozen=True)
class Look:
    """A look into the mailbox: when it began, how many mails were kept, and whether all were that
    lay there then."""

    begun: datetime
    kept: int
    whole: bool


@contextmanager
def open_box(config: Config, *, patience: float = PATIENCE) -> Iterator[BaseMailBox]:
    """The mailbox that replies come to, until we are done with it. Raises MailboxDown."""
    host, port = config.imap_host, config.imap_port
    box: BaseMailBox | None = None
    try:
        try:
            box = _connected(config, host, port, patience)
            box.login(config.imap_user, config.imap_password, config.imap_folder)
        except Trouble as why:
            raise MailboxDown(f"{host}:{port}: {why}") from why
        yield box
        with suppress(*Trouble):
            box.logout()
    finally:
        if box is not None:
            with suppress(OSError):  # A line that is broken has to be closed all the same.
                box.client.shutdown()


def _connected(config: Config, host: str, port: int, patience: float) -> BaseMailBox:
    context = ssl.create_default_context()
    if config.imap_security == "tls":
        return MailBox(host, port, timeout=patience, ssl_context=context)
    if config.imap_security == "starttls":
        return MailBoxStartTls(host, port, timeout=patience, ssl_context=context)
    return MailBoxUnencrypted(host, port, timeout=patience)


def poll(room: Room, budget: Budget) -> Look:
    """Fetch what is new. Raises MailboxDown, and what the store does."""
    with open_box(room.config) as box:
        return fetch(room, box, budget)


def fetch(room: Room, box: BaseMailBox, budget: Budget) -> Look:
    """Fetch what is new from an open mailbox, as long as there is time."""
    begun, kept, tended = room.now(), 0, 0
    try:
        waiting = box.uids(AND(seen=False))
        for uid in budget.over(waiting):
            kept += _fetch_one(room, box, uid)
            tended += 1
    except Trouble as why:
        raise MailboxDown(str(why)) from why
    return Look(begun, kept, whole=tended == len(waiting))


def _fetch_one(room: Room, box: BaseMailBox, uid: str) -> bool:
    """Keep one mail, then mark it; too big a one is marked only."""
    kept = False
    if _size(box, uid) <= mime.MOST_BYTES:
        raw = _raw(box, uid)
        if raw is not None:
            try:
                take_in(room, raw, "", None)
                kept = True
            except TooBig:
                pass
    if not kept:
        logger.warning("A mail of the mailbox is too big or empty; it is left there.")
    box.flag(uid, SEEN, True)
    return kept


def _size(box: BaseMailBox, uid: str) -> int:
    """How many bytes a mail has, as the server says; huge if it does not."""
    found = _answer(box, uid, "(RFC822.SIZE)")
    for item in found:
        text = item if isinstance(item, bytes) else item[0]
        _before, named, after = text.upper().partition(b"RFC822.SIZE ")
        digits = after.split(b" ")[0].rstrip(b")")
        if named and digits.isdigit():
            return int(digits)
    return mime.MOST_BYTES + 1


def _raw(box: BaseMailBox, uid: str) -> bytes | None:
    for item in _answer(box, uid, "(BODY.PEEK[])"):
        if isinstance(item, tuple) and item[1]:
            return item[1]
    return None


def _answer(box: BaseMailBox, uid: str, what: str) -> list[bytes | tuple[bytes, bytes]]:
    status, found = box.client.uid("fetch", uid, what)
    return [item for item in found if item is not None] if status == "OK" else []


class Idler:
    """A thread of its own that fetches a mail as soon as the server says that one came."""

    def __init__(self, room: Room, on_look: Callable[[Look], object]) -> None:
        self._room = room
        self._on_look = on_look
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="imap", daemon=True)
        self.up = threading.Event()
        """Set while the connection stands."""

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()

    def stop(self) -> None:
        """Stop listening, within a few seconds."""
        self._stop.set()
        self._thread.join(timeout=PATIENCE)

    def _run(self) -> None:
        pause = SOON
        while not self._stop.is_set():
            begun = time.monotonic()
            try:
                with open_box(self._room.config) as box:
                    self.up.set()
                    self._listen(box)
            except (MailboxDown, *Trouble) as why:
                logger.warning("The mailbox is down, which is tried again: %s", why)
            except Exception:
                logger.exception("Listening to the mailbox failed; it is tried again.")
            finally:
                self.up.clear()
            stood = time.monotonic() - begun > PAUSE
            pause = SOON if stood else min(2 * pause, PAUSE)
            self._stop.wait(pause)

    def _listen(self, box: BaseMailBox) -> None:
        while not self._stop.is_set():
            self._on_look(fetch(self._room, box, Budget(20)))
            waited = 0.0
            with box.idle:
                while waited < IDLE_SECONDS and not self._stop.is_set() and not _speaks(box, 1.0):
                    waited += 1.0


def _speaks(box: BaseMailBox, patience: float) -> bool:
    """Does the server say something? It is read when we stop idling: to read it here could cut a
    line in two that has come in part, and that ends the connection."""
    line = box.client.sock
    if _has_spoken(box) or (isinstance(line, ssl.SSLSocket) and line.pending()):
        return True
    with selectors.DefaultSelector() as selector:
        selector.register(line, selectors.EVENT_READ)
        return bool(selector.select(patience))


def _has_spoken(box: BaseMailBox) -> bool:
    """Did more come together with the line that was read last? It is buffered, and the socket is
    silent: Dovecot says 'idling' and that there is mail in one breath."""
    client = box.client
    pieces = getattr(client, "_readbuf", None)  # From Python 3.14 on.
    if pieces is not None:
        return any(pieces)
    waits = client.sock.gettimeout()
    client.sock.settimeout(0)
    try:
        return isinstance(client.file, BufferedReader) and bool(client.file.peek(1))
    except (BlockingIOError, ssl.SSLWantReadError):
        return False
    finally:
        client.sock.settimeout(waits)
