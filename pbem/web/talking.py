"""Messages on a table's page: saying something, and showing one to the moderator."""

from __future__ import annotations

from dataclasses import dataclass

from flask import (
    Blueprint,
    Flask,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, Text, _
from pbem.services import messages, moderating
from pbem.web import access, looking, reader
from pbem.web.reader import signed_in
from pbem.web.site import site
from pbem.web.tables import show

pages = Blueprint("talking", __name__, url_prefix="/t/<slug>")


@dataclass(frozen=True)
class Mouth:
    """How the reader can say something at a table: to whom, or why not."""

    quiet: Text | None
    """Why the rules let nobody talk now."""
    aloud: bool
    seats: tuple[tuple[int, str], ...]
    """Whom they can write to in private."""


def set_up(app: Flask) -> None:
    """Let a table's page offer to say something."""
    app.context_processor(lambda: {"mouth": _mouth})


def _mouth(look: looking.Look) -> Mouth | None:
    """What the reader may say; None if they do not sit here."""
    if look.mine is None:
        return None
    talk = messages.talk_of(look.table)
    others = [c for c in look.chairs if not c.mine and not c.bot and not c.empty]
    return Mouth(
        quiet=messages.why_quiet(site().shelf, look.table),
        aloud=talk != messages.SILENT,
        seats=tuple((c.index, c.name) for c in others) if talk == messages.ALL else (),
    )


@pages.post("/say")
@signed_in
def say(slug: str) -> ResponseReturnValue:
    """Say something to the table, to one seat, or to the moderator."""
    table, seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    mine = access.seats_of_reader(seats)
    if not mine:
        abort(403)
    try:
        draft = _draft(mine[0], who.id)
        messages.send(site().shelf, table.id, draft, now=site().now())
        reader.tell(_("It is said."))
    except AnswerError as why:
        typed = looking.Typed(
            request.form.get("words", ""), request.form.get("whom", ""), reader.say(why.text)
        )
        return show(table, seats, status=422, typed=typed)
    return redirect(url_for("tables.table", slug=slug) + "#story", 303)


def _draft(seat: int, person_id: int) -> messages.Draft:
    whom, words = request.form.get("whom", ""), request.form.get("words", "")
    if whom == messages.TABLE:
        return messages.Draft(seat, person_id, words)
    if whom == messages.MODERATOR:
        return messages.Draft(seat, person_id, words, "moderator")
    if whom.isdecimal() and len(whom) < 3:
        return messages.Draft(seat, person_id, words, "seat", int(whom))
    raise messages.Refused(_("Choose whom you want to tell it."))


@pages.route("/report/<int:number>", methods=["GET", "POST"])
@signed_in
def report(slug: str, number: int) -> ResponseReturnValue:
    """Say what reporting a message means; on a press, show it to the moderator."""
    table, seats = access.open_to_reader(slug)
    who, error = reader.person(), ""
    assert who is not None
    mine = access.seats_of_reader(seats)
    if not mine or number >= 2**62:
        abort(404)
    with site().db.reading() as c:
        try:
            said = messages.readable(c, table.id, number, mine[0])
        except messages.Refused:
            abort(404)
        plays = _moderator_plays(c, table, seats)
    if request.method == "POST":
        try:
            messages.report(
                site().shelf,
                table.id,
                number,
                seat=mine[0],
                by=who.id,
                why=request.form.get("reason", ""),
                now=site().now(),
            )
            reader.tell(_("The moderator has the message now."))
            return redirect(url_for("tables.table", slug=slug), 303)
        except AnswerError as why:
            error = reader.say(why.text)
    page = render_template(
        "talk/report.html",
        table=table,
        title=looking.title_of(table),
        said=said,
        plays=plays,
        error=error,
        typed=request.form.get("reason", ""),
    )
    return make_response(page, 422 if error else 200)


def _moderator_plays(
    c: store.Connection, table: store.Table, seats: tuple[store.Seat, ...]
) -> bool:
    people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
    return any(moderating.moderates(c, table, person) for person in people.values())
