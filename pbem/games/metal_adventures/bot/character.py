"""What tells one captain from another: what a word, a friend and a knife are worth to them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Character:
    """A captain's character. What is worth something is counted in credits."""

    name: str
    conscience: float
    """How much a betrayal or a broken word has to bring beyond its price."""
    goodwill: float
    """What it is worth to help somebody who does not threaten to win."""
    spite: float
    """What a credit that the leader loses is worth."""
    glory: float = 4.5
    """What a point of glory is worth."""
    power: float = 3.5
    """What a point of main power is worth for the whole game."""


GREEDY = Character("greedy", conscience=3.0, goodwill=0.0, spite=0.2)
HONEST = Character("honest", conscience=1000.0, goodwill=0.4, spite=0.1)
TREACHEROUS = Character("treacherous", conscience=-2.0, goodwill=0.3, spite=0.4)
