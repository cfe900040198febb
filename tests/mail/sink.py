"""A real mail server in this process that keeps what it is given, and misbehaves on request."""

from __future__ import annotations

import email
import email.policy
from asyncio import Transport
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem.bench.wire import free_port


@dataclass
class Sink:
    """What came in, and how the next ones are answered."""

    port: int = 0
    taken: list[Envelope] = field(default_factory=list)
    connections: int = 0
    at_recipient: list[str] = field(default_factory=list)
    """Answers to the next recipients, one each; then all are welcome."""
    at_sender: list[str] = field(default_factory=list)
    """Answers to the next senders, one each; then all are welcome."""
    at_end: list[str] = field(default_factory=list)
    """Answers to the next whole letters; 'gone' takes the letter and hangs up without a word."""

    @property
    def letters(self) -> list[EmailMessage]:
        """What came in, read."""
        found = []
        for envelope in self.taken:
            assert isinstance(envelope.content, bytes)
            parsed = email.message_from_bytes(envelope.content, policy=email.policy.default)
            found.append(parsed)
        return found

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, host: str, responses: list[str]
    ) -> list[str]:
        self.connections += 1
        session.host_name = host
        return responses

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        answer = self.at_sender.pop(0) if self.at_sender else "250 OK"
        if answer.startswith("250"):
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[Any]
    ) -> str:
        answer = self.at_recipient.pop(0) if self.at_recipient else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        answer = self.at_end.pop(0) if self.at_end else "250 OK"
        if answer == "gone":
            self.taken.append(envelope)
            assert isinstance(server.transport, Transport)
            server.transport.abort()
            return "250 too late"
        if answer.startswith("250"):
            self.taken.append(envelope)
        return answer


@contextmanager
def listening() -> Iterator[Sink]:
    """A mail server on a free port of this machine."""
    sink = Sink(port=free_port())
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port, enable_SMTPUTF8=True)
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
