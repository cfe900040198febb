"""No token of a letter gets into the log or beside the letter: whoever reads there can do nothing
with it."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable, Iterator

import pytest

from pbem import store
from pbem.bench.wire import free_port
from pbem.cli.instance import set_up_log
from pbem.mail import links
from pbem.mail.ingest import ingest
from pbem.mail.lmtp import Listener
from pbem.services import tokens
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom
from tests.mail.test_ingest import address_of, report
from tests.services.tables import asked
from tests.store_fixtures import MakeDatabase


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    return make_sqlite()


@pytest.fixture
def log(
    caplog: pytest.LogCaptureFixture, make_post: Callable[..., Post]
) -> Iterator[pytest.LogCaptureFixture]:
    """Everything that is logged at the usual level."""
    kept = {name: logging.getLogger(name).level for name in ("mail.log", "alembic")}
    set_up_log(make_post().desk.config)
    caplog.set_level(logging.INFO)
    yield caplog
    for name, level in kept.items():
        logging.getLogger(name).setLevel(level)


def owed(post: Post) -> store.Letter:
    """A letter that is due now."""
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    with post.db.reading() as c:
        return store.letters_of_seat(c, table.id, asked(post.db, table.id).seat)[0]


def as_it_is_now(post: Post, letter: store.Letter) -> store.Letter:
    with post.db.reading() as c:
        found = store.letter(c, letter.id)
    assert found is not None
    return found


def test_a_conversation_by_LMTP_leaves_no_token_in_the_log(
    post: Post, log: pytest.LogCaptureFixture
) -> None:
    to = links.reply_to(post.desk.config, owed(post).id)
    listener = Listener(Mailroom(post).room, lambda: None, "127.0.0.1", free_port())
    listener.start()
    try:
        with smtplib.LMTP("127.0.0.1", listener.port) as line:
            line.sendmail("ann@example.org", [to], b"From: ann@example.org\r\n\r\n2\r\n")
    finally:
        listener.stop()
    assert token_in(to) not in log.text


@pytest.mark.parametrize("says", ["450 4.1.8", "553 5.7.1"])
@pytest.mark.parametrize("when", ["at_recipient", "at_end", "at_sender"])
def test_what_a_server_says_of_our_address_is_kept_without_its_token(
    post: Post, log: pytest.LogCaptureFixture, says: str, when: str
) -> None:
    letter = owed(post)
    address = links.reply_to(post.desk.config, letter.id)
    getattr(post.sink, when).append(f"{says} <{address}>: not owned by user")
    assert post.send() == 0
    error = str(as_it_is_now(post, letter).error)
    assert f"{says} <games+…@example.org>: not owned by user" in error
    assert token_in(address) not in error + log.text
    if says.startswith("553") or when == "at_sender":
        assert "not owned by user" in log.text


def test_a_report_that_quotes_our_address_is_kept_without_its_token(
    post: Post, log: pytest.LogCaptureFixture
) -> None:
    letter = owed(post)
    assert post.send() == 1
    with post.db.reading() as c:
        person = store.person(c, letter.person_id)
    assert person is not None
    office, address = Mailroom(post), links.reply_to(post.desk.config, letter.id)
    name = person.address.partition("@")[0]
    raw = report(office, name).replace(b"no such user", f"<{address}> no".encode())
    assert address.encode() in raw
    assert ingest(office.room, raw, address, "") == "done"
    assert address_of(office, name).bounced_at is not None
    with post.db.reading() as c:
        notes = [one for one in store.notes(c) if one.what == "address bounced"]
    assert any("games+…@" in str(note.detail) for note in notes)
    assert not any(token_in(address) in str(note.detail) for note in notes)
    assert token_in(address) not in str(office.inbound()[-1].note) + log.text


def test_every_token_is_blotted_out_and_nothing_else() -> None:
    key = b"k"
    reply, prompt = tokens.for_reply(key, 7), tokens.for_prompt(key, 1, 2, 3, 4)
    said = f"5.1.0 <games+{reply}@x.org> {reply.upper()} https://x.org/p/{prompt}?a=1 Status-42"
    assert tokens.blotted(said) == "5.1.0 <games+…@x.org> … https://x.org/p/…?a=1 Status-42"


def token_in(address: str) -> str:
    return address.partition("+")[2].partition("@")[0]
