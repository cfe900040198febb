"""What a battle is about: what winning brings and what losing costs, in credits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pbem.engine import Seat

from ..deals import PEACE
from . import trophies
from .look import SUPPORT, Look, View
from .odds import chance, mean

MARGIN = 0.12
"""How much likelier a point of power makes a battle that hangs in the balance."""
USUAL_STAKE = 7.0
PLANET_DAMAGE = 1
CHALLENGE_DAMAGE = 1
ENMITY = 1.0
"""What it costs to give somebody a reason, and others a chance to take sides."""


@dataclass(frozen=True)
class Stake:
    """What winning brings and what losing costs."""

    win: float
    loss: float

    @property
    def whole(self) -> float:
        return self.win + self.loss

    def at(self, odds: float) -> float:
        """What the battle is worth at these odds."""
        return odds * self.win - (1 - odds) * self.loss


def debt_cost(look: Look) -> float:
    """What rolling the Metal Faktor die now costs in the next own battle."""
    return USUAL_STAKE * MARGIN * mean(look.faces) * min(1.0, 2 * look.left)


def debt(captain: View) -> int:
    """MA-6.7: what the die of an earlier battle takes from a captain's next attack."""
    face = int(captain["faktor"])
    name, amount, _of = captain["base"]["effect"]
    return max(0, face - (amount if name == "debt_relief" else 0))


def best_odds(look: Look, lead: int, stake: Stake, theirs: int = 0) -> tuple[float, float]:
    """The odds of an attack, with the Metal Faktor die if it pays, and what the die costs."""
    plain = chance(lead, look.faces, 0, theirs)
    if look.me["faktor"]:
        return plain, 0.0
    rolled, cost = chance(lead, look.faces, 1, theirs), debt_cost(look)
    return (rolled, cost) if (rolled - plain) * stake.whole > cost else (plain, 0.0)


# Ships.


def ship_bonus(look: Look, captain: View, ship: View) -> int:
    """What a captain's cards add against this ship."""
    against: dict[str, str] = {"against_nation": ship["nation"]}
    if ship["hunter"]:
        against["against_hunters"] = ""
    return look.bonus(captain, against)


def ship_stake(look: Look, ship: View, kind: str) -> Stake:
    """MA-6.10: a ship's rewards and its wreck, or its damage."""
    pay = ship["credits"] + look.bonus(look.me, {"spoils": ""})
    deeds = [trophies.for_deed(look, "beat_ship", ship["power"])]
    if ship["hunter"]:
        deeds.append(trophies.for_deed(look, "beat_hunter"))
    if kind == "karokum":
        deeds.append(trophies.for_deed(look, "beat_from_karokum"))
    win = look.credit * pay + look.glory * ship["glory"] + SUPPORT * ship["support"]
    win += look.wreck(ship) + max(*deeds, trophies.for_wreck(look, ship), 0.0)
    return Stake(win, look.damage(ship["damage"]))


def ship_lead(look: Look, ship: View) -> int:
    """By how much the seat leads a ship before the dice."""
    return int(look.me["power"] + ship_bonus(look, look.me, ship) - debt(look.me) - ship["power"])


def ship_worth(look: Look, ship: View, kind: str) -> float:
    """What attacking a ship is worth."""
    stake = ship_stake(look, ship, kind)
    odds, cost = best_odds(look, ship_lead(look, ship), stake)
    return stake.at(odds) - cost


def _typical(power: int, damage: int, pay: float, glory: float) -> dict[str, Any]:
    return {
        "power": power,
        "damage": damage,
        "credits": pay,
        "glory": glory,
        "nation": "",
        "support": 0.2,
        "hunter": False,
    }


TYPICAL: Mapping[str, tuple[View, ...]] = {
    "near": (
        _typical(6, 1, 4, 0.0),
        _typical(7, 1, 4, 0.0),
        _typical(8, 2, 4, 0.0),
        _typical(9, 2, 5, 0.8),
        _typical(10, 2, 5, 0.8),
        _typical(11, 2, 5, 0.7),
    ),
    "deep": (
        _typical(12, 2, 6, 0.7),
        _typical(13, 2, 6, 1.0),
        _typical(14, 2, 6, 1.2),
        _typical(15, 3, 6, 2.0),
        _typical(16, 3, 7, 1.8),
        _typical(18, 3, 6, 2.7),
    ),
}
"""Ships as they are met in Space, by the back of the card."""


def space_worth(look: Look) -> float:
    """MA-6.1: what the best of three ships nobody has seen yet is worth."""
    kinds = TYPICAL[look.view["back"] or "deep"]
    worths = sorted(ship_worth(look, ship, "space") for ship in kinds)
    n = len(worths)
    return sum(w * ((i + 1) ** 3 - i**3) / n**3 for i, w in enumerate(worths))


# Planets.


def planet_stake(look: Look, planet: View) -> Stake:
    """MA-6.11: the treasure and what the planet is known for, or 1 damage."""
    name = planet["name"]
    extra = 0.0
    if name == "exxalia":
        extra = (3.5 if look.has_room else 1.0) * look.left
    elif name == "bazaar":
        extra = max((look.gain_of(card) for card in look.view["bazaar"]), default=0.0)
    elif look.view["karokum"]:
        extra = max(look.wreck(ship) for ship in look.view["karokum"])
    win = look.credit * planet["treasure"] + max(extra, 0.0)
    win += trophies.for_deed(look, f"took_{name}")
    return Stake(win, look.damage(PLANET_DAMAGE))


def planet_lead(look: Look, planet: View) -> int:
    """By how much the seat leads a planet before the dice."""
    bonus = look.bonus(look.me, {"against_planets": ""})
    return int(look.me["power"] + bonus - debt(look.me) - planet["power"])


def planet_worth(look: Look, planet: View) -> float:
    """What attacking a planet is worth."""
    stake = planet_stake(look, planet)
    odds, cost = best_odds(look, planet_lead(look, planet), stake)
    return stake.at(odds) - cost


# Challenges.


def plunder_worth(look: Look, loser: View) -> float:
    """MA-7.3: the best of the three plunders."""
    coins: float = look.credit * ((loser["credits"] + 1) // 2)
    cards = max((look.gain_of(card) for card in loser["improvements"]), default=0.0)
    wrecks = 2.0 * ((loser["wrecks"] + 1) // 2)
    return float(max(coins, cards, wrecks, 0.0))


def challenge_stake(look: Look, rival: View) -> Stake:
    """MA-7.3, MA-7.4: glory, the Pot and a plunder, or damage and the rival's glory."""
    pot = look.credit * look.view["pot"]
    threat = look.threat(rival["seat"])
    plunder = plunder_worth(look, rival)
    win = look.glory + pot + plunder * (1 + threat) + trophies.for_deed(look, "won_challenge")
    return Stake(win, look.damage(CHALLENGE_DAMAGE) + threat * (look.glory + pot))


def defence_stake(look: Look, challenger: View) -> Stake:
    """The same from the challenged captain's side."""
    pot = look.credit * look.view["pot"]
    threat = look.threat(challenger["seat"])
    lost = max(look.me["credits"] / 2, 2.0 * bool(look.me["improvements"]))
    loss = look.damage(CHALLENGE_DAMAGE) + lost + threat * (look.glory + pot)
    return Stake(look.glory + pot + trophies.for_deed(look, "held_challenge"), loss)


def challenge_lead(look: Look, rival: View) -> int:
    """By how much the seat leads a rival before the dice."""
    bonus = look.bonus(rival, {"when_challenged": ""})
    return int(look.me["power"] - debt(look.me) - rival["power"] - bonus)


def odds_against(look: Look, foe: View) -> float:
    """How likely this seat loses, if that captain challenges it."""
    bonus = look.bonus(look.me, {"when_challenged": ""})
    return chance(foe["power"] - debt(foe) - look.me["power"] - bonus, look.faces, 1, 1)


def challenge_worth(look: Look, rival: View) -> float:
    """What challenging somebody is worth; the rival will roll the Metal Faktor die too."""
    stake = challenge_stake(look, rival)
    theirs = 0 if rival["faktor"] else 1
    odds, cost = best_odds(look, challenge_lead(look, rival), stake, theirs)
    return stake.at(odds) - cost - ENMITY


def at_peace(look: Look, rival: View) -> bool:
    """MA-8.7: has this seat promised not to challenge that captain?"""
    owed = [promise["good"] for promise in look.mine["owe"]]
    return any(good["what"] == PEACE and good["who"] == rival["seat"] for good in owed)


def stake_of(look: Look, seat: Seat) -> Stake:
    """What the battle being fought is about, for one of its principals."""
    battle = look.view["battle"]
    if battle["ship"]:
        return ship_stake(look, battle["ship"], battle["kind"])
    if battle["planet"]:
        return planet_stake(look, battle["planet"])
    if seat == battle["attacker"]:
        return challenge_stake(look, look.captains[battle["defender"]])
    return defence_stake(look, look.captains[battle["attacker"]])
