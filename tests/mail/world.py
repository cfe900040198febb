"""A world for tests: people with mailboxes on real mail servers, and the games between them."""

from __future__ import annotations

import email
import email.policy
import email.utils
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from sqlalchemy import text

from pbem import store
from pbem.config import Config
from pbem.mail import outbox
from pbem.mail.carriers import carrier_of
from pbem.mail.inbox import Inbox
from pbem.mail.ingest import Room
from pbem.mail.writing import Desk
from pbem.services import bots, inviting, lobby
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf
from pbem.worker import utc_now
from tests.mail.clients import SHAPES
from tests.mail.replying import quotable
from tests.mail.servers import GAMES, PLAYERS, Servers, wait_for
from tests.services.tables import now_at

NAMES = ("ann", "ben", "cid")
SHAPES_USED = itertools.cycle(["gmail_german", "outlook_web_page", "mutt", "iphone_french",
                               "outlook_english", "apple_mail_page_only"])  # fmt: skip
DAYS = {"turn": 86400, "reaction": 86400, "negotiation": 86400}


class World:
    """The games and their players, with real mail servers between them."""

    def __init__(self, db: store.Database, folder: Path, servers: Servers) -> None:
        self.servers = servers
        self.config = Config(
            instance=folder, base_url="https://games.test", settle_seconds=0.0,
            smtp_host="127.0.0.1", smtp_port=servers.smtp, smtp_security="none",
            mail_from=f"games@{GAMES}", reply_address=f"games+*@{GAMES}",
            lmtp_port=servers.lmtp,
        )  # fmt: skip
        self.shelf = Shelf(db, settle=timedelta(0))
        self.desk = Desk(self.config, self.shelf)
        self.inbox = Inbox(Room(self.config, self.shelf, utc_now))
        self.boxes: dict[str, dict[str, EmailMessage]] = {name: {} for name in NAMES}
        """Everything that somebody has got, by its Message-ID: a repeat is known by that."""
        self.repeats = 0

    @property
    def db(self) -> store.Database:
        return self.shelf.db

    def person(self, name: str, language: str = "en") -> store.Person:
        with self.db.writing() as c:
            return store.add_person(c, f"{name}@{PLAYERS}", name=name.title(), language=language,
                                    zone="UTC", now=utc_now())  # fmt: skip

    def work(self) -> None:
        """What a worker does, here: letters go out, and bots answer."""
        outbox.send_due(self.desk, utc_now, Budget(30), carrier_of(self.config))
        bots.play_waiting(self.shelf, utc_now, timedelta(0), Budget(30))

    def news(self, name: str) -> list[EmailMessage]:
        """What has come into somebody's mailbox since they last looked."""
        found = []
        for raw in self.servers.fetch(name):
            letter = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(letter, EmailMessage)
            number = str(letter["Message-ID"])
            self.repeats += number in self.boxes[name]
            if number not in self.boxes[name]:
                found.append(letter)
            self.boxes[name][number] = letter
        return found

    def letters(self, name: str) -> list[EmailMessage]:
        """All that somebody has ever got."""
        self.news(name)
        return [*self.boxes[name].values()]

    def reply(self, name: str, letter: EmailMessage, text: str) -> None:
        """Answer a letter, as some mail program would."""
        shown = quotable(letter.as_bytes())
        message = SHAPES[next(SHAPES_USED)](text, shown)
        for key, value in (("From", f"{name}@{PLAYERS}"), ("To", shown.address),
                           ("Message-ID", email.utils.make_msgid(domain=PLAYERS))):  # fmt: skip
            del message[key]
            message[key] = value
        self.servers.send(message.as_bytes(), f"{name}@{PLAYERS}", shown.address)

    def awaited(self, name: str, wanted: Callable[[EmailMessage], bool]) -> EmailMessage:
        """A letter of this kind to somebody."""
        found: list[EmailMessage] = []

        def came() -> bool:
            found.extend(filter(wanted, self.letters(name)))
            return bool(found)

        self.until(came, "a letter")
        return found[0]

    def until(self, met: Callable[[], object], what: str, seconds: float = 60.0) -> None:
        give_up = time.monotonic() + seconds
        while not met():
            assert time.monotonic() < give_up, f"{what} did not come\n{self.servers.logs()}"
            self.work()
            time.sleep(0.02)

    def invited(self, game: str, *names: str, bot: str = "", pack: Any = None) -> store.Table:
        """A table to which everybody is invited and sits down by mail; a bot may sit there too."""
        host = self.person(names[0])
        seats = (host.id, *[None for _name in names[1:]], *([bot] if bot else []))
        wish = lobby.Wish(game, seats, pace=DAYS, pack=pack)
        table = lobby.open_table(self.shelf, wish, now=utc_now())
        with self.db.writing() as c:
            others = {n: f"{name}@{PLAYERS}" for n, name in enumerate(names) if n}
            inviting.invite(c, self.config, table.id, others, by=host.id, now=utc_now())
        for name in names[1:]:
            self.reply(name, self.awaited(name, lambda _letter: True), "yes")
        self.until(lambda: now_at(self.db, table.id).status == "running", "the beginning")
        return table

    def kill_a_worker(self, meanwhile: Callable[[], bool], seconds: float = 60.0) -> None:
        """Let a real worker take over, and kill it without warning once this is true."""
        self.inbox.stop()
        settings = {
            f"PBEM_{name.upper()}": str(getattr(self.config, name))
            for name in ("instance", "base_url", "smtp_host", "smtp_port", "smtp_security",
                         "mail_from", "reply_address", "lmtp_port")
        }  # fmt: skip
        settings |= {"PBEM_DATABASE": self.db.url, "PBEM_TICK_SECONDS": "0.1"}
        worker = subprocess.Popen(
            [sys.executable, "-m", "pbem", "worker"],
            env={**os.environ, **settings, "PBEM_SETTLE_SECONDS": "0"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(self.servers.lmtp)
            give_up = time.monotonic() + seconds
            while not meanwhile():
                assert worker.poll() is None, "the worker has stopped by itself"
                assert time.monotonic() < give_up, f"nothing happens\n{self.standing()}"
        finally:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
        self._time_passes()
        self.inbox = Inbox(Room(self.config, self.shelf, utc_now))
        self.inbox.start()

    def standing(self) -> str:
        """How things stand, for whoever wonders why nothing happens."""
        asks = {
            "letters": "SELECT id, kind, seat, state, lease_until FROM letters",
            "inbound": "SELECT id, state, note, lease_until FROM inbound",
            "prompts": "SELECT key, seat, delivered_at FROM prompts WHERE closed_at IS NULL",
        }
        with self.db.reading() as c:
            lines = [f"{what}: {row}" for what, ask in asks.items() for row in c.execute(text(ask))]
        return "\n".join([self.servers.logs(), *lines])

    def _time_passes(self) -> None:
        """What the dead worker had claimed is free again."""
        with self.db.writing() as c:
            for table, claimed in (("letters", "leased"), ("inbound", "reading")):
                c.execute(text(f"UPDATE {table} SET lease_until = :then WHERE state = :claimed"),
                          {"then": "2000-01-01 00:00:00.000000", "claimed": claimed})  # fmt: skip
