"""ArchPiratus: the game as a table is offered it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pbem.engine import (
    Account,
    Deck,
    Event,
    Flaw,
    Game,
    Outcome,
    Prompt,
    Seat,
    Setting,
    Table,
    Text,
    Tongue,
    _,
)

from .account import account
from .board import board
from .bot import SensibleBot
from .catalog import catalog
from .events import EVENTS
from .meta import META
from .pack import Pack, read_pack, usual_pack
from .pack_check import check_pack
from .prompts.buy import Buy
from .prompts.move import Go, TurnIn
from .prompts.outfit import Outfit
from .rules.turn import play
from .state import BUY, MISSION, MOVE, OUTFIT, Pirates
from .view import view
from .worlds import complaints, worlds


class ArchPiratus(Game[Pirates]):
    """A deckbuilding race for two, or for one against the automatic ship."""

    meta = META
    state = Pirates
    events = EVENTS
    bots = MappingProxyType({"sensible": SensibleBot()})
    runs_on = True  # AP-4.1: 'look' in the Buy step and 'blind' in the next say who wants to look.

    def set_up(self, setting: Setting) -> Pirates:
        return Pirates(setting)

    async def play(self, t: Table[Pirates]) -> Outcome:
        return await play(t)

    def view(self, s: Pirates, seat: Seat | None) -> Mapping[str, Any]:
        return view(s, seat)

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        return board(view, tongue)

    def worlds(self, s: Pirates, seat: Seat | None, rng: random.Random) -> Iterable[Pirates]:
        return worlds(s, seat, rng)

    def turn_sheet(self, s: Pirates, seat: Seat) -> Sequence[Prompt[Pirates, Any]]:
        """AP-4.1: a whole turn in one form, once the hand is drawn.

        A step that is being gone through for the second time is not offered for a third.
        """
        if not s.ships or s.active != seat or not s.step:
            return ()
        sheet = (Buy(seat), Outfit(seat), Go(seat), TurnIn(seat))
        again = {BUY: bool(s.used or s.rotated), OUTFIT: bool(s.contracts)}
        return sheet[STEPS.index(s.step) + again.get(s.step, False) :]

    def resign(self, t: Table[Pirates], seat: Seat) -> Outcome:
        """AP-4.3: who leaves loses; in the solo game the automatic ship wins."""
        s = t.state
        points = tuple(s.points(who) for who in s.seats) if s.ships else ()
        return Outcome("resigned", tuple(who for who in s.seats if who != seat), points)

    def pack(self) -> Any:
        return usual_pack()

    def read_pack(self, pack: Any) -> Pack:
        return read_pack(pack)

    def account(self, s: Pirates, events: Sequence[Event]) -> Account:
        return account(s, events)

    def check_pack(self, pack: Any) -> list[Flaw]:
        return check_pack(pack)

    def cards(self, pack: Pack) -> Sequence[Deck]:
        return catalog(pack)

    def invariants(self, s: Pirates) -> Iterable[str]:
        return complaints(s)

    def ending(self, outcome: Outcome) -> Text:
        return ending(outcome)


STEPS = (BUY, OUTFIT, MOVE, MISSION)


def ending(outcome: Outcome) -> Text:
    """How it ended, as a sentence."""
    won = outcome.winners[0] if outcome.winners else None
    match outcome.reason:
        case "final" if won is None:
            return _("The automatic ship turns in its final mission and wins.")
        case "final":
            return _("%(winner)s turns in the final mission and wins.", winner=won)
        case "shot" if won is None:
            return _("The automatic ship shoots the last ship down and wins.")
        case "shot":
            return _("%(winner)s is the last captain flying and wins.", winner=won)
        case "resigned" if won is None:
            return _("The captain gives up: the automatic ship wins.")
        case "resigned":
            return _("The other captain gives up: %(winner)s wins.", winner=won)
    if won is None:
        return _("Time is up: the automatic ship wins.")
    if len(outcome.winners) > 1:
        return _("Time is up, and nobody is ahead: a draw.")
    return _("Time is up: %(winner)s is ahead and wins.", winner=won)


GAME = ArchPiratus()
