"""The orders of a mail as they are meant: without greeting, thanks and signature.

What anybody at the table could understand as it stands is never touched, so an order can be
overlooked by nobody; what nobody understands is an order only if its bare words are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import Prompt, Words
from pbem.services import courtesy
from pbem.services.parts import NO, YES, Part

MOST_SLIPS = 6
"""A mail with more lines than this that mean nothing is not puzzled out."""


@dataclass(frozen=True)
class Tidying:
    """One mail being tidied."""

    knows: Callable[[Part], bool]
    """Does this mean something here as it stands, be it possible now or not?"""
    asked: Sequence[Prompt[Any, Any]]
    name: str
    """What its writer is called at the table."""
    names: Sequence[str]
    """What everybody is called."""

    def tidied(self, parts: Sequence[Part]) -> list[Part]:
        """What is left of the mail."""
        kept: list[Part] = []
        slips = 0
        for at, part in enumerate(parts):
            meant = [part] if slips > MOST_SLIPS or self.knows(part) else self._meant(part)
            if meant:
                kept += meant
                continue
            slips += 1
            if kept and self._ends(parts, at, kept[-1]):
                return kept
            thanks = courtesy.closes(part)
            greeting = courtesy.greets(part) and not self._calls(parts, at)
            opening = not kept and (greeting or thanks)
            # An order below thanks may be a name: nothing of it is passed over.
            if not opening and (thanks or not courtesy.is_polite(part)):
                kept.append(part)
        return kept

    def _calls(self, parts: Sequence[Part], at: int) -> bool:
        """'Hi, Bob': whether Bob is meant to do something is not clear."""
        following = [one for one in parts[at + 1 : at + 2] if one.line == parts[at].line]
        return any(courtesy.signs(one, name) for one in following for name in self.names)

    def _meant(self, part: Part) -> list[Part]:
        """The same in the words of the grammar: one order, or several; empty if it is none."""
        if part.quoted and any(isinstance(prompt, Words) for prompt in self.asked):
            return []
        one = courtesy.lean(part)
        for said, words in (("yes", courtesy.AGREED | YES), ("no", courtesy.DENIED | NO)):
            if one.folded in words:
                meant = Part(said, part.line)
                return [meant] if self.knows(meant) else []
        if one.text.startswith("- ") and len(self.asked) == 1:
            one = courtesy.lean(Part(one.text[2:], part.line))  # A list: nothing is left open.
        if one.text and self.knows(one):
            return [one]
        several = courtesy.pieces(Part(one.text, part.line))
        return several if all(map(self.knows, several)) else []

    def _ends(self, parts: Sequence[Part], at: int, before: Part) -> bool:
        """Is this the end of a mail: thanks and a name, or the name alone?"""
        below = parts[at + 1 :]
        if any(map(self.knows, below[:MOST_SLIPS])):
            return False
        if courtesy.closes(parts[at]):
            return True
        # Above a name a word like 'best' may be an order, or thanks: that is not clear.
        return not below and courtesy.signs(parts[at], self.name) and not courtesy.closes(before)
