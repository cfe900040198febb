"""What can happen in a game of Metal Adventures, by chapter."""

from pbem.engine import Event

from . import battle, captain, cards, deals, promises, trophies, turn

EVENTS: tuple[type[Event], ...] = (
    *turn.EVENTS,
    *captain.EVENTS,
    *cards.EVENTS,
    *trophies.EVENTS,
    *battle.EVENTS,
    *deals.EVENTS,
    *promises.EVENTS,
)
