"""What happens to a captain: credits, damage, glory, Judgment, the Metal Faktor die. MA-2."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, n_

from ..state import MOST_DAMAGE, MOST_JUDGMENT, GloryLine, MetalAdventures
from ..words import PURSE, WHY, credits_text


def write_glory(s: MetalAdventures, seat: Seat, change: int, why: str) -> None:
    """Glory changes only together with its ledger."""
    s.glory[seat] += change
    s.ledger.append(GloryLine(s.turn, seat, change, why))


@dataclass(frozen=True)
class Paid(Event):
    """A captain paid credits to a place."""

    audience = PUBLIC
    seat: Seat
    place: str
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.credits[self.seat] -= self.amount
        s.purse[self.place] += self.amount

    def sentence(self) -> Text:
        return _(
            "%(seat)s pays %(credits)s to %(place)s.",
            seat=self.seat,
            credits=credits_text(self.amount),
            place=PURSE[self.place],
        )


@dataclass(frozen=True)
class Received(Event):
    """A captain received credits from a place."""

    audience = PUBLIC
    seat: Seat
    place: str
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.purse[self.place] -= self.amount
        s.credits[self.seat] += self.amount

    def sentence(self) -> Text:
        return _(
            "%(seat)s receives %(credits)s from %(place)s.",
            seat=self.seat,
            credits=credits_text(self.amount),
            place=PURSE[self.place],
        )


@dataclass(frozen=True)
class Stocked(Event):
    """A place received credits from the bank."""

    audience = PUBLIC
    place: str
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.purse["bank"] -= self.amount
        s.purse[self.place] += self.amount

    def sentence(self) -> Text:
        return _(
            "%(place)s receives %(credits)s.",
            place=PURSE[self.place],
            credits=credits_text(self.amount),
        )


@dataclass(frozen=True)
class Robbed(Event):
    """MA-7.3: credits went from one captain to another."""

    audience = PUBLIC
    seat: Seat
    loser: Seat
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.credits[self.loser] -= self.amount
        s.credits[self.seat] += self.amount

    def sentence(self) -> Text:
        return _(
            "%(seat)s takes %(credits)s from %(loser)s.",
            seat=self.seat,
            loser=self.loser,
            credits=credits_text(self.amount),
        )


@dataclass(frozen=True)
class Damaged(Event):
    """MA-2.3: a ship took damage, up to 4 in all."""

    audience = PUBLIC
    seat: Seat
    amount: int
    why: str

    def apply(self, s: MetalAdventures) -> None:
        s.damage[self.seat] = min(MOST_DAMAGE, s.damage[self.seat] + self.amount)

    def sentence(self) -> Text:
        return n_(
            "%(seat)s takes %(n)d damage %(why)s.",
            "%(seat)s takes %(n)d damage %(why)s.",
            self.amount,
            seat=self.seat,
            why=WHY[self.why],
        )


@dataclass(frozen=True)
class Repaired(Event):
    """A ship lost damage."""

    audience = PUBLIC
    seat: Seat
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.damage[self.seat] = max(0, s.damage[self.seat] - self.amount)

    def sentence(self) -> Text:
        return n_(
            "%(seat)s repairs %(n)d damage.",
            "%(seat)s repairs %(n)d damage.",
            self.amount,
            seat=self.seat,
        )


@dataclass(frozen=True)
class GloryWon(Event):
    """MA-2.4: a captain won glory."""

    audience = PUBLIC
    seat: Seat
    amount: int
    why: str

    def apply(self, s: MetalAdventures) -> None:
        write_glory(s, self.seat, self.amount, self.why)

    def sentence(self) -> Text:
        return _(
            "%(seat)s wins %(n)d glory %(why)s.",
            seat=self.seat,
            n=self.amount,
            why=WHY[self.why],
        )


@dataclass(frozen=True)
class Judged(Event):
    """MA-2.5: a captain took a point of Judgment, which costs a point of glory."""

    audience = PUBLIC
    seat: Seat
    why: str

    def apply(self, s: MetalAdventures) -> None:
        if s.judgment[self.seat] < MOST_JUDGMENT:
            s.judged.append(self.seat)
            s.judgment[self.seat] += 1
            write_glory(s, self.seat, -1, self.why)

    def sentence(self) -> Text:
        return _("%(seat)s takes 1 Judgment of Pirates %(why)s.", seat=self.seat, why=WHY[self.why])


@dataclass(frozen=True)
class Pardoned(Event):
    """MA-2.5, MA-9.4: a point of Judgment was cancelled, and its glory came back."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.judgment[self.seat] -= 1
        write_glory(s, self.seat, 1, "amnesty")

    def sentence(self) -> Text:
        return _("%(seat)s is pardoned 1 Judgment and has its glory back.", seat=self.seat)


@dataclass(frozen=True)
class DieBlanked(Event):
    """MA-6.8, MA-4.4: a Metal Faktor die went back to its blank face."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.faktor[self.seat] = 0

    def sentence(self) -> Text:
        return _("%(seat)s's Metal Faktor die is blank again.", seat=self.seat)


@dataclass(frozen=True)
class Resigned(Event):
    """MA-10.8: a captain left the table; the seat stays and is played on."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.resigned.append(self.seat)

    def sentence(self) -> Text:
        return _("%(seat)s leaves the table.", seat=self.seat)


EVENTS: tuple[type[Event], ...] = (
    Paid,
    Received,
    Stocked,
    Robbed,
    Damaged,
    Repaired,
    GloryWon,
    Judged,
    Pardoned,
    DieBlanked,
    Resigned,
)
