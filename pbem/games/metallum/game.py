"""Metallum as a game that can be sat down to."""

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
from .board import board_of
from .bot import BOTS
from .catalog import catalog
from .events import EVENTS
from .invariants import complaints
from .meta import META
from .names import OMEGA
from .pack import Pack, check_pack, read_pack, usual
from .prompts import ActFirst, WriteProgram
from .rules.play import play
from .state import PROGRAMMING, Metallum
from .view import view_of


class MetallumGame(Game[Metallum]):
    """Two corporations, secret programs, a row of planets."""

    meta = META
    state = Metallum
    events = EVENTS
    bots = MappingProxyType(BOTS)

    def set_up(self, setting: Setting) -> Metallum:
        return Metallum(setting)

    async def play(self, t: Table[Metallum]) -> Outcome:
        return await play(t)

    def view(self, s: Metallum, seat: Seat | None) -> Mapping[str, Any]:
        return view_of(s, seat)

    def board(self, view: Mapping[str, Any], tongue: Tongue) -> str:
        return board_of(view, tongue)

    def worlds(self, s: Metallum, seat: Seat | None, rng: random.Random) -> Iterable[Metallum]:
        """ML-7.4: other planets where nobody has looked, other orders of the decks."""
        for _world in range(3):
            other = s.copy()
            hidden = [at for at, up in enumerate(s.up) if not up and s.row[at] != OMEGA]
            planets = [s.row[at] for at in hidden] + s.out
            rng.shuffle(planets)
            for at in hidden:
                other.row[at] = planets.pop()
            other.out = planets
            rng.shuffle(other.deck)
            rng.shuffle(other.later)
            if seat != s.active:
                other.draft = []
            yield other

    def turn_sheet(self, s: Metallum, seat: Seat) -> Sequence[Prompt[Metallum, Any]]:
        """While programs are written: the program, and whether to act first if it may choose."""
        return (WriteProgram(seat), ActFirst(seat)) if s.phase == PROGRAMMING else ()

    def resign(self, t: Table[Metallum], seat: Seat) -> Outcome:
        """ML-7.4: resigning loses."""
        return Outcome("resigned", (t.state.enemy(seat),), tuple(t.state.money))

    def pack(self) -> Any:
        return usual()

    def read_pack(self, plain: Any) -> Pack:
        return read_pack(plain)

    def account(self, s: Metallum, events: Sequence[Event]) -> Account:
        return account(s, events)

    def check_pack(self, plain: Any) -> list[Flaw]:
        return check_pack(plain)

    def cards(self, pack: Pack) -> Sequence[Deck]:
        return catalog(pack)

    def invariants(self, s: Metallum) -> Iterable[str]:
        return complaints(s)

    def ending(self, outcome: Outcome) -> Text:
        """ML-5.4: who won, and by what."""
        winner = outcome.winners[0]
        won, lost = (outcome.scores[seat] for seat in (winner, 1 - winner))
        scores = _("%(one)d $ to %(other)d $", one=won, other=lost)
        match outcome.reason:
            case "money":
                return _("%(winner)s wins with %(scores)s.", winner=winner, scores=scores)
            case "robots":
                return _(
                    "Equal in $: %(winner)s has more robots in the system and wins.", winner=winner
                )
            case "modules":
                return _(
                    "Equal in $ and robots: %(winner)s bought dearer modules and wins.",
                    winner=winner,
                )
            case "resigned":
                return _("The other player resigns: %(winner)s wins.", winner=winner)
        return _("A draw: equal in $, in robots and in modules.")


GAME = MetallumGame()
