"""Through real mail servers: whole games by replies alone, reports, vacations, refusals."""

from __future__ import annotations

import email
import email.policy
import email.utils
import itertools
import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import store
from pbem.config import Config
from pbem.mail import ingest as mail_in
from pbem.mail import outbox
from pbem.mail.carriers import carrier_of
from pbem.mail.inbox import Inbox
from pbem.mail.ingest import Room
from pbem.mail.writing import Desk
from pbem.services import inviting, letters, lobby
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf
from pbem.worker import utc_now
from tests.mail.clients import SHAPES
from tests.mail.replying import quotable
from tests.mail.servers import GAMES, PLAYERS, Servers, running
from tests.services.tables import log, now_at
from tests.store_fixtures import MakeDatabase

pytestmark = [pytest.mark.mta]
NAMES = ("ann", "ben", "cid")
SHAPES_USED = itertools.cycle(["gmail_german", "outlook_web_page", "mutt", "iphone_french",
                               "outlook_english", "apple_mail_page_only"])  # fmt: skip


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with running(*NAMES) as made:
        yield made


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

    @property
    def db(self) -> store.Database:
        return self.shelf.db

    def person(self, name: str) -> store.Person:
        with self.db.writing() as c:
            return store.add_person(c, f"{name}@{PLAYERS}", name=name.title(), language="en",
                                    zone="UTC", now=utc_now())  # fmt: skip

    def send(self) -> None:
        outbox.send_due(self.desk, utc_now, Budget(30), carrier_of(self.config))

    def letters(self, name: str) -> list[EmailMessage]:
        """What somebody finds in their mailbox."""
        found = []
        for raw in self.servers.fetch(name):
            letter = email.message_from_bytes(raw, policy=email.policy.default)
            assert isinstance(letter, EmailMessage)
            found.append(letter)
        return found

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
            self.send()
            time.sleep(0.05)


@pytest.fixture
def world(make_sqlite: MakeDatabase, tmp_path: Path, servers: Servers) -> Iterator[World]:
    for name in NAMES:
        servers.fetch(name)
    made = World(make_sqlite(), tmp_path, servers)
    made.inbox.start()
    yield made
    made.inbox.stop()


def text_of(letter: EmailMessage) -> str:
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def anything(_letter: EmailMessage) -> bool:
    return True


def asks(letter: EmailMessage) -> bool:
    """Does a letter offer numbered choices?"""
    return bool(re.search(r"^  1\. ", text_of(letter), re.M))


def invited(world: World, game: str, *names: str) -> store.Table:
    """A table to which everybody is invited and sits down by mail."""
    host = world.person(names[0])
    seats = (host.id, *[None for _name in names[1:]])
    pace = {"turn": 86400, "reaction": 86400, "negotiation": 86400}
    table = lobby.open_table(world.shelf, lobby.Wish(game, seats, pace=pace), now=utc_now())
    with world.db.writing() as c:
        others = {n: f"{name}@{PLAYERS}" for n, name in enumerate(names) if n}
        inviting.invite(c, world.config, table.id, others, by=host.id, now=utc_now())
    for name in names[1:]:
        world.reply(name, world.awaited(name, anything), "yes")
    world.until(lambda: now_at(world.db, table.id).status == "running", "the beginning")
    return table


def play_to_the_end(world: World, table: store.Table, names: tuple[str, ...], most: int) -> int:
    """Everybody answers whatever letter asks something; how many replies it took."""
    replies = 0
    waiting: dict[str, EmailMessage] = {}
    give_up = time.monotonic() + 300
    while now_at(world.db, table.id).status == "running":
        assert time.monotonic() < give_up, world.servers.logs()
        assert replies < most
        world.send()
        for name in names:
            for letter in world.letters(name):
                if asks(letter):
                    waiting[name] = letter
            if name in waiting:
                letter = waiting.pop(name)
                options = re.findall(r"^  (\d+)\. (.*)$", text_of(letter), re.M)
                pick = "1" if len(options) < 40 else options[0][0]
                world.reply(name, letter, pick)
                replies += 1
        time.sleep(0.05)
    return replies


def test_a_whole_game_is_played_by_replies_alone(world: World) -> None:
    table = invited(world, "dudo", "ann", "ben")
    replies = play_to_the_end(world, table, ("ann", "ben"), 200)
    entries = log(world.db, table.id)
    assert {entry.source for entry in entries} == {"lobby", "mail"}
    assert replies >= len(entries) - 1
    over: list[str] = []

    def told() -> bool:
        for name in ("ann", "ben"):
            over.extend(str(m["Subject"]) for m in world.letters(name) if "wins" in text_of(m))
        return len(over) >= 2

    world.until(told, "the end")


def test_a_real_report_marks_the_address(world: World) -> None:
    ghost, ann = world.person("ghost"), world.person("ann")
    pace = {"turn": 86400, "reaction": 86400, "negotiation": 86400}
    wish = lobby.Wish("dudo", (ghost.id, ann.id), pace=pace)
    lobby.open_table(world.shelf, wish, now=utc_now())
    with world.db.writing() as c:
        store.queue(c, [letters.sign_in(ghost, utc_now())])

    def bounced() -> bool:
        return world.person("ghost").bounced_at is not None

    world.until(bounced, "the report")
    assert world.person("ann").bounced_at is None


def test_a_real_vacation_reply_does_not_act_and_is_not_answered(world: World) -> None:
    world.servers.vacation("cid", "1")
    cid, ann = world.person("cid"), world.person("ann")
    pace = {"turn": 86400, "reaction": 86400, "negotiation": 86400}
    wish = lobby.Wish("dudo", (cid.id, ann.id), pace=pace)
    table = lobby.open_table(world.shelf, wish, now=utc_now())
    with world.db.writing() as c:
        store.queue(c, [letters.sign_in(cid, utc_now())])
    letter = world.awaited("cid", anything)
    time.sleep(1)
    assert _inbound(world) == [], "our headers silence it"
    bare = EmailMessage()
    bare["From"], bare["To"] = str(letter["Reply-To"]), f"cid@{PLAYERS}"
    bare["Subject"], bare["Message-ID"] = "hello", "<bare@play.test>"
    bare.set_content("hello")
    reply_to = letter["Reply-To"].addresses[0].addr_spec
    world.servers.send(bare.as_bytes(), reply_to, f"cid@{PLAYERS}")
    world.until(lambda: _inbound(world), "the vacation reply")
    world.until(lambda: _inbound(world)[0].state == "ignored", "its end")
    assert "machine" in str(_inbound(world)[0].note)
    assert len(log(world.db, table.id)) == 1
    kinds = {str(letter["Subject"]) for letter in world.letters("cid")}
    assert not any("Your mail" in kind for kind in kinds), "no receipt"


def _asked(world: World, table: store.Table) -> int:
    with world.db.reading() as c:
        (prompt,) = store.open_prompts(c, table.id)
    return prompt.seat


def _inbound(world: World) -> list[store.Inbound]:
    found: list[store.Inbound] = []
    with world.db.reading() as c:
        while (one := store.mail(c, len(found) + 1)) is not None:
            found.append(one)
    return found


def test_what_nobody_reads_comes_back_and_what_cannot_be_kept_comes_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = invited(world, "dudo", "ann", "ben")
    mover = NAMES[_asked(world, table)]
    letter = world.awaited(mover, asks)
    wrong = EmailMessage()
    wrong["From"], wrong["To"] = f"{mover}@{PLAYERS}", f"games+{'a' * 24}@{GAMES}"
    wrong.set_content("2x4")
    world.servers.send(wrong.as_bytes(), f"{mover}@{PLAYERS}", str(wrong["To"]))
    world.awaited(mover, lambda m: m.get_content_type() == "multipart/report")
    tried: list[int] = []
    really = mail_in.take_in

    def fail(room: Room, raw: bytes, recipient: str, mail_from: str | None) -> int:
        tried.append(1)
        if len(tried) < 3:
            raise store.Unreachable("gone")
        return really(room, raw, recipient, mail_from)

    monkeypatch.setattr("pbem.mail.lmtp.take_in", fail)
    world.reply(mover, letter, "1")
    world.until(lambda: len(log(world.db, table.id)) == 2, "the answer")
    assert len(tried) >= 3
