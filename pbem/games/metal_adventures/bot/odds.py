"""The exact odds of a battle: both battle dice, and the Metal Faktor dice of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

D6 = dict.fromkeys(range(1, 7), 1 / 6)
Spread = Mapping[int, float]


def plus(one: Spread, other: Spread, sign: int = 1) -> dict[int, float]:
    """The spread of two throws added up, or of their difference."""
    found: dict[int, float] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + sign * b] = found.get(a + sign * b, 0.0) + p * q
    return found


def even(faces: tuple[int, ...]) -> dict[int, float]:
    """The spread of a die with these faces."""
    found: dict[int, float] = {}
    for face in faces:
        found[face] = found.get(face, 0.0) + 1 / len(faces)
    return found


@cache
def swing(faces: tuple[int, ...], own: int = 0, theirs: int = 0) -> Spread:
    """MA-6.7: by how much the dice favour the attacker, with so many Metal Faktor dice a side."""
    found = plus(D6, D6, -1)
    for _die in range(own):
        found = plus(found, even(faces))
    for _die in range(theirs):
        found = plus(found, even(faces), -1)
    return found


@cache
def chance(lead: int, faces: tuple[int, ...] = (), own: int = 0, theirs: int = 0) -> float:
    """MA-6.7: how likely the attacker wins who leads by so much before the roll. A tie wins."""
    return sum(p for dice, p in swing(faces, own, theirs).items() if lead + dice >= 0)


@cache
def mean(faces: tuple[int, ...]) -> float:
    """What a Metal Faktor die shows on average."""
    return sum(faces) / len(faces) if faces else 0.0
