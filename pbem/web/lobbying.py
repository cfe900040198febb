"""The lobby: open tables to join, and a form to open one with the options of its game."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import games, store
from pbem.engine import AnswerError, Text, _
from pbem.services import (
    bots,
    desk,
    helping,
    inviting,
    lobby,
    messages,
    moderating,
    packs,
    people,
    pressing,
    roll_call,
    substitutes,
)
from pbem.services.catalogs import languages
from pbem.services.clock import PACES
from pbem.services.outside import LAID
from pbem.web import reader
from pbem.web.lobby_form import PACE_NAMES, draft_of, seat_count, sentences
from pbem.web.moderating_case import fresh_press, press
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("lobbying", __name__, url_prefix="/lobby")
SHOWN = 100
SHOWN_FLAWS = 20


@pages.get("")
def hall() -> ResponseReturnValue:
    """Public tables with a free seat, and what the reader is invited to."""
    who = reader.person()
    with site().db.reading() as c:
        tables = store.joinable_tables(c, limit=SHOWN)
        lines = desk.of_tables(c, tables, site().now())
        running = store.tables_in(c, ["running"], limit=SHOWN, public=True)
        offered = substitutes.wanted(c, [t.id for t in running])
        searching = desk.of_tables(c, [t for t in running if offered[t.id]], site().now())
        invited = inviting.for_person(c, who.id) if who else []
        asked = desk.of_tables(c, invited, site().now())
    return render_template(
        "lobby/hall.html",
        lines=lines,
        invited=asked,
        searching=searching,
        offered=offered,
        paces={line.table.id: pace_of(line.table) for line in [*lines, *asked, *searching]},
    )


def pace_of(table: store.Table) -> Text:
    """The name of a table's pace."""
    for name, pace in PACES.items():
        if dict(pace) == dict(table.pace):
            return PACE_NAMES[name]
    return _("a pace of its own")


@pages.get("/new")
@signed_in
def new() -> ResponseReturnValue:
    """Choose a game; then the form for a table of it."""
    slug = request.args.get("game", "")
    if slug and slug not in games.slugs():
        abort(404)
    if not slug:
        found = [games.meta(one) for one in games.slugs()]
        return render_template("lobby/choose.html", games=found)
    return _form(slug)


@pages.post("/new")
@signed_in
def open_table() -> ResponseReturnValue:
    """Show what the table will be; on the second press, open it."""
    slug = request.form.get("game", "")
    if slug not in games.slugs():
        abort(404)
    who, here = reader.person(), site()
    assert who is not None
    try:
        draft = draft_of(slug, who)
        if request.form.get("step") != "open":
            return _form(slug, preview=[*sentences(slug, draft)])
        with here.db.writing() as c:
            pressing.count(c, press(), here.now())
            table = lobby.lay(c, draft.wish, now=here.now())
            inviting.invite(c, here.config, table.id, draft.invited, by=who.id, now=here.now())
            deed = moderating.Deed(table.id, who.id, "", here.now())
            moderating.write_down(c, deed, LAID)
            if draft.helper:
                helper = people.meet(c, here.config, draft.helper, now=here.now())
                helping.add(c, table, deed, helper)
        lobby.begin(here.shelf, table.id, now=here.now())
    except packs.BadPack as why:
        return _form(slug, error=reader.say(_("The cards cannot be used.")), flaws=why.flaws)
    except pressing.DoneAlready as why:
        reader.tell(why.text, "note")
        return redirect(url_for("tables.table", slug=_just_laid(who).slug), 303)
    except AnswerError as why:
        return _form(slug, error=reader.say(why.text))
    reader.tell(_("The table is open. Send its address to whom you want to play with."))
    return redirect(url_for("tables.table", slug=table.slug), 303)


def _just_laid(who: store.Person) -> store.Table:
    """The table that somebody opened last, by the press that they have pressed twice."""
    with site().db.reading() as c:
        return store.table(c, [*store.invited_to(c, who.id, [LAID])][-1])


def _form(
    slug: str,
    *,
    error: str = "",
    preview: list[str] | None = None,
    flaws: Sequence[packs.LineFlaw] = (),
) -> ResponseReturnValue:
    game = games.load(slug)
    page = render_template(
        "lobby/new.html",
        game=game.meta,
        bots=[*bots.known(game)],
        paces=PACE_NAMES,
        languages=languages(),
        seats=seat_count(slug),
        error=error,
        preview=preview,
        typed=request.values,
        flaws=flaws[:SHOWN_FLAWS],
        more_flaws=len(flaws[SHOWN_FLAWS:]),
        has_cards=game.pack() is not None,
        talk=messages.TALK,
        ready_hours=roll_call.HOURS,
        once=fresh_press(),
    )
    return make_response(page, 422 if error else 200)


@pages.post("/<slug>/<answer>")
@signed_in
def respond(slug: str, answer: str) -> ResponseReturnValue:
    """Accept or decline an invitation."""
    who, here = reader.person(), site()
    assert who is not None
    if answer not in ("accept", "decline"):
        abort(404)
    with here.db.reading() as c:
        table = store.table_by_slug(c, slug)
    if table is None:
        abort(404)
    try:
        if answer == "accept":
            inviting.accept(here.shelf, table.id, who.id, now=here.now())
            return redirect(url_for("tables.table", slug=slug), 303)
        inviting.decline(here.shelf, table.id, who.id, now=here.now())
        reader.tell(_("You have declined. Whoever invited you sees it."))
    except inviting.AnsweredAlready:
        if answer == "accept":
            return redirect(url_for("tables.table", slug=slug), 303)
        reader.tell(_("You have declined. Whoever invited you sees it."))
    except inviting.NotInvited:
        abort(404)
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("lobbying.hall"), 303)
