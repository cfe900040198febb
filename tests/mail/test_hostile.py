"""Hostile mail: it never crashes, never acts, never loops, and never takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest

from pbem import store
from pbem.config import Config
from pbem.mail import ingest as mail_in
from pbem.mail import mime
from pbem.mail.ingest import Room, TooBig, take_in
from pbem.services import lobby, tokens
from pbem.services.budget import Budget
from pbem.services.choices import option_map
from pbem.services.sittings import Shelf
from tests.services.tables import NOON, PACE, asked, log, people
from tests.store_fixtures import MakeDatabase


class Scene:
    """A table of dudo whose mover has a letter, and the address that answers it."""

    def __init__(self, db: store.Database, folder: Path) -> None:
        self.now = NOON
        config = Config(instance=folder, mail_from="games@example.org")
        self.room = Room(config, Shelf(db), self._now)
        seats = people(db, "ann", "ben")
        wish = lobby.Wish("dudo", seats, pace=PACE)
        self.table = lobby.open_table(self.room.shelf, wish, now=NOON)
        seat = asked(db, self.table.id).seat
        self.name = ("ann", "ben")[seat]
        with self.room.shelf.looking(self.table.id) as sitting:
            kept = option_map(sitting.match, sitting.match.waiting()[0].prompt.seat)
        with db.writing() as c:
            letter = store.NewLetter(seats[seat], "turn", "k", {}, NOON, self.table.id, seat)
            store.queue(c, [letter])
            (claimed,) = [x for x in store.claim_letters(c, NOON, 99, mail_in.LEASE)
                          if x.key == "k"]  # fmt: skip
            store.keep_written(c, claimed.id, claimed.attempt, b"Subject: x\r\n\r\nhello\r\n", kept)
        token = tokens.for_reply(tokens.reply_key(config), claimed.id)
        self.to = f"games+{token}@example.org"

    def _now(self) -> datetime:
        return self.now

    def came(self, raw: bytes) -> store.Inbound:
        """A mail comes and is read."""
        number = take_in(self.room, raw, self.to, "ann@example.org")
        mail_in.drain(self.room, Budget(30))
        with self.room.shelf.db.reading() as c:
            found = store.mail(c, number)
        assert found is not None
        return found

    @property
    def entries(self) -> int:
        return len(log(self.room.shelf.db, self.table.id))


@pytest.fixture
def scene(make_sqlite: MakeDatabase, tmp_path: Path) -> Scene:
    return Scene(make_sqlite(), tmp_path)


def head(name: str = "ann", **more: str) -> bytes:
    lines = [f"From: {name}@example.org", "Subject: Re: x", "MIME-Version: 1.0"]
    lines += [f"{key.replace('_', '-')}: {value}" for key, value in more.items()]
    return "\r\n".join(lines).encode() + b"\r\n"


def nested(depth: int) -> bytes:
    body = b"Content-Type: text/plain\r\n\r\nhello\r\n"
    for n in range(depth):
        mark = b"b%d" % n
        body = (b'Content-Type: multipart/mixed; boundary="' + mark + b'"\r\n\r\n--' + mark
                + b"\r\n" + body + b"\r\n--" + mark + b"--\r\n")  # fmt: skip
    return body


def corpus(name: str) -> Iterator[tuple[str, bytes]]:
    """Mails that somebody might send to break something; none holds an order."""
    yield "nothing", b""
    yield "no headers", b"\r\n\r\n"
    yield "only noise", bytes(range(256)) * 100
    yield "nulls", head(name) + b"\r\n" + b"\x00" * 5000
    yield "a huge subject", b"Subject: " + b"a" * 700_000 + b"\r\n" + head(name) + b"\r\nhello"
    yield (
        "a huge encoded subject",
        (
            b"Subject: "
            + b"=?utf-8?q?"
            + b"=C3=A9" * 100_000
            + b"?=\r\n"
            + head(name)
            + b"\r\nhello"
        ),
    )
    yield "many encoded words", (head(name, Subject2="=?utf-8?b?w6k=?= " * 3000) + b"\r\nhello")
    yield "many headers", b"X: y\r\n" * 20_000 + head(name) + b"\r\nhello"
    yield "a huge recipient list", (
        b"To: " + b", ".join(b"a%d@example.org" % n for n in range(30_000)) + b"\r\n" + head(name)
        + b"\r\nhello"
    )  # fmt: skip
    yield (
        "a folded header without end",
        (b"Subject: x" + b"\r\n y" * 100_000 + b"\r\n" + head(name) + b"\r\nhello"),
    )
    yield "a blank that hides headers", b"A: b\r\n \r\n" + b"X: y\r\n" * 20_000 + b"\r\nhello"
    yield "deep parts", head(name) + nested(15)
    yield "very deep parts", head(name) + nested(3000)
    yield (
        "many boundaries",
        (
            head(name)
            + b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n'
            + b"--x\r\n\r\n\r\n" * 60_000
        ),
    )
    yield (
        "a boundary of nothing",
        (
            head(name)
            + b'Content-Type: multipart/mixed; boundary=""\r\n\r\n--\r\n\r\nhello\r\n----\r\n'
        ),
    )
    yield (
        "a mail in a mail",
        (head(name, Content_Type="message/rfc822") + b"\r\n" + head(name) + b"\r\n2x4\r\n"),
    )
    yield (
        "an attached order",
        (
            head(name) + b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Type: '
            b"text/plain\r\nContent-Disposition: attachment; filename=x\r\n\r\n2x4\r\n--x--\r\n"
        ),
    )
    for charset in ("rot13", "idna", "punycode", "unicode_escape", "zlib", "utf-7", "no-such", "'",
                    "utf-16", "hex", "undefined", "x" * 500, "mbcs", "../../etc"):  # fmt: skip
        kind = f'text/plain; charset="{charset}"'
        yield f"charset {charset[:20]}", head(name, Content_Type=kind) + b"\r\nhello \xff\xfe +ACI-"
    for cte in ("base64", "quoted-printable", "x-uuencode", "gzip", "binary"):
        yield (
            f"damaged {cte}",
            (head(name, Content_Transfer_Encoding=cte) + b"\r\n=ZZ=%%%\x00begin 644 x\r\n!!!!\r\n"),
        )
    yield "a word that is a bomb", (head(name, Subject="=?utf-8?b?" + "A" * 1500) + b"\r\nhello")
    yield (
        "a strange parameter",
        (
            head(name, Content_Type="text/plain; charset*0*=utf-8'en'%C3; charset*99999=x; =;;;")
            + b"\r\nhello"
        ),
    )
    yield "html without end", (head(name, Content_Type="text/html") + b"\r\n" + b"<div " * 100_000)
    yield (
        "html in html",
        (head(name, Content_Type="text/html") + b"\r\n" + b"<table><tr><td>" * 50_000 + b"hello"),
    )
    yield "a line without end", head(name) + b"\r\n" + b"x" * 900_000
    yield "many lines", head(name) + b"\r\n" + b"a\r\n" * 300_000
    yield "many quotes", head(name) + b"\r\n" + b">>>>>>>>>> a\r\n" * 60_000
    yield "many commas", head(name) + b"\r\n" + b"a," * 400_000
    yield "many quotation marks", head(name) + b"\r\n" + b'"' * 30_000
    yield "right to left", head(name) + "\r\n\u202e4x2\u202c hello\r\n".encode()
    yield "a report about nothing", (
        head(name) + b"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n"
        b"\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\n" + b"Action: failed\r\n" * 9000
        + b"\r\n--x--\r\n"
    )  # fmt: skip
    yield "two senders", b"From: a@b\r\n" + head(name) + b"\r\n2x4"
    yield "a sender with a line end", b"From: a\r\n\tb <c@d>\r\nSubject: x\r\n\r\n2x4"
    yield "surrogates", head(name) + b"Subject: \xed\xa0\x80\r\n\r\n\xed\xa0\x80 hello"


def test_hostile_mail_is_kept_does_nothing_and_takes_no_time(scene: Scene) -> None:
    for what, raw in corpus(scene.name):
        begun = time.process_time()
        found = scene.came(raw)
        assert found.state in ("failed", "ignored", "held"), what
        assert time.process_time() - begun < 2.5, what
        assert scene.entries == 1, what
        scene.now += mail_in.LEASE * 40
    assert scene.came(head(scene.name) + b"\r\n2x4\r\n").state == "done", "and the next is read"


def _many_bytes(n: int) -> bytes:
    return head() + b"\r\n" + b"x\r\n" * ((n - len(head()) - 2) // 3)


def _many_header_bytes(n: int) -> bytes:
    return b"A: " + b"x" * (n - len(head()) - 5) + b"\r\n" + head() + b"\r\nhello"


def _many_header_lines(n: int) -> bytes:
    return b"A: x\r\n" * (n - head().count(b"\n") + 1) + head() + b"\r\nhello"


LIMITS: dict[str, tuple[Callable[[int], bytes], int]] = {
    "bytes": (_many_bytes, mime.MOST_BYTES),
    "header bytes": (_many_header_bytes, mime.MOST_HEADER_BYTES),
    "header lines": (_many_header_lines, mime.MOST_HEADER_LINES),
    "line bytes": (lambda n: head() + b"\r\n" + b"x" * n + b"\r\n", mime.MOST_LINE_BYTES),
    "boundaries": (lambda n: head() + b"\r\n" + b"boundary\r\n" * n, mime.MOST_BOUNDARIES),
}


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_holds_and_what_is_within_it_is_read(name: str) -> None:
    make, limit = LIMITS[name]
    mime.parse(make(limit))
    with pytest.raises(mime.Unreadable):
        mime.parse(make(limit + limit // 10 + 2))


def test_a_mail_that_is_too_big_is_not_even_kept(scene: Scene) -> None:
    with pytest.raises(TooBig):
        take_in(scene.room, b"x" * (mime.MOST_BYTES + 1), scene.to, None)
    with scene.room.shelf.db.writing() as c:
        assert store.claim_mail(c, NOON, 9, mail_in.LEASE) == ()


def test_too_many_mails_to_one_letter_are_not_read(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_in, "MOST_AN_HOUR", 4)
    for n in range(mail_in.MOST_AN_HOUR + 1):
        take_in(scene.room, head(scene.name, Message_ID=f"<{n}@x>") + b"\r\nhello", scene.to, "a@b")
    while mail_in.drain(scene.room, Budget(60)):
        pass
    found = scene.came(head(scene.name, Message_ID="<last@x>") + b"\r\n2x4")
    assert found.note == "Too many mails came to this letter."
    assert scene.entries == 1


def test_many_parts_are_not_all_looked_at() -> None:
    body = b"".join(b"--x\r\nContent-Type: text/plain\r\n\r\n\r\n" for _n in range(5000))
    raw = head() + b'Content-Type: multipart/mixed; boundary="x"\r\n\r\n' + body + b"--x--\r\n"
    assert len(mime.parts(mime.parse(raw))) == mime.MOST_PARTS


def test_a_header_is_read_as_one_short_line() -> None:
    raw = head() + b"X: =?utf-8?q?a=0D=0ABcc=3A_x?=\r\nY: " + b"z" * 5000 + b"\r\n\r\n"
    message = mime.parse(raw)
    assert mime.header(message, "X") == "a Bcc: x"
    assert len(mime.header(message, "Y")) == mime.LONGEST_HEADER
