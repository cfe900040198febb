"""What an action phase offers, in an order that people can read: what is short first."""

from __future__ import annotations

from collections.abc import Iterable

from .names import PLANETS

FEW = (6, 4, 3, 2, 1)
"""A kind of move with more ways than the first of these is told by an example."""
LISTED = 24
"""So many moves a letter lists; if there would be more, fewer ways are few."""


def subject(move: str) -> str:
    """What a move is about: its verb, and the module or the installation that it uses."""
    words = move.split()
    last = 1
    if words[0] in ("extra", "play"):
        last = 3 if words[1] == "activation" and len(words) > 2 else 2
    return " ".join(words[:last])


def by_subject(moves: Iterable[str]) -> dict[str, list[str]]:
    """All moves, those of a kind together."""
    found: dict[str, list[str]] = {}
    for move in moves:
        found.setdefault(subject(move), []).append(move)
    return found


def few_first(moves: Iterable[str]) -> tuple[list[str], list[list[str]]]:
    """Moves of which there are few of a kind, one by one; and the others, kind by kind."""
    kinds = sorted(by_subject(moves).values(), key=lambda ways: ways[0].split()[0] in PLANETS)
    most = next((n for n in FEW if sum(len(w) for w in kinds if len(w) <= n) <= LISTED), FEW[-1])
    few = [move for ways in kinds if len(ways) <= most for move in ways]
    return few, [ways for ways in kinds if len(ways) > most]


def example(ways: list[str]) -> str:
    """A way that shows all that may be written: the longest, from the middle of the list."""
    longest = max(len(way.split()) for way in ways)
    telling = [way for way in ways if len(way.split()) == longest]
    return telling[len(telling) // 2]
