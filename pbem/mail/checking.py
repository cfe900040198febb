"""Whether letters can leave this server: looked at by `pbem doctor`, with what to write where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from pbem import store
from pbem.config import FILE, Config
from pbem.engine import Text, _, n_
from pbem.mail import links, outbox
from pbem.mail.carriers import Down, MailServer, Never, NotNow, carrier_of
from pbem.mail.headers import Unaddressable
from pbem.mail.writing import Desk
from pbem.services import letters, people
from pbem.services.health import Finding
from pbem.services.sittings import Shelf

PATIENCE = 10.0
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def examine(config: Config) -> Iterator[Finding]:
    """Look at the way letters take."""
    if not config.sends_mail:
        yield Finding(_("No mail server is configured: letters are kept here, at /mailbox."))
        return
    yield _login(config)
    yield from _alignment(config)
    if not config.replies_to:
        yield Finding(_("Letters ask to answer on the web: reply_address is not set."))


def _login(config: Config) -> Finding:
    """Can we connect, privately if we have to, and log in?"""
    server = MailServer(config, patience=PATIENCE)
    shown = f"{config.smtp_host}:{config.smtp_port}"
    try:
        with server:
            server.call()
    except Down as why:
        return Finding(
            _("The mail server %(shown)s does not let us in: %(why)s", shown=shown, why=str(why)),
            _(
                "Check smtp_host, smtp_port, smtp_security, smtp_user and smtp_password in"
                " %(file)s.",
                file=config.instance / FILE,
            ),
        )
    return Finding(_("The mail server %(shown)s lets us in.", shown=shown))


def _alignment(config: Config) -> Iterator[Finding]:
    """Servers that receive letters compare who sends with whom a letter says it is from."""
    ours = links.domain(config)
    envelope = (config.replies_to or config.sender).rpartition("@")[2]
    if _belongs(ours, envelope) or _belongs(envelope, ours):
        yield Finding(_("Letters come from %(ours)s, and so do their envelopes.", ours=ours))
    else:
        yield Finding(
            _(
                "Letters say they come from %(ours)s, but their envelopes come from %(envelope)s:"
                " many servers take that for a forgery.",
                ours=ours,
                envelope=envelope,
            ),
            _(
                "Let mail_from and reply_address have the same domain in %(file)s.",
                file=config.instance / FILE,
            ),
        )


def _belongs(inner: str, outer: str) -> bool:
    return inner == outer or inner.endswith(f".{outer}")


def undelivered(c: store.Connection) -> Iterator[Finding]:
    """Letters that nobody took."""
    failed = store.count_letters(c, "failed")
    if failed:
        yield Finding(
            n_(
                "%(n)d letter was refused for good.", "%(n)d letters were refused for good.", failed
            ),
            _("The moderator's desk shows whom they were for, and why."),
        )


def send_test(config: Config, db: store.Database, typed: str, now: datetime) -> int:
    """Send a letter to an address, at once; its number. Raises NotAllowed, Undeliverable."""
    with db.writing() as c:
        person = people.meet(c, config, typed, now=now)
        # Dated long ago, so that it is the first to be claimed and no other one is.
        new = replace(letters.test(person, now), not_before=LONG_AGO)
        store.queue(c, [new])
        (letter,) = store.claim_letters(c, now, 1, outbox.LEASE)
    desk = Desk(config, Shelf(db))
    try:
        raw = desk.write(letter, now).raw
        with carrier_of(config) as carrier:
            sender = links.reply_to(config, letter.id) or config.sender
            carrier.carry(raw, sender, person.address)
    except (Down, NotNow, Never, Unaddressable) as why:
        with db.writing() as c:
            store.give_up(c, letter.id, letter.attempt, str(why))
        raise Undeliverable(_("The letter was not taken: %(why)s", why=str(why))) from why
    with db.writing() as c:
        store.keep_written(c, letter.id, letter.attempt, raw, {})
        store.mark_sent(c, letter.id, letter.attempt, now)
    return letter.id


class Undeliverable(Exception):
    """The test letter did not go out."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text
