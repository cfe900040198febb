"""What can happen in ArchPiratus, chapter by chapter."""

from __future__ import annotations

from pbem.engine import Event

from . import effects, setup, ship, store, turn

EVENTS: tuple[type[Event], ...] = (
    *setup.EVENTS,
    *turn.EVENTS,
    *store.EVENTS,
    *ship.EVENTS,
    *effects.EVENTS,
)
