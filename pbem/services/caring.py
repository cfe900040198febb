"""Who is told if a table needs somebody: its moderator and who helps, or else all of them."""

from __future__ import annotations

from pbem import store


def carers(c: store.Connection, table: store.Table) -> list[store.Person]:
    """Who looks after a table: its moderator and who helps.

    A table that has nobody, or nobody any more, is the care of all moderators of the server.
    """
    numbers = set(store.co_moderators(c, [table.id])[table.id])
    if table.moderator_id is not None:
        numbers.add(table.moderator_id)
    found = store.people(c, sorted(numbers)) if numbers else {}
    own = [person for person in found.values() if person.erased_at is None]
    return own or list(store.site_moderators(c))
