"""The turn sheet: a whole turn answered at once, and orders that stand until withdrawn.

All rows are checked before anything is laid down; every error stands beside its row, and
nothing typed is lost. What is laid down replaces what was.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import engine, games, store
from pbem.engine import AnswerError, Entry, Item, Question, Seat, Text, Tongue, Words, _
from pbem.services import drawing, naming, trying, turns
from pbem.services.choices import has_nothing
from pbem.services.sittings import Frozen, NotRunning, Sitting
from pbem.web import access, forms, looking, play, reader, rows
from pbem.web.site import site

pages = Blueprint("sheets", __name__, url_prefix="/t/<slug>/sheet")
MOST_ROWS = 4
"""So many answers one kind of question may have, each on a condition of its own."""


@dataclass(frozen=True)
class Part:
    """One question of the sheet with its rows."""

    form: forms.Form
    rows: tuple[rows.Row, ...]
    asked_now: bool


@dataclass(frozen=True)
class Kept:
    """An item that the sheet cannot show in a row: it stays unless it is taken out."""

    name: str
    words: str


@dataclass(frozen=True)
class Past:
    """An earlier question, said."""

    at: datetime
    asked: str
    given: str
    would: str


@dataclass(frozen=True)
class Sheet:
    """A seat's turn sheet: what the page shows, and the plan that came of it if all is well."""

    table: store.Table
    title: str
    seat: Seat
    parts: tuple[Part, ...]
    kept: tuple[Kept, ...]
    items: tuple[Item, ...]
    laid: bool
    wrong: int = 0
    foreseen: forms.Foresight | None = None
    past: tuple[Past, ...] = ()
    """What these answers would have been to earlier questions of their kinds."""

    @property
    def runs_on(self) -> bool:
        """Is it followed to the end, whatever comes to light?"""
        return games.load(self.table.game).runs_on

    @property
    def has_style(self) -> bool:
        """Has the game a style of its own, for the fields that it draws?"""
        return drawing.sheet(self.table.game) is not None


@pages.get("")
def sheet(slug: str) -> ResponseReturnValue:
    """Show the sheet, with what is laid down already."""
    return _answered(slug, "")


@pages.post("")
def lay(slug: str) -> ResponseReturnValue:
    """Try the sheet out, lay it down, or withdraw everything."""
    return _answered(slug, request.form.get("do", "try"))


def _answered(slug: str, do: str) -> ResponseReturnValue:
    table, seats = access.open_to_reader(slug)
    mine = access.seats_to_play(table, seats)
    try:
        if table.status != "running":
            raise NotRunning(_("Nothing can be planned at this table now."))
        made = _made(table, mine, do)
        if do == "withdraw" or (do == "lay" and not made.wrong):
            return _lay(seats, made, () if do == "withdraw" else made.items)
    except (AnswerError, Frozen, NotRunning) as why:
        reader.tell(why.text, "bad")
        return redirect(url_for("tables.table", slug=slug), 303)
    page = render_template("sheet.html", sheet=made)
    return make_response(page, 422 if made.wrong else 200)


def _lay(seats: tuple[store.Seat, ...], made: Sheet, items: Iterable[Item]) -> ResponseReturnValue:
    encode = games.load(made.table.game).codec.encode
    bodies = [encode(item) for item in items]
    done = play.submit(made.table, seats, turns.Order(engine.PLAN, made.seat, value=bodies))
    if not bodies:
        reader.tell(_("Nothing is laid down any more: you are asked everything."))
    elif len(done.steps) > 1:
        reader.tell(_("Your sheet is laid down, and what could be answered by it is answered."))
    else:
        reader.tell(_("Your sheet is laid down. It answers for you when you are asked."))
    return redirect(url_for("tables.table", slug=made.table.slug), 303)


def _made(table: store.Table, mine: list[int], do: str) -> Sheet:
    with site().shelf.looking(table.id) as sitting:
        seat = looking.viewer_of(sitting, mine)
        assert seat is not None
        names = naming.seat_names(sitting.seats, sitting.people, reader.tongue())
        heard = reader.tongue(names, game=table.game)
        made = _read(sitting, seat, heard, sent=bool(do))
        if do != "try" or made.wrong:
            return made
        made = _tried(sitting, made, heard)
    return replace(made, past=_past(made, heard))


def questions(sitting: Sitting, seat: Seat) -> list[tuple[Question, bool]]:
    """What this seat is asked, and can expect to be asked this turn; each kind once.

    Own words are left out: they are written when they are asked for.
    """
    match = sitting.match
    found: dict[str, tuple[Question, bool]] = {}
    for asking in match.waiting():
        if asking.prompt.seat == seat:
            found.setdefault(asking.prompt.kind, (match.question(asking.key), True))
    for prompt in match.game.turn_sheet(match.state, seat):
        question = Question(prompt.kind, prompt, match.state)
        found.setdefault(prompt.kind, (question, False))
    return [pair for pair in found.values() if not isinstance(pair[0].prompt, Words)]


def _read(sitting: Sitting, seat: Seat, tongue: Tongue, *, sent: bool) -> Sheet:
    laid = sitting.match.plans.items.get(seat, ())
    asked = questions(sitting, seat)
    shown = {question.kind: question for question, _now in asked}
    in_rows = [i for i in laid if i.kind in shown and rows.fits_a_row(i, shown[i.kind])]
    kept = {f"keep.{n}": item for n, item in enumerate(laid) if item not in in_rows}
    parts, items, wrong = [], [], 0
    for question, now in asked:
        own = [item for item in in_rows if item.kind == question.kind]
        part, found = _part(sitting, question, own, tongue, sent=sent, now=now)
        parts.append(part)
        items += found
        wrong += sum(bool(row.error) for row in part.rows)
    items += [item for name, item in kept.items() if not sent or name in request.form]
    return Sheet(
        table=sitting.table,
        title=looking.title_of(sitting.table),
        seat=seat,
        parts=tuple(parts),
        kept=tuple(Kept(name, _in_words(item)) for name, item in kept.items()),
        items=tuple(items),
        laid=bool(laid),
        wrong=wrong,
    )


def _part(
    sitting: Sitting, question: Question, laid: list[Item], tongue: Tongue, *, sent: bool, now: bool
) -> tuple[Part, list[Item]]:
    """A question with its rows: as they were sent, or as they are laid down, and an empty one."""
    shape, game = forms.shape_of(question), sitting.table.game
    view = sitting.match.view(question.seat)
    names = [f"{question.kind}.{n}" for n in range(MOST_ROWS)]
    if sent:
        typed = [rows.from_form(request.form, name) for name in names]
        filled = [one for one in typed if not one.is_open]
    else:
        filled = [rows.from_item(item, shape, tongue) for item in laid][:MOST_ROWS]
        if not filled and has_nothing(question.prompt, sitting.match.state):
            filled = [rows.Typed(none=True)]
    spare = not filled or (question.facts and len(filled) < MOST_ROWS)
    shown, items = [], []
    for name, one in zip(names, [*filled, rows.Typed()] if spare else filled, strict=False):
        error: Text | None = None
        if not one.is_open:
            try:
                items.append(rows.read(question, one, name, tongue))
            except AnswerError as why:
                error = why.text
        shown.append(rows.show(question, one, name, tongue, game=game, view=view, error=error))
    return Part(shown[0].form, tuple(shown), now), items


def _tried(sitting: Sitting, made: Sheet, tongue: Tongue) -> Sheet:
    """The sheet with what it would bring about at once."""
    encode = sitting.match.game.codec.encode
    entry = Entry(0, engine.PLAN, made.seat, value=[encode(item) for item in made.items])
    seen = trying.foresee(sitting.match, entry, made.seat)
    return replace(made, foreseen=forms.foresight(seen, drawing.rich(tongue)))


def _past(made: Sheet, tongue: Tongue) -> tuple[Past, ...]:
    """The last questions of the kinds that the sheet answers, and what it would have said."""
    heard = drawing.rich(tongue)
    found = trying.on_the_past(site().shelf, made.table.id, made.seat, made.items)
    return tuple(
        Past(
            one.at,
            heard.say(one.asked),
            heard.say(one.given),
            "" if one.would is None else heard.say(one.would),
        )
        for one in found
    )


def _in_words(item: Item) -> str:
    """An item for a question that is not on the sheet, as well as it can be said without it."""
    answers = " / ".join(forms.sent(answer) for answer in item.answers)
    limits = "".join(f", {c.fact} {c.is_} {c.value}" for c in item.conditions)
    return f"{item.kind.replace('_', ' ')}: {answers}{limits}"
