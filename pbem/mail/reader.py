"""Who a letter is written to: their language, their clock, and how they hear a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from markupsafe import Markup, escape

from pbem import store
from pbem.engine import Seat, Text, Tongue
from pbem.services import drawing, moments, naming
from pbem.services.tongues import tongue

MARKS = "●■▲◆⬢★✚▼"
"""A shape for every seat, as on the boards; letters cannot carry drawings."""


@dataclass(frozen=True)
class MailTongue(drawing.RichTongue):
    """Says sentences as HTML for a letter: a name carries its seat's shape and colour."""

    def name(self, seat: Seat) -> str:
        i, plain = seat % len(MARKS), escape(Tongue.name(self, seat))
        shape = f'<span class="who s{i}"><span class="mark">{MARKS[i]}</span>'
        return Markup(f"{shape}&nbsp;{plain}</span>")


@dataclass(frozen=True)
class Reader:
    """Somebody who gets a letter, at this moment."""

    person: store.Person
    now: datetime
    tongue: Tongue

    @property
    def rich(self) -> MailTongue:
        """The same reader, hearing in HTML."""
        t = self.tongue
        return MailTongue(t.names, t.gettext, t.ngettext, t.wordings)

    def say(self, text: Text | str) -> str:
        """A sentence in the reader's language."""
        return self.tongue.say(text)

    def moment(self, at: datetime) -> str:
        """'Thursday 20:00 (in 9 hours)', on the reader's own clock."""
        return moments.moment(at, self.now, self.person.zone, self.person.language)

    def span(self, seconds: int) -> str:
        """'1 day'."""
        return moments.span(timedelta(seconds=seconds), self.person.language)

    def day_and_time(self, at: datetime) -> str:
        """'Thursday 20:00'."""
        return moments.day_and_time(at, self.now, self.person.zone, self.person.language)


def reader_of(person: store.Person, now: datetime) -> Reader:
    """A reader who is told of no table."""
    return Reader(person, now, tongue(person.language))


def at_table(
    person: store.Person,
    now: datetime,
    seats: Iterable[store.Seat],
    people: Mapping[int, store.Person],
    wordings: Mapping[int, str],
    game: str,
) -> Reader:
    """A reader who is told of a table with these people at this game, and what they wrote."""
    plain = tongue(person.language)
    names = naming.seat_names(seats, people, plain)
    words = {f"w:{number}": text for number, text in wordings.items()}
    return Reader(person, now, tongue(person.language, names, words, game))
