"""Six kinds of question: one, some, an order, an amount, yes or no, words.

The seventh, terms, is put together from smaller things: `terms.py`.

Every kind knows its legal answers, its text form in both directions, and how to explain a
refusal. A game subclasses a kind and says what there is to choose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from .prompt import Ambiguous, NotAllowed, NotUnderstood, Option, Prompt, S
from .words import PLAIN, Seat, Text, Tongue, Wording, _, n_, nearest, one_line, plain, ways

K = TypeVar("K", bound="int | str")
V = TypeVar("V")


class _Choosing(Prompt[S, V], Generic[S, K, V]):
    """What choosing one, some or an order have in common: values with labels and words."""

    def values(self, s: S) -> Sequence[K]:
        """What may be chosen now, best described first."""
        raise NotImplementedError

    def every(self, s: S) -> Sequence[K]:
        """What a person may mean, possible now or not. Widen it to explain refusals better."""
        return self.values(s)

    def label(self, s: S, value: K) -> Text | str:
        """What this option is."""
        return _("%(seat)s", seat=value) if isinstance(value, Seat) else str(value)

    def hint(self, s: S, value: K) -> Text | None:
        """What this option does, where the label does not say it."""
        return None

    def word(self, s: S, value: K) -> Text | str:
        """How to type it: short, without a comma, never a bare number."""
        return self.label(s, value) if isinstance(value, Seat) else str(value)

    def also(self, s: S, value: K) -> Iterable[Text | str]:
        """Other ways to type it."""
        return ()

    def why_not(self, s: S, value: object) -> Text:
        """Why this cannot be chosen now, and what can."""
        return _("That is not possible now. You can choose: %(list)s.", list=self._shown(s))

    def options(self, s: S) -> list[Option]:
        """The options as a page or a letter shows them."""
        return [
            Option(i, v, self.label(s, v), self.hint(s, v), self.word(s, v))
            for i, v in enumerate(self.values(s), 1)
        ]

    def brief(self, s: S) -> int:
        """How many of the options, from the first, a letter lists; the rest can be typed too."""
        return len(self.values(s))

    def meant(self, s: S, text: str, tongue: Tongue = PLAIN) -> K:
        """The one option that these words mean, possible now or not. Raises AnswerError."""
        return self._read(s, text, tongue)

    def _shown(self, s: S, most: int = 6) -> list[Text | str]:
        values = self.values(s)
        shown = [self.word(s, v) for v in values[:most]]
        return [*shown, "…"] if len(values) > most else shown

    def _one(self, s: S, value: object) -> K:
        values = self.values(s)
        try:
            return values[values.index(value)]  # Ours, not one that is only equal: a Seat.
        except ValueError:
            raise NotAllowed(self.why_not(s, value)) from None

    def _read(self, s: S, text: str, tongue: Tongue) -> K:
        typed = plain(text)
        if typed.isdecimal() and len(typed) <= 4:
            values = self.values(s)
            if 1 <= int(typed) <= len(values):
                return values[int(typed) - 1]
            raise NotAllowed(
                n_(
                    "There is no choice %(given)s: there is only %(n)d.",
                    "There is no choice %(given)s: there are %(n)d, numbered from 1.",
                    len(values),
                    given=typed,
                )
            )
        names = self._names(s, tongue)
        return self._match(s, typed, names)

    def _names(self, s: S, tongue: Tongue) -> dict[str, list[K]]:
        names: dict[str, list[K]] = {}
        for value in self.every(s):
            forms = (self.word(s, value), self.label(s, value), *self.also(s, value))
            for name in ways(forms, tongue) - {""}:
                names.setdefault(name, []).append(value)
        return names

    def _match(self, s: S, typed: str, names: dict[str, list[K]]) -> K:
        found = names.get(typed) or list(
            dict.fromkeys(
                v for name, vs in names.items() if typed and name.startswith(typed) for v in vs
            )
        )
        if len(found) > 1:
            words = [self.word(s, v) for v in found]
            raise Ambiguous(
                _(
                    "'%(typed)s' could mean %(list)s. Write one of them in full.",
                    typed=typed,
                    list=words,
                )
            )
        if found:
            return found[0]
        near = nearest(typed, names)
        if near:
            raise NotUnderstood(
                _(
                    "'%(typed)s' is not a choice here. Did you mean '%(near)s'?",
                    typed=typed,
                    near=self.word(s, names[near][0]),
                )
            )
        raise NotUnderstood(
            _(
                "'%(typed)s' is not a choice here. You can write: %(list)s.",
                typed=typed,
                list=self._shown(s),
            )
        )


class ChooseOne(_Choosing[S, K, K], Generic[S, K]):
    """Exactly one of several."""

    def default(self, s: S) -> K:
        return self.values(s)[0]

    def check(self, s: S, value: Any) -> K:
        return self._one(s, value)

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> K:
        return self.check(s, self._read(s, text, tongue))

    def text(self, s: S, value: K, tongue: Tongue = PLAIN) -> str:
        return tongue.say(self.word(s, value))

    def describe(self, s: S, value: K) -> Text | str:
        return self.label(s, value)

    def sample(self, s: S, rng: random.Random) -> K:
        values = self.values(s)
        return values[int(rng.random() * len(values))]


class _ChoosingSeveral(_Choosing[S, K, tuple[K, ...]], Generic[S, K]):
    """A number of different options; `fits` may forbid some combinations."""

    def at_least(self, s: S) -> int:
        return 0

    def at_most(self, s: S) -> int:
        return len(self.values(s))

    def fits(self, s: S, chosen: tuple[K, ...]) -> Text | None:
        """Why these do not go together, if they do not."""
        return None

    def arrange(self, s: S, chosen: tuple[K, ...]) -> tuple[K, ...]:
        """The order in which the rules take them."""
        raise NotImplementedError

    def nothing(self, s: S) -> Sequence[Text]:
        """Ways to type that none is chosen; the last is how it is said."""
        return (_("none"),)

    def default(self, s: S) -> tuple[K, ...]:
        return self.arrange(s, tuple(self.values(s)[: self.at_least(s)]))

    def check(self, s: S, value: Any) -> tuple[K, ...]:
        if not isinstance(value, tuple | list):
            raise NotAllowed(self._how_many(s))
        chosen = tuple(self._one(s, v) for v in value)
        if len(set(chosen)) != len(chosen):
            raise NotAllowed(_("The same choice stands there twice. Write each one once."))
        if not self.at_least(s) <= len(chosen) <= self.at_most(s):
            raise NotAllowed(self._how_many(s))
        why = self.fits(s, chosen)
        if why is not None:
            raise NotAllowed(why)
        return self.arrange(s, chosen)

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> tuple[K, ...]:
        if plain(text) in ways(self.nothing(s), tongue):
            return self.check(s, ())
        parts = [part for part in text.split(",") if part.strip()]
        if not parts:
            raise NotUnderstood(self._how_many(s))
        if len(parts) > len(self.every(s)):  # However long it is, it is refused at once.
            raise NotAllowed(self._how_many(s))
        return self.check(s, tuple(self._read(s, part, tongue) for part in parts))

    def text(self, s: S, value: tuple[K, ...], tongue: Tongue = PLAIN) -> str:
        return ", ".join(tongue.say(self.word(s, v)) for v in value) or tongue.say(_("none"))

    def describe(self, s: S, value: tuple[K, ...]) -> Text | str:
        if not value:
            return self.nothing(s)[-1]
        return _("%(list)s", list=[self.label(s, v) for v in value])

    def sample(self, s: S, rng: random.Random) -> tuple[K, ...]:
        values, low, high = self.values(s), self.at_least(s), self.at_most(s)
        for _attempt in range(20):
            chosen = tuple(rng.sample(values, rng.randint(low, high)))
            if self.fits(s, chosen) is None:
                return self.arrange(s, chosen)
        return self.default(s)

    def _how_many(self, s: S) -> Text:
        low, high = self.at_least(s), self.at_most(s)
        if low == high:
            return _("Choose exactly %(n)d.", n=low)
        if not low:
            return _("Choose at most %(high)d, or none.", high=high)
        return _("Choose %(low)d to %(high)d.", low=low, high=high)


class ChooseSome(_ChoosingSeveral[S, K]):
    """Some of several; their order says nothing."""

    def arrange(self, s: S, chosen: tuple[K, ...]) -> tuple[K, ...]:
        return tuple(v for v in self.values(s) if v in chosen)


class Ordered(_ChoosingSeveral[S, K]):
    """Some or all of several, in an order that matters."""

    def arrange(self, s: S, chosen: tuple[K, ...]) -> tuple[K, ...]:
        return chosen


class Amount(Prompt[S, int], Generic[S]):
    """A whole number between two bounds."""

    def low(self, s: S) -> int:
        return 0

    def high(self, s: S) -> int:
        raise NotImplementedError

    def default(self, s: S) -> int:
        return self.low(s)

    def check(self, s: S, value: Any) -> int:
        low, high = self.low(s), self.high(s)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise NotAllowed(_("Write a number from %(low)d to %(high)d.", low=low, high=high))

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> int:
        typed = plain(text)
        if not typed.isdecimal() or len(typed) > 9:
            low, high = self.low(s), self.high(s)
            raise NotUnderstood(_("Write a number from %(low)d to %(high)d.", low=low, high=high))
        return self.check(s, int(typed))

    def text(self, s: S, value: int, tongue: Tongue = PLAIN) -> str:
        return str(value)

    def sample(self, s: S, rng: random.Random) -> int:
        return rng.randint(self.low(s), self.high(s))


class YesNo(Prompt[S, bool], Generic[S]):
    """Yes or no; the default is no."""

    def default(self, s: S) -> bool:
        return False

    def check(self, s: S, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise NotAllowed(_("Write 'yes' or 'no'."))

    def yes(self, s: S) -> Text:
        """What 'yes' means here."""
        return _("yes")

    def no(self, s: S) -> Text:
        """What 'no' means here."""
        return _("no")

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> bool:
        typed = plain(text)
        means: dict[bool, set[str]] = {}
        for answer, say in ((True, self.yes(s)), (False, self.no(s))):
            short = _("yes") if answer else _("no")
            means[answer] = ways((say, short), tongue)
        whole = [answer for answer, forms in means.items() if typed in forms]
        begun = [answer for answer, forms in means.items() if typed in {f[:1] for f in forms}]
        found = whole or begun if typed else []
        if len(found) == 1:
            return found[0]
        if found:
            raise Ambiguous(
                _(
                    "'%(typed)s' could mean %(list)s. Write one of them in full.",
                    typed=typed,
                    list=[_("yes"), _("no")],
                )
            )
        raise NotUnderstood(_("Write 'yes' or 'no'."))

    def text(self, s: S, value: bool, tongue: Tongue = PLAIN) -> str:
        return tongue.say(_("yes") if value else _("no"))

    def describe(self, s: S, value: bool) -> Text:
        return self.yes(s) if value else self.no(s)

    def sample(self, s: S, rng: random.Random) -> bool:
        return rng.random() < 0.5


def clean_words(text: str, limit: int) -> str:
    """Somebody's own words as they are kept: one paragraph of printable text, not too long."""
    words = one_line(text)
    if len(words) > limit:
        raise NotAllowed(
            _(
                "That is %(n)d characters long. Write at most %(limit)d.",
                n=len(words),
                limit=limit,
            )
        )
    return words


class Words(Prompt[S, Wording], Generic[S]):
    """Something in the person's own words. The log keeps a reference, never the words."""

    limit = 280

    def default(self, s: S) -> Wording:
        return Wording("")

    def check(self, s: S, value: Any) -> Wording:
        if isinstance(value, str) and (value == "" or value.startswith("w:")):
            return Wording(value)
        raise NotAllowed(_("Write a few words, or nothing."))

    def clean(self, text: str) -> str:
        """The words as they are kept: one paragraph of printable text within the limit."""
        return clean_words(text, self.limit)

    def keep(self, given: Any, keeper: Callable[[str], str]) -> Wording:
        """Hand the words to whoever keeps them, and take a reference for the log."""
        words = self.clean(str(given or ""))
        return Wording(keeper(words)) if words else Wording("")

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> Wording:
        """A reference reads as itself; free words go through `keep` first."""
        return self.check(s, text.strip())

    def text(self, s: S, value: Wording, tongue: Tongue = PLAIN) -> str:
        return str(value)

    def describe(self, s: S, value: Wording) -> Text:
        return _("%(words)s", words=value) if value else _("nothing")

    def sample(self, s: S, rng: random.Random) -> Wording:
        return Wording("")
