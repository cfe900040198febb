"""MA-9: what a captain does on the tour, and how it is paid."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

from typing import Any

from pbem.engine import Question

from .. import prices
from ..prompts.tour import CREDITS
from ..prompts.turn import NONE
from . import trophies
from .look import TITLE_NATIONS, Look, View

RESERVE = 1
"""What is kept for the Brotherhood."""
WORTHWHILE = 0.8
"""A purchase must be worth so much more than its price."""


class Wish:
    """One action of the tour: what it is worth beyond its price, and the price."""

    def __init__(self, number: int, gain: float, price: int) -> None:
        self.number = number
        self.gain = gain
        self.price = price


def wishes(look: Look, coins: int) -> list[Wish]:
    """What a captain would like to do with these credits, each action by itself."""
    return [
        *_repairs(look),
        *_trophies(look),
        *_shopping(look, coins),
        *_amnesty(look),
        *_scrapping(look),
        *_glory(look, coins),
    ]


def _repairs(look: Look) -> list[Wish]:
    hurt = look.me["damage"]
    if not hurt:
        return []
    minor = max(0, 1 - look.bonus(look.me, {"cheaper_repair": ""}))
    if hurt == 1:
        return [Wish(prices.MINOR, look.damage_now(1) - minor, minor)]
    return [Wish(prices.COMPLETE, look.damage_now(hurt) - 2, 2)]


def _trophies(look: Look) -> list[Wish]:
    fresh = trophies.NEW_TROPHY * (0.3 + 0.7 * look.left)
    fresh += 0.5 * look.bonus(look.me, {"trophy_choice": ""})
    if look.has_room:
        return [Wish(prices.TROPHIES, fresh - 2, 2)]
    poor = trophies.worth(look, trophies.worst_held(look))
    return [Wish(prices.TROPHIES, fresh - poor - 1, 1)]


def best_buy(look: Look, coins: int, extra: int = 0) -> tuple[float, View | None]:
    """The improvement on sale most worth its price, and by how much."""
    found: tuple[float, View | None] = (0.0, None)
    for card in look.view["shop"]:
        price = look.mine["prices"][card["name"]] + extra
        gain = look.gain_of(card) + wanted(look, card) - price * look.credit
        if price <= coins and gain > found[0]:
            found = (gain, card)
    return found


def wanted(look: Look, card: View) -> float:
    """What an improvement would bring by the trophies in hand."""
    found = 0.0
    for trophy in look.mine["trophies"]:
        name, amount, _of = trophy["asks"]
        missing = amount - trophies.owned(look, name) if name != "did" else 0
        more = {"power": card["power"], "improvements": 1, "same_type": 1}.get(name, 0)
        if missing > 0 and more:
            found = max(found, trophies.prize(look, trophy) * min(1.0, more / missing) * 0.6)
    return found


def _shopping(look: Look, coins: int) -> list[Wish]:
    gain, card = best_buy(look, coins)
    found = []
    if card is not None:
        found.append(Wish(prices.PURCHASE, gain, look.mine["prices"][card["name"]]))
    elif coins >= 6 and look.left > 0.4:
        found.append(Wish(prices.NEW_CHOICES, 0.5, 1))
    smuggled = [(look.gain_of(c) - c["cost"] - 1, c["cost"] + 1) for c in look.view["bazaar"]]
    smuggled = [(gain, price) for gain, price in smuggled if price <= coins]
    if smuggled:
        best = max(smuggled)
        found.append(Wish(prices.SMUGGLING, best[0], best[1]))
    return found


def _amnesty(look: Look) -> list[Wish]:
    if not look.me["judgment"]:
        return []
    hunter = any(wreck["hunter"] for wreck in look.mine["wrecks"])
    return [Wish(prices.AMNESTY, look.glory - 2, 0 if hunter else 2)]


def _scrapping(look: Look) -> list[Wish]:
    if not look.view["karokum"] or not look.mine["wrecks"]:
        return []
    left = min(look.mine["wrecks"], key=look.keep_wreck)
    taken = max(look.view["karokum"], key=look.wreck)
    gain = look.wreck(taken) - look.keep_wreck(left) + trophies.for_wreck(look, taken)
    return [Wish(prices.SCRAPPING, gain - 1, 1)]


def _glory(look: Look, coins: int) -> list[Wish]:
    found = []
    if any(look.nations[nation] >= 3 for nation in TITLE_NATIONS):
        found.append(Wish(prices.TITLE, look.glory + 4 - 3, -4))
    if coins + len(spare(look)) >= prices.EXPENDITURE_PRICE:
        price = max(0, prices.EXPENDITURE_PRICE - len(spare(look)))
        found.append(Wish(prices.EXPENDITURE, look.glory - 6 * look.credit + 2 * look.spent, price))
    return found


def spare(look: Look) -> list[View]:
    """The wrecks that make no Glory Title soon; near the end all of them."""
    wrecks = sorted(look.mine["wrecks"], key=look.keep_wreck)
    if look.left < 0.15:
        return wrecks
    return [wreck for wreck in wrecks if look.keep_wreck(wreck) < 2.5]


def plan(look: Look, allowed: Any, coins: int) -> list[Wish]:
    """The wishes that can be paid together, the most worth for its price first."""
    found: list[Wish] = []
    possible = [wish for wish in wishes(look, coins) if wish.number in allowed and wish.gain > 0]
    for wish in sorted(possible, key=lambda wish: -wish.gain / max(0.5, wish.price)):
        if wish.price <= coins:
            found.append(wish)
            coins -= wish.price
    return found


def tour(look: Look, question: Question) -> Any:
    """MA-9.1: the actions worth taking, as far as the credits reach."""
    coins = look.me["credits"] - (RESERVE if look.left > 0.1 else 0)
    chosen: tuple[int, ...] = ()
    for wish in plan(look, question.values(), max(0, coins)):
        longer = tuple(sorted((*chosen, wish.number)))
        if question.fits(longer) is None:
            chosen = longer
    return chosen


def before_battle(look: Look) -> bool:
    """Is it better to tour first? Yes if repairs or a purchase make the battle likelier won."""
    coins = max(0, look.me["credits"] - RESERVE)
    stronger = (prices.MINOR, prices.COMPLETE, prices.PURCHASE)
    return any(wish.number in stronger for wish in plan(look, prices.ACTIONS, coins))


def repairs_worth(look: Look) -> float:
    """What could be repaired on a tour this turn, after the Brotherhood."""
    purse = look.me["credits"] - RESERVE + len(look.mine["wrecks"])
    return look.damage(look.me["damage"]) + 1 if purse >= 2 else 0.0


# How it is paid, and what is taken.


def with_wrecks(look: Look, question: Question) -> Any:
    """MA-9.6: as few good wrecks as can be; what is spare goes before credits."""
    cheap = [wreck["name"] for wreck in spare(look)]
    dear = [w["name"] for w in sorted(look.mine["wrecks"], key=look.keep_wreck)]
    order = [*cheap, *(name for name in dear if name not in cheap)]
    least, most = question.at_least(), question.at_most()
    return tuple(order[: max(least, min(most, len(cheap)))])


def title_wrecks(look: Look, question: Question) -> Any:
    """Three of a nation of which there are enough; a Hunter is kept back for an amnesty."""
    values, wrecks = question.values(), look.mine["wrecks"]
    for nation in TITLE_NATIONS:
        found = [wreck for wreck in wrecks if wreck["nation"] == nation and wreck["name"] in values]
        if len(found) >= prices.TITLE_WRECKS:
            found.sort(key=lambda wreck: wreck["hunter"])
            return tuple(wreck["name"] for wreck in found[: prices.TITLE_WRECKS])
    return question.default


def pay_trophies(look: Look, question: Question) -> Any:
    """Credits while there is room in the hand, else the worst trophy."""
    if CREDITS in question.values():
        return CREDITS
    return trophies.worst_held(look)["name"]


def purchase(look: Look, question: Question) -> Any:
    """The best that can be paid."""
    cards = {card["name"]: card for card in look.view["shop"]}
    price = look.mine["prices"]
    values = question.values()
    return max(values, key=lambda n: look.gain_of(cards[n]) + wanted(look, cards[n]) - price[n])


def buy_at_rest(look: Look, question: Question) -> Any:
    """MA-4.4: what is worth its price and 1 more."""
    card = best_buy(look, look.me["credits"], extra=1)[1]
    return NONE if card is None or card["name"] not in question.values() else card["name"]


def smuggle(look: Look, question: Question) -> Any:
    """The best support card that can be paid."""
    cards = {card["name"]: card for card in look.view["bazaar"]}
    return max(question.values(), key=lambda n: look.gain_of(cards[n]) - cards[n]["cost"])


def amnesty(look: Look, question: Question) -> Any:
    """A Hunter's wreck if there is one that makes no title, else credits."""
    return question.values()[-1]


def scrap(look: Look, question: Question) -> Any:
    """The wreck least worth keeping."""
    return min(look.mine["wrecks"], key=look.keep_wreck)["name"]


def take_wreck(look: Look, question: Question) -> Any:
    """The ship most worth having as a wreck."""
    values = question.values()
    ships = [ship for ship in look.view["karokum"] if ship["name"] in values]
    return max(ships, key=lambda s: look.wreck(s) + trophies.for_wreck(look, s))["name"]


def discard_one(look: Look, question: Question) -> Any:
    """MA-4.6: the improvement least worth having."""
    return min(look.me["improvements"], key=look.improvement)["name"]
