"""Being there: the ready-check, playing on for somebody, offering one's seat, and once more."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, Text, _
from pbem.services import caring, readiness, rematch, roll_call, substitutes
from pbem.services.moderating import LIVE
from pbem.web import access, looking, reader
from pbem.web.entering import somebody
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("joining", __name__, url_prefix="/t/<slug>")


@dataclass(frozen=True)
class Around:
    """What stands around a game, for its page."""

    offered: tuple[int, ...]
    """Seats for which somebody is looked for."""
    missing: tuple[int, ...]
    """Seats whose people have not said that they are here."""
    again: store.Table | None
    """The table at which these people play again."""
    carers: tuple[str, ...]
    """Who looks after the table; empty if that is all moderators of the server."""


def set_up(app: Flask) -> None:
    """Let a table's page show who is looked for, who is here, and where it goes on."""
    app.context_processor(lambda: {"around": _around})


def _around(table: store.Table) -> Around:
    own = table.moderator_id is not None
    with site().db.reading() as c:
        seats = store.seats(c, table.id)
        offered = substitutes.wanted(c, [table.id])[table.id] if table.status in LIVE else ()
        again = rematch.of_table(c, table.id) if table.status in ("over", "cancelled") else None
        carers = caring.carers(c, table) if own else []
    missing = roll_call.missing(seats) if table.ready_by and table.status == "open" else ()
    names = (person.name or person.address for person in carers)
    return Around(tuple(offered), tuple(missing), again, tuple(names))


@pages.post("/ready")
@signed_in
def ready(slug: str) -> ResponseReturnValue:
    """Say that one is here, before the first turn."""
    return _do(
        slug,
        lambda table, who: readiness.say_here(site().shelf, table.id, who.id, now=site().now()),
        _("Good that you are here."),
    )


@pages.post("/play-on")
def play_on(slug: str) -> ResponseReturnValue:
    """Play on for a seat that is offered."""
    table, _seats = access.open_to_reader(slug)
    typed = request.form.get("seat", "")
    try:
        who = somebody()
        if who is None:
            return redirect(url_for("signing.how"), 303)
        seat = int(typed) if typed.isdecimal() and len(typed) < 3 else -1
        substitutes.take(site().shelf, table.id, seat, who.id, now=site().now())
        reader.tell(_("You play on here. Have a look at how things stand."))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("tables.table", slug=slug), 303)


@pages.route("/offer", methods=["GET", "POST"])
@signed_in
def offer(slug: str) -> ResponseReturnValue:
    """Say what offering one's seat means; on a press, offer it."""
    table, seats = access.open_to_reader(slug)
    if not access.seats_of_reader(seats):
        abort(403)
    if request.method == "GET":
        title = looking.title_of(table)
        return render_template("lobby/offer.html", table=table, title=title)
    why = request.form.get("reason", "")
    return _do(
        slug,
        lambda table, who: substitutes.offer_own(
            site().shelf, table.id, who.id, why, now=site().now()
        ),
        _("Your seat is offered. It is yours until somebody takes it."),
    )


@pages.post("/again")
@signed_in
def again(slug: str) -> ResponseReturnValue:
    """Lay the same table once more, with the same people invited; or go where it is laid."""
    table, seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    if not access.seats_of_reader(seats) and table.moderator_id != who.id:
        abort(403)
    try:
        laid = rematch.again(site().shelf, table.id, who.id, now=site().now())
    except AnswerError as why:
        reader.tell(why.text, "bad")
        return redirect(url_for("tables.table", slug=slug), 303)
    reader.tell(_("Here you play again. Everybody from last time is invited."))
    return redirect(url_for("tables.table", slug=laid.slug), 303)


def _do(
    slug: str, deed: Callable[[store.Table, store.Person], object], done: Text
) -> ResponseReturnValue:
    table, _seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    try:
        deed(table, who)
        reader.tell(done)
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("tables.table", slug=slug), 303)
