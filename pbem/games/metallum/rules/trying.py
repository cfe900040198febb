"""Trying moves out on a copy of the table, as far as they are foreseeable."""

from __future__ import annotations

from typing import Protocol

from pbem.engine import Event

from ..state import Metallum


class Doer(Protocol):
    """A table on which something can be done: the real one, or one for a trial."""

    @property
    def state(self) -> Metallum: ...

    def do(self, event: Event) -> None:
        """Make something happen."""


class NewInformation(Exception):
    """Nobody can foresee what comes here, so a trial ends."""


class Trial:
    """A copy of the table. It goes as far as everybody could foresee, and no further."""

    def __init__(self, state: Metallum) -> None:
        self.state = state.copy()

    def do(self, event: Event) -> None:
        """Make it happen on the copy; a planet that would be turned up ends the trial."""
        if event.reveals:
            raise NewInformation
        event.apply(self.state)
