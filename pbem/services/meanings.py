"""What a mail was understood to mean, order by order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pbem.engine import Question, Text, Words, _

NOW, LATER, ACT, BACK, BLIND, SAY = "now", "later", "act", "back", "blind", "say"
"""An order answers what is asked, what will be asked this turn, does an act, takes back, says that
the plan holds whatever comes to light, or says something to others."""


@dataclass(frozen=True)
class Meaning:
    """One order understood: for which question or act, and the answer."""

    typed: str
    what: str
    question: Question | None = None
    value: Any = None

    def said(self) -> Text | str:
        """What was understood."""
        if self.what == BLIND:
            return _("the plan holds whatever comes to light")
        if self.question is None:
            return _("take the last answer back")
        if isinstance(self.question.prompt, Words):
            answer: Text | str = _("“%(words)s”", words=str(self.value)) if self.value else "—"
        else:
            answer = self.question.describe(self.value)
        if self.what == LATER:
            return _("planned: %(answer)s", answer=answer)
        if self.what == ACT:
            return _("%(what)s %(answer)s", what=self.question.sentence(), answer=answer)
        return answer


@dataclass(frozen=True)
class Mistake:
    """One order not understood, or not possible."""

    typed: str
    why: Text


@dataclass
class Reading:
    """What a mail means, order by order."""

    orders: list[Meaning | Mistake] = field(default_factory=list)
    why: Text | None = None
    """What is wrong with the mail as a whole."""

    @property
    def good(self) -> bool:
        return self.why is None and not any(isinstance(one, Mistake) for one in self.orders)

    @property
    def meanings(self) -> list[Meaning]:
        return [one for one in self.orders if isinstance(one, Meaning)]
