"""`replay`: rebuild finished games from their logs, and open a long one late or early."""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import cycle
from statistics import median
from typing import Any

from pbem import games
from pbem.engine import ANSWER, Entry, Game, Match, Outcome, Snapshot, begin, replay

from .plain import play_plain, replay_plain
from .playout import SEATS, SMALLEST, play_randomly
from .rounds import Ratio, Result, Row, Work, ratio_of, take_turns

LOGS = 40
EARLY, LATE, AROUND = 100, 10_000, 100


def replaying(seconds: float) -> Result:
    """Whole logs against a plain replay, then opening a long log at two places."""
    rates = take_turns({"ours": _ours(), "plain": _plain()}, seconds / 2)
    log = long_log()
    opened = take_turns({"early": _opening(log, EARLY), "late": _opening(log, LATE)}, seconds / 2)
    return Result(
        "replay",
        [
            Row(f"{SMALLEST} from its log, {SEATS} seats", "moves", median(rates["ours"])),
            Row("the same in plain Python", "moves", median(rates["plain"])),
            Row(f"open a long log near entry {EARLY:,}", "openings", median(opened["early"])),
            Row(f"open a long log near entry {LATE:,}", "openings", median(opened["late"])),
        ],
        [
            Ratio("ours ÷ plain", ratio_of(rates["ours"], rates["plain"]), aim=0.5, least=0.3),
            Ratio(
                "time to open late ÷ early",
                ratio_of(opened["early"], opened["late"]),
                aim=2,
                least=2,
                at_most=True,
            ),
        ],
    )


def _ours() -> Work:
    rng = random.Random(1)
    game = games.load(SMALLEST)
    played = cycle([play_randomly(game, SEATS, seed, rng) for seed in range(LOGS)])

    def work() -> int:
        match = next(played)
        again = replay(game, match.start, match.entries, match.secret)
        assert again.digest == match.digest
        return again.seq - 1  # The first entry is the start, not a move.

    return work


def _plain() -> Work:
    rng = random.Random(1)
    played = cycle([(seed, play_plain(SEATS, seed, rng)) for seed in range(LOGS)])

    def work() -> int:
        seed, moves = next(played)
        assert replay_plain(SEATS, seed, moves).over
        return len(moves)

    return work


@dataclass(frozen=True)
class LongLog:
    """A game of many thousand entries as a store keeps it: entries, and snapshots as JSON."""

    game: Game[Any]
    match: Match
    snapshots: Sequence[tuple[int, str]]

    def open(self, seq: int) -> Match:
        """The table as it was after this entry: the newest snapshot, and what came since."""
        at, text = self.snapshots[bisect_right(self.snapshots, seq, key=lambda kept: kept[0]) - 1]
        return replay(
            self.game,
            self.match.start,
            self.match.entries[at - 1 : seq],
            self.match.secret,
            snapshot=Snapshot(**json.loads(text)),
        )


def long_log(entries: int = LATE + AROUND) -> LongLog:
    """The smallest game played over and over at one table, with all its milestones kept."""
    game = endless()
    rng = random.Random(1)
    match = begin(game, SEATS, secret=b"a long log", keep=True)
    while match.seq < entries:
        asking = match.waiting()[0]
        value = asking.prompt.sample(match.state, rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
    snapshots = [
        (snapshot.seq, json.dumps(snapshot.as_json()))
        for step in match.steps.values()
        for snapshot in step.snapshots
    ]
    return LongLog(game, match, snapshots)


def endless() -> Game[Any]:
    """The smallest game with its own rounds, but whoever wins it all deals anew."""
    usual = games.load(SMALLEST)
    rules = import_module(type(usual).__module__)

    class Endless(type(usual)):  # type: ignore[misc]  # Games are found, so mypy cannot know it.
        async def play(self, t: Any) -> Outcome:
            s = t.state
            while True:
                if not s.dice or len(s.left) == 1:
                    t.do(rules.SatDown(t.dice.pick("first", t.seats)))
                t.milestone()
                await rules.play_round(t)

    game: Game[Any] = Endless()
    return game


def _opening(log: LongLog, seq: int) -> Work:
    at = cycle(range(seq, seq + AROUND))

    def work() -> int:
        wanted = next(at)
        opened = log.open(wanted)
        assert opened.digest == log.match.entries[wanted - 1].digest
        return 1

    return work
