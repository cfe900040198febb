"""How replies come in: from a mailbox, from a mail server, from a mail service. All end in one."""

from __future__ import annotations

import gc
import smtplib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from pbem import store
from pbem.bench.wire import free_port
from pbem.config import Config
from pbem.mail import imap, mime
from pbem.mail import ingest as mail_in
from pbem.mail.inbox import SHUT, UNREAD, Inbox
from pbem.mail.ingest import Room
from pbem.mail.lmtp import LATER, Listener
from pbem.services import deadlines
from pbem.services.budget import Budget
from pbem.web import create_app
from pbem.web.mail_in import HEADER
from pbem.worker import Worker
from tests.mail.conftest import Post
from tests.mail.mailbox import PASSWORD, USER, Mailbox, idling, in_pieces, serving
from tests.mail.replying import Mailroom, mover
from tests.services.tables import TURN, asked, log
from tests.store_fixtures import MakeDatabase


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    """What the transports do does not depend on where mail is kept."""
    return make_sqlite()


@pytest.fixture(scope="module")
def mailbox() -> Iterator[Mailbox]:
    with serving() as running:
        yield running


@pytest.fixture
def office(make_post: Callable[..., Post], mailbox: Mailbox) -> Mailroom:
    return Mailroom(
        make_post(
            imap_host="127.0.0.1",
            imap_port=mailbox.port,
            imap_security="none",
            imap_user=USER,
            imap_password=PASSWORD,
        )
    )


@pytest.fixture
def table(office: Mailroom) -> store.Table:
    made = office.post.table("ann", "ben")
    office.post_comes()
    return made


def until(met: Callable[[], bool], seconds: float = 40.0) -> None:
    give_up = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.05)


def count(office: Mailroom, table: store.Table) -> int:
    return len(log(office.post.db, table.id))


# IMAP.


def test_a_reply_in_the_mailbox_is_fetched_once(
    office: Mailroom, table: store.Table, mailbox: Mailbox
) -> None:
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    assert imap.poll(office.room, Budget(30)).kept == 1
    assert mailbox.unseen() == 0
    assert imap.poll(office.room, Budget(30)).kept == 0
    mail_in.drain(office.room, Budget(30))
    assert log(office.post.db, table.id)[-1].value == "2x4"


def test_a_mail_that_cannot_be_kept_stays_unread(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)

    def gone(*_given: Any, **_more: Any) -> int:
        raise store.Unreachable("gone")

    with monkeypatch.context() as patch:
        patch.setattr(imap, "take_in", gone)
        with pytest.raises(store.Unreachable):
            imap.poll(office.room, Budget(30))
    assert mailbox.unseen() == 1
    assert imap.poll(office.room, Budget(30)).kept == 1


def test_too_big_a_mail_is_not_fetched(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.put(b"Subject: x\r\n\r\n" + b"y" * 5000 + b"\r\n")
    monkeypatch.setattr(mime, "MOST_BYTES", 4000)
    fetched: list[str] = []
    monkeypatch.setattr(imap, "_raw", lambda _box, uid: fetched.append(uid))
    assert imap.poll(office.room, Budget(30)).kept == 0
    assert (fetched, mailbox.unseen()) == ([], 0)


def test_a_mailbox_that_does_not_let_us_in_is_said_and_waited_for(
    office: Mailroom, caplog: pytest.LogCaptureFixture
) -> None:
    room = office.room
    for change in ({"imap_password": "wrong"}, {"imap_port": free_port()}):
        config = replace(room.config, **change)
        with pytest.raises(imap.MailboxDown):
            imap.poll(Room(config, room.shelf, room.now), Budget(5))
        assert Inbox(Room(config, room.shelf, room.now)).look(Budget(5)) == 0
    assert "cannot be looked into" in caplog.text
    assert PASSWORD not in caplog.text


def test_defaults_wait_for_a_mailbox_that_is_out_of_reach_and_not_for_ever(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.inbox.FRESH", -1.0)  # Look each time.
    post, inbox = office.post, Inbox(office.room)

    def sweep() -> int:
        known = inbox.before_deadlines(Budget(5))
        deadlines.apply_due(post.shelf, lambda: post.now, Budget(5), known=known)
        return count(office, table)

    assert sweep() == 1
    due = asked(post.db, table.id).due_at
    assert due is not None
    post.now = due - timedelta(minutes=1)
    assert sweep() == 1
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)  # In time, but nobody can get it now.
    down = replace(office.room.config, imap_port=free_port())
    inbox._room = Room(down, office.room.shelf, office.room.now)
    post.now = due + timedelta(minutes=30)
    assert sweep() == 1
    inbox._room = office.room
    assert sweep() == 2
    assert log(post.db, table.id)[-1].source == "mail"
    office.post_comes()
    later = asked(post.db, table.id).due_at
    assert later is not None
    inbox._room = Room(down, office.room.shelf, office.room.now)
    post.now = later + SHUT - timedelta(minutes=1)
    assert sweep() == 2
    post.now = later + SHUT
    assert sweep() == 3


def sweep(office: Mailroom, inbox: Inbox, seconds: float = 5) -> list[str]:
    """Look for mail and take the defaults that are due; where the entries come from."""
    known = inbox.before_deadlines(Budget(seconds))
    assert known is not None, "with a mailbox nobody knows of all mail"
    deadlines.apply_due(office.post.shelf, lambda: office.post.now, Budget(5), known=known)
    return [entry.source for entry in log(office.post.db, 1)][1:]


def test_no_default_is_taken_while_who_listens_fetches_for_the_first_time(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    due, really, go_on = asked(office.post.db, table.id).due_at, imap.fetch, threading.Event()
    assert due is not None

    def slow(*given: Any) -> imap.Look:
        go_on.wait(20)
        return really(*given)

    monkeypatch.setattr(imap, "fetch", slow)
    inbox = Inbox(office.room)
    inbox.start()
    try:
        assert inbox._idler is not None
        until(inbox._idler.up.is_set)
        office.post.now = due + timedelta(seconds=1)
        assert sweep(office, inbox) == []
        go_on.set()
        until(lambda: sweep(office, inbox) == ["mail"])
    finally:
        go_on.set()
        inbox.stop()


def test_no_default_is_taken_while_another_duty_looks_into_the_mailbox(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    due, really = asked(office.post.db, table.id).due_at, imap.poll
    began, go_on = threading.Event(), threading.Event()
    assert due is not None
    office.post.now = due + timedelta(seconds=1)

    def slow(*given: Any) -> imap.Look:
        began.set()
        go_on.wait(20)
        return really(*given)

    monkeypatch.setattr(imap, "poll", slow)
    inbox = Inbox(office.room)
    duty = threading.Thread(target=inbox.look, args=(Budget(5),))
    duty.start()
    assert began.wait(20)
    assert sweep(office, inbox) == []
    go_on.set()
    duty.join()
    assert sweep(office, inbox) == ["mail"]


def test_no_default_is_taken_after_a_look_that_was_cut_short(
    office: Mailroom, table: store.Table, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.inbox.FRESH", -1.0)  # Look each time.
    for n in range(2):
        mailbox.put(b"Subject: spam\r\nFrom: a@b.c\r\nMessage-ID: <%d@x>\r\n\r\nhi\r\n" % n)
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    due = asked(office.post.db, table.id).due_at
    assert due is not None
    office.post.now = due + timedelta(seconds=1)
    inbox = Inbox(office.room)
    assert [sweep(office, inbox, seconds=0) for _look in range(2)] == [[], []]
    assert mailbox.unseen() == 1
    assert sweep(office, inbox, seconds=0) == ["mail"]


def test_no_default_is_taken_while_what_was_just_fetched_is_being_read(
    office: Mailroom, table: store.Table, mailbox: Mailbox
) -> None:
    """It came in time and was fetched after the deadline; another thread has begun to read it."""
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    due = asked(office.post.db, table.id).due_at
    assert due is not None
    office.post.now = due + timedelta(seconds=1)
    inbox = Inbox(office.room)
    assert inbox.look(Budget(5)) == 1
    with office.post.db.writing() as c:
        assert store.claim_mail(c, office.post.now, 1, mail_in.LEASE)
    assert sweep(office, inbox) == []
    office.post.now += mail_in.LEASE
    assert sweep(office, inbox) == ["mail"]


def test_a_reply_is_read_as_soon_as_the_mailbox_says_so(
    office: Mailroom, table: store.Table, mailbox: Mailbox
) -> None:
    inbox = Inbox(office.room)
    inbox.start()
    try:
        assert inbox._idler is not None
        until(inbox._idler.up.is_set)
        time.sleep(0.5)
        begun = time.monotonic()
        raw, _to = office.write(mover(office, table), "2x4")
        mailbox.put(raw)
        until(lambda: count(office, table) == 2)
        assert time.monotonic() - begun < imap.IDLE_SECONDS / 2, "not by looking now and then"
        assert inbox.look(Budget(5)) == 0, "while it listens it need not look"
    finally:
        inbox.stop()


class Waits(threading.Event):
    """Says what it was asked to wait for, and is set after so many times."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most, self.asked = most, list[float | None]()

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.append(timeout)
        if len(self.asked) == self.most:
            self.set()
        return self.is_set()


def test_a_mailbox_out_of_reach_is_tried_less_and_less_often(
    office: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(_config: Config) -> Any:
        raise imap.MailboxDown("nobody there")

    monkeypatch.setattr(imap, "open_box", down)
    idler = imap.Idler(office.room, lambda _look: None)
    idler._stop = waits = Waits(7)
    idler._run()
    assert waits.asked == [2, 4, 8, 16, 30, 30, 30]


def test_after_a_connection_that_stood_for_long_the_next_is_tried_soon(
    office: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0, 5, 100, 105, 200, 200 + imap.PAUSE + 1, 300, 301])
    monkeypatch.setattr(imap, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(imap, "open_box", lambda _config: nullcontext())
    idler = imap.Idler(office.room, lambda _look: None)
    monkeypatch.setattr(idler, "_listen", lambda _box: None)
    idler._stop = waits = Waits(4)
    idler._run()
    assert waits.asked == [2, 4, imap.SOON, 2]


def test_a_word_of_the_mailbox_that_comes_in_pieces_is_heard_whole(
    office: Mailroom, table: store.Table, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    with in_pieces(mailbox.port) as port:
        config = replace(office.room.config, imap_port=port)
        room = Room(config, office.room.shelf, office.room.now)
        idler = imap.Idler(room, lambda _look: mail_in.drain(room, Budget(10)))
        idler.start()
        try:
            until(idler.up.is_set)
            time.sleep(1.0)
            begun = time.monotonic()
            raw, _to = office.write(mover(office, table), "2x4")
            mailbox.put(raw)
            until(lambda: count(office, table) == 2)
            assert time.monotonic() - begun < imap.IDLE_SECONDS / 2, "not by looking now and then"
        finally:
            idler.stop()
    assert caplog.messages == []


@pytest.mark.parametrize("said", [b"+ idling\r\n* 1 EXISTS\r\n", b"+ idling\r\n", None])
def test_what_the_mailbox_says_together_with_its_first_word_is_heard(
    office: Mailroom, said: bytes | None
) -> None:
    """Dovecot does so; what is in the buffer leaves the line silent."""
    looks: list[float] = []
    with idling(said or b"+ idling\r\n", hangs_up=said is None) as port:
        config = replace(office.room.config, imap_port=port)
        room = Room(config, office.room.shelf, office.room.now)
        idler = imap.Idler(room, lambda _look: looks.append(time.monotonic()))
        idler.start()
        if said == b"+ idling\r\n":
            time.sleep(3)
            assert len(looks) == 1, "nothing was said"
        else:
            until(lambda: len(looks) > 1, 15)
        idler.stop()


def test_a_line_to_the_mailbox_that_breaks_while_we_listen_is_no_fault_of_ours(
    office: Mailroom, caplog: pytest.LogCaptureFixture
) -> None:
    looks: list[imap.Look] = []
    with idling(b"+ idling\r\n* BYE timeout\r\n", hangs_up=True) as port:
        config = replace(office.room.config, imap_port=port)
        room = Room(config, office.room.shelf, office.room.now)
        idler = imap.Idler(room, looks.append)
        idler.start()
        until(lambda: len(looks) > 1, 15)
        idler.stop()
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert "which is tried again" in caplog.text


# LMTP.


@pytest.fixture
def listener(office: Mailroom) -> Iterator[Listener]:
    read = threading.Lock()

    def on_mail() -> None:
        with read:
            mail_in.drain(office.room, Budget(10))

    running = Listener(office.room, on_mail, "127.0.0.1", free_port())
    running.start()
    yield running
    running.stop()


def hand_over(listener: Listener, raw: bytes, *to: str) -> dict[str, tuple[int, bytes]]:
    """Hand a mail over; who was refused and how."""
    with smtplib.LMTP("127.0.0.1", listener.port) as line:
        try:
            return line.sendmail("ann@example.org", list(to), raw)
        except smtplib.SMTPRecipientsRefused as why:
            return why.recipients


def test_LMTP_250_the_mail_is_kept_and_read(
    office: Mailroom, table: store.Table, listener: Listener
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    assert hand_over(listener, raw, to) == {}
    until(lambda: count(office, table) == 2)
    (kept,) = office.inbound()
    assert kept.raw.startswith(b"Return-Path: <ann@example.org>\r\n")


def test_LMTP_550_nobody_reads_there(
    office: Mailroom, table: store.Table, listener: Listener
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    wrong = f"games+{'a' * 24}@example.org"
    assert hand_over(listener, raw, wrong, "games@example.org") == {
        wrong: (550, b"5.1.1 Nobody reads mail at this address"),
        "games@example.org": (550, b"5.1.1 Nobody reads mail at this address"),
    }
    assert office.inbound() == []
    assert set(hand_over(listener, raw, to, wrong)) == {wrong}, "each recipient has its answer"
    assert len(office.inbound()) == 1


def test_LMTP_451_it_shall_come_again(
    office: Mailroom, table: store.Table, listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    for error in (store.Unreachable("gone"), RuntimeError("what")):

        def fail(*_given: Any, error: Exception = error) -> int:
            raise error

        with monkeypatch.context() as patch:
            patch.setattr("pbem.mail.lmtp.take_in", fail)
            with smtplib.LMTP("127.0.0.1", listener.port) as line:
                line.ehlo()
                line.mail("ann@example.org")
                line.rcpt(to)
                assert line.data(raw) == (451, LATER[4:].encode())
    assert hand_over(listener, raw, to) == {}
    until(lambda: count(office, table) == 2)


def test_LMTP_552_too_big(office: Mailroom, table: store.Table, listener: Listener) -> None:
    _raw, to = office.write(mover(office, table), "2x4")
    with smtplib.LMTP("127.0.0.1", listener.port) as line:
        line.ehlo()
        line.mail("ann@example.org")
        line.rcpt(to)
        code, _said = line.data(b"Subject: x\r\n\r\n" + b"y\r\n" * (mime.MOST_BYTES // 3 + 10))
        assert code == 552
    assert office.inbound() == []


def test_the_connection_is_lost_after_the_mail_was_taken_and_it_acts_once(
    office: Mailroom, table: store.Table, listener: Listener
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    line = smtplib.LMTP("127.0.0.1", listener.port)
    line.ehlo()
    line.mail("ann@example.org")
    line.rcpt(to)
    line.docmd("DATA")
    line.send(raw + b"\r\n.\r\n")
    until(lambda: count(office, table) == 2)
    line.close()  # Whoever sent it never heard that it was kept.
    assert hand_over(listener, raw, to) == {}
    until(lambda: [mail.state for mail in office.inbound()] == ["done", "ignored"])
    assert count(office, table) == 2


def test_who_stops_listening_hangs_up(office: Mailroom) -> None:
    running = Listener(office.room, lambda: None, "127.0.0.1", free_port())
    running.start()
    with smtplib.LMTP("127.0.0.1", running.port, timeout=5) as line:
        line.ehlo()
        (talk,) = [one for one in running._talks if one.transport is not None]
        running.stop()
        assert talk.transport is None, "a mail server would keep this line open for long"
        assert line.sock is not None
        assert line.sock.recv(100) == b""
        line.close()
    running = Listener(office.room, lambda: None, "127.0.0.1", running.port)
    running.start()  # The port is free again.
    running.stop()


def test_who_stops_listening_hangs_up_on_a_caller_who_is_just_being_let_in(
    office: Mailroom,
) -> None:
    """Call while the loop is busy: it finds the caller and the wish to stop in the same moment."""
    running = Listener(office.room, lambda: None, "127.0.0.1", free_port())
    running.start()
    busy, go_on = threading.Event(), threading.Event()

    def keep_busy() -> None:
        busy.set()
        go_on.wait(5)

    running.loop.call_soon_threadsafe(keep_busy)
    assert busy.wait(5)
    with socket.create_connection(("127.0.0.1", running.port), timeout=5) as line:
        stopping = threading.Thread(target=running.stop)
        stopping.start()
        until(lambda: len(running.loop._ready) > 0)  # type: ignore[attr-defined]
        gc.disable()  # Whoever tidies up by chance must not answer for us.
        try:
            go_on.set()
            stopping.join(10)
            assert hung_up(line)
        finally:
            gc.enable()


def hung_up(line: socket.socket) -> bool:
    """Is a line closed at the other end?"""
    try:
        while line.recv(1000):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


# The webhook.


def test_the_webhook_takes_mail_from_who_knows_the_secret(
    office: Mailroom, table: store.Table
) -> None:
    config = replace(office.post.desk.config, webhook_secret="s3cret", base_url="")
    client = create_app(config, db=office.post.db, now=lambda: office.post.now).test_client()
    raw, to = office.write(mover(office, table), "2x4")
    where = {"to": to, "from": "ann@example.org"}

    def call(secret: str, content: bytes = raw, **query: str) -> int:
        answer = client.post(
            "/mail/in", query_string=query or where, data=content, headers={HEADER: secret}
        )
        return answer.status_code

    assert [call("wrong"), call(""), call("s3crét")] == [403, 403, 403]
    assert call("s3cret", to="games@example.org") == 404
    assert call("s3cret", b"y" * (mime.MOST_BYTES + 1)) == 413
    assert office.inbound() == []
    assert call("s3cret") == 204
    mail_in.drain(office.room, Budget(5))
    assert log(office.post.db, table.id)[-1].value == "2x4"
    none = create_app(replace(config, webhook_secret=""), db=office.post.db).test_client()
    assert none.post("/mail/in", data=raw, headers={HEADER: ""}).status_code == 404


# The worker.


def test_a_reply_that_came_in_time_is_read_before_a_default_is_taken(
    office: Mailroom, table: store.Table, mailbox: Mailbox
) -> None:
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    office.post.now = max(office.post.now, office.post.now + 3 * TURN)
    config: Config = office.post.desk.config
    worker = Worker(config, office.post.db, now=lambda: office.post.now)
    deadlines = next(duty for duty in worker.duties() if duty.name == "deadlines")
    with office.post.db.writing() as c:
        store.beat(c, "worker", office.post.now)
    deadlines.work(Budget(30))
    kinds = [(entry.kind, entry.source) for entry in log(office.post.db, table.id)]
    assert kinds[:2] == [("start", "lobby"), ("answer", "mail")]


def test_what_is_due_after_the_last_look_into_the_mailbox_waits_for_the_next(
    office: Mailroom, table: store.Table, mailbox: Mailbox
) -> None:
    worker = Worker(office.post.desk.config, office.post.db, now=lambda: office.post.now)
    deadlines = next(duty for duty in worker.duties() if duty.name == "deadlines")
    deadlines.work(Budget(30))  # It looks, and finds nothing.
    raw, _to = office.write(mover(office, table), "2x4")
    mailbox.put(raw)
    office.post.now += 3 * TURN
    with office.post.db.writing() as c:
        store.beat(c, "worker", office.post.now)
    deadlines.work(Budget(30))
    assert count(office, table) == 1, "it has not looked since"
    worker._inbox._looked -= 60
    deadlines.work(Budget(30))
    assert log(office.post.db, table.id)[1].source == "mail"


def test_no_default_is_taken_against_a_reply_that_a_dead_worker_had_begun_to_read(
    office: Mailroom, table: store.Table
) -> None:
    due = asked(office.post.db, table.id).due_at
    assert due is not None
    office.post.now = due - timedelta(seconds=30)
    raw, to = office.write(mover(office, table), "2x4")
    mail_in.take_in(office.room, raw, to, None)
    with office.post.db.writing() as c:
        store.claim_mail(c, office.post.now, 1, mail_in.LEASE)
    worker = Worker(office.post.desk.config, office.post.db, now=lambda: office.post.now)
    deadlines = next(duty for duty in worker.duties() if duty.name == "deadlines")
    office.post.now = due + timedelta(seconds=1)
    deadlines.work(Budget(30))
    assert count(office, table) == 1, "the reply may still count"
    office.post.now += mail_in.LEASE
    deadlines.work(Budget(30))
    assert log(office.post.db, table.id)[1].source == "mail"


def test_mail_that_nobody_can_read_does_not_hold_deadlines_for_ever(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = asked(office.post.db, table.id).due_at
    assert due is not None
    office.post.now = due - timedelta(seconds=30)
    raw, to = office.write(mover(office, table), "2x4")
    mail_in.take_in(office.room, raw, to, None)
    monkeypatch.setattr(Inbox, "read", lambda _inbox, _budget: 0)
    worker = Worker(office.post.desk.config, office.post.db, now=lambda: office.post.now)
    deadlines = next(duty for duty in worker.duties() if duty.name == "deadlines")
    for wait, defaults in ((timedelta(minutes=1), 0), (UNREAD, 1)):
        office.post.now += wait
        with office.post.db.writing() as c:
            store.beat(c, "worker", office.post.now)
        deadlines.work(Budget(30))
        assert count(office, table) == 1 + defaults


def test_the_worker_listens_for_mail_and_another_on_the_same_port_does_without(
    office: Mailroom, table: store.Table, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()
    config = replace(office.post.desk.config, imap_host="", lmtp_port=port, tick_seconds=0.1)
    first, second = (Worker(config, office.post.db) for _n in range(2))
    first.start("inbox")
    try:
        second.start("inbox")
        second.stop()
        raw, to = office.write(mover(office, table), "2x4")
        with smtplib.LMTP("127.0.0.1", port) as line:
            assert line.sendmail("ann@example.org", [to], raw) == {}
        until(lambda: count(office, table) == 2)
    finally:
        first.stop()
    assert "Nobody can hand replies over" in caplog.text
