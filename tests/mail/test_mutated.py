"""Replies of every shape, damaged at random: none acts, none takes long, none is lost.

What is typed in them is no order, so an order could only come out of what they quote.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from pbem import store
from pbem.mail import ingest as mail_in
from pbem.mail.ingest import TooBig, ingest
from tests.mail.conftest import Post
from tests.mail.more_clients import ALL
from tests.mail.replying import Mailroom
from tests.mail.test_hostile import corpus
from tests.mail.test_ingest import report
from tests.services.tables import log
from tests.store_fixtures import MakeDatabase

MAILS = 120
TYPED = ("hello there", "", "what\n\nno idea at all")
LONGEST = 0.8
"""Seconds of computing for one mail, on a machine that does other things too."""
CHARSETS = [
    b"utf-8", b"iso-8859-1", b"windows-1252", b"utf-16", b"utf-7", b"iso-2022-jp", b"gb2312", b"hz",
    b"big5", b"koi8-r", b"x-unknown", b"us-ascii", b"iso-2022-kr", b"cp037", b"idna", b"utf-32",
]  # fmt: skip
JUNK = [
    b"\x00", b"\r\n\r\n", b"\n", b"\r", b"> ", b"--", b"=", b"=3D", b"=\r\n", b"<", b"<blockquote>",
    b"</div>", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae", b"From: x@y\r\n",
    b"Message-ID: <z>\r\n",
    b"Content-Type: text/html\r\n", b"Content-Transfer-Encoding: base64\r\n", b"~~ pbem ~~",
    b'Content-Type: multipart/mixed; boundary="q"\r\n', b"=?utf-8?q?=0D=0A?=", b"&#0;",
    b"&#x110000;",
    b"<!--", b"]]>", b"\x85", b"\xe2\x80\xa8", b" " * 500, b"a" * 3000, b"\x1b$B", b"~{",
    b"A" * 150_000, b"<p>" * 3000, b">" * 2000, b"On " * 500, b"\n\n\n\n" * 500,
]  # fmt: skip
ELSEWHERE = [
    (b"> ", (b"", b">", b"| ", b"  ", b"&gt; ")),
    (b"\r\n", (b"\n", b"\r", b"\r\n\r\n")),
    (b"quoted-printable", (b"base64", b"7bit", b"x-uuencode", b"junk")),
    (b"base64", (b"quoted-printable", b"binary")),
    (b"wrote", (b"", b"x")),
    (b"blockquote", (b"div", b"x")),
    (b"gmail_quote", (b"", b"x")),
    (b"text/plain", (b"text/html", b"message/rfc822", b"multipart/mixed")),
    (b"text/html", (b"text/plain", b"x")),
    (b"alternative", (b"mixed", b"report", b"related")),
    (b"boundary", (b"x", b"Boundary")),
]


def cut(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw))
    return raw[:at] + raw[at + rng.choice((1, 2, 8, 60, 600, 5000)) :]


def end(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw))]


def noise(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw))
    return raw[:at] + rng.choice((*JUNK, bytes([rng.randrange(256)]))) + raw[at:]


def again(raw: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(raw))
    to = at + rng.choice((2, 60, 600))
    return raw[:to] + raw[at:to] * rng.choice((1, 2, 20)) + raw[to:]


def swapped(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.split(b"\n")
    one, other = (rng.randrange(len(lines)) for _n in range(2))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def doubled_header(raw: bytes, rng: random.Random) -> bytes:
    lines = raw.split(b"\n")
    top = min(len(lines), 15)
    lines.insert(rng.randrange(top), lines[rng.randrange(top)])
    return b"\n".join(lines)


def other_charset(raw: bytes, rng: random.Random) -> bytes:
    there = [one for one in CHARSETS if one in raw]
    return raw.replace(rng.choice(there), rng.choice(CHARSETS), 1) if there else raw


def other_words(raw: bytes, rng: random.Random) -> bytes:
    word, others = rng.choice(ELSEWHERE)
    return raw.replace(word, rng.choice(others), rng.choice((1, 5, 100_000)))


DAMAGES: list[Callable[[bytes, random.Random], bytes]] = [
    cut, end, noise, again, swapped, doubled_header, other_charset, other_words,
]  # fmt: skip


def damaged(raw: bytes, rng: random.Random) -> bytes:
    for _time in range(rng.choice((1, 1, 2, 3, 5, 10))):
        raw = rng.choice(DAMAGES)(raw, rng) if raw else raw
    return raw


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    """How mail is read does not depend on where it is kept."""
    return make_sqlite()


@pytest.mark.parametrize("slug", ["dudo", "metal_adventures"])
def test_no_damaged_mail_acts_or_takes_long(
    make_post: Callable[..., Post], monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    monkeypatch.setattr(mail_in, "MOST_AN_HOUR", 10 * MAILS)
    office, rng = Mailroom(make_post()), random.Random(1)
    table = office.post.table("ann", "ben", game=slug)
    office.post_comes()
    name = _mover(office, table)
    letter = office.newest(name)
    whole = [office.write(name, typed, shape=shape, letter=letter)
             for typed in TYPED for shape, _make in ALL]  # fmt: skip
    mails = [raw for raw, _to in whole]
    mails += [
        report(office, name),
        *(raw for _what, raw in corpus(name) if len(raw) < 300_000 and b"2x4" not in raw),
    ]
    for number in range(MAILS):
        raw = damaged(rng.choice(mails), rng)[:990_000]
        begun = time.process_time()
        try:
            state = ingest(office.room, raw, whole[0][1], f"{name}@example.org")
        except TooBig:
            continue
        assert time.process_time() - begun < LONGEST, (number, raw[:300])
        assert state in ("ignored", "held", "failed", "done"), (number, state)
        assert len(log(office.post.db, table.id)) == 1, (number, raw[:3000])
    notes = {str(one.note) for one in office.inbound() if one.state == "failed"}
    assert not [note for note in notes if "stumble" in note]
    with office.post.db.reading() as c:
        assert store.count_letters(c, "queued") <= 80, "and nobody is flooded"


def _mover(office: Mailroom, table: store.Table) -> str:
    with office.post.db.reading() as c:
        waiting = store.waiting_at(c, [table.id])[table.id]
    return ("ann", "ben")[waiting[0].seat]
