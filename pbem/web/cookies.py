"""The cookie that says who is signed in: sent when there is news in it, and renewed once a day.

A cookie that goes with every answer can come late, with a picture of the page before, and take
back what a page has just written: who is signed in, or what the forms of this browser are known
by. And what is the same for everybody may be kept on its way, where nobody's cookie belongs.
"""

from __future__ import annotations

from datetime import timedelta

from flask import Flask, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin

from pbem.web.safety import LASTING
from pbem.web.site import site

SIGNED_IN_FOR = timedelta(days=60)
"""From the last day on which somebody came."""
DAY = "day"


class Cookie(SecureCookieSession):
    """What a browser keeps, also while it is closed."""

    permanent = True


class Cookies(SecureCookieSessionInterface):
    """Sends the cookie only when there is news in it."""

    session_class = Cookie

    def should_set_cookie(self, app: Flask, session: SessionMixin) -> bool:
        return session.modified


def set_up(app: Flask) -> None:
    """Let this application keep cookies so."""
    app.session_interface = Cookies()
    app.config["PERMANENT_SESSION_LIFETIME"] = SIGNED_IN_FOR
    app.after_request(_renew)


def _renew(response: Response) -> Response:
    if request.endpoint not in LASTING and session:
        today = site().now().toordinal()
        if session.get(DAY) != today:
            session[DAY] = today
    return response
