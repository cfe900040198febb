"""Signing in by a link, and signing out. Looking at a link changes nothing; pressing does."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, abort, make_response, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import _
from pbem.services import limits, tokens
from pbem.web import reader
from pbem.web.site import site

pages = Blueprint("signing", __name__)
TRIES, WINDOW = 60, timedelta(minutes=15)


@pages.get("/sign-in")
def how() -> ResponseReturnValue:
    """How to sign in here."""
    return render_template("sign_in.html", holder=None)


@pages.get("/in/<token>")
def ask(token: str) -> ResponseReturnValue:
    """Show whom the link is for, with a button. Mail scanners follow links: nothing happens."""
    try:
        who = _holder(token)
    except tokens.BadToken as why:
        return _refused(why)
    return render_template("sign_in.html", holder=who, token=token)


@pages.post("/in/<token>")
def enter(token: str) -> ResponseReturnValue:
    """Sign in. The link stays good until it expires."""
    try:
        who = _holder(token)
    except tokens.BadToken as why:
        return _refused(why)
    with site().db.writing() as c:
        store.note(c, "signed in", at=site().now(), person_id=who.id, detail={"by": "link"})
    reader.sign_in(who)
    reader.tell(_("Welcome, %(name)s.", name=who.name or who.address))
    return redirect(url_for("home.front"), 303)


@pages.post("/sign-out")
def leave() -> ResponseReturnValue:
    """Sign this browser out."""
    session.clear()
    reader.tell(_("You are signed out."))
    return redirect(url_for("home.front"), 303)


def _holder(token: str) -> store.Person:
    """The person the link is for. Every look counts, so that nobody can guess for long."""
    here = site()
    now = here.now()
    if not limits.within(here.db, tokens.SIGN_IN, reader.origin(), now, most=TRIES, window=WINDOW):
        abort(429)
    key = tokens.sign_in_key(here.config)
    with here.db.reading() as c:
        return tokens.holder(c, key, tokens.SIGN_IN, token, now)


def _refused(why: tokens.BadToken) -> ResponseReturnValue:
    page = render_template("sign_in.html", holder=None, refused=reader.say(why.text))
    return make_response(page, 404)
