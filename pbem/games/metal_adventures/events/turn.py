"""What happens in the course of a turn. MA-3, MA-4."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _

from ..state import BANK, CREDITS, POT, MetalAdventures
from ..words import ACTION


@dataclass(frozen=True)
class SatDown(Event):
    """MA-3.1: everybody has a base starship and 3 credits; chance says who begins."""

    audience = PUBLIC
    reveals = True
    bases: tuple[str, ...]
    first: Seat
    credits: int

    def apply(self, s: MetalAdventures) -> None:
        n = len(s.seats)
        s.bases = list(self.bases)
        s.credits = [self.credits] * n
        s.damage, s.glory, s.judgment, s.faktor = [0] * n, [0] * n, [0] * n, [0] * n
        s.improvements = [[] for _seat in s.seats]
        s.hands = [[] for _seat in s.seats]
        s.offered = [[] for _seat in s.seats]
        s.wrecks = [[] for _seat in s.seats]
        s.automatic = [True] * n
        s.opened = [[0] * n for _seat in s.seats]
        s.purse = {BANK: CREDITS - n * self.credits, POT: 0}
        s.purse |= dict.fromkeys(s.pack.planets, 0)
        s.active = self.first
        s.before = [(s.power(seat), 0, 0, 0) for seat in s.seats]

    def sentence(self) -> Text:
        return _("The captains meet on Havana. %(seat)s will fly first.", seat=self.first)


@dataclass(frozen=True)
class SetUpDone(Event):
    """MA-3: all is ready for the first turn."""

    audience = PUBLIC

    def apply(self, s: MetalAdventures) -> None:
        s.ready = True


@dataclass(frozen=True)
class TurnBegan(Event):
    """A captain's turn began: what counts per turn counts from nothing again."""

    audience = PUBLIC
    turn: int
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.turn, s.active, s.stage = self.turn, self.seat, "choice"
        s.battle, s.brotherhood, s.attacked, s.event = None, False, "", ""
        s.toured, s.judged, s.claimed, s.deeds = [], [], [], []
        s.before = [
            (s.power(seat), s.damage[seat], s.glory[seat], s.judgment[seat]) for seat in s.seats
        ]

    def sentence(self) -> Text:
        return _("Turn %(turn)d: %(seat)s.", turn=self.turn, seat=self.seat)


@dataclass(frozen=True)
class Rested(Event):
    """MA-4.4: a captain stays on Havana."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.stage, s.brotherhood = "rest", True

    def sentence(self) -> Text:
        return _("%(seat)s rests on Havana.", seat=self.seat)


@dataclass(frozen=True)
class SetOut(Event):
    """MA-4.2: a captain has settled with the Brotherhood and travels."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.stage, s.brotherhood = "travel", True

    def sentence(self) -> Text:
        return _("%(seat)s sets out.", seat=self.seat)


@dataclass(frozen=True)
class TourBegan(Event):
    """MA-4.2: the Tour of Pirates begins."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.stage = "tour"


@dataclass(frozen=True)
class ActionTaken(Event):
    """MA-9.1: an action of the tour was taken; no lower number may follow."""

    audience = PUBLIC
    seat: Seat
    number: int

    def apply(self, s: MetalAdventures) -> None:
        s.toured.append(self.number)

    def sentence(self) -> Text:
        return _(
            "%(seat)s on tour: %(n)d %(action)s.",
            seat=self.seat,
            n=self.number,
            action=ACTION[self.number],
        )


@dataclass(frozen=True)
class TurnEnded(Event):
    """MA-4.8: the turn is over but for the trophies."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.stage = "end"


@dataclass(frozen=True)
class TurnPassed(Event):
    """The next captain clockwise is to play."""

    audience = PUBLIC
    next: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.active = self.next
        s.stage = "passed"
        s.brotherhood = False


EVENTS: tuple[type[Event], ...] = (
    SatDown,
    SetUpDone,
    TurnBegan,
    Rested,
    SetOut,
    TourBegan,
    ActionTaken,
    TurnEnded,
    TurnPassed,
)
