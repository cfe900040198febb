"""Whether letters can leave this server, and replies reach it: looked at by `pbem doctor`, with
what to write where."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from pbem import store
from pbem.config import FILE, Config
from pbem.engine import Text, _, n_
from pbem.mail import imap, links, outbox
from pbem.mail.carriers import Down, MailServer, Never, NotNow, carrier_of
from pbem.mail.headers import Unaddressable
from pbem.mail.ingest import CAME_BACK
from pbem.mail.writing import Desk
from pbem.services import letters, mailroom, people
from pbem.services.health import Finding
from pbem.services.sittings import Shelf

PATIENCE = 10.0
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def examine(config: Config) -> Iterator[Finding]:
    """Look at the way letters take, and at the way of replies."""
    if not config.sends_mail:
        yield _kept(config)
        return
    yield _login(config)
    yield from _alignment(config)
    yield from _replies(config)


def _kept(config: Config) -> Finding:
    """Without a mail server, letters are read at /mailbox, but on this very machine only."""
    if config.has_mailbox:
        return Finding(_("No mail server is configured: letters are kept here, at /mailbox."))
    return Finding(
        _("No mail server is configured: nobody gets a letter, not even one to sign in by."),
        _(
            "Write smtp_host and mail_from into %(file)s, as pbem/mail/README.md says. Until then"
            " `pbem sign-in ADDRESS` prints a link.",
            file=config.instance / FILE,
        ),
    )


def _replies(config: Config) -> Iterator[Finding]:
    """Does somebody look where replies arrive?"""
    where = config.instance / FILE
    ways = bool(config.imap_host) + bool(config.lmtp_port) + bool(config.webhook_secret)
    if not config.replies_to:
        if ways:
            yield Finding(
                _("Replies could come in, but letters name no address for them."),
                _('Write reply_address = "games+*@example.org" into %(file)s.', file=where),
            )
        else:
            yield Finding(_("Letters ask to answer on the web: reply_address is not set."))
        return
    if not ways:
        yield Finding(
            _("Replies go to %(pattern)s, but nobody looks there.", pattern=config.replies_to),
            _(
                "Write imap_host, imap_user and imap_password into %(file)s, or lmtp_port, or"
                " webhook_secret, as pbem/mail/README.md says.",
                file=where,
            ),
        )
    if config.imap_host:
        yield _mailbox(config)
    if config.lmtp_port:
        yield _door(config)


def _mailbox(config: Config) -> Finding:
    """Can we log in where replies arrive, and open the folder?"""
    shown = f"{config.imap_host}:{config.imap_port}"
    try:
        with imap.open_box(config, patience=PATIENCE):
            return Finding(_("The mailbox at %(shown)s lets us in.", shown=shown))
    except imap.MailboxDown as why:
        return Finding(
            _("The mailbox does not let us in: %(why)s", why=str(why)),
            _(
                "Check imap_host, imap_port, imap_security, imap_user, imap_password and"
                " imap_folder in %(file)s.",
                file=config.instance / FILE,
            ),
        )


def _door(config: Config) -> Finding:
    """Does a worker stand where a mail server hands replies over?"""
    shown = f"{config.lmtp_host}:{config.lmtp_port}"
    try:
        socket.create_connection((config.lmtp_host, config.lmtp_port), PATIENCE).close()
    except OSError as why:
        return Finding(
            _(
                "Nobody takes replies by LMTP at %(shown)s: %(why)s",
                shown=shown,
                why=why.strerror or str(why),
            ),
            _("Start `pbem serve`, or `pbem worker` if the web runs elsewhere."),
        )
    return Finding(_("Replies are taken by LMTP at %(shown)s.", shown=shown))


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


def reply_to_test(db: store.Database, number: int) -> Finding | None:
    """What became of the reply to a test letter, once a worker has read it."""
    with db.reading() as c:
        mails = store.mail_to(c, number)
    for mail in mails:
        if mail.state == mailroom.DONE and mail.note is None:
            return Finding(_("The reply has come. Mail works both ways."))
        if mail.state == mailroom.DONE and mail.note is not None:
            return Finding(
                _("The letter has come back: %(why)s", why=mail.note.removeprefix(CAME_BACK)),
                _("Try an address that exists, or ask whoever runs the mail server there."),
            )
        if mail.state in (mailroom.HELD, mailroom.FAILED):
            return Finding(
                _("A reply has come, but it does not count. %(why)s", why=mail.note),
                _("Reply from the address that the letter went to, with your usual mail program."),
            )
    return None


class Undeliverable(Exception):
    """The test letter did not go out."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text
