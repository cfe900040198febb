"""`playout`: bots' random legal play in process, without a store."""

from __future__ import annotations

import random
from itertools import count
from statistics import median
from typing import Any

from pbem import games
from pbem.engine import ANSWER, Entry, Game, Match, begin

from .plain import play_plain
from .rounds import ROUNDS, Ratio, Result, Row, Work, rate, ratio_of, take_turns

SMALLEST = "dudo"
SEATS = 3
LONGEST = 20_000


def play_randomly(game: Game[Any], seats: int, seed: int, rng: random.Random) -> Match:
    """A whole game of random legal answers, through the door that everybody uses."""
    match = begin(game, seats, secret=seed.to_bytes(8, "big"))
    while match.outcome is None:
        asking = match.waiting()[0]
        value = asking.prompt.sample(match.state, rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
        if match.seq > LONGEST:
            raise RuntimeError(f"A game of {game.meta.title} does not end.")
    return match


def playout(seconds: float) -> Result:
    """Our smallest game against the plain one, then every other game."""
    game = games.load(SMALLEST)
    others = [slug for slug in games.slugs() if slug != SMALLEST]
    share = seconds / (len(others) + 3)
    rates = take_turns(
        {"ours": _ours(game, SEATS), "plain": _plain(SEATS)}, seconds - share * len(others)
    )
    result = Result("playout")
    result.rows.append(Row(f"{SMALLEST}, {SEATS} seats", "decisions", median(rates["ours"])))
    result.rows.append(Row("the same in plain Python", "decisions", median(rates["plain"])))
    result.ratios.append(
        Ratio("ours ÷ plain", ratio_of(rates["ours"], rates["plain"]), aim=0.5, least=0.2)
    )
    for slug in others:
        result.rows += _measure_game(slug, share)
    return result


def _ours(game: Game[Any], seats: int) -> Work:
    rng, seeds = random.Random(1), count()
    return lambda: play_randomly(game, seats, next(seeds), rng).seq - 1


def _plain(seats: int) -> Work:
    rng, seeds = random.Random(1), count()
    return lambda: len(play_plain(seats, next(seeds), rng))


def _measure_game(slug: str, seconds: float) -> list[Row]:
    """A real game, for which there is no yardstick: how many games and decisions."""
    try:
        game = games.load(slug)
        seats = game.meta.seats[len(game.meta.seats) // 2]
        work, lengths = _ours(game, seats), []

        def one_game() -> int:
            lengths.append(work())
            return lengths[-1]

        one_game()
        rates = [rate(one_game, seconds / ROUNDS) for _round in range(ROUNDS)]
    except Exception as why:  # A game that cannot be played must not hide the others' figures.
        return [Row(slug, "decisions", 0.0, f"cannot be played: {type(why).__name__}: {why}")]
    each = sum(lengths) / len(lengths)
    what = f"{slug}, {seats} seats"
    return [
        Row(what, "decisions", median(rates), f"{each:.0f} decisions a game"),
        Row(what, "games", median(rates) / each),
    ]
