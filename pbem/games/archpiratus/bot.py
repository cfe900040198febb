"""Somebody to play against: buys what its missions lack, turns in what it can, avoids guns.

It sees what a person in its seat sees: the view and the question.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine import Question

from .pack import STATIONS, SYSTEMS
from .prompts import buy, outfit

View = Mapping[str, Any]

GOOD_TEXTS = {
    "more_cards": 3.0,
    "more_credits": 2.0,
    "more_crew": 1.5,
    "more_weapon": 1.0,
    "more_armor": 1.0,
    "more_berths": 1.0,
    "early_final": 1.5,
    "draw_on_placing": 0.5,
    "broadside": 1.5,
    "hijack": 1.0,
    "abduct": 1.5,
    "sabotage": 1.5,
    "scavenge": 1.0,
    "smuggle": 1.0,
}
"""What a text is worth besides the value on the card; one that is not listed is worth a half."""
HOLD, MEDIUM, HARD = 3, 5, 14
"""So many missions at a time; from which strength on it draws medium and hard ones."""
CONTACT_WORTH = 1.2
CHURN = 0.1
"""Even a card without use is worth a little: another one comes into the Store, and it can be
spent itself."""
WORTH_DYING_FOR = 2
"""For so many points it turns a mission in under the guns of the other ship."""
ENOUGH = 4
"""No final mission asks for a higher level than this."""


class Captain:
    """What the bot thinks of the table: its own ship, the rival's, and what is wanted."""

    def __init__(self, view: View) -> None:
        self.view = view
        ships = view["ships"]
        self.me = next(ship for ship in ships if ship["who"] == view["seat"])
        self.rival = next(ship for ship in ships if ship["who"] != view["seat"])
        self.coming = [*self.me["unseen"], *self.me["discard"], *self.me["spent"]]

    @property
    def outguns(self) -> bool:
        return bool(self.me["levels"]["weapon"] > self.rival["levels"]["armor"])

    @property
    def outgunned(self) -> bool:
        return bool(self.rival["levels"]["weapon"] > self.me["levels"]["armor"])

    def lacks(self, what: str) -> int:
        """How much the missions in front still lack of something, the most of any."""
        needs = [need for job in self.me["missions"] for need in job["needs"]]
        return max((need["lacks"] for need in needs if need["what"] == what), default=0)

    @property
    def deck(self) -> str:
        """The deck that is more likely to bring what is wanted."""
        needs = [need for job in self.me["missions"] for need in job["needs"] if need["lacks"]]
        crew = sum(need["what"] not in SYSTEMS for need in needs)
        if needs:
            return "crew" if 2 * crew >= len(needs) else "tech"
        return "crew" if self.me["crew_value"] < sum(self.me["levels"].values()) / 2 else "tech"

    def held(self, sort: str, besides: str = "") -> int:
        """The best value of a sort aboard, and in the own cards that will come to hand."""
        aboard = [card for card in self.me["mat"].values() if card] + self.me["crew"]
        cards = [card for card in aboard + self.coming if card["sort"] == sort]
        return max((card["value"] for card in cards if card["id"] != besides), default=0)

    def worth(self, card: View, *, owned: bool = False) -> float:
        """What a card would do for the ship; below 0 it would only be in the way."""
        sort, value = card["sort"], int(card["value"])
        text = text_worth(card)
        besides = card["id"] if owned else ""
        if sort in SYSTEMS:
            gain = min(value, ENOUGH) - min(self.held(sort, besides), ENOUGH)
            if gain <= 0:
                return -1.0
            return gain + text + 2.0 * min(gain, self.lacks(sort)) + self.arms(sort)
        if card["type"] in ("crew", "contact"):
            return self.crew_worth(card, besides) + text
        same = any(other["sort"] == sort and other["id"] != card["id"] for other in self.fitted())
        return -0.5 if same and sort in ("room", "title") else text

    def fitted(self) -> list[View]:
        return [card for card in self.me["mat"].values() if card]

    def arms(self, sort: str) -> float:
        """A gun that reaches, or plate against one that does."""
        wanted = (sort == "weapon" and not self.outguns) or (sort == "armor" and self.outgunned)
        return 1.0 if wanted else 0.0

    def crew_worth(self, card: View, besides: str) -> float:
        """The gain in crew value, and more for a kind that a mission names."""
        gain = float(card["value"] - self.held(card["sort"], besides))
        full = len(self.me["crew"]) >= self.me["berths"]
        if full and not any(c["sort"] == card["sort"] for c in self.me["crew"]):
            gain = card["value"] - min(self.free_crew(), default=9)
        if self.lacks(card["sort"]):
            return max(gain, 0.0) + 3.0
        return gain * (1.5 if self.lacks("crew") else 1.0)

    def free_crew(self) -> list[int]:
        """The values of the crew aboard that no mission names."""
        named = {need["what"] for job in self.me["missions"] for need in job["needs"]}
        return [card["value"] for card in self.me["crew"] if card["sort"] not in named]


def text_worth(card: View) -> float:
    """What a card's text is worth besides its value."""
    if not card["effect"]:
        return 0.0
    return GOOD_TEXTS.get(card["effect"], 0.5) * max(1, int(card["amount"]))


class SensibleBot:
    """Plays to win, and thinks no further than a turn."""

    def answer(self, view: View, question: Question, rng: random.Random) -> Any:
        if question.kind == "choose_admiral":
            return question.values()[0]
        captain = Captain(view)
        match question.kind:
            case "buy" | "buy_more":
                return shop(captain, question)
            case "outfit" | "outfit_more":
                return fit_out(captain, question)
            case "keep_mission":
                return nearest(view["drawn"])
            case "restock":
                return captain.deck
            case "go":
                return fly(captain, question)
        return question.default

    def act(self, view: View, acts: Sequence[Question], rng: random.Random) -> None:
        return None


def add(question: Question, chosen: tuple[str, ...], value: str) -> tuple[str, ...]:
    """One more step, if it goes with the others."""
    longer = (*chosen, value)
    fits = len(longer) <= question.at_most() and question.fits(longer) is None
    return longer if fits else chosen


# Buying.


def shop(captain: Captain, question: Question) -> tuple[str, ...]:
    """Spend what the ship has no use for, then buy the best that can be paid, again and again."""
    values = question.values()
    hand = {card["id"]: card for card in captain.view["hand"]}
    chosen: tuple[str, ...] = ()
    purse = captain.view["purse"]
    for value in values:
        wish = buy.read(value)
        if wish.verb == buy.SPEND and captain.worth(hand[wish.card], owned=True) <= 0.5:
            chosen = add(question, chosen, value)
            purse += hand[wish.card]["credit"]
    best = sorted(((rate(captain, value), value) for value in values), reverse=True)
    for rating, value in best:
        if rating > 0:
            chosen = add(question, chosen, value)
    away = rotation(captain, values, chosen)
    chosen = add(question, chosen, away) if away else chosen
    return add(question, chosen, buy.LOOK) if chosen else ()


def rate(captain: Captain, value: str) -> float:
    """How much a purchase is wanted, for its price."""
    wish = buy.read(value)
    view = captain.view
    if wish.verb == buy.HIRE:
        have = sum(card["type"] == "contact" for card in captain.coming)
        return CONTACT_WORTH - 0.2 * have if value == buy.CONTACTS[0] else -1.0
    if wish.verb == buy.SALVAGE:
        card = next(card for card in view["salvage"] if card["id"] == wish.card)
        return captain.worth(card) / int(view["salvage_price"])
    if wish.verb == buy.BUY:
        card = next(card for card in view["store"] if card and card["id"] == wish.card)
        worth = max(captain.worth(card), CHURN) / int(card["price"])
        return worth + (0.01 if wish.deck == captain.deck else 0.0)
    return -1.0


def rotation(captain: Captain, values: Sequence[str], chosen: tuple[str, ...]) -> str:
    """AP-3.2: in the solo game, send away what the automatic ship would take, or what is dull."""
    view = captain.view
    bought = {buy.read(value).card for value in chosen}
    left = [card for card in view["store"] if card and card["id"] not in bought]
    left = [card for card in left if f"rotate {card['id']}" in values]
    if not left:
        return ""
    taken = view["automatic"]["takes"]
    dull = min(left, key=lambda card: (card["id"] != taken, captain.worth(card)))
    return f"rotate {dull['id']}"


# Fitting out.


def fit_out(captain: Captain, question: Question) -> tuple[str, ...]:
    """Place what makes the ship better, play piracy, take a mission."""
    hand = {card["id"]: card for card in captain.view["hand"]}
    aboard = {card["id"]: card for card in captain.me["crew"]}
    placings: list[tuple[float, str]] = []
    jobs: list[str] = []
    for value in question.values():
        verb, what, old = outfit.read(value)
        if verb == outfit.PLAY:
            placings.append((9.0, value))
        elif verb == outfit.PLACE:
            worth = captain.worth(hand[what], owned=True)
            worth -= aboard[old]["value"] * 0.1 if old else 0
            placings.append((worth, value))
        elif verb != outfit.BLIND:
            jobs.append(value)
    chosen: tuple[str, ...] = ()
    for worth, value in sorted(placings, reverse=True):
        if worth > 0 and not leaves_needed(captain, value):
            chosen = add(question, chosen, value)
    job = contract(captain, jobs)
    return add(question, chosen, job) if job else chosen


def leaves_needed(captain: Captain, value: str) -> bool:
    """Would somebody leave whom a mission names?"""
    old = outfit.read(value)[2]
    named = {need["what"] for job in captain.me["missions"] for need in job["needs"]}
    return any(card["id"] == old and card["sort"] in named for card in captain.me["crew"])


def contract(captain: Captain, jobs: Sequence[str]) -> str:
    """The deck to draw from: what the ship can do, and no more than is needed."""
    if "contract final" in jobs:
        return "contract final"
    me, view = captain.me, captain.view
    enough = me["points"] >= view["final_points"]
    if enough and any(job["station"] == "final" for job in me["missions"]):
        return ""
    if not any(job.startswith("contract") for job in jobs):
        worst = max(me["missions"], key=short_of, default=None)
        stuck = worst is not None and len(me["missions"]) > 2 and short_of(worst) > 3
        giving = f"give up {worst['id']}" if worst and (enough or stuck) else ""
        return giving if giving in jobs else ""
    if enough or len(me["missions"]) >= HOLD:
        return ""
    strength = me["crew_value"] + sum(min(n, 3) for n in me["levels"].values())
    reach = "hard" if strength >= HARD else "medium" if strength >= MEDIUM else "easy"
    order = STATIONS[: STATIONS.index(reach) + 1][::-1]
    return next((f"contract {at}" for at in order if f"contract {at}" in jobs), jobs[0])


def short_of(job: View) -> int:
    """How much a mission still lacks, all together."""
    return sum(need["lacks"] for need in job["needs"])


def nearest(jobs: Sequence[View]) -> str:
    """Of two missions the one that lacks less, for its points."""
    return str(min(jobs, key=lambda job: short_of(job) - job["points"])["id"])


# Flying.


def fly(captain: Captain, question: Question) -> str:
    """After a wounded ship; to the best mission that is ready; after a weaker ship; or, once
    wounded, away from a stronger one."""
    me, rival, view = captain.me, captain.rival, captain.view
    options: dict[str, str] = {me["station"]: "stay"} | {
        at: at for at in question.values() if at != "stay"
    }
    ready = [job for job in me["missions"] if job["met"] and job["station"] in options]
    ready.sort(key=lambda job: (job["station"] != "final", -job["points"]))
    last = captain.outgunned and me["hits"] + 1 >= view["most_hits"]
    reach = captain.outguns and rival["station"] in options
    wounded = rival["hits"] + 2 >= view["most_hits"]
    if reach and wounded and not last and not any(job["station"] == "final" for job in ready):
        return options[rival["station"]]
    for job in ready:
        risky = last and job["station"] == rival["station"]
        if not risky or job["station"] == "final" or job["points"] >= WORTH_DYING_FOR:
            return options[job["station"]]
    if reach and not captain.outgunned:
        return options[rival["station"]]
    hurt = me["hits"] + 1 >= view["most_hits"]
    if captain.outgunned and hurt and me["station"] == rival["station"]:
        away = [at for at in STATIONS if at in options and at != rival["station"]]
        return options[away[0]]
    return "stay"
