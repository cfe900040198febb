"""What is asked about trophies. MA-3.1, MA-5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, ChooseSome, Text, _

from ..state import MOST_TROPHIES, MetalAdventures
from ..words import trophy_text


@dataclass
class KeepTwo(ChooseSome[MetalAdventures, int]):
    """MA-3.1: of three trophies dealt, keep two.

    A trophy is named by its place: what others sealed does not depend on what they hold.
    """

    rule = "MA-3.1"

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return range(len(s.offered[self.seat]))

    def at_least(self, s: MetalAdventures) -> int:
        return MOST_TROPHIES

    def at_most(self, s: MetalAdventures) -> int:
        return MOST_TROPHIES

    def sentence(self, s: MetalAdventures) -> Text:
        return _("You are dealt three trophies. Which two do you keep?")

    def label(self, s: MetalAdventures, value: int) -> str:
        return s.offered[self.seat][value]

    def word(self, s: MetalAdventures, value: int) -> str:
        return s.offered[self.seat][value]

    def hint(self, s: MetalAdventures, value: int) -> Text:
        return trophy_text(s.pack, s.offered[self.seat][value])


@dataclass
class KeepOne(ChooseOne[MetalAdventures, str]):
    """MA-4.4, MA-6.11, MA-9.2: of the trophies drawn, keep one."""

    rule = "MA-9.2"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.offered[self.seat]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which of these trophies do you keep? The others go under the deck.")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return trophy_text(s.pack, value)
