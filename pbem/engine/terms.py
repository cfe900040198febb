"""The seventh kind of question: terms, put together from small things.

`bob 2 credits + rhum for 1 wreck by turn 12` is one answer. Its parts stand in an order (to whom,
what is given, what for, by when), most of them introduced by a word, and in each part stand
things, some of them counted. A game says which parts there are and what may stand in them; how
it is typed, shown as a form, checked and stored is the same for all.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import Any, Generic

from .kinds import clean_words
from .prompt import NotAllowed, NotUnderstood, Prompt, S
from .term_reading import MANY, RAW, REFERENCE, Line, Lines, Part, Reading, Thing, some
from .words import PLAIN, Text, Tongue, Wording, _, plain, ways

__all__ = ["RAW", "Line", "Lines", "Part", "Terms", "Thing"]

QUOTED = re.compile(r'["“”„«»]([^"“”„«»]*)["“”„«»]')


class Terms(Prompt[S, Lines], Generic[S]):
    """Several things of several sorts in one answer."""

    limit = 280
    ordered = False
    """Does the order of the parts say something?"""

    def parts(self, s: S) -> Sequence[Part]:
        """What may stand where, now."""
        raise NotImplementedError

    def fits(self, s: S, lines: Lines) -> Text | None:
        """Why these do not go together, if they do not."""
        return None

    def usual(self, s: S) -> Sequence[tuple[Lines, Text | None]]:
        """Whole answers that many people want, each with what it does: a letter numbers them."""
        return ()

    def example(self, s: S) -> Lines | None:
        """An answer that makes sense now, and shows how others are written; None if any will do.

        By default the last of the usual ones, which is the one with the most in it."""
        return next((lines for lines, _what in reversed(self.usual(s)) if lines), None)

    def nothing(self, s: S) -> Sequence[Text]:
        """Ways to type that nothing stands there; the last is how it is said."""
        return (_("none"),)

    def why_not(self, s: S, part: Part, value: object) -> Text:
        """Why this cannot stand there now, and what can."""
        if not part.things:
            return _("Nothing can stand under '%(part)s' now. Leave it out.", part=part.label)
        return _(
            "That cannot stand under '%(part)s' now. There can stand: %(list)s.",
            part=part.label,
            list=some([thing.word for thing in part.things]),
        )

    # What may be answered.

    def check(self, s: S, value: Any) -> Lines:
        return self._checked(s, self.parts(s), value)

    def _checked(self, s: S, among: Sequence[Part], value: Any) -> Lines:
        parts = {part.name: part for part in among}
        if not isinstance(value, tuple | list):
            raise NotAllowed(_("Terms are a list of things, each with its number."))
        lines = _with_bare(parts, [self._line(s, parts, line) for line in value])
        if len({line[:2] for line in lines}) != len(lines):
            raise NotAllowed(_("The same thing stands there twice. Write it once."))
        for part in parts.values():
            _check_number(part, sum(line[0] == part.name for line in lines))
        found = self._arranged(parts, lines)
        why = self.fits(s, found)
        if why is not None:
            raise NotAllowed(why)
        return found

    def _line(self, s: S, parts: dict[str, Part], line: Any) -> Line:
        if not isinstance(line, tuple | list) or len(line) != 3:
            raise NotAllowed(_("Terms are a list of things, each with its number."))
        name, value, n = line
        part = parts.get(name) if isinstance(name, str) else None
        if part is None:
            raise NotAllowed(_("There is no such part of these terms."))
        if part.words and isinstance(value, str) and REFERENCE.fullmatch(value):
            return part.name, Wording(value), 1
        thing = part.thing(value) if isinstance(value, str | int) else None
        if thing is None:
            raise NotAllowed(self.why_not(s, part, value))
        if isinstance(n, bool) or not isinstance(n, int) or not thing.least <= n <= thing.most:
            raise NotAllowed(_wrong_number(thing))
        return part.name, thing.value, n

    def _arranged(self, parts: dict[str, Part], lines: list[Line]) -> Lines:
        names = [*dict.fromkeys(line[0] for line in lines)] if self.ordered else [*parts]
        places = {
            (part.name, thing.value): place
            for part in parts.values()
            for place, thing in enumerate(part.things)
        }
        return tuple(
            sorted(lines, key=lambda line: (names.index(line[0]), places.get(line[:2], MANY)))
        )

    def sample(self, s: S, rng: random.Random) -> Lines:
        parts = self.parts(s)
        for _attempt in range(20):
            lines: list[Line] = []
            for part in parts:
                there = [thing for thing in part.things if thing.least <= thing.most]
                wanted = rng.choice((part.least, part.least, part.least + 1, part.least + 2))
                for thing in rng.sample(there, min(wanted, part.most, len(there))):
                    lines.append((part.name, thing.value, rng.randint(thing.least, thing.most)))
            try:
                return self._checked(s, parts, lines)
            except NotAllowed:
                continue
        return self.check(s, self.default(s))

    # Its text form.

    def text(self, s: S, value: Lines, tongue: Tongue = PLAIN) -> str:
        parts = {part.name: part for part in self.parts(s)}
        said: list[str] = []
        for name in dict.fromkeys(line[0] for line in value):
            part = parts[name]
            own = [line for line in value if line[0] == name and line[1] != part.bare]
            things = [self._said(part, line, tongue) for line in own]
            said += [tongue.say(part.word), " + ".join(things)]
        return " ".join(filter(None, said)) or tongue.say(self.nothing(s)[-1])

    def _said(self, part: Part, line: Line, tongue: Tongue) -> str:
        thing = part.thing(line[1])
        return str(line[1]) if thing is None else tongue.say(thing.said(line[2]))

    def describe(self, s: S, value: Lines) -> Text | str:
        parts = {part.name: part for part in self.parts(s)}
        pieces: list[Text | str] = []
        for name in dict.fromkeys(line[0] for line in value):
            part = parts[name]
            own = [line for line in value if line[0] == name and line[1] != part.bare]
            pieces.append(part.word)
            pieces.append(_("%(list)s", list=[_put(part, line) for line in own]) if own else "")
        return _in_a_row([piece for piece in pieces if piece]) if value else self.nothing(s)[-1]

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> Lines:
        if plain(text) in ways(self.nothing(s), tongue):
            return self.check(s, ())
        parts = list(self.parts(s))
        return self._checked(s, parts, Reading(parts, text, tongue).lines())

    def keep(self, given: Any, keeper: Callable[[str], str]) -> Any:
        """Hand what stands in quotation marks to whoever keeps it; references stay in its place.

        Nobody can refer to what was kept before: only the log does that.
        """
        if isinstance(given, str):
            outside = QUOTED.sub(" ", given)
            if REFERENCE.search(outside) or QUOTED.search(outside):
                raise NotUnderstood(_("Put your own words into quotation marks."))
            return QUOTED.sub(lambda found: f" {self._kept(found[1], keeper)} ", given)
        if not isinstance(given, tuple | list):
            return given
        return tuple(self._kept_line(line, keeper) for line in given)

    def raw(self, s: S, text: str, tongue: Tongue = PLAIN) -> Lines:
        """Typed terms with own words still in them, for `keep` to hand over later."""
        said: list[str] = []

        def hold(words: str) -> str:
            said.append(words)
            return f"w:{len(said)}"

        lines = self.parse(s, self.keep(text, hold), tongue)
        return tuple(
            (part, said[int(what[2:]) - 1], RAW) if isinstance(what, Wording) else (part, what, n)
            for part, what, n in lines
        )

    def _kept_line(self, line: Any, keeper: Callable[[str], str]) -> Any:
        if not isinstance(line, tuple | list) or len(line) != 3 or not isinstance(line[1], str):
            return line
        if line[2] == RAW:
            return line[0], self._kept(line[1], keeper), 1
        if REFERENCE.fullmatch(line[1]):
            raise NotUnderstood(_("Put your own words into quotation marks."))
        return line

    def _kept(self, text: str, keeper: Callable[[str], str]) -> str:
        words = clean_words(text, self.limit)
        if not words:
            raise NotUnderstood(_("There is nothing between the quotation marks."))
        return keeper(words)


def _in_a_row(pieces: list[Text | str]) -> Text | str:
    """Pieces of a sentence, one after the other."""
    *before, last = pieces
    return _("%(said)s %(more)s", said=_in_a_row(before), more=last) if before else last


def _put(part: Part, line: Line) -> Text | str:
    thing = part.thing(line[1])
    return _('"%(words)s"', words=line[1]) if thing is None else thing.said(line[2])


def _with_bare(parts: dict[str, Part], lines: list[Line]) -> list[Line]:
    """What a part's word alone means goes with whatever else stands there."""
    for name in dict.fromkeys(line[0] for line in lines):
        bare = parts[name].bare
        if bare is not None and (name, bare, 1) not in lines:
            first = next(place for place, line in enumerate(lines) if line[0] == name)
            lines.insert(first, (name, bare, 1))
    return lines


def _check_number(part: Part, lines: int) -> None:
    if lines < part.least:
        raise NotAllowed(
            _(
                "Something is missing under '%(part)s'. There can stand: %(list)s.",
                part=part.label,
                list=some([thing.word for thing in part.things]),
            )
        )
    if lines > part.most:
        raise NotAllowed(_("There is too much under '%(part)s'.", part=part.label))


def _wrong_number(thing: Thing) -> Text:
    if thing.most < thing.least:
        return _("There is no '%(thing)s' to be had now.", thing=thing.word)
    if thing.least == thing.most == 1:
        return _("'%(thing)s' can stand there only once.", thing=thing.word)
    return _(
        "The number for '%(thing)s' goes from %(low)d to %(high)d.",
        thing=thing.word,
        low=thing.least,
        high=thing.most,
    )
