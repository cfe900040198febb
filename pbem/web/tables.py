"""A table's page, the chairs around it before the game, and the sheet of its board."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, _
from pbem.services import drawing, lobby
from pbem.web import access, looking, reader
from pbem.web.entering import somebody
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("tables", __name__)


@pages.get("/t/<slug>")
def table(slug: str) -> ResponseReturnValue:
    """A table as the reader may see it."""
    found, seats = access.open_to_reader(slug)
    named = request.args.getlist("answer")
    wanted = looking.Wanted(request.args.get("asked", ""), named, named=True) if named else None
    return show(found, seats, wanted)


def show(
    found: store.Table,
    seats: tuple[store.Seat, ...],
    wanted: looking.Wanted | None = None,
    status: int = 200,
    typed: looking.Typed | None = None,
) -> Response:
    """The page of a table, perhaps with a form that has to be corrected."""
    shown = looking.look(found, seats, wanted)
    page = render_template("table.html", look=shown, typed=typed)
    looking.mark_seen(site().shelf, shown)
    return make_response(page, status)


@pages.get("/t/<slug>/seq")
def seq(slug: str) -> ResponseReturnValue:
    """How far the table is: a number, by which an open page notices that play went on."""
    found, seats = access.open_to_reader(slug)
    taken = sum(seat.person_id is not None or seat.bot is not None for seat in seats)
    mine, heard = access.seats_of_reader(seats), 0
    if mine:
        with site().db.reading() as c:
            (last,) = store.messages_for_seat(c, found.id, mine[0], limit=1) or (None,)
            heard = last.id if last else 0
    return {"at": f"{found.seq}.{found.status}.{taken}.{heard}"}


@pages.post("/t/<slug>/join")
def join(slug: str) -> ResponseReturnValue:
    """Sit down on an empty chair."""
    found, _seats = access.open_to_reader(slug)
    phrase = request.form.get("phrase", "")
    try:
        who = somebody()
        if who is None:
            return redirect(url_for("signing.how"), 303)
        lobby.join(site().shelf, found.id, who.id, phrase=phrase, now=site().now())
    except lobby.SitsAlready as why:
        reader.tell(why.text, "note")
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("tables.table", slug=slug), 303)


@pages.post("/t/<slug>/leave")
@signed_in
def leave(slug: str) -> ResponseReturnValue:
    """Get up again before the game has begun."""
    found, _seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    try:
        lobby.leave(site().shelf, found.id, who.id)
        reader.tell(_("You have got up."))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    if found.private:  # Its page is not theirs to see any more, once nobody else can sit down.
        return redirect(url_for("home.front"), 303)
    return redirect(url_for("tables.table", slug=slug), 303)


@pages.get("/game/<slug>/board.css")
def sheet(slug: str) -> ResponseReturnValue:
    """How a game's board looks."""
    style = drawing.sheet(slug)
    if style is None:
        abort(404)
    answer = Response(style, mimetype="text/css")
    answer.cache_control.public = True
    answer.cache_control.max_age = 3600
    answer.add_etag()
    answer.make_conditional(request)
    return answer
