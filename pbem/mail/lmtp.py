"""Replies handed over by a mail server such as Postfix, by LMTP.

Each recipient gets an answer of its own: 250 if the mail is kept, 550 if no letter of ours is
answered at that address, 552 if it is too big, 451 if it cannot be kept now and shall come again.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from weakref import WeakSet

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import store
from pbem.mail import mime
from pbem.mail.ingest import Room, TooBig, is_ours, take_in

logger = logging.getLogger("pbem.lmtp")
MOST_RECIPIENTS = 20
ROUNDS = 10
"""So many rounds are more than enough to hang up, also on who is just being let in."""
LATER = "451 4.3.0 This mail cannot be kept now; try again"
TAKEN = "250 2.0.0 It is kept"
UNKNOWN = "550 5.1.1 Nobody reads mail at this address"


class Door:
    """Takes mail from a mail server."""

    def __init__(self, room: Room, on_mail: Callable[[], object]) -> None:
        self._room = room
        self._on_mail = on_mail

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Only addresses with a genuine token are ours."""
        if not is_ours(self._room.config, address):
            return UNKNOWN
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Keep the mail, once for each recipient; LMTP answers once for each too."""
        raw = envelope.content
        assert isinstance(raw, bytes)
        loop = asyncio.get_running_loop()
        sender = envelope.mail_from or ""
        answers = []
        for recipient in envelope.rcpt_tos:
            answers.append(await loop.run_in_executor(None, self._keep, raw, recipient, sender))
        if TAKEN in answers:
            await loop.run_in_executor(None, self._on_mail)
        return "\r\n".join(answers)

    def _keep(self, raw: bytes, recipient: str, sender: str) -> str:
        try:
            take_in(self._room, raw, recipient, sender)
        except TooBig:
            return "552 5.3.4 This mail is too big"
        except store.StoreError:
            logger.warning("A mail could not be kept; the mail server tries again.")
            return LATER
        except Exception:
            logger.exception("A mail could not be kept; the mail server tries again.")
            return LATER
        return TAKEN


class Listener(Controller):
    """The LMTP listener, in a thread of its own."""

    def __init__(self, room: Room, on_mail: Callable[[], object], host: str, port: int) -> None:
        super().__init__(Door(room, on_mail), hostname=host, port=port, ready_timeout=10)
        self._talks = WeakSet[SMTP]()

    def start(self) -> None:
        """Begin to listen. Raises OSError at once if somebody else does; else that takes long."""
        family = socket.AF_INET6 if ":" in self.hostname else socket.AF_INET
        socket.create_server((self.hostname, self.port), family=family).close()
        super().start()

    def factory(self) -> SMTP:
        """One conversation."""
        talk = LMTP(
            self.handler,
            data_size_limit=mime.MOST_BYTES,
            enable_SMTPUTF8=True,
            ident="pbem",
            loop=self.loop,
        )
        self._talks.add(talk)
        return talk

    def stop(self, no_assert: bool = False) -> None:
        """Listen no more, and hang up: mail servers keep a line open for the next mail."""
        asyncio.run_coroutine_threadsafe(self._hang_up(), self.loop).result(timeout=10)
        super().stop(no_assert)

    async def _hang_up(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        for listening in self.server.sockets:
            # Not `server.close()`: a line that is being opened just then would never be closed.
            self.loop.remove_reader(listening.fileno())
        for _round in range(ROUNDS):
            for talk in [*self._talks]:
                if isinstance(talk.transport, asyncio.WriteTransport):
                    talk.transport.abort()
            await asyncio.sleep(0.002)
