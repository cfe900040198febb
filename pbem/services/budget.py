"""A time budget: a duty stops in time and goes on at the next tick, so that none delays another."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


class Budget:
    """So many seconds from now on."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    @property
    def spent(self) -> bool:
        """Whether it is time to stop."""
        return time.monotonic() >= self._until

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """One after the other, at least one, as long as there is time."""
        for thing in things:
            yield thing
            if self.spent:
                return
