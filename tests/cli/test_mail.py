"""`doctor` about mail, and `demo`: with a real mail server, and as a real process."""

from __future__ import annotations

import os
import re
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import store
from pbem.cli import main
from tests.cli.test_serving import Running, free_port, start
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


def test_a_test_letter_is_sent(instance: Path, sink: Sink) -> None:
    assert "was taken" in said_by("doctor", "--mail", "me@example.org", "--wait", "0")
    (mail,) = sink.letters
    assert mail["To"] == "me <me@example.org>"
    assert "Reply to it with any words" in str(mail.get_body(("plain",)))


def test_a_test_letter_that_is_refused_is_a_refusal(instance: Path, sink: Sink) -> None:
    sink.at_recipient.append("550 5.1.1 no such user")
    said = said_by("doctor", "--mail", "me@example.org", code=1)
    assert "550 5.1.1 no such user" in said


def test_the_reply_to_a_test_letter_is_waited_for(instance: Path, sink: Sink) -> None:
    def reply() -> None:
        while not sink.taken:
            time.sleep(0.05)
        db = store.Database(str(instance / "games.db"))
        with db.writing() as c:
            store.take_in(
                c,
                received_at=datetime.now(UTC),
                message_id="<x@y>",
                from_address="me@example.org",
                recipient=str(sink.letters[0]["Reply-To"].addresses[0].addr_spec),
                raw=b"hello",
            )
        db.close()

    thread = threading.Thread(target=reply)
    thread.start()
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "30")
    thread.join()
    assert "Mail works both ways" in said


def test_no_reply_is_a_refusal_that_says_where_to_look(instance: Path) -> None:
    said = said_by("doctor", "--mail", "me@example.org", "--wait", "1", code=1)
    assert "No reply has come" in said
    assert "pbem/mail/README.md" in said


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
