"""Pages for what goes wrong: what happened, and what to do. A stranger learns nothing else."""

from __future__ import annotations

import secrets
from typing import NamedTuple

from flask import Flask, Response, g, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from pbem import store
from pbem.engine import Text, _
from pbem.web.reader import say


class Words(NamedTuple):
    """What an error page says."""

    title: Text
    what: Text
    remedy: Text


ALL_ELSE = Words(
    _("That did not work"),
    _("The server could not do what your browser asked for."),
    _("Go back and try again, or begin at the front page."),
)
PAGES = {
    400: ALL_ELSE,
    403: Words(
        _("That is not yours to do"),
        _("Only the people who sit there can do that."),
        _("If you sit at this table, sign in with your own link and try again."),
    ),
    404: Words(
        _("Nothing is here"),
        _("There is no such page, or it is not open to you."),
        _("Check the address. If it is a private table, sign in with your own link first."),
    ),
    405: ALL_ELSE,
    413: Words(
        _("That is too much"),
        _("What your browser sent is larger than anything this server takes."),
        _("Go back, shorten what you wrote, and send it again."),
    ),
    429: Words(
        _("Too many tries"),
        _("Too many requests of this kind came from where you are."),
        _("Wait a quarter of an hour, then try again."),
    ),
    500: Words(
        _("Something broke"),
        _("The server made a mistake. Nothing that was confirmed to you is lost."),
        _("Try again. If it happens again, tell whoever runs this server the number below."),
    ),
    503: Words(
        _("One moment"),
        _("The games cannot be reached just now. Nothing that was confirmed to you is lost."),
        _("Wait a little and try again. Deadlines wait too."),
    ),
}
FORGED = Words(
    _("This form has gone stale"),
    _(
        "You have signed in or out since this page was made, or your browser keeps no cookies. "
        "Nothing was done."
    ),
    _("Go back, load the page again, and send it once more."),
)


def set_up(app: Flask) -> None:
    """Have every error answered by a page of ours."""
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(store.Busy, _unreachable)
    app.register_error_handler(store.Unreachable, _unreachable)


def reference() -> str:
    """A number by which the page and the log speak of the same failure."""
    if "reference" not in g:
        g.reference = secrets.token_hex(4)
    return str(g.reference)


def page(status: int, words: Words | None = None) -> Response:
    """The page for this status."""
    if status == 503:
        g.reader = None  # The database is not asked again who this is.
    words = words or PAGES.get(status, ALL_ELSE)
    html = render_template(
        "error.html",
        status=status,
        title=say(words.title),
        what=say(words.what),
        remedy=say(words.remedy),
        reference=reference() if status == 500 else "",
        again=_to_send_again() if status == 503 else None,
    )
    response = make_response(html, status)
    if status == 503:
        response.headers["Retry-After"] = "5"
    return response


def _to_send_again() -> list[tuple[str, str]] | None:
    """What was typed into a form that could not be taken, so that one press sends it again."""
    if request.method != "POST":
        return None
    return [(name, value) for name, value in request.form.items(multi=True) if name != "csrf_token"]


def _stale_form(_error: CSRFError) -> Response:
    return page(400, FORGED)


def _http(error: HTTPException) -> Response:
    response = error.get_response()
    if error.code is None or error.code < 400:
        return Response(response.get_data(), response.status_code, response.headers)
    return page(error.code)


def _unreachable(_error: store.StoreError) -> Response:
    return page(503)
