"""The table of Dudo as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.engine import Seat, State

DICE_EACH = 5


@dataclass(frozen=True, repr=False)
class Bid:
    """'Four fives': there are at least that many of that face under all cups."""

    count: int
    face: int

    def __repr__(self) -> str:
        return f"{self.count}x{self.face}"

    @property
    def rank(self) -> int:
        """DU-2.2: more dice beat fewer; with as many, the higher face wins. The lowest is 0."""
        return self.count * 6 + self.face - 7


@dataclass
class Dudo(State):
    """Who has how many dice, what lies under the cups, and the bid that stands."""

    dice: list[int] = field(default_factory=list)
    cups: list[tuple[int, ...]] = field(default_factory=list)
    first: Seat = field(default=Seat(0))
    bid: Bid | None = None
    bidder: Seat | None = None
    round: int = 0

    @property
    def left(self) -> list[Seat]:
        """The seats that still have dice, clockwise."""
        return [seat for seat in self.seats if self.dice[seat]]

    def next_with_dice(self, seat: Seat) -> Seat:
        """The next seat clockwise that still has dice."""
        seat = self.after(seat)
        while not self.dice[seat]:
            seat = self.after(seat)
        return seat

    def count(self, face: int) -> int:
        """DU-3.2: how many dice show this face, ones being wild."""
        wanted = {face, 1}
        return sum(die in wanted for cup in self.cups for die in cup)
