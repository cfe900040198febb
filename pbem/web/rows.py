"""One row of a turn sheet: an answer given beforehand, with what to do otherwise and when.

A row is typed into a form, shown again, and read as an `Item` of a plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from pbem.engine import (
    AnswerError,
    Condition,
    Item,
    NotUnderstood,
    Question,
    Text,
    Tongue,
    _,
)
from pbem.engine.plan import AT_ONCE, AT_THE_DEADLINE
from pbem.web import answers, forms

COMPARED = ("=", "!=", ">=", "<=", ">", "<")
FALLBACKS = 2
LONGEST = 40
Fact = str | int | bool


@dataclass(frozen=True)
class Typed:
    """What stands in the fields of a row, as a browser sends it."""

    answer: tuple[str, ...] = ()
    none: bool = False
    """'Choose none' is an answer of its own: nothing ticked leaves the question open."""
    fallbacks: tuple[str, ...] = ("",) * FALLBACKS
    fact: str = ""
    compare: str = ">="
    value: str = ""
    standing: bool = False
    late: bool = False
    blind: bool = False

    @property
    def is_open(self) -> bool:
        """Is nothing answered here?"""
        return not self.none and not any(item.strip() for item in self.answer)


@dataclass(frozen=True)
class Row:
    """A row as the page shows it."""

    name: str
    form: forms.Form
    typed: Typed
    facts: tuple[tuple[str, str], ...]
    """What a condition may look at, and what it is now."""
    error: str = ""

    @property
    def more(self) -> bool:
        """Is anything behind the fold filled in?"""
        typed = self.typed
        return bool(any(typed.fallbacks) or typed.fact or typed.standing or typed.late)


def from_form(sent: MultiDict[str, str], name: str) -> Typed:
    """The fields of a row that came back."""
    fallbacks = [sent.get(f"{name}.else{n}", "") for n in range(FALLBACKS)]
    return Typed(
        answer=tuple(answers.typed_in(sent, name)),
        none=f"{name}.none" in sent,
        fallbacks=tuple(fallbacks),
        fact=sent.get(f"{name}.fact", ""),
        compare=sent.get(f"{name}.is", ">="),
        value=sent.get(f"{name}.value", "").strip()[:LONGEST],
        standing=f"{name}.standing" in sent,
        late=f"{name}.late" in sent,
        blind=f"{name}.blind" in sent,
    )


def from_item(item: Item, shape: str, tongue: Tongue) -> Typed:
    """An item of a plan as somebody would have typed it."""
    first, *rest = item.answers
    others = [forms.sent(value) for value in rest][:FALLBACKS]
    condition = item.conditions[0] if item.conditions else Condition("", ">=", "")
    return Typed(
        answer=forms.typed_for(shape, first, tongue),
        none=shape in (answers.SOME, answers.ORDER, answers.TERMS) and not first,
        fallbacks=(*others, *[""] * (FALLBACKS - len(others))),
        fact=condition.fact,
        compare=condition.is_,
        value=_as_typed(condition.value),
        standing=item.standing,
        late=item.at == AT_THE_DEADLINE,
        blind=item.blind,
    )


def fits_a_row(item: Item, question: Question) -> bool:
    """Can the page show this item, so that nothing of it is lost when it is sent again?"""
    if len(item.conditions) > 1 or not 1 <= len(item.answers) <= FALLBACKS + 1:
        return False
    if len(item.answers) > 1 and forms.shape_of(question) != answers.ONE:
        return False
    try:
        return all(question.check(answer) is not None for answer in item.answers)
    except AnswerError:
        return False


def read(question: Question, typed: Typed, name: str, tongue: Tongue) -> Item:
    """A row as an item of a plan. Raises AnswerError, with a sentence for beside the row."""
    shape = forms.shape_of(question)
    given = [_answer(question, shape, typed.answer, name, tongue)]
    if shape == answers.ONE:
        for other in filter(None, typed.fallbacks):
            given.append(_answer(question, shape, (other,), name, tongue))
    return Item(
        kind=question.kind,
        answers=tuple(dict.fromkeys(given)),
        conditions=_conditions(question.facts, typed),
        standing=typed.standing,
        at=AT_THE_DEADLINE if typed.late else AT_ONCE,
        blind=typed.blind or any(map(question.unseen, given)),
    )


def _answer(
    question: Question, shape: str, typed: tuple[str, ...], name: str, tongue: Tongue
) -> Any:
    sent = MultiDict((name, item) for item in typed)
    reading = answers.read(shape, sent, name)
    if reading.text is not None:
        return question.parse(reading.text, tongue)
    return question.check(question.prompt.keep(reading.value, _no_words))


def _no_words(_words: str) -> str:
    """A row is no place for own words: they are written when they are asked for."""
    raise NotUnderstood(_("Words of your own cannot be laid down beforehand. Leave them out."))


def _conditions(facts: Mapping[str, Fact], typed: Typed) -> tuple[Condition, ...]:
    if not typed.fact:
        return ()
    if typed.fact not in facts or typed.compare not in COMPARED:
        raise NotUnderstood(_("Choose what the condition looks at."))
    return (Condition(typed.fact, typed.compare, _value(facts[typed.fact], typed.value)),)


def _value(like: Fact, typed: str) -> Fact:
    """What a fact is compared with: of the same kind as the fact is."""
    if isinstance(like, bool):
        if typed.lower() in ("yes", "no"):
            return typed.lower() == "yes"
        raise NotUnderstood(_("Compare this with 'yes' or 'no'."))
    if isinstance(like, int):
        if typed.removeprefix("-").isdecimal() and typed.isascii() and len(typed) < 7:
            return int(typed)
        raise NotUnderstood(_("Compare this with a number."))
    if not typed:
        raise NotUnderstood(_("Write what the condition compares with."))
    return typed


def _as_typed(value: Fact) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def show(
    question: Question,
    typed: Typed,
    name: str,
    tongue: Tongue,
    *,
    game: str,
    view: Mapping[str, Any],
    error: Text | None = None,
) -> Row:
    """A row for the page."""
    form = forms.make(
        question, tongue, game=game, typed=typed.answer, error=error, under=name, view=view
    )
    facts = tuple((fact, _as_typed(value)) for fact, value in question.facts.items())
    return Row(name, form, typed, facts, form.error)
