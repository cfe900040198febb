"""What a captain may do unasked: claim a trophy, discard an improvement. MA-4.6, MA-5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.engine import HOLE, Act, ChooseOne, Seat, Text, YesNo, _

from ..conditions import claimable
from ..events.cards import ImprovementDiscarded
from ..events.trophies import AutomaticSet
from ..state import MOST_IMPROVEMENTS, MetalAdventures
from ..words import improvement_text, trophy_text
from .deals import bargaining
from .promises import minding

if TYPE_CHECKING:
    from pbem.engine import Table


@dataclass
class Claim(Act[MetalAdventures, str], ChooseOne[MetalAdventures, str]):
    """MA-5.1: show a trophy whose condition is met."""

    rule = "MA-5.1"
    pressing = True

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return claimable(s, self.seat)

    def typed(self, s: MetalAdventures) -> Text:
        return _("claim %(answer)s", answer=HOLE)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("You can claim a trophy now. Which one?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return trophy_text(s.pack, value)

    def carry_out(self, t: Table[Any], value: str) -> None:
        from ..rules.trophies import show

        show(t, self.seat, value)


@dataclass
class ClaimForMe(Act[MetalAdventures, bool], YesNo[MetalAdventures]):
    """MA-5.4: shall trophies be claimed for you at the first open moment?"""

    rule = "MA-5.4"

    def default(self, s: MetalAdventures) -> bool:
        return s.automatic[self.seat]

    def typed(self, s: MetalAdventures) -> Text:
        return _("claim for me %(answer)s", answer=HOLE)

    def sentence(self, s: MetalAdventures) -> Text:
        if s.automatic[self.seat]:
            return _("Your trophies are claimed for you as soon as they can be. Leave it so?")
        return _("You claim your trophies yourself. Shall they be claimed for you?")

    def carry_out(self, t: Table[Any], value: bool) -> None:
        from ..rules.trophies import claim_for_those_who_want_it

        t.do(AutomaticSet(self.seat, value))
        if not t.shut[Claim.kind]:
            claim_for_those_who_want_it(t)


@dataclass
class Discard(Act[MetalAdventures, str], ChooseOne[MetalAdventures, str]):
    """MA-4.6: an owner may give up an improvement."""

    rule = "MA-4.6"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.improvements[self.seat]

    def typed(self, s: MetalAdventures) -> Text:
        return _("discard %(answer)s", answer=HOLE)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which improvement do you discard?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return improvement_text(s.pack, value)

    def carry_out(self, t: Table[Any], value: str) -> None:
        t.do(ImprovementDiscarded(self.seat, value))


def acts(s: MetalAdventures, seat: Seat) -> list[Act[MetalAdventures, Any]]:
    """MA-4.6, MA-5.4: what a captain may do unasked; battles and actions close some of it."""
    if not s.ready:
        return []
    found: list[Act[MetalAdventures, Any]] = [ClaimForMe(seat)]
    if claimable(s, seat):
        found.append(Claim(seat))
    before_brotherhood = seat == s.active and not s.brotherhood
    if not before_brotherhood and 0 < len(s.improvements[seat]) <= MOST_IMPROVEMENTS:
        found.append(Discard(seat))
    return [*found, *bargaining(s, seat), *minding(s, seat)]
