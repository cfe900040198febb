"""What can happen in a game of Dudo."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, n_, only

from .state import DICE_EACH, Bid, Dudo


def bid_text(bid: Bid) -> Text:
    """A bid in words."""
    match bid.face:
        case 1:
            return n_("%(n)d one", "%(n)d ones", bid.count)
        case 2:
            return n_("%(n)d two", "%(n)d twos", bid.count)
        case 3:
            return n_("%(n)d three", "%(n)d threes", bid.count)
        case 4:
            return n_("%(n)d four", "%(n)d fours", bid.count)
        case 5:
            return n_("%(n)d five", "%(n)d fives", bid.count)
    return n_("%(n)d six", "%(n)d sixes", bid.count)


@dataclass(frozen=True)
class SatDown(Event):
    """DU-1.1: everybody takes five dice, and chance says who begins."""

    audience = PUBLIC
    reveals = True
    first: Seat

    def apply(self, s: Dudo) -> None:
        s.dice = [DICE_EACH for _seat in s.seats]
        s.cups = [() for _seat in s.seats]
        s.first = self.first

    def sentence(self) -> Text:
        return _("Everybody takes five dice. %(seat)s begins.", seat=self.first)


@dataclass(frozen=True)
class RoundBegan(Event):
    """A new round: no bid stands."""

    audience = PUBLIC
    round: int

    def apply(self, s: Dudo) -> None:
        s.round, s.bid, s.bidder = self.round, None, None

    def sentence(self) -> Text:
        return _("Round %(round)d: the cups are shaken.", round=self.round)


@dataclass(frozen=True)
class Shook(Event):
    """DU-1.2: a seat rolled under its cup and looked."""

    audience = only("seat")
    reveals = True
    seat: Seat
    dice: tuple[int, ...]

    def apply(self, s: Dudo) -> None:
        s.cups[self.seat] = self.dice

    def sentence(self) -> Text:
        return _("Under your cup: %(dice)s.", dice=self.dice)


@dataclass(frozen=True)
class Bade(Event):
    """DU-2.1: a seat raised the bid."""

    audience = PUBLIC
    seat: Seat
    bid: Bid

    def apply(self, s: Dudo) -> None:
        s.bid, s.bidder = self.bid, self.seat

    def sentence(self) -> Text:
        return _("%(seat)s bids %(bid)s.", seat=self.seat, bid=bid_text(self.bid))


@dataclass(frozen=True)
class Doubted(Event):
    """DU-3.1: a seat doubted, and all cups were lifted."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    bid: Bid
    cups: tuple[tuple[int, ...], ...]
    count: int

    def sentence(self) -> Text:
        return _(
            "%(seat)s doubts %(bid)s. The cups are lifted: there are %(count)d.",
            seat=self.seat,
            bid=bid_text(self.bid),
            count=self.count,
        )


@dataclass(frozen=True)
class LostDie(Event):
    """DU-3.3: who was wrong lost a die and begins the next round."""

    audience = PUBLIC
    seat: Seat
    left: int

    def apply(self, s: Dudo) -> None:
        s.dice[self.seat] = self.left
        s.cups = [() for _seat in s.seats]
        s.first = self.seat if self.left or len(s.left) < 2 else s.next_with_dice(self.seat)

    def sentence(self) -> Text:
        if not self.left:
            return _("%(seat)s loses the last die and is out.", seat=self.seat)
        return n_(
            "%(seat)s loses a die and has %(n)d left.",
            "%(seat)s loses a die and has %(n)d left.",
            self.left,
            seat=self.seat,
        )


EVENTS: tuple[type[Event], ...] = (SatDown, RoundBegan, Shook, Bade, Doubted, LostDie)
