"""`pbem doctor`: what is wrong, and what to write where."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing, suppress

import click

from pbem import store
from pbem.config import Config
from pbem.engine import PLAIN, _, n_
from pbem.mail import checking
from pbem.services import health, instance
from pbem.services.health import Finding

from .instance import open_database, the_config, utc_now
from .speech import Refusal, say

EVERY = 2.0
"""Seconds between two looks for a reply."""


def consult() -> None:
    """Say how everything is; a refusal if something is not well."""
    config = the_config()
    _tell([*health.examine(config, utc_now()), *_mail(config)])
    say(_("Everything is well."))


def _mail(config: Config) -> Iterator[Finding]:
    """The way of letters, and those that did not go it."""
    yield from checking.examine(config)
    if not instance.is_there(config):
        return
    # What is wrong with the database, the look at it has said already.
    with suppress(store.StoreError), closing(store.Database(config.database_url)) as db:
        if store.is_current(db):
            with db.reading() as c:
                yield from checking.undelivered(c)


def _tell(findings: list[Finding]) -> None:
    ill = 0
    for finding in findings:
        say(f"{'✓' if finding.well else '✗'} {PLAIN.say(finding.what)}")
        if finding.remedy is not None:
            ill += 1
            click.echo(f"  → {PLAIN.say(finding.remedy)}")
    if ill:
        raise Refusal(n_("%(n)d thing is not well.", "%(n)d things are not well.", ill))


def try_mail(address: str, wait: int) -> None:
    """Send a test letter, and wait until its reply has come back in."""
    config = the_config()
    _tell([*checking.examine(config)])
    with open_database(config) as db:
        try:
            number = checking.send_test(config, db, address, utc_now())
        except checking.Undeliverable as why:
            raise Refusal(why.text) from why
        say(_("The letter to %(address)s was taken. Look whether it arrives.", address=address))
        if not config.replies_to or not config.sends_mail or not wait:
            return None
        say(_("Now reply to it with any words; I wait %(n)d seconds for the reply.", n=wait))
        give_up = time.monotonic() + wait
        while time.monotonic() < give_up:
            became = checking.reply_to_test(db, number)
            if became is not None:
                return _tell([became])
            time.sleep(EVERY)
    raise Refusal(
        _(
            "No reply has come. Is a worker running, and does mail to %(pattern)s arrive where it"
            " reads? pbem/mail/README.md says what to set.",
            pattern=config.replies_to,
        )
    )
