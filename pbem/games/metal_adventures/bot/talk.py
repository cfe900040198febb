"""MA-8: what a captain offers, accepts, promises and keeps."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine import Question, Seat

from ..deals import CREDITS, PEACE, TROPHY
from . import stakes, trophies
from .allies import paid
from .look import Look, View
from .record import word_of
from .worth import breach_cost, peace_worth, worth, worth_of

Lines = tuple[tuple[str, str | int, int], ...]

MARGIN = 0.3
"""A bargain has to bring so much to be worth the talk."""
WRECK_PRICE = 2
PEACE_PRICE = 2
TRUSTED = 0.6
"""From whom a promise is taken for payment."""


# Offers, MA-8.1 and MA-8.2.


def act(look: Look, acts: Sequence[Question]) -> tuple[Question, Any] | None:
    """Accept what is good; write something that may be good for both; and let nobody whose turn
    it is wait for an answer to an offer."""
    by_kind = {question.kind: question for question in acts}
    if "accept" in by_kind:
        for offer in good_offers(look):
            return by_kind["accept"], (("offer", offer["key"], 1),)
    if "offer" in by_kind and look.view["stage"] == "battle":
        for lines in (*sales(look), *pleas(look)):
            if by_kind["offer"].fits(lines) is None:
                return by_kind["offer"], lines
    if "refuse" in by_kind and look.seat != look.view["active"]:
        return by_kind["refuse"], by_kind["refuse"].values()[0]
    return None


def good_offers(look: Look) -> list[View]:
    """The offers that lie open here and are worth accepting, the best first."""
    found = []
    for offer in look.view["offers"]:
        if offer["mine"] or not offer["open"] or offer["hindrance"] is not None:
            continue
        gain = worth(look, offer["give"], offer["writer"]) - worth(look, offer["get"], look.seat)
        if gain > MARGIN:
            found.append((gain, offer["key"], offer))
    return [offer for _gain, _key, offer in sorted(found, key=lambda x: -x[0])]


def partners(look: Look) -> list[View]:
    """Those whose turn comes before the own, and to whom no offer lies yet: they can answer."""
    n, active = len(look.captains), look.view["active"]
    mine = (look.seat - active) % n or n
    asked = {offer["partner"] for offer in look.view["offers"] if offer["mine"]}
    ahead = [seat for seat in range(n) if 0 < (seat - active) % n < mine]
    return [look.captains[seat] for seat in ahead if seat not in asked]


def sales(look: Look) -> list[Lines]:
    """A wreck that is of little use here, for credits, or for more credits later."""
    spare = sorted(look.mine["wrecks"], key=lambda w: (w["nation"] == "ocg", look.keep_wreck(w)))
    if not spare or look.keep_wreck(spare[0]) >= WRECK_PRICE * look.credit:
        return []
    give = ("give", f"wreck {spare[0]['name']}", 1)
    buyers = sorted(partners(look), key=lambda captain: (-captain["wrecks"], captain["glory"]))
    for buyer in buyers:
        to = ("to", int(buyer["seat"]), 1)
        if buyer["credits"] > WRECK_PRICE:
            return [(to, give, ("get", CREDITS, WRECK_PRICE))]
        if not buyer["infamous"] and not look.me["infamous"] and word_of(buyer) > TRUSTED:
            return [(to, give, ("get", f"later {CREDITS}", WRECK_PRICE + 1))]
    return []


def pleas(look: Look) -> list[Lines]:
    """Credits for being left alone for a round."""
    if look.me["credits"] <= PEACE_PRICE or look.me["infamous"]:
        return []
    until = look.view["turn"] + len(look.captains) + 1
    feared = [
        foe
        for foe in partners(look)
        if not foe["infamous"] and peace_worth(look, foe["seat"]) > PEACE_PRICE * look.credit
    ]
    return [
        (
            ("to", int(foe["seat"]), 1),
            ("give", CREDITS, PEACE_PRICE),
            ("get", f"{PEACE} {int(look.seat)}", 1),
            ("due", "turn", until),
        )
        for foe in feared[:1]
    ]


# Promises, MA-8.7.


def keep_promises(look: Look, question: Question) -> Any:
    """Keep what costs less than breaking it; per captain wronged it costs once."""
    due = {promise["number"]: promise for promise in look.mine["owe"]}
    kept: list[int] = []
    cost: dict[Seat, float] = {}
    for number in question.default:
        promise = due[number]
        owed = cost.setdefault(promise["promisee"], 0.0) + worth_of(
            look, promise["good"], look.seat
        )
        cost[promise["promisee"]] = owed
    for number in question.default:
        if cost[due[number]["promisee"]] <= max(0.0, breach_cost(look)):
            kept.append(number)
    return tuple(kept)


def take_terms(look: Look, question: Question) -> Any:
    """MA-7.1: allies in a challenge who name a price that is worth it."""
    chosen: tuple[Seat, ...] = ()
    for seat in question.values():
        power = look.captains[seat]["support"]
        stake = stakes.stake_of(look, look.seat)
        price = paid(look, look.seat, seat)
        if stakes.MARGIN * power * stake.whole > price and question.fits((*chosen, seat)) is None:
            chosen = (*chosen, seat)
    return chosen


def hand_over(look: Look, question: Question) -> Any:
    """The cards least worth keeping."""
    values = list(question.values())
    if question.what == TROPHY:
        values.sort(key=lambda n: trophies.worth(look, look.mine["trophies"][n]))
    else:
        values.sort(key=lambda n: look.keep_wreck(look.mine["wrecks"][n]))
    return tuple(sorted(values[: question.n]))


def room_for_trophy(look: Look, question: Question) -> Any:
    """Give up a poor trophy for one that somebody hands over; it will not be a good one."""
    return question.values()[0]
