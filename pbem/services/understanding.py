"""What a typed order means to one question or act.

Stricter than a page, where somebody sees what happens next: numbers mean what the letter showed,
and a letter or two that happen to begin a word mean nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import (
    HOLE,
    Ambiguous,
    Amount,
    AnswerError,
    ChooseOne,
    ChooseSome,
    NotAllowed,
    NotUnderstood,
    Ordered,
    Question,
    Seat,
    Terms,
    Text,
    Tongue,
    Words,
    YesNo,
    _,
    n_,
    nearest,
    plain,
    spellings,
    ways,
)
from pbem.services.parts import ACCEPT, DECLINE, NO, NONE, YES, Part

_ALIKE = {"'": "'’‘ʼ`", "-": "‐‑–—-"}
_ACCENTS = "[\u0300-\u036f]*"
_LISTED = re.compile(r"(\d{1,4})\s*(?:[.):=-]\s*|\s)(.+)")
"""A line of the letter: the number of a choice, and its words."""
REFUSED = {*NONE, *NO, *DECLINE, "nobody", "no one", "personne", "niemand", "keiner"}
"""Ways to say that nothing is chosen, or nobody."""
SHORTEST = 4
"""So many letters the beginning of a word must have to stand for it."""


@dataclass(frozen=True)
class Reader:
    """Who writes: their words, and what the letter's numbers mean for one question."""

    tongue: Tongue
    numbers: Sequence[Any] | None = None

    def read(self, question: Question, part: Part) -> Any:
        """One order as a whole answer to a question that takes one thing. Raises AnswerError."""
        prompt = question.prompt
        if isinstance(prompt, Words):
            raise NotUnderstood(_("Put words of your own between quotation marks."))
        if part.quoted:
            raise NotUnderstood(_("Write this without quotation marks."))
        if isinstance(prompt, Terms):
            if self.numbers is not None and part.folded.isdecimal():
                return question.check(self._numbered(part.folded))
            terms = question.raw(part.text, self.tongue)
            if len(part.folded) < SHORTEST and not self._is_a_thing(question, part.folded):
                raise NotUnderstood(_("'%(typed)s' is too short to be clear.", typed=part.text))
            return terms
        if isinstance(prompt, YesNo):
            return self._yes_or_no(question, part)
        if isinstance(prompt, Amount):
            return question.parse(part.text, self.tongue)
        return question.check(self.one(question, part))

    def one(self, question: Question, part: Part) -> Any:
        """The option that is meant, by its number in the letter or by its words."""
        typed = part.folded
        if part.quoted:
            raise NotUnderstood(_("Write this without quotation marks."))
        if typed.isdecimal():
            return self._numbered(typed)
        named = self._accepted(question, typed)
        try:
            value = question.meant(part.text if named is None else named, self.tongue)
        except NotUnderstood as why:
            return self._listed(question, part, why)
        except Ambiguous as why:
            if len(typed) < SHORTEST:  # 'Hi' begins 'hire', too.
                raise NotUnderstood(why.text) from None
            raise
        if named is None and len(typed) < SHORTEST and not self._is_whole(question, value, typed):
            return self._listed(question, part, self._near(part, question.word(value)))
        return value

    def _listed(self, question: Question, part: Part, why: NotUnderstood) -> Any:
        """A line of the letter as it stands there: a number and the words for the same choice; or
        'no', where one of the choices is to do nothing."""
        line = _LISTED.fullmatch(part.text)
        if line is not None and self.numbers is not None:
            value = self._numbered(line[1])
            if plain(line[2]) in self._as_listed(question, value):
                return value
        none = self._refusals(question, part)
        if len(none) == 1:
            return none[0]
        numbers = re.findall(r"(?<![\w.,])\d+(?![\w.,])", part.folded)
        shown = 0 if self.numbers is None else len(self.numbers)
        if len(numbers) == 1 and int(numbers[0]) in range(1, shown + 1) and not _has_near(why):
            raise self._near(part, numbers[0])
        raise why

    def _refusals(self, question: Question, part: Part) -> list[Any]:
        """The choices that are to do nothing, if these words say so of what is asked."""
        if self.numbers is None or part.folded not in REFUSED:
            return []
        named = [
            (value, (question.word(value), question.label(value))) for value in question.values()
        ]
        return [value for value, names in named if ways(names, self.tongue) & REFUSED]

    def _as_listed(self, question: Question, value: Any) -> set[str]:
        """All ways in which a choice may stand in a letter behind its number."""
        label, hint = question.label(value), question.hint(value)
        forms = ways((question.word(value), label, *question.also(value)), self.tongue)
        tongue = self.tongue
        whole = f"{tongue.say(label)}: {tongue.say(hint)}" if hint is not None else ""
        return forms | {f"({form})" for form in forms} | {plain(whole)}

    def _near(self, part: Part, near: Text | str) -> NotUnderstood:
        return NotUnderstood(
            _(
                "'%(typed)s' is not a choice here. Did you mean '%(near)s'?",
                typed=part.text,
                near=near,
            )
        )

    def is_nothing(self, question: Question, part: Part) -> bool:
        """Does this say that none is chosen?"""
        return not part.quoted and part.folded in ways(question.nothing(), self.tongue) | NONE

    def _numbered(self, typed: str) -> Any:
        if self.numbers is None:
            raise NotUnderstood(_("Your letter has no number %(given)s here.", given=typed[:9]))
        if len(typed) < 5 and 1 <= int(typed) <= len(self.numbers):
            return self.numbers[int(typed) - 1]
        raise NotAllowed(
            n_(
                "There is no choice %(given)s: there is only %(n)d.",
                "There is no choice %(given)s: there are %(n)d, numbered from 1.",
                len(self.numbers),
                given=typed[:9],
            )
        )

    def _is_whole(self, question: Question, value: Any, typed: str) -> bool:
        """Are these all words of one of its names, or the first of them?"""
        names = (question.word(value), question.label(value), *question.also(value))
        forms = ways(names, self.tongue)
        return any(form == typed or form.startswith(typed + " ") for form in forms)

    def _is_a_thing(self, question: Question, typed: str) -> bool:
        """Is this the whole word for something in the terms, or the first of its words?"""
        names = [*question.nothing()]
        for part in question.parts():
            names.append(part.word)
            for thing in part.things:
                names += [thing.word, thing.one, thing.label, *thing.also]
        return any(f"{form} ".startswith(f"{typed} ") for form in ways(names, self.tongue))

    def _yes_or_no(self, question: Question, part: Part) -> bool:
        typed = part.folded
        means = {True: {*YES, *ACCEPT}, False: {*NO, *DECLINE, *NONE}}
        for answer, said in ((True, question.yes()), (False, question.no())):
            short = _("yes") if answer else _("no")
            means[answer] |= ways((said, short), self.tongue)
        for answer, verbs in ((True, ACCEPT), (False, DECLINE)):
            seat = self._after(verbs, typed)
            if seat is not None and seat in _seats_in(question.sentence()):
                return answer
        found = [answer for answer, forms in means.items() if typed in forms]
        if len(found) != 1:
            near = nearest(typed, [form for forms in means.values() for form in forms])
            if near and len(typed) >= SHORTEST:
                raise self._near(part, near)
            raise NotUnderstood(_("Write 'yes' or 'no'."))
        return found[0]

    def _accepted(self, question: Question, typed: str) -> str | None:
        """'accept bob' where bob is one of the options: the name alone."""
        seat = self._after(ACCEPT, typed)
        if seat is None:
            return None
        name = self.tongue.name(seat)
        said = ways([question.word(value) for value in question.values()], self.tongue)
        return name if plain(name) in said else None

    def _after(self, verbs: Sequence[str], typed: str) -> Seat | None:
        """The seat whose name follows one of these verbs."""
        for verb in verbs:
            if typed.startswith(verb + " "):
                name = typed.removeprefix(verb + " ")
                names = self.tongue.names
                seats = [n for n, known in enumerate(names) if name in spellings(known)]
                return Seat(seats[0]) if len(seats) == 1 else None
        return None


def _has_near(why: AnswerError) -> bool:
    return "near" in why.text.facts


def takes_several(question: Question) -> bool:
    """Is an answer a list?"""
    return isinstance(question.prompt, ChooseSome | Ordered)


def act_answer(act: Question, part: Part, reader: Reader) -> tuple[bool, Any]:
    """Whether these words name this act, and then its answer. Raises AnswerError."""
    for tongue in reader.tongue.and_plain():
        found = _pattern(tongue, act.typed()).fullmatch(
            unicodedata.normalize("NFD", part.text.strip(" .!"))
        )
        if found is not None and not part.quoted:
            said = unicodedata.normalize("NFC", found[1].strip())
            return True, _answered(act, Part(said, part.line), reader)
    return False, None


def _answered(act: Question, part: Part, reader: Reader) -> Any:
    prompt = act.prompt
    if isinstance(prompt, Words):
        return part.text.strip("\"“”„«»'")
    if takes_several(act):
        if reader.is_nothing(act, part):
            return act.check(())
        return act.check((reader.one(act, part),))
    if isinstance(prompt, ChooseOne | YesNo | Amount):
        return reader.read(act, part)
    if isinstance(prompt, Terms):
        return act.raw(part.text, reader.tongue)
    return act.parse(part.text, reader.tongue)


def _pattern(tongue: Tongue, typed: Text) -> re.Pattern[str]:
    """How an act is typed, with any answer where its answer stands."""
    said = tongue.say(typed)
    if HOLE not in said:
        said = f"{said} {HOLE}"
    before, after = said.split(HOLE, 1)
    pieces = [r"\s+".join(map(_loosely, piece.split())) for piece in (before, after)]
    left = pieces[0] + (r"(?:\s+|\s*:\s*)" if pieces[0] else "")
    right = (r"\s+" if pieces[1] else "") + pieces[1]
    return re.compile(f"{left}(.+?){right}", re.I)


def _loosely(word: str) -> str:
    """A pattern for a word however its accents, apostrophes and hyphens are typed."""
    found = ""
    for c in unicodedata.normalize("NFD", word.replace("ß", "ss")):
        if c == "\u0308":
            found += "e?"
        if not unicodedata.combining(c):
            found += f"[{_ALIKE[c]}]" if c in _ALIKE else re.escape(c) + _ACCENTS
    twice = f"s{_ACCENTS}" * 2
    return found.replace(twice, f"(?:{twice}|ß)")


def _seats_in(text: Text) -> set[Seat]:
    """Everybody a sentence names."""
    found: set[Seat] = set()
    for fact in text.facts.values():
        if isinstance(fact, Seat):
            found.add(fact)
        elif isinstance(fact, Text):
            found |= _seats_in(fact)
    return found


def refused(question: Question, part: Part, reader: Reader) -> AnswerError | None:
    """Why this is no answer to the question; None if it is one."""
    try:
        if takes_several(question):
            if not reader.is_nothing(question, part):
                reader.one(question, part)
        else:
            reader.read(question, part)
    except AnswerError as why:
        return why
    return None
