"""Through real mail servers: whole games by replies and by links, reports, vacations, refusals."""

from __future__ import annotations

import random
import re
import smtplib
import time
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from pbem import games, store
from pbem.engine import Question, Seat, Tongue
from pbem.mail import imap
from pbem.mail import ingest as mail_in
from pbem.mail.ingest import Room
from pbem.services import choices, letters, lobby
from pbem.services.naming import seat_names
from pbem.services.tongues import tongue
from pbem.web import create_app
from pbem.worker import utc_now
from tests.mail.servers import GAMES, PASSWORD, PLAYERS, Servers, running
from tests.mail.world import DAYS, NAMES, World
from tests.services.tables import log, now_at
from tests.store_fixtures import MakeDatabase
from tests.web.conftest import Visitor

pytestmark = pytest.mark.mta
GAME, BOT = "metal_adventures", "greedy"
REFUSED = "Nothing of your mail|Nichts aus deiner Mail|Rien de votre courriel"
SETTLED = (
    "asked is settled|fragte, ist erledigt|demandait est réglé"
    "|question is closed|Frage ist geschlossen|question est close"
)
KILLED = (8, 20, 32)
"""After so many entries a worker that does the work of all is killed."""
MOST_GLORY = 5


@pytest.fixture(scope="module")
def servers() -> Iterator[Servers]:
    with running(*NAMES) as made:
        yield made


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


class Captain:
    """Somebody at a table who decides as the game's own bot would, and answers each question once,
    from the letter that asks it."""

    def __init__(self, world: World, table: store.Table, name: str, seat: int) -> None:
        self.world, self.table, self.name, self.seat = world, table, name, Seat(seat)
        self.answered: set[str] = set()

    def read(self, letter: EmailMessage, *, numbers: bool) -> dict[str, str]:
        """What to answer to each question of a letter that still waits, as a person types it: by
        the numbers of the letter, or in words. What was asked and answered is left as it is."""
        number = int(str(letter["Message-ID"]).strip("<>").partition(".")[0])
        with self.world.db.reading() as c:
            kept = store.letter(c, number)
        assert kept is not None
        asked = choices.asked_in(kept.option_map)
        if now_at(self.world.db, self.table.id).status != "running":
            return {}
        with self.world.shelf.looking(self.table.id) as sitting:
            match = sitting.match
            waits = {key for key in asked if key in match.open and not match.open[key].answered}
            if waits <= self.answered:
                return {}
            self.answered |= waits
            person = sitting.people[sitting.seats[self.seat].person_id or 0]
            names = seat_names(sitting.seats, sitting.people, tongue(person.language))
            heard = tongue(person.language, names, game=GAME)
            view, rng = match.view(self.seat), random.Random(match.seq)
            return {
                key: typed(match.question(key), view, rng, asked[key] if numbers else None, heard)
                if key in waits
                else "-"
                for key in asked
            }

    def reply(self) -> None:
        """Answer what has come, each letter in one mail. If play went on while an answer was on
        its way, it is refused, and the refusal asks again."""
        for letter in self.world.news(self.name):
            if re.search(REFUSED, said := " ".join(text_of(letter).split())):
                assert re.search(SETTLED, said), text_of(letter)
                self.answered.clear()
            orders = self.read(letter, numbers=True)
            if orders:
                self.world.reply(self.name, letter, "\n".join(orders.values()))

    def follow(self, visitor: Visitor) -> None:
        """Follow the links of each letter that has come, and press the button there."""
        for letter in self.world.news(self.name):
            for answer in self.read(letter, numbers=False).values():
                link = re.search(r"^https://games\.test(/p/\S+)", text_of(letter), re.M)
                assert link is not None
                visitor.get(f"{link[1]}?{urlencode({'answer': answer})}")
                assert visitor.page.has_form("/answer"), (answer, visitor.page.text)
                visitor.press("/answer")
                assert visitor.status == 200, answer


def typed(
    question: Question, view: Any, rng: random.Random, numbers: list[Any] | None, heard: Tongue
) -> str:
    """An answer as a person types it."""
    value = question.check(games.load(GAME).bots[BOT].answer(view, question, rng))
    values = value if isinstance(value, tuple) else (value,)
    if numbers is not None and values and all(one in numbers for one in values):
        return ", ".join(str(numbers.index(one) + 1) for one in values)
    return str(question.text(value, heard))


def house_edition(root: Path) -> dict[str, Any]:
    """The usual cards, but every ship brings fame: sixty decisions, not two hundred."""
    cards = tomllib.loads((root / "pbem/games" / GAME / "cards.toml").read_text(encoding="utf-8"))
    for ship in cards["starships"]:
        ship["glory"] = min(MOST_GLORY, ship.get("glory", 0) + 4)
    return cards


def captains(world: World, root: Path) -> tuple[store.Table, list[Captain]]:
    """Two people, invited by letter, and a bot to ally with."""
    table = world.invited(GAME, "ann", "ben", bot=BOT, pack=house_edition(root))
    return table, [Captain(world, table, name, seat) for seat, name in enumerate(("ann", "ben"))]


def play_on(world: World, table: store.Table, act: Callable[[], object], until: int = 0) -> bool:
    """Let everybody act until the game is over, or until its log is so long; is it over?"""
    before, since = 0, time.monotonic()
    while now_at(world.db, table.id).status == "running":
        world.work()
        act()
        entries = len(log(world.db, table.id))
        if until and entries >= until:
            return False
        if entries > before:
            before, since = entries, time.monotonic()
        assert time.monotonic() - since < 60, world.servers.logs()
        time.sleep(0.01)
    return True


def told_of_the_end(world: World, *names: str) -> None:
    """Everybody gets the letter that reveals the seed."""

    def told() -> bool:
        return all(any("pbem verify" in text_of(m) for m in world.letters(n)) for n in names)

    world.until(told, "the end")


def test_captains_play_by_replies_alone_while_workers_are_killed(world: World, root: Path) -> None:
    table, seats = captains(world, root)
    with world.db.writing() as c:
        for number, language in enumerate(("de", "fr"), 1):
            store.change_person(c, number, {"language": language})

    def act() -> None:
        for one in seats:
            one.reply()

    for entries in KILLED:
        assert not play_on(world, table, act, entries)

        def further(begun: int = len(log(world.db, table.id))) -> bool:
            act()
            return len(log(world.db, table.id)) > begun + 1

        world.kill_a_worker(further)
    assert play_on(world, table, act)
    told_of_the_end(world, "ann", "ben")
    people = [entry for entry in log(world.db, table.id) if entry.by_person is not None]
    assert {entry.source for entry in people} == {"mail"}
    assert {entry.by_person for entry in people} == {1, 2}


def test_captains_play_by_links_alone(world: World, root: Path) -> None:
    table, seats = captains(world, root)
    app = create_app(replace(world.config, smtp_host="127.0.0.1"), db=world.db)
    visitors = [Visitor(app) for _seat in seats]

    def act() -> None:
        for one, visitor in zip(seats, visitors, strict=True):
            one.follow(visitor)

    assert play_on(world, table, act)
    told_of_the_end(world, "ann", "ben")
    people = [entry for entry in log(world.db, table.id) if entry.by_person is not None]
    assert {entry.source for entry in people} == {"link"}
    assert {entry.by_person for entry in people} == {1, 2}


def test_a_real_report_marks_the_address(world: World) -> None:
    ghost, ann = world.person("ghost"), world.person("ann")
    wish = lobby.Wish("dudo", (ghost.id, ann.id), pace=DAYS)
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
    wish = lobby.Wish("dudo", (cid.id, ann.id), pace=DAYS)
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
    table = world.invited("dudo", "ann", "ben")
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


def test_a_real_mailbox_says_at_once_that_there_is_mail(world: World) -> None:
    """Also what came while we did not listen, between a look and the word that we listen."""
    looks: list[tuple[float, int]] = []
    servers, config = world.servers, world.config
    config = replace(config, imap_host="127.0.0.1", imap_port=servers.imap, imap_security="none",
                     imap_user=f"ann@{PLAYERS}", imap_password=PASSWORD)  # fmt: skip

    def deliver() -> float:
        with smtplib.LMTP("127.0.0.1", servers.dovecot) as line:
            line.sendmail("x@y.test", [f"ann@{PLAYERS}"], b"Subject: x\r\n\r\nhello\r\n")
        return time.monotonic()

    def seen(look: imap.Look) -> None:
        looks.append((time.monotonic(), look.kept))
        if len(looks) == 1:
            deliver()

    idler = imap.Idler(Room(config, world.shelf, utc_now), seen)
    idler.start()
    try:
        world.until(lambda: sum(kept for _at, kept in looks) == 1, "the first")
        assert looks[-1][0] - looks[0][0] < imap.IDLE_SECONDS / 3
        time.sleep(2)
        put = deliver()
        world.until(lambda: sum(kept for _at, kept in looks) == 2, "the second")
        assert looks[-1][0] - put < imap.IDLE_SECONDS / 3
    finally:
        idler.stop()
