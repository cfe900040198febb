"""Set-up, rounds, programs, the market and scoring."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _, n_

from ..names import ALPHA, module_name, place_name, token_name
from ..pack import ACTION
from ..state import ACTIONS, OVER, PROGRAMMING, ROBOTS, SCORING, Income, Metallum


@dataclass(frozen=True)
class SystemLaid(Event):
    """ML-1.2: the planets were laid in a row, face down, and two stayed out."""

    audience = NOBODY
    row: tuple[str, ...]
    out: tuple[str, ...]

    def apply(self, s: Metallum) -> None:
        s.row, s.out = list(self.row), list(self.out)


@dataclass(frozen=True)
class GameBegan(Event):
    """ML-1.3: everything else was put in its place."""

    audience = PUBLIC
    planets: int

    def apply(self, s: Metallum) -> None:
        s.up = [True] + [False] * (self.planets - 1)
        s.deposits = [""] * self.planets
        s.robots = [[0] * self.planets for _seat in s.seats]
        s.stock = [ROBOTS for _seat in s.seats]
        s.ships, s.money = [0 for _seat in s.seats], [0 for _seat in s.seats]
        s.bought, s.hands = [[] for _seat in s.seats], [[] for _seat in s.seats]
        s.used = [[] for _seat in s.seats]
        s.programs = [() for _seat in s.seats]
        s.market = [""] * 4

    def sentence(self) -> Text:
        return _(
            "Both factory ships are at %(planet)s. The other planets lie face down.",
            planet=place_name(ALPHA),
        )


@dataclass(frozen=True)
class DeckShuffled(Event):
    """ML-1.3, ML-5.2: modules were shuffled; nobody knows their order."""

    audience = NOBODY
    kind: str
    order: tuple[str, ...]

    def apply(self, s: Metallum) -> None:
        if self.kind == ACTION and s.round == 0:
            s.later = list(self.order)
        else:
            s.deck = list(self.order)


@dataclass(frozen=True)
class DiscardTaken(Event):
    """ML-5.2: the deck was empty, so the discarded modules became the deck."""

    audience = PUBLIC

    def apply(self, s: Metallum) -> None:
        s.discard = []

    def sentence(self) -> Text:
        return _("The discarded modules are shuffled and become the deck.")


@dataclass(frozen=True)
class MarketFilled(Event):
    """ML-1.3, ML-5.2: a module was turned up in a slot of the market."""

    audience = PUBLIC
    reveals = True
    slot: int
    module: str

    def apply(self, s: Metallum) -> None:
        s.market[self.slot] = self.module
        s.deck.remove(self.module)

    def sentence(self) -> Text:
        return _("New in the market: %(module)s.", module=module_name(self.module))


@dataclass(frozen=True)
class MarketCleared(Event):
    """ML-5.2: the module in the last slot was not sold and was discarded."""

    audience = PUBLIC
    module: str

    def apply(self, s: Metallum) -> None:
        s.market[-1] = ""
        s.discard.append(self.module)

    def sentence(self) -> Text:
        return _("Nobody bought %(module)s: it is discarded.", module=module_name(self.module))


@dataclass(frozen=True)
class MarketClosedUp(Event):
    """ML-5.2: the modules moved right and closed the gaps."""

    audience = PUBLIC

    def apply(self, s: Metallum) -> None:
        left = [module for module in s.market if module]
        s.market = [""] * (len(s.market) - len(left)) + left


@dataclass(frozen=True)
class RoundBegan(Event):
    """ML-1.4: a new round: programming."""

    audience = PUBLIC
    round: int

    def apply(self, s: Metallum) -> None:
        s.round, s.phase, s.order = self.round, PROGRAMMING, ()
        s.programs = [() for _seat in s.seats]

    def sentence(self) -> Text:
        return _("Round %(round)d of 9: both write their programs.", round=self.round)


@dataclass(frozen=True)
class ProgramRevealed(Event):
    """ML-2.3: a program was turned up."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    program: tuple[str, ...]
    complexity: int

    def apply(self, s: Metallum) -> None:
        s.programs[self.seat] = self.program
        s.phase = ACTIONS

    def sentence(self) -> Text:
        return _(
            "%(seat)s runs %(program)s: complexity %(n)d.",
            seat=self.seat,
            program=[token_name(token) for token in self.program],
            n=self.complexity,
        )


@dataclass(frozen=True)
class OrderSettled(Event):
    """ML-3.1: it is settled who acts first: by choice, or by lot where there is no chooser."""

    audience = PUBLIC
    reveals = True
    first: Seat
    chooser: Seat | None

    def apply(self, s: Metallum) -> None:
        s.order = s.clockwise(self.first)

    def sentence(self) -> Text:
        if self.chooser is None:
            return _("Equal in everything: by lot, %(seat)s acts first.", seat=self.first)
        if self.chooser == self.first:
            return _("%(seat)s chooses to act first.", seat=self.chooser)
        return _("%(seat)s lets %(first)s act first.", seat=self.chooser, first=self.first)


@dataclass(frozen=True)
class ScoringBegan(Event):
    """ML-5.1: the planets are counted from Alpha to Omega."""

    audience = PUBLIC

    def apply(self, s: Metallum) -> None:
        s.phase, s.active = SCORING, None


@dataclass(frozen=True)
class PlanetScored(Event):
    """ML-5.1: a planet brought somebody something."""

    audience = PUBLIC
    place: str
    amounts: tuple[int, int]

    def apply(self, s: Metallum) -> None:
        for seat in s.seats:
            amount = self.amounts[seat]
            if amount:
                s.money[seat] += amount
                s.ledger.append(Income(s.round, seat, amount, self.place))

    def sentence(self) -> Text:
        gains = [
            _("%(seat)s gets %(n)d $", seat=Seat(seat), n=amount)
            for seat, amount in enumerate(self.amounts)
            if amount
        ]
        return _("%(place)s: %(gains)s.", place=place_name(self.place), gains=gains)


@dataclass(frozen=True)
class TokensWoke(Event):
    """ML-5.3: a sequence is over, and all subroutines are active again."""

    audience = PUBLIC
    sequence: int

    def apply(self, s: Metallum) -> None:
        s.used = [[] for _seat in s.seats]

    def sentence(self) -> Text:
        return _(
            "Sequence %(n)d is over. All subroutines are active again.",
            n=self.sequence,
        )


@dataclass(frozen=True)
class MarketChanged(Event):
    """ML-5.3: planet modules are set aside, action modules take their place."""

    audience = PUBLIC

    def apply(self, s: Metallum) -> None:
        unsold = [module for module in s.market if module]
        s.aside += sorted([*unsold, *s.deck, *s.discard])
        s.market, s.discard = [""] * 4, []
        s.deck, s.later = s.later, []

    def sentence(self) -> Text:
        return _("From now on the market offers action modules.")


@dataclass(frozen=True)
class RoundEnded(Event):
    """ML-5.2: the round is over."""

    audience = PUBLIC
    round: int
    money: tuple[int, ...]
    last: bool = False

    def apply(self, s: Metallum) -> None:
        if self.last:
            s.phase = OVER

    def sentence(self) -> Text:
        return n_(
            "After round %(round)d: %(one)s %(n)d $, %(other)s %(theirs)d $.",
            "After round %(round)d: %(one)s %(n)d $, %(other)s %(theirs)d $.",
            self.money[0],
            round=self.round,
            one=Seat(0),
            other=Seat(1),
            theirs=self.money[1],
        )


EVENTS: tuple[type[Event], ...] = (
    SystemLaid,
    GameBegan,
    DeckShuffled,
    DiscardTaken,
    MarketFilled,
    MarketCleared,
    MarketClosedUp,
    RoundBegan,
    ProgramRevealed,
    OrderSettled,
    ScoringBegan,
    PlanetScored,
    TokensWoke,
    MarketChanged,
    RoundEnded,
)
