"""What is asked in a challenge: allies on both sides, and the plunder. MA-7."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pbem.engine import ChooseOne, ChooseSome, Seat, Text, _, n_

from ..state import MetalAdventures
from ..words import improvement_text, ship_text

CHALLENGER, CHALLENGED, NEITHER = "challenger", "challenged", "neither"
CREDITS, IMPROVEMENT, WRECKS, NOTHING = "credits", "improvement", "wrecks", "nothing"


def half(n: int) -> int:
    """MA-7.3: half of it, rounded up."""
    return (n + 1) // 2


@dataclass
class Plunder(ChooseOne[MetalAdventures, str]):
    """MA-7.3: what the challenger who won takes; only what there is is offered."""

    rule = "MA-7.3"
    loser: Seat = field(default=Seat(0))

    def values(self, s: MetalAdventures) -> Sequence[str]:
        there = {
            CREDITS: s.credits[self.loser] > 0,
            IMPROVEMENT: bool(s.improvements[self.loser]),
            WRECKS: bool(s.wrecks[self.loser]),
        }
        return (*(kind for kind, any_ in there.items() if any_), NOTHING)

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return (CREDITS, IMPROVEMENT, WRECKS, NOTHING)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("You have beaten %(seat)s. What do you take?", seat=self.loser)

    def label(self, s: MetalAdventures, value: str) -> Text:
        return {
            CREDITS: _("credits"),
            IMPROVEMENT: _("improvement"),
            WRECKS: _("wrecks"),
            NOTHING: _("nothing"),
        }[value]

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        if value == CREDITS:
            return n_("%(n)d credit", "%(n)d credits", half(s.credits[self.loser]))
        if value == IMPROVEMENT:
            return _("one of: %(cards)s", cards=tuple(s.improvements[self.loser]))
        if value == WRECKS:
            return _("%(n)d, after a look at them all", n=half(len(s.wrecks[self.loser])))
        return None

    def why_not(self, s: MetalAdventures, value: object) -> Text:
        return _(
            "%(seat)s has none of that. You can take: %(list)s.",
            seat=self.loser,
            list=self._shown(s),
        )


@dataclass
class TakeImprovement(ChooseOne[MetalAdventures, str]):
    """MA-7.3: one improvement of the loser's; doing nothing takes one at random (MA-10.4)."""

    rule = "MA-7.3"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.fight.seen

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which improvement do you take?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return improvement_text(s.pack, value)


@dataclass
class TakeWrecks(ChooseSome[MetalAdventures, str]):
    """MA-7.3: half of the loser's wrecks, rounded up, after a look at them all."""

    rule = "MA-7.3"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.fight.seen

    def at_least(self, s: MetalAdventures) -> int:
        return half(len(s.fight.seen))

    def at_most(self, s: MetalAdventures) -> int:
        return half(len(s.fight.seen))

    def sentence(self, s: MetalAdventures) -> Text:
        return _("These are the loser's wrecks. Which of them do you take?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return ship_text(s.pack.ships[value])
