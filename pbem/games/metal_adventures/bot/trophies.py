"""Which trophies a captain wants: how near each is, and what a deed would bring."""

# ruff: noqa: ARG001 All answers are asked for with the same arguments.

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pbem.engine import Question

from .look import CREDIT, Look, View

LIKELY = {
    "glory_title": 0.5,
    "beat_hunter": 0.35,
    "took_exxalia": 0.45,
    "took_bazaar": 0.45,
    "took_karokum": 0.45,
    "won_challenge": 0.6,
    "held_challenge": 0.3,
    "won_as_traitor": 0.2,
    "helped_win": 0.5,
    "beat_traitor": 0.1,
    "beat_ship": 0.5,
    "beat_from_karokum": 0.6,
}
"""How likely a captain with time ahead comes to do each deed."""
SURE, FAR = 0.95, 0.15


def prize(look: Look, trophy: View) -> float:
    """What a trophy brings when it is shown."""
    return float(look.glory * trophy["glory"] + CREDIT * trophy["credits"])


def likely(look: Look, trophy: View) -> float:
    """How likely the seat comes to show it."""
    name, amount, of = trophy["asks"]
    if name == "did":
        chance = LIKELY.get(of, 0.3)
        if of == "won_as_traitor":
            chance = 0.05 if look.who.conscience > 100 else chance
        return chance * (0.3 + 0.7 * look.left)
    missing: int = amount - owned(look, name)
    if missing <= 0:
        return SURE
    return max(FAR, SURE - missing * STEP[name]) * (0.3 + 0.7 * look.left)


STEP = {
    "fortune": 0.09,
    "wrecks": 0.18,
    "nations": 0.25,
    "power": 0.15,
    "improvements": 0.2,
    "same_type": 0.3,
}
"""How much less likely a state becomes with each thing that is missing."""


def owned(look: Look, name: str) -> int:
    """How much of what a trophy asks for is there."""
    me = look.me
    if name == "same_type":
        types = Counter(c["kind"] for c in me["improvements"] if c["kind"] != "support")
        return max(types.values(), default=0)
    return {
        "fortune": int(me["credits"]),
        "wrecks": int(me["wrecks"]),
        "nations": len(look.nations),
        "power": int(me["power"]),
        "improvements": len(me["improvements"]),
    }[name]


def worth(look: Look, trophy: View) -> float:
    """What a trophy in the hand is worth."""
    return prize(look, trophy) * likely(look, trophy)


def for_deed(look: Look, name: str, amount: int = 0) -> float:
    """What doing this would bring by the trophies in hand; only one can be shown in a turn."""
    found = [
        prize(look, trophy)
        for trophy in look.mine["trophies"]
        if trophy["asks"][0] == "did" and trophy["asks"][2] == name and trophy["asks"][1] <= amount
    ]
    return max(found, default=0.0)


def for_wreck(look: Look, ship: View) -> float:
    """What one more wreck would bring by the trophies in hand."""
    found = 0.0
    for trophy in look.mine["trophies"]:
        name, amount, _of = trophy["asks"]
        new = name == "wrecks" or (name == "nations" and not look.nations[ship["nation"]])
        if new and owned(look, name) < amount:
            found = max(found, prize(look, trophy) / (amount - owned(look, name)) * 0.8)
    return found


def best(look: Look, offered: Sequence[View]) -> View:
    """The trophy most worth having."""
    return max(offered, key=lambda trophy: worth(look, trophy))


def worst_held(look: Look) -> View:
    """The trophy least worth keeping."""
    return min(look.mine["trophies"], key=lambda trophy: worth(look, trophy))


def keep_two(look: Look, question: Question) -> Any:
    """MA-3.1: the two best of three."""
    offered = look.mine["looking_at"]
    places = sorted(question.values(), key=lambda n: -worth(look, offered[n]))
    return tuple(sorted(places[:2]))


def keep_one(look: Look, question: Question) -> Any:
    """The best of those drawn."""
    return best(look, look.mine["looking_at"])["name"]


def swap(look: Look, question: Question) -> Any:
    """MA-4.4, MA-6.11: give the worst trophy up for a new one, if it is not much good."""
    if not look.mine["trophies"]:  # Claimed or traded since it was asked.
        return question.values()[0]
    poor = worst_held(look)
    if worth(look, poor) < NEW_TROPHY * (0.3 + 0.7 * look.left):
        return poor["name"]
    return question.values()[0]


NEW_TROPHY = 4.0
"""What the better of two unknown trophies is worth early in the game."""
