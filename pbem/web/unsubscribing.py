"""The page behind the last link of every letter: which letters its reader wants.

Looking changes nothing; mail programs have a button of their own that posts here (RFC 8058).
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import games, store
from pbem.engine import Text, _
from pbem.mail import links
from pbem.services import limits, muting, tokens
from pbem.web import reader
from pbem.web.site import site

pages = Blueprint("unsubscribing", __name__)
TRIES, WINDOW = 60, timedelta(minutes=15)
DONE: dict[str, Text] = {
    muting.MUTE: _("You get no more letters about this game. Your moves wait for you on the web."),
    muting.LISTEN: _("You get letters about this game again."),
    muting.NEWS: _("You get a letter whenever something happens in this game."),
    muting.NO_NEWS: _("You get a letter only when you are asked something."),
    muting.STOP: _("You get no more letters like this one."),
    muting.GO_ON: _("You get letters like this one again."),
    muting.NEVER: _("Nobody writes to you from here any more."),
    muting.AGAIN: _("Letters may be sent to you again."),
}


@pages.get("/letters/<token>")
def ask(token: str) -> ResponseReturnValue:
    """What the reader of a letter may choose."""
    letter = _letter(token)
    with site().db.reading() as c:
        person = store.person(c, letter.person_id)
        seat = muting.sits_there(c, letter)
        table = None if letter.table_id is None else store.table(c, letter.table_id)
        stopped = person is not None and muting.is_stopped(c, letter, person)
    if person is None or person.erased_at is not None:
        abort(404)
    title = "" if table is None else table.title or games.about(table.game).title
    return render_template(
        "unsubscribe.html", token=token, person=person, seat=seat, title=title, stopped=stopped
    )


@pages.post("/letters/<token>")
def choose(token: str) -> ResponseReturnValue:
    """Do what was chosen, or what a mail program's own button means."""
    letter, now = _letter(token), site().now()
    wanted = request.form.get("do", "")
    with site().db.writing() as c:
        if wanted in DONE:
            muting.change(c, letter, wanted, now)
        elif request.form.get("List-Unsubscribe") == "One-Click":
            muting.one_click(c, letter, now)
            return "", 200
        else:
            abort(400)
    reader.tell(DONE[wanted])
    return redirect(url_for("unsubscribing.ask", token=token), 303)


def _letter(token: str) -> store.Letter:
    """The letter this link stands in. Wrong ones are counted, so that nobody can guess for long."""
    here, number = site(), 0
    with suppress(tokens.BadToken):
        number = tokens.read_reply(links.mute_key(here.config), token)
    if not limits.guessed(
        here.db, "mute", reader.origin(), here.now(),
        right=number > 0, most=TRIES, window=WINDOW,
    ):  # fmt: skip
        abort(429)
    with here.db.reading() as c:
        letter = store.letter(c, number) if number else None
    if letter is None:
        abort(404)
    return letter
