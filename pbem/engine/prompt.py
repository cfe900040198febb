"""What a seat is asked, and what it may do unasked.

A prompt is a value: the seat, a few facts, and methods that read the state when the prompt is
shown and again when it is answered. So an option that an act has taken away in the meantime is
gone, and an answer that has become impossible is refused with a sentence.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, TypeVar

from .words import PLAIN, Seat, Text, Tongue, _

if TYPE_CHECKING:
    from .table import Table

S = TypeVar("S")
V = TypeVar("V")
Fact = str | int | bool
Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]

HOLE: Final = "…"
"""Where the answer stands in the typed form of an act: `_("give %(answer)s", answer=HOLE)`."""

Pace = Literal["turn", "reaction", "negotiation"]
TURN: Final = "turn"
REACTION: Final = "reaction"
NEGOTIATION: Final = "negotiation"


class AnswerError(Exception):
    """An answer that cannot stand. Nothing has changed; `text` says why and what to do."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return PLAIN.say(self.text)


class NotUnderstood(AnswerError):
    """The words mean nothing here."""


class NotAllowed(AnswerError):
    """The words are clear, but this is not possible now."""


class Ambiguous(AnswerError):
    """The words could mean several things."""


@dataclass(frozen=True)
class Option:
    """One thing to choose: the value in the log, what it is, what it does, how to type it."""

    number: int
    value: Any
    label: Text | str
    hint: Text | None
    word: Text | str


@dataclass
class Prompt(Generic[S, V]):
    """A question to one seat. Games subclass one of the kinds in `kinds.py`."""

    seat: Seat

    rule: ClassVar[str] = ""
    """The number of the rule that asks."""
    pace: ClassVar[Pace] = TURN
    """Which of the table's three paces its deadline follows."""
    opens: ClassVar[bool] = False
    """Under seal: is the answer shown to everybody when the rules go on?"""
    kind: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.kind = "".join(f"_{c}" if c.isupper() else c for c in cls.__name__).lower().strip("_")

    # What the person reads.

    def sentence(self, s: S) -> Text:
        """What is asked, in one sentence."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing.")

    def otherwise(self, s: S) -> Text:
        """What happens if no answer comes."""
        answer = self.describe(s, self.default(s))
        return _("If you do nothing, this is your answer: %(answer)s.", answer=answer)

    def how(self, s: S) -> Text | None:
        """How a reply answers it, where the sentence of its kind would not do."""
        return None

    def facts(self, s: S) -> Mapping[str, Fact]:
        """What a plan's conditions may look at. Only what this seat may know."""
        return {}

    # What may be answered.

    def default(self, s: S) -> V:
        """The answer if none comes. Always legal."""
        raise NotImplementedError

    def check(self, s: S, value: Any) -> V:
        """Give the answer back as the rules take it, or say why it is not allowed."""
        raise NotImplementedError

    def takes(self, value: V) -> bool:
        """In `first`: is this the answer that ends the asking (an objection, an acceptance)?"""
        return bool(value)

    def unseen(self, s: S, value: V) -> bool:
        """Does this answer say how to choose among what nobody knows yet? Then a plan keeps to it
        whatever comes to light."""
        return False

    # Its text form.

    def keep(self, given: Any, keeper: Callable[[str], str]) -> Any:
        """Hand a person's own words in an answer to whoever keeps them; references stay in it.

        Whoever takes answers from people calls this before `parse` and `check`.
        """
        return given

    def parse(self, s: S, text: str, tongue: Tongue = PLAIN) -> V:
        """Read a typed answer; raises one of the three errors."""
        raise NotImplementedError

    def text(self, s: S, value: V, tongue: Tongue = PLAIN) -> str:
        """An answer as it would be typed. `parse` reads it back."""
        raise NotImplementedError

    def describe(self, s: S, value: V) -> Text | str:
        """An answer as it is read back to the person."""
        return self.text(s, value)

    def sample(self, s: S, rng: random.Random) -> V:
        """Any legal answer, for random play."""
        raise NotImplementedError


@dataclass
class Act(Prompt[S, V]):
    """Something a seat may do unasked. Mixed into a kind; it has no deadline and holds nobody up.

    `class Gift(Act[State, int], Amount[State])` is an act whose answer is an amount.
    """

    tag: ClassVar[str] = ""
    pressing: ClassVar[bool] = False
    """Does it answer somebody, or pass by if it is overlooked? Then it is shown beside what is
    asked, not among all that one might do."""

    @property
    def name(self) -> str:
        """How the log calls it: its kind, and what tells two acts of one kind apart."""
        tag = self.tag
        return f"{self.kind}/{tag}" if tag else self.kind

    def typed(self, s: S) -> Text:
        """How to type it: what it is called, with `HOLE` where its answer stands."""
        return _("%(act)s %(answer)s", act=self.kind.replace("_", " "), answer=HOLE)

    def carry_out(self, t: Table[Any], value: V) -> None:
        """The act's rule: a plain function that only does events."""
        raise NotImplementedError
