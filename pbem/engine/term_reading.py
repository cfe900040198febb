"""What terms are put together from, and how they are read from what a thumb types."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .prompt import Ambiguous, NotAllowed, NotUnderstood
from .words import Text, Tongue, _, plain, spellings, ways

Value = str | int
Line = tuple[str, Value, int]
"""The name of a part, what stands there, and how many of it."""
Lines = tuple[Line, ...]
MANY = 50
MOST_TOKENS = 1_000
"""Nobody needs so many; whoever sends more is not read at all."""
RAW = 0
"""The count of a line whose words have not been kept yet."""
TOKEN = re.compile(r"[+,&]|[^\s+,&]+")
REFERENCE = re.compile(r"w:\d+", re.ASCII)


@dataclass(frozen=True)
class Thing:
    """Something that may stand in a part."""

    value: Value
    """How the log calls it."""
    word: Text | str
    """How it is typed; after a number, in the plural."""
    one: Text | str = ""
    """The same after the number 1, if that is different."""
    label: Text | str = ""
    """How a form calls it, if not by its word."""
    hint: Text | None = None
    least: int = 1
    most: int = 1
    numbered: bool = False
    """Does its number stand behind it, as in 'turn 12'?"""
    folded: bool = False
    """May a form hide it behind a fold?"""
    also: tuple[Text | str, ...] = ()

    @property
    def counted(self) -> bool:
        return self.numbered or self.most > 1

    def said(self, n: int) -> Text | str:
        """It with its number, as it is typed."""
        if self.numbered:
            return _("%(word)s %(n)d", word=self.word, n=n)
        word = self.one if n == 1 and self.one else self.word
        return _("%(n)d %(word)s", n=n, word=word) if self.counted else word


@dataclass(frozen=True)
class Part:
    """One part of the terms: the word that introduces it, and what may stand in it."""

    name: str
    label: Text
    things: tuple[Thing, ...] = ()
    word: Text | str = ""
    """Empty: it follows what stands before it without a word."""
    leads: Text | str = ""
    """A word that may introduce it as well, wherever it stands."""
    least: int = 0
    most: int = MANY
    words: bool = False
    """May somebody's own words stand here, in quotation marks?"""
    bare: Value | None = None
    """The thing that its word alone means: it goes with whatever else stands here."""

    def thing(self, value: object) -> Thing | None:
        return next((t for t in self.things if t.value == value), None)


def some(words: Sequence[Text | str], most: int = 8) -> list[Text | str]:
    """The first of many words."""
    return [*words[:most], "…"] if len(words) > most else list(words)


class Reading:
    """Reads typed terms from left to right: numbers, things, and the words between parts."""

    def __init__(self, parts: list[Part], text: str, tongue: Tongue) -> None:
        self.parts = parts
        self.tokens = [token for token in map(plain, TOKEN.findall(text)) if token]
        if len(self.tokens) > MOST_TOKENS:
            raise NotUnderstood(_("That is too long. Write it in fewer words."))
        self.tongues = tongue.and_plain()
        self.joining = {"+", ",", "&", *ways([_("and")], tongue)}
        self.idle = ways([_("for")], tongue)
        """Said between a name and a thing, where no part begins so."""
        self.names = [
            {phrase: thing for thing in part.things for phrase in self._phrases(thing)}
            for part in parts
        ]
        self.heads = {
            phrase: place
            for place, part in enumerate(parts)
            for phrase in self._said([part.word, part.leads])
            if phrase
        }
        phrases = [*self.heads, *(phrase for names in self.names for phrase in names)]
        self.longest = max(map(len, phrases), default=1)
        """No phrase has more tokens, so no more of them are looked at together."""
        self.at = 0
        self.place = -1
        """The part at hand; before the first one, only parts without a word may begin."""
        self.number: int | None = None
        self.found: list[Line] = []

    def _phrases(self, thing: Thing) -> Iterable[tuple[str, ...]]:
        return self._said([thing.word, thing.one, thing.label, *thing.also])

    def _said(self, forms: Iterable[Text | str]) -> set[tuple[str, ...]]:
        said = {t.say(form) for form in forms for t in self.tongues}
        typed = {way for form in said for way in (form, *spellings(form))}
        return {tuple(filter(None, map(plain, TOKEN.findall(form)))) for form in typed} - {()}

    def lines(self) -> list[Line]:
        while self.at < len(self.tokens):
            self._next()
        if self.number is not None:
            raise NotUnderstood(_("After %(n)d a thing is missing.", n=self.number))
        return self.found

    def _next(self) -> None:
        token = self.tokens[self.at]
        if REFERENCE.fullmatch(token):
            self._own_words(token)
        elif (hit := self._longest()) is not None:
            length, place, thing = hit
            self.at += length
            self.place = place
            if thing is not None:
                self._take(thing)
            elif (bare := self.parts[place].bare) is not None:
                self.found.append((self.parts[place].name, bare, 1))
        elif token in self.joining or (token in self.idle and self.place >= 0):
            self.at += 1
        elif token.isdecimal() and len(token) <= 6:
            if self.number is not None:
                raise NotUnderstood(_("After %(n)d a thing is missing.", n=self.number))
            self.number = int(token)
            self.at += 1
        else:
            self._guess()

    def _within(self) -> list[int]:
        """The part at hand, unless it is full, and those that may follow without a word."""
        near = [self.place] if self.place >= 0 else []
        for place in range(self.place + 1, len(self.parts)):
            if self.parts[place].word:
                break
            near.append(place)
        return [place for place in near if not self._full(place)] or near

    def _full(self, place: int) -> bool:
        part = self.parts[place]
        return sum(line[0] == part.name for line in self.found) >= part.most

    def _longest(self) -> tuple[int, int, Thing | None] | None:
        """The longest phrase that begins here: a thing of a part at hand, or a part's word."""
        for length in range(min(self.longest, len(self.tokens) - self.at), 0, -1):
            phrase = tuple(self.tokens[self.at : self.at + length])
            for place in self._within():
                if phrase in self.names[place]:
                    return length, place, self.names[place][phrase]
            if phrase in self.heads:
                return length, self.heads[phrase], None
        return None

    def _take(self, thing: Thing) -> None:
        n = 1 if self.number is None else self.number
        if thing.numbered:
            behind = self.tokens[self.at] if self.at < len(self.tokens) else ""
            if self.number is None and behind.isdecimal() and len(behind) <= 6:
                n = int(behind)
                self.at += 1
            elif self.number is None:
                raise NotUnderstood(_("After '%(thing)s' a number is missing.", thing=thing.word))
        self.number = None
        self.found.append((self.parts[self.place].name, thing.value, n))

    def _own_words(self, token: str) -> None:
        places = [*self._within(), *range(len(self.parts))]
        found = [place for place in places if self.parts[place].words]
        if not found:
            raise NotAllowed(_("There is no place here for words of your own."))
        self.found.append((self.parts[found[0]].name, token, 1))
        self.at += 1

    def _guess(self) -> None:
        """Nothing begins here word for word: the beginning of something, or a slip."""
        names = {
            " ".join(phrase): (place, thing)
            for place in reversed(self._within())
            for phrase, thing in self.names[place].items()
        }
        most, end = self.at + 1, min(len(self.tokens), self.at + self.longest)
        while most < end and self._goes_on(self.tokens[most]):
            most += 1
        for end in range(most, self.at, -1):
            typed = " ".join(self.tokens[self.at : end])
            hits = {names[name][1].value: names[name] for name in names if name.startswith(typed)}
            if len(hits) > 1:
                words = [thing.word for _place, thing in hits.values()]
                raise Ambiguous(
                    _(
                        "'%(typed)s' could mean %(list)s. Write one of them in full.",
                        typed=typed,
                        list=some(words),
                    )
                )
            if hits:
                ((self.place, thing),) = hits.values()
                self.at = end
                self._take(thing)
                return
        things = {name: thing.word for name, (_place, thing) in names.items()}
        raise NotUnderstood(self._slip(" ".join(self.tokens[self.at : most]), things))

    def _goes_on(self, token: str) -> bool:
        return token not in self.joining and not token.isdecimal() and (token,) not in self.heads

    def _slip(self, typed: str, names: dict[str, Text | str]) -> Text:
        heads = {" ".join(phrase): self.parts[at].word for phrase, at in self.heads.items()}
        known = {**names, **heads}
        near = difflib.get_close_matches(typed, known, n=1)
        if near:
            return _(
                "'%(typed)s' is not understood. Did you mean '%(near)s'?",
                typed=typed,
                near=known[near[0]],
            )
        words = [thing.word for place in self._within() for thing in self.parts[place].things]
        begins = [part.word for part in self.parts if part.word]
        return _(
            "'%(typed)s' is not understood. Here you can write: %(list)s.",
            typed=typed,
            list=some([*words[:6], *begins]),
        )
