"""The whole log of a table for its moderators: page by page, checked, and as files."""

from __future__ import annotations

import csv
import io

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import NotAllowed, Text, _, n_
from pbem.services import replays
from pbem.web import access, reader
from pbem.web.moderating import case_of
from pbem.web.moderating_story import Logged, log_lines, notices
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("auditing", __name__)
AT_ONCE = 100
SOURCES: dict[str, Text] = {
    "web": _("on the page"),
    "mail": _("by mail"),
    "clock": _("the clock"),
    "bot": _("a bot"),
    "moderator": _("a moderator"),
    "vote": _("a vote"),
    "lobby": _("the lobby"),
    "plan": _("a plan"),
    "resign": _("after resigning"),
    "import": _("taken in from a file"),
}
KINDS: dict[str, Text] = {
    "start": _("the game begins"),
    "answer": _("answers"),
    "act": _("does something unasked"),
    "clock": _("is answered by default"),
    "plan": _("lays down a plan"),
    "resign": _("resigns"),
    "rewind": _("play goes back"),
    "decide": _("a dispute is decided"),
    "migrate": _("new rules hold"),
}


@pages.app_template_filter("source_words")
def source_words(source: str) -> str:
    """From where an entry came, as people say it."""
    return reader.say(SOURCES.get(source, source))


@pages.app_template_filter("kind_words")
def kind_words(kind: str) -> str:
    """What kind of entry it is, as people say it."""
    return reader.say(KINDS.get(kind, kind))


@pages.get("/moderator/t/<slug>/log")
@signed_in
def log(slug: str) -> ResponseReturnValue:
    """Who did what, when and from where; the newest first, a hundred at a time."""
    case = case_of(slug)
    last = _last(case.table.seq)
    with site().db.reading() as c:
        lines = log_lines(c, case.table, case.line.names, last=last, most=AT_ONCE)
        told = notices(c, case.table, case.line.names, private=True)
    return render_template(
        "moderator/log.html",
        case=case,
        table=case.table,
        log=lines,
        notices=told if last == case.table.seq else [],
        earlier=last - AT_ONCE if last > AT_ONCE else None,
        checked=_checked(case.table) if request.args.get("check") == "yes" else None,
    )


def _last(seq: int) -> int:
    typed = request.args.get("last", "")
    return min(seq, int(typed)) if typed.isdecimal() and len(typed) < 9 else seq


def _checked(table: store.Table) -> tuple[bool, str]:
    """Play the whole log again, and say whether it leads where it led."""
    try:
        match = replays.play_again(site().db, table.id)
    except replays.Unplayable as why:
        words = _("The log does not lead where it led: %(why)s", why=str(why))
        return False, reader.say(words)
    except NotAllowed as why:
        return False, reader.say(why.text)
    return True, reader.say(
        n_(
            "%(n)d entry was played again, and everything came out as it is stored.",
            "%(n)d entries were played again, and everything came out as it is stored.",
            match.seq,
        )
    )


@pages.get("/moderator/t/<slug>/log.csv")
@signed_in
def table_file(slug: str) -> ResponseReturnValue:
    """The log as a table for other programs: who, what, when, from where; never the answers."""
    case = case_of(slug)
    with site().db.reading() as c:
        lines = log_lines(c, case.table, case.line.names, last=case.table.seq)
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(["entry", "kind", "seat", "by", "from", "at", "reason", "undone"])
    rows.writerows(map(_row, reversed(lines)))
    answer = Response(written.getvalue(), mimetype="text/csv")
    answer.headers["Content-Disposition"] = f'attachment; filename="log-{slug}.csv"'
    return answer


def _row(line: Logged) -> list[str]:
    row = line.row
    facts = [row.seq, row.kind, line.name, line.by, row.source, row.at.isoformat(), line.reason]
    return [_harmless(str(fact)) for fact in facts] + ["" if line.stands else "undone"]


def _harmless(text: str) -> str:
    """A spreadsheet takes what begins so for a formula; names and reasons are people's own."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


@pages.get("/t/<slug>/export")
def export(slug: str) -> ResponseReturnValue:
    """A finished game as a file that anybody can check with `pbem verify`."""
    table, _seats = access.open_to_reader(slug)
    written = io.StringIO()
    try:
        if table.status != "over":
            raise NotAllowed(
                _("A game can be taken along when it is over: its file tells all secrets.")
            )
        replays.write(site().db, table.id, written, states=False, unfinished=False)
    except NotAllowed as why:
        reader.tell(why.text, "note")
        return redirect(url_for("tables.table", slug=slug), 303)
    except replays.Unplayable:
        reader.tell(_("This game cannot be written out. Tell its moderator."), "bad")
        return redirect(url_for("tables.table", slug=slug), 303)
    answer = make_response(written.getvalue())
    answer.mimetype = "application/x-ndjson"
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.jsonl"'
    return answer
