"""The lobby: open tables to join, and a form to open one with the options of its game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from pbem import engine, games, store
from pbem.engine import AnswerError, NotAllowed, Text, _
from pbem.services import bots, desk, inviting, lobby
from pbem.services.clock import PACES
from pbem.web import reader
from pbem.web.reader import signed_in
from pbem.web.site import site

pages = Blueprint("lobbying", __name__, url_prefix="/lobby")
SHOWN = 100
ME, OPEN, BOT, ADDRESS = "me", "open", "bot", "address"
PACE_NAMES: dict[str, Text] = {
    "quick": _("quick: an hour to answer"),
    "daily": _("daily: a day for a turn"),
    "slow": _("slow: three days for a turn"),
    "weekly": _("weekly: a week for a turn"),
}


@pages.get("")
def hall() -> ResponseReturnValue:
    """Public tables with a free seat, and what the reader is invited to."""
    who = reader.person()
    with site().db.reading() as c:
        tables = [t for t in store.tables_in(c, ["open"], limit=SHOWN) if not t.private]
        lines = desk.of_tables(c, tables, site().now())
        invited = inviting.for_person(c, who.id) if who else []
        asked = desk.of_tables(c, invited, site().now())
    return render_template(
        "lobby/hall.html",
        lines=lines,
        invited=asked,
        paces={line.table.id: pace_of(line.table) for line in [*lines, *asked]},
    )


def pace_of(table: store.Table) -> Text:
    """The name of a table's pace."""
    for name, pace in PACES.items():
        if dict(pace) == dict(table.pace):
            return PACE_NAMES[name]
    return _("a pace of its own")


@dataclass(frozen=True)
class Draft:
    """A table as the form describes it, checked as far as words go."""

    wish: lobby.Wish
    invited: dict[int, str]
    """Addresses by seat."""


@pages.get("/new")
@signed_in
def new() -> ResponseReturnValue:
    """Choose a game; then the form for a table of it."""
    slug = request.args.get("game", "")
    if slug and slug not in games.slugs():
        abort(404)
    if not slug:
        found = [games.meta(one) for one in games.slugs()]
        return render_template("lobby/choose.html", games=found)
    return _form(slug)


@pages.post("/new")
@signed_in
def open_table() -> ResponseReturnValue:
    """Show what the table will be; on the second press, open it."""
    slug = request.form.get("game", "")
    if slug not in games.slugs():
        abort(404)
    who, here = reader.person(), site()
    assert who is not None
    try:
        draft = _draft(slug, who)
        if request.form.get("step") != "open":
            return _form(slug, preview=[*_sentences(slug, draft)])
        table = lobby.open_table(here.shelf, draft.wish, now=here.now())
        with here.db.writing() as c:
            inviting.invite(c, here.config, table.id, draft.invited, by=who.id, now=here.now())
    except AnswerError as why:
        return _form(slug, error=reader.say(why.text))
    reader.tell(_("The table is open. Send its address to whom you want to play with."))
    return redirect(url_for("tables.table", slug=table.slug), 303)


def _form(slug: str, *, error: str = "", preview: list[str] | None = None) -> ResponseReturnValue:
    game = games.load(slug)
    page = render_template(
        "lobby/new.html",
        game=game.meta,
        bots=[*bots.known(game)],
        paces=PACE_NAMES,
        languages=reader.languages(),
        seats=_seat_count(slug),
        error=error,
        preview=preview,
        typed=request.values,
    )
    return make_response(page, 422 if error else 200)


def _seat_count(slug: str) -> int:
    typed, possible = request.values.get("seats", ""), games.meta(slug).seats
    return int(typed) if typed in map(str, possible) else possible[len(possible) // 2]


def _draft(slug: str, who: store.Person) -> Draft:
    form = request.form
    takers: list[lobby.Taker] = []
    invited: dict[int, str] = {}
    for index in range(_seat_count(slug)):
        kind = form.get(f"seat-{index}", OPEN)
        if kind == ADDRESS:
            invited[index] = inviting.address_of(form.get(f"address-{index}", ""))
        elif kind not in (ME, OPEN, BOT):
            raise NotAllowed(_("Choose who gets each seat."))
        taker: lobby.Taker = who.id if kind == ME else None
        takers.append(form.get(f"bot-{index}", "") if kind == BOT else taker)
    if len({*invited.values()}) != len(invited):
        raise NotAllowed(_("Nobody can sit on two seats of one table."))
    if form.get("pace", "") not in PACES:
        raise NotAllowed(_("Choose a pace."))
    wish = lobby.Wish(
        game=slug,
        seats=takers,
        title=form.get("title", ""),
        options=dict(_options(slug)),
        pace=PACES[form["pace"]],
        private=form.get("private") == "yes",
        language=form["language"] if form.get("language") in reader.languages() else "en",
        moderator=who.id if form.get("moderated", "yes") == "yes" else None,
    )
    lobby.check(wish)
    return Draft(wish, invited)


def _options(slug: str) -> Iterable[tuple[str, str | int | bool]]:
    """The options by their place in the game's own list, so that no type is guessed."""
    for choice in games.meta(slug).options:
        typed = request.form.get(f"option-{choice.name}", "0")
        if typed not in map(str, range(len(choice.values))):
            raise NotAllowed(_("Choose one of the values for each option."))
        yield choice.name, choice.values[int(typed)]


def _sentences(slug: str, draft: Draft) -> Iterable[str]:
    """The table in sentences, before it is opened."""
    say, wish = reader.say, draft.wish
    title = games.meta(slug).title
    yield say(_("%(title)s for %(n)d players.", title=title, n=len(wish.seats)))
    for index, taker in enumerate(wish.seats):
        yield say(_("Seat %(n)d: %(who)s.", n=index + 1, who=_who(taker, draft, index)))
    yield say(_("Pace: %(pace)s.", pace=PACE_NAMES[request.form["pace"]]))
    for choice in games.meta(slug).options:
        value = wish.options[choice.name]
        yield say(_("%(label)s: %(value)s.", label=choice.label, value=value_words(value)))
    if wish.private:
        yield say(_("Only whoever has the link finds this table."))
    else:
        yield say(_("Everybody finds this table in the lobby and may watch it."))
    if wish.moderator is None:
        yield say(_("Nobody moderates it: the server's moderators look after it if it gets stuck."))
    else:
        yield say(_("You look after it."))
    if lobby.is_taken(wish.seats) and not draft.invited:
        yield say(_("Every seat is taken, so the game begins at once."))
    else:
        yield say(_("The game begins when the last seat is taken."))


def _who(taker: lobby.Taker, draft: Draft, index: int) -> Text | str:
    if isinstance(taker, str):
        return _("a bot (%(name)s)", name=taker)
    if taker is not None:
        return _("you")
    if index in draft.invited:
        return _("%(address)s, who is invited", address=draft.invited[index])
    return _("free for anybody")


def value_words(value: str | int | bool) -> Text | str:
    """An option's value as people say it."""
    if value is True:
        return engine._("yes")
    return engine._("no") if value is False else str(value)


@pages.post("/<slug>/<answer>")
@signed_in
def respond(slug: str, answer: str) -> ResponseReturnValue:
    """Accept or decline an invitation."""
    who, here = reader.person(), site()
    assert who is not None
    if answer not in ("accept", "decline"):
        abort(404)
    with here.db.reading() as c:
        table = store.table_by_slug(c, slug)
    if table is None:
        abort(404)
    try:
        if answer == "accept":
            inviting.accept(here.shelf, table.id, who.id, now=here.now())
            return redirect(url_for("tables.table", slug=slug), 303)
        inviting.decline(here.shelf, table.id, who.id, now=here.now())
        reader.tell(_("You have declined. Whoever invited you sees it."))
    except inviting.NotInvited:
        abort(404)
    except AnswerError as why:
        reader.tell(why.text, "bad")
    return redirect(url_for("lobbying.hall"), 303)
