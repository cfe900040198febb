"""Sentences that letters share."""

from __future__ import annotations

import random

from pbem.engine import Amount, ChooseSome, Ordered, Question, Terms, Text, Words, YesNo, _


def how_to_answer(question: Question) -> Text:
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
        example = question.text(question.sample(random.Random(1)))
        return _("Reply in words, for example: %(example)s", example=example)
    if isinstance(prompt, Words):
        return _("Reply with your own words, on one line.")
    if isinstance(prompt, Ordered):
        return _("Reply with the numbers in your order, with commas between.")
    if isinstance(prompt, ChooseSome):
        return _("Reply with the numbers you want, with commas between, or with none.")
    return _("Reply with the number of your choice.")
