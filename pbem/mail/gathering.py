"""What a letter tells of a table: gathered while the match is in hand, plain afterwards."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup

from pbem import games, store
from pbem.config import Config
from pbem.engine import (
    ChooseOne,
    ChooseSome,
    Item,
    Match,
    Ordered,
    Question,
    Seat,
    Terms,
    Text,
    Tongue,
    Words,
    YesNo,
    _,
)
from pbem.engine.plan import AT_THE_DEADLINE
from pbem.mail import links
from pbem.mail.reader import Reader, at_table
from pbem.mail.wording import example_of, how_to_answer
from pbem.services import choices, delivery, drawing, messages, story
from pbem.services.sittings import Sitting

LINES, OPTIONS, MESSAGES = 40, 60, 10
"""So many lines of the story, options of a question and messages a letter holds at most."""
MANY = 8
"""More choices than this stand beside each other if they have nothing to explain."""
FEW_WORDS = 30
"""So many letters of English a choice may have to stand beside others."""
BOARD = "letter.html"
"""A game may have a board of its own for letters: tables and text, no drawings."""


@dataclass(frozen=True)
class Choice:
    """An option of a question."""

    mark: Text | str
    """What to reply with: its number, or a word."""
    label: Text | str
    hint: Text | None
    usual: bool
    """Is this what happens if nothing is answered?"""
    filled_in: str = ""
    """What to add to the question's link so that this choice is filled in there."""


@dataclass(frozen=True)
class Ask:
    """A question as a letter puts it."""

    key: str
    turn: bool
    sentence: Text
    rule: str
    choices: tuple[Choice, ...]
    more: int
    """So many options there are besides; the page shows them all."""
    otherwise: Text
    due: datetime | None
    how: Text
    answer: Text | str | None
    """What was answered under seal, and may still be changed."""
    link: str

    @cached_property
    def beside(self) -> tuple[Choice, ...]:
        """Many choices of a few words: they fit beside each other."""
        short = tuple(choice for choice in self.choices if not choice.hint)
        fits = all(len(str(choice.label)) <= FEW_WORDS for choice in short)
        return short if fits and len(short) > MANY else ()

    @cached_property
    def listed(self) -> tuple[Choice, ...]:
        """The others, one to a line."""
        return tuple(choice for choice in self.choices if choice.hint or not self.beside)


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
    planned: tuple[Text, ...]
    awaited: tuple[tuple[Seat, datetime | None, bool], ...]
    """Who else is awaited, until when, and whether it is a bot."""
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
    asks, sealed = _asks(config, sitting, reader, seat, rows)
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
        planned=tuple(_planned(match, viewer)) if running else (),
        awaited=tuple(_awaited(sitting, viewer, rows)) if running else (),
        acts=tuple(_acts(match, viewer, reader.tongue)) if running else (),
        said=tuple((_speaker(one.message), one.text) for one in said_to if one.text),
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


def _speaker(message: store.Message) -> Text:
    """Who says it, and whether to everybody."""
    alone = message.whom == messages.SEAT
    if message.seat is None:
        return _("The moderator, to you alone:") if alone else _("The moderator:")
    seat = Seat(message.seat)
    return _("%(seat)s, to you alone:", seat=seat) if alone else _("%(seat)s:", seat=seat)


def told_until(c: store.Connection, table_id: int, seat: store.Seat) -> int:
    """The last entry that a letter to this person has told of."""
    if seat.person_id is None:
        return 0
    got = store.sent_to(c, table_id, seat.index, seat.person_id)
    return max((choices.known_in(kept) for _kind, kept in got), default=0)


def _asks(
    config: Config,
    sitting: Sitting,
    reader: Reader,
    seat: store.Seat,
    rows: Mapping[str, store.Prompt],
) -> tuple[tuple[Ask, ...], tuple[Ask, ...]]:
    """What the seat is asked, and what it has answered under seal."""
    asked: list[Ask] = []
    sealed: list[Ask] = []
    for key, asking in sitting.match.open.items():
        row = rows.get(key)
        if asking.prompt.seat != seat.index or row is None:
            continue
        if asking.answered and not asking.sealed:
            continue
        due = row.due_at
        if row.delivered_at is None and due is not None:  # Its time begins with this letter.
            fresh = delivery.due_at(sitting.table, reader.person, asking.prompt.pace, reader.now)
            due = max(due, fresh) if fresh is not None else due
        answer = (asking.value,) if asking.answered else None
        link = links.act(config, seat, row.id)
        ask = _ask(sitting.match, key, due, link, answer, reader.tongue)
        (sealed if asking.answered else asked).append(ask)
    return tuple(asked), tuple(sealed)


def _ask(
    match: Match, key: str, due: datetime | None, link: str, answer: Any, tongue: Tongue
) -> Ask:
    question = match.question(key)
    found = _choices(question, tongue)
    listed = isinstance(question.prompt, ChooseOne | ChooseSome | Ordered)
    most = min(OPTIONS, question.brief()) if listed else OPTIONS
    return Ask(
        key=key,
        turn=question.prompt.pace == "turn",
        sentence=question.sentence(),
        rule=question.prompt.rule,
        choices=found[:most],
        more=max(0, len(found) - most),
        otherwise=_otherwise(match, question),
        due=due,
        how=how_to_answer(question, tongue),
        answer=question.describe(answer[0]) if answer else None,
        link=link,
    )


def _choices(question: Question, tongue: Tongue) -> tuple[Choice, ...]:
    default = question.default
    usual = default if isinstance(default, tuple | list) else (default,)
    if isinstance(question.prompt, YesNo):
        yes_no = ((_("yes"), True, question.yes()), (_("no"), False, question.no()))
        return tuple(
            Choice(word, label, None, value == default, _filled_in(value))
            for word, value, label in yes_no
        )
    if isinstance(question.prompt, Terms):
        return tuple(
            Choice(
                part.word or part.label,
                ", ".join(tongue.say(thing.word) for thing in part.things),
                None,
                False,
            )
            for part in question.parts()
        )
    if not hasattr(question.prompt, "options"):
        return ()
    one = isinstance(question.prompt, ChooseOne)
    return tuple(
        Choice(str(o.number), o.label, o.hint, o.value in usual, _filled_in(o.value) if one else "")
        for o in question.options()
    )


def _filled_in(value: Any) -> str:
    """A value as the page's own forms send it. Following the link only fills it in."""
    return f"?{urlencode({'answer': json.dumps(value)})}"


def _otherwise(match: Match, question: Question) -> Text:
    """What happens at the deadline: a standing order, or what the rules say."""
    found = match.plans.find(question.prompt, match.state, AT_THE_DEADLINE)
    if found is None:
        text: Text = question.otherwise()
        return text
    answer = question.describe(found[1])
    return _("If you do nothing, your standing order answers: %(answer)s.", answer=answer)


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
    sitting: Sitting, viewer: Seat, rows: Mapping[str, store.Prompt]
) -> Iterable[tuple[Seat, datetime | None, bool]]:
    told: set[int] = {viewer}
    for asking in sitting.match.waiting():
        other = asking.prompt.seat
        if other not in told:
            told.add(other)
            row = rows.get(asking.key)
            yield other, row.due_at if row else None, sitting.seats[other].bot is not None


def _acts(match: Match, seat: Seat, tongue: Tongue) -> Iterable[tuple[Text, str]]:
    for act in match.acts(seat):
        yield act.sentence(), example_of(act, tongue)


def _drawn(sitting: Sitting, view: Mapping[str, Any], reader: Reader) -> Markup:
    """The board in HTML: the game's own for letters, or its text."""
    template = drawing.game_template(sitting.table.game, BOARD)
    if template is not None:
        return drawing.draw(template, reader.rich, view=view)
    text = games.load(sitting.table.game).board(view, reader.tongue)
    return Markup('<pre class="board">{}</pre>').format(text)
