"""Robots, ships, deposits and money on the move."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, n_

from ..names import deposit_name, module_name, place_name
from ..state import Income, Metallum

DISCOVERY, DEEP_MINING = "discovery", "deep mining"


@dataclass(frozen=True)
class ShipMoved(Event):
    """ML-3.3: a ship went to another planet."""

    audience = PUBLIC
    seat: Seat
    place: str

    def apply(self, s: Metallum) -> None:
        s.ships[self.seat] = s.at(self.place)

    def sentence(self) -> Text:
        return _("%(seat)s's ship goes to %(place)s.", seat=self.seat, place=place_name(self.place))


@dataclass(frozen=True)
class Discovered(Event):
    """ML-3.3: a ship landed on a face-down planet and turned it up."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    at: int
    planet: str

    def apply(self, s: Metallum) -> None:
        s.up[self.at] = True

    def sentence(self) -> Text:
        return _("%(seat)s discovers %(planet)s.", seat=self.seat, planet=place_name(self.planet))


@dataclass(frozen=True)
class MoneyCame(Event):
    """$ came in, with its reason: a discovery, deep mining or a module."""

    audience = PUBLIC
    seat: Seat
    amount: int
    why: str

    def apply(self, s: Metallum) -> None:
        s.money[self.seat] += self.amount
        s.ledger.append(Income(s.round, self.seat, self.amount, self.why))

    def sentence(self) -> Text:
        if self.why == DISCOVERY:
            return _("%(seat)s gets %(n)d $ for it.", seat=self.seat, n=self.amount)
        if self.why == DEEP_MINING:
            return _("%(seat)s mines deep and gets %(n)d $.", seat=self.seat, n=self.amount)
        return _(
            "%(module)s brings %(seat)s %(n)d $.",
            module=module_name(self.why),
            seat=self.seat,
            n=self.amount,
        )


@dataclass(frozen=True)
class RobotsPlaced(Event):
    """ML-3.5: robots came from their owner's stock onto a planet."""

    audience = PUBLIC
    owner: Seat
    place: str
    count: int

    def apply(self, s: Metallum) -> None:
        s.stock[self.owner] -= self.count
        s.robots[self.owner][s.at(self.place)] += self.count

    def sentence(self) -> Text:
        return n_(
            "%(n)d robot of %(seat)s lands on %(place)s.",
            "%(n)d robots of %(seat)s land on %(place)s.",
            self.count,
            seat=self.owner,
            place=place_name(self.place),
        )


@dataclass(frozen=True)
class RobotsRemoved(Event):
    """ML-4: robots left a planet and went back to their owner's stock."""

    audience = PUBLIC
    owner: Seat
    place: str
    count: int

    def apply(self, s: Metallum) -> None:
        s.stock[self.owner] += self.count
        s.robots[self.owner][s.at(self.place)] -= self.count

    def sentence(self) -> Text:
        return n_(
            "%(n)d robot of %(seat)s leaves %(place)s for the stock.",
            "%(n)d robots of %(seat)s leave %(place)s for the stock.",
            self.count,
            seat=self.owner,
            place=place_name(self.place),
        )


@dataclass(frozen=True)
class RobotsMoved(Event):
    """ML-4: robots went from one planet to another."""

    audience = PUBLIC
    owner: Seat
    origin: str
    place: str
    count: int

    def apply(self, s: Metallum) -> None:
        s.robots[self.owner][s.at(self.origin)] -= self.count
        s.robots[self.owner][s.at(self.place)] += self.count

    def sentence(self) -> Text:
        return n_(
            "%(n)d robot of %(seat)s goes from %(origin)s to %(place)s.",
            "%(n)d robots of %(seat)s go from %(origin)s to %(place)s.",
            self.count,
            seat=self.owner,
            origin=place_name(self.origin),
            place=place_name(self.place),
        )


@dataclass(frozen=True)
class DepositMarked(Event):
    """ML-3.6: a planet became rich, poor or plain ('')."""

    audience = PUBLIC
    seat: Seat
    place: str
    deposit: str

    def apply(self, s: Metallum) -> None:
        s.deposits[s.at(self.place)] = self.deposit

    def sentence(self) -> Text:
        return _(
            "%(seat)s makes %(place)s %(deposit)s.",
            seat=self.seat,
            place=place_name(self.place),
            deposit=deposit_name(self.deposit),
        )


EVENTS: tuple[type[Event], ...] = (
    ShipMoved,
    Discovered,
    MoneyCame,
    RobotsPlaced,
    RobotsRemoved,
    RobotsMoved,
    DepositMarked,
)
