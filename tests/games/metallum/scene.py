"""A table in the middle of a game, to try rules on: set up in one line, moved in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.engine import (
    ANSWER,
    CLOCK,
    PLAIN,
    AnswerError,
    Entry,
    Event,
    LoadedDice,
    Match,
    Seat,
    Step,
    begin,
)
from pbem.games.metallum.game import GAME
from pbem.games.metallum.invariants import complaints
from pbem.games.metallum.prompts import Actions
from pbem.games.metallum.rules.moves import carry_out, offers, tidy
from pbem.games.metallum.state import ACTIONS, Income, Metallum

RED, BLUE = Seat(0), Seat(1)
ROW = ("alpha", "delta", "eta", "gamma", "beta", "zeta", "omega")


class Scene:
    """A state to begin from, and what happened on it."""

    def __init__(
        self,
        robots: Mapping[str, Sequence[int]] | None = None,
        *,
        row: Sequence[str] = ROW,
        down: Sequence[str] = (),
        ships: Sequence[str] = ("alpha", "alpha"),
        money: Sequence[int] = (0, 0),
        deposits: Mapping[str, str] | None = None,
        modules: Mapping[str, tuple[Seat, str]] | None = None,
        hands: Sequence[Sequence[str]] = ((), ()),
        market: Sequence[str] = ("", "", "", ""),
        aside: Sequence[str] = (),
        program: str = "",
        seat: Seat = RED,
    ) -> None:
        s = Metallum(GAME.setting(2))
        s.row, s.up = list(row), [planet not in down for planet in row]
        s.out = sorted({"beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"} - set(row))
        s.deposits = [(deposits or {}).get(planet, "") for planet in row]
        s.robots = [[(robots or {}).get(planet, (0, 0))[who] for planet in row] for who in (0, 1)]
        s.stock = [25 - sum(s.robots[who]) for who in (0, 1)]
        s.ships = [row.index(place) for place in ships]
        s.money = list(money)
        s.ledger = [Income(1, Seat(who), money[who], "before") for who in (0, 1)]
        s.market, s.aside, s.hands = list(market), list(aside), [list(hand) for hand in hands]
        for module, (owner, place) in (modules or {}).items():
            s.owners[module], s.sites[module] = owner, row.index(place)
        s.used, s.bought, s.programs = [[], []], [[], []], [(), ()]
        self._put_rest_into_decks(s)
        s.round, s.phase = 1, ACTIONS
        self.state, self.seat = s, seat
        self.events: list[Event] = []
        if program:
            self.act(seat, program)

    @staticmethod
    def _put_rest_into_decks(s: Metallum) -> None:
        placed = {*s.market, *s.aside, *s.sites, *s.hands[0], *s.hands[1]}
        s.deck = [m for m in s.pack.of_kind("planet") if m not in placed]
        s.later = [m for m in s.pack.of_kind("action") if m not in placed]

    def act(self, seat: Seat, program: str) -> None:
        """It is this player's action phase, with this program."""
        s = self.state
        s.active = self.seat = seat
        s.done, s.activated, s.ordinary, s.played, s.load = [], [], False, False, ()
        s.programs[seat] = tuple(word.replace(" ", "-") for word in program.split(", "))

    def do(self, event: Event) -> None:
        event.apply(self.state)
        self.events.append(event)

    def may(self, move: str) -> bool:
        """Is this move among the offers now?"""
        return tidy(self.state, move) in offers(self.state, self.seat)

    def ways(self, verb: str) -> set[str]:
        """All moves that begin with these words."""
        return {m for m in offers(self.state, self.seat) if f"{m} ".startswith(f"{verb} ")}

    def run(self, *moves: str) -> Scene:
        """Make moves, each of which must be possible, and keep every invariant."""
        for move in moves:
            assert self.may(move), (move, offers(self.state, self.seat))
            carry_out(self, self.seat, tidy(self.state, move))
            assert list(complaints(self.state)) == []
        return self

    def robots(self, place: str) -> tuple[int, int]:
        at = self.state.row.index(place)
        return self.state.robots[0][at], self.state.robots[1][at]

    @property
    def at(self) -> str:
        """Where the acting player's ship is."""
        return self.state.row[self.state.ships[self.seat]]

    @property
    def money(self) -> tuple[int, ...]:
        return tuple(self.state.money)


class Game:
    """A real match with loaded dice, played in words."""

    def __init__(
        self,
        planets: Sequence[str] = ROW[1:-1],
        modules: Sequence[str] = (),
        actions: Sequence[str] = (),
        **loaded: Sequence[Sequence[object]],
    ) -> None:
        told: dict[str, Sequence[Sequence[object]]] = {"planets": [planets], **loaded}
        if modules:
            told["planet modules"] = [modules]
        if actions:
            told["action modules"] = [actions]
        self.match: Match = begin(GAME, 2, secret=b"metallum", dice=LoadedDice(told))

    @property
    def state(self) -> Metallum:
        state: Metallum = self.match.state
        return state

    def asked(self, seat: Seat) -> Any:
        """The question this seat is asked now."""
        (key,) = [a.key for a in self.match.waiting() if a.prompt.seat == seat]
        return self.match.question(key)

    def kinds(self) -> list[tuple[Seat, str]]:
        """Who is asked what."""
        return [(a.prompt.seat, a.prompt.kind) for a in self.match.waiting()]

    def say(self, seat: Seat, text: str) -> Step:
        """Answer in words."""
        return self.enter(seat, self.asked(seat).parse(text))

    def enter(self, seat: Seat, value: Any) -> Step:
        """Answer with a value."""
        entry = Entry(self.match.seq + 1, ANSWER, seat, self.asked(seat).key, value)
        return self._enter(entry)

    def time_out(self, seat: Seat) -> Step:
        key = self.asked(seat).key
        value = self.match.due_default(key)
        return self._enter(Entry(self.match.seq + 1, CLOCK, seat, key, value))

    def _enter(self, entry: Entry) -> Step:
        step = self.match.enter(entry)
        assert list(complaints(self.state)) == []
        return step

    def programs(self, red: str, blue: str) -> Step:
        self.say(RED, red)
        return self.say(BLUE, blue)

    def pass_rounds(self, until: int) -> None:
        """Let time run out until this round has begun."""
        while self.state.round < until and self.match.outcome is None:
            self.time_out(self.match.waiting()[0].prompt.seat)


def acting(program: str = "move 1, deploy 2", **facts: object) -> Scene:
    return Scene(program=program, **facts)  # type: ignore[arg-type]  # Scene's own facts.


def parse(scene: Scene, text: str) -> tuple[str, ...]:
    return Actions(scene.seat).parse(scene.state, text)


def refused(scene: Scene, text: str) -> str:
    with pytest.raises(AnswerError) as why:
        parse(scene, text)
    return PLAIN.say(why.value.text)
