"""Who carries letters: a mail server, over one connection for many, or the catcher.

The library raises the same errors for a refusal that passes and for one that stays, so the code
of the answer is what counts: 4 means later, 5 means never. What is wrong with the connection, or
with us, is nobody's fault who is written to.
"""

from __future__ import annotations

import contextlib
import smtplib
import ssl
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from pbem.config import Config
from pbem.mail import links
from pbem.services import tokens

PATIENCE = 30.0
"""So many seconds a mail server may take for each answer."""


class NotNow(Exception):
    """This letter was not taken; it may be later."""


class Never(Exception):
    """This letter will never be taken; `address` if that is because of where it goes."""

    def __init__(self, why: str, *, address: bool = False) -> None:
        super().__init__(why)
        self.address = address


class Down(Exception):
    """Nothing can be sent now: the server is gone, or does not let us in."""


class Carrier(Protocol):
    """Takes letters, one after the other, inside a `with`."""

    def __enter__(self) -> Carrier: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def carry(self, raw: bytes, sender: str, recipient: str) -> None:
        """Hand a letter over. Raises NotNow, Never or Down."""


class Catcher:
    """Keeps letters where they are: /mailbox shows them."""

    def __enter__(self) -> Carrier:
        return self

    def __exit__(self, *_error: object) -> None:
        return None

    def carry(self, raw: bytes, sender: str, recipient: str) -> None:
        """It has arrived."""


@dataclass
class MailServer:
    """A mail server; the connection is made for the first letter and closed after the last."""

    config: Config
    patience: float = PATIENCE
    _line: smtplib.SMTP | None = None

    def __enter__(self) -> Carrier:
        return self

    def __exit__(self, *_error: object) -> None:
        self.hang_up()

    def carry(self, raw: bytes, sender: str, recipient: str) -> None:
        """Hand a letter over. Raises NotNow, Never or Down."""
        line = self._line or self.call()
        options = [] if recipient.isascii() and sender.isascii() else ["SMTPUTF8"]
        try:
            line.sendmail(sender, [recipient], raw, options)
        except smtplib.SMTPRecipientsRefused as why:
            ((code, said),) = why.recipients.values()
            raise _refusal(code, said, address=True) from why
        except smtplib.SMTPSenderRefused as why:
            self.hang_up()
            raise Down(
                f"our own address is refused: {_told(why.smtp_code, why.smtp_error)}"
            ) from why
        except smtplib.SMTPResponseException as why:
            raise _refusal(why.smtp_code, why.smtp_error) from why
        except smtplib.SMTPNotSupportedError as why:
            raise Never(_shown(f"the mail server cannot send to such an address: {why}")) from why
        except (OSError, smtplib.SMTPException, ValueError) as why:
            self.hang_up()
            raise Down(_shown(str(why)) or type(why).__name__) from why

    def call(self) -> smtplib.SMTP:
        """Connect, and log in if there is a name to log in with. Raises Down."""
        config = self.config
        try:
            line = self._line = self._dialled()
            if config.smtp_security == "starttls":
                line.starttls(context=ssl.create_default_context())
            if config.smtp_user:
                line.login(config.smtp_user, config.smtp_password)
            line.ehlo_or_helo_if_needed()
        except smtplib.SMTPResponseException as why:
            self.hang_up()
            raise Down(_told(why.smtp_code, why.smtp_error)) from why
        except (OSError, smtplib.SMTPException) as why:
            self.hang_up()
            raise Down(_shown(str(why)) or type(why).__name__) from why
        return line

    def _dialled(self) -> smtplib.SMTP:
        host, port, us = self.config.smtp_host, self.config.smtp_port, links.domain(self.config)
        if self.config.smtp_security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(host, port, us, timeout=self.patience, context=context)
        return smtplib.SMTP(host, port, us, timeout=self.patience)

    def hang_up(self) -> None:
        """Close the connection politely, if there is one."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                line.quit()
            line.close()


def carrier_of(config: Config) -> Carrier:
    """Whoever carries letters here."""
    return MailServer(config) if config.sends_mail else Catcher()


def _told(code: int, said: bytes | str) -> str:
    words = said.decode("utf-8", "replace") if isinstance(said, bytes) else said
    return _shown(f"{code} {words}")


def _shown(said: str) -> str:
    """What a server said, as it may be kept and shown: our own address on the envelope is a key
    to the letter, and servers like to quote it."""
    return tokens.blotted(said)[:300]


def _refusal(code: int, said: bytes | str, *, address: bool = False) -> NotNow | Never | Down:
    """What the server's answer means. 421 is how it says goodbye."""
    why = _told(code, said)
    if code == 421:
        return Down(why)
    if 500 <= code < 600:
        # Some servers look at the recipient only when they have the whole letter.
        return Never(why, address=address or " 5.1." in f" {why}" or " 5.2.1" in why)
    return NotNow(why)
