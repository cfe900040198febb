"""What a player does in an action phase: subroutines, installations and modules."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.engine import PUBLIC, Event, Seat, Text, _, only

from ..names import module_name, place_name, token_name
from ..pack import PLANET
from ..state import Income, Metallum

ORDINARY, EXTRA, CARD = "ordinary", "extra", "card"


@dataclass(frozen=True)
class ActionsBegan(Event):
    """ML-3.2: a player's action phase began."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: Metallum) -> None:
        s.active, s.done, s.activated, s.draft, s.load = self.seat, [], [], [], ()
        s.ordinary = s.played = False

    def sentence(self) -> Text:
        return _("%(seat)s acts.", seat=self.seat)


@dataclass(frozen=True)
class SubroutineRun(Event):
    """ML-3.2: a subroutine of the program was run."""

    audience = PUBLIC
    seat: Seat
    token: str

    def apply(self, s: Metallum) -> None:
        s.done.append(self.token)
        s.load = ()


@dataclass(frozen=True)
class ActionsEnded(Event):
    """ML-3.8: the action phase is over; run or not, all tokens of the program are used."""

    audience = PUBLIC
    seat: Seat
    skipped: tuple[str, ...]

    def apply(self, s: Metallum) -> None:
        s.used[self.seat] += s.programs[self.seat]
        s.active, s.draft, s.load = None, [], ()

    def sentence(self) -> Text | None:
        if not self.skipped:
            return None
        return _(
            "%(seat)s leaves out %(tokens)s.",
            seat=self.seat,
            tokens=[token_name(token) for token in self.skipped],
        )


@dataclass(frozen=True)
class InstallationUsed(Event):
    """ML-3.2, ML-3.7: a planet's installation was used: ordinarily, as the extra one, by card."""

    audience = PUBLIC
    seat: Seat
    planet: str
    how: str

    def apply(self, s: Metallum) -> None:
        if self.how != CARD:
            s.activated.append(self.planet)
        if self.how == ORDINARY:
            s.ordinary = True
        s.load = ()

    def sentence(self) -> Text:
        return _(
            "%(seat)s uses the installation of %(planet)s.",
            seat=self.seat,
            planet=place_name(self.planet),
        )


@dataclass(frozen=True)
class LoadTaken(Event):
    """MT-35: robots went aboard at one planet; so many more may come from there at once."""

    audience = PUBLIC
    origin: int
    left: int

    def apply(self, s: Metallum) -> None:
        s.load = (self.origin, self.left)


@dataclass(frozen=True)
class DraftKept(Event):
    """ML-7.2: something new came up, and the rest of the list is a draft now."""

    audience = only("seat")
    seat: Seat
    moves: tuple[str, ...]

    def apply(self, s: Metallum) -> None:
        s.draft = list(self.moves)


@dataclass(frozen=True)
class ModuleBought(Event):
    """ML-3.7: a module was bought; a planet module went to the ship's planet."""

    audience = PUBLIC
    seat: Seat
    module: str
    price: int
    place: str

    def apply(self, s: Metallum) -> None:
        s.market[s.market.index(self.module)] = ""
        s.money[self.seat] -= self.price
        if self.price:
            s.ledger.append(Income(s.round, self.seat, -self.price, self.module))
        if s.module(self.module).kind == PLANET:
            s.sites[self.module] = s.at(self.place)
            s.owners[self.module] = self.seat
            s.bought[self.seat].append(self.module)
        else:
            s.hands[self.seat].append(self.module)

    def sentence(self) -> Text:
        return _(
            "%(seat)s buys %(module)s for %(price)d $.",
            seat=self.seat,
            module=module_name(self.module),
            price=self.price,
        )


@dataclass(frozen=True)
class ModuleMoved(Event):
    """ML-3.7: a planet module went to another planet."""

    audience = PUBLIC
    seat: Seat
    module: str
    place: str

    def apply(self, s: Metallum) -> None:
        s.sites[self.module] = s.at(self.place)

    def sentence(self) -> Text:
        return _(
            "%(seat)s moves %(module)s to %(place)s.",
            seat=self.seat,
            module=module_name(self.module),
            place=place_name(self.place),
        )


@dataclass(frozen=True)
class ModulePlayed(Event):
    """ML-6.2, MT-10: an action module was played and went to the discard."""

    audience = PUBLIC
    seat: Seat
    module: str

    def apply(self, s: Metallum) -> None:
        s.hands[self.seat].remove(self.module)
        s.discard.append(self.module)
        s.played, s.load = True, ()

    def sentence(self) -> Text:
        return _("%(seat)s plays %(module)s.", seat=self.seat, module=module_name(self.module))


@dataclass(frozen=True)
class ModuleSeized(Event):
    """MT-47: a planet module that nobody owned came to the ship's planet, free."""

    audience = PUBLIC
    seat: Seat
    module: str
    place: str

    def apply(self, s: Metallum) -> None:
        s.aside.remove(self.module)
        s.sites[self.module] = s.at(self.place)
        s.owners[self.module] = self.seat

    def sentence(self) -> Text:
        return _(
            "%(seat)s takes %(module)s to %(place)s.",
            seat=self.seat,
            module=module_name(self.module),
            place=place_name(self.place),
        )


@dataclass(frozen=True)
class ModuleLost(Event):
    """MT-48: a planet module left its planet and belongs to nobody."""

    audience = PUBLIC
    owner: Seat
    module: str

    def apply(self, s: Metallum) -> None:
        del s.sites[self.module], s.owners[self.module]
        s.aside.append(self.module)

    def sentence(self) -> Text:
        return _("%(seat)s loses %(module)s.", seat=self.owner, module=module_name(self.module))


EVENTS: tuple[type[Event], ...] = (
    ActionsBegan,
    SubroutineRun,
    ActionsEnded,
    InstallationUsed,
    LoadTaken,
    DraftKept,
    ModuleBought,
    ModuleMoved,
    ModulePlayed,
    ModuleSeized,
    ModuleLost,
)
