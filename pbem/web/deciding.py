"""Disputes on the moderator's desk: what is asked, what both sides say, and the decision."""

from __future__ import annotations

from flask import Blueprint, abort, make_response, render_template, request
from flask.typing import ResponseReturnValue

from pbem import store
from pbem.engine import AnswerError, Question, Text, Tongue, _
from pbem.services import deciding, drawing, messages, moderating, naming, story
from pbem.services.sittings import Frozen, NotRunning, Sitting
from pbem.web import answers, forms, reader
from pbem.web.moderating import case_of
from pbem.web.moderating_case import Case, back_to_desk, deed_of, done_already, fresh_press, is_done
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("deciding", __name__, url_prefix="/moderator/t/<slug>")
TOLD = 40
"""So many lines of the story lie beside a dispute."""


@pages.get("/decide")
@signed_in
def decide(slug: str) -> ResponseReturnValue:
    """Every dispute that waits, with what was said and done."""
    return _page(_case(slug))


@pages.post("/decide")
@signed_in
def decided(slug: str) -> ResponseReturnValue:
    """Decide one of them."""
    if is_done():
        return done_already(slug)
    case, key = _case(slug), request.form.get("key", "")
    try:
        if not moderating.reason_of(request.form.get("reason", "")):
            raise moderating.Refused(_("Write a reason first: the table reads it."))
        with site().shelf.looking(case.table.id) as sitting:
            found = [one for one in sitting.match.decisions() if one.key == key]
            if not found:
                raise moderating.Refused(_("There is nothing of that sort to decide now."))
            reading = answers.read(forms.shape_of(found[0]), request.form)
        deciding.decide(
            site().shelf, deed_of(case), key, reading.value, reading.text, seen=case.number("seen")
        )
    except (AnswerError, Frozen, NotRunning) as why:
        if is_done():  # By the same press, in this moment.
            return done_already(slug)
        if isinstance(why, AnswerError):
            return _page(_case(slug), key, why.text)
        reader.tell(why.text, "bad")
    else:
        reader.tell(_("It is decided, and the table reads why."))
    return back_to_desk(slug)


def _case(slug: str) -> Case:
    case, who = case_of(slug), reader.person()
    assert who is not None
    if case.table.status != "running" or not deciding.may_decide(case.seats, who.id):
        abort(403)
    return case


def _page(case: Case, key: str = "", error: Text | None = None) -> ResponseReturnValue:
    with site().shelf.looking(case.table.id) as sitting:
        heard = _tongue(sitting)
        disputes = [
            _form(case, question, heard, error if question.key == key else None)
            for question in sitting.match.decisions()
        ]
    with site().db.reading() as c:
        lines = story.lines(c, case.table, None)[-TOLD:]
        said = messages.for_moderator(c, case.table.id)
    rich = drawing.rich(heard)
    page = render_template(
        "moderator/decide.html",
        case=case,
        disputes=disputes,
        told=[(line.at, rich.say(line.text)) for line in lines],
        said=said,
        once=fresh_press(),
        typed=request.form.get("reason", ""),
    )
    return make_response(page, 422 if error else 200)


def _form(case: Case, question: Question, heard: Tongue, error: Text | None) -> forms.Form:
    return forms.make(
        question, heard, game=case.table.game, is_act=True,
        typed=answers.typed_in(request.form) if error else None, error=error,
    )  # fmt: skip


def _tongue(sitting: Sitting) -> Tongue:
    """How a moderator hears this table, with the words that people wrote to each other."""
    asked = [q.facts for q in sitting.match.decisions()]
    refs = {*drawing.wordings_in([asked, sitting.match.view(None)])}
    with site().db.reading() as c:
        words = store.wordings(c, [int(ref[2:]) for ref in refs]) if refs else {}
    names = naming.seat_names(sitting.seats, sitting.people, reader.tongue())
    told = {f"w:{number}": text for number, text in words.items()}
    return reader.tongue(names, told, sitting.table.game)
