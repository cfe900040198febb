"""People by their address: nobody has a password, whoever reads the mail is the person."""

from __future__ import annotations

import re
from datetime import datetime

from pbem import store
from pbem.config import Config
from pbem.engine import NotAllowed, _

LONGEST = 254
HOST = "host@localhost.invalid"
"""Whoever starts a server on their own machine, where no letter has to reach anybody."""
_SHAPE = re.compile(r"[^@\s\x00-\x1f\x7f]+@[^@\s\x00-\x1f\x7f]+")


def address_of(typed: str) -> str:
    """An address that could be one. Raises NotAllowed."""
    address = typed.strip()
    if len(address) > LONGEST or not _SHAPE.fullmatch(address):
        raise NotAllowed(
            _("'%(typed)s' is not an address. Write one such as ann@example.org.", typed=typed[:80])
        )
    return address


def meet(c: store.Connection, config: Config, typed: str, *, now: datetime) -> store.Person:
    """The person with this address, made now if unknown; the name is what stands before the @."""
    address = address_of(typed)
    name = address.partition("@")[0]
    return store.add_person(
        c, address, name=name, language=config.language, zone=config.zone, now=now
    )


def make_moderator(c: store.Connection, person: store.Person, *, now: datetime) -> None:
    """Let a person see and settle what stands still."""
    if not person.is_moderator:
        store.change_person(c, person.id, {"is_moderator": True})
        store.note(c, "made moderator", at=now, person_id=person.id)


def make_administrator(c: store.Connection, person: store.Person, *, now: datetime) -> None:
    """Let a person look after every table, and after people's data."""
    if not person.is_admin:
        store.change_person(c, person.id, {"is_admin": True})
        store.note(c, "made administrator", at=now, person_id=person.id)


def host(c: store.Connection, config: Config, *, now: datetime) -> store.Person:
    """The first person of a server that nothing is configured for: its moderator."""
    person = meet(c, config, HOST, now=now)
    make_moderator(c, person, now=now)
    store.change_person(c, person.id, {"never_write": True, "reads_on_web": True})
    return person
