"""What is asked in a game of Dudo: raise the bid, or doubt it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Text, _

from .events import bid_text
from .state import DICE_EACH, Bid, Dudo

DOUBT = "doubt"
LADDER = tuple(Bid(count, face) for count in range(1, 6 * DICE_EACH + 1) for face in range(1, 7))
"""DU-2.2: every bid there is, from the lowest up."""
NAMES = tuple(map(str, LADDER))
BIDS = dict(zip(NAMES, LADDER, strict=True))


LISTED, FEW = 3, 5
"""Bids of so many dice more are listed; with fewer choices than these, a number is enough."""


@dataclass
class RaiseOrDoubt(ChooseOne[Dudo, str]):
    """DU-2.1: bid higher than the bid that stands, or doubt it."""

    rule = "DU-2.1"

    def values(self, s: Dudo) -> Sequence[str]:
        top = 6 * sum(s.dice)
        if s.bid is None:
            return NAMES[:top]
        return (DOUBT, *NAMES[s.bid.rank + 1 : top])

    def every(self, s: Dudo) -> Sequence[str]:
        return (DOUBT, *NAMES)

    def brief(self, s: Dudo) -> int:
        """A letter lists what is at most a few dice more than the bid that stands."""
        above = (s.bid.count if s.bid else 0) + LISTED
        return sum(value == DOUBT or BIDS[value].count <= above for value in self.values(s))

    def how(self, s: Dudo) -> Text | None:
        values = self.values(s)
        if len(values) < FEW:
            return None
        return _("Reply with a number, or with any bid: %(bid)s, for example.", bid=values[FEW - 1])

    def default(self, s: Dudo) -> str:
        """DU-4.1: doubt; the opener bids one of the highest face in the own cup."""
        return DOUBT if s.bid else f"1x{max(s.cups[self.seat])}"

    def sentence(self, s: Dudo) -> Text:
        if s.bid is None:
            return _("You open the round. What do you bid?")
        return _(
            "%(seat)s bids %(bid)s. Do you bid more, or doubt it?",
            seat=s.bidder,
            bid=bid_text(s.bid),
        )

    def label(self, s: Dudo, value: str) -> Text:
        return _("doubt") if value == DOUBT else bid_text(BIDS[value])

    def hint(self, s: Dudo, value: str) -> Text | None:
        return _("All cups are lifted. Who is wrong loses a die.") if value == DOUBT else None

    def also(self, s: Dudo, value: str) -> Iterable[Text | str]:
        if value == DOUBT:
            return (_("liar"), _("dudo"))
        bid = BIDS[value]
        return (f"{bid.count} {bid.face}", f"{bid.count} x {bid.face}")

    def why_not(self, s: Dudo, value: object) -> Text:
        if value == DOUBT:
            return _("There is no bid to doubt yet. Bid something, for example 2x4.")
        if s.bid is None:
            return _("There are only %(n)d dice. Bid that many or fewer.", n=sum(s.dice))
        return _(
            "You must bid more than %(bid)s, with at most %(n)d dice, or doubt.",
            bid=bid_text(s.bid),
            n=sum(s.dice),
        )

    def facts(self, s: Dudo) -> Mapping[str, int]:
        """For standing orders: the bid, how many of it I hold, and all dice at the table."""
        mine = s.cups[self.seat]
        if s.bid is None:
            return {"count": 0, "face": 0, "mine": 0, "dice": sum(s.dice)}
        held = sum(die in (s.bid.face, 1) for die in mine)
        return {"count": s.bid.count, "face": s.bid.face, "mine": held, "dice": sum(s.dice)}
