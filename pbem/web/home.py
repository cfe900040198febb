"""The front page: what this is, what waits for me, where to sit down, what to watch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import engine, games, store
from pbem.services import naming, seating
from pbem.web import access, glancing, looking, reader
from pbem.web.entering import somebody
from pbem.web.site import site

pages = Blueprint("home", __name__)
SHOWN = 12
"""So many tables of each kind the front page lists."""


@dataclass(frozen=True)
class Card:
    """A table as the front page shows it."""

    table: store.Table
    title: str
    game: engine.Meta
    names: tuple[tuple[int, str, bool], ...]
    """Every seat: its number, who sits there, and whether it is empty."""
    mine: bool
    waits_for_me: bool
    due: datetime | None
    waits_for: tuple[str, ...]

    @property
    def rank(self) -> tuple[int, float]:
        """What waits for me first, the most urgent before the rest."""
        order = ("running", "frozen", "paused", "open", "over", "cancelled")
        urgent = self.due.timestamp() if self.due else float("inf")
        return (-1 if self.waits_for_me else order.index(self.table.status), urgent)


@pages.get("/")
def front() -> ResponseReturnValue:
    """The front page."""
    return _front()


@pages.post("/new")
def new() -> ResponseReturnValue:
    """Seat the reader at a new table, with bots on all other chairs, and begin."""
    slug, seats = request.form.get("game", ""), request.form.get("seats", "")
    if slug not in games.slugs():
        abort(404)
    try:
        if seats not in map(str, games.meta(slug).seats):
            raise engine.NotAllowed(engine._("Choose how many shall play."))
        who = somebody()
        if who is None:
            return redirect(url_for("signing.how"), 303)
        here = site()
        table = seating.against_bots(here.shelf, slug, int(seats), who, now=here.now())
    except engine.AnswerError as why:
        return _front(error=reader.say(why.text), wanted=slug, status=422)
    return redirect(url_for("tables.table", slug=table.slug), 303)


def _front(error: str = "", wanted: str = "", status: int = 200) -> ResponseReturnValue:
    who = reader.person()
    with site().db.reading() as c:
        mine = cards(c, store.tables_of(c, who.id) if who else ())
        known = {card.table.id for card in mine}
        joinable = cards(c, _others(store.joinable_tables(c, limit=SHOWN * 2), known))
        demo = seating.shown(c)
        running = store.tables_in(c, ["running"], limit=SHOWN * 2, public=True)
        watched = cards(c, _others(running, known))
    if demo is not None and demo.status == "over" and who is None:
        seating.somebody_looks(site().db, site().now())
    watched = [card for card in watched if demo is None or card.table.id != demo.id]
    page = render_template(
        "home.html",
        demo=glancing.glance(demo) if demo else None,
        first=games.meta(seating.DEMO),
        first_seats=seating.DEMO_SEATS,
        going=sorted((m for m in mine if not _is_over(m)), key=lambda card: card.rank),
        over=[m for m in mine if _is_over(m)],
        joinable=joinable,
        watched=watched,
        games=[games.meta(slug) for slug in games.slugs()],
        error=error,
        wanted=wanted,
        typed=request.form.get("name", ""),
    )
    return make_response(page, status)


@pages.get("/demo")
def demo() -> ResponseReturnValue:
    """The table of bots alone, for a front page that lies open."""
    with site().db.reading() as c:
        found = seating.shown(c)
    if found is None:
        abort(404)
    return render_template("demo.html", demo=glancing.glance(found))


def _is_over(card: Card) -> bool:
    return card.table.status in ("over", "cancelled")


def _others(tables: Iterable[store.Table], known: set[int]) -> list[store.Table]:
    return [table for table in tables if table.id not in known][:SHOWN]


def cards(c: store.Connection, tables: Iterable[store.Table]) -> list[Card]:
    """Tables as a list of them shows them."""
    listed = list(tables)
    seats = store.seats_at(c, [table.id for table in listed])
    seated = {seat.person_id for all_seats in seats.values() for seat in all_seats}
    people = store.people(c, sorted(number for number in seated if number is not None))
    waiting = store.waiting_at(c, [table.id for table in listed if table.status == "running"])
    return [_card(t, seats[t.id], people, waiting.get(t.id, [])) for t in listed]


def _card(
    table: store.Table,
    seats: Sequence[store.Seat],
    people: Mapping[int, store.Person],
    waiting: Sequence[store.Prompt],
) -> Card:
    names = naming.seat_names(seats, people, reader.tongue())
    mine = access.seats_of_reader(seats)
    for_me = [row for row in waiting if row.seat in mine]
    dues = [row.due_at for row in for_me or waiting if row.due_at is not None]
    return Card(
        table=table,
        title=looking.title_of(table),
        game=games.about(table.game),
        names=tuple(
            (seat.index, name, seat.person_id is None and seat.bot is None)
            for seat, name in zip(seats, names, strict=True)
        ),
        mine=bool(mine),
        waits_for_me=bool(for_me),
        due=min(dues, default=None),
        waits_for=tuple(dict.fromkeys(names[row.seat] for row in waiting)),
    )
