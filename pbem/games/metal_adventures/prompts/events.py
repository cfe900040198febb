"""What is asked when an event asks for a choice. MA-10.7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _

from ..state import MetalAdventures
from ..words import PLANET, improvement_text

NONE = "none"


@dataclass
class SellWreck(ChooseOne[MetalAdventures, int]):
    """An event: every captain may sell one wreck. A wreck is named by its place."""

    rule = "MA-10.7"

    def values(self, s: MetalAdventures) -> Sequence[int]:
        return range(-1, len(s.wrecks[self.seat]))

    def default(self, s: MetalAdventures) -> int:
        return -1

    def sentence(self, s: MetalAdventures) -> Text:
        price = s.pack.events[s.event].effect.amount
        return _("You may sell a wreck for %(n)d credits. Which one?", n=price)

    def label(self, s: MetalAdventures, value: int) -> Text | str:
        return _("none of them") if value < 0 else s.wrecks[self.seat][value]

    def word(self, s: MetalAdventures, value: int) -> Text | str:
        return _("none") if value < 0 else s.wrecks[self.seat][value]


@dataclass
class GiveUpImprovement(ChooseOne[MetalAdventures, str]):
    """An event: give up an improvement, or take damage."""

    rule = "MA-10.7"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return (NONE, *s.improvements[self.seat])

    def sentence(self, s: MetalAdventures) -> Text:
        n = s.pack.events[s.event].effect.amount
        return _("Which improvement do you give up? Without one you take %(n)d damage.", n=n)

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("none: take the damage") if value == NONE else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == NONE else improvement_text(s.pack, value)

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {"damage": s.damage[self.seat], "improvements": len(s.improvements[self.seat])}


@dataclass
class PoorestPlanet(ChooseOne[MetalAdventures, str]):
    """MA-1.4, Golden Vein: of the planets with the fewest credits the active captain chooses."""

    rule = "MA-1.4"
    planets: tuple[str, ...] = ()

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return self.planets

    def sentence(self, s: MetalAdventures) -> Text:
        n = s.pack.events[s.event].effect.amount
        return _("Which of the poorest planets receives %(n)d credits?", n=n)

    def label(self, s: MetalAdventures, value: str) -> Text:
        return PLANET[value]
