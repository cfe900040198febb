"""A question as the terminal shows it: its options, short or in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Any

from pbem.engine import (
    Amount,
    ChooseOne,
    ChooseSome,
    Option,
    Ordered,
    Part,
    Question,
    Terms,
    Text,
    Thing,
    Tongue,
    Words,
    _,
)
from pbem.engine.kinds import YesNo

WIDTH = 72
FEW = 12
"""So many options get a line each; more stand side by side, and '?' shows them in full."""


def how_to_answer(question: Question, tongue: Tongue) -> Iterator[str]:
    """What may be typed, in a few lines."""
    options = options_of(question)
    if options and len(options) > FEW:
        listed = options[: question.brief()]
        yield from _side_by_side([f"{o.number} {tongue.say(o.word)}" for o in listed])
        told: Text | None = question.how()
        if told is not None:
            yield from wrap(tongue.say(told), WIDTH, initial_indent="  ", subsequent_indent="  ")
    else:
        yield from options_in_full(question, tongue)


def options_in_full(question: Question, tongue: Tongue) -> Iterator[str]:
    """What may be typed, each option with what it is and does."""
    for option in options_of(question):
        yield _line(option, tongue)
    match question.prompt:
        case ChooseSome() | Ordered():
            yield tongue.say(_how_many(question))
        case Amount():
            low, high = question.low(), question.high()
            yield tongue.say(_("  A number from %(low)d to %(high)d.", low=low, high=high))
        case YesNo():
            for word, meaning in ((_("yes"), question.yes()), (_("no"), question.no())):
                yield f"  {tongue.say(word)}: {tongue.say(meaning)}"
        case Terms():
            for part in question.parts():
                yield from _part(part, tongue)
        case Words() as prompt:
            yield tongue.say(
                _("  Up to %(n)d characters of your own, or 'none' for nothing.", n=prompt.limit)
            )


def _how_many(question: Question) -> Text:
    """How many may be chosen, and whether their order counts."""
    low, high = question.at_least(), question.at_most()
    if isinstance(question.prompt, Ordered):
        if low == high:
            return _("  Exactly %(n)d of them, in order, with commas between.", n=low)
        return _(
            "  From %(low)d to %(high)d of them, in order, with commas between.", low=low, high=high
        )
    if low == high:
        return _("  Exactly %(n)d of them, with commas between.", n=low)
    return _("  From %(low)d to %(high)d of them, with commas between.", low=low, high=high)


def _part(part: Part, tongue: Tongue) -> Iterator[str]:
    """What may stand in one part of terms."""
    head = tongue.say(part.word)
    label = tongue.say(part.label)
    yield f"  {head}: {label}" if head else f"  {label}"
    if part.things:
        yield from _side_by_side([f"  {tongue.say(_thing(thing))}" for thing in part.things])
    if part.words:
        yield tongue.say(_('    "your own words"'))


def _thing(thing: Thing) -> Text | str:
    if not thing.counted:
        return thing.word
    if thing.numbered:
        return _("%(word)s %(low)d-%(high)d", word=thing.word, low=thing.least, high=thing.most)
    return _("%(low)d-%(high)d %(word)s", word=thing.word, low=thing.least, high=thing.most)


def options_of(question: Question) -> Sequence[Option]:
    """The options of a question that has some."""
    if isinstance(question.prompt, ChooseOne | ChooseSome | Ordered):
        options: list[Option] = question.options()
        return options
    return ()


def _line(option: Option, tongue: Tongue) -> str:
    word, label = tongue.say(option.word), tongue.say(option.label)
    said = word if word == label else f"{word}: {label}"
    hint: Any = f" — {tongue.say(option.hint)}" if option.hint else ""
    return f"  {option.number:>3}  {said}{hint}"


def _side_by_side(cells: Sequence[str]) -> Iterator[str]:
    wide = max(map(len, cells), default=0) + 2
    each = max(1, (WIDTH - 2) // wide)
    for i in range(0, len(cells), each):
        yield "  " + "".join(f"{cell:<{wide}}" for cell in cells[i : i + each]).rstrip()
