"""What a letter tells of a table: gathered while the match is in hand, plain afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from markupsafe import Markup

from pbem import games, store
from pbem.config import Config
from pbem.engine import (
    Act,
    Item,
    Match,
    Question,
    Seat,
    Text,
    Tongue,
    Words,
    _,
)
from pbem.mail import links
from pbem.mail.asking import Ahead, Ask, ahead_of, asks_of, usual_turn
from pbem.mail.reader import Reader, at_table
from pbem.mail.wording import example_of
from pbem.services import choices, drawing, messages, story
from pbem.services.recording import called_by
from pbem.services.sittings import Sitting

LINES, MESSAGES = 40, 10
"""So many lines of the story and messages a letter holds at most."""
BOARD = "letter.html"
"""A game may have a board of its own for letters: tables and text, no drawings."""


@dataclass(frozen=True)
class Awaited:
    """Who else is awaited: people with the same time, or bots, who answer at once."""

    seats: tuple[Seat, ...]
    due: datetime | None
    bots: bool = False


@dataclass(frozen=True)
class Account:
    """A table as one letter tells of it."""

    table: store.Table
    title: str
    game: str
    chair: store.Seat
    seq: int
    reader: Reader
    asks: tuple[Ask, ...]
    sealed: tuple[Ask, ...]
    ahead: tuple[Ahead, ...]
    """What this turn may still bring, and how to answer it in the same reply."""
    example: str
    """A plain turn as one line that could be sent; empty if there is none to show."""
    runs_on: bool
    """Does what was said ahead hold whatever comes to light?"""
    planned: tuple[Text, ...]
    awaited: tuple[Awaited, ...]
    pressing: tuple[tuple[Text, str], ...]
    """What somebody waits for, unasked: an offer to accept, say; told like the acts."""
    called: bool
    """Does somebody wait for this seat since its last letter, though nothing is asked of it?"""
    acts: tuple[tuple[Text, str], ...]
    """What the seat may do unasked, and an example of how to type it."""
    said: tuple[tuple[Text, str], ...]
    """What others said to this seat and it has not read: who to whom, and the words."""
    told: tuple[Text, ...]
    earlier: int
    """So many lines of the story are left out."""
    board: str
    drawn: Markup
    ending: Text | None
    page: str
    options: Mapping[str, Any]
    """What the numbers mean, kept with the letter."""

    @property
    def main_link(self) -> str:
        """Where to go: to the question, or to the table."""
        return self.asks[0].link if self.asks else self.page

    @property
    def due(self) -> datetime | None:
        """The first deadline of what is asked."""
        return min((ask.due for ask in self.asks if ask.due is not None), default=None)


def gather(
    config: Config,
    c: store.Connection,
    sitting: Sitting,
    person: store.Person,
    seat: store.Seat,
    now: datetime,
) -> Account:
    """Everything about this table that a letter to this seat tells. The story begins where the
    last letter that was sent ended."""
    table, match, viewer = sitting.table, sitting.match, Seat(seat.index)
    view = match.view(viewer)
    since = told_until(c, table.id, seat)
    back = min(story.FAR_BACK, table.seq - since)
    lines = [line.text for line in story.lines(c, table, viewer, back=back)]
    rows = {row.key: row for row in store.open_prompts(c, table.id)}
    answers = [asking.value for asking in match.open.values()]
    said = {*drawing.wordings_in([lines, view, answers])}
    words = store.wordings(c, [int(ref[2:]) for ref in said]) if said else {}
    reader = at_table(person, now, sitting.seats, sitting.people, words, table.game)
    said_to = messages.unread(c, table.id, seat.index)[-MESSAGES:]
    asks, sealed = asks_of(config, sitting, reader, seat, rows)
    running = table.status == "running"
    return Account(
        table=table,
        title=table.title or match.game.meta.title,
        game=match.game.meta.title,
        chair=seat,
        seq=match.seq,
        reader=reader,
        asks=asks if running else (),
        sealed=sealed if running else (),
        ahead=ahead_of(match, viewer, reader.tongue) if running else (),
        example=usual_turn(match, viewer, reader.tongue) if running else "",
        runs_on=match.game.runs_on,
        planned=tuple(_planned(match, viewer)) if running else (),
        awaited=tuple(_awaited(sitting, viewer, rows, reader)) if running else (),
        called=running and _is_called(match, viewer, since),
        pressing=tuple(_acts(match, viewer, reader.tongue, True)) if running else (),
        acts=(*_acts(match, viewer, reader.tongue, False), *_talk(sitting, seat, reader.tongue))
        if running
        else (),
        said=tuple((_speaker(one), one.text) for one in said_to if one.text),
        told=tuple(lines[-LINES:]),
        earlier=max(0, len(lines) - LINES),
        board=match.game.board(view, reader.tongue),
        drawn=_drawn(sitting, view, reader),
        ending=story.ending(table),
        page=links.page(config, table),
        options={
            **choices.option_map(match, viewer),
            choices.KNOWN: match.seq,
            "heard": said_to[-1].id if said_to else 0,
        },
    )


def _talk(sitting: Sitting, seat: store.Seat, tongue: Tongue) -> Iterator[tuple[Text, str]]:
    """How to say something to others, if the table talks and somebody sits there who reads."""
    others = [s.index for s in sitting.seats if s.person_id is not None and s.index != seat.index]
    talk = messages.talk_of(sitting.table)
    if others and talk != messages.SILENT:
        whom = Seat(others[0]) if talk == messages.ALL else _("all")
        yield (
            _("Say something to somebody here, on a line of its own; to 'all' for everybody."),
            tongue.say(_("say %(whom)s: shall we?", whom=whom)),
        )


def _speaker(said: messages.Said) -> Text:
    """Who says it, under the name of then, and whether to everybody."""
    alone, seat = said.message.whom == messages.SEAT, said.message.seat
    if seat is None:
        return _("The moderator, to you alone:") if alone else _("The moderator:")
    who = said.by or Seat(seat)
    return _("%(seat)s, to you alone:", seat=who) if alone else _("%(seat)s:", seat=who)


def told_until(c: store.Connection, table_id: int, seat: store.Seat) -> int:
    """The last entry that a letter to this person has told of."""
    if seat.person_id is None:
        return 0
    got = store.sent_to(c, table_id, seat.index, seat.person_id)
    return max((choices.known_in(kept) for _kind, kept in got), default=0)


def _planned(match: Match, seat: Seat) -> Iterable[Text]:
    """What the seat has laid down, in words."""
    asked = [asking.prompt for asking in match.open.values() if asking.prompt.seat == seat]
    known = {p.kind: p for p in (*match.game.turn_sheet(match.state, seat), *asked)}
    for item in match.plans.items.get(seat, ()):
        prompt = known.get(item.kind)
        question = None if prompt is None else Question(item.kind, prompt, match.state)
        yield _in_words(item, question)


def _in_words(item: Item, question: Question | None) -> Text:
    what = item.kind.replace("_", " ")
    answers = [_described(question, answer) for answer in item.answers]
    limits = [f"{c.fact} {c.is_} {c.value}" for c in item.conditions]
    facts = {"what": what, "answers": answers}
    if limits:
        return _("%(what)s, if %(limits)s: %(answers)s", limits=limits, **facts)
    return _("%(what)s: %(answers)s", **facts)


def _described(question: Question | None, answer: Any) -> Text | str:
    """An answer as it is said; as it is kept if it cannot be said now."""
    if question is None or isinstance(question.prompt, Words):
        return str(answer)
    try:
        said: Text | str = question.describe(question.check(answer))
    except Exception:  # An option that is gone by now is described by no game.
        return str(answer)
    return said


def _awaited(
    sitting: Sitting, viewer: Seat, rows: Mapping[str, store.Prompt], reader: Reader
) -> Iterable[Awaited]:
    """Those who are awaited until the same moment, as their reader's clock shows it, together."""
    people: dict[str, list[Seat]] = {}
    dues: dict[str, datetime | None] = {}
    bots: list[Seat] = []
    told: set[int] = {viewer}
    for asking in sitting.match.waiting():
        other = asking.prompt.seat
        if other in told:
            continue
        told.add(other)
        if sitting.seats[other].bot is not None:
            bots.append(other)
            continue
        row = rows.get(asking.key)
        due = row.due_at if row else None
        shown = reader.moment(due) if due else ""
        people.setdefault(shown, []).append(other)
        dues.setdefault(shown, due)
    for shown, seats in people.items():
        yield Awaited(tuple(seats), dues[shown])
    if bots:
        yield Awaited(tuple(bots), None, bots=True)


def _is_called(match: Match, seat: Seat, since: int) -> bool:
    """Who was called and is waited for no more need not hear of it by itself."""
    new = [step for seq, step in match.steps.items() if seq > since]
    return len(new) < match.seq - since or seat in called_by(new, match)


def _acts(match: Match, seat: Seat, tongue: Tongue, pressing: bool) -> Iterable[tuple[Text, str]]:
    for act in match.acts(seat):
        if (isinstance(act.prompt, Act) and act.prompt.pressing) == pressing:
            yield act.sentence(), example_of(act, tongue)


def _drawn(sitting: Sitting, view: Mapping[str, Any], reader: Reader) -> Markup:
    """The board in HTML: the game's own for letters, or its text."""
    template = drawing.game_template(sitting.table.game, BOARD)
    if template is not None:
        return drawing.draw(template, reader.rich, view=view)
    text = games.load(sitting.table.game).board(view, reader.tongue)
    return Markup('<pre class="board">{}</pre>').format(text)
