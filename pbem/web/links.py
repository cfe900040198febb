"""Links from letters, `/p/<token>`: they act for a seat while its question stands.

Opening one changes nothing and can be repeated: mail scanners come first. The token leaves the
address bar at once; what stays is a note in the browser's cookie. A link that opens nothing says
what happened instead, and how to get a new one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from pbem import engine, store
from pbem.engine import Text, _
from pbem.services import letters, limits, naming, story, tokens
from pbem.services.sittings import STANDSTILL
from pbem.web import holding, reader
from pbem.web.site import site

pages = Blueprint("links", __name__)
TRIES, WINDOW = 60, timedelta(minutes=15)
LETTERS, HOUR = 5, timedelta(hours=1)
"""So many letters may be asked for from one place in an hour."""
LONGEST = 400
ANSWERS = 40


@dataclass(frozen=True)
class Shut:
    """Why a link opens nothing now, and what can be done."""

    title: Text
    told: tuple[Text | str, ...]
    table: store.Table | None = None
    seat: int | None = None
    """Whose registered address gets a new link; None if nobody can be written to."""
    sign_out: bool = False


def set_up(app: Flask) -> None:
    """A browser that came by a link which has lapsed is told what became of it, on any page."""
    app.register_error_handler(holding.Lapsed, _lapsed)


@pages.get("/p/<token>")
def use(token: str) -> ResponseReturnValue:
    """Take the seat's side for as long as the question stands."""
    asked, table, seats, row = _opened(token)
    if asked is None or table is None:
        return _shut(_unknown(), 404)
    who = reader.person()
    seat = seats[asked.seat]
    if who is not None and seat.person_id != who.id:
        return _shut(_foreign(table, who), 403)
    if seat.token_version != asked.version or row is None or row.closed_at is not None:
        if who is not None and seat.token_version == asked.version:
            reader.tell(_became(table, row)[0], "note")
            return _to_table(table, row)
        return _shut(_why_not(table, seats, asked.seat, asked.version, row), 410)
    if who is None:
        holding.take(row, asked.version)
    return _to_table(table, row)


@pages.post("/p/<token>/again")
def again(token: str) -> ResponseReturnValue:
    """Send a new link to the address that is registered for the seat, whoever asks."""
    asked, table, seats, _row = _opened(token)
    if asked is None or table is None:
        return _shut(_unknown(), 404)
    return _send(table, seats[asked.seat])


@pages.post("/t/<slug>/link")
def again_from_table(slug: str) -> ResponseReturnValue:
    """The same for a browser that came by a link before."""
    with site().db.reading() as c:
        table = store.table_by_slug(c, slug)
        hold = None if table is None else holding.noted(table.id)
        if table is None or hold is None:
            abort(404)
        seats = store.seats(c, table.id)
    return _send(table, seats[hold.seat])


def _opened(
    token: str,
) -> tuple[tokens.Asked | None, store.Table | None, tuple[store.Seat, ...], store.Prompt | None]:
    """What a token is about. Wrong ones are counted, so that nobody can guess for long."""
    here, asked = site(), None
    with suppress(tokens.Mistyped):
        asked = tokens.read_prompt(tokens.prompt_key(here.config), token)
    if not limits.guessed(
        here.db, tokens.PROMPT, reader.origin(), here.now(),
        right=asked is not None, most=TRIES, window=WINDOW,
    ):  # fmt: skip
        abort(429)
    if asked is None:
        return None, None, (), None
    with here.db.reading() as c:
        try:
            table = store.table(c, asked.table_id)
        except store.NotFound:
            return None, None, (), None
        row = store.prompt_by_id(c, asked.table_id, asked.prompt_id)
        return asked, table, store.seats(c, table.id), row


def _to_table(table: store.Table, row: store.Prompt | None) -> ResponseReturnValue:
    """The table's page, with the option filled in that the link names."""
    named = [value[:LONGEST] for value in request.args.getlist("answer")][:ANSWERS]
    where = url_for("tables.table", slug=table.slug)
    if named and row is not None:
        where += "?" + urlencode({"asked": row.key, "answer": named}, doseq=True)
    return redirect(where, 303)


def _lapsed(why: holding.Lapsed) -> Response:
    table, hold = why.table, why.hold
    with site().db.reading() as c:
        seats = store.seats(c, table.id)
        row = store.prompt(c, table.id, hold.key)
    return _shut(_why_not(table, seats, hold.seat, hold.version, row), 410)


def _shut(shut: Shut, status: int) -> Response:
    by_token = request.endpoint in ("links.use", "links.again")
    token = (request.view_args or {}).get("token", "") if by_token else ""
    page = render_template("link.html", shut=shut, token=token)
    return make_response(page, status)


def _unknown() -> Shut:
    return Shut(
        _("This link does not work"),
        (
            _("It is not one of ours, or a part of it is missing."),
            _("Check that you copied all of it, or open the newest letter and use its link."),
        ),
    )


def _foreign(table: store.Table, who: store.Person) -> Shut:
    return Shut(
        _("This link is for somebody else"),
        (
            _("It acts for another player. You are signed in as %(name)s.", name=_called(who)),
            _("If you want to use it all the same, sign out first and open it again."),
        ),
        table,
        sign_out=True,
    )


def _called(who: store.Person) -> str:
    return who.name or who.address


def _why_not(
    table: store.Table,
    seats: tuple[store.Seat, ...],
    index: int,
    version: int,
    row: store.Prompt | None,
) -> Shut:
    """A genuine link that has had its day."""
    seat = seats[index]
    mail = index if _can_write(seat) else None
    if seat.token_version != version:
        told = (
            _("All links of this seat were taken back, so that nobody can use an old one."),
            _("A new letter brings a new one."),
        )
        return Shut(_("This link was taken back"), told, table, mail)
    if table.status in ("over", "cancelled"):
        return Shut(STANDSTILL[table.status], (_("Nothing is asked any more."),), table)
    title, *told_too = _became(table, row)
    if row is None or row.closed_at is not None:
        with site().db.reading() as c:
            open_now = [p for p in store.open_prompts(c, table.id) if p.seat == index]
        if any(p.answered_at is None for p in open_now):
            told_too.append(_("A newer question waits for you. It has a link of its own."))
        else:
            told_too.append(_("You are written to when you are asked again."))
    else:
        title = _("This browser's visit is over")
        told_too = [_("The link in your letter still works: open it again.")]
    return Shut(title, tuple(told_too), table, mail)


def _became(table: store.Table, row: store.Prompt | None) -> list[Text]:
    """What became of a question: a title, and what happened instead."""
    if row is None:
        return [_("That question does not stand any more")]
    with site().db.reading() as c:
        now = store.table(c, table.id)
        entries = store.entries(c, table.id, after=row.opened_seq, last=now.seq)
        given = [entry for entry in entries if entry.key == row.key]
    if not given:
        return [
            _("That question does not stand any more"),
            _("Play went on, or went back, without an answer to it."),
        ]
    last = given[-1]
    when = reader.day_and_time(last.at)
    answer = _in_words(table, last)
    if last.kind == engine.CLOCK:
        instead = _("Time was up on %(when)s, and the default was taken.", when=when)
        return [_("This link came too late"), instead, *answer]
    if last.source == engine.PLAN:
        by_plan = _("What you had laid down beforehand answered it on %(when)s.", when=when)
        return [_("This question is answered"), by_plan, *answer]
    return [
        _("This question is answered"),
        _("The answer came in on %(when)s, and it counts.", when=when),
    ]


def _in_words(table: store.Table, entry: store.Entry) -> list[Text]:
    """What was answered instead of the player, from what everybody was told."""
    with site().db.reading() as c:
        seats = store.seats(c, table.id)
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
        lines = story.lines(c, store.table(c, table.id), None)
    names = naming.seat_names(seats, people, reader.tongue())
    told = [line.text for line in lines if line.seq == entry.seq]
    heard = reader.tongue(names, game=table.game)
    return [_("%(line)s", line=heard.say(text)) for text in told[:4]]


def _can_write(seat: store.Seat) -> bool:
    if seat.person_id is None:
        return False
    with site().db.reading() as c:
        return letters.may_write(store.person(c, seat.person_id))


def _send(table: store.Table, seat: store.Seat) -> ResponseReturnValue:
    here, now = site(), site().now()
    if not limits.within(here.db, "new link", reader.origin(), now, most=LETTERS, window=HOUR):
        abort(429)
    with here.db.writing() as c:
        person = None if seat.person_id is None else store.person(c, seat.person_id)
        if person is not None and letters.may_write(person):
            asked = [p for p in store.open_prompts(c, table.id) if p.seat == seat.index]
            if table.status == "running" and asked and letters.is_written_to(seat, person):
                letters.ask_again(c, table, seat.index, now)
            else:
                store.queue(c, [letters.sign_in(person, now)])
    reader.tell(_("A new link is on its way to the address that is registered here."))
    return redirect(url_for("home.front"), 303)
