"""People who answer their letters: by real mail, as their programs would send it."""

from __future__ import annotations

import email
import email.policy
import itertools
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from pbem import store
from pbem.mail.ingest import Room, ingest
from pbem.services.budget import Budget
from tests.mail.clients import SHAPES, Quotable
from tests.mail.conftest import Post
from tests.services.tables import asked

numbers = itertools.count(1)


def quotable(raw: bytes) -> Quotable:
    """A letter as a program shows it and quotes it."""
    letter = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(letter, EmailMessage)
    text, page = letter.get_body(("plain",)), letter.get_body(("html",))
    assert text is not None
    reply = letter["Reply-To"]
    return Quotable(
        text=text.get_content(),
        html="" if page is None else page.get_content(),
        address=reply.addresses[0].addr_spec if reply else "nobody@example.org",
        subject=str(letter["Subject"]),
    )


@dataclass
class Mailroom:
    """Reads the mail of a post office."""

    post: Post
    room: Room = field(init=False)

    def __post_init__(self) -> None:
        self.room = Room(self.post.desk.config, self.post.shelf, lambda: self.post.now)

    def newest(self, name: str, kind: str = "") -> store.Letter:
        """The newest letter that somebody was sent."""
        with self.post.db.reading() as c:
            person = store.person_by_address(c, f"{name}@example.org")
            assert person is not None
        for letter in reversed(self.post.letters(person.id)):
            if letter.state == "sent" and kind in ("", letter.kind):
                return letter
        raise AssertionError(f"no letter for {name}")

    def write(
        self,
        name: str,
        text: str,
        *,
        shape: str = "gmail_english",
        letter: store.Letter | None = None,
        sender: str = "",
        **headers: str,
    ) -> tuple[bytes, str]:
        """A reply and where it goes."""
        letter = letter or self.newest(name)
        assert letter.raw is not None
        quoted = quotable(letter.raw)
        message = SHAPES[shape](text, quoted)
        named: dict[str, Any] = {
            "From": sender or f"{name.title()} <{name}@example.org>",
            "To": quoted.address,
            "Message-ID": f"<{next(numbers)}@example.org>",
            "Subject": f"Re: {quoted.subject}",
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }
        for key, value in named.items():
            del message[key]
            message[key] = value
        return message.as_bytes(), quoted.address

    def reply(self, name: str, text: str, **more: Any) -> str:
        """Send a reply; what became of it."""
        raw, recipient = self.write(name, text, **more)
        return ingest(self.room, raw, recipient, more.get("mail_from", f"{name}@example.org"))

    def post_comes(self, **span: float) -> list[store.Letter]:
        """Let time pass and letters go out."""
        self.post.wait(**(span or {"minutes": 2}))
        before = len(self.post.sink.taken)
        self.post.send()
        return self.post.sink.taken[before:]  # type: ignore[return-value]

    def inbound(self) -> list[store.Inbound]:
        """All mail that came, oldest first."""
        found: list[store.Inbound] = []
        with self.post.db.reading() as c:
            while (one := store.mail(c, len(found) + 1)) is not None:
                found.append(one)
        return found


def mover(office: Mailroom, table: store.Table) -> str:
    """Whoever is asked, at a table of Ann and Ben."""
    return ("ann", "ben")[asked(office.post.db, table.id).seat]


__all__ = ["Budget", "Mailroom", "mover", "quotable"]
