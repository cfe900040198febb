"""What happens in a battle. MA-6, MA-7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.engine import NOBODY, PUBLIC, Event, Seat, Text, _, only

from ..receipt import battle_text, part
from ..state import UNUSED, Battle, Extra, Line, MetalAdventures
from ..words import PLANET


@dataclass(frozen=True)
class BattleChosen(Event):
    """MA-4.2: the captain chose the kind of battle, and the target where that goes with it."""

    audience = PUBLIC
    seat: Seat
    kind: str
    target: str = ""
    defender: Seat | None = None

    def apply(self, s: MetalAdventures) -> None:
        s.stage = "battle"
        s.battle = Battle(self.kind, self.seat, self.target, self.defender)
        s.battle.faktor = [UNUSED for _seat in s.seats]
        if self.kind == "planet":
            s.attacked = self.target

    def sentence(self) -> Text:
        if self.kind == "challenge":
            return _("%(seat)s challenges %(other)s.", seat=self.seat, other=self.defender)
        if self.kind == "planet":
            planet = PLANET[self.target]
            return _("%(seat)s attacks %(planet)s.", seat=self.seat, planet=planet)
        if self.kind == "karokum":
            return _("%(seat)s finds %(ship)s by way of Karokum.", seat=self.seat, ship=self.target)
        return _("%(seat)s hunts in Space.", seat=self.seat)


@dataclass(frozen=True)
class NoShipFound(Event):
    """MA-6.1: the Space deck ran out without a ship; another battle is to be chosen."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.battle, s.stage = None, "travel"

    def sentence(self) -> Text:
        return _("Space is empty. %(seat)s must look for another battle.", seat=self.seat)


@dataclass(frozen=True)
class ShipChosen(Event):
    """MA-6.1: the attacker picked a ship."""

    audience = PUBLIC
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.fight.target = self.card

    def sentence(self) -> Text:
        return _("%(seat)s goes for %(card)s.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class DebtDue(Event):
    """MA-6.7: the attacker's Metal Faktor die from an earlier battle will be subtracted."""

    audience = PUBLIC
    seat: Seat
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.fight.debt = self.amount

    def sentence(self) -> Text:
        return _("%(seat)s owes the Metal Faktor %(n)d.", seat=self.seat, n=self.amount)


@dataclass(frozen=True)
class HelpSought(Event):
    """MA-6.4: the attacker asked these captains for help, in this order of preference."""

    audience = PUBLIC
    seat: Seat
    asked: tuple[Seat, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.fight.ranking = list(self.asked)

    def sentence(self) -> Text:
        return _("%(seat)s asks for help: %(asked)s.", seat=self.seat, asked=self.asked)


@dataclass(frozen=True)
class AlliesCalled(Event):
    """MA-7.1: a principal of a challenge called these captains."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    called: tuple[Seat, ...]

    def sentence(self) -> Text | None:
        if not self.called:
            return None
        return _("%(seat)s calls %(called)s.", seat=self.seat, called=self.called)


@dataclass(frozen=True)
class HelpAnswered(Event):
    """MA-6.4, MA-8.2: whether a captain would help, known to the two."""

    audience = only("seat", "attacker")
    reveals = True
    seat: Seat
    attacker: Seat
    willing: bool

    def apply(self, s: MetalAdventures) -> None:
        if self.willing:
            s.fight.willing.append(self.seat)

    def sentence(self) -> Text:
        if self.willing:
            return _("%(seat)s would help.", seat=self.seat)
        return _("%(seat)s will not help.", seat=self.seat)


@dataclass(frozen=True)
class SideTaken(Event):
    """MA-7.1: a captain would stand by a principal, known to the two until it is sealed."""

    audience = only("seat", "principal")
    reveals = True
    seat: Seat
    principal: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.fight.willing.append(self.seat)


@dataclass(frozen=True)
class Allied(Event):
    """MA-6.4, MA-7.1: an alliance was sealed."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    principal: Seat

    def apply(self, s: MetalAdventures) -> None:
        fight = s.fight
        (fight.allies if self.principal == fight.attacker else fight.backers).append(self.seat)

    def sentence(self) -> Text:
        return _("%(seat)s stands by %(other)s.", seat=self.seat, other=self.principal)


@dataclass(frozen=True)
class Betrayed(Event):
    """MA-6.5: the ally changed sides."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    attacker: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.fight.traitor = self.seat

    def sentence(self) -> Text:
        return _("%(seat)s betrays %(other)s.", seat=self.seat, other=self.attacker)


@dataclass(frozen=True)
class FaktorDeclared(Event):
    """MA-6.6: a fighter will roll the Metal Faktor die."""

    audience = PUBLIC
    reveals = True
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.fight.faktor[self.seat] = 0

    def sentence(self) -> Text:
        return _("%(seat)s reaches for the Metal Faktor.", seat=self.seat)


@dataclass(frozen=True)
class CardPlayed(Event):
    """MA-6.9: a support card was played and went to the Bazaar."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    card: str

    def apply(self, s: MetalAdventures) -> None:
        s.improvements[self.seat].remove(self.card)
        s.bazaar.append(self.card)
        s.fight.played.append(self.card)

    def sentence(self) -> Text:
        return _("%(seat)s plays %(card)s.", seat=self.seat, card=self.card)


@dataclass(frozen=True)
class ScoreChanged(Event):
    """A support card changed a side's score."""

    audience = PUBLIC
    side: str
    card: str
    amount: int

    def apply(self, s: MetalAdventures) -> None:
        s.fight.extras.append(Extra(self.side, self.card, self.amount))


@dataclass(frozen=True)
class DebtForgiven(Event):
    """A support card cancelled what the Metal Faktor would have cost."""

    audience = PUBLIC
    seat: Seat

    def apply(self, s: MetalAdventures) -> None:
        s.fight.debt = 0

    def sentence(self) -> Text:
        return _("%(seat)s's debt is forgiven.", seat=self.seat)


@dataclass(frozen=True)
class Shielded(Event):
    """A support card keeps a side from damage."""

    audience = PUBLIC
    side: str

    def apply(self, s: MetalAdventures) -> None:
        s.fight.shielded.append(self.side)


@dataclass(frozen=True)
class Rolled(Event):
    """MA-6.8: all dice of the battle were rolled; Metal Faktor dice stay on their faces."""

    audience = PUBLIC
    reveals = True
    orange: int
    gray: int
    faktor: tuple[int, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.fight.orange, s.fight.gray = self.orange, self.gray
        s.fight.faktor = list(self.faktor)
        for seat, face in enumerate(self.faktor):
            if face != UNUSED:
                s.faktor[seat] = face

    def sentence(self) -> Text:
        faces = [face or _("blank") for face in self.faktor if face != UNUSED]
        if not faces:
            return _("Orange %(orange)d, gray %(gray)d.", orange=self.orange, gray=self.gray)
        return _(
            "Orange %(orange)d, gray %(gray)d, Metal Faktor %(faces)s.",
            orange=self.orange,
            gray=self.gray,
            faces=faces,
        )


@dataclass(frozen=True)
class DieTurned(Event):
    """A support card turned a battle die over."""

    audience = PUBLIC
    orange: int
    gray: int

    def apply(self, s: MetalAdventures) -> None:
        s.fight.orange, s.fight.gray = self.orange, self.gray

    def sentence(self) -> Text:
        return _("Now orange %(orange)d, gray %(gray)d.", orange=self.orange, gray=self.gray)


@dataclass(frozen=True)
class Compared(Event):
    """MA-6.7: the sums were compared; a tie goes to the attacker."""

    audience = PUBLIC
    lines: tuple[Line, ...]
    attack: int
    defence: int
    won: bool

    @property
    def parts(self) -> list[dict[str, Any]]:
        """Every line of the receipt, for its picture."""
        return [part(line) for line in self.lines]

    @property
    def spoken(self) -> Text:
        """The picture in words."""
        return battle_text(self.lines, "won" if self.won else "lost")

    def apply(self, s: MetalAdventures) -> None:
        s.fight.lines = list(self.lines)
        s.fight.result = "won" if self.won else "lost"

    def sentence(self) -> Text:
        if self.won:
            return _(
                "%(attack)d against %(defence)d: the attack succeeds.",
                attack=self.attack,
                defence=self.defence,
            )
        return _(
            "%(attack)d against %(defence)d: the attack fails.",
            attack=self.attack,
            defence=self.defence,
        )


@dataclass(frozen=True)
class LaidOut(Event):
    """MA-10.4: chance put things in an order, so that doing nothing takes any of them."""

    audience = NOBODY
    cards: tuple[str, ...]

    def apply(self, s: MetalAdventures) -> None:
        s.fight.seen = list(self.cards)


EVENTS: tuple[type[Event], ...] = (
    BattleChosen,
    NoShipFound,
    ShipChosen,
    DebtDue,
    HelpSought,
    AlliesCalled,
    HelpAnswered,
    SideTaken,
    Allied,
    Betrayed,
    FaktorDeclared,
    CardPlayed,
    ScoreChanged,
    DebtForgiven,
    Shielded,
    Rolled,
    DieTurned,
    Compared,
    LaidOut,
)
