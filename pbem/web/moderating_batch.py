"""One deed for several tables at once: shown table by table first, and each done once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem.engine import AnswerError, Text, _, n_
from pbem.services import moderating, pressing
from pbem.services.sittings import Shelf
from pbem.web import reader
from pbem.web.moderating import case_of, pages
from pbem.web.moderating_case import Case, deed_of, fresh_press
from pbem.web.reader import signed_in
from pbem.web.site import site

__all__ = ["pages"]
MOST = 100
A_DAY = timedelta(days=1)


def _a_day_more(shelf: Shelf, deed: moderating.Deed) -> object:
    return moderating.move_deadlines(shelf, deed, A_DAY)


BATCHES: dict[str, tuple[Text, Callable[[Shelf, moderating.Deed], object], tuple[str, ...]]] = {
    "deadline": (_("Give everybody a day more"), _a_day_more, ("running", "paused", "frozen")),
    "pause": (_("Pause the games"), moderating.pause, ("running",)),
    "resume": (_("Let the games go on"), moderating.resume, ("paused",)),
}


def _chosen() -> tuple[str, list[Case]]:
    """The deed and the tables; every one of them has to be the reader's to moderate."""
    what = request.values.get("what", "")
    slugs = list(dict.fromkeys(request.values.getlist("table")))[:MOST]
    return (what if what in BATCHES else "deadline"), [case_of(slug) for slug in slugs]


def _fits(case: Case, what: str) -> bool:
    """Whether it can be done there now: a game in that state, and somebody with a deadline."""
    _title, _do, states = BATCHES[what]
    return case.table.status in states and (what != "deadline" or bool(case.moved(A_DAY)))


@pages.get("/several")
@signed_in
def batch() -> ResponseReturnValue:
    """Show what a deed for several tables changes."""
    what, cases = _chosen()
    title, _do, _states = BATCHES[what]
    if not cases:
        reader.tell(_("Choose the tables first, then what to do with them."), "note")
        return redirect(url_for("moderating.dashboard"), 303)
    return render_template(
        "moderator/several.html",
        what=what,
        title=title,
        fit=[case for case in cases if _fits(case, what)],
        unfit=[case for case in cases if not _fits(case, what)],
        a_day=A_DAY,
        once=fresh_press(),
    )


@pages.post("/several")
@signed_in
def do_batch() -> ResponseReturnValue:
    """Do it, table by table; one that refuses does not keep the others from it."""
    what, cases = _chosen()
    _title, do, _states = BATCHES[what]
    done = 0
    for case in cases:
        deed = deed_of(case)
        one = moderating.Deed(
            deed.table_id, deed.by, deed.reason, deed.now, f"{deed.once}-{case.table.id}"
        )
        try:
            do(site().shelf, one)
            done += 1
        except pressing.DoneAlready:
            done += 1
        except AnswerError as why:
            words = _("%(title)s: %(why)s", title=case.line.title, why=why.text)
            reader.tell(words, "bad")
    if done:
        reader.tell(n_("Done for %(n)d table.", "Done for %(n)d tables.", done))
    return redirect(url_for("moderating.dashboard"), 303)
