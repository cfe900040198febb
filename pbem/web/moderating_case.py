"""A deed of a moderator on its way: the table it is about, what it will change, and the press."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import Text, _
from pbem.services import desk, moderating, pressing
from pbem.services.moderating import Deed, Refused
from pbem.web import reader
from pbem.web.site import site


@dataclass(frozen=True)
class Case:
    """The table a deed is about, as the moderator sees it."""

    table: store.Table
    seats: tuple[store.Seat, ...]
    line: desk.Line

    def asked(self, name: str, default: str = "") -> str:
        """What the form or the address says."""
        return request.values.get(name, default)

    def number(self, name: str) -> int:
        """A number that the form or the address says. Raises Refused."""
        typed = self.asked(name)
        if not typed.removeprefix("-").isdecimal() or len(typed) > 9:
            raise Refused(_("Something is missing in the address of this page. Begin again."))
        return int(typed)

    def moved(self, by: timedelta, seat: int | None = None) -> list[tuple[desk.Awaited, datetime]]:
        """Whose deadlines move if everybody (or one seat) gets more time or less, and to when."""
        with site().db.reading() as c:
            clock = moderating.its_clock(c, self.table, site().now())
        return [
            (a, moderating.moved_by(a.due, by, clock))
            for a in self.line.awaited
            if a.due is not None and seat in (None, a.seat)
        ]

    def seat(self) -> int:
        """The seat the deed is about. Raises Refused."""
        seat = self.number("seat")
        if not 0 <= seat < len(self.seats):
            raise Refused(_("There is no such seat at this table."))
        return seat


Told = Iterable[Text | str]
WHY = _("Why? The table reads it.")


@dataclass(frozen=True)
class Verb:
    """One thing a moderator can do."""

    title: Text
    button: Text
    explain: Callable[[Case], Told]
    """What will change, a sentence each. Raises Refused if nothing can."""
    do: Callable[[Case, Deed], Text]
    """Do it, and say what was done."""
    words: Text = WHY
    must_say: bool = False
    danger: bool = False
    fields: str = ""
    """The template of what else is asked."""


def deed_of(case: Case) -> Deed:
    """The deed that the form asks for."""
    who = reader.person()
    assert who is not None, "every route here is for signed-in people"
    words = request.form.get("reason", "")
    return Deed(case.table.id, who.id, words, site().now(), press())


def press() -> str:
    """The press of the form that was sent."""
    return request.form.get("once", "") or "damaged"


def is_done() -> bool:
    """Whether the form that was sent has been sent before, and did what it asks for. A browser
    shows only the answer to the last of two presses, and the first was no mistake."""
    with site().db.reading() as c:
        return pressing.is_done(c, press())


def fresh_press() -> str:
    """What makes one form act once."""
    return pressing.fresh(site().now())


def back_to_desk(slug: str) -> ResponseReturnValue:
    """Where somebody goes after a deed: to the table's desk, if they look after it still."""
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
        mine = table is not None and moderating.moderates(c, table, reader.person())
    if mine:
        return redirect(url_for("moderating.table", slug=slug), 303)
    return redirect(url_for("home.front"), 303)


def done_already(slug: str) -> ResponseReturnValue:
    """The answer to the second press of a button: what the first has led to."""
    reader.tell(pressing.DoneAlready().text, "note")
    return back_to_desk(slug)
