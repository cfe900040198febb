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
    if person is not None and person.erased_at is None:
        return person.name or _("somebody")
    if seat.bot is not None:
        return _("Bot %(name)s", name=BOTS[seat.index % len(BOTS)])
    if seat.person_id is not None:
        return _("a former player")
    return _("an empty seat")
