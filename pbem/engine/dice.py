"""Dice that everyone can check afterwards.

A draw is a hash of (seed, rewind epoch, milestone, name with its seat, use). It does not depend
on who answered first, and after a rewind the same draw falls differently. The seed comes from
the server's secret, which is published as a hash when the game opens and itself when it ends,
and from a phrase that each player may add, so that the server cannot choose the dice alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from .words import Seat

T = TypeVar("T")


def commitment_of(secret: bytes) -> str:
    """What is published when the game opens: it binds the secret and shows nothing of it."""
    return hashlib.sha256(b"pbem secret" + secret).hexdigest()


def phrase_hash(phrase: str) -> str:
    """A player's phrase as the log keeps it."""
    return hashlib.sha256(b"pbem phrase" + phrase.encode()).hexdigest() if phrase else ""


def seed_of(secret: bytes, phrases: Sequence[str]) -> bytes:
    """The seed: the server's secret mixed with the hash of every player's phrase."""
    return hmac.digest(secret, "\n".join(["seed", *phrases]).encode(), "sha256")


def nonce_for(secret: bytes, key: str, seq: int) -> str:
    """A sealed answer's own nonce: fresh for every entry, known to nobody before it is shown."""
    return hmac.digest(secret, f"nonce\n{key}\n{seq}".encode(), "sha256")[:16].hex()


def seal(nonce: str, key: str, answer: str) -> str:
    """Commit to an answer: nobody can read it, and nobody can change it afterwards."""
    return hmac.digest(bytes.fromhex(nonce), f"{key}\n{answer}".encode(), "sha256").hex()


class Dice:
    """All chance at one table."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._uses: dict[str, int] = {}
        self._stage = "0/0"

    def stage(self, epoch: int, milestone: int) -> None:
        """Enter a milestone: the uses of every name count from nothing again."""
        self._stage = f"{epoch}/{milestone}"
        self._uses.clear()

    def epoch(self, epoch: int) -> None:
        """A rewind: from here on every draw falls differently."""
        self._stage = f"{epoch}/{self._stage.partition('/')[2]}"

    def roll(
        self, name: str, count: int = 1, *, sides: int = 6, seat: Seat | None = None
    ) -> tuple[int, ...]:
        """Roll some dice: numbers from 1 to `sides`, each as likely as the others."""
        if not 1 <= sides <= 255:  # A byte is drawn for each die.
            raise ValueError(f"{name!r} has {sides} sides; dice here have 1 to 255 sides.")
        label = self._use(name, seat)
        fallen, unfair = _die(sides)
        rolled = b""
        block = 0
        while len(rolled) < count:
            rolled += self._hash(f"{label}/{block}").translate(fallen, unfair)
            block += 1
        return tuple(rolled[:count])

    def shuffle(self, name: str, cards: Sequence[T], *, seat: Seat | None = None) -> tuple[T, ...]:
        """Put cards into an order that nobody knows, each order as likely as the others."""
        label = self._use(name, seat)
        order = sorted(range(len(cards)), key=lambda i: self._hash(f"{label}/{i}"))
        return tuple(cards[i] for i in order)

    def pick(self, name: str, among: Sequence[T], *, seat: Seat | None = None) -> T:
        """Take one at random."""
        return self.shuffle(name, among, seat=seat)[0]

    def _use(self, name: str, seat: Seat | None) -> str:
        who = name if seat is None else f"{name}@{int(seat)}"
        use = self._uses.get(who, 0)
        self._uses[who] = use + 1
        return f"{self._stage}/{who}/{use}"

    def _hash(self, label: str) -> bytes:
        return hashlib.sha256(self._seed + label.encode()).digest()


@cache
def _die(sides: int) -> tuple[bytes, bytes]:
    """What each byte means on a die, and the bytes that mean nothing, lest some sides come more."""
    fair = 256 - 256 % sides
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(fair, 256))


class LoadedDice(Dice):
    """Dice for tests: named rolls and shuffles come out as told, all others as chance has it.

    `LoadedDice({"battle": [(6,), (1,)], "deck": [("a", "b")]})` gives the first two uses of
    'battle' and the first shuffle of 'deck'. A name with a seat is written 'cup@1'.
    """

    def __init__(self, told: Mapping[str, Sequence[Sequence[object]]], seed: bytes = b"") -> None:
        super().__init__(seed)
        self._told = {name: list(rolls) for name, rolls in told.items()}

    def roll(
        self, name: str, count: int = 1, *, sides: int = 6, seat: Seat | None = None
    ) -> tuple[int, ...]:
        chance = super().roll(name, count, sides=sides, seat=seat)
        told = self._next(name, seat)
        if told is None:
            return chance
        rolled = tuple(n for n in told if isinstance(n, int) and 1 <= n <= sides)
        if len(rolled) != count or len(told) != count:
            raise ValueError(f"{name!r} is loaded with {told!r}, but {count}d{sides} are rolled.")
        return rolled

    def shuffle(self, name: str, cards: Sequence[T], *, seat: Seat | None = None) -> tuple[T, ...]:
        chance = super().shuffle(name, cards, seat=seat)
        told = self._next(name, seat)
        if told is None:
            return chance
        front, rest = [], [*chance]
        for wanted in told:
            if wanted not in rest:
                raise ValueError(f"{name!r} is loaded with {told!r}, but shuffles {cards!r}.")
            front.append(rest.pop([*rest].index(wanted)))  # One of several that are alike.
        return tuple(front + rest)

    def unused(self) -> dict[str, int]:
        """How many loaded throws nobody has made yet: a test that expects none can say so."""
        return {name: len(rolls) for name, rolls in self._told.items() if rolls}

    def _next(self, name: str, seat: Seat | None) -> Sequence[object] | None:
        who = name if seat is None else f"{name}@{int(seat)}"
        for label in (who, name):
            if self._told.get(label):
                return self._told[label].pop(0)
        return None
