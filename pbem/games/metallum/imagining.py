"""A table rebuilt from a view: what somebody who sees only the view can imagine."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from pbem.engine import Event, Seat, Setting

from .events.pieces import Discovered
from .names import OMEGA
from .pack import MODULE_KEYS, Module, Pack, Token
from .state import Metallum


def imagined(view: Mapping[str, Any], rng: random.Random) -> Metallum:
    """The table as the view shows it; planets that lie face down are guessed."""
    s = Metallum(Setting.of(2, pack=_pack(view)))
    planets, players = view["planets"], view["players"]
    guesses = rng.sample(view["unseen"], len(view["unseen"]))
    for at, planet in enumerate(planets):
        s.row.append(planet["planet"] or _guess(planet["place"], guesses))
        s.up.append(planet["up"])
        s.deposits.append(planet["deposit"])
        for module in planet["modules"]:
            s.sites[module["id"]], s.owners[module["id"]] = at, Seat(module["owner"])
    s.robots = [[planet["robots"][who] for planet in planets] for who in (0, 1)]
    s.stock = [player["stock"] for player in players]
    s.ships = [player["ship"] for player in players]
    s.money = [player["money"] for player in players]
    s.used = [list(player["used"]) for player in players]
    s.programs = [tuple(player["program"]) for player in players]
    s.hands = [list(player["hand"]) for player in players]
    s.bought = [list(player["bought"]) for player in players]
    s.market = [offer["module"] for offer in view["market"]]
    s.aside, s.discard = list(view["aside"]), list(view["discard"])
    s.round, s.phase, s.active = view["round"], view["phase"], view["active"]
    s.done, s.activated = list(view["done"]), list(view["activated"])
    s.ordinary, s.played = view["ordinary"], view["played"]
    s.load, s.draft = tuple(view["load"]), [left["move"] for left in view["draft"]]
    return s


def _guess(place: str, guesses: list[str]) -> str:
    return OMEGA if place == OMEGA else guesses.pop()


def _pack(view: Mapping[str, Any]) -> Pack:
    tokens, modules = view["tokens"], view["modules"]
    return Pack(
        tokens={name: Token(name, **facts) for name, facts in tokens.items()},
        modules={
            name: Module(name, **{key: facts[key] for key in MODULE_KEYS})
            for name, facts in modules.items()
        },
    )


class Daydream:
    """A copy of an imagined table that goes on even where a planet would be discovered.

    What the planet is stays out of it: its installation counts as used.
    """

    def __init__(self, state: Metallum) -> None:
        self.state = state.copy()

    def do(self, event: Event) -> None:
        event.apply(self.state)
        if isinstance(event, Discovered):
            self.state.activated.append(event.planet)
