"""What is asked in a battle: the ship, help, betrayal, what is declared and played. MA-6."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pbem.engine import REACTION, ChooseOne, ChooseSome, Seat, Text, YesNo, _

from ..deal_words import terms_text
from ..deals import deal_of
from ..pack import AFTER, BEFORE
from ..score import totals
from ..state import ATTACK, DEFENCE, UNUSED, MetalAdventures
from ..support import playable, victims
from ..words import PLANET, improvement_text, ship_text, trophy_text

FAKTOR, PASS, TAKE = "metal faktor", "pass", "take "
RANKING, NOBODY_ = "ranking", "nobody"
WEAKEST, RICHEST, GLORY = "weakest", "richest", "most glory"
POLICIES = (WEAKEST, RICHEST, GLORY)
"""How a ship can be chosen before it is seen."""


def opponent(s: MetalAdventures, seat: Seat) -> Text | str:
    """Who or what this captain's battle is against, in words; nobody yet in a plan."""
    fight = s.battle
    if (
        fight is None
        or not has_target(s)
        or seat not in (*fight.fighters(ATTACK), *fight.fighters(DEFENCE))
    ):
        return _("the enemy")
    if fight.side_of(seat) == DEFENCE:
        return _("%(seat)s", seat=fight.attacker)
    return target(s)


def has_target(s: MetalAdventures) -> bool:
    """Is it known yet who or what is attacked?"""
    return bool(s.fight.target) or s.fight.defender is not None


def target(s: MetalAdventures) -> Text | str:
    """Who or what is attacked, in words."""
    fight = s.fight
    if fight.defender is not None:
        return _("%(seat)s", seat=fight.defender)
    return PLANET[fight.target] if fight.kind == "planet" else fight.target


def strength(s: MetalAdventures) -> int:
    """The power of what is attacked, without dice and helpers."""
    fight = s.fight
    if fight.defender is not None:
        return s.power(fight.defender)
    if fight.kind == "planet":
        return s.pack.planets[fight.target]
    ship = s.pack.ships.get(fight.target)
    return ship.power if ship else 0


def battle_facts(s: MetalAdventures) -> dict[str, Any]:
    """For standing orders: who attacks what, and how strong both are."""
    fight = s.battle
    if fight is None:
        return {}
    return {
        "attacker": int(fight.attacker),
        "kind": fight.kind,
        "attack": s.power(fight.attacker),
        "defence": strength(s),
        "hunter": fight.target in s.pack.ships and s.pack.ships[fight.target].hunter,
    }


@dataclass
class PickShip(ChooseOne[MetalAdventures, str]):
    """MA-6.1: which of the ships in Space is attacked."""

    rule = "MA-6.1"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        """The ships there, the weakest first; before there are any, how to choose one."""
        return sorted(self.ships(s), key=lambda card: s.pack.ships[card].power) or POLICIES

    def ships(self, s: MetalAdventures) -> Sequence[str]:
        return s.space if s.active == self.seat else ()

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return (*self.ships(s), *POLICIES)

    def check(self, s: MetalAdventures, value: Any) -> str:
        """A plan may say how to choose; what is logged is the ship."""
        if value in POLICIES and self.ships(s):
            return by_policy(s, self.values(s), value)
        return super().check(s, value)

    def unseen(self, s: MetalAdventures, value: str) -> bool:
        return value in POLICIES

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which ship do you attack?")

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return {
            WEAKEST: _("weakest"),
            RICHEST: _("richest"),
            GLORY: _("most glory"),
        }.get(value, value)

    def word(self, s: MetalAdventures, value: str) -> Text | str:
        return self.label(s, value)

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value in POLICIES else ship_text(s.pack.ships[value])

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        powers = [s.pack.ships[card].power for card in self.ships(s)]
        return {"power": s.power(self.seat), "weakest": min(powers, default=0)}


def by_policy(s: MetalAdventures, ships: Sequence[str], policy: str) -> str:
    """The ship that a policy means; of several, the weakest."""
    if policy == WEAKEST:
        return ships[0]
    if policy == RICHEST:
        return max(ships, key=lambda card: s.pack.ships[card].credits)
    return max(ships, key=lambda card: s.pack.ships[card].glory)


@dataclass
class PickKarokumShip(PickShip):
    """MA-6.2: which ship of the Karokum discard is attacked."""

    rule = "MA-6.2"

    def ships(self, s: MetalAdventures) -> Sequence[str]:
        return s.karokum

    def every(self, s: MetalAdventures) -> Sequence[str]:
        """They lie face up, so they are called by name."""
        return self.ships(s)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which ship of the Karokum discard do you attack?")


@dataclass
class PickAlly(ChooseOne[MetalAdventures, str]):
    """MA-6.4, MA-10.2: which of those who would help is taken."""

    rule = "MA-6.4"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        """By the attacker's own ranking, and nobody."""
        fight = s.battle
        if fight is None or fight.attacker != self.seat or not fight.willing:
            return (RANKING, NOBODY_)
        willing = [seat for seat in fight.ranking if seat in fight.willing]
        asking = [seat for seat in willing if self.asks_for_more(s, seat)]
        ready = [seat for seat in willing if seat not in asking]
        return (*(f"{TAKE}{int(seat)}" for seat in (*ready, *asking)), NOBODY_)

    def asks_for_more(self, s: MetalAdventures, seat: Seat) -> bool:
        """Has this captain named other terms than those offered?"""
        deal = deal_of(s, self.seat, seat)
        return deal is not None and deal.named

    def default(self, s: MetalAdventures) -> str:
        """MA-10.4: by the own ranking, but nobody who named other terms; else alone."""
        first = self.values(s)[0]
        seat = self.seat_of(first)
        return NOBODY_ if seat is not None and self.asks_for_more(s, seat) else first

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return tuple(dict.fromkeys((*self.values(s), RANKING)))

    def check(self, s: MetalAdventures, value: Any) -> str:
        """A plan may leave it to the ranking; what is logged is whom that means."""
        return self.default(s) if value == RANKING else super().check(s, value)

    def seat_of(self, value: str) -> Seat | None:
        """The captain that an answer means."""
        return Seat(int(value.removeprefix(TAKE))) if value.startswith(TAKE) else None

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Whose help do you take?")

    def label(self, s: MetalAdventures, value: str) -> Text:
        if value == RANKING:
            return _("the first who would help")
        seat = self.seat_of(value)
        return _("nobody's") if seat is None else _("%(seat)s", seat=seat)

    def word(self, s: MetalAdventures, value: str) -> Text:
        if value == RANKING:
            return _("the first")
        seat = self.seat_of(value)
        return _("nobody") if seat is None else _("%(seat)s", seat=seat)

    def also(self, s: MetalAdventures, value: str) -> Iterable[Text]:
        return (_("ranking"),) if value == RANKING else ()

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        """With how many of the willing ask for more than they were offered."""
        asking = [seat for seat in map(self.seat_of, self.values(s)) if seat is not None]
        return {**battle_facts(s), "asking": sum(self.asks_for_more(s, seat) for seat in asking)}

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        seat = self.seat_of(value)
        if seat is None:
            return None
        return _(
            "Support power %(n)d, for: %(terms)s.",
            n=s.support_power(seat),
            terms=terms_text(deal_of(s, self.seat, seat)),
        )


@dataclass
class Betray(YesNo[MetalAdventures]):
    """MA-6.5: does the ally change sides before the dice are rolled?"""

    rule = "MA-6.5"
    pace = REACTION

    def sentence(self, s: MetalAdventures) -> Text:
        return _(
            "You stand by %(seat)s against %(enemy)s. Do you betray, for 1 Judgment?",
            seat=s.fight.attacker,
            enemy=target(s),
        )

    def yes(self, s: MetalAdventures) -> Text:
        return _("betray")

    def no(self, s: MetalAdventures) -> Text:
        return _("stay true")

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        return {**battle_facts(s), "judgment": s.judgment[self.seat]}


def may_use_faktor(s: MetalAdventures, seat: Seat) -> bool:
    """MA-6.8: a die that lies on a face is not rolled again before it has been paid for."""
    return s.faktor[seat] == 0 and (s.battle is None or s.fight.faktor[seat] == UNUSED)


def declarable(s: MetalAdventures, seat: Seat) -> list[str]:
    """MA-6.6: what a fighter can declare before the roll."""
    die = [FAKTOR] if may_use_faktor(s, seat) else []
    if s.battle is not None and s.battle.traitor == seat:
        return die
    return die + [card for card in s.supports(seat) if playable(s, seat, card, BEFORE)]


@dataclass
class Declare(ChooseSome[MetalAdventures, str]):
    """MA-6.6: the Metal Faktor die and the cards that are played before the roll, under seal."""

    rule = "MA-6.6"
    pace = REACTION

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return declarable(s, self.seat)

    def sentence(self, s: MetalAdventures) -> Text:
        enemy = opponent(s, self.seat)
        return _("Before the dice are rolled: what do you use against %(enemy)s?", enemy=enemy)

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("Metal Faktor") if value == FAKTOR else value

    def also(self, s: MetalAdventures, value: str) -> Iterable[Text]:
        return (_("use die"), _("die")) if value == FAKTOR else ()

    def nothing(self, s: MetalAdventures) -> Sequence[Text]:
        only_the_die = [*self.values(s)] == [FAKTOR]
        said = (_("none"), _("no die"))
        return said if only_the_die else (*said, _("nothing"))

    def hint(self, s: MetalAdventures, value: str) -> Text:
        if value == FAKTOR:
            return _("Adds what it shows, and costs you as much in your next own battle.")
        return improvement_text(s.pack, value)

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        return battle_facts(s)


@dataclass
class PlayAfter(ChooseOne[MetalAdventures, str]):
    """MA-6.9: a support card after the roll, or none."""

    rule = "MA-6.9"
    pace = REACTION

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return (PASS, *(c for c in s.supports(self.seat) if playable(s, self.seat, c, AFTER)))

    def dice_lie(self, s: MetalAdventures) -> bool:
        """Are the dice of a battle of this captain's rolled? In a plan there may be no battle, or
        somebody else's, or one whose enemy is not even chosen."""
        fight = s.battle
        if fight is None or not fight.orange:
            return False
        return self.seat in (*fight.fighters(ATTACK), *fight.fighters(DEFENCE))

    def sentence(self, s: MetalAdventures) -> Text:
        if not self.dice_lie(s):
            return _("After the dice are rolled: do you play a card?")
        attack, defence = totals(s)
        return _(
            "The dice lie: %(attack)d for the attacker, %(defence)d against. Do you play a card?",
            attack=attack,
            defence=defence,
        )

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("pass") if value == PASS else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == PASS else improvement_text(s.pack, value)

    def facts(self, s: MetalAdventures) -> Mapping[str, Any]:
        """With whether the own side wins as the dice lie; a tie is the attacker's (MA-6.7)."""
        if not self.dice_lie(s):
            return {"ahead": True}
        attack, defence = totals(s)
        ahead = (attack >= defence) == (s.fight.side_of(self.seat) == ATTACK)
        return {**battle_facts(s), "ahead": ahead}


@dataclass
class HitWhom(ChooseOne[MetalAdventures, Seat]):
    """A support card hits one of the other side's captains."""

    rule = "MA-6.9"
    pace = REACTION

    def values(self, s: MetalAdventures) -> Sequence[Seat]:
        return victims(s, self.seat)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Whom does it hit?")


@dataclass
class MakeRoom(ChooseOne[MetalAdventures, str]):
    """MA-6.11: with two trophies in hand, decline Exxalia's, or put one under the deck first."""

    rule = "MA-6.11"
    declined: ClassVar[str] = "decline"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return (self.declined, *(held.card for held in s.hands[self.seat]))

    def sentence(self, s: MetalAdventures) -> Text:
        return _("You may choose one of three trophies. Which one do you give up for it?")

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("decline") if value == self.declined else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == self.declined else trophy_text(s.pack, value)


@dataclass
class TakeSupport(ChooseOne[MetalAdventures, str]):
    """MA-6.11: one support card of the Bazaar discard."""

    rule = "MA-6.11"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.bazaar

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which support card do you take from the Bazaar?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return improvement_text(s.pack, value)
