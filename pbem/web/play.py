"""Playing: every form of a table's page ends here and knocks at the one door."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import engine, store
from pbem.engine import AnswerError, NotAllowed, Question, Seat, Text, _
from pbem.services import accounts, bots, drawing, naming, trying, turns
from pbem.services.sittings import Frozen, NotRunning
from pbem.web import access, answers, forms, holding, looking, reader
from pbem.web.reader import signed_in
from pbem.web.site import site
from pbem.web.tables import show

pages = Blueprint("play", __name__, url_prefix="/t/<slug>")
LINK = "link"
"""The source of what was done by a link from a letter."""


class Closed(Exception):
    """The question does not stand any more; `text` says what happened instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@pages.post("/answer")
def answer(slug: str) -> ResponseReturnValue:
    """Answer what was asked."""
    return _knock(slug, engine.ANSWER, _("Your answer is in."))


@pages.post("/act")
def act(slug: str) -> ResponseReturnValue:
    """Do something unasked."""
    return _knock(slug, engine.ACT, _("Done."))


@pages.post("/undo")
def undo(slug: str) -> ResponseReturnValue:
    """Take the own last move back."""
    table, seats = access.open_to_reader(slug)
    seat = _named_seat(access.seats_to_play(table, seats))
    try:
        submit(table, seats, turns.Order(turns.UNDO, seat))
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
    table, seats = access.open_to_reader(slug)
    mine = access.seats_of_reader(seats)
    if not mine:
        abort(403)
    if table.status != "running":
        return _back(slug)
    try:
        if request.method == "GET":
            return _ask_how_to_leave(table, mine[0])
        _leave(table, seats, _named_seat(mine))
    except AnswerError as why:
        reader.tell(why.text, "bad")
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
    return _back(slug)


def _ask_how_to_leave(table: store.Table, seat: int) -> ResponseReturnValue:
    """Say what leaving means, before it is done."""
    with site().shelf.looking(table.id) as sitting:
        seen = trying.foresee(sitting.match, engine.Entry(0, engine.RESIGN, Seat(seat)), Seat(seat))
        names = naming.seat_names(sitting.seats, sitting.people, reader.tongue())
    heard = drawing.rich(reader.tongue(names, game=table.game))
    return render_template(
        "resign.html",
        table=table,
        title=looking.title_of(table),
        seat=seat,
        foreseen=forms.foresight(seen, heard),
    )


def _leave(table: store.Table, seats: tuple[store.Seat, ...], seat: int) -> None:
    """Hand the seat to a bot, or give up by the rules."""
    who = reader.person()
    assert who is not None
    if request.form.get("how") == "rules":
        submit(table, seats, turns.Order(engine.RESIGN, seat))
        reader.tell(_("You have given up. Thank you for playing."), "note")
        return
    accounts.hand_to_bot(site().shelf, table.id, seat, who.id, now=site().now())
    reader.tell(_("A bot plays on for you. Thank you for playing."), "note")


def _knock(slug: str, kind: str, thanks: Text) -> ResponseReturnValue:
    table, seats = access.open_to_reader(slug)
    mine = access.seats_to_play(table, seats)
    key = request.form.get("key", "")
    try:
        seat, shape = _question(table, seats, mine, kind, key)
        reading = answers.read(shape, request.form)
        order = turns.Order(kind, seat, key, reading.value, reading.text)
        if reading.text is not None:
            order = replace(order, tongue=_heard(table, seats))
        if "before" in request.form:
            seen = _foresee(table, order)
            return show(table, seats, _again(key, foreseen=seen))
        done = submit(table, seats, order)
    except AnswerError as why:
        if kind == engine.ANSWER and not _stands(table, key):
            reader.tell(_what_happened(table, key, mine), "note")
            return _back(slug)
        return show(table, seats, _again(key, why.text), 422)
    except Closed as why:
        reader.tell(why.text, "note")
        return _back(slug)
    except (Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
        return _back(slug)
    if done.outcome is None:
        reader.tell(thanks)
    return _back(slug)


def _again(
    key: str, error: Text | None = None, foreseen: engine.Preview | None = None
) -> looking.Wanted:
    """The form once more, with all that was typed."""
    typed, said = answers.typed_in(request.form), answers.said_in(request.form)
    return looking.Wanted(key, typed, error, said, foreseen)


def _foresee(table: store.Table, order: turns.Order) -> engine.Preview:
    """What this answer or act would bring about. Nothing is done."""
    assert order.seat is not None
    seat = Seat(order.seat)
    with site().shelf.looking(table.id, names=False) as sitting:
        match = sitting.match
        asked = match.acts(seat) if order.kind == engine.ACT else map(match.question, match.open)
        question = next((one for one in asked if one.key == order.key), None)
        if question is None:
            raise NotAllowed(_("You cannot do that now."))
        prompt = question.prompt
        if order.text is not None:
            value = question.parse(prompt.keep(order.text, _unkept), order.tongue)
        else:
            value = prompt.keep(order.value, _unkept)
        entry = engine.Entry(0, order.kind, seat, order.key, value)
        return trying.foresee(match, entry, seat)


def _heard(table: store.Table, seats: tuple[store.Seat, ...]) -> engine.Tongue:
    """The words in which the reader writes, with the names at this table."""
    with site().db.reading() as c:
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
    return reader.tongue(naming.seat_names(seats, people, reader.tongue()), game=table.game)


def _unkept(_words: str) -> str:
    """Own words are not kept while an answer is only tried out."""
    return "w:0"


def submit(table: store.Table, seats: tuple[store.Seat, ...], order: turns.Order) -> turns.Done:
    """Knock at the door, in the name of whoever sits there."""
    here, who = site(), reader.person()
    assert order.seat is not None
    by_link = who is None or seats[order.seat].person_id != who.id
    order = replace(
        order,
        source=LINK if by_link else order.source,
        by_person=seats[order.seat].person_id,
    )
    done = turns.submit(here.shelf, table.id, order, now=here.now(), known=(table, seats))
    bots.hear(here.shelf, done, here.now())
    if by_link:
        holding.follow(done)
    return done


def _question(
    table: store.Table, seats: tuple[store.Seat, ...], mine: list[int], kind: str, key: str
) -> tuple[Seat, str]:
    """Whose question this is, and its shape. Nobody answers for another seat."""
    with site().shelf.glance(table, seats) as sitting:
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


def _named_seat(mine: list[int]) -> int:
    """The seat named in the form, which must be the reader's."""
    typed = request.form.get("seat", "")
    if typed not in map(str, mine):
        abort(403)
    return int(typed)


def _back(slug: str) -> ResponseReturnValue:
    return redirect(url_for("tables.table", slug=slug), 303)
