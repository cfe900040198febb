"""A page about a person, for those who moderate a table at which they sit."""

from __future__ import annotations

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.services import desk, moderating, reaching, reliability
from pbem.web import reader
from pbem.web.moderating_case import fresh_press
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("moderating_people", __name__, url_prefix="/moderator/person")


@pages.get("/<int:number>")
@signed_in
def person(number: int) -> ResponseReturnValue:
    """Their games at the reader's tables, and how reliably they answer."""
    who = reader.person()
    assert who is not None
    with site().db.reading() as c:
        found = store.person(c, number) if number < 2**31 else None
        if found is None or found.erased_at is not None:
            abort(404)
        tables = [t for t in store.tables_of(c, number) if moderating.moderates(c, t, who)]
        if not tables and not who.is_admin:
            abort(404)
        lines = desk.of_tables(c, tables, site().now())
        record = reliability.record_of(c, number)
        another = reaching.may_ask(c, who, found)
    # Whoever opens a table looks after it, and must not learn the address of all who sit down.
    return render_template(
        "moderator/person.html",
        person=found,
        lines=lines,
        record=record,
        sees_address=moderating.has_desk(who),
        asks_for_another=another,
        once=fresh_press(),
    )
