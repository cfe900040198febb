"""Replies as they come in: authentic ones act, all others are kept and do nothing."""

from __future__ import annotations

import email
import email.policy
import re
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest

from pbem import games, store
from pbem.mail import ingest as mail_in
from pbem.mail import mime
from pbem.mail.ingest import ingest, is_ours
from pbem.services import held_mail, inviting, lobby, mailroom, turns
from pbem.services.budget import Budget
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom, mover
from tests.services.tables import PACE, asked, log, now_at, people


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    found = {**games.packages(), "raid": "tests.web.raid"}
    monkeypatch.setattr(games, "packages", lambda: found)
    yield "raid"
    games.load.cache_clear()


@pytest.fixture
def office(post: Post) -> Mailroom:
    return Mailroom(post)


@pytest.fixture
def table(office: Mailroom) -> store.Table:
    """Ann and Ben at dudo, with their first letter out."""
    made = office.post.table("ann", "ben")
    office.post_comes()
    return made


def count(office: Mailroom, table: store.Table) -> int:
    return len(log(office.post.db, table.id))


def text_of(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


@pytest.mark.parametrize("shape", ["gmail_english", "outlook_web_page"])
def test_a_reply_is_carried_out_and_answered(
    office: Mailroom, table: store.Table, shape: str
) -> None:
    name = mover(office, table)
    assert office.reply(name, "2x4", shape=shape) == "done"
    entry = log(office.post.db, table.id)[-1]
    assert (entry.kind, entry.value, entry.source) == ("answer", "2x4", "mail")
    assert entry.by_person is not None
    office.post_comes()
    answer = office.newest(name, "receipt")
    assert answer.facts["done"] is True
    assert [line["read"] for line in answer.facts["lines"]] == ["2 fours"]
    sent = [m for m in office.post.sink.letters if "2x4" in text_of(m)]
    assert {str(m["To"]) for m in sent} == {f"{name.title()} <{name}@example.org>"}


def body(letter: store.Letter) -> str:
    assert letter.raw is not None
    message = email.message_from_bytes(letter.raw, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    return " ".join(text_of(message).split())


def test_the_receipt_is_the_next_turn_letter_too(office: Mailroom) -> None:
    """Who answers by mail hears what came of it at once, and is not asked twice."""
    table = office.post.table("ann", "ben", game="metal_adventures")
    office.post_comes()
    for name in ("ann", "ben"):
        assert office.reply(name, "1, 2") == "done"
    office.post_comes()
    seat = asked(office.post.db, table.id).seat
    name = ("ann", "ben")[seat]
    assert office.reply(name, "no") == "done", "where to go is asked next"
    office.post_comes(seconds=1)
    receipt = office.newest(name, "receipt")
    assert "WHAT HAPPENED" in body(receipt)
    assert "You are asked again." in body(receipt)
    assert all(prompt.delivered_at for prompt in _asked_of(office, table, receipt.seat))
    office.post_comes()
    assert office.newest(name).id == receipt.id, "no second letter about the same"
    dropped = [one for one in office.post.letters(receipt.person_id) if one.state == "dropped"]
    assert "receipt" in str(dropped[-1].error)


@pytest.mark.parametrize("refused", [False, True])
def test_a_receipt_and_a_turn_letter_that_are_due_together_do_not_both_go(
    office: Mailroom, refused: bool
) -> None:
    """The mail server was gone for a while. If the receipt is not taken, the letter goes."""
    table = office.post.table("ann", "ben", game="metal_adventures")
    office.post_comes()
    for name in ("ann", "ben"):
        assert office.reply(name, "1, 2") == "done"
    office.post_comes()
    name = ("ann", "ben")[asked(office.post.db, table.id).seat]
    before = office.newest(name).id
    assert office.reply(name, "no") == "done"
    if refused:
        office.post.sink.at_end.append("550 5.7.1 we do not like these words")
    office.post.wait(minutes=10)
    office.post.send()
    office.post_comes(seconds=180)
    whose = office.newest(name).person_id
    new = [one for one in office.post.letters(whose) if one.id > before]
    ends = {one.kind: one.state for one in new}
    assert ends == {
        "receipt": "failed" if refused else "sent",
        "turn": "sent" if refused else "dropped",
    }
    (prompt,) = _asked_of(office, table, new[0].seat)
    assert prompt.delivered_at is not None


def _asked_of(office: Mailroom, table: store.Table, seat: int | None) -> list[store.Prompt]:
    with office.post.db.reading() as c:
        return [one for one in store.waiting_at(c, [table.id])[table.id] if one.seat == seat]


def test_an_answer_to_a_bad_mail_takes_nothing_from_the_next_letter(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    other = "ben" if name == "ann" else "ann"
    assert office.reply(name, "2x4") == "done"
    office.post_comes()
    assert office.reply(other, "3x4") == "done"
    first = office.newest(name)
    assert office.reply(name, "what", letter=first) == "ignored"
    office.post_comes(seconds=1)
    refusal = office.newest(name, "receipt")
    assert "Nothing of your mail was done." in body(refusal)
    assert "WHAT HAPPENED" not in body(refusal)
    office.post_comes()
    assert "3 fours" in body(office.newest(name, "turn")).partition("WHAT HAPPENED")[2]


def test_a_number_means_what_that_letter_showed(office: Mailroom, table: store.Table) -> None:
    assert office.reply(mover(office, table), "9") == "done"
    assert log(office.post.db, table.id)[-1].value == "2x3"


def test_one_wrong_order_and_nothing_is_done(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    assert office.reply(name, "2x4, dnace") == "ignored"
    assert count(office, table) == 1
    office.post_comes()
    facts = office.newest(name, "receipt").facts
    assert facts["done"] is False
    assert [bool(line["wrong"]) for line in facts["lines"]] == [False, True]
    assert office.reply(name, "2x4", letter=office.newest(name, "receipt")) == "done"


def test_an_answer_to_a_closed_question_does_nothing(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    old = office.newest(name)
    office.reply(name, "2x4")
    assert office.reply(name, "3x4", letter=old) == "ignored"
    assert count(office, table) == 2
    assert "newest letter" in str(office.inbound()[-1].note)


def test_a_reply_without_anything_new_is_told_so_and_does_nothing(
    office: Mailroom, table: store.Table
) -> None:
    assert office.reply(mover(office, table), "") == "ignored"
    assert count(office, table) == 1


def test_a_mail_that_comes_twice_acts_once(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    raw, to = office.write(name, "2x4")
    assert [ingest(office.room, raw, to, "x@y") for _time in range(3)] == [
        "done",
        "ignored",
        "ignored",
    ]
    bare = b"\r\n".join(line for line in raw.split(b"\r\n") if b"Message-ID" not in line)
    assert [ingest(office.room, bare, to, "x@y") for _time in range(2)] == ["ignored", "ignored"]
    assert count(office, table) == 2
    with office.post.db.reading() as c:
        assert store.count_letters(c, "queued") <= 3


# Who wrote it.


def test_a_reply_from_elsewhere_is_held_and_asked_about_at_the_right_address(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    assert office.reply(name, "2x4", sender="Eve <eve@evil.example>") == "held"
    assert count(office, table) == 1
    office.post_comes()
    question = office.newest(name, "confirm")
    assert question.facts["sender"] == "eve@evil.example"
    assert not any("eve@evil" in str(m["To"]) for m in office.post.sink.letters)
    assert office.reply(name, "perhaps", letter=question) == "ignored"
    assert office.reply(name, "yes", letter=question) == "done"
    mail_in.drain(office.room, Budget(10))
    assert log(office.post.db, table.id)[-1].value == "2x4"
    assert office.reply(name, "yes", letter=question) == "done", "a second yes changes nothing"
    assert count(office, table) == 2


def test_a_held_reply_that_its_reader_denies_is_thrown_away(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    office.reply(name, "2x4", sender="eve@evil.example")
    office.post_comes()
    assert office.reply(name, "non", letter=office.newest(name, "confirm")) == "done"
    assert [mail.state for mail in office.inbound()] == ["discarded", "done"]
    assert count(office, table) == 1


def test_a_moderator_releases_or_discards(office: Mailroom, table: store.Table) -> None:
    name, db = mover(office, table), office.post.db
    for text in ("2x4", "2x5"):
        office.reply(name, text, sender="eve@evil.example")
    with db.writing() as c:
        second, first = held_mail.held(c, table.id)
        assert held_mail.held(c) == (second, first)
        assert held_mail.held(c, table.id + 1) == ()
        held_mail.discard(c, second.id, by=1, now=office.post.now)
        held_mail.release(c, first.id, by=1, now=office.post.now)
        for number in (first.id, second.id, 99):
            with pytest.raises(held_mail.NotHeld):
                held_mail.discard(c, number, by=1, now=office.post.now)
        assert [note.what for note in store.notes(c, table_id=table.id)][:2] == [
            "released mail",
            "discarded mail",
        ]
    mail_in.drain(office.room, Budget(10))
    assert log(db, table.id)[-1].value == "2x4"
    with db.reading() as c:
        assert held_mail.held(c) == ()


TRICKS = [
    "ann@example.org, eve@evil.example",
    "ann@example.org <eve@evil.example>",
    "<>",
    "ann",
    "eve@evil.example (ann@example.org)",
    '"ann@example.org" <eve@evil.example>',
    "=?utf-8?q?ann=40example=2Eorg?= <eve@evil.example>",
    "ann@example.org@evil.example",
]


def test_no_trick_with_the_sender_works(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    for sender in TRICKS:
        raw, to = office.write(name, "2x4")
        line = b"From: " + sender.replace("ann", name).encode() + b"\r"
        raw = re.sub(rb"(?m)^From: .*$", line, raw, count=1)
        assert ingest(office.room, raw, to, "x@y") == "held", sender
    assert count(office, table) == 1
    with office.post.db.reading() as c:
        asked_about = [one for one in store.letters_of_seat(c, table.id, 0, limit=50)
                       if one.kind == "confirm"]  # fmt: skip
    assert len(asked_about) in (0, mailroom.MOST_CONFIRMATIONS), "and nobody is flooded"


def test_two_senders_are_none(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    raw, to = office.write(name, "2x4", sender="eve@evil.example")
    doubled = b"From: " + f"{name}@example.org".encode() + b"\r\n" + raw
    assert ingest(office.room, doubled, to, "x@y") == "held"


def test_without_a_genuine_token_nothing_happens(office: Mailroom, table: store.Table) -> None:
    name, config = mover(office, table), office.post.desk.config
    raw, to = office.write(name, "2x4")
    wrong = to.replace(to[6:10], "aaaa") if "aaaa" not in to else to.replace("a", "b")
    raw = raw.replace(to.encode(), wrong.encode())
    assert ingest(office.room, raw, wrong, "x@y") == "ignored"
    assert ingest(office.room, raw, "games@example.org", "x@y") == "ignored"
    assert (is_ours(config, to), is_ours(config, wrong), is_ours(config, "")) == (
        True,
        False,
        False,
    )
    assert count(office, table) == 1


def test_a_token_survives_capitals_and_is_found_in_the_headers(
    office: Mailroom, table: store.Table
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    assert is_ours(office.post.desk.config, f"<{to.upper()}>")
    assert ingest(office.room, raw, "", None) == "done", "IMAP knows no envelope"


# Machines.


MACHINES: list[dict[str, str]] = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-generated (vacation)"},
    {"Precedence": "bulk"},
    {"Precedence": "auto_reply"},
    {"X_Autoreply": "yes"},
    {"List_Id": "<x.example.org>"},
    {"Return_Path": "<>"},
    {"Subject": "Automatic reply: Dudo: your turn"},
    {"Subject": "Abwesenheitsnotiz: Dudo"},
    {"Subject": "Réponse automatique : Dudo"},
    {"Subject": "Out of Office Re: Dudo"},
    {"X_MS_Reactions_Count": "1"},
]


def test_what_machines_write_neither_acts_nor_is_answered(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    before = len(office.post.sink.taken)
    for headers in MACHINES:
        assert office.reply(name, "2x4", **headers) == "ignored", headers
    assert count(office, table) == 1
    office.post_comes()
    assert len(office.post.sink.taken) == before


FASTMAIL = {
    "User_Agent": "Cyrus-JMAP/3.11.0-alpha0-1108-g3a29173c6d-fm-20231031.005-g3a29173c",
    "X_ME_Sender": "<xms:6T5JZXEwvEw>",
    "X_ME_Received": "<xmr:6T5JZQ>",
    "Feedback_ID": "i56a14606:Fastmail",
    "X_ThreadId": "T1f2d3c4b5a697887",
}
"""What Fastmail adds to a mail that somebody typed."""


def test_what_people_write_at_fastmail_is_no_machines(office: Mailroom, table: store.Table) -> None:
    assert office.reply(mover(office, table), "2x4", **FASTMAIL) == "done"
    assert count(office, table) == 2


def test_an_empty_envelope_sender_is_a_machine(office: Mailroom, table: store.Table) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    assert ingest(office.room, raw, to, "") == "ignored"
    assert count(office, table) == 1


REACTIONS = [
    ("vnd.google.email-reaction+json", '{"version":1,"emoji":"👍"}'),
    ("plain", "2x4\n\nBen reacted via Gmail"),
    ("plain", "Ann reacted to your message:\n2x4"),
]


def test_a_reaction_is_no_order(office: Mailroom, table: store.Table) -> None:
    for subtype, content in REACTIONS:
        raw, to = office.write(mover(office, table), "2x4")
        message = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        message.clear_content()
        message.set_content(content, subtype=subtype)
        assert ingest(office.room, message.as_bytes(), to, "x@y") == "ignored"
    assert count(office, table) == 1


@pytest.mark.parametrize("shape", ["gmail_english", "iphone_french", "outlook_english"])
def test_nobodys_name_makes_a_reply_a_reaction(office: Mailroom, shape: str) -> None:
    table = office.post.table("ann", "ben")
    name = mover(office, table)
    other = address_of(office, "ben" if name == "ann" else "ann")
    with office.post.db.writing() as c:
        store.change_person(c, other.id, {"name": "Bob reacted to your message"})
    office.post_comes()
    assert b"reacted to your message" in (office.newest(name).raw or b"")
    assert office.reply(name, "what", shape=shape) == "ignored"
    office.post_comes()
    assert office.newest(name).kind == "receipt", "it is answered"
    assert office.reply(name, "2x4", shape=shape) == "done"


def test_our_own_letters_coming_back_make_no_loop(office: Mailroom, table: store.Table) -> None:
    for envelope in list(office.post.sink.taken):
        raw = envelope.content
        assert isinstance(raw, bytes)
        to = str(email.message_from_bytes(raw)["Reply-To"])
        assert ingest(office.room, raw, to, "games@example.org") == "ignored"
    assert count(office, table) == 1


def report(office: Mailroom, name: str, *, action: str = "failed", who: str = "") -> bytes:
    """What a mail server says about a letter it could not deliver."""
    letter = office.newest(name)
    assert letter.raw is not None
    head = letter.raw.partition(b"\r\n\r\n")[0].decode()
    status = "5.1.1" if action == "failed" else "4.4.1"
    who = who or f"{name}@example.org"
    return (
        "From: MAILER-DAEMON@mx.example.org\r\nTo: games@example.org\r\n"
        f"Message-ID: <{action}{name}@mx>\r\nSubject: Undelivered Mail Returned to Sender\r\n"
        "Auto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="B"\r\n\r\n'
        "--B\r\nContent-Type: text/plain\r\n\r\n2x4\r\nIt could not be delivered.\r\n"
        "--B\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n"
        f"\r\nFinal-Recipient: rfc822; {who}\r\nAction: {action}\r\nStatus: {status}\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n"
        f"--B\r\nContent-Type: text/rfc822-headers\r\n\r\n{head}\r\n--B--\r\n"
    ).encode()


def address_of(office: Mailroom, name: str) -> store.Person:
    with office.post.db.reading() as c:
        person = store.person_by_address(c, f"{name}@example.org")
    assert person is not None
    return person


def test_a_report_marks_the_address_and_holds_its_deadlines(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    assert ingest(office.room, report(office, name), "games@example.org", "") == "done"
    assert address_of(office, name).bounced_at == office.post.now
    assert asked(office.post.db, table.id).delivered_at is None
    assert count(office, table) == 1
    raw, to = office.write(name, "2x4")
    assert ingest(office.room, raw, to, "x@y") == "done"
    assert address_of(office, name).bounced_at is None, "who answers has got the letter"


@pytest.mark.parametrize(
    ("action", "status", "final"),
    [("failed", "4.4.7", True), ("failed", "5.1.1", True),
     ("delayed", "5.4.1", False), ("delayed", "4.4.1", False)],
)  # fmt: skip
def test_whether_a_report_is_final_its_action_says_not_its_status(
    office: Mailroom, table: store.Table, action: str, status: str, final: bool
) -> None:
    name = mover(office, table)
    raw = re.sub(rb"Status: [0-9.]+", f"Status: {status}".encode(), report(office, name))
    raw = raw.replace(b"Action: failed", f"Action: {action}".encode())
    became = ingest(office.room, raw, "games@example.org", "")
    assert became == ("done" if final else "ignored")
    assert (address_of(office, name).bounced_at is not None) == final


def test_a_report_counts_if_the_letter_was_passed_on(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    raw = report(office, name, who="elsewhere@other.example").replace(
        b"\r\nFinal-Recipient:",
        f"\r\nOriginal-Recipient: rfc822;{name.title()}@example.org\r\nFinal-Recipient:".encode(),
    )
    assert ingest(office.room, raw, "games@example.org", "") == "done"
    assert address_of(office, name).bounced_at == office.post.now


def test_a_report_about_somebody_else_or_about_a_delay_marks_nobody(
    office: Mailroom, table: store.Table
) -> None:
    name = mover(office, table)
    for raw in (
        report(office, name, who="eve@evil.example"),
        report(office, name, action="delayed"),
    ):
        assert ingest(office.room, raw, "games@example.org", "") == "ignored"
    forged = report(office, name).replace(b"games+", b"games-")
    token = str(email.message_from_bytes(office.newest(name).raw or b"")["Reply-To"])
    forged = forged.replace(token.partition("+")[2].partition("@")[0].encode(), b"a" * 24)
    assert ingest(office.room, forged, "games@example.org", "") == "ignored"
    assert address_of(office, name).bounced_at is None


def test_answers_to_mail_are_limited(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailroom, "MOST_RECEIPTS", 3)
    name = mover(office, table)
    letter = office.newest(name)
    for _time in range(mailroom.MOST_RECEIPTS + 2):
        office.reply(name, "nonsense", letter=letter)
    with office.post.db.reading() as c:
        found = [one for one in store.letters_of_seat(c, table.id, letter.seat or 0, limit=99)
                 if one.kind == "receipt"]  # fmt: skip
    assert len(found) == mailroom.MOST_RECEIPTS
    assert office.reply(name, "2x4", letter=letter) == "done", "orders still count"


# More than one order.


def test_a_whole_turn_in_one_mail_and_the_newest_mail_replaces_it(
    office: Mailroom, raid: str
) -> None:
    table = office.post.table("ann", "ben", "cid", game=raid)
    office.post_comes()
    assert office.reply("ann", "keep, glory, gold") == "done"
    kinds = [(e.kind, e.source) for e in log(office.post.db, table.id)]
    assert kinds == [("start", "lobby"), ("plan", "mail"), ("answer", "mail"), ("answer", "plan")]


def test_an_answer_under_seal_is_amended_by_the_newest_mail(office: Mailroom, raid: str) -> None:
    table = office.post.table("ann", "ben", "cid", game=raid)
    for name, text in (("ann", "keep, gold"), ("ben", "2"), ("ben", "no")):
        office.post_comes()
        assert office.reply(name, text) == "done", (name, text)
    office.post_comes()
    letter = office.newest("ann")
    for text in ("1", "3", "9", "2"):
        office.reply("ann", text, letter=letter)
    with office.post.shelf.looking(table.id) as sitting:
        stakes = [a.value for a in sitting.match.open.values() if a.answered]
    assert stakes == [2]


def test_a_mail_that_plans_replaces_what_a_mail_planned_but_not_standing_orders(
    office: Mailroom, raid: str
) -> None:
    from pbem import engine

    table = office.post.table("ann", "ben", "cid", game=raid)
    encode = games.load(raid).codec.encode
    stands = engine.Item("stake", (1,), standing=True)
    order = turns.Order(engine.PLAN, 1, value=[encode(stands)])
    turns.submit(office.post.shelf, table.id, order, now=office.post.now)
    office.post_comes()
    assert office.reply("ann", "keep, gold") == "done"
    office.post_comes()
    letter = office.newest("ben")
    assert office.reply("ben", "0, mill, grain", letter=letter) == "done"
    with office.post.shelf.looking(table.id) as sitting:
        laid = sitting.match.plans.items[engine.Seat(1)]
    assert [(item.kind, item.standing) for item in laid] == [
        ("target", False),
        ("wishes", False),
        ("stake", True),
    ]


def test_undo_by_mail(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    assert office.reply(name, "2x4") == "done"
    office.post_comes()
    assert office.reply(name, "undo", letter=office.newest(name, "receipt")) == "done"
    assert [e.kind for e in log(office.post.db, table.id)][-1] == "rewind"
    assert mover(office, table) == name


@pytest.mark.parametrize(
    ("text", "seated"), [("yes", True), ("Yes, but not before Monday", None), ("nein", False)]
)
def test_an_invitation_is_answered_by_mail(
    office: Mailroom, text: str, seated: bool | None
) -> None:
    post = office.post
    (ann,) = people(post.db, "ann", by_letter=True)
    table = lobby.open_table(post.shelf, lobby.Wish("dudo", (ann, None), pace=PACE), now=post.now)
    with post.db.writing() as c:
        config = post.desk.config
        inviting.invite(c, config, table.id, {1: "ben@example.org"}, by=ann, now=post.now)
    office.post_comes()
    became = office.reply("ben", text, letter=office.newest("ben", "invitation"))
    assert became == ("ignored" if seated is None else "done")
    assert now_at(post.db, table.id).status == ("running" if seated else "open")
    assert office.reply("ben", "yes", letter=office.newest("ben", "invitation")) == (
        "done" if seated is None else "ignored"
    )


class Killed(BaseException):
    """The process is killed."""


@pytest.mark.parametrize("where", ["sit", "begin"])
def test_an_invitation_whose_reader_is_killed_over_it_is_accepted_all_the_same(
    office: Mailroom, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    post = office.post
    (ann,) = people(post.db, "ann", by_letter=True)
    table = lobby.open_table(post.shelf, lobby.Wish("dudo", (ann, None), pace=PACE), now=post.now)
    with post.db.writing() as c:
        config = post.desk.config
        inviting.invite(c, config, table.id, {1: "ben@example.org"}, by=ann, now=post.now)
    office.post_comes()

    def killed(*_given: Any, **_more: Any) -> Any:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(lobby, where, killed)
        with pytest.raises(Killed):
            office.reply("ben", "yes")
    post.wait(minutes=3)
    mail_in.drain(office.room, Budget(5))
    lobby.begin_full_tables(post.shelf, now=post.now)  # The worker does so now and then.
    assert [one.state for one in office.inbound()] == ["done"]
    assert now_at(post.db, table.id).status == "running"
    assert len(log(post.db, table.id)) == 1


def test_who_sits_there_already_may_accept_too(office: Mailroom) -> None:
    post = office.post
    ann, ben = people(post.db, "ann", "ben", by_letter=True)
    wish = lobby.Wish("dudo", (ann, None, None), pace=PACE)
    table = lobby.open_table(post.shelf, wish, now=post.now)
    with post.db.writing() as c:
        config = post.desk.config
        inviting.invite(c, config, table.id, {1: "ben@example.org"}, by=ann, now=post.now)
    office.post_comes()
    lobby.join(post.shelf, table.id, ben, now=post.now)
    assert office.reply("ben", "yes", letter=office.newest("ben", "invitation")) == "done"
    with post.db.reading() as c:
        assert [seat.person_id for seat in store.seats(c, table.id)] == [ann, ben, None]


def test_at_a_table_that_stands_still_a_reply_is_told_so(
    office: Mailroom, table: store.Table
) -> None:
    with office.post.db.writing() as c:
        store.change_table(c, table.id, {"status": "paused"})
    assert office.reply(mover(office, table), "2x4") == "ignored"
    assert "paused" in str(office.inbound()[-1].note)


def test_who_sits_there_no_more_cannot_answer(office: Mailroom, table: store.Table) -> None:
    name = mover(office, table)
    seat = asked(office.post.db, table.id).seat
    (eve,) = people(office.post.db, "eve")
    with office.post.db.writing() as c:
        store.change_seat(c, table.id, seat, {"person_id": eve})
    assert office.reply(name, "2x4") == "ignored"
    assert count(office, table) == 1


# A reader that dies.


def test_a_mail_whose_reader_dies_over_it_is_read_again_and_acts_once(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = mover(office, table)
    raw, to = office.write(name, "2x4")
    number = mail_in.take_in(office.room, raw, to, "x@y")
    with office.post.db.writing() as c:
        (mine,) = store.claim_mail(c, office.post.now, 9, mail_in.LEASE)
    assert mail_in.drain(office.room, Budget(5)) == 0, "somebody reads it"
    office.post.wait(minutes=3)
    assert mail_in.drain(office.room, Budget(5)) == 1
    mail_in.read_one(office.room, mine)  # The first reader was only slow.
    assert count(office, table) == 2
    with office.post.db.reading() as c:
        found = store.mail(c, number)
        assert found is not None
        assert found.state == "done"


def test_whoever_looks_on_hears_what_came_of_a_mail_that_another_reads(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Timer] = []

    def another_reads_it(room: mail_in.Room, _budget: Budget) -> int:
        with room.shelf.db.writing() as c:
            (mail,) = store.claim_mail(c, room.now(), 1, mail_in.LEASE)
        readers.append(threading.Timer(0.3, mail_in.read_one, (room, mail)))
        readers[0].start()
        return 0

    monkeypatch.setattr(mail_in, "drain", another_reads_it)
    assert office.reply(mover(office, table), "2x4") == "done"
    readers[0].join()


def test_a_mail_over_which_every_reader_dies_is_put_aside(
    office: Mailroom, table: store.Table
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    mail_in.take_in(office.room, raw, to, "x@y")
    for _reader in range(mail_in.TRIES):
        with office.post.db.writing() as c:
            assert store.claim_mail(c, office.post.now, 9, mail_in.LEASE)
        office.post.wait(minutes=3)
    mail_in.drain(office.room, Budget(5))
    assert [mail.state for mail in office.inbound()] == ["failed"]
    assert count(office, table) == 1


def test_a_reader_that_stumbles_keeps_the_mail_and_reads_the_next(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = mover(office, table)
    really: Callable[..., Any] = mime.words

    def stumble(message: Any, letter: str = "") -> Any:
        if message["X-Trap"]:
            raise RuntimeError("trap")
        return really(message, letter)

    monkeypatch.setattr(mime, "words", stumble)
    assert office.reply(name, "2x4", X_Trap="1") == "failed"
    assert "RuntimeError" in str(office.inbound()[-1].note)
    assert office.reply(name, "2x4") == "done"


def test_nothing_is_lost_when_the_database_is_busy(
    office: Mailroom, table: store.Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw, to = office.write(mover(office, table), "2x4")
    mail_in.take_in(office.room, raw, to, "x@y")

    def busy(*_given: Any, **_more: Any) -> Any:
        raise store.Busy("busy")

    with monkeypatch.context() as patch:
        patch.setattr(turns, "submit", busy)
        with pytest.raises(store.Busy):
            mail_in.drain(office.room, Budget(5))
    office.post.now += mail_in.LEASE + timedelta(seconds=1)
    assert mail_in.drain(office.room, Budget(5)) == 1
    assert count(office, table) == 2


def test_a_mail_that_waits_for_a_dead_reader_does_not_come_after_its_own_correction(
    office: Mailroom, raid: str
) -> None:
    table = office.post.table("ann", "ben", "cid", game=raid)
    for name, said in (("ann", "keep, gold"), ("ben", "2"), ("ben", "no")):
        office.post_comes()
        assert office.reply(name, said) == "done", (name, said)
    office.post_comes()
    letter = office.newest("ann")
    raw, to = office.write("ann", "2", letter=letter)
    mail_in.take_in(office.room, raw, to, "ann@example.org")
    with office.post.db.writing() as c:  # Somebody begins to read it, and dies.
        assert store.claim_mail(c, office.post.now, 20, mail_in.LEASE)
    office.post.wait(seconds=30)
    raw, to = office.write("ann", "3", letter=letter)
    mail_in.take_in(office.room, raw, to, "ann@example.org")
    assert mail_in.drain(office.room, Budget(5)) == 0
    assert office.reply("ben", "what") == "ignored", "nobody else waits for it"
    office.post.wait(minutes=3)
    assert mail_in.drain(office.room, Budget(5)) == 2
    with office.post.shelf.looking(table.id) as sitting:
        assert [a.value for a in sitting.match.open.values() if a.answered] == [3]
