"""`doctor` about mail, and `demo`: with a real mail server, and as a real process."""

from __future__ import annotations

import os
import re
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from email.message import EmailMessage
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import config as settings
from pbem import store
from pbem.cli import main
from pbem.mail.ingest import CAME_BACK, Room, ingest
from pbem.services.sittings import Shelf
from tests.cli.test_serving import Running, free_port, start
from tests.mail import mailbox
from tests.mail.sink import Sink, listening

__all__ = ["start"]


@pytest.fixture
def sink() -> Iterator[Sink]:
    with listening() as running:
        yield running


@pytest.fixture
def instance(tmp_path: Path, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server's folder with a configured mail server."""
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)
    folder = tmp_path / "here"
    folder.mkdir(mode=0o700)
    (folder / "config.toml").write_text(
        f'smtp_host = "127.0.0.1"\nsmtp_port = {sink.port}\nsmtp_security = "none"\n'
        'mail_from = "games@example.org"\nreply_address = "games+*@example.org"\n'
        'webhook_secret = "nobody guesses this"\n'
    )
    monkeypatch.setenv("PBEM_INSTANCE", str(folder))
    return folder


def said_by(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == code, result.output
    return result.output


def test_the_doctor_logs_in_and_compares_the_domains(instance: Path, sink: Sink) -> None:
    said = said_by("doctor", code=1)
    assert f"✓ The mail server 127.0.0.1:{sink.port} lets us in." in said
    assert "✓ Letters come from example.org, and so do their envelopes." in said


def test_the_doctor_says_why_it_cannot_log_in(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_SMTP_PORT", "1")
    assert "Check smtp_host, smtp_port" in said_by("doctor", code=1)
    monkeypatch.setenv("PBEM_SMTP_SECURITY", "starttls")
    assert "does not let us in" in said_by("doctor", code=1)


def test_a_password_is_refused_by_a_server_that_wants_none(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_SMTP_USER", "games")
    monkeypatch.setenv("PBEM_SMTP_PASSWORD", "hunter2")
    said = said_by("doctor", code=1)
    assert "does not let us in" in said
    assert "hunter2" not in said


def test_domains_that_differ_are_complained_about(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_REPLY_ADDRESS", "*@elsewhere.org")
    assert "take that for a forgery" in said_by("doctor", code=1)
    monkeypatch.setenv("PBEM_REPLY_ADDRESS", "*@play.example.org")
    assert "forgery" not in said_by("doctor", code=1)


def test_replies_that_nobody_looks_for_are_complained_about(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "nobody looks there" not in said_by("doctor", code=1)
    monkeypatch.setenv("PBEM_WEBHOOK_SECRET", "")
    assert "Replies go to games+*@example.org, but nobody looks there." in said_by("doctor", code=1)
    monkeypatch.setenv("PBEM_REPLY_ADDRESS", "")
    assert "✓ Letters ask to answer on the web" in said_by("doctor", code=1)
    monkeypatch.setenv("PBEM_WEBHOOK_SECRET", "nobody guesses this")
    assert "letters name no address for them" in said_by("doctor", code=1)


def test_the_doctor_looks_into_the_mailbox(instance: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with mailbox.serving() as box:
        monkeypatch.setenv("PBEM_IMAP_HOST", "127.0.0.1")
        monkeypatch.setenv("PBEM_IMAP_PORT", str(box.port))
        monkeypatch.setenv("PBEM_IMAP_SECURITY", "none")
        monkeypatch.setenv("PBEM_IMAP_USER", mailbox.USER)
        monkeypatch.setenv("PBEM_IMAP_PASSWORD", mailbox.PASSWORD)
        said = said_by("doctor", code=1)
        assert f"✓ The mailbox at 127.0.0.1:{box.port} lets us in." in said
        for name, value in (("PASSWORD", "hunter2"), ("FOLDER", "Nowhere"), ("PORT", "1")):
            with monkeypatch.context() as wrong:
                wrong.setenv(f"PBEM_IMAP_{name}", value)
                said = said_by("doctor", code=1)
                assert "✗ The mailbox does not let us in: 127.0.0.1:" in said
                assert "Check imap_host, imap_port" in said
                assert "hunter2" not in said


def test_the_doctor_knocks_where_replies_are_handed_over(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port = door.getsockname()[1]
        monkeypatch.setenv("PBEM_LMTP_PORT", str(port))
        assert f"✓ Replies are taken by LMTP at 127.0.0.1:{port}." in said_by("doctor", code=1)
    said = said_by("doctor", code=1)
    assert f"Nobody takes replies by LMTP at 127.0.0.1:{port}: Connection refused" in said


@pytest.mark.parametrize("setting", ["base_url", "trusted_proxies"])
def test_a_site_that_nobody_gets_letters_from_is_not_well(
    instance: Path, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    (instance / "config.toml").write_text("")
    said = said_by("doctor", code=1)
    assert "✓ No mail server is configured: letters are kept here, at /mailbox." in said
    value = {"base_url": "http://localhost:1", "trusted_proxies": "1"}[setting]
    monkeypatch.setenv(f"PBEM_{setting.upper()}", value)
    assert "✗ No mail server is configured: nobody gets a letter" in said_by("doctor", code=1)


def test_a_test_letter_is_sent(instance: Path, sink: Sink) -> None:
    assert "was taken" in said_by("doctor", "--mail", "me@example.org", "--wait", "0")
    (mail,) = sink.letters
    assert mail["To"] == "me <me@example.org>"
    assert "Reply to it with any words" in str(mail.get_body(("plain",)))


def test_a_test_letter_that_is_refused_is_a_refusal(instance: Path, sink: Sink) -> None:
    sink.at_recipient.append("550 5.1.1 no such user")
    said = said_by("doctor", "--mail", "me@example.org", code=1)
    assert "550 5.1.1 no such user" in said


def replying(sink: Sink, sender: str, **headers: str) -> threading.Thread:
    """Somebody who answers the letter as soon as it is there, and a worker who reads that. The
    mail comes out of a mailbox: nobody says to which address it was handed over."""

    def reply() -> None:
        while not sink.taken:
            time.sleep(0.05)
        mail = EmailMessage()
        mail["From"] = sender
        mail["To"] = str(sink.letters[0]["Reply-To"].addresses[0].addr_spec)
        mail["Message-ID"] = "<x@y>"
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content("It is here.\n")
        config = settings.read()
        with closing(store.Database(config.database_url)) as db:
            while store_has_no_letter(db):
                time.sleep(0.05)
            room = Room(config, Shelf(db), lambda: datetime.now(UTC))
            ingest(room, mail.as_bytes(), "", None)

    thread = threading.Thread(target=reply)
    thread.start()
    return thread


def store_has_no_letter(db: store.Database) -> bool:
    """The sink takes the letter a moment before it is marked as sent."""
    with db.reading() as c:
        found = store.letter(c, 1)
    return found is None or found.sent_at is None


def test_the_reply_to_a_test_letter_is_waited_for(instance: Path, sink: Sink) -> None:
    thread = replying(sink, "me@example.org")
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "30")
    thread.join()
    assert "✓ The reply has come. Mail works both ways." in said
    with closing(store.Database(str(instance / "games.db"))) as db, db.reading() as c:
        (_test, receipt) = store.letters_of_person(c, 1, limit=9)[::-1]
    assert receipt.facts["done"], "whoever was asked to reply is not told that it was no use"


def test_a_reply_that_does_not_count_is_said(instance: Path, sink: Sink) -> None:
    thread = replying(sink, "somebody@else.example")
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "30", code=1)
    thread.join()
    assert "✗ A reply has come, but it does not count." in said
    assert "somebody@else.example" in said


def test_a_machines_answer_is_no_reply(instance: Path, sink: Sink) -> None:
    thread = replying(sink, "me@example.org", Auto_Submitted="auto-replied")
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "3", code=1)
    thread.join()
    assert "No reply has come" in said
    assert "pbem/mail/README.md" in said


def test_a_test_letter_that_comes_back_is_no_reply(instance: Path, sink: Sink) -> None:
    def come_back() -> None:
        while not sink.taken:
            time.sleep(0.05)
        with closing(store.Database(settings.read().database_url)) as db:
            while store_has_no_letter(db):
                time.sleep(0.05)
            with db.writing() as c:
                facts = {"received_at": datetime.now(UTC), "from_address": "", "recipient": ""}
                number = store.take_in(c, message_id=None, raw=b"a report", **facts)  # type: ignore[arg-type]
                store.place_mail(c, number, 1, None)
                store.settle_mail(c, number, "done", f"{CAME_BACK}550 no such user", was="new")

    thread = threading.Thread(target=come_back)
    thread.start()
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "30", code=1)
    thread.join()
    assert "✗ The letter has come back: 550 no such user" in said


def test_the_demo_wants_no_mail_server(instance: Path) -> None:
    assert "PBEM_SMTP_HOST=" in said_by("demo", code=1)


@pytest.mark.slow
def test_the_demo_is_played_from_a_mailbox(start: Callable[..., Running]) -> None:
    port = free_port()
    demo = start("demo", PBEM_PORT=str(port))
    link = re.search(r"http://\S+", demo.line("Your letters come to"))
    assert link is not None
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    give_up = time.monotonic() + 60
    page = ""
    while "Metal Adventures" not in page and time.monotonic() < give_up:
        page = browser.open(link[0]).read().decode()
        time.sleep(0.2)
    assert "Metal Adventures" in page
    letter = re.search(r'href="(/mailbox/letter/\d+)"', page)
    assert letter is not None
    shown = browser.open(f"http://127.0.0.1:{port}{letter[1]}/html").read().decode()
    assert "You are dealt three trophies" in shown
    code, _said = demo.stop()
    assert code == 0
