"""Sentences that letters share."""

from __future__ import annotations

import random

from pbem.engine import (
    HOLE,
    Act,
    Amount,
    ChooseSome,
    Ordered,
    Question,
    Terms,
    Text,
    Tongue,
    Words,
    YesNo,
    _,
)

SAMPLES = 8
NUMBER = _("Reply with the number of your choice.")


def how_to_answer(question: Question, tongue: Tongue) -> Text:
    """How this question is answered by a reply, with an example."""
    prompt = question.prompt
    told: Text | None = question.how()
    if told is not None:
        return told
    if isinstance(prompt, YesNo):
        return _("Reply with yes or no.")
    if isinstance(prompt, Amount):
        low, high = question.low(), question.high()
        return _("Reply with a number from %(low)d to %(high)d.", low=low, high=high)
    if isinstance(prompt, Terms):
        example = short_answer(question, tongue)
        if question.usual():
            return _("Reply with a number, or in words: %(example)s", example=example)
        return _("Reply in words, for example: %(example)s", example=example)
    if isinstance(prompt, Words):
        return _("Reply with your own words, on one line.")
    if isinstance(prompt, Ordered):
        return _("Reply with the numbers in your order, with commas between.")
    if isinstance(prompt, ChooseSome):
        return _how_many(question)
    return NUMBER


def _how_many(question: Question) -> Text:
    """How some of several things are chosen: so many, or none."""
    low, high = question.at_least(), question.at_most()
    if low == high > 1:
        return _("Reply with %(n)d of the numbers, with commas between.", n=low)
    none = question.nothing()[-1]
    if high == 1:
        return _("Reply with the number, or with: %(none)s", none=none) if not low else NUMBER
    if low:
        return _("Reply with the numbers you want, with commas between.")
    return _("Reply with the numbers you want, with commas between, or with: %(none)s", none=none)


def example_of(act: Question, tongue: Tongue) -> str:
    """How an act is typed, with some answer that would change something."""
    prompt, typed = act.prompt, tongue.say(act.typed())
    if isinstance(prompt, Words):
        return typed
    if isinstance(prompt, YesNo):
        answer = act.text(not act.default, tongue)
    elif isinstance(prompt, Act) and prompt.pressing:
        answer = act.text(act.default, tongue)
    else:
        answer = short_answer(act, tongue)
    return typed.replace(HOLE, answer) if HOLE in typed else f"{typed} {answer}"


def short_answer(question: Question, tongue: Tongue) -> str:
    """A short answer of the many that there are: the game's own example, or one that shows more
    than the first step."""
    if isinstance(question.prompt, Terms) and (shown := question.example()) is not None:
        return str(question.text(shown, tongue))
    rng = random.Random(1)
    values = [question.sample(rng) for _sample in range(SAMPLES)]
    whole = [value for value in values if isinstance(value, tuple) and len(value) > 1]
    return min((str(question.text(value, tongue)) for value in whole or values), key=len)
