"""Signing in by a link, and signing out. Looking at a link changes nothing; pressing does."""

from __future__ import annotations

from datetime import timedelta

from flask import (
    Blueprint,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import NotAllowed, _
from pbem.services import delivery, letters, limits, people, tokens
from pbem.web import reader
from pbem.web.site import site

pages = Blueprint("signing", __name__)
TRIES, WINDOW = 60, timedelta(minutes=15)
MOST_ASKED, MOST_TO_ONE, HOUR = 20, 4, timedelta(hours=1)
"""So many links are mailed for one visitor, and to one address, in an hour."""


@pages.get("/sign-in")
def how() -> ResponseReturnValue:
    """How to sign in here."""
    return render_template("sign_in.html", holder=None)


@pages.post("/sign-in")
def send() -> ResponseReturnValue:
    """Mail a link to an address. The answer is the same whether anybody is known there."""
    here, typed = site(), request.form.get("address", "")
    now = here.now()
    try:
        address = people.address_of(typed)
    except NotAllowed as why:
        page = render_template("sign_in.html", holder=None, refused=reader.say(why.text))
        return make_response(page, 422)
    if not limits.within(here.db, "links", reader.origin(), now, most=MOST_ASKED, window=HOUR):
        abort(429)
    with here.db.writing() as c:
        if limits.count(c, "link to", address.casefold(), now, most=MOST_TO_ONE, window=HOUR):
            person = people.meet(c, here.config, address, now=now)
            if not person.never_write and person.erased_at is None:
                store.queue(c, [letters.sign_in(person, now)])
    return render_template("sign_in.html", holder=None, sent=address)


@pages.get("/in/<token>")
def ask(token: str) -> ResponseReturnValue:
    """Show whom the link is for, with a button. Mail scanners follow links: nothing happens."""
    try:
        who = _holder(token)
    except tokens.BadToken as why:
        return _refused(why)
    table = request.args.get("table", "")
    return render_template("sign_in.html", holder=who, token=token, table=table)


@pages.post("/in/<token>")
def enter(token: str) -> ResponseReturnValue:
    """Sign in. The link stays good until it expires."""
    try:
        who = _holder(token)
    except tokens.BadToken as why:
        return _refused(why)
    with site().db.writing() as c:
        store.note(c, "signed in", at=site().now(), person_id=who.id, detail={"by": "link"})
        delivery.arrives(c, who, site().now())
        table = store.table_by_slug(c, request.form.get("table", ""))
    reader.sign_in(who)
    reader.tell(_("Welcome, %(name)s.", name=who.name or who.address))
    if table is not None:
        return redirect(url_for("tables.table", slug=table.slug), 303)
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
