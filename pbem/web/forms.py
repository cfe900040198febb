"""A form made from any prompt, and the answer read from it. Works without JavaScript.

The options are sent as their values, not as numbers: a number could mean something else by the
time the form comes back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zlib import crc32

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from pbem.engine import (
    Amount,
    ChooseOne,
    ChooseSome,
    NotUnderstood,
    Ordered,
    Prompt,
    Question,
    Seat,
    Text,
    Tongue,
    Words,
    YesNo,
    _,
)
from pbem.services.drawing import draw, game_template, rich

ONE, SOME, ORDER, AMOUNT, YES_NO, WORDS = "one", "some", "order", "amount", "yes_no", "words"
SHAPES: dict[type[Prompt[Any, Any]], str] = {
    ChooseOne: ONE,
    ChooseSome: SOME,
    Ordered: ORDER,
    Amount: AMOUNT,
    YesNo: YES_NO,
    Words: WORDS,
}
FEW = 12
"""Up to so many options are shown one below the other; more become a list to pick from."""
LONGEST_VALUE = 200
FIELD = "answer"


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
class Form:
    """A prompt as a page shows it: sentences said, options listed, nothing of the match in it."""

    key: str
    seat: Seat
    kind: str
    shape: str
    sentence: str
    rule: str
    otherwise: str = ""
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    limit: int = 0
    typed: tuple[str, ...] = ()
    error: str = ""
    sealed: bool = False
    answer: str = ""
    """What was answered under seal; it can still be changed."""
    is_act: bool = False
    due: datetime | None = None
    own: Markup | None = field(default=None)
    """The field as the game itself draws it."""

    @property
    def name(self) -> str:
        """Unique on a page, for labels."""
        return f"f-{self.seat}-{self.kind}-{crc32(self.key.encode()):x}"

    @property
    def many(self) -> bool:
        """Are there too many options to show them all?"""
        return len(self.choices) > FEW


def shape_of(question: Question) -> str:
    """Which of the six kinds this is."""
    for kind, shape in SHAPES.items():
        if isinstance(question.prompt, kind):
            return shape
    raise TypeError(f"{question.kind} is none of the six kinds of question.")


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
    error: Text | None = None,
    due: datetime | None = None,
) -> Form:
    """The form for a question. `answer` is the sealed one so far, `typed` what was sent before."""
    heard, shape = rich(tongue), shape_of(question)
    if typed is None:
        typed = _typed_for(shape, answer[0], tongue) if answer else ()
    facts: dict[str, Any] = {}
    if shape in (ONE, SOME, ORDER, YES_NO):
        facts["choices"] = _choices(question, shape, tongue, set(typed), is_act)
    if shape in (SOME, ORDER):
        facts.update(least=question.at_least(), most=question.at_most())
    if shape == AMOUNT:
        facts.update(least=question.low(), most=question.high())
    if shape == WORDS:
        facts["limit"] = question.prompt.limit  # type: ignore[attr-defined]
    form = Form(
        key=question.key,
        seat=question.seat,
        kind=question.kind,
        shape=shape,
        sentence=heard.say(question.sentence()),
        rule=question.prompt.rule,
        otherwise="" if is_act else heard.say(question.otherwise()),
        typed=tuple(typed),
        error=heard.say(error) if error else "",
        sealed=sealed,
        answer=heard.say(question.describe(answer[0])) if answer else "",
        is_act=is_act,
        due=due,
        **facts,
    )
    return _drawn_by(game, form, tongue)


def _drawn_by(game: str, form: Form, tongue: Tongue) -> Form:
    """Let the game draw the field if it has a template for this kind of prompt."""
    template = game_template(game, f"ask_{form.kind}.html")
    if template is None:
        return form
    facts = {**vars(form), "own": draw(template, tongue, form=form, field=FIELD)}
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


def _typed_for(shape: str, answer: Any, tongue: Tongue) -> tuple[str, ...]:
    """A sealed answer as it would have been typed."""
    if shape in (SOME, ORDER):
        return tuple(map(sent, answer))
    if shape == WORDS:
        return (tongue.wordings.get(answer, ""),)
    return (str(answer),) if shape == AMOUNT else (sent(answer),)


@dataclass(frozen=True)
class Reading:
    """What a form said: a value, or a text for the prompt to read; and what was typed."""

    value: Any = None
    text: str | None = None


def typed_in(form: MultiDict[str, str]) -> list[str]:
    """The raw answer, to be shown again if it cannot stand."""
    return form.getlist(FIELD)


def read(shape: str, form: MultiDict[str, str]) -> Reading:
    """The answer in a form. Raises NotUnderstood; whether it is allowed, the prompt says."""
    typed = [item for item in typed_in(form) if item.strip()]
    if shape == WORDS:
        return Reading(text=typed[0] if typed else "")
    if shape in (SOME, ORDER):
        return Reading(value=tuple(map(_value, typed)))
    if not typed:
        lacking = {AMOUNT: _("Write a number."), YES_NO: _("Choose yes or no.")}
        raise NotUnderstood(lacking.get(shape, _("Choose one of these.")))
    if shape == AMOUNT:
        return Reading(text=typed[0])
    return Reading(value=_value(typed[0]))


def _value(typed: str) -> str | int | bool:
    """A value as our forms send it, and nothing else."""
    value: object = None
    if len(typed) <= LONGEST_VALUE:
        try:
            value = json.loads(typed)
        except (ValueError, RecursionError):
            value = None
    if isinstance(value, str | int):
        return value
    raise NotUnderstood(_("That is none of the choices. Choose again."))
