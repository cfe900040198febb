"""What is asked in a game of Metallum: a program, who acts first, and what is done."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine import PLAIN, ChooseOne, ChooseSome, NotAllowed, Ordered, Text, Tongue, _

from .listing import example, few_first
from .names import token_name
from .pack import KINDS, MOVEMENT, clash, joined, programs
from .refusals import does_not_join, why_not_move
from .rules.moves import (
    ANYWAY,
    LOOK,
    VERBS,
    carry_out,
    foresee,
    must_move,
    offers,
    tidy,
    usual,
)
from .rules.reach import conceivable
from .rules.trying import NewInformation, Trial
from .state import Metallum
from .typed import english, parted, token_word, typed
from .wording import describe_move

FIRST, SECOND = "first", "second"
LONGEST = 13
"""No action phase has more: four tokens, two loads of Alpha in parts, an installation, a word."""


@dataclass
class WriteProgram(ChooseSome[Metallum, str]):
    """ML-2.1: choose 1 to 4 active subroutines that join into one program."""

    rule = "ML-2.1"
    opens = True

    def values(self, s: Metallum) -> Sequence[str]:
        return s.active_tokens(self.seat)

    def every(self, s: Metallum) -> Sequence[str]:
        return tuple(s.pack.tokens)

    def at_least(self, s: Metallum) -> int:
        return 1

    def at_most(self, s: Metallum) -> int:
        return len(KINDS)

    def default(self, s: Metallum) -> tuple[str, ...]:
        """ML-7.3: the cheapest active movement alone."""
        moves = [t for t in self.values(s) if s.token(t).kind == MOVEMENT]
        return (min(moves, key=lambda t: s.token(t).complexity),)

    def fits(self, s: Metallum, chosen: tuple[str, ...]) -> Text | None:
        kinds = [s.token(token).kind for token in chosen]
        for kind in KINDS:
            if kinds.count(kind) > 1:
                twice = [token_word(t) for t in chosen if s.token(t).kind == kind]
                return _("%(list)s are of one kind. Choose one of them.", list=twice)
        if MOVEMENT not in kinds:
            return _("Every program needs one movement. Add 'move 1', 'move 2' or 'move 3'.")
        pair = clash(s.pack, chosen)
        if pair is not None:
            return does_not_join(s, pair)
        if not joined(s.pack, chosen):
            return _(
                "These do not hang together: a deployment or a special has to lead from the"
                " movement to the extension."
            )
        return None

    def sentence(self, s: Metallum) -> Text:
        return _(
            "Round %(round)d of 9: write your program, one movement and up to three more.",
            round=s.round,
        )

    def label(self, s: Metallum, value: str) -> Text:
        return token_name(value)

    def hint(self, s: Metallum, value: str) -> Text:
        return _("complexity %(n)d", n=s.token(value).complexity)

    def word(self, s: Metallum, value: str) -> Text:
        return token_word(value)

    def _read(self, s: Metallum, text: str, tongue: Tongue) -> str:
        token = english(s, text[:100], tongue).replace(" ", "-")
        return token if token in s.pack.tokens else super()._read(s, text, tongue)

    def why_not(self, s: Metallum, value: object) -> Text:
        if value in s.used[self.seat]:
            return _(
                "'%(token)s' is used up until the end of the sequence. Active are: %(list)s.",
                token=token_word(str(value)),
                list=[token_word(t) for t in self.values(s)],
            )
        return super().why_not(s, value)

    def facts(self, s: Metallum) -> Mapping[str, int]:
        return {"round": s.round, "money": s.money[self.seat]}

    def sample(self, s: Metallum, rng: random.Random) -> tuple[str, ...]:
        legal = programs(s.pack, tuple(self.values(s)))
        return legal[rng.randrange(len(legal))]


@dataclass
class ActFirst(ChooseOne[Metallum, str]):
    """ML-3.1: the player with the simpler program says who acts first."""

    rule = "ML-3.1"

    def values(self, s: Metallum) -> Sequence[str]:
        return SECOND, FIRST

    def sentence(self, s: Metallum) -> Text:
        return _("You decide who acts first this round. Do you act first or second?")

    def label(self, s: Metallum, value: str) -> Text:
        return _("act first") if value == FIRST else _("act second")

    def also(self, s: Metallum, value: str) -> Iterable[Text | str]:
        return (_("first"),) if value == FIRST else (_("second"),)

    def facts(self, s: Metallum) -> Mapping[str, int]:
        """For standing orders: the round, and by how much the own program is simpler."""
        mine, theirs = (
            s.pack.complexity(s.programs[who]) for who in (self.seat, s.enemy(self.seat))
        )
        return {"round": s.round, "simpler": theirs - mine}


@dataclass
class Actions(Ordered[Metallum, str]):
    """ML-3.2, ML-7.2: the whole action phase as one ordered list of moves."""

    rule = "ML-3.2"

    def values(self, s: Metallum) -> Sequence[str]:
        few, many = self._listed(s)
        return [*few, *(way for ways in many for way in ways)]

    def _listed(self, s: Metallum) -> tuple[list[str], list[list[str]]]:
        words = (LOOK,) if all(s.up) else (LOOK, ANYWAY)
        return few_first([*conceivable(s, self.seat), *words])

    def brief(self, s: Metallum) -> int:
        return len(self._listed(s)[0])

    def how(self, s: Metallum) -> Text:
        """With an example for whatever can be done in many ways."""
        _few, many = self._listed(s)
        shown = [
            _("'%(move)s' (%(what)s)", move=typed(move), what=self.label(s, move))
            for move in map(example, many)
        ]
        told = _("Reply with your moves in order, with commas between: their numbers, or words.")
        if not shown:
            return told
        return _("%(told)s You can also write, for example: %(list)s.", told=told, list=shown)

    def at_most(self, s: Metallum) -> int:
        return LONGEST

    def default(self, s: Metallum) -> tuple[str, ...]:
        return usual(s, self.seat)

    def check(self, s: Metallum, value: Any) -> tuple[str, ...]:
        """Unlike other orders, one may hold a move twice: 'more 1 eta, more 1 eta' (MT-35)."""
        if not isinstance(value, tuple | list) or len(value) > LONGEST:
            raise NotAllowed(self._how_many(s))
        chosen = tuple(self._one(s, move) for move in value)
        meant, wrong = foresee(s, self.seat, chosen)
        if wrong is not None:
            raise NotAllowed(why_not_move(s, self.seat, chosen, wrong))
        return meant

    def parse(self, s: Metallum, text: str, tongue: Tongue = PLAIN) -> tuple[str, ...]:
        return super().parse(s, parted(text, tongue), tongue)

    def _one(self, s: Metallum, value: object) -> str:
        """Any move that is well formed; whether it can be made depends on those before it."""
        if isinstance(value, str) and len(value) <= 100:
            move = tidy(s, value)
            if move.partition(" ")[0] in VERBS:
                return move
        raise NotAllowed(self.why_not(s, value))

    def _read(self, s: Metallum, text: str, tongue: Tongue) -> str:
        move = tidy(s, english(s, text[:100], tongue))
        if move.partition(" ")[0] in VERBS:
            return move
        return super()._read(s, text, tongue)

    def sentence(self, s: Metallum) -> Text:
        return _(
            "It is your action phase. Write what you do, in order: your program is %(program)s.",
            program=[token_name(token) for token in s.to_run(self.seat)],
        )

    def otherwise(self, s: Metallum) -> Text:
        done = self.default(s)
        if not done:
            return _("If you do nothing, your action phase ends.")
        moves = [describe_move(s, move) for move in done if move != ANYWAY]
        if ANYWAY in done:
            return _(
                "If you do nothing, this is done without asking again: %(moves)s.", moves=moves
            )
        return _("If you do nothing, this is done: %(moves)s.", moves=moves)

    def label(self, s: Metallum, value: str) -> Text:
        return describe_move(s, value)

    def word(self, s: Metallum, value: str) -> Text:
        return typed(value)

    def sample(self, s: Metallum, rng: random.Random) -> tuple[str, ...]:
        trial, chosen = Trial(s), list[str]()
        while possible := offers(trial.state, self.seat):
            done = not must_move(trial.state, self.seat)
            if len(chosen) == LONGEST - 1 or (done and rng.random() < 0.2):
                break
            chosen.append(_any(possible, rng))
            try:
                carry_out(trial, self.seat, chosen[-1])
            except NewInformation:
                return (*chosen, ANYWAY) if rng.random() < 0.2 else tuple(chosen)
            if rng.random() < 0.03:
                return (*chosen, LOOK)
        return tuple(chosen) if not must_move(trial.state, self.seat) else (*chosen, LOOK)


def _any(possible: list[str], rng: random.Random) -> str:
    """A verb at random, then a way to do it: else the verbs with many ways crowd out the rest."""
    verbs = sorted({move.partition(" ")[0] for move in possible})
    verb = verbs[rng.randrange(len(verbs))]
    ways = [move for move in possible if move.partition(" ")[0] == verb]
    return ways[rng.randrange(len(ways))]


@dataclass
class GoOn(Actions):
    """ML-7.2: a planet has been discovered, or the player wanted to look: what now?"""

    rule = "ML-7.2"

    def sentence(self, s: Metallum) -> Text:
        left = [token_name(token) for token in s.to_run(self.seat)]
        if not left:
            return _("Your action phase goes on. Your program has run; is there more you do?")
        return _("Your action phase goes on. Still to run: %(program)s.", program=left)
