"""Mail that goes odd ways: twice, late, wrapped, or written by a program in some language."""

from __future__ import annotations

import email
import email.policy
import textwrap
import threading
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Any

import pytest

from pbem import store
from pbem.mail import ingest as mail_in
from pbem.mail import mime
from pbem.mail.ingest import ingest, take_in
from pbem.services.budget import Budget
from pbem.web import create_app
from pbem.web.mail_in import HEADER
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom, mover
from tests.services.tables import asked, log


@pytest.fixture
def office(post: Post) -> Mailroom:
    return Mailroom(post)


@pytest.fixture
def table(office: Mailroom) -> store.Table:
    """Ann and Ben at dudo, with their first letter out."""
    made = office.post.table("ann", "ben")
    office.post_comes()
    return made


def kinds(office: Mailroom, table: store.Table) -> list[str]:
    return [entry.kind for entry in log(office.post.db, table.id)]


# Twice.


def test_one_mail_by_two_transports_acts_once(office: Mailroom, table: store.Table) -> None:
    """IMAP does not say to which address a mail came; a mail server that hands it over does."""
    name = mover(office, table)
    raw, to = office.write(name, "2x4")
    for where, path in (("", None), (to, f"{name}@example.org"), (f"<{to.upper()}>", "x@y")):
        take_in(office.room, raw, where, path)
    mail_in.drain(office.room, Budget(10))
    assert [one.state for one in office.inbound()] == ["done", "ignored", "ignored"]
    assert [one.note for one in office.inbound()][1:] == ["It has come before."] * 2
    raw, to = office.write(name, "undo", letter=office.newest(name))
    for where in (to, ""):
        take_in(office.room, raw, where, None)
    mail_in.drain(office.room, Budget(10))
    assert kinds(office, table) == ["start", "answer", "rewind"], "taken back once"
    with office.post.db.reading() as c:
        assert store.count_letters(c, "queued") <= 4, "and answered once"


def test_what_stands_in_a_mail_is_not_its_name(office: Mailroom, table: store.Table) -> None:
    """Two mails without a name of their own may quote the same one."""
    name = mover(office, table)
    last = ""
    for text in ("what is this\n\nMessage-ID: <same@x>", "2x4"):
        raw, to = office.write(name, text)
        bare = b"\r\n".join(
            line for line in raw.split(b"\r\n") if not line.startswith(b"Message-ID")
        )
        bare = bare.replace(b"2x4", b"2x4\r\nend\r\nMessage-ID: <same@x>", 1)
        last = ingest(office.room, bare, to, f"{name}@example.org")
    assert last == "done"


# Late.


def late(office: Mailroom, name: str, text: str, letter: store.Letter, **ago: float) -> str:
    """A reply that was written that long ago comes now."""
    date = format_datetime(office.post.now - timedelta(**ago))
    return office.reply(name, text, letter=letter, Date=date)


def test_a_mail_that_was_held_up_does_not_undo_what_was_written_after_it(office: Mailroom) -> None:
    table = office.post.table("ann", "ben", game="metal_adventures")
    office.post_comes()
    letter = office.newest("ann")
    assert late(office, "ann", "1, 2", letter, seconds=5) == "done"
    assert late(office, "ann", "2, 3", letter, minutes=30) == "ignored"
    assert "came late" in str(office.inbound()[-1].note)
    assert late(office, "ann", "2, 3", letter, seconds=-200) == "done", "a clock that is fast"
    office.post.wait(minutes=40)
    assert late(office, "ann", "1, 3", letter, minutes=20) == "done", "late, but the newest"
    with office.post.shelf.looking(table.id) as sitting:
        assert [a.value for a in sitting.match.open.values() if a.answered] == [(0, 2)]


@pytest.mark.parametrize("date", ["", "nonsense", "Mon, 99 Foo 20261 99:99:99 +9999", "0", "=?x?="])
def test_a_mail_with_an_odd_date_is_read_all_the_same(
    office: Mailroom, table: store.Table, date: str
) -> None:
    assert mime.written_at(mime.parse(f"Date: {date}\r\n\r\n".encode())) is None
    raw, to = office.write(mover(office, table), "2x4")
    assert ingest(office.room, f"Date: {date}\r\n".encode() + raw, to, "x@y") == "done"


# By programs that answer of their own accord.


SUBJECTS = [
    "Automatic reply: Dudo", "Out of Office: Re: Dudo", "On vacation",
    "Out of office AutoReply: Dudo",
    "AutoReply: Dudo", "I am out of the office", "Vacation reply", "Auto-Response: Dudo",
    "Réponse automatique : Dudo", "Absence du bureau : Dudo", "Absent du bureau",
    "Absente Re: Dudo",
    "Message d’absence", "Je suis en congés", "Réponse d'absence", "Avis d'absence", "Absence",
    "Automatische Antwort: Dudo", "Abwesenheitsnotiz: Dudo", "Abwesenheit: Dudo", "Abwesend",
    "Ich bin im Urlaub", "Urlaubsbenachrichtigung", "Abwesenheitsassistent: Dudo",
]  # fmt: skip


def test_programs_that_answer_are_known_in_three_languages(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    letter = office.newest(name)
    for subject in SUBJECTS:
        assert office.reply(name, "2x4", letter=letter, Subject=subject) == "ignored", subject
        assert "A machine" in str(office.inbound()[-1].note), subject
    for header in ("X-Auto-Reply-From", "X-MS-Exchange-Generated-Message-Source"):
        headers: dict[str, Any] = {header.replace("-", "_"): "x"}
        assert office.reply(name, "2x4", letter=letter, **headers) == "ignored", header
    assert kinds(office, table) == ["start"]
    subject = "Re: Dudo: your turn, autumn, absent friends"
    assert office.reply(name, "2x4", letter=letter, Subject=subject) == "done"


# Wrapped.


LONG = (
    "space, weakest, offer bob 1 trophy for 3 credits, alone, no tour, promise bob 2 credits by the"
    " end of the turn, anyway"
)


@pytest.mark.parametrize("width", [60, 76])
def test_a_line_that_a_program_wrapped_is_one_line(office: Mailroom, width: int) -> None:
    names = ("ann", "ben", "cid")
    table = office.post.table(*names, game="metal_adventures")
    office.post_comes()
    for name in names:
        assert office.reply(name, "1, 2") == "done"
    office.post_comes()
    name = names[asked(office.post.db, table.id).seat]
    assert office.reply(name, "no") == "done"
    office.post_comes()
    text = LONG.replace("bob", "ben" if name == "ann" else "ann")
    wrapped = "\n".join(textwrap.wrap(text, width))
    assert wrapped.count("\n")
    assert office.reply(name, wrapped, shape="iphone_english") == "done", office.inbound()[-1].note
    office.post_comes(seconds=1)
    said = office.newest(name, "receipt").facts["lines"]
    assert len(said) == len(text.split(","))


def test_what_is_done_unasked_is_done_before_the_rules_go_on(office: Mailroom) -> None:
    """Ann flies into a battle, where nobody bargains; what she promised in the same mail counts."""
    names = ("ann", "ben", "cid")
    table = office.post.table(*names, game="metal_adventures")
    for name in names:
        office.post_comes()
        assert office.reply(name, "1, 2") == "done"
    office.post_comes()
    name = names[asked(office.post.db, table.id).seat]
    other = "cid" if name == "ben" else "ben"
    assert office.reply(name, "no") == "done"
    office.post_comes()
    said = f"space, promise {other} 2 credits, weakest, alone"
    assert office.reply(name, said) == "done", office.inbound()[-1].note
    assert "act" in kinds(office, table)


def flowed(text: str, soft: str) -> str:
    message = EmailMessage(policy=email.policy.SMTP)
    message.set_content(text)
    message.set_param("format", "flowed")
    message.set_param("delsp", soft)
    return mime.words(mime.parse(message.as_bytes())).new


def test_flowed_lines_are_put_together_with_and_without_their_last_space() -> None:
    assert flowed("space, \nweakest\nalone\n", "no") == "space, weakest\nalone"
    assert flowed("space,  \nweak \nest\nalone\n", "yes") == "space, weakest\nalone"


# In old and odd letters.


@pytest.mark.parametrize("charset", ["", "us-ascii", "utf-8", "x-unknown", "iso-8859-1", "cp1252"])
@pytest.mark.parametrize("written", ["iso-8859-1", "utf-8"])
def test_latin_letters_are_read_whatever_they_claim_to_be(charset: str, written: str) -> None:
    if written == "utf-8" and charset in ("iso-8859-1", "cp1252"):
        return  # What is said clearly is believed.
    kind = f"text/plain; charset={charset}" if charset else "text/plain"
    head = f"MIME-Version: 1.0\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    raw = head.encode() + "défier Jürgen, für ça\r\n".encode(written)
    assert mime.words(mime.parse(raw)).new == "défier Jürgen, für ça"


def test_a_letter_cut_in_two_at_the_end_spoils_nothing() -> None:
    assert mime.decoded("für é".encode()[:-1], "utf-8").startswith("für ")


def test_one_mail_handed_over_by_many_at_once_acts_once(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    raw, to = office.write(name, "2x4")

    def deliver(where: str, path: str | None) -> None:
        take_in(office.room, raw, where, path)
        mail_in.drain(office.room, Budget(5))

    ways = [("", None), (to, "ann@example.org"), (to, None), ("", None)]
    threads = [threading.Thread(target=deliver, args=way) for way in ways]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    office.post.wait(minutes=5)
    mail_in.drain(office.room, Budget(5))
    assert sorted(one.state for one in office.inbound()) == [
        "done",
        "ignored",
        "ignored",
        "ignored",
    ]
    assert kinds(office, table) == ["start", "answer"]


@pytest.mark.parametrize("error", [store.Unreachable("gone"), store.Busy("busy")])
def test_the_webhook_says_that_a_mail_shall_come_again(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    config = replace(office.post.desk.config, webhook_secret="s3cret", base_url="")
    client = create_app(config, db=office.post.db, now=lambda: office.post.now).test_client()
    raw, to = office.write(mover(office, table), "2x4")

    def call() -> int:
        query = {"to": to, "from": "ann@example.org>\r\nAuto-Submitted: auto-replied\r\nX: <"}
        answer = client.post("/mail/in", query_string=query, data=raw, headers={HEADER: "s3cret"})
        return answer.status_code

    def fail(*_given: Any) -> int:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("pbem.web.mail_in.take_in", fail)
        assert call() == 503
    assert call() == 204
    mail_in.drain(office.room, Budget(5))
    assert kinds(office, table) == ["start", "answer"], "and no header comes in by the envelope"


FILES = [
    "attachment", "attachment; filename=x.txt", "inline; filename=x.txt", 'x; filename="x',
    "INLINE; FILENAME*=utf-8''x",
]  # fmt: skip


@pytest.mark.parametrize("how", FILES)
def test_what_lies_in_a_file_was_not_typed(how: str) -> None:
    raw = (
        'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n'
        f"Content-Disposition: {how}\r\n\r\n2x4\r\n--b\r\nContent-Type: text/html\r\n"
        "Content-Disposition: inline\r\n\r\n<p>3x5</p>\r\n--b--\r\n"
    )
    assert mime.words(mime.parse(raw.encode())).new == "3x5"
