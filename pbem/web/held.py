"""Mail that waits for a moderator: from another address than its reader's, or not understood."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, _
from pbem.mail import mime
from pbem.services import held_mail, moderating, pressing
from pbem.web import access, looking, reader
from pbem.web.moderating_case import fresh_press, is_done, press
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("held", __name__, url_prefix="/moderator/mail")
SHOWN = 2000
"""So many characters of a mail the page shows."""


@dataclass(frozen=True)
class Held:
    """A mail that waits, for the page."""

    mail: store.Inbound
    table: store.Table | None
    title: str
    words: str | None
    """What it says; None for a moderator who plays at that table, whose secrets it may hold."""


@pages.get("")
@signed_in
def mail() -> ResponseReturnValue:
    """Every mail that waits for the reader to decide."""
    if not moderating.has_desk(reader.person()) and not _mine():
        abort(404)
    return render_template("moderator/mail.html", held=_mine(), once=fresh_press())


@pages.post("/<int:number>/<what>")
@signed_in
def settle(number: int, what: str) -> ResponseReturnValue:
    """Let a mail count, or throw it away; once."""
    if is_done():
        reader.tell(pressing.DoneAlready().text, "note")
        return redirect(url_for("held.mail"), 303)
    if what not in ("release", "discard") or number not in {one.mail.id for one in _mine()}:
        abort(404)
    who = reader.person()
    assert who is not None
    deed = held_mail.release if what == "release" else held_mail.discard
    try:
        why = moderating.reason_of(request.form.get("reason", ""))
        with site().db.writing() as c:
            pressing.count(c, press(), site().now())
            deed(c, number, by=who.id, now=site().now(), why=why)
    except AnswerError as no:
        reader.tell(no.text, "note" if isinstance(no, pressing.DoneAlready) else "bad")
    except held_mail.NotHeld:
        reader.tell(_("Somebody has settled that mail already."), "note")
    else:
        reader.tell(
            _("The mail counts, and is read in a moment.")
            if what == "release"
            else _("The mail is thrown away.")
        )
    return redirect(url_for("held.mail"), 303)


def _mine() -> list[Held]:
    """The mails that are the reader's to decide; what belongs to no table is the server's."""
    who = reader.person()
    found = []
    with site().db.reading() as c:
        for one in held_mail.held(c):
            if one.table_id is None:
                if moderating.has_desk(who):
                    found.append(Held(one, None, "", _words(one)))
                continue
            table = store.table(c, one.table_id)
            if moderating.moderates(c, table, who):
                plays = access.seats_of_reader(store.seats(c, table.id))
                words = None if plays else _words(one)
                found.append(Held(one, table, looking.title_of(table), words))
    return found


def _words(one: store.Inbound) -> str:
    try:
        return mime.words(mime.parse(one.raw)).new[:SHOWN]
    except mime.Unreadable:
        return ""
