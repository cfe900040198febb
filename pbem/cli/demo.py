"""`pbem demo`: a whole table to play at from a mailbox, on this machine, at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pbem import store
from pbem.config import Config
from pbem.engine import _
from pbem.services import people, seating, tokens
from pbem.services.sittings import Shelf

from .instance import open_database, set_up_log, the_config, utc_now
from .serving import check_port, run_server
from .speech import Refusal

GAME, SEATS = "metal_adventures", 4
ADDRESS, NAME = "ada@demo.invalid", "Ada"
"""A name like any other: of somebody called 'You' no story can be told."""
SETTLE, BOT_PACE = 1.0, 0.5
"""Seconds: whoever looks at a demo does not want to wait for the post."""


def demo() -> None:
    """Seat you among bots, and serve until somebody says stop."""
    config = the_config()
    if config.sends_mail:
        raise Refusal(
            _("The demo keeps its letters here, but smtp_host is set. Say PBEM_SMTP_HOST= for it.")
        )
    config = replace(config, settle_seconds=SETTLE, bot_pace_seconds=BOT_PACE)
    config = replace(config, base_url="", trusted_proxies=0)  # Played at this very machine.
    set_up_log(config)
    check_port(config)
    with open_database(config) as db:
        you, table = _seated(config, db)
    key = tokens.mailbox_key(config)
    box = f"{config.site}/mailbox/{you.id}?key={key}"
    greeting = [
        str(
            _(
                "You are %(name)s, and sit at %(site)s/t/%(slug)s with three bots.",
                name=NAME,
                site=config.site,
                slug=table.slug,
            )
        ),
        str(_("Your letters come to %(link)s", link=box)),
        str(_("Open that address, read the first letter, and answer by its link or by a reply.")),
    ]
    run_server(config, greeting)


def _seated(config: Config, db: store.Database) -> tuple[store.Person, store.Table]:
    """You, at the table that goes on from the last time, or at a new one."""
    now = utc_now()
    with db.writing() as c:
        you = people.meet(c, config, ADDRESS, now=now)
        store.change_person(c, you.id, {"name": NAME})
        playing = [t for t in store.tables_of(c, you.id) if t.status == "running"]
    if playing:
        return you, playing[0]
    shelf = Shelf(db, settle=timedelta(seconds=SETTLE))
    return you, seating.against_bots(shelf, GAME, SEATS, you, now=now)
