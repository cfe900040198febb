"""`pbem sign-in` and `pbem moderator`: people by their address."""

from __future__ import annotations

from pbem.engine import _
from pbem.services import people, tokens

from .instance import open_database, the_config, utc_now
from .speech import say


def print_link(address: str) -> None:
    """Print a link that signs somebody in; who is unknown becomes known."""
    config, now = the_config(), utc_now()
    with open_database(config) as db:
        with db.writing() as c:
            person = people.meet(c, config, address, now=now)
        say(tokens.sign_in_link(config, person, now))


def appoint(address: str, *, site: bool = False) -> None:
    """Make somebody a moderator, or the server's administrator."""
    config, now = the_config(), utc_now()
    with open_database(config) as db:
        with db.writing() as c:
            person = people.meet(c, config, address, now=now)
            people.make_moderator(c, person, now=now)
            if site:
                people.make_administrator(c, person, now=now)
        if site:
            say(_("%(address)s looks after the whole server now.", address=person.address))
        else:
            say(_("%(address)s is a moderator now.", address=person.address))
        say(_("To sign in, open %(link)s", link=tokens.sign_in_link(config, person, now)))
