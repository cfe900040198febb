"""Mail in, from whatever transport: kept raw first, then opened, sorted and carried out.

Whatever is wrong with a mail stays with that mail: it is kept for the moderator with a note, and
the next one is read.
"""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import store
from pbem.config import Config
from pbem.mail import mime, sorting
from pbem.services import delivery, limits, mailroom, tokens
from pbem.services.budget import Budget
from pbem.services.mailroom import DONE, FAILED, IGNORED, Reply
from pbem.services.sittings import Shelf

logger = logging.getLogger("pbem.mail")
LEASE = timedelta(minutes=2)
LATE = timedelta(minutes=10)
"""A mail that needs longer than this was held up on its way; clocks differ by less."""
TRIES = 3
"""So often a mail is opened whose reader died over it."""
BATCH = 20
PATIENCE = 5.0
"""So many seconds somebody who looks on waits for a mail that another reads."""
MOST_AN_HOUR = 60
"""So many mails to one letter are read in an hour; a person needs a few."""
CAME_BACK = "Letters come back: "
"""How the note of a mail begins that reports a letter nobody took."""
_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?(\S{1,400})", re.I | re.M)
_LINE_ENDS = re.compile(r"[\r\n<>\x00-\x1f]")


class TooBig(Exception):
    """A mail that is longer than any order."""


@dataclass(frozen=True)
class Room:
    """What is needed to read mail."""

    config: Config
    shelf: Shelf
    now: Callable[[], datetime]


def is_ours(config: Config, recipient: str) -> bool:
    """Whether mail to this address answers a letter of ours."""
    local = recipient.strip().strip("<>").rpartition("@")[0]
    return any(_letter_number(config, token) for token in sorting.tokens_of(local))


def take_in(room: Room, raw: bytes, recipient: str, mail_from: str | None) -> int:
    """Keep a mail before anybody looks at it; its number. Raises TooBig, and what the store does.

    `mail_from` is the sender on the envelope, empty for a machine's, None if nobody knows it.
    """
    if len(raw) > mime.MOST_BYTES:
        raise TooBig
    if mail_from is not None:
        path = _LINE_ENDS.sub("", mail_from)[:300].encode("utf-8", "replace")
        raw = b"Return-Path: <" + path + b">\r\n" + raw
    head = raw[: mime.MOST_HEADER_BYTES]
    known = _MESSAGE_ID.search(raw[: mime.end_of_headers(raw)])
    name = known[1].decode("ascii", "replace") if known else None
    body = raw.partition(b"\n\n")[2] or raw.partition(b"\r\n\r\n")[2] or raw
    with room.shelf.db.writing() as c:
        return store.take_in(
            c,
            received_at=room.now(),
            message_id=name or f"sha256:{hashlib.sha256(body).hexdigest()}",
            from_address=_sender(head),
            recipient=recipient[:500],
            raw=raw,
        )


def _sender(head: bytes) -> str:
    try:
        return mime.sender(mime.parse(head))
    except mime.Unreadable:
        return ""


def ingest(room: Room, raw: bytes, recipient: str, mail_from: str | None) -> str:
    """Keep a mail and read it at once; what became of it. Raises TooBig.

    A worker may have seen it first, and needs a moment. If it takes longer, the mail is still
    read: what is returned then says that it waits.
    """
    number = take_in(room, raw, recipient, mail_from)
    drain(room, Budget(10))
    patience = Budget(PATIENCE)
    while True:
        with room.shelf.db.reading() as c:
            found = store.mail(c, number)
        if found is None or found.is_settled or patience.spent:
            return "" if found is None else found.state
        time.sleep(0.05)


def drain(room: Room, budget: Budget) -> int:
    """Read all mail that waits; how much."""
    read = 0
    while True:
        with room.shelf.db.writing() as c:
            mine = store.claim_mail(c, room.now(), BATCH, LEASE)
        if not mine:
            return read
        for mail in mine:
            read_one(room, mail)
        read += len(mine)
        if budget.spent:
            return read


def read_one(room: Room, mail: store.Inbound) -> None:
    """Read one mail, whatever it is, and settle it."""
    try:
        _open(room, mail)
    except mailroom.Settled:
        logger.info("Mail %d was settled by another worker.", mail.id)
    except (store.Busy, store.Unreachable, store.Conflict):
        raise  # Its lease runs out, and it is read again.
    except mime.Unreadable as why:
        _settle(room, mail, FAILED, str(why))
    except Exception as why:
        logger.exception("Mail %d cannot be read; it is kept.", mail.id)
        _settle(room, mail, FAILED, f"It made the reader stumble ({type(why).__name__}).")


def _settle(room: Room, mail: store.Inbound, state: str, note: str) -> None:
    with room.shelf.db.writing() as c:
        store.settle_mail(c, mail.id, state, note[: mailroom.LONGEST_NOTE])


def _open(room: Room, mail: store.Inbound) -> None:
    if mail.attempt > TRIES:
        raise mime.Unreadable("Its reader died over it, several times.")
    message = mime.parse(mail.raw)
    kind = sorting.kind_of(message)
    letter = _letter(room, mail, message, kind)
    if letter is None:
        return _settle(room, mail, IGNORED, "It answers no letter of ours.")
    with room.shelf.db.writing() as c:
        store.place_mail(c, mail.id, letter.id, letter.table_id)
        again = store.came_before(c, mail, letter.id) and not mail.released
        person = store.person(c, letter.person_id)
    if again:
        return _settle(room, mail, IGNORED, "It has come before.")
    if person is None or person.erased_at is not None:
        return _settle(room, mail, IGNORED, "Its reader is forgotten.")
    if kind == sorting.BOUNCE:
        return _bounced(room, mail, message, person)
    if kind != sorting.REPLY:
        return _settle(room, mail, IGNORED, f"A machine wrote it ({kind}).")
    now = room.now()
    if not limits.within(room.shelf.db, "mail", str(letter.id), now, most=MOST_AN_HOUR,
                         window=timedelta(hours=1)):  # fmt: skip
        return _settle(room, mail, IGNORED, "Too many mails came to this letter.")
    return _carry_out(room, mail, message, letter, person)


def _carry_out(
    room: Room,
    mail: store.Inbound,
    message: mime.Parsed,
    letter: store.Letter,
    person: store.Person,
) -> None:
    now = room.now()
    said = mime.letter_text(letter.raw)
    words = mime.words(message, said)
    if sorting.says_reaction(words.new, said):
        return _settle(room, mail, IGNORED, f"A machine wrote it ({sorting.REACTION}).")
    reply = Reply(mail.id, letter, person, words.new)
    sender = mime.sender(message)
    if sender.strip().casefold() != person.address and not mail.released:
        mailroom.hold(room.shelf, reply, sender, now=now)
        return None
    if person.bounced_at is not None and not mail.released:
        with room.shelf.db.writing() as c:
            delivery.arrives(c, person, now)
    if _overtaken(room, mail, message, letter):
        mailroom.overtaken(room.shelf, reply, now=now)
    else:
        mailroom.answer(room.shelf, reply, now=now)
    return None


def _overtaken(room: Room, mail: store.Inbound, message: mime.Parsed, letter: store.Letter) -> bool:
    """Was this mail held up on its way, and has its writer written again since?"""
    written = mime.written_at(message)
    if written is None or letter.table_id is None or mail.released:
        return False
    if mail.received_at - written < LATE:
        return False
    with room.shelf.db.reading() as c:
        others = store.carried_out(c, letter.table_id, letter.person_id)
    dates = [mime.written_at(mime.parse(one.raw)) for one in others]
    return any(
        later is not None and written < later < one.received_at + LATE
        for one, later in zip(others, dates, strict=True)
    )


def _bounced(room: Room, mail: store.Inbound, message: mime.Parsed, person: store.Person) -> None:
    """A letter came back. Only if it names the letter's reader, their address is marked."""
    report = sorting.report_in(message)
    assert report is not None
    if person.address not in report.recipients:
        return _settle(room, mail, IGNORED, "A report about an address that is not the reader's.")
    with room.shelf.db.writing() as c:
        if store.settle_mail(c, mail.id, DONE, f"{CAME_BACK}{report.why}"[:500]):
            delivery.came_back(c, person.id, report.why, room.now())
    return None


def _letter(
    room: Room, mail: store.Inbound, message: mime.Parsed, kind: str
) -> store.Letter | None:
    """The letter that a mail answers, by the token in its address."""
    found = sorting.tokens_in(mail.recipient, message)
    if kind in (sorting.BOUNCE, sorting.DELAY):
        found += sorting.tokens_returned(mail.raw)
    for token in found:
        number = _letter_number(room.config, token)
        if number:
            with room.shelf.db.reading() as c:
                return store.letter(c, number)
    return None


def _letter_number(config: Config, token: str) -> int:
    try:
        return tokens.read_reply(tokens.reply_key(config), token)
    except tokens.BadToken:
        return 0
