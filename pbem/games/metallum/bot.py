"""A bot that looks ahead over its programs and the moves of its action phase.

It imagines the table from its view, tries programs and moves on copies of it, and takes what
leaves it best off: money, what the planets bring now and later, modules, leads that will last.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine import Question, Seat

from .imagining import Daydream, imagined
from .judging import judge
from .names import LEFT, RIGHT
from .pack import programs
from .prompts import SECOND
from .rules.moves import PLAY, carry_out, must_move, offers
from .state import Metallum

TRIED_PROGRAMS = 12
"""So many programs are tried out, of up to 108."""
TRIED_MOVES = 16
"""So many of the moves possible at one moment are tried out."""
NOISE = 0.5
"""How much a judgement wavers, in $: nobody can know a bot's program in advance."""


class Foreman:
    """The usual opponent."""

    def answer(self, view: Mapping[str, Any], question: Question, rng: random.Random) -> Any:
        seat = question.seat
        if question.kind == "write_program":
            return self.program(imagined(view, rng), seat, rng)
        if question.kind == "act_first":
            return SECOND
        return self.moves(imagined(view, rng), seat, rng)

    def act(
        self, view: Any, acts: Sequence[Question], rng: random.Random
    ) -> tuple[Question, Any] | None:
        return None

    def program(self, s: Metallum, seat: Seat, rng: random.Random) -> tuple[str, ...]:
        """The program whose action phase would leave the seat best off."""
        legal = programs(s.pack, s.active_tokens(seat))
        rng.shuffle(legal)
        legal.sort(key=len, reverse=True)
        tried = legal[:TRIED_PROGRAMS]
        return max(tried, key=lambda chosen: self._worth(s, seat, chosen, rng))

    def _worth(self, s: Metallum, seat: Seat, chosen: tuple[str, ...], rng: random.Random) -> float:
        dream = Daydream(s)
        dream.state.programs[seat] = chosen
        best = max(self._lines(dream.state, seat, rng, tried=6), key=lambda line: line[0])
        return best[0] - self._saved(s, chosen) + rng.gauss(0, NOISE)

    def _saved(self, s: Metallum, chosen: tuple[str, ...]) -> float:
        """Strong tokens are worth keeping for a better moment, but not past the sequence."""
        rounds_left = 2 - (s.round - 1) % 3
        return 0.12 * rounds_left * s.pack.complexity(chosen)

    def moves(self, s: Metallum, seat: Seat, rng: random.Random) -> tuple[str, ...]:
        """The best line of moves, up to the first planet it would discover."""
        _value, line = max(self._lines(s, seat, rng, tried=TRIED_MOVES), key=lambda x: x[0])
        dream, known, played = Daydream(s), sum(s.up), list[str]()
        for move in line:
            played.append(move)
            carry_out(dream, seat, move)
            if sum(dream.state.up) > known:
                break
        return tuple(played)

    def _lines(
        self, s: Metallum, seat: Seat, rng: random.Random, tried: int
    ) -> Iterator[tuple[float, tuple[str, ...]]]:
        """A line for each way to begin: with the ship somewhere else, or with something else."""
        begins: list[tuple[str, ...]] = [()]
        begins += [(move,) for move in offers(s, seat) if _takes_the_ship(s, move)]
        for begin in begins:
            dream = Daydream(s)
            for move in begin:
                carry_out(dream, seat, move)
            yield self._greedy(dream, seat, begin, rng, tried)

    def _greedy(
        self, dream: Daydream, seat: Seat, line: tuple[str, ...], rng: random.Random, tried: int
    ) -> tuple[float, tuple[str, ...]]:
        """Take the best move again and again, as long as one helps or the movement must run."""
        value = judge(dream.state, seat)
        while possible := self._worth_trying(dream.state, seat, rng, tried):
            must = must_move(dream.state, seat)
            best, choice, after = -1e9, "", dream
            for move in possible:
                if must and move in (LEFT, RIGHT):
                    continue
                trial = Daydream(dream.state)
                carry_out(trial, seat, move)
                worth = judge(trial.state, seat)
                if worth > best:
                    best, choice, after = worth, move, trial
            if best <= value + 0.01:
                if not must:
                    break
                best, choice, after = self._step(dream, seat, possible)
            value, dream, line = best, after, (*line, choice)
        return value, line

    def _step(
        self, dream: Daydream, seat: Seat, possible: list[str]
    ) -> tuple[float, str, Daydream]:
        """The better of the two directions."""
        found = []
        for move in possible:
            if move in (LEFT, RIGHT):
                trial = Daydream(dream.state)
                carry_out(trial, seat, move)
                found.append((judge(trial.state, seat), move, trial))
        return max(found, key=lambda x: x[0])

    def _worth_trying(self, s: Metallum, seat: Seat, rng: random.Random, tried: int) -> list[str]:
        """The moves possible now; of many ways to use an installation only some."""
        possible = offers(s, seat)
        if not s.ordinary:
            possible = [move for move in possible if not move.startswith("extra ")]
        if len(possible) <= tried:
            return possible
        few = [m for m in possible if m in (LEFT, RIGHT) or m.startswith(("deploy", "power"))]
        few += [m for m in possible if m.startswith(("buy", "deep"))]
        rest = [m for m in possible if m not in few]
        return few + rng.sample(rest, max(0, min(len(rest), tried - len(few))))


def _takes_the_ship(s: Metallum, move: str) -> bool:
    """Moves that bring nothing by themselves, but may by what comes after."""
    verb, *words = move.split()
    return verb in (LEFT, RIGHT) or (verb == PLAY and s.module(words[0]).effect == "jumps")


BOTS = {"foreman": Foreman()}
