"""Which battle a captain fights, and what is thrown into it."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

from typing import Any

from pbem.engine import Question

from ..prices import KAROKUM_PRICE
from ..prompts.battle import FAKTOR, PASS
from ..prompts.challenge import CREDITS, IMPROVEMENT, NOTHING, WRECKS
from ..prompts.turn import ATTACK, CHALLENGE, REST, SPACE, TOUR, TRAVEL, VIA_KAROKUM
from ..rules.turn import REST_CREDITS
from . import stakes, tour
from .allies import helper_stake
from .look import Look, View
from .odds import chance
from .stakes import Stake
from .worth import breach_cost

# Before the battle.


def rest_or_travel(look: Look, question: Question) -> Any:
    """MA-4.1: rest if a turn's peace is worth more than a battle with a damaged ship."""
    face = stakes.debt(look.me)
    pay = REST_CREDITS + look.bonus(look.me, {"rest_credit": ""})
    choice = 0.5 * look.bonus(look.me, {"rest_choice": ""}) * look.left
    rest = choice + pay * look.credit + look.damage(look.me["damage"]) + 1 + 0.8 * face
    return REST if rest > best_battle(look)[0] + tour.repairs_worth(look) else TRAVEL


def best_battle(look: Look, values: Any = None) -> tuple[float, str]:
    """The battle most worth fighting, of those possible."""
    return max(
        (battle_worth(look, value), value)
        for value in (values or possible(look))
        if value not in (TOUR,)
    )


def possible(look: Look) -> list[str]:
    """The battles there would be at the start of a turn."""
    found = [SPACE] if look.view["space_deck"] else []
    if look.view["karokum"] and look.me["credits"] > karokum_price(look):
        found.append(VIA_KAROKUM)
    found += [ATTACK + planet["name"] for planet in look.view["planets"]]
    return [*found, *(f"{CHALLENGE}{int(rival['seat'])}" for rival in look.others)]


def battle_worth(look: Look, value: str) -> float:
    """What a battle is worth."""
    if value == SPACE:
        return stakes.space_worth(look)
    if value == VIA_KAROKUM:
        ships = look.view["karokum"]
        best = max(stakes.ship_worth(look, ship, "karokum") for ship in ships)
        return best - look.credit * karokum_price(look)
    if value.startswith(ATTACK):
        name = value.removeprefix(ATTACK)
        planet = next(planet for planet in look.view["planets"] if planet["name"] == name)
        return stakes.planet_worth(look, planet)
    rival = look.captains[int(value.removeprefix(CHALLENGE))]
    breach = breach_cost(look) if stakes.at_peace(look, rival) else 0.0
    return stakes.challenge_worth(look, rival) - breach


def karokum_price(look: Look) -> int:
    """MA-6.2: what an attack by way of Karokum costs this captain."""
    return max(0, KAROKUM_PRICE - look.bonus(look.me, {"cheaper_karokum": ""}))


def choose(look: Look, question: Question) -> Any:
    """MA-4.2: the best battle; the tour first if it makes the ship stronger."""
    values = question.values()
    if TOUR in values and tour.before_battle(look):
        return TOUR
    return best_battle(look, values)[1]


def pick_ship(look: Look, question: Question) -> Any:
    """MA-6.1, MA-6.2: the ship most worth attacking."""
    kind = "karokum" if question.kind == "pick_karokum_ship" else "space"
    ships = look.view["karokum"] if kind == "karokum" else look.view["space"]
    return max(ships, key=lambda ship: stakes.ship_worth(look, ship, kind))["name"]


# In the battle.


class Fight:
    """The battle being fought, from one fighter's side."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.battle: View = look.view["battle"]
        allies = [seat for seat in self.battle["allies"] if seat != self.battle["traitor"]]
        self.attackers = [self.battle["attacker"], *allies]
        self.attacking = look.seat in self.attackers
        self.lead: int = self.battle["attack"] - self.battle["defence"]

    def odds(self, shift: int = 0, *, die: bool = False) -> float:
        """How likely the own side wins, with so much more for it, maybe with the own die."""
        used = [seat for seat, face in enumerate(self.battle["faktor"]) if face is not None]
        own = sum(seat in self.attackers for seat in used)
        theirs = len(used) - own
        if self.attacking:
            return chance(self.lead + shift, self.look.faces, own + die, theirs)
        return 1 - chance(self.lead - shift, self.look.faces, own, theirs + die)

    @property
    def ahead(self) -> bool:
        """Would the own side win as the dice lie?"""
        return self.lead_with(0)

    def lead_with(self, shift: int) -> bool:
        return (self.lead + shift >= 0) if self.attacking else (self.lead - shift < 0)

    @property
    def stake(self) -> Stake:
        seat, battle = self.look.seat, self.battle
        if seat in (battle["attacker"], battle["defender"]):
            return stakes.stake_of(self.look, seat)
        return helper_stake(self.look)

    @property
    def principal(self) -> bool:
        return self.look.seat in (self.battle["attacker"], self.battle["defender"])


def declare(look: Look, question: Question) -> Any:
    """MA-6.6: use what makes enough of a difference for what it is worth."""
    fight, chosen, shift, die = Fight(look), list[str](), 0, False
    stake = fight.stake
    cards = {card["name"]: card for card in look.me["improvements"]}
    for value in question.values():
        before = fight.odds(shift, die=die)
        if value == FAKTOR:
            if (fight.odds(shift, die=True) - before) * stake.whole > stakes.debt_cost(look):
                die = True
                chosen.append(value)
            continue
        more, saved = boost(fight, cards[value], before)
        gain = (fight.odds(shift + more, die=die) - before) * stake.whole + saved
        if gain > look.improvement(cards[value]):
            shift += more
            chosen.append(value)
    return tuple(chosen)


def boost(fight: Fight, card: View, odds: float) -> tuple[int, float]:
    """What a card adds before the roll, and what it is worth besides."""
    look, (name, amount, _of) = fight.look, card["effect"]
    if name in ("add_power", "weaken"):
        return amount, 0.0
    if name == "forgive_debt":
        return int(fight.battle["debt"]), 0.0
    if name == "repair":
        mended = min(amount, look.me["damage"])
        return (mended if fight.principal else mended // 2), look.damage(mended)
    if name == "shield" and fight.attacking:
        return 0, (1 - odds) * fight.stake.loss
    return 0, 0.0


def play_after(look: Look, question: Question) -> Any:
    """MA-6.9: the cheapest card that turns a lost battle, if the battle is worth it."""
    fight = Fight(look)
    if fight.ahead:
        return PASS
    cards = {card["name"]: card for card in look.me["improvements"]}
    found = []
    for value in question.values()[1:]:
        gain = turned(fight, cards[value]) * fight.stake.whole - look.improvement(cards[value])
        found.append((gain, value))
    gain, value = max(found)
    return value if gain > 0 else PASS


def turned(fight: Fight, card: View) -> float:
    """How likely a card turns a battle that is lost as the dice lie."""
    name, amount, _of = card["effect"]
    battle = fight.battle
    if name == "reroll_all":
        rolled = sum(face for face in battle["faktor"] if face)  # Only roughly: they roll again.
        plain = battle["attack"] - battle["orange"] - (battle["defence"] - battle["gray"]) - rolled
        odds = chance(plain, fight.look.faces, int(rolled > 0))
        return odds if fight.attacking else 1 - odds
    shift = 0
    if name == "add_power":
        shift = amount
    elif name == "turn_die":
        face = battle["gray"] if fight.attacking else battle["orange"]
        shift = face - (7 - face)
    elif name == "hit":
        shift = amount
    return float(fight.lead_with(shift))


def hit_whom(look: Look, question: Question) -> Any:
    """The principal of the other side, whose power counts in full."""
    values = question.values()
    battle = look.view["battle"]
    principals = [seat for seat in values if seat in (battle["attacker"], battle["defender"])]
    return (principals or values)[0]


# The plunder.


def plunder(look: Look, question: Question) -> Any:
    """MA-7.3: whatever is worth most."""
    battle = look.view["battle"]
    loser = look.captains[battle["defender"]]
    worth = {
        CREDITS: look.credit * ((loser["credits"] + 1) // 2),
        IMPROVEMENT: max((look.gain_of(card) for card in loser["improvements"]), default=0.0),
        WRECKS: 2.0 * ((loser["wrecks"] + 1) // 2),
        NOTHING: -1.0,
    }
    return max(question.values(), key=lambda value: worth[value])


def take_improvement(look: Look, question: Question) -> Any:
    """The best improvement of the loser's."""
    loser = look.captains[look.view["battle"]["defender"]]
    cards = {card["name"]: card for card in loser["improvements"]}
    return max(question.values(), key=lambda name: look.improvement(cards[name]))


def take_wrecks(look: Look, question: Question) -> Any:
    """MA-7.3: of the loser's wrecks those most worth having."""
    best = sorted(look.mine["shown"], key=look.wreck, reverse=True)
    return tuple(ship["name"] for ship in best[: question.at_most()])


def take_support(look: Look, question: Question) -> Any:
    """The best support card of the Bazaar discard."""
    return max(look.view["bazaar"], key=look.improvement)["name"]
