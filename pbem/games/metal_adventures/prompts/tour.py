"""What is asked on the Tour of Pirates. MA-9."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pbem.engine import ChooseOne, ChooseSome, Text, _

from .. import prices
from ..prices import ACTIONS, hindrance
from ..state import MOST_TROPHIES, MetalAdventures
from ..words import ACTION, NATION, PLACE, PLANET, improvement_text, ship_text, trophy_text

CREDITS = "credits"

PRICE: dict[int, Text] = {
    1: _("2 credits, or a trophy and 1 credit: draw two trophies, keep one"),
    2: _("1 credit or 1 wreck: repair 1 damage"),
    3: _("2 in credits or wrecks: repair all damage"),
    4: _("3 wrecks of one nation, not OCG: 4 credits and 1 glory"),
    5: _("1 credit: four new improvements come on sale"),
    6: _("its cost: an improvement on sale"),
    7: _("its cost and 1: a support card of the Bazaar discard"),
    8: _("2 credits or a Pirate Hunter wreck: one Judgment less"),
    9: _("1 credit and a wreck: another ship of the Karokum discard as a wreck"),
    10: _("6 in credits or wrecks: 1 glory"),
}


@dataclass
class Tour(ChooseSome[MetalAdventures, int]):
    """MA-9.1: which actions are taken now, in the order of the board."""

    rule = "MA-9.1"

    def values(self, s: MetalAdventures) -> Sequence[int]:
        """What can be taken now, and what earlier actions of the same tour may make possible."""
        purse = s.credits[self.seat]
        titled = hindrance(s, self.seat, prices.TITLE) is None
        later = purse + prices.TITLE_CREDITS if titled else purse
        return [
            number
            for number in ACTIONS
            if hindrance(s, self.seat, number, later if number > prices.TITLE else purse) is None
        ]

    def every(self, s: MetalAdventures) -> Sequence[int]:
        return ACTIONS

    def default(self, s: MetalAdventures) -> tuple[int, ...]:
        """MA-10.4: no tour."""
        return ()

    def nothing(self, s: MetalAdventures) -> Sequence[Text]:
        return (_("none"), _("no tour"))

    def fits(self, s: MetalAdventures, chosen: tuple[int, ...]) -> Text | None:
        """Walk the tour in thought: the credits must reach, whatever is paid in wrecks."""
        if prices.MINOR in chosen and prices.COMPLETE in chosen and s.damage[self.seat] == 1:
            return _("After minor repairs there is nothing left for complete repairs.")
        purse, wrecks = s.credits[self.seat], len(s.wrecks[self.seat])
        for number in sorted(chosen):
            coins, hulls = self.least(s, number)
            if number == prices.TITLE:
                wrecks, purse = wrecks - prices.TITLE_WRECKS, purse + prices.TITLE_CREDITS
            by_wreck = min(hulls, max(0, wrecks))
            wrecks -= by_wreck
            purse -= coins + hulls - by_wreck
            if purse < 0:
                return _(
                    "Your credits and wrecks do not reach as far as %(action)s. Leave something"
                    " out.",
                    action=ACTION[number],
                )
        return None

    def least(self, s: MetalAdventures, number: int) -> tuple[int, int]:
        """The least an action costs: in credits, and in credits or wrecks."""
        seat = self.seat
        bargains = [prices.purchase_price(s, seat, card) for card in s.shop]
        smuggled = [prices.smuggling_price(s, card) for card in s.bazaar]
        return {
            prices.TROPHIES: (prices.trophies_price(trophy=bool(s.hands[seat])), 0),
            prices.MINOR: (0, prices.minor_price(s, seat)),
            prices.COMPLETE: (0, prices.COMPLETE_PRICE),
            prices.NEW_CHOICES: (1, 0),
            prices.PURCHASE: (min(bargains, default=0), 0),
            prices.SMUGGLING: (min(smuggled, default=0), 0),
            prices.AMNESTY: (0 if prices.hunters(s, seat) else prices.AMNESTY_PRICE, 0),
            prices.SCRAPPING: (1, 0),
            prices.EXPENDITURE: (0, prices.EXPENDITURE_PRICE),
        }.get(number, (0, 0))

    def sentence(self, s: MetalAdventures) -> Text:
        if s.active == self.seat and s.stage == "tour" and not self.values(s):
            return _(
                "No action of the tour is open to you. You are asked all the same, so that nobody"
                " can tell which wrecks you hold. Choose nothing."
            )
        return _("Your tour: which actions do you take? You go through them in this order.")

    def label(self, s: MetalAdventures, value: int) -> Text:
        place = PLANET.get(PLACE[value], NATION["ocg"])
        return _("%(action)s (%(place)s, action %(n)d)", action=ACTION[value], place=place, n=value)

    def word(self, s: MetalAdventures, value: int) -> Text:
        return ACTION[value]

    def hint(self, s: MetalAdventures, value: int) -> Text:
        return PRICE[value]

    def why_not(self, s: MetalAdventures, value: object) -> Text:
        if isinstance(value, int) and value in ACTIONS:
            return hindrance(s, self.seat, value) or super().why_not(s, value)
        return super().why_not(s, value)

    def facts(self, s: MetalAdventures) -> Mapping[str, int]:
        return {
            "credits": s.credits[self.seat],
            "damage": s.damage[self.seat],
            "judgment": s.judgment[self.seat],
            "wrecks": len(s.wrecks[self.seat]),
        }


@dataclass
class PayTrophies(ChooseOne[MetalAdventures, str]):
    """MA-9.2: the price of the Trophies action: 2 credits, or a trophy and 1 credit."""

    rule = "MA-9.2"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        held, purse = [h.card for h in s.hands[self.seat]], s.credits[self.seat]
        by_trophy = held if purse >= prices.trophies_price(trophy=True) else []
        whole = prices.trophies_price(trophy=False)
        if len(held) < MOST_TROPHIES and purse >= whole:
            return (CREDITS, *by_trophy)
        return by_trophy

    def sentence(self, s: MetalAdventures) -> Text:
        return _("How do you pay for new trophies: 2 credits, or 1 credit and a trophy you hold?")

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("credits") if value == CREDITS else value

    def hint(self, s: MetalAdventures, value: str) -> Text | None:
        return None if value == CREDITS else trophy_text(s.pack, value)


@dataclass
class PayWithWrecks(ChooseSome[MetalAdventures, str]):
    """MA-9: a price in any mix of credits and wrecks: which wrecks, and the rest in credits."""

    rule = "MA-9.2"
    number: ClassVar[int] = prices.COMPLETE

    def price(self, s: MetalAdventures) -> int:
        return prices.COMPLETE_PRICE

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.wrecks[self.seat]

    def at_least(self, s: MetalAdventures) -> int:
        return max(0, self.price(s) - s.credits[self.seat])

    def at_most(self, s: MetalAdventures) -> int:
        return min(self.price(s), len(s.wrecks[self.seat]))

    def sentence(self, s: MetalAdventures) -> Text:
        return _(
            "%(action)s costs %(price)d. Which wrecks do you pay with? The rest is in credits.",
            action=ACTION[self.number],
            price=self.price(s),
        )

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return ship_text(s.pack.ships[value])


@dataclass
class PayMinorRepairs(PayWithWrecks):
    """MA-9.2: minor repairs cost 1 credit or 1 wreck."""

    number: ClassVar[int] = prices.MINOR

    def price(self, s: MetalAdventures) -> int:
        return prices.minor_price(s, self.seat)


@dataclass
class PayCompleteRepairs(PayWithWrecks):
    """MA-9.2: complete repairs cost 2 in credits or wrecks."""


@dataclass
class PayExpenditure(PayWithWrecks):
    """MA-9.5: extravagant expenditure costs 6 in credits or wrecks."""

    rule = "MA-9.5"
    number: ClassVar[int] = prices.EXPENDITURE

    def price(self, s: MetalAdventures) -> int:
        return prices.EXPENDITURE_PRICE


@dataclass
class TitleWrecks(ChooseSome[MetalAdventures, str]):
    """MA-9.3: three wrecks of one nation for a Glory Title."""

    rule = "MA-9.3"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        nations = prices.title_nations(s, s.wrecks[self.seat])
        return [card for card in s.wrecks[self.seat] if s.pack.ships[card].nation in nations]

    def at_least(self, s: MetalAdventures) -> int:
        return prices.TITLE_WRECKS

    def at_most(self, s: MetalAdventures) -> int:
        return prices.TITLE_WRECKS

    def fits(self, s: MetalAdventures, chosen: tuple[str, ...]) -> Text | None:
        if len({s.pack.ships[card].nation for card in chosen}) > 1:
            return _("The three wrecks must be of one nation.")
        return None

    def default(self, s: MetalAdventures) -> tuple[str, ...]:
        nation = prices.title_nations(s, s.wrecks[self.seat])[0]
        cards = [card for card in self.values(s) if s.pack.ships[card].nation == nation]
        return tuple(cards[: prices.TITLE_WRECKS])

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which three wrecks of one nation do you give for the Glory Title?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return ship_text(s.pack.ships[value])


@dataclass
class Purchase(ChooseOne[MetalAdventures, str]):
    """MA-9.3: which face-up improvement is bought."""

    rule = "MA-9.3"

    def price(self, s: MetalAdventures, card: str) -> int:
        return prices.purchase_price(s, self.seat, card)

    def values(self, s: MetalAdventures) -> Sequence[str]:
        purse = s.credits[self.seat]
        return [card for card in self.every(s) if self.price(s, card) <= purse]

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return s.shop

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which improvement do you buy?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        what = improvement_text(s.pack, value)
        return _("%(price)d credits; %(what)s", price=self.price(s, value), what=what)

    def why_not(self, s: MetalAdventures, value: object) -> Text:
        if isinstance(value, str) and value in self.every(s):
            return _(
                "%(card)s costs %(price)d, and you have %(purse)d. Choose another.",
                card=value,
                price=self.price(s, value),
                purse=s.credits[self.seat],
            )
        return super().why_not(s, value)


@dataclass
class Smuggle(Purchase):
    """MA-9.4: which support card of the Bazaar discard is bought."""

    rule = "MA-9.4"

    def price(self, s: MetalAdventures, card: str) -> int:
        return prices.smuggling_price(s, card)

    def every(self, s: MetalAdventures) -> Sequence[str]:
        return s.bazaar

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which support card do you smuggle?")


@dataclass
class PayAmnesty(ChooseOne[MetalAdventures, str]):
    """MA-9.4: amnesty costs 2 credits or a Pirate Hunter wreck."""

    rule = "MA-9.4"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        paid = (CREDITS,) if s.credits[self.seat] >= prices.AMNESTY_PRICE else ()
        return (*paid, *prices.hunters(s, self.seat))

    def sentence(self, s: MetalAdventures) -> Text:
        return _("How do you pay for amnesty: 2 credits, or a Pirate Hunter wreck?")

    def label(self, s: MetalAdventures, value: str) -> Text | str:
        return _("credits") if value == CREDITS else value


@dataclass
class ScrapWreck(ChooseOne[MetalAdventures, str]):
    """MA-9.5: which own wreck goes to Karokum."""

    rule = "MA-9.5"

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return s.wrecks[self.seat]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which wreck do you leave to Karokum?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return ship_text(s.pack.ships[value])


@dataclass
class TakeFromKarokum(ChooseOne[MetalAdventures, str]):
    """MA-6.11, MA-9.5: which ship of the Karokum discard becomes a wreck."""

    rule = "MA-9.5"
    left: str = ""
    """The wreck just given, which is not taken back."""

    def values(self, s: MetalAdventures) -> Sequence[str]:
        return [card for card in s.karokum if card != self.left]

    def sentence(self, s: MetalAdventures) -> Text:
        return _("Which ship of the Karokum discard do you take as a wreck?")

    def hint(self, s: MetalAdventures, value: str) -> Text:
        return ship_text(s.pack.ships[value])
