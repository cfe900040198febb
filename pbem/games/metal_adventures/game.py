"""Metal Adventures: the game as the engine takes it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine import (
    Account,
    Act,
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

from . import board, sheet, telling, view, worlds
from .account import OFFERING, account
from .bot import BOTS
from .catalog import catalog
from .check import flaws
from .events import EVENTS
from .events.captain import Resigned
from .invariants import invariants
from .meta import META
from .pack import Pack, read, usual
from .prompts.acts import acts
from .prompts.promises import decisions
from .rules.setup import set_up
from .rules.turn import turn
from .state import MetalAdventures


async def play(t: Table[MetalAdventures]) -> Outcome:
    """MA-3, MA-4: set up, then turn after turn until the game is over."""
    if not t.state.ready:
        await set_up(t)
    while True:
        t.milestone()
        outcome = await turn(t)
        if outcome is not None:
            return outcome


class MetalAdventuresGame(Game[MetalAdventures]):
    """Space pirates for two to six."""

    meta = META
    state = MetalAdventures
    events = EVENTS
    bots = BOTS
    habits = sheet.HABITS
    offering = OFFERING

    def set_up(self, setting: Setting) -> MetalAdventures:
        return MetalAdventures(setting)

    async def play(self, t: Table[MetalAdventures]) -> Outcome:
        return await play(t)

    def view(self, s: MetalAdventures, seat: Seat | None) -> Mapping[str, Any]:
        return view.view(s, seat)

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        return board.board(view, tongue)

    def worlds(
        self, s: MetalAdventures, seat: Seat | None, rng: random.Random
    ) -> Iterable[MetalAdventures]:
        return worlds.worlds(s, seat, rng)

    def blind(self, s: MetalAdventures, seat: Seat | None) -> None:
        """MA-5.4, MA-8.2: nobody can tell from a look ahead whether others could claim a trophy or
        have written an offer."""
        worlds.blind(s, seat)

    def acts(self, s: MetalAdventures, seat: Seat) -> Sequence[Act[MetalAdventures, Any]]:
        return acts(s, seat)

    def decisions(self, s: MetalAdventures) -> Sequence[Act[MetalAdventures, Any]]:
        """MA-8.8: disputes about promises in free words."""
        return decisions(s)

    def tell(self, events: Sequence[Event]) -> Iterable[tuple[Text, Event]]:
        return telling.tell(events)

    def turn_sheet(self, s: MetalAdventures, seat: Seat) -> Sequence[Prompt[MetalAdventures, Any]]:
        return sheet.turn_sheet(s, seat)

    def still_to_come(
        self, s: MetalAdventures, seat: Seat
    ) -> Sequence[Prompt[MetalAdventures, Any]]:
        return sheet.still_to_come(s, seat)

    def usual_turn(self, s: MetalAdventures, seat: Seat) -> Mapping[str, Any]:
        return sheet.usual_turn(s, seat)

    def resign(self, t: Table[MetalAdventures], seat: Seat) -> Outcome | None:
        """MA-10.8: the seat is played on; the last captain wins only if the table says so."""
        t.do(Resigned(seat))
        left = [other for other in t.seats if other not in t.state.resigned]
        if len(left) == 1 and t.options["last_captain_wins"]:
            return Outcome("last", tuple(left), tuple(t.state.glory))
        return None

    def pack(self) -> Any:
        return usual()

    def read_pack(self, pack: Any) -> Pack:
        return read(pack)

    def check_pack(self, pack: Any) -> list[Flaw]:
        return flaws(pack)

    def cards(self, pack: Pack) -> Sequence[Deck]:
        return catalog(pack)

    def invariants(self, s: MetalAdventures) -> Iterable[str]:
        return invariants(s)

    def account(self, s: MetalAdventures, events: Sequence[Event]) -> Account:
        return account(s, events)

    def ending(self, outcome: Outcome) -> Text:
        if outcome.reason == "last":
            return _("%(winner)s alone is left and wins.", winner=outcome.winners[0])
        why = (
            _("Nine glory are reached.")
            if outcome.reason == "glory"
            else _("The Space deck has run out.")
        )
        glory = outcome.scores[outcome.winners[0]]
        if len(outcome.winners) > 1:
            return _(
                "%(why)s %(winners)s share the victory with %(n)d glory.",
                why=why,
                winners=outcome.winners,
                n=glory,
            )
        return _(
            "%(why)s %(winner)s wins with %(n)d glory.",
            why=why,
            winner=outcome.winners[0],
            n=glory,
        )


GAME = MetalAdventuresGame()
