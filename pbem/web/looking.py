"""What one viewer sees of a table: made while the match is in hand, plain afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from markupsafe import Markup

from pbem import engine, games, store
from pbem.engine import Preview, Seat, Text, Tongue
from pbem.services import (
    delivery,
    drawing,
    messages,
    moderating,
    naming,
    story,
)
from pbem.services.sittings import Frozen, Shelf, Sitting
from pbem.web import access, forms, reader
from pbem.web.site import site

RECENT, MOST = 14, 60
"""So many lines of the story are always shown, and so many at most without unfolding it."""


@dataclass(frozen=True)
class Wanted:
    """A form that came back: show it again with what was typed and why it cannot stand."""

    key: str
    typed: Sequence[str]
    error: Text | None = None
    said: str = ""
    foreseen: Preview | None = None
    """What the answer would bring about, if that was asked."""
    named: bool = False
    """True if a link names the answer: it is typed as in a letter, and filled in."""


@dataclass(frozen=True)
class Chair:
    """A seat as a page shows it."""

    index: int
    name: str
    mine: bool
    bot: bool
    empty: bool
    resigned: bool
    awaited: bool
    done: bool
    """Has it answered under seal?"""
    due: datetime | None


@dataclass(frozen=True)
class Told:
    """A line of the story: something that happened, or a message."""

    seq: int
    at: datetime
    html: str
    new: bool
    said: messages.Said | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Messages stand after what had happened when they were said."""
        return self.seq, self.said.id if self.said else 0


@dataclass(frozen=True)
class Typed:
    """A message that could not be sent: show it again with why."""

    words: str
    whom: str
    error: str


@dataclass(frozen=True)
class Look:
    """A table's page."""

    table: store.Table
    title: str
    game: engine.Meta
    chairs: tuple[Chair, ...]
    mine: int | None
    """The seat through whose eyes the reader looks."""
    has_sheet: bool
    by_link: bool = False
    """Does the reader hold that seat by a link only?"""
    board: Markup | None = None
    asked: tuple[forms.Form, ...] = ()
    sealed: tuple[forms.Form, ...] = ()
    acts: tuple[forms.Form, ...] = ()
    can_plan: bool = False
    """Is there anything that the reader could answer before it is asked?"""
    planned: int = 0
    """So many answers the reader has laid down."""
    can_undo: bool = False
    told: tuple[Told, ...] = ()
    ending: str = ""
    frozen: bool = False
    winners: tuple[int, ...] = ()
    unseen: tuple[store.Prompt, ...] = ()
    """What the reader is asked and is shown for the first time: its time begins now."""

    @property
    def awaited(self) -> tuple[Chair, ...]:
        """Those whom everybody waits for."""
        return tuple(chair for chair in self.chairs if chair.awaited)

    @property
    def earlier(self) -> tuple[Told, ...]:
        """The part of the story behind a fold: old and seen, or more than anybody wants to scroll
        through, such as weeks of which only letters have told."""
        seen = sum(not line.new for line in self.told)
        length = len(self.told)
        return self.told[: max(0, min(seen, length - RECENT), length - MOST)]

    @property
    def recent(self) -> tuple[Told, ...]:
        """The part of the story that is shown."""
        return self.told[len(self.earlier) :]

    @property
    def first_new(self) -> Told | None:
        """Above which line 'since your last visit' belongs, if not above everything."""
        new = [line for line in self.told if line.new]
        return new[0] if new and len(new) < len(self.told) and new[0] in self.recent else None


def look(table: store.Table, seats: tuple[store.Seat, ...], wanted: Wanted | None = None) -> Look:
    """Everything a table's page shows to the reader, and to nobody else."""
    mine = access.seats_played(table, seats)
    if table.seq == 0:
        return _waiting_room(table, seats, mine)
    try:
        with site().shelf.looking(table.id) as sitting:
            return _in_play(sitting, mine, wanted)
    except Frozen:
        # The rules cannot be taken up again, but what was told still stands.
        return replace(_waiting_room(table, seats, mine), frozen=True)


def in_passing(table: store.Table) -> Look:
    """A table that has begun, through nobody's eyes."""
    try:
        with site().shelf.looking(table.id) as sitting:
            return _in_play(sitting, [], None)
    except Frozen:
        with site().db.reading() as c:
            return replace(_waiting_room(table, store.seats(c, table.id), []), frozen=True)


def _waiting_room(table: store.Table, seats: tuple[store.Seat, ...], mine: list[int]) -> Look:
    with site().db.reading() as c:
        people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
        talk = talk_of_reader(c, table, Seat(mine[0]) if mine else None)
    names = naming.seat_names(seats, people, reader.tongue())
    return Look(
        table=table,
        title=title_of(table),
        game=games.about(table.game),
        chairs=_chairs(seats, names, mine, (), {}),
        mine=mine[0] if mine else None,
        has_sheet=False,
        told=tuple(talk),
    )


def talk_of_reader(c: store.Connection, table: store.Table, viewer: Seat | None) -> Iterable[Told]:
    """The messages that the reader may read: those of their seat, or those for a moderator."""
    if viewer is not None:
        found = messages.for_seat(c, table.id, viewer)
    elif moderating.moderates(c, table, reader.person()):
        found = messages.for_moderator(c, table.id)
    else:
        return ()
    return [Told(s.message.seq, s.message.at, "", s.new, s) for s in found]


def title_of(table: store.Table) -> str:
    """What the table is called: by its people, or by its game."""
    return table.title or games.about(table.game).title


def _in_play(sitting: Sitting, mine: list[int], wanted: Wanted | None) -> Look:
    table, match = sitting.table, sitting.match
    state = match.state
    viewer = viewer_of(sitting, mine)
    view = match.view(viewer)
    with site().db.reading() as c:
        prompts = {row.key: row for row in store.open_prompts(c, table.id)}
        lines = story.lines(c, table, viewer)
        talk = talk_of_reader(c, table, viewer)
        tongue = _tongue(c, sitting, [line.text for line in lines], view)
    heard = drawing.rich(tongue)
    seen = sitting.seats[viewer].seen_seq if viewer is not None else table.seq
    asked, sealed = _questions(sitting, viewer, view, tongue, prompts, wanted)
    ended = story.ending(table)
    running = table.status == "running"
    return Look(
        table=table,
        title=title_of(table),
        game=match.game.meta,
        chairs=_chairs(sitting.seats, tongue.names, mine, match.open.values(), prompts),
        mine=viewer,
        by_link=viewer is not None and viewer not in access.seats_of_reader(sitting.seats),
        has_sheet=drawing.sheet(table.game) is not None,
        board=drawing.board_html(match.game, view, tongue),
        asked=asked if running else (),
        sealed=sealed if running else (),
        acts=_acts(sitting, viewer, view, tongue, wanted) if running else (),
        can_plan=running and viewer is not None and bool(match.game.turn_sheet(state, viewer)),
        planned=len(match.plans.items.get(viewer, ())) if running and viewer is not None else 0,
        can_undo=running and viewer is not None and can_take_back(match, viewer),
        told=_in_order(
            [Told(line.seq, line.at, heard.say(line.text), line.seq > seen) for line in lines],
            talk,
        ),
        ending=heard.say(ended) if ended else "",
        frozen=table.status == "frozen",
        winners=tuple(map(int, match.outcome.winners)) if match.outcome else (),
        unseen=tuple(
            row for row in prompts.values() if row.seat == viewer and row.delivered_at is None
        ),
    )


def _in_order(lines: list[Told], talk: Iterable[Told]) -> tuple[Told, ...]:
    return tuple(sorted([*lines, *talk], key=lambda line: line.place))


def viewer_of(sitting: Sitting, mine: list[int]) -> Seat | None:
    """The reader's seat; if they hold several, the one that is asked something."""
    for asking in sitting.match.waiting():
        if asking.prompt.seat in mine:
            return asking.prompt.seat
    return Seat(mine[0]) if mine else None


def _tongue(
    c: store.Connection, sitting: Sitting, texts: list[Text], view: Mapping[str, Any]
) -> Tongue:
    """How the reader hears this table, with what people wrote."""
    names = naming.seat_names(sitting.seats, sitting.people, reader.tongue())
    answers = [asking.value for asking in sitting.match.open.values()]
    said = {*drawing.wordings_in([texts, view, answers])}
    words = store.wordings(c, [int(ref[2:]) for ref in said]) if said else {}
    told = {f"w:{number}": text for number, text in words.items()}
    return reader.tongue(names, told, sitting.table.game)


def _chairs(
    seats: Sequence[store.Seat],
    names: Sequence[str],
    mine: list[int],
    askings: Any,
    prompts: Mapping[str, store.Prompt],
) -> tuple[Chair, ...]:
    awaited = {a.prompt.seat: prompts.get(a.key) for a in askings if not a.answered}
    done = {a.prompt.seat for a in askings if a.answered}
    return tuple(
        Chair(
            index=seat.index,
            name=name,
            mine=seat.index in mine,
            bot=seat.bot is not None,
            empty=access.is_empty(seat),
            resigned=seat.resigned_at is not None,
            awaited=seat.index in awaited,
            done=seat.index in done,
            due=row.due_at if (row := awaited.get(Seat(seat.index))) else None,
        )
        for seat, name in zip(seats, names, strict=True)
    )


def _questions(
    sitting: Sitting,
    viewer: Seat | None,
    view: Mapping[str, Any],
    tongue: Tongue,
    prompts: Mapping[str, store.Prompt],
    wanted: Wanted | None,
) -> tuple[tuple[forms.Form, ...], tuple[forms.Form, ...]]:
    """The forms of what the viewer is asked, and of what they may still change."""
    asked: list[forms.Form] = []
    sealed: list[forms.Form] = []
    for key, asking in sitting.match.open.items():
        if viewer is None or asking.prompt.seat != viewer:
            continue
        if asking.answered and not asking.sealed:
            continue  # It has been given and cannot be changed.
        row, question = prompts.get(key), sitting.match.question(key)
        again = _filled_in(_again(wanted, key), question, tongue)
        form = forms.make(
            question,
            tongue,
            game=sitting.table.game,
            sealed=asking.sealed,
            answer=(asking.value,) if asking.answered else None,
            typed=again.typed if again else None,
            said=again.said if again else "",
            error=again.error if again else None,
            foreseen=again.foreseen if again else None,
            view=view,
            due=row.due_at if row else None,
        )
        (sealed if asking.answered else asked).append(form)
    return tuple(asked), tuple(sealed)


def _acts(
    sitting: Sitting,
    viewer: Seat | None,
    view: Mapping[str, Any],
    tongue: Tongue,
    wanted: Wanted | None,
) -> tuple[forms.Form, ...]:
    if viewer is None:
        return ()
    return tuple(
        forms.make(
            act,
            tongue,
            game=sitting.table.game,
            is_act=True,
            typed=again.typed if (again := _again(wanted, act.key)) else None,
            said=again.said if again else "",
            error=again.error if again else None,
            foreseen=again.foreseen if again else None,
            view=view,
        )
        for act in sitting.match.acts(viewer)
    )


def _again(wanted: Wanted | None, key: str) -> Wanted | None:
    return wanted if wanted is not None and wanted.key == key else None


def _filled_in(wanted: Wanted | None, question: engine.Question, tongue: Tongue) -> Wanted | None:
    """An answer that a link names, as the form would have it; a sentence if it cannot stand."""
    if wanted is None or not wanted.named:
        return wanted
    try:
        return replace(wanted, typed=forms.filled_in(question, wanted.typed, tongue))
    except engine.AnswerError as why:
        return replace(wanted, typed=(), error=why.text)


def can_take_back(match: engine.Match, seat: Seat) -> bool:
    """Would `undo` find something of this seat's to take back?"""
    try:
        engine.undo_target(match, seat)
    except engine.NotAllowed:
        return False
    return True


def mark_seen(shelf: Shelf, shown: Look) -> None:
    """Remember how far the reader has read. It is a courtesy: a busy database forgoes it."""
    who, new = reader.person(), any(line.new for line in shown.told)
    if who is None or shown.mine is None or shown.by_link or not (new or shown.unseen):
        return  # A link may have been opened by a machine that looks through letters.
    heard = [line.said.id for line in shown.told if line.said]
    try:
        with shelf.db.writing() as c:
            store.mark_seen(c, shown.table.id, shown.mine, shown.table.seq)
            if heard:
                messages.hear(c, shown.table.id, shown.mine, heard[-1])
        delivery.seen(shelf.db, shown.table, who, shown.unseen, site().now())
    except store.StoreError:
        return
