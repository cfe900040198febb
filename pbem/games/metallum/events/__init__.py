"""What can happen in a game of Metallum, by chapter."""

from __future__ import annotations

from pbem.engine import Event

from . import acting, pieces, rounds

EVENTS: tuple[type[Event], ...] = (*rounds.EVENTS, *pieces.EVENTS, *acting.EVENTS)
