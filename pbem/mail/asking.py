"""What a letter asks: each question with its numbered choices, and what may be said beforehand."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from pbem import store
from pbem.config import Config
from pbem.engine import (
    TURN,
    ChooseOne,
    ChooseSome,
    Match,
    Ordered,
    Question,
    Seat,
    Terms,
    Text,
    Thing,
    Tongue,
    YesNo,
    _,
    plain,
)
from pbem.engine.plan import AT_THE_DEADLINE
from pbem.mail import links
from pbem.mail.reader import Reader
from pbem.mail.wording import how_to_answer
from pbem.services import delivery
from pbem.services.choices import option_map
from pbem.services.parts import NONE
from pbem.services.reading import read
from pbem.services.sittings import Sitting

OPTIONS = 60
"""So many options of a question a letter holds at most."""
MANY = 8
"""More choices than this stand beside each other if they have nothing to explain."""
FEW_WORDS = 30
"""So many letters of English a choice may have to stand beside others."""
LINE = 72
"""A line that is to be copied has no more letters, so that nobody breaks it: two lines of a
letter in a row would be taken for a quote."""
AHEAD = 10
"""So many words a letter offers for a question that may come later."""


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
class Piece:
    """What may stand behind some words of an answer, as in 'bob 2 credits by turn 9'."""

    words: tuple[Text | str, ...]
    things: tuple[Text | str, ...]
    more: bool
    """Is there something besides that is seldom wanted?"""


@dataclass(frozen=True)
class Ask:
    """A question as a letter puts it."""

    key: str
    turn: bool
    sentence: Text
    rule: str
    choices: tuple[Choice, ...]
    pieces: tuple[Piece, ...]
    """Of what else an answer in words can be put together."""
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
class Ahead:
    """A question that this turn may still bring, and words that answer it beforehand."""

    sentence: Text
    words: tuple[str, ...]
    more: bool
    """Are there others, or can the words be put together in other ways?"""


def asks_of(
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
        turn=question.prompt.pace == TURN,
        sentence=question.sentence(),
        rule=question.prompt.rule,
        choices=found[:most],
        pieces=tuple(_pieces(question)),
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
            Choice(word, label, None, value == default, _filled_in(json.dumps(value)))
            for word, value, label in yes_no
        )
    if isinstance(question.prompt, Terms):
        return tuple(_whole(question, default, tongue))
    if not hasattr(question.prompt, "options"):
        return ()
    one = isinstance(question.prompt, ChooseOne)
    return tuple(
        Choice(
            str(o.number),
            o.label,
            o.hint,
            o.value in usual,
            _filled_in(json.dumps(o.value)) if one else "",
        )
        for o in question.options()
    )


def _whole(question: Question, default: Any, tongue: Tongue) -> Iterator[Choice]:
    """Whole answers that many people want, with their numbers."""
    for number, (lines, what) in enumerate(question.usual(), 1):
        filled_in = _filled_in(question.text(lines, tongue))
        yield Choice(str(number), question.describe(lines), what, lines == default, filled_in)


def _pieces(question: Question) -> Iterator[Piece]:
    """What other terms are put together from. What stands there without a word of its own is in
    the usual answers, if there are any; words that take the same things stand together."""
    if not isinstance(question.prompt, Terms):
        return
    alike: list[tuple[tuple[Thing, ...], list[Text | str]]] = []
    for part in question.parts():
        if part.word or not question.usual():
            words = next((words for things, words in alike if things == part.things), None)
            if words is None:
                alike.append((part.things, words := []))
            words.append(part.word or part.label)
    for things, words in alike:
        plain_ones = tuple(thing.word for thing in things if not thing.folded)
        if plain_ones:
            yield Piece(tuple(words), plain_ones, len(plain_ones) < len(things))


def _filled_in(answer: str) -> str:
    """What a link says so that the page's form holds this. Following it only fills it in."""
    return f"?{urlencode({'answer': answer})}"


def _otherwise(match: Match, question: Question) -> Text:
    """What happens at the deadline: a standing order, or what the rules say."""
    found = match.plans.find(question.prompt, match.state, AT_THE_DEADLINE)
    if found is None:
        text: Text = question.otherwise()
        return text
    answer = question.describe(found[1])
    return _("If you do nothing, your standing order answers: %(answer)s.", answer=answer)


def ahead_of(match: Match, seat: Seat, tongue: Tongue) -> tuple[Ahead, ...]:
    """What a seat may say in the same reply, if it is its turn, before it is asked."""
    asked = [a.prompt for a in match.open.values() if a.prompt.seat == seat and not a.answered]
    if not any(prompt.pace == TURN for prompt in asked):
        return ()
    coming = [*match.game.still_to_come(match.state, seat)]
    kinds = [prompt.kind for prompt in coming]
    passed = max((kinds.index(p.kind) + 1 for p in asked if p.kind in kinds), default=0)
    coming = coming[passed:]
    found = [Question(p.kind, p, match.state) for p in (*coming, *asked)]
    words = [_words(question, tongue) for question in found]
    # A word that would answer two questions answers neither: nothing else tells them apart.
    heard = Counter(name for said in words for name in {plain(word) for word in said})
    offered = []
    for question, said in zip(found[: len(coming)], words, strict=False):
        clear = tuple(
            word for word in dict.fromkeys(said)
            if heard[plain(word)] == 1 and plain(word) not in NONE
        )  # fmt: skip
        more = len(clear) > AHEAD or isinstance(question.prompt, Terms)
        offered.append(Ahead(question.sentence(), clear[:AHEAD], more))
    return tuple(one for one in offered if one.words)


def _word(question: Question, value: Any, tongue: Tongue) -> Text | str:
    """How to type an option: in the reader's language, if its word is in no language."""
    word: Text | str = question.word(value)
    label: Text | str = question.label(value)
    if not isinstance(word, str) or not isinstance(label, Text):
        return word
    said = tongue.say(label)
    short = len(said) <= FEW_WORDS and "," not in said and ":" not in said
    return label if short and said != str(label) else word


def usual_turn(match: Match, seat: Seat, tongue: Tongue) -> str:
    """A plain turn on one line, from what is asked to its end; nothing if it would not be read
    as what it means."""
    asked = [a.prompt for a in match.open.values() if a.prompt.seat == seat and not a.answered]
    if len(asked) != 1 or asked[0].pace != TURN:
        return ""
    usual = match.game.usual_turn(match.state, seat)
    if asked[0].kind not in usual:
        return ""
    coming = match.game.still_to_come(match.state, seat)
    coming = [prompt for prompt in coming if prompt.kind != asked[0].kind]
    found = [Question(p.kind, p, match.state) for p in (*asked, *coming) if p.kind in usual]
    # Without 'anyway' the first ship in sight would stop it.
    last = [] if match.game.runs_on else [tongue.say(_("anyway"))]
    said = [_said(question, usual[question.kind], tongue) for question in found]
    while len(line := ", ".join(said + last)) > LINE:
        del found[-1], said[-1]  # What is left out is asked when it comes up.
    heard = read(match, seat, line, option_map(match, seat), tongue)
    meant = [(one.question.kind, one.value) for one in heard.meanings if one.question is not None]
    wanted = [(question.kind, usual[question.kind]) for question in found]
    return line if heard.good and len(found) > 1 and meant == wanted else ""


def _said(question: Question, value: Any, tongue: Tongue) -> str:
    """An answer in a word or two, none of which is the same for several questions."""
    if isinstance(question.prompt, YesNo):
        return tongue.say(question.yes() if value else question.no())
    if value == ():
        ways = [tongue.say(way) for way in reversed(question.nothing())]
        return next((way for way in ways if plain(way) not in NONE), ways[0])
    return str(question.text(value, tongue))


def _words(question: Question, tongue: Tongue) -> Sequence[str]:
    """Words that answer a question; of terms, the usual answers."""
    prompt, said = question.prompt, list[Text | str]()
    if isinstance(prompt, ChooseOne | ChooseSome | Ordered):
        said += [_word(question, value, tongue) for value in question.values()]
        if not isinstance(prompt, ChooseOne):
            said += question.nothing()
    elif isinstance(prompt, YesNo):
        said += [question.yes(), question.no()]
    elif isinstance(prompt, Terms):
        said += [question.text(lines, tongue) for lines, _what in question.usual()]
    return [tongue.say(word) for word in said]
