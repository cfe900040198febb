"""Helpers: people who look after a table together with its moderator."""

from __future__ import annotations

from pbem import store
from pbem.engine import _
from pbem.services import letters
from pbem.services.moderating import Deed, Refused, doing, write_down
from pbem.services.outside import HELPS, HELPS_NO_LONGER
from pbem.services.sittings import Shelf

MOST = 5


def let_help(shelf: Shelf, deed: Deed, person: store.Person) -> None:
    """Let somebody look after a table too. They can do whatever its moderator can."""
    with doing(shelf, deed) as (c, table):
        known = store.co_moderators(c, [table.id])[table.id]
        if person.id in known or person.id == table.moderator_id:
            raise Refused(_("They look after this table already."))
        if len(known) >= MOST:
            raise Refused(_("At most %(n)d people can help with one table.", n=MOST))
        add(c, table, deed, person)


def add(c: store.Connection, table: store.Table, deed: Deed, person: store.Person) -> None:
    """Let somebody look after a table, in the transaction of a deed, and tell them of it."""
    store.add_moderator(c, table.id, person.id)
    facts = write_down(c, deed, HELPS, person=person.id)
    letters.told(c, table, facts, deed.now)
    letters.told_to(c, table, person.id, facts, deed.now)


def let_go(shelf: Shelf, deed: Deed, person_id: int) -> None:
    """Let somebody look after a table no longer."""
    with doing(shelf, deed) as (c, table):
        if not store.remove_moderator(c, table.id, person_id):
            raise Refused(_("They do not help with this table."))
        facts = write_down(c, deed, HELPS_NO_LONGER, person=person_id)
        letters.told(c, table, facts, deed.now)
        if person_id != deed.by:
            letters.told_to(c, table, person_id, facts, deed.now)
