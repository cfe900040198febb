"""Votes on a table's page: putting something to the vote, and saying yes or no."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, _
from pbem.services import drawing, votes
from pbem.web import access, looking, reader
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("voting", __name__, url_prefix="/t/<slug>")


def set_up(app: Flask) -> None:
    """Let a table's page show the vote that goes on."""
    app.context_processor(lambda: {"vote_at": _vote_at, "votes_here": votes.may_vote})
    app.template_global("vote_question")(_question)


def _vote_at(table: store.Table) -> votes.Count | None:
    with site().db.reading() as c:
        vote = votes.open_vote(c, table.id)
        return None if vote is None else votes.count(c, vote)


def _question(shown: looking.Look, vote: store.Vote) -> str:
    names = tuple(chair.name for chair in shown.chairs)
    return drawing.rich(reader.tongue(names, game=shown.table.game)).say(votes.question(vote))


@pages.route("/vote", methods=["GET", "POST"])
@signed_in
def vote(slug: str) -> ResponseReturnValue:
    """Choose what to put to the vote; on a press, do."""
    table, seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    if not access.seats_of_reader(seats) or not votes.may_vote(table):
        abort(403)
    if request.method == "GET":
        return render_template("talk/vote.html", look=looking.look(table, seats))
    typed = request.form.get("about", "")
    about = int(typed) if typed.isdecimal() and len(typed) < 3 else None
    try:
        what = request.form.get("what", "")
        votes.propose(site().shelf, table.id, who.id, what, about=about, now=site().now())
        reader.tell(_("It is put to the vote, and you have said yes."))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("tables.table", slug=slug), 303)


@pages.post("/ballot")
@signed_in
def ballot(slug: str) -> ResponseReturnValue:
    """Say yes or no to what is put to the vote."""
    table, seats = access.open_to_reader(slug)
    who = reader.person()
    assert who is not None
    number, said = request.form.get("vote", ""), request.form.get("say", "")
    if not access.seats_of_reader(seats) or said not in ("yes", "no"):
        abort(403)
    try:
        which = int(number) if number.isdecimal() and len(number) < 19 else 0
        votes.say(site().shelf, table.id, which, who.id, yes=said == "yes", now=site().now())
        reader.tell(_("Your word counts."))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("tables.table", slug=slug), 303)
