"""Reading a whole mail at a table: each order goes to the first question that understands it.

All or nothing: one order that means nothing, or could mean two things, and none is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import (
    Ambiguous,
    AnswerError,
    Match,
    NotAllowed,
    NotUnderstood,
    Question,
    Seat,
    Terms,
    Text,
    Tongue,
    Words,
    YesNo,
    _,
)
from pbem.services import choices
from pbem.services.meanings import ACT, BACK, BLIND, LATER, NOW, Meaning, Mistake, Reading
from pbem.services.parts import (
    ANYWAY,
    LONGEST_PART,
    MOST_PARTS,
    NO,
    NONE,
    OPEN,
    UNDO,
    YES,
    Part,
    parts_of,
    unwrapped,
)
from pbem.services.tidying import Tidying
from pbem.services.understanding import SHORTEST, Reader, act_answer, refused, takes_several

NOTHING = _("No order was found in your mail. Write it above the quoted letter.")


@dataclass
class _Asked:
    """A question of the letter, and the order that answers it."""

    question: Question
    reader: Reader
    taken: bool = False
    value: Any = None
    left_open: bool = False


def read(match: Match, seat: Seat, text: str, kept: Any, tongue: Tongue) -> Reading:
    """What this text means as a reply to a letter that kept this map of its numbers."""
    found = _read(match, seat, text, kept, tongue)
    whole = text if found.good else unwrapped(text)
    if whole == text:
        return found
    again = _read(match, seat, whole, kept, tongue)
    return again if again.good else found


def _read(match: Match, seat: Seat, text: str, kept: Any, tongue: Tongue) -> Reading:
    parts = parts_of(text)
    if not parts:
        return Reading(why=NOTHING)
    if len(parts) > MOST_PARTS:
        return Reading(why=_("That are more orders than one turn can hold. Write fewer."))
    if any(len(part.text) > LONGEST_PART for part in parts):
        return Reading(why=_("That is too long. Write it in fewer words."))
    if any(part.folded in UNDO for part in parts):
        if len(parts) > 1:
            return Reading(why=_("Write 'undo' alone: take back first, then answer anew."))
        return Reading([Meaning(parts[0].text, BACK)])
    return _Mail(match, seat, kept, tongue).read(parts, text)


class _Mail:
    """One mail being read."""

    def __init__(self, match: Match, seat: Seat, kept: Any, tongue: Tongue) -> None:
        self._match = match
        self._seat = seat
        self._tongue = tongue
        asked = choices.asked_in(kept)
        mine = {a.key: a for a in match.open.values() if a.prompt.seat == seat}
        self._stale = any(key not in mine for key in asked)
        self._asked = [
            _Asked(match.question(key), Reader(tongue, asked[key]))
            for key in asked
            if key in mine and not self._stale
        ]
        self._acts = match.acts(seat)
        kinds = {one.question.kind for one in self._asked}
        self._later = [] if self._stale else [
            _Asked(Question(p.kind, p, match.state), Reader(tongue))
            for p in match.game.still_to_come(match.state, seat)
            if p.kind not in kinds and not isinstance(p, Words)
        ]  # fmt: skip
        self._doubts: list[tuple[int, Part, list[_Asked]]] = []

    def read(self, parts: Sequence[Part], text: str) -> Reading:
        whole = self._own_words(parts, text)
        if whole is not None:
            return whole
        prompts = [one.question.prompt for one in self._asked]
        name = self._tongue.name(self._seat)
        parts = Tidying(self._knows, prompts, name, self._tongue.names).tidied(parts)
        if not parts:
            return Reading(why=NOTHING)
        found: list[Meaning | Mistake] = []
        at = 0
        while at < len(parts):
            part = parts[at]
            if part.folded in OPEN or part.text in OPEN:
                self._leave_open()
                at += 1
                continue
            try:
                meaning, used = self._order(parts, at)
                found += [meaning] if meaning is not None else []
                at += used
            except AnswerError as why:
                found.append(Mistake(part.text, why.text))
                at += 1
        self._settle_doubts(found)
        return Reading(self._in_time([_with_a_plan(one, found) for one in found]))

    def _knows(self, part: Part) -> bool:
        """Does this mean something here as it stands, be it possible now or not?"""
        if part.folded in OPEN | ANYWAY or part.text in OPEN or self._act(part, strictly=True):
            return True
        later = [] if _only_asked(part) else self._later
        for one in (*self._asked, *later):
            if isinstance(one.question.prompt, Words):
                if part.quoted:
                    return True
            elif not isinstance(refused(one.question, part, one.reader), NotUnderstood):
                return True
        return False

    def _in_time(self, found: list[Meaning | Mistake]) -> list[Meaning | Mistake]:
        """Who says only what comes later, and not what is asked, has mistaken the question. That
        is told once, at the first such order."""
        said = any(isinstance(one, Meaning) and one.what == NOW for one in found)
        waiting = [asked for asked in self._asked if not asked.taken]
        if said or not waiting or len(waiting) < len(self._asked):
            return found
        if any(self._match.open[asked.question.key].answered for asked in waiting):
            return found
        for at, one in enumerate(found):
            if isinstance(one, Meaning) and one.what == LATER and one.question is not None:
                early = _(
                    "'%(typed)s' answers what comes later: %(later)s Answer this first: %(now)s"
                    " Write - to leave it open.",
                    typed=one.typed,
                    later=one.question.sentence(),
                    now=waiting[0].question.sentence(),
                )
                return [*found[:at], Mistake(one.typed, early), *found[at + 1 :]]
        return found

    def _own_words(self, parts: Sequence[Part], text: str) -> Reading | None:
        """If nothing is asked but a few own words, they need no quotation marks."""
        if len(self._asked) != 1 or not isinstance(self._asked[0].question.prompt, Words):
            return None
        if parts[0].quoted or any(self._act(part) for part in parts):
            return None
        question = self._asked[0].question
        last = max(part.line for part in parts)
        words = " ".join(text.splitlines()[: last + 1])
        if parts[0].folded in NONE and len(parts) == 1:
            words = ""
        try:
            return Reading([Meaning(words, NOW, question, _clean(question, words))])
        except AnswerError as why:
            return Reading([Mistake(words, why.text)])

    def _act(self, part: Part, *, strictly: bool = False) -> bool:
        """Does this name an act? Strictly: with an answer that is understood, too."""
        reader = Reader(self._tongue)
        for act in self._acts:
            try:
                if act_answer(act, part, reader)[0]:
                    return True
            except AnswerError as why:
                if not strictly or not isinstance(why, NotUnderstood):
                    return True
        return False

    def _leave_open(self) -> None:
        for one in self._asked:
            if not one.taken:
                one.taken = one.left_open = True
                return

    def _order(self, parts: Sequence[Part], at: int) -> tuple[Meaning | None, int]:
        """What the order at this place means, and how many parts of the mail it takes; nothing if
        it only says again what was said."""
        part = parts[at]
        free = [one for one in self._asked if not one.taken]
        fits = [one for one in free if self._fits(one, part)]
        if fits:
            if len(fits) > 1:
                self._doubts.append((at, part, fits[1:]))
            return self._take(fits[0], parts, at, NOW)
        act = self._act_meant(part)
        if act is not None:
            return act, 1
        for one in free:
            why = refused(one.question, part, one.reader)
            if why is not None and not isinstance(why, NotUnderstood):
                raise why  # It was understood here, so it is not meant for anything later.
        later = [one for one in self._later if not one.taken and self._fits(one, part)]
        if _only_asked(part):
            later = []
        if len(later) > 1:
            raise _could_mean(part, later)
        if later:
            return self._take(later[0], parts, at, LATER)
        if part.folded in ANYWAY:
            return Meaning(part.text, BLIND), 1
        if any(self._says_again(one, part) for one in self._answered()):
            return None, 1
        raise self._why_not(part, free)

    def _answered(self) -> list[_Asked]:
        return [one for one in self._asked if one.taken and not one.left_open]

    def _says_again(self, one: _Asked, part: Part) -> bool:
        """'Yes, pay': the same answer in other words."""
        question = one.question
        if not isinstance(question.prompt, YesNo) or not self._fits(one, part):
            return False
        return bool(one.reader.read(question, part) == one.value)

    def _fits(self, one: _Asked, part: Part) -> bool:
        """Does a question understand this?"""
        if isinstance(one.question.prompt, Words):
            return part.quoted
        why = refused(one.question, part, one.reader)
        return why is None or (takes_several(one.question) and isinstance(why, NotAllowed))

    def _take(self, one: _Asked, parts: Sequence[Part], at: int, what: str) -> tuple[Meaning, int]:
        one.taken = True
        question, part = one.question, parts[at]
        if isinstance(question.prompt, Words):
            return Meaning(part.text, what, question, _clean(question, part.text)), 1
        if isinstance(question.prompt, Terms):
            run = self._terms(one, parts, at)
            whole = Part(", ".join(piece.text for piece in run), part.line)
            return Meaning(whole.text, what, question, one.reader.read(question, whole)), len(run)
        if not takes_several(question):
            one.value = one.reader.read(question, part)
            return Meaning(part.text, what, question, one.value), 1
        run = self._run(one, parts, at)
        typed = ", ".join(piece.text for piece in run)
        if len(run) == 1 and one.reader.is_nothing(question, part):
            return Meaning(typed, what, question, question.check(())), 1
        values = tuple(one.reader.one(question, piece) for piece in run)
        return Meaning(typed, what, question, question.check(values)), len(run)

    def _terms(self, one: _Asked, parts: Sequence[Part], at: int) -> list[Part]:
        """The parts that make up terms: what follows on the line and means nothing else."""
        run = [parts[at]]
        for part in parts[at + 1 :]:
            whole = Part(", ".join(piece.text for piece in (*run, part)), run[0].line)
            others = [other for other in (*self._asked, *self._later) if not other.taken]
            wanted = any(self._fits(other, part) for other in others) or self._act(part)
            fits = part.line == run[0].line and not part.folded.isdecimal()
            if wanted or not fits or refused(one.question, whole, one.reader) is not None:
                break
            run.append(part)
        return run

    def _run(self, one: _Asked, parts: Sequence[Part], at: int) -> list[Part]:
        """The parts that make up a list: on one line, or on the next if nobody else wants them."""
        run = [parts[at]]
        if one.reader.is_nothing(one.question, parts[at]):
            return run
        for part in parts[at + 1 :]:
            if part.text in OPEN or isinstance(
                refused(one.question, part, one.reader), NotUnderstood
            ):
                break
            others = [other for other in (*self._asked, *self._later) if not other.taken]
            wanted = any(self._fits(other, part) for other in others) or self._act(part)
            if part.line != run[-1].line and wanted:
                break
            run.append(part)
        return run

    def _act_meant(self, part: Part) -> Meaning | None:
        reader = Reader(self._tongue)
        refusal: AnswerError | None = None
        for act in self._acts:
            try:
                meant, value = act_answer(act, part, reader)
            except AnswerError as why:
                refusal = why
                continue
            if meant:
                return Meaning(part.text, ACT, act, value)
        if refusal is not None:
            raise refusal
        return None

    def _why_not(self, part: Part, free: Sequence[_Asked]) -> AnswerError:
        """The most helpful reason."""
        if self._stale:
            return NotAllowed(
                _("What your letter asked is settled or has changed. Answer the newest letter.")
            )
        if any(self._fits(one, part) for one in self._answered()):
            return NotAllowed(
                _("'%(typed)s' would be a second answer. Write one answer.", typed=part.text)
            )
        refusals = [refused(one.question, part, one.reader) for one in free]
        refusals += [refused(one.question, part, one.reader) for one in self._later]
        known = [why for why in refusals if why is not None]
        for why in known:
            if not isinstance(why, NotUnderstood):
                return why
        near = [why for why in known if "near" in why.text.facts and len(part.text) >= SHORTEST]
        if near or (free and known):
            return [*near, *known][0]
        if not self._asked:
            return NotUnderstood(_("You are asked nothing now that this could answer."))
        return NotUnderstood(
            _(
                "'%(typed)s' is not understood. If it is no order, leave it out, or write it below"
                " the word 'end'.",
                typed=part.text,
            )
        )

    def _settle_doubts(self, found: list[Meaning | Mistake]) -> None:
        """An order that could have answered a question left unanswered was not clear."""
        for _at, part, others in self._doubts:
            still = [one for one in others if not one.taken]
            place = next((n for n, one in enumerate(found) if one.typed.startswith(part.text)), -1)
            if still and place >= 0:
                first = found[place]
                asked = [first.question] if isinstance(first, Meaning) and first.question else []
                questions = [*asked, *(one.question for one in still)]
                found[place] = Mistake(first.typed, _not_clear(part, questions))


def _only_asked(part: Part) -> bool:
    """Does this answer only what a letter shows? Nothing else says which question is meant."""
    return part.folded.isdecimal() or part.folded in YES | NO


def _with_a_plan(one: Meaning | Mistake, found: Sequence[Meaning | Mistake]) -> Meaning | Mistake:
    """'Anyway' says something only beside a plan."""
    plans = any(isinstance(other, Meaning) and other.what == LATER for other in found)
    if plans or not isinstance(one, Meaning) or one.what != BLIND:
        return one
    return Mistake(one.typed, _("'%(typed)s' goes with what you plan ahead.", typed=one.typed))


def _clean(question: Question, words: str) -> str:
    assert isinstance(question.prompt, Words)
    return question.prompt.clean(words)


def _could_mean(part: Part, found: Sequence[_Asked]) -> Ambiguous:
    return Ambiguous(_not_clear(part, [one.question for one in found]))


def _not_clear(part: Part, questions: Sequence[Question]) -> Text:
    return _(
        "'%(typed)s' could answer several questions: %(list)s Answer all of them, in this order;"
        " write - for one that you leave open.",
        typed=part.text,
        list=[question.sentence() for question in questions],
    )
