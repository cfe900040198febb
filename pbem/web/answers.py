"""The answer in a form that came back: a value, or words for the prompt to read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

from pbem.engine import NotUnderstood, _
from pbem.engine.terms import RAW

ONE, SOME, ORDER, AMOUNT, YES_NO, WORDS = "one", "some", "order", "amount", "yes_no", "words"
TERMS = "terms"
"""The shapes of questions."""
LONGEST_VALUE = 200
LONGEST_SAID = 1000
MOST_TYPED = 200
"""No form of ours has more fields that are filled in."""
FIELD = "answer"
SAID = ".said"
"""After a field's name: the same answer written out, as in a letter."""


@dataclass(frozen=True)
class Reading:
    """What a form said: a value, or a text for the prompt to read; and what was typed."""

    value: Any = None
    text: str | None = None


def typed_in(form: MultiDict[str, str], name: str = FIELD) -> list[str]:
    """The raw answer, to be shown again if it cannot stand. Terms come in several fields.

    A game's own form may cut a choice of several into groups: answer[one], answer[other].
    """
    typed = form.getlist(name)
    begins = f"{name}:"
    for key in form:
        if key.startswith(f"{name}["):
            typed += form.getlist(key)
        elif key.startswith(begins):
            what = key.removeprefix(begins)
            typed += [f"{what}={value}" for value in form.getlist(key) if value.strip()]
    return typed[:MOST_TYPED]


def said_in(form: MultiDict[str, str], name: str = FIELD) -> str:
    """The answer in words, if it was written out."""
    return form.get(f"{name}{SAID}", "").strip()


def read(shape: str, form: MultiDict[str, str], name: str = FIELD) -> Reading:
    """The answer in a form. Raises NotUnderstood; whether it is allowed, the prompt says."""
    typed = [item for item in typed_in(form, name) if item.strip()]
    if shape == WORDS:
        return Reading(text=typed[0] if typed else "")
    if shape in (SOME, ORDER):
        if words := said_in(form, name):
            if len(words) > LONGEST_SAID:
                raise NotUnderstood(_("That is too long. Write it in fewer words."))
            return Reading(text=words)
        return Reading(value=tuple(map(_value, typed)))
    if shape == TERMS:
        return Reading(value=tuple(line for item in typed if (line := _term(item))))
    if not typed:
        lacking = {AMOUNT: _("Write a number."), YES_NO: _("Choose yes or no.")}
        raise NotUnderstood(lacking.get(shape, _("Choose one of these.")))
    if shape == AMOUNT:
        return Reading(text=typed[0])
    return Reading(value=_value(typed[0]))


def _term(typed: str) -> tuple[str, str | int, int] | None:
    """A line of terms as our forms send it: ticked, with a number, or in own words.

    A number left empty or at 0 is no line.
    """
    key, _equals, value = typed.partition("=")
    part, colon, what = key.partition(":")
    if not colon:
        return part, _value(value), 1
    if not what:
        return part, value, RAW
    number = value.strip()
    if not number.isdecimal() or not number.isascii() or len(number) > 6:
        raise NotUnderstood(_("Write a number."))
    return (part, _value(what), int(number)) if int(number) else None


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
