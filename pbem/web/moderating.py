"""The moderator's pages: the desk with all tables, one table, and a confirmation for every deed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from pbem import games, store
from pbem.engine import AnswerError, Text, Tongue, _
from pbem.services import (
    bots,
    deciding,
    desk,
    drawing,
    moderating,
    moderating_seats,
    pressing,
    rhythm,
)
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import access, reader
from pbem.web.moderating_case import (
    Case,
    Verb,
    back_to_desk,
    deed_of,
    done_already,
    fresh_press,
    is_done,
)
from pbem.web.moderating_deeds import KEPT, VERBS
from pbem.web.moderating_story import calls_of, care_of, log_lines, notices, where_it_waits
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("moderating", __name__, url_prefix="/moderator")
LATEST = 10
"""So many entries the page of a table shows; all of them have a page of their own."""
HOURS = (-12, 6, 12, 24, 72)
"""By how much a press moves deadlines."""


@pages.get("")
@signed_in
def dashboard() -> ResponseReturnValue:
    """Every table the reader looks after, those in trouble first."""
    lines = _my_lines(ended=request.args.get("show") == "ended")
    wanted = request.args.get("q", "").strip()[:80]
    only = request.args.get("only", "")
    shown = [line for line in lines if _fits(line, wanted) and KEPT_BY.get(only, _all)(line)]
    return render_template(
        "moderator/desk.html",
        lines=shown,
        hidden=len(lines) - len(shown),
        q=wanted,
        only=only,
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
    counts = deciding.waiting(site().shelf, [line.table for line in lines])
    return desk.with_disputes(lines, counts)


def _all(_line: desk.Line) -> bool:
    return True


KEPT_BY: dict[str, Callable[[desk.Line], bool]] = {
    "trouble": lambda line: line.trouble <= desk.Trouble.ENDLESS,
    "asked": lambda line: any(not a.bot for a in line.awaited),
    "open": lambda line: line.table.status == "open",
    "still": lambda line: line.table.status in ("paused", "frozen"),
}
"""What the desk can be narrowed down to."""


def _fits(line: desk.Line, wanted: str) -> bool:
    text = " ".join([line.title, line.game, *line.names, line.table.status]).casefold()
    return all(word in text for word in wanted.casefold().split())


def _stamp(lines: list[desk.Line]) -> str:
    facts = [
        (
            x.table.id,
            x.table.seq,
            x.table.status,
            x.trouble,
            x.calls,
            x.held,
            x.disputes,
            [(a.key, a.due, a.reminded, a.held) for a in x.awaited],
            sorted((seat, sorted(counts.items())) for seat, counts in x.letters.items()),
        )
        for x in lines
    ]
    return sha256(repr(facts).encode()).hexdigest()[:16]


def case_of(slug: str) -> Case:
    """A table that the reader moderates; for everybody else there is no such page."""
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
        if table is None or not moderating.moderates(c, table, reader.person()):
            abort(404)
        (line,) = desk.of_tables(c, [table], site().now())
        seats = store.seats(c, table.id)
    (line,) = desk.with_disputes([line], deciding.waiting(site().shelf, [table]))
    return Case(table, seats, line)


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
        log = log_lines(c, case.table, case.line.names, last=case.table.seq, most=LATEST)
        calls = calls_of(c, case.table)
        care = care_of(c, case.table, case.seats)
        pace = rhythm.of_table(c, case.table, site().now(), reader.zone())
    return render_template(
        "moderator/table.html",
        case=case,
        line=case.line,
        table=case.table,
        people=people,
        where=where_it_waits(case.table),
        notices=told,
        log=log,
        calls=calls,
        pace=pace,
        **care,
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
    """Do it, once: to press twice is no mistake, and leads where pressing once does."""
    if is_done():
        return done_already(slug)
    case, doing = case_of(slug), _verb(verb)
    deed = deed_of(case)
    try:
        if doing.must_say and not moderating.reason_of(deed.reason):
            raise moderating.Refused(_("Write a reason first. Nothing was changed."))
        done = doing.do(case, deed)
    except (AnswerError, Frozen, NotRunning) as why:
        if is_done():  # By the same press, in this moment.
            return done_already(slug)
        if isinstance(why, AnswerError):
            return _confirmation(case_of(slug), doing, verb, error=why.text, typed=deed.reason)
        reader.tell(why.text, "bad")
    else:
        reader.tell(_heard(case).say(done))
    return back_to_desk(slug)


def _heard(case: Case) -> Tongue:
    return reader.tongue(case.line.names, game=case.table.game)


def _verb(name: str) -> Verb:
    if name not in VERBS:
        abort(404)
    return VERBS[name]


def _confirmation(
    case: Case, verb: Verb, name: str, *, error: Text | None = None, typed: str = ""
) -> ResponseReturnValue:
    heard = drawing.rich(_heard(case))
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
    if access.seats_of_reader(case.seats):
        abort(403)
    if request.method == "POST":
        try:
            moderating_seats.look_behind(site().shelf, deed_of(case))
            return _behind(case)
        except pressing.DoneAlready:
            if moderating_seats.has_just_looked(site().shelf, deed_of(case)):
                return _behind(case)
            error = reader.say(
                _("Something has happened since you looked. Say why you look again.")
            )
        except AnswerError as why:
            error = reader.say(why.text)
        except (Frozen, NotRunning) as why:
            error = reader.say(why.text)
    page = render_template("moderator/look.html", case=case, error=error, once=fresh_press())
    return make_response(page, 422 if error else 200)


def _behind(case: Case) -> ResponseReturnValue:
    views = moderating_seats.hidden_views(site().shelf, case.table.id)
    game, tongue = games.load(case.table.game), _heard(case)
    boards = [(seat, drawing.board_html(game, view, tongue)) for seat, view in views.items()]
    return render_template(
        "moderator/behind.html",
        case=case,
        boards=boards,
        has_sheet=drawing.sheet(case.table.game) is not None,
    )
