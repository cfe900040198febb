"""What the people and bots at a table are called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pbem import store
from pbem.engine import PLAIN, Text, Tongue, _

BOTS = ("Alba", "Bruno", "Carla", "Dario", "Elsa", "Fynn", "Greta", "Hugo")
"""Bots have names too: one for each place at the table."""


def seat_names(
    seats: Iterable[store.Seat], people: Mapping[int, store.Person], tongue: Tongue = PLAIN
) -> tuple[str, ...]:
    """The name at every seat; of two people with one name the later gets a number."""
    seen: Counter[str] = Counter()
    names = []
    for seat in seats:
        name = tongue.say(_who(seat, people))
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return tuple(names)


def _who(seat: store.Seat, people: Mapping[int, store.Person]) -> Text | str:
    person = None if seat.person_id is None else people.get(seat.person_id)
    if seat.bot is not None and (person is None or person.erased_at is not None):
        return _("Bot %(name)s", name=BOTS[seat.index % len(BOTS)])
    return _("an empty seat") if seat.person_id is None else name_of(person)


def name_of(person: store.Person | None) -> Text | str:
    """What somebody is called who sits or sat at a table."""
    if person is None or person.erased_at is not None:
        return _("a former player")
    return person.name or _("somebody")
