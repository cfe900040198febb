"""What is asked in the course of a turn: rest or travel, the Brotherhood, which battle. MA-4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbem.engine import ChooseOne, Seat, Text, YesNo, _

from ..deals import peace
from ..effects import adjusted
from ..pack import PLANETS
from ..prices import karokum_price, rest_price
from ..state import MetalAdventures
from ..words import PLACE, PLANET, improvement_text, trophy_text

REST, TRAVEL = "rest", "travel"
TOUR, SPACE, VIA_KAROKUM = "tour", "space", "via karokum"
ATTACK, CHALLENGE = "attack ", "challenge "
NONE = "none"


@dataclass
class RestOrTravel(ChooseOne[MetalAdventures, str]):
    """MA-4.1: a captain with damage rests or travels."""

    rule = "MA-4.1"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return (REST, TRAVEL) if s.damage[self.seat] else (TRAVEL,)

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return (REST, TRAVEL)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Your turn. Do you rest on Havana, or travel?")

    def label(self, s: MetalAdventures, value: str) -> Text:
        return _("rest") if value == REST else _("travel")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        if value == REST:
            return _("2 credits, all damage repaired, the Metal Faktor die blank; no battle.")
        return _("Pay the Brotherhood, fight one battle, and tour if you like.")

    def why_not(self, s: MetalAdventures, value: object) -> Text:
        return _("You can rest only with at least 1 damage. You can travel.")

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {"damage": s.damage[self.seat], "credits": s.credits[self.seat]}


@dataclass
class PayBrotherhood(YesNo[MetalAdventures]):
    """MA-4.3: pay 1 credit to the Pirates' Pot, or take a Judgment."""

    rule = "MA-4.3"

    def default(self, s: MetalAdventures) -> bool:
        return True

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Do you pay the Brotherhood 1 credit? Refusing costs 1 Judgment of Pirates.")

    def yes(self, s: MetalAdventures) -> Text:
        return _("pay")

    def no(self, s: MetalAdventures) -> Text:
        return _("refuse")

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {"credits": s.credits[self.seat], "judgment": s.judgment[self.seat]}


@dataclass
class ChooseBattle(ChooseOne[MetalAdventures, str]):
    """MA-4.2: one of the four battles, or the tour first."""

    rule = "MA-4.2"
    toured: bool = False

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return [value for value in self.every(s) if self.hindrance(s, value) is None]

    def every(self, s: MetalAdventures) -> Sequence[str]:
        planets = [ATTACK + planet for planet in PLANETS]
        rivals = [f"{CHALLENGE}{int(seat)}" for seat in s.others(self.seat)]
        return (SPACE, VIA_KAROKUM, *planets, *rivals, TOUR)

    def hindrance(self, s: MetalAdventures, value: str) -> Text | None:
        """Why this cannot be chosen, if it cannot."""
        if value == SPACE and not s.space_deck:
            return _("The Space deck is empty. Choose another battle.")
        if value == TOUR and self.toured:
            return _("The tour comes before or after the battle. Now choose your battle.")
        if value == VIA_KAROKUM:
            if not s.karokum:
                return _("The Karokum discard is empty. Choose another battle.")
            price = karokum_price(s, self.seat)
            if s.credits[self.seat] < price:
                return _("Going by way of Karokum costs %(n)d credits. Choose another.", n=price)
        if value.startswith(ATTACK):
            planet = value.removeprefix(ATTACK)
            if any(PLACE[number] == planet for number in s.visited(self.seat)):
                return _(
                    "You toured %(planet)s this turn, so you cannot attack it. Choose another.",
                    planet=PLANET[planet],
                )
        return None

    def why_not(self, s: MetalAdventures, value: object) -> Text:
        if isinstance(value, str) and value in self.every(s):
            return self.hindrance(s, value) or super().why_not(s, value)
        return super().why_not(s, value)

    def default(self, s: MetalAdventures) -> str:
        """MA-10.4: Space; else the weakest planet still open; else the weakest captain."""
        values = self.values(s)
        if SPACE in values:
            return SPACE
        planets = [planet for planet in PLANETS if ATTACK + planet in values]
        if planets:
            return ATTACK + min(planets, key=lambda planet: s.pack.planets[planet])
        rivals = s.others(self.seat)
        free = [rival for rival in rivals if not peace(s, self.seat, rival)]  # Promises are kept.
        return f"{CHALLENGE}{int(s.weakest(free or rivals))}"

    def sentence(self, s: MetalAdventures) -> Text:
        if self.toured:
            return _("Which battle do you fight?")
        return _("Which battle do you fight, or do you tour first?")

    def label(self, s: MetalAdventures, value: str) -> Text:
        if value.startswith(ATTACK):
            return _("attack %(planet)s", planet=PLANET[value.removeprefix(ATTACK)])
        if value.startswith(CHALLENGE):
            return _("challenge %(seat)s", seat=Seat(int(value.removeprefix(CHALLENGE))))
        return {
            SPACE: _("space"),
            VIA_KAROKUM: _("via karokum"),
            TOUR: _("tour first"),
        }[value]

    def word(self, s: MetalAdventures, value: str) -> Text:
        return self.label(s, value)

    def also(self, s: MetalAdventures, value: str) -> Iterable[str]:
        return (value,) if not value.startswith(CHALLENGE) else ()

    def hint(self, s: MetalAdventures, value: str) -> Text:
        if value == SPACE:
            return _("Turn up ships until there are three, and attack one of them.")
        if value == VIA_KAROKUM:
            price = karokum_price(s, self.seat)
            if not price:
                return _("Attack a ship of the Karokum discard; the way there costs you nothing.")
            return _("Pay %(n)d credits and attack a ship of the Karokum discard.", n=price)
        if value == TOUR:
            return _("Tour now; afterwards you choose your battle.")
        if value.startswith(ATTACK):
            planet = value.removeprefix(ATTACK)
            power, purse = s.pack.planets[planet], s.purse[planet]
            return _("Power %(power)d, treasure %(purse)d.", power=power, purse=purse)
        rival = Seat(int(value.removeprefix(CHALLENGE)))
        said = _("Power %(power)d; the Pot holds %(n)d.", power=s.power(rival), n=s.purse["pot"])
        if peace(s, self.seat, rival):
            return _("%(hint)s You promised not to: this costs 1 Judgment.", hint=said)
        return said

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {
            "power": s.power(self.seat),
            "credits": s.credits[self.seat],
            "pot": s.purse["pot"],
            **{planet: s.purse[planet] for planet in PLANETS},
        }


REST_TROPHIES = 2


def trophies_at_rest(s: MetalAdventures, seat: Seat) -> int:
    """MA-4.4: from how many trophies this captain chooses at rest."""
    return adjusted(s, seat, "rest_trophies", REST_TROPHIES)


@dataclass
class SwapTrophy(ChooseOne[MetalAdventures, str]):
    """MA-4.4: at rest one held trophy may go under the deck for a new one."""

    rule = "MA-4.4"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return (NONE, *(held.card for held in s.hands[self.seat]))

    def sentence(self, s: MetalAdventures) -> Text:
        n = trophies_at_rest(s, self.seat)
        return _("Do you put a trophy under the deck and choose one of the next %(n)d?", n=n)

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("none: keep what you have") if value == NONE else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == NONE else trophy_text(s.pack, value)


@dataclass
class BuyAtRest(ChooseOne[MetalAdventures, str]):
    """MA-4.4: at rest one face-up improvement may be bought for 1 more than it costs."""

    rule = "MA-4.4"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        purse = s.credits[self.seat]
        return (NONE, *(c for c in s.shop if rest_price(s, self.seat, c) <= purse))

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return (NONE, *s.shop)

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Do you buy an improvement, for 1 credit more than it costs?")

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("none: buy nothing") if value == NONE else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        if value == NONE:
            return None
        return _(
            "%(price)d credits; %(what)s",
            price=rest_price(s, self.seat, value),
            what=improvement_text(s.pack, value),
        )

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {"credits": s.credits[self.seat], "improvements": len(s.improvements[self.seat])}


@dataclass
class DiscardOne(ChooseOne[MetalAdventures, str]):
    """MA-4.6: with a fifth improvement, one must go; the newest is the last of them."""

    rule = "MA-4.6"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.improvements[self.seat]

    def default(self, s: MetalAdventures) -> str:
        return s.improvements[self.seat][-1]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("You have more than four improvements. Which one do you discard?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return improvement_text(s.pack, value)
