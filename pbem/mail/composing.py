"""The envelope and the headers: everything about a letter but its words."""

from __future__ import annotations

import hashlib
import quopri
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime

from pbem import store
from pbem.config import Config
from pbem.mail import links
from pbem.mail.headers import Unaddressable, mailbox, safe
from pbem.mail.reader import Reader
from pbem.services import letters

MOST = 80_000
"""So many bytes a letter has at most; some mail programs cut off what is longer."""
LONGEST_LINE = 900
"""Mail knows no longer lines than 998 bytes."""


@dataclass(frozen=True)
class Words:
    """What a letter says, both ways."""

    subject: str
    text: str
    html: str


def compose(
    config: Config, letter: store.Letter, reader: Reader, words: Words, table: store.Table | None
) -> bytes:
    """The letter as it goes over the wire. Raises Unaddressable."""
    head = _head(config, letter, reader, words, table)
    boundary = f"=_{hashlib.sha256(letter.key.encode()).hexdigest()[:32]}"
    parts = [("plain", _encoded(words.text)), ("html", _encoded(words.html))]
    if len(head) + sum(len(body) for _kind, body in parts) > MOST:
        del parts[1]  # The text is complete on its own.
    # The library takes five times as long to put parts together, and nothing in them is typed
    # by anybody: a line that could end a part begins with an equals sign, which is encoded.
    lines = [
        head.rstrip(b"\r\n"),
        f'Content-Type: multipart/alternative; boundary="{boundary}"'.encode(),
        b"",
    ]
    for kind, body in parts:
        lines += [f"--{boundary}".encode(), f'Content-Type: text/{kind}; charset="utf-8"'.encode()]
        lines += [b"Content-Transfer-Encoding: quoted-printable", b"", body]
    lines += [f"--{boundary}--".encode(), b""]
    return b"\r\n".join(lines)


def _encoded(words: str) -> bytes:
    """Text as quoted-printable, with the line ends that mail has."""
    plain = words.encode("utf-8", "replace").replace(b"\r\n", b"\n")
    return quopri.encodestring(plain).replace(b"\n", b"\r\n")


def _head(
    config: Config, letter: store.Letter, reader: Reader, words: Words, table: store.Table | None
) -> bytes:
    """What people typed goes through the library, which encodes it; what is all our own is
    written as it is, in a fifth of the time."""
    person = reader.person
    address = letter.facts["address"] if letter.kind == letters.ADDRESS else person.address
    message = EmailMessage(policy=SMTP if address.isascii() else SMTPUTF8)
    message["From"] = mailbox(config.mail_name, config.sender)
    message["To"] = mailbox(person.name, address)
    message["Subject"] = safe(words.subject)
    if reply := links.reply_to(config, letter.id):
        message["Reply-To"] = mailbox(config.mail_name, reply)
    own = {
        "Date": format_datetime(reader.now),
        "Message-ID": links.message_id(config, letter),
        **_thread(links.thread(config, letter, table)),
        **_for_machines(config, letter, table),
        "Content-Language": person.language,
        "MIME-Version": "1.0",
    }
    lines = [_line(name, value) for name, value in own.items()]
    return message.as_bytes().rstrip(b"\r\n") + b"\r\n" + b"".join(lines)


def _thread(thread: str) -> dict[str, str]:
    return {"In-Reply-To": thread, "References": thread} if thread else {}


def _for_machines(
    config: Config, letter: store.Letter, table: store.Table | None
) -> dict[str, str]:
    """So that no machine answers, and every program offers to stop the letters."""
    listed = {} if table is None else {"List-Id": f"<{table.slug}.{links.domain(config)}>"}
    return {
        **listed,
        "List-Unsubscribe": f"<{links.mute(config, letter.id)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "Precedence": "bulk",
        "X-Auto-Response-Suppress": "All",
        "x-ms-reactions": "disallow",
    }


def _line(name: str, value: str) -> bytes:
    """A header of plain characters on one line. Raises Unaddressable if it is anything else."""
    if not value.isascii() or not value.isprintable() or len(value) > LONGEST_LINE:
        raise Unaddressable(f"its {name} cannot stand in a letter")
    return f"{name}: {value}\r\n".encode("ascii")
