"""The state of a game: plain data, and the setting it is played in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .words import Seat


@dataclass(frozen=True)
class Setting:
    """What was fixed before the first move: seats, options, the card pack, the rules' version."""

    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    pack: Any = None
    rules: int = 1

    @classmethod
    def of(cls, seats: int, **more: Any) -> Setting:
        return cls(tuple(Seat(i) for i in range(seats)), **more)


@dataclass
class State:
    """Base of every game's state. All its fields are plain data; `setting` is not stored."""

    setting: Setting = field(metadata={"stored": False}, compare=False, repr=False)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return self.setting.seats

    def after(self, seat: Seat) -> Seat:
        """The next seat clockwise."""
        seats = self.setting.seats
        return seats[(seat + 1) % len(seats)]

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """All seats, beginning with this one."""
        seats = self.setting.seats
        return seats[start:] + seats[:start]
