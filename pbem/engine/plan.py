"""Answers given before they are asked for.

One mechanism serves the whole-turn form, plans for the coming turn and standing orders: a list
of answers to prompts that have not been asked yet. When a prompt opens, the first item that
fits answers it, as an entry of its own in the log. Rules know nothing of this.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .event import Event
from .prompt import AnswerError, Fact, Prompt
from .words import Seat

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
AT_ONCE, AT_THE_DEADLINE = "open", "deadline"


@dataclass(frozen=True)
class Condition:
    """'if the offer is at least 3': one of the prompt's facts, compared with a value."""

    fact: str
    is_: str
    value: Fact

    def holds(self, facts: Mapping[str, Fact]) -> bool:
        """False too if the prompt has no such fact, or one that cannot be compared."""
        if self.fact not in facts or self.is_ not in COMPARE:
            return False
        try:
            return COMPARE[self.is_](facts[self.fact], self.value)
        except TypeError:
            return False


@dataclass(frozen=True)
class Item:
    """One answer given beforehand: to which kind of prompt, on what conditions, what.

    `answers` stand in order of preference; the first that is legal is given.
    """

    kind: str
    answers: tuple[Any, ...]
    conditions: tuple[Condition, ...] = ()
    standing: bool = False
    """Stays until withdrawn; otherwise it is used once and lapses when the turn is over."""
    at: str = AT_ONCE
    """Answer when the prompt opens, or only when its time runs out."""
    blind: bool = False
    """Go on with it even if something new has been revealed since it was written."""

    def fits(self, prompt: Prompt[Any, Any], s: object) -> bool:
        """Is it meant for this prompt, and do its conditions hold?"""
        if self.kind != prompt.kind:
            return False
        facts = prompt.facts(s) if self.conditions else {}
        return all(condition.holds(facts) for condition in self.conditions)

    def answer(self, prompt: Prompt[Any, Any], s: object) -> tuple[bool, Any]:
        """The first preferred answer that is legal now, if one is."""
        for preferred in self.answers:
            try:
                return True, prompt.check(s, preferred)
            except AnswerError:
                continue
        return False, None


@dataclass
class Plans:
    """What every seat has laid down beforehand."""

    items: dict[Seat, tuple[Item, ...]] = field(default_factory=dict)
    begun: tuple[Seat, ...] = ()
    """Seats whose turn has come since the last milestone: their plans are being carried out."""

    def lay(self, seat: Seat, items: tuple[Item, ...]) -> None:
        """Replace all that this seat had laid down."""
        self.items[seat] = items

    def begin(self, seat: Seat) -> None:
        """It is this seat's turn."""
        if seat not in self.begun:
            self.begun += (seat,)

    def find(self, prompt: Prompt[Any, Any], s: object, at: str) -> tuple[Item, Any] | None:
        """The answer laid down for this prompt: of the first item that fits, if it is legal."""
        for item in self.items.get(prompt.seat, ()):
            if item.at == at and item.fits(prompt, s):
                legal, answer = item.answer(prompt, s)
                return (item, answer) if legal else None
        return None

    def use(self, seat: Seat, item: Item) -> None:
        """An item that has answered is spent, unless it stands."""
        if not item.standing:
            items = list(self.items[seat])
            items.remove(item)
            self.items[seat] = tuple(items)

    def on_reveal(self, event: Event) -> None:
        """Something new came out: what was written without knowing it becomes a draft."""
        for seat in self.begun if self.items else ():
            if event.seen_by(seat):
                self._keep(seat, lambda item: item.standing or item.blind)

    def on_milestone(self) -> None:
        """A turn is over: only standing orders stay of what was being carried out."""
        for seat in self.begun:
            self._keep(seat, lambda item: item.standing)
        self.begun = ()

    def _keep(self, seat: Seat, stays: Callable[[Item], bool]) -> None:
        if seat in self.items:
            self.items[seat] = tuple(item for item in self.items[seat] if stays(item))
