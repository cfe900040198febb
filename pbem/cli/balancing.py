"""Many games of bots, weighed: who wins from where and with what, and what nobody wants."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

import click

from pbem.engine import AnswerError, Bot, Broken, Game, Question, Seat, _

from .balance_report import chart, report
from .seats import Played, find_bots, play_out, sit_down
from .speech import Refusal, check_seats, find_game, open_to_write, say

CHUNK = 25
"""So many games are played between two looks at the bar."""


@dataclass
class Share:
    """How often something could have come out, and how often it did."""

    of: int = 0
    hits: float = 0.0

    @property
    def rate(self) -> float:
        """In 100."""
        return 100 * self.hits / self.of if self.of else 0.0

    def add(self, other: Share) -> None:
        self.of += other.of
        self.hits += other.hits


Shares = defaultdict[str, Share]


def _shares() -> Shares:
    return defaultdict(Share)


@dataclass
class Weighing:
    """What the games of one number of players were like."""

    seats: int
    games: int = 0
    entries: list[int] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    waits: list[int] = field(default_factory=list)
    seconds: float = 0.0
    by_seat: Shares = field(default_factory=_shares)
    by_bot: Shares = field(default_factory=_shares)
    by_start: dict[str, Shares] = field(default_factory=dict)
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    offers: dict[str, Shares] = field(default_factory=dict)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, other: Weighing) -> None:
        """Put another weighing of the same number of players on top."""
        self.games += other.games
        self.entries += other.entries
        self.turns += other.turns
        self.waits += other.waits
        self.seconds += other.seconds
        self.reasons += other.reasons
        for own, more in ((self.by_seat, other.by_seat), (self.by_bot, other.by_bot)):
            _add(own, more)
        for mine, theirs in ((self.by_start, other.by_start), (self.offers, other.offers)):
            for name, shares in theirs.items():
                _add(mine.setdefault(name, _shares()), shares)
        for name, counter in other.counts.items():
            self.counts.setdefault(name, Counter()).update(counter)

    @property
    def waits_a_turn(self) -> float:
        """How often a turn waits for somebody else."""
        return sum(self.waits) / sum(self.turns) if sum(self.turns) else 0.0

    @property
    def length(self) -> float:
        return mean(self.turns or self.entries)


def _add(own: Shares, more: Shares) -> None:
    for name, share in more.items():
        own[name].add(share)


class Scales:
    """Weighs one game after another."""

    def __init__(self, game: Game[Any], seats: int, bots: Sequence[str]) -> None:
        self.game = game
        self.found = Weighing(seats)
        self.names = bots
        self.bots = [find_bots(game, name, 1)[0] for name in bots]

    def play(self, seed: str, k: int) -> None:
        """Play a game and weigh it. The bots move on by a seat with each game."""
        seats = self.found.seats
        turned = [(seat + k) % len(self.bots) for seat in range(seats)]
        players: list[Bot] = [self.bots[which] for which in turned]
        name = f"{seed}/{k}"
        begun = time.process_time()
        match = sit_down(self.game, seats, name)
        played = play_out(match, players, random.Random(name), seen=self.see)
        self.found.seconds += time.process_time() - begun
        self.weigh(played, [self.names[which] for which in turned])

    def see(self, question: Question, answer: Any) -> None:
        """A question is answered; where it offers cards, count them."""
        group = self.game.offering.get(question.kind)
        if group is None:
            return
        taken = answer if isinstance(answer, tuple) else (answer,)
        shares = self.found.offers.setdefault(group, _shares())
        for value in question.values():
            share = shares[str(question.word(value))]
            share.of += 1
            share.hits += value in taken

    def weigh(self, played: Played, names: Sequence[str]) -> None:
        """Count what a finished game was like."""
        match, found = played.match, self.found
        outcome = match.outcome
        assert outcome is not None
        events = [event for step in match.steps.values() for event in step.events]
        account = self.game.account(match.state, events)
        found.games += 1
        found.entries.append(len(match.entries))
        found.waits.append(played.waits)
        found.reasons[outcome.reason] += 1
        if account.turns:
            found.turns.append(account.turns)
        for group, counter in account.counts.items():
            found.counts.setdefault(group, Counter()).update(counter)
        for group, cards in account.offers.items():
            shares = found.offers.setdefault(group, _shares())
            for card, (lay, taken) in cards.items():
                shares[card].add(Share(lay, taken))
        part = 1 / len(outcome.winners) if outcome.winners else 0.0
        for seat in map(Seat, range(found.seats)):
            won = part if seat in outcome.winners else 0.0
            found.by_seat[str(seat + 1)].add(Share(1, won))
            found.by_bot[names[seat]].add(Share(1, won))
            for what, began in account.starts.items():
                found.by_start.setdefault(what, _shares())[began[seat]].add(Share(1, won))


def weigh_some(slug: str, seats: int, bots: Sequence[str], seed: str, numbers: range) -> Weighing:
    """Play and weigh some of the games."""
    scales = Scales(find_game(slug), seats, bots)
    for k in numbers:
        try:
            scales.play(seed, k)
        except (Broken, AnswerError) as why:
            raise Refusal(
                _("Game %(k)d of seed %(seed)s breaks: %(why)s", k=k, seed=seed, why=why)
            ) from why
    return scales.found


def weigh_all(
    slug: str, seats: int, bots: Sequence[str], seed: str, count: int, jobs: int
) -> Iterator[Weighing]:
    """Play and weigh all of them, some at a time, with so many processes."""
    chunks = [range(k, min(k + CHUNK, count + 1)) for k in range(1, count + 1, CHUNK)]
    if jobs == 1:
        for chunk in chunks:
            yield weigh_some(slug, seats, bots, seed, chunk)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(weigh_some, slug, seats, bots, seed, chunk) for chunk in chunks]
        for one in waiting:
            yield one.result()


def balance_games(
    slug: str, tables: Iterable[tuple[int, int]], bots: str, seed: str, jobs: int, out: Path | None
) -> None:
    """Play, weigh, tell, and write the report with its chart."""
    game = find_game(slug)
    names = [name.strip() for name in bots.split(",")] if bots else [*game.bots] or ["random"]
    for name in names:
        find_bots(game, name, 1)
    found: list[Weighing] = []
    for seats, count in tables or [(min(game.meta.seats), 100)]:
        weighing = Weighing(check_seats(game, seats))
        label = str(_("%(title)s, %(n)d players", title=game.meta.title, n=seats))
        with click.progressbar(length=count, label=label) as bar:
            for part in weigh_all(slug, seats, names, seed, count, jobs):
                weighing.add(part)
                bar.update(part.games)
        found.append(weighing)
    drawing = f"{out.stem}.svg" if out is not None else ""
    text = report(game.meta.title, found, names, seed, drawing)
    say(text)
    if out is not None:
        with open_to_write(out) as file:
            file.write(text)
        with open_to_write(out.with_suffix(".svg")) as file:
            file.write(chart(game.meta.title, found))
