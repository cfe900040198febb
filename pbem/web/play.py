"""Playing: every form of a table's page ends here and knocks at the one door."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import engine, store
from pbem.engine import AnswerError, Question, Seat, Text, _
from pbem.services import turns
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import forms, looking, reader
from pbem.web.reader import signed_in
from pbem.web.site import site
from pbem.web.tables import show

pages = Blueprint("play", __name__, url_prefix="/t/<slug>")


class Closed(Exception):
    """The question does not stand any more; `text` says what happened instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@pages.post("/answer")
@signed_in
def answer(slug: str) -> ResponseReturnValue:
    """Answer what was asked."""
    return _knock(slug, engine.ANSWER, _("Your answer is in."))


@pages.post("/act")
@signed_in
def act(slug: str) -> ResponseReturnValue:
    """Do something unasked."""
    return _knock(slug, engine.ACT, _("Done."))


@pages.post("/undo")
@signed_in
def undo(slug: str) -> ResponseReturnValue:
    """Take the own last move back."""
    table, seats = looking.open_to_reader(slug)
    seat = _own_seat(seats)
    try:
        _submit(table, turns.Order(turns.UNDO, seat))
        reader.tell(_("Your last move is taken back."))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
    return _back(slug)


@pages.route("/resign", methods=["GET", "POST"])
@signed_in
def resign(slug: str) -> ResponseReturnValue:
    """Say what resigning means; on a press, do it."""
    table, seats = looking.open_to_reader(slug)
    mine = looking.seats_of_reader(seats)
    if not mine:
        abort(403)
    if table.status != "running":
        return _back(slug)
    if request.method == "GET":
        return render_template(
            "resign.html", table=table, title=looking.title_of(table), seat=mine[0]
        )
    try:
        _submit(table, turns.Order(engine.RESIGN, _own_seat(seats)))
        reader.tell(_("You have resigned. Thank you for playing."), "note")
    except AnswerError as why:
        reader.tell(why.text, "bad")
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
    return _back(slug)


def _knock(slug: str, kind: str, thanks: Text) -> ResponseReturnValue:
    table, seats = looking.open_to_reader(slug)
    mine = looking.seats_of_reader(seats)
    if not mine:
        abort(403)
    key = request.form.get("key", "")
    try:
        seat, shape = _question(table, mine, kind, key)
        reading = forms.read(shape, request.form)
        order = turns.Order(kind, seat, key, reading.value, reading.text)
        done = _submit(table, order)
    except AnswerError as why:
        if kind == engine.ANSWER and not _stands(table, key):
            reader.tell(_what_happened(table, key, mine), "note")
            return _back(slug)
        return show(table, seats, looking.Wanted(key, forms.typed_in(request.form), why.text), 422)
    except Closed as why:
        reader.tell(why.text, "note")
        return _back(slug)
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
        return _back(slug)
    if done.outcome is None:
        reader.tell(thanks)
    return _back(slug)


def _submit(table: store.Table, order: turns.Order) -> turns.Done:
    here, who = site(), reader.person()
    assert who is not None, "every route here is for signed-in people"
    order = turns.Order(
        order.kind, order.seat, order.key, order.value, order.text, by_person=who.id
    )
    return turns.submit(here.shelf, table.id, order, now=here.now())


def _question(table: store.Table, mine: list[int], kind: str, key: str) -> tuple[Seat, str]:
    """Whose question this is, and its shape. Nobody answers for another seat."""
    with site().shelf.looking(table.id, names=False) as sitting:
        match = sitting.match
        question: Question | None = None
        if kind == engine.ACT:
            acts = [a for seat in mine for a in match.acts(Seat(seat)) if a.key == key]
            question = acts[0] if acts else None
        elif key in match.open:
            question = match.question(key)
        if question is not None:
            if question.seat not in mine:
                abort(403)
            return question.seat, forms.shape_of(question)
    if kind == engine.ACT:
        raise Closed(_("That cannot be done any more: play went on meanwhile."))
    raise Closed(_what_happened(table, key, mine))


def _stands(table: store.Table, key: str) -> bool:
    with site().db.reading() as c:
        row = store.prompt(c, table.id, key)
    return row is None or row.closed_at is None


def _what_happened(table: store.Table, key: str, mine: list[int]) -> Text:
    """Why a question does not stand any more: answered already, too late, or play went on."""
    with site().db.reading() as c:
        row = store.prompt(c, table.id, key)
        if row is None or row.seat not in mine:
            return _("There is no such question for you.")
        now = store.table(c, table.id)
        entries = store.entries(c, table.id, after=row.opened_seq, last=now.seq)
    given = [entry for entry in entries if entry.key == key]
    if not given:
        return _("That question is gone: play went on without your answer.")
    if given[-1].kind == engine.CLOCK:
        return _("Your answer came too late: time was up, and the default was taken.")
    return _("You had answered that question already. Your first answer counts.")


def _own_seat(seats: tuple[store.Seat, ...]) -> int:
    """The seat named in the form, which must be the reader's."""
    mine = looking.seats_of_reader(seats)
    typed = request.form.get("seat", "")
    if typed not in map(str, mine):
        abort(403)
    return int(typed)


def _back(slug: str) -> ResponseReturnValue:
    return redirect(url_for("tables.table", slug=slug), 303)
