"""A form made from any prompt. Works without JavaScript; `answers` reads what comes back.

The options are sent as their values, not as numbers: a number could mean something else by the
time the form comes back.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zlib import crc32

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from pbem.engine import (
    Act,
    Amount,
    AnswerError,
    ChooseOne,
    ChooseSome,
    NotAllowed,
    Ordered,
    Part,
    Preview,
    Prompt,
    Question,
    Seat,
    Terms,
    Text,
    Thing,
    Tongue,
    Wording,
    Words,
    YesNo,
)
from pbem.services.drawing import RichTongue, draw, game_template, rich
from pbem.web import answers
from pbem.web.answers import AMOUNT, FIELD, ONE, ORDER, SOME, TERMS, WORDS, YES_NO

SHAPES: dict[type[Prompt[Any, Any]], str] = {
    ChooseOne: ONE,
    ChooseSome: SOME,
    Ordered: ORDER,
    Amount: AMOUNT,
    YesNo: YES_NO,
    Words: WORDS,
    Terms: TERMS,
}
FEW = 12
"""Up to so many options are shown one below the other; more become a list to pick from."""


@dataclass(frozen=True)
class Choice:
    """An option as a page shows it."""

    sent: str
    value: Any
    label: str
    plain: str
    hint: str
    chosen: bool
    usual: bool
    """Is this what happens if nothing is answered?"""


@dataclass(frozen=True)
class TermThing:
    """Something that may stand in terms, as a page shows it."""

    name: str
    """The field that holds its number; one that is not counted is sent by its value instead."""
    sent: str
    label: str
    hint: str
    counted: bool
    least: int
    most: int
    typed: str
    folded: bool


@dataclass(frozen=True)
class TermPart:
    """One part of terms as a page shows it."""

    name: str
    label: str
    single: bool
    required: bool
    words: bool
    said: str
    """The own words typed so far."""
    things: tuple[TermThing, ...]

    @property
    def first(self) -> list[TermThing]:
        """What is ticked, if that is what the part is about."""
        return [thing for thing in self.things[:1] if not thing.counted and not thing.folded]

    @property
    def near(self) -> list[TermThing]:
        return [thing for thing in self.things if not thing.folded and thing not in self.first]

    @property
    def far(self) -> list[TermThing]:
        """What waits behind a fold."""
        return [thing for thing in self.things if thing.folded]


@dataclass(frozen=True)
class Foresight:
    """What an answer would bring about, said, as far as it can be known."""

    told: tuple[str, ...]
    goes_on: bool


def foresight(seen: Preview, heard: RichTongue) -> Foresight:
    """A preview in the reader's words."""
    said = (event.sentence() for event in seen.events)
    return Foresight(tuple(heard.say(text) for text in said if text is not None), seen.goes_on)


@dataclass(frozen=True)
class Form:
    """A prompt as a page shows it: sentences said, options listed, nothing of the match in it."""

    key: str
    seat: Seat
    kind: str
    shape: str
    sentence: str
    rule: str
    game: str
    otherwise: str = ""
    choices: tuple[Choice, ...] = ()
    parts: tuple[TermPart, ...] = ()
    least: int = 0
    most: int = 0
    limit: int = 0
    typed: tuple[str, ...] = ()
    said: str = ""
    """What was typed in words, where that is possible."""
    error: str = ""
    sealed: bool = False
    answer: str = ""
    """What was answered under seal; it can still be changed."""
    is_act: bool = False
    pressing: bool = False
    """An act that is shown beside what is asked."""
    due: datetime | None = None
    own: Markup | None = None
    """The field as the game itself draws it."""
    field: str = FIELD
    """Under which name the answer is sent."""
    foreseen: Foresight | None = None
    """What the typed answer would bring about."""
    optional: bool = False
    """May it be left open? So it is on a sheet of answers given beforehand."""

    @property
    def name(self) -> str:
        """Unique on a page, for labels."""
        return f"f-{self.seat}-{self.kind}-{crc32(f'{self.key} {self.field}'.encode()):x}"

    @property
    def many(self) -> bool:
        """Are there too many options to show them all?"""
        return len(self.choices) > FEW


def shape_of(question: Question) -> str:
    """Which of the seven kinds this is."""
    for kind, shape in SHAPES.items():
        if isinstance(question.prompt, kind):
            return shape
    raise TypeError(f"{question.kind} is none of the seven kinds of question.")


def sent(value: object) -> str:
    """An option's value as a form carries it."""
    return json.dumps(value)


def make(
    question: Question,
    tongue: Tongue,
    *,
    game: str,
    is_act: bool = False,
    sealed: bool = False,
    answer: tuple[Any] | None = None,
    typed: Sequence[str] | None = None,
    said: str = "",
    error: Text | None = None,
    due: datetime | None = None,
    under: str = "",
    foreseen: Preview | None = None,
    view: Mapping[str, Any] | None = None,
) -> Form:
    """The form for a question. `answer` is the one so far, `typed` what was sent before.

    `under` is for a sheet of several questions: the name of this one's field, may stay empty.
    `view` is what the seat sees, for a game that draws the field itself.
    """
    heard, shape = rich(tongue), shape_of(question)
    if typed is None:
        typed = typed_for(shape, answer[0], tongue) if answer else ()
    facts: dict[str, Any] = {}
    if shape in (ONE, SOME, ORDER, YES_NO):
        facts["choices"] = _choices(question, shape, tongue, set(typed), is_act)
    if shape in (SOME, ORDER):
        facts.update(least=question.at_least(), most=question.at_most())
    if shape == AMOUNT:
        facts.update(least=question.low(), most=question.high())
    if shape in (WORDS, TERMS):
        facts["limit"] = question.prompt.limit  # type: ignore[attr-defined]
    if shape == TERMS:
        facts["parts"] = _parts(question, tongue, typed, under or FIELD)
        facts["least"] = sum(part.required for part in facts["parts"])
    form = Form(
        key=question.key,
        seat=question.seat,
        kind=question.kind,
        shape=shape,
        sentence=heard.say(question.sentence()),
        rule=question.prompt.rule,
        game=game,
        otherwise="" if is_act else heard.say(question.otherwise()),
        typed=tuple(typed),
        said=said,
        error=heard.say(error) if error else "",
        sealed=sealed,
        answer=heard.say(question.describe(answer[0])) if answer else "",
        is_act=is_act,
        pressing=isinstance(question.prompt, Act) and question.prompt.pressing,
        due=due,
        field=under or FIELD,
        optional=bool(under),
        foreseen=foresight(foreseen, heard) if foreseen else None,
        **facts,
    )
    return _drawn_by(game, form, tongue, view or {})


def _drawn_by(game: str, form: Form, tongue: Tongue, view: Mapping[str, Any]) -> Form:
    """Let the game draw the field if it has a template for this kind of prompt, here or there."""
    place = "sheet" if form.optional else "ask"
    template = game_template(game, f"{place}_{form.kind}.html")
    if template is None:
        return form
    facts = {**vars(form), "own": draw(template, tongue, form=form, field=form.field, view=view)}
    return Form(**facts)


def _choices(
    question: Question, shape: str, tongue: Tongue, typed: set[str], is_act: bool
) -> tuple[Choice, ...]:
    heard = rich(tongue)
    default = question.default
    usual = {sent(v) for v in (default if shape in (SOME, ORDER) else (default,))}
    options: list[tuple[Any, Text, Text | None]]
    if shape == YES_NO:
        options = [(True, question.yes(), None), (False, question.no(), None)]
    else:
        options = [(o.value, o.label, o.hint) for o in question.options()]
    return tuple(
        Choice(
            sent=sent(value),
            value=value,
            label=heard.say(label),
            plain=tongue.say(label),
            hint=heard.say(hint) if hint else "",
            chosen=sent(value) in typed,
            usual=not is_act and sent(value) in usual,
        )
        for value, label, hint in options
    )


def _parts(
    question: Question, tongue: Tongue, typed: Sequence[str], field: str
) -> tuple[TermPart, ...]:
    """The parts of terms with what was typed into them."""
    heard = rich(tongue)
    before = dict(item.partition("=")[::2] for item in typed)
    chosen = set(typed)

    def thing_of(part: Part, thing: Thing) -> TermThing:
        value = sent(thing.value)
        key = f"{part.name}:{value}"
        ticked = "1" if f"{part.name}={value}" in chosen else ""
        number = before.get(key, "")
        return TermThing(
            name=f"{field}:{key}",
            sent=value,
            label=heard.say(
                thing.label or (thing.word if thing.counted else thing.one or thing.word)
            ),
            hint=heard.say(thing.hint) if thing.hint else "",
            counted=thing.counted,
            least=thing.least,
            most=thing.most,
            typed=number if thing.counted else ticked,
            folded=thing.folded and not (number or ticked),
        )

    return tuple(
        TermPart(
            name=f"{field}:{part.name}",
            label=heard.say(part.label),
            single=part.most == 1,
            required=part.least > 0,
            words=part.words,
            said=before.get(f"{part.name}:", ""),
            things=tuple(thing_of(part, thing) for thing in part.things if thing.most > 0),
        )
        for part in question.parts()
    )


def typed_for(shape: str, answer: Any, tongue: Tongue) -> tuple[str, ...]:
    """A sealed answer as it would have been typed."""
    if shape == TERMS:
        return tuple(item for line in answer for item in _typed_line(line, tongue.wordings))
    if shape in (SOME, ORDER):
        return tuple(map(sent, answer))
    if shape == WORDS:
        return (tongue.wordings.get(answer, ""),)
    return (str(answer),) if shape == AMOUNT else (sent(answer),)


def _typed_line(line: tuple[str, str | int, int], words: Mapping[str, str]) -> tuple[str, ...]:
    """A line of terms in the fields in which it can stand: a number's, and one to tick."""
    part, what, n = line
    if isinstance(what, Wording):
        return (f"{part}:={words.get(what, '')}",)
    return f"{part}:{sent(what)}={n}", f"{part}={sent(what)}"


def filled_in(question: Question, named: Sequence[str], tongue: Tongue) -> tuple[str, ...]:
    """An answer named in a link, by value or in words, as it would have been typed into the form.

    Raises AnswerError.
    """
    shape = shape_of(question)
    if shape == WORDS:
        return tuple(named[:1])
    try:
        reading = answers.read(shape, MultiDict((FIELD, value) for value in named))
        if reading.text is None and shape != TERMS:
            return typed_for(shape, question.check(reading.value), tongue)
        return typed_for(shape, question.parse(", ".join(named), tongue), tongue)
    except NotAllowed:
        raise
    except AnswerError:
        return typed_for(shape, question.parse(", ".join(named), tongue), tongue)
