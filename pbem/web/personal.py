"""One's own data: what is kept, as a page and as a file, and being forgotten."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import _
from pbem.services import personal
from pbem.web import reader
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("personal", __name__)


@pages.get("/me/data")
@signed_in
def data() -> ResponseReturnValue:
    """What is kept about the reader, how to take it along, and how to have it erased."""
    who = reader.person()
    assert who is not None
    with site().db.reading() as c:
        kept = store.all_about(c, who.id)
    return render_template("personal.html", person=who, kept=kept, own=True)


@pages.get("/me/data.json")
@signed_in
def download() -> ResponseReturnValue:
    """Everything that is kept about the reader, as a file."""
    who = reader.person()
    assert who is not None
    return _file(who.id)


@pages.post("/me/erase")
@signed_in
def erase() -> ResponseReturnValue:
    """Forget the reader, who has ticked that this is what they want."""
    who = reader.person()
    assert who is not None
    if request.form.get("sure") != "yes":
        reader.tell(_("Tick the box first. Nothing was erased."), "note")
        return redirect(url_for("personal.data"), 303)
    personal.erase(site().shelf, who.id, by=who.id, now=site().now())
    session.clear()
    reader.tell(_("You are forgotten here. Thank you for having played."))
    return redirect(url_for("home.front"), 303)


# For whoever runs the server.


def _of(number: int) -> store.Person:
    """A person, for an administrator only; for all others there is no such page."""
    who = reader.person()
    if who is None or not who.is_admin or number >= 2**31:
        abort(404)
    with site().db.reading() as c:
        found = store.person(c, number)
    if found is None or found.erased_at is not None:
        abort(404)
    return found


def _is_erased(number: int) -> bool:
    with site().db.reading() as c:
        found = store.person(c, number) if number < 2**31 else None
    return found is not None and found.erased_at is not None


@pages.get("/moderator/person/<int:number>/data")
@signed_in
def data_of(number: int) -> ResponseReturnValue:
    """What is kept about somebody who has asked for it."""
    found = _of(number)
    with site().db.reading() as c:
        kept = store.all_about(c, found.id)
    return render_template("personal.html", person=found, kept=kept, own=False)


@pages.get("/moderator/person/<int:number>/data.json")
@signed_in
def download_of(number: int) -> ResponseReturnValue:
    """The same, as a file to send to them."""
    return _file(_of(number).id)


@pages.post("/moderator/person/<int:number>/erase")
@signed_in
def erase_of(number: int) -> ResponseReturnValue:
    """Forget somebody who has asked for it."""
    who = reader.person()
    if who is not None and who.is_admin and _is_erased(number):
        reader.tell(_("They are forgotten. Their games stay whole."), "note")  # Pressed twice.
        return redirect(url_for("moderating.dashboard"), 303)
    found = _of(number)
    assert who is not None
    if request.form.get("sure") != "yes":
        reader.tell(_("Tick the box first. Nothing was erased."), "note")
        return redirect(url_for("personal.data_of", number=number), 303)
    personal.erase(site().shelf, found.id, by=who.id, now=site().now())
    reader.tell(_("They are forgotten. Their games stay whole."))
    return redirect(url_for("moderating.dashboard"), 303)


def _file(person_id: int) -> Response:
    with site().db.reading() as c:
        text = personal.as_file(c, person_id)
    answer = Response(text, mimetype="application/json")
    answer.headers["Content-Disposition"] = 'attachment; filename="pbem-data.json"'
    return answer
