"""All the ways by which replies come in, as the worker tends them."""

from __future__ import annotations

import logging
import threading
import time
from datetime import datetime, timedelta

from pbem import store
from pbem.mail import imap
from pbem.mail.ingest import LEASE, TRIES, Room, drain
from pbem.mail.lmtp import Listener
from pbem.services.budget import Budget

logger = logging.getLogger("pbem.inbox")
FRESH = 20.0
"""A mailbox that was looked into so many seconds ago need not be looked into again."""

SHUT = timedelta(hours=2)
"""Replies may lie in a mailbox that cannot be looked into: defaults wait so long for it, since
it may come back, and no longer, since it may not."""

UNREAD = (TRIES + 1) * LEASE
"""So long a mail may wait to be read, if every reader dies over it or over the one before it."""


class Inbox:
    """Fetches, takes and reads replies; `start` and `stop` it for those that come by themselves."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._idler: imap.Idler | None = None
        self._listener: Listener | None = None
        self._looked = 0.0
        self._lock = threading.Lock()
        self._fetched: datetime | None = None
        """Up to when all that lay in the mailbox has been fetched, whoever looked."""
        self._known: datetime | None = None
        """Up to when all of it has been read, too."""

    def start(self) -> None:
        """Listen to the mailbox and for a mail server, where they are configured."""
        config = self._room.config
        if config.imap_host:
            self._idler = imap.Idler(self._room, self._heard)
            self._idler.start()
        if config.lmtp_port:
            listener = Listener(self._room, self._read_now, config.lmtp_host, config.lmtp_port)
            try:
                listener.start()
            except OSError as why:  # Another worker of this machine has it.
                where = f"{config.lmtp_host}:{config.lmtp_port}"
                listener.loop.close()
                logger.warning("Nobody can hand replies over at %s: %s", where, why)
            else:
                self._listener = listener

    def stop(self) -> None:
        """Listen no more."""
        if self._idler is not None:
            self._idler.stop()
            self._idler = None
        if self._listener is not None:
            self._listener.stop()
            self._listener = None

    def look(self, budget: Budget) -> int:
        """Fetch from the mailbox, unless somebody listens to it; how many mails."""
        listened_to = self._idler is not None and self._idler.up.is_set()
        if not self._room.config.imap_host or listened_to:
            return 0
        self._looked, begun = time.monotonic(), self._room.now()
        try:
            found = imap.poll(self._room, budget)
        except imap.MailboxDown as why:
            logger.warning("The mailbox cannot be looked into: %s", why)
            found = imap.Look(begun, 0, whole=False)
        self._note(found)
        return found.kept

    def _note(self, look: imap.Look) -> None:
        """A look that came to nothing, or that time cut short, says little about what it left."""
        until = look.begun if look.whole else look.begun - SHUT
        with self._lock:
            self._fetched = max(self._fetched or until, until)

    def _heard(self, look: imap.Look) -> None:
        self._note(look)
        if look.kept:
            self._read_now()

    def read(self, budget: Budget) -> int:
        """Read what has come."""
        return drain(self._room, budget)

    def before_deadlines(self, budget: Budget) -> datetime | None:
        """A reply that came in time counts: look and read before any default is taken. Up to
        which moment all mail is known now; None if it comes by itself and is read.

        Somebody else may be reading a mail just now, or has died over it: it is read again when
        its lease has run out, and what was due after it came waits so long. It waits, too, until
        the mailbox has been looked into, and while it is out of reach.
        """
        if time.monotonic() - self._looked > FRESH:
            self.look(budget)
        with self._lock:
            fetched = self._fetched
        self.read(budget)
        now = self._room.now()
        with self._room.shelf.db.reading() as c:
            unread = store.unread_since(c, now - UNREAD)
        if not self._room.config.imap_host:
            return unread
        # A mail that is still being read may have lain in the mailbox since the look before.
        if unread is None and fetched is not None:
            self._known = fetched
        known = self._known or now - SHUT
        return known if unread is None else min(known, unread)

    def _read_now(self) -> None:
        try:
            self.read(Budget(10))
        except Exception:
            logger.exception("Replies could not be read; the next tick tries again.")
