"""People without an address: on the embedded server a name is enough to sit down."""

from __future__ import annotations

import secrets
from datetime import datetime

from pbem import store
from pbem.engine import NotAllowed, _, one_line

LONGEST_NAME = 40


def name_of(typed: str) -> str:
    """A name as it is kept: one line of printable text. Raises NotAllowed."""
    name = one_line(typed)
    if not name:
        raise NotAllowed(_("Write the name that the others shall see."))
    if len(name) > LONGEST_NAME:
        raise NotAllowed(
            _(
                "That name is %(n)d characters long. Write at most %(most)d.",
                n=len(name),
                most=LONGEST_NAME,
            )
        )
    return name


def welcome(
    c: store.Connection, typed: str, *, language: str, zone: str, now: datetime
) -> store.Person:
    """Make a person of a name alone: nobody ever writes to them, they read on the web."""
    name = name_of(typed)
    address = f"guest-{secrets.token_hex(10)}@guest.invalid"
    person = store.add_person(c, address, name=name, language=language, zone=zone, now=now)
    store.change_person(c, person.id, {"never_write": True, "reads_on_web": True})
    return person
