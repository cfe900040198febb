"""The moderator's pages: the desk with all tables, one table, and a confirmation for every deed."""

from __future__ import annotations

from hashlib import sha256

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import games, store
from pbem.engine import AnswerError, Text, _
from pbem.services import bots, desk, drawing, moderating, moderating_seats
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import looking, reader
from pbem.web.moderating_deeds import KEPT, VERBS, Case, Verb, deed_of, fresh_press
from pbem.web.moderating_story import log_lines, notices, where_it_waits
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("moderating", __name__, url_prefix="/moderator")
HOURS = (-12, 6, 12, 24, 72)
"""By how much a press moves deadlines."""


@pages.get("")
@signed_in
def dashboard() -> ResponseReturnValue:
    """Every table the reader looks after, those in trouble first."""
    lines = _my_lines(ended=request.args.get("show") == "ended")
    wanted = request.args.get("q", "").strip()[:80]
    shown = [line for line in lines if _fits(line, wanted)]
    return render_template(
        "moderator/desk.html",
        lines=shown,
        hidden=len(lines) - len(shown),
        q=wanted,
        ended=request.args.get("show") == "ended",
        now=site().now(),
        trouble=desk.Trouble,
        stamp=_stamp(lines),
    )


@pages.get("/at")
@signed_in
def at() -> ResponseReturnValue:
    """By which an open desk notices that something has changed."""
    return {"at": _stamp(_my_lines(ended=False))}


def _my_lines(*, ended: bool) -> list[desk.Line]:
    who = reader.person()
    assert who is not None
    with site().db.reading() as c:
        lines = desk.lines(c, who, site().now(), ended=ended)
        if not lines and not moderating.has_desk(who) and not desk.lines(
            c, who, site().now(), ended=not ended
        ):  # fmt: skip
            abort(403)
    return lines


def _fits(line: desk.Line, wanted: str) -> bool:
    text = " ".join([line.title, line.game, *line.names, line.table.status]).casefold()
    return all(word in text for word in wanted.casefold().split())


def _stamp(lines: list[desk.Line]) -> str:
    facts = [
        (x.table.id, x.table.seq, x.table.status, x.trouble, [(a.key, a.due) for a in x.awaited])
        for x in lines
    ]
    return sha256(repr(facts).encode()).hexdigest()[:16]


def case_of(slug: str) -> Case:
    """A table that the reader moderates; for everybody else there is no such page."""
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
        if table is None or not moderating.moderates(table, reader.person()):
            abort(404)
        (line,) = desk.of_tables(c, [table], site().now())
        return Case(table, store.seats(c, table.id), line)


@pages.get("/t/<slug>")
@signed_in
def table(slug: str) -> ResponseReturnValue:
    """One table: what it waits for, the seats, what can be done, and its log."""
    case = case_of(slug)
    who = reader.person()
    assert who is not None
    with site().db.reading() as c:
        people = store.people(c, [s.person_id for s in case.seats if s.person_id is not None])
        told = notices(c, case.table, case.line.names, private=True)
        log = log_lines(c, case.table, case.line.names)
    return render_template(
        "moderator/table.html",
        case=case,
        line=case.line,
        table=case.table,
        people=people,
        where=where_it_waits(case.table),
        notices=told,
        log=log,
        plays=any(seat.person_id == who.id for seat in case.seats),
        hours=HOURS,
        now=site().now(),
        has_sheet=drawing.sheet(case.table.game) is not None,
    )


@pages.get("/t/<slug>/do/<verb>")
@signed_in
def ask(slug: str, verb: str) -> ResponseReturnValue:
    """Show what a deed will change, with a button. Looking changes nothing."""
    case = case_of(slug)
    return _confirmation(case, _verb(verb), verb)


@pages.post("/t/<slug>/do/<verb>")
@signed_in
def do(slug: str, verb: str) -> ResponseReturnValue:
    """Do it, once."""
    case, doing = case_of(slug), _verb(verb)
    deed = deed_of(case)
    try:
        if doing.must_say and not moderating.reason_of(deed.reason):
            raise moderating.Refused(_("Write a reason first. Nothing was changed."))
        done = doing.do(case, deed)
    except AnswerError as why:
        return _confirmation(case_of(slug), doing, verb, error=why.text, typed=deed.reason)
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
    else:
        reader.tell(reader.tongue(case.line.names).say(done))
    return redirect(url_for("moderating.table", slug=slug), 303)


def _verb(name: str) -> Verb:
    if name not in VERBS:
        abort(404)
    return VERBS[name]


def _confirmation(
    case: Case, verb: Verb, name: str, *, error: Text | None = None, typed: str = ""
) -> ResponseReturnValue:
    heard = drawing.rich(reader.tongue(case.line.names))
    explained: list[str] = []
    refused = ""
    try:
        explained = [heard.say(text) for text in verb.explain(case)]
    except AnswerError as why:
        refused = heard.say(why.text)
    except (Frozen, NotRunning) as why:
        refused = heard.say(why.text)
    page = render_template(
        "moderator/confirm.html",
        case=case,
        verb=verb,
        name=name,
        explained=explained,
        refused=refused,
        error="" if error is None else heard.say(error),
        kept=[(field, request.values[field]) for field in KEPT if field in request.values],
        typed=typed,
        bots=[*bots.known(games.load(case.table.game))],
        once=fresh_press(),
        seen=case.table.seq,
        values=request.values,
    )
    return make_response(page, 422 if error or refused else 200)


@pages.route("/t/<slug>/look", methods=["GET", "POST"])
@signed_in
def look(slug: str) -> ResponseReturnValue:
    """Look behind the screen: say why first, then see what every seat sees. The table is told."""
    case, error = case_of(slug), ""
    if looking.seats_of_reader(case.seats):
        abort(403)
    if request.method == "POST":
        try:
            moderating_seats.look_behind(site().shelf, deed_of(case))
            return _behind(case)
        except AnswerError as why:
            error = reader.say(why.text)
        except (Frozen, NotRunning) as why:
            error = reader.say(why.text)
    page = render_template("moderator/look.html", case=case, error=error, once=fresh_press())
    return make_response(page, 422 if error else 200)


def _behind(case: Case) -> ResponseReturnValue:
    views = moderating_seats.hidden_views(site().shelf, case.table.id)
    game, tongue = games.load(case.table.game), reader.tongue(case.line.names)
    boards = [(seat, drawing.board_html(game, view, tongue)) for seat, view in views.items()]
    return render_template(
        "moderator/behind.html",
        case=case,
        boards=boards,
        has_sheet=drawing.sheet(case.table.game) is not None,
    )
