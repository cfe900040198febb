"""Who sits where: bots by name, and a table of bots that plays itself to the end."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem import __version__
from pbem.engine import (
    ACT,
    ANSWER,
    PLAN,
    Bot,
    Entry,
    Game,
    Match,
    Question,
    RandomBot,
    Seat,
    _,
    begin,
    follow,
)
from pbem.engine.strand import Asking, Wait

from .speech import Refusal

Seen = Callable[[Question, Any], None]
"""Somebody who looks on: told of every question and its answer, before it is entered."""

MOST_DECISIONS = 100_000
MOST_ACTS = 3
"""So many things in a row may a bot do unasked before play goes on."""


def secret_for(seed: str) -> bytes:
    """The secret of a game that is to come out the same every time."""
    return hashlib.sha256(f"pbem seed {seed}".encode()).digest()


def sit_down(game: Game[Any], seats: int, seed: str | None, *, keep: bool = False) -> Match:
    """A new game; with a seed always the same."""
    secret = None if seed is None else secret_for(seed)
    return begin(game, seats, secret=secret, package=__version__, keep=keep)


def find_bots(game: Game[Any], names: str, seats: int) -> list[Bot]:
    """Bots by their names, with commas between: one for each seat, or one for all."""
    known: dict[str, Bot] = {**game.bots, "random": RandomBot()}
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in known:
            raise Refusal(
                _(
                    "%(title)s has no bot '%(name)s'. It has: %(list)s.",
                    title=game.meta.title,
                    name=name,
                    list=[*known],
                )
            )
    if len(wanted) not in (1, seats):
        raise Refusal(
            _(
                "Name one bot for all %(seats)d seats, or one for each; you named %(n)d.",
                seats=seats,
                n=len(wanted),
            )
        )
    return [known[name] for name in (wanted * seats)[:seats]]


def bot_turn(
    match: Match, asking: Asking, bot: Bot, rng: random.Random, seen: Seen | None = None
) -> None:
    """A bot's turn to answer: first what it does unasked, then its answer."""
    seat = asking.prompt.seat
    view = match.view(seat)
    for _again in range(MOST_ACTS):
        acts = match.acts(seat)
        done = bot.act(view, acts, rng) if acts else None
        if done is None:
            break
        act, value = done
        match.enter(Entry(match.seq + 1, ACT, seat, act.key, value))
        view = match.view(seat)
    if match.open.get(asking.key) is not asking or asking.answered:
        return  # What it did has settled the question.
    question = match.question(asking.key)
    answer = bot.answer(view, question, rng)
    if seen is not None:
        seen(question, answer)
    match.enter(Entry(match.seq + 1, ANSWER, seat, asking.key, answer))


@dataclass
class Waits:
    """Counts how often a table has to wait for somebody else.

    People who are asked together are waited for once. Somebody who answers and is asked again
    at once is still there, so nobody waits.
    """

    count: int = 0
    _seen: set[Wait] = field(default_factory=set)
    _last: Seat | None = None

    def see(self, match: Match, asking: Asking) -> None:
        """This asking is about to be answered."""
        wait = match.strands.waits[asking.key]
        if wait not in self._seen:
            self._seen.add(wait)
            alone = [other.prompt.seat for other in wait.askings] == [self._last]
            self.count += not alone
        self._last = asking.prompt.seat


@dataclass(frozen=True)
class Played:
    """A game that bots have played."""

    match: Match
    decisions: int
    waits: int


def lay_habits(match: Match, bots: Sequence[Bot]) -> None:
    """What the game's own bots answer beforehand. A bot that plays anything has no habits."""
    items = [match.game.codec.encode(item) for item in match.game.habits]
    for seat, bot in enumerate(bots):
        if items and bot in match.game.bots.values():
            match.enter(Entry(match.seq + 1, PLAN, Seat(seat), value=items))
    follow(match)


def play_out(
    match: Match, bots: Sequence[Bot], rng: random.Random, seen: Seen | None = None
) -> Played:
    """Let the bots play to the end, by the standing orders that people in their place have."""
    decisions, waits = 0, Waits()
    lay_habits(match, bots)
    while match.outcome is None:
        asking = match.waiting()[0]
        waits.see(match, asking)
        bot_turn(match, asking, bots[asking.prompt.seat], rng, seen)
        follow(match)
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise Refusal(
                _(
                    "The game does not end: %(n)d decisions have been made. Rules: %(where)s",
                    n=decisions,
                    where=" > ".join(match.where()),
                )
            )
    return Played(match, decisions, waits.count)
