"""Who reads: the signed-in person, their language, their zone, and how they hear a table."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, cast

import flask
from babel import Locale
from flask import Flask, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from pbem import store
from pbem.config import secret_key
from pbem.engine import Text, Tongue
from pbem.services import moments, tongues
from pbem.services.catalogs import languages, translations
from pbem.services.drawing import RichTongue, rich
from pbem.web.site import site

P = ParamSpec("P")


def set_up(app: Flask) -> None:
    """Find out who reads before every page, and let templates know."""
    app.before_request(_greet)
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        lambda msgid: translations(language()).gettext(msgid),
        lambda one, many, n: translations(language()).ngettext(one, many, n),
        newstyle=True,
    )
    app.context_processor(
        lambda: {
            "reader": g.get("reader"),
            "site_name": "pbem",
            "language": language(),
            "welcomes_guests": site().welcomes_guests,
            "sends_mail": site().config.sends_mail,
            "has_mailbox": site().config.has_mailbox,
        }
    )
    app.template_filter("moment")(moment)
    app.template_filter("day_and_time")(day_and_time)
    app.template_filter("language_name")(language_name)
    app.template_filter("span")(lambda length: moments.span(length, language()))
    app.template_filter("called")(say)
    app.template_filter("said")(lambda text, game="": rich_tongue(game).say(text))


def _greet() -> None:
    g.reader = None
    if request.endpoint == "static" or "person" not in session:
        return
    with site().db.reading() as c:
        person = store.person(c, session["person"])
    if person and person.erased_at is None and person.token_version == session.get("version"):
        g.reader = person
    else:
        session.clear()


def person() -> store.Person | None:
    """The signed-in person."""
    return cast("store.Person | None", g.get("reader"))


def sign_in(who: store.Person) -> None:
    """From now on this browser is theirs. What it held before is forgotten."""
    session.clear()
    session["person"] = who.id
    session["version"] = who.token_version
    g.reader = who


def signed_in(
    page: Callable[P, ResponseReturnValue],
) -> Callable[P, ResponseReturnValue]:
    """A page for signed-in people only; others are shown how to sign in."""

    @wraps(page)
    def guarded(*given: P.args, **named: P.kwargs) -> ResponseReturnValue:
        if person() is None:
            return redirect(url_for("signing.how"), 303)
        return page(*given, **named)

    return guarded


def language() -> str:
    """The reader's language, if there is a catalog for it."""
    who, known = g.get("reader") or g.get("acting"), languages()
    wanted = who.language if who else request.accept_languages.best_match(known)
    return wanted if wanted in known else "en"


def language_name(code: str) -> str:
    """What a language calls itself."""
    return str(Locale.parse(code).get_display_name(code)).capitalize()


def zone() -> str:
    """The reader's time zone."""
    who = g.get("reader") or g.get("acting")
    return who.zone if who else site().config.zone


def tongue(
    names: tuple[str, ...] = (), wordings: dict[str, str] | None = None, game: str = ""
) -> Tongue:
    """How this reader hears a table with these people at this game."""
    return tongues.tongue(language(), names, wordings, game)


def rich_tongue(game: str = "") -> RichTongue:
    """How this reader hears what is said outside of any table, perhaps about a game."""
    return rich(tongue(game=game))


def say(text: Text | str) -> str:
    """A sentence in the reader's language."""
    return tongue().say(text)


def tell(text: Text | Markup | str, mood: str = "good") -> None:
    """Leave a notice for the next page: good, note or bad."""
    flask.flash(say(text) if isinstance(text, Text) else text, mood)


def moment(at: datetime) -> str:
    """'Thursday 20:00 (in 9 hours)', for the reader."""
    return moments.moment(at, site().now(), zone(), language())


def day_and_time(at: datetime) -> str:
    """'Thursday 20:00', for the reader."""
    return moments.day_and_time(at, site().now(), zone(), language())


def origin() -> str:
    """Where the request comes from, as the rate limits know it: not the address itself."""
    key = secret_key(site().config.instance, "limits")
    where: Any = request.remote_addr or ""
    return hmac.digest(key, where.encode(), "sha256").hex()[:32]
