"""What people read: sentences that wait for a reader before they become text.

Rules and events never hold finished sentences. They hold a `Text`: a message id and the facts
that go into it. A `Tongue` (one reader's language, and the names of the people at the table)
turns it into words as late as possible.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

HEAP = 4
"""So many marks may stand upon one letter."""


class Seat(int):
    """A place at the table, counted from 0 clockwise. People come and go; seats stay."""

    __slots__ = ()


class Wording(str):
    """A reference to something a person wrote. The words themselves never enter the log."""

    __slots__ = ()


@dataclass(frozen=True)
class Text:
    """A sentence not yet said: a message id, the facts in it, and a plural form if it counts."""

    msgid: str
    facts: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    count: int = 0

    def __str__(self) -> str:
        return PLAIN.say(self)


def _(msgid: str, /, **facts: object) -> Text:
    """Mark a sentence for translation: `_("%(seat)s bids %(bid)s", seat=…, bid=…)`."""
    return Text(msgid, facts)


def n_(one: str, many: str, n: int, /, **facts: object) -> Text:
    """Mark a sentence that counts: `n_("%(n)d die", "%(n)d dice", count)`."""
    return Text(one, {"n": n, **facts}, many, n)


def _as_is(msgid: str) -> str:
    return msgid


def _english(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


@dataclass(frozen=True)
class Tongue:
    """How one reader hears the table: language, people's names, and what people wrote."""

    names: tuple[str, ...] = ()
    gettext: Callable[[str], str] = _as_is
    ngettext: Callable[[str, str, int], str] = _english
    wordings: Mapping[str, str] = field(default_factory=dict)

    def say(self, text: Text | str) -> str:
        """Turn a sentence into words for this reader."""
        if isinstance(text, str):
            return text
        if text.plural:
            form = self.ngettext(text.msgid, text.plural, text.count)
        else:
            form = self.gettext(text.msgid)
        return form % {name: self._fact(value) for name, value in text.facts.items()}

    def name(self, seat: Seat) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if seat < len(self.names) else f"p{seat + 1}"

    def _fact(self, value: object) -> object:
        match value:
            case Seat():
                return self.name(value)
            case Wording():
                return self.wordings.get(value, "…")
            case Text():
                return self.say(value)
            case tuple() | list():
                return self.list_of([str(self._fact(item)) for item in value])
        return value

    def list_of(self, items: list[str]) -> str:
        """'a', 'a and b', 'a, b and c', in the reader's language."""
        if len(items) < 2:
            return "".join(items)
        *most, last = items
        return self.gettext("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}

    def and_plain(self) -> tuple[Tongue, ...]:
        """This reader's words and the plain ones: both are always understood."""
        return (self,) if self is PLAIN else (self, PLAIN)


PLAIN = Tongue()


_JOINERS = "\ufe0e\ufe0f\u200d\u20e3\u00ad"
_SAME = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ‛´`′", "'"),
        **dict.fromkeys("‐‑‒–—―−", "-"),
        **dict.fromkeys(_JOINERS, ""),
        "×": "x", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th",
    }
)  # fmt: skip
"""What a phone puts in of its own accord, and letters that are no other letter with an accent."""
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa"})
_DRAWN = {"So", "Sk"}
FEW = 80
"""Longer than any name; what is longer is not compared letter by letter."""


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Fold what a thumb types: case, accents, spaces, the shape of apostrophes and closing
    punctuation do not matter."""
    stripped = unicodedata.normalize("NFKD", text.casefold().translate(_SAME))
    letters = "".join(c for c in stripped if not unicodedata.combining(c))
    return " ".join(letters.split()).strip(" .!;:")


def without_pictures(text: str) -> str:
    """The same without what is drawn, not written; empty if nothing else stands there."""
    return "".join(c for c in text if c not in _JOINERS and unicodedata.category(c) not in _DRAWN)


@lru_cache(maxsize=4096)
def spellings(text: str) -> frozenset[str]:
    """All ways to type these words: who has no 'ü' writes 'u', or 'ue', and who has no pictures
    leaves them out."""
    if text.isascii():
        return frozenset({plain(text)})
    spelled = unicodedata.normalize("NFC", text.casefold()).translate(_SPELLED)
    found = {plain(way) for whole in (text, spelled) for way in (whole, without_pictures(whole))}
    return frozenset(found - {""}) or frozenset({plain(text)})


def ways(forms: Iterable[Text | str], tongue: Tongue) -> set[str]:
    """All ways to type any of these, in the reader's words and in the plain ones."""
    return {way for form in forms for t in tongue.and_plain() for way in spellings(t.say(form))}


def nearest(typed: str, names: Iterable[str]) -> str:
    """The name that was probably meant: one that stands among other words, or a close one."""
    within = [name for name in names if f" {name} " in f" {typed} " and not name.isdecimal()]
    if within:
        return max(within, key=len)
    around = [name for name in names if f" {typed} " in f" {name} "]
    if around:
        return min(around, key=len)
    close = difflib.get_close_matches(typed, names, n=9) if len(typed) < FEW else ()
    return next((name for name in close if _digits(name) == _digits(typed)), "")


def _digits(text: str) -> str:
    """A bid of two is no slip for a bid of nine."""
    return "".join(filter(str.isdecimal, text))


def one_line(text: str) -> str:
    """Somebody's own words as they may be shown: one line of characters that can be seen.

    What cannot be seen, and what turns the direction of writing, becomes a space. No writing
    heaps more than a few marks upon a letter; a heap would paint over the lines around it.
    """
    kept: list[str] = []
    heap = 0
    for letter in text:
        heap = heap + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if heap <= HEAP:
            kept.append(letter if letter.isprintable() else " ")
    return " ".join("".join(kept).split())
