"""Many games of bots, and what they were like."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from statistics import mean, median
from typing import Any

import click

from pbem import export
from pbem.engine import AnswerError, Broken, Game, Text, _

from .seats import Played, find_bots, play_out, sit_down
from .speech import Refusal, check_seats, find_game, open_to_write, rules_broken, say


def simulate_games(
    slug: str, seats: int | None, seed: str, count: int, bots: str, out: Path | None, states: bool
) -> None:
    """Play, write and sum up."""
    game = find_game(slug)
    n = check_seats(game, seats)
    if states and out is None:
        raise Refusal(_("--states needs --out: say where the games are to be written."))
    players = find_bots(game, bots, n)
    tally = Tally(game, n)
    with click.progressbar(range(1, count + 1), label=game.meta.title, hidden=count == 1) as bar:
        for k in bar:
            name = f"{seed}/{k}"
            try:
                match = sit_down(game, n, name, keep=states)
                played = play_out(match, players, random.Random(name))
            except (Broken, AnswerError) as why:
                said = rules_broken(why) if isinstance(why, Broken) else why.text
                raise Refusal(
                    _("Game %(k)d of seed %(seed)s breaks: %(why)s", k=k, seed=seed, why=said)
                ) from why
            tally.add(played)
            if out is not None:
                with open_to_write(numbered(out, k, count)) as file:
                    export.write(played.match, file, states=states)
    tally.tell()


def numbered(out: Path, k: int, count: int) -> Path:
    """The file of the k-th game: the one named if it is the only one."""
    width = len(str(count))
    return out if count == 1 else out.with_name(f"{out.stem}-{k:0{width}d}{out.suffix}")


class Tally:
    """What the games were like."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self.game = game
        self.seats = seats
        self.lengths: list[int] = []
        self.decisions: list[int] = []
        self.waits: list[int] = []
        self.wins: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()
        self.shared = 0

    def add(self, played: Played) -> None:
        outcome = played.match.outcome
        assert outcome is not None
        self.lengths.append(len(played.match.entries))
        self.decisions.append(played.decisions)
        self.waits.append(played.waits)
        self.wins.update(int(seat) for seat in outcome.winners)
        self.shared += len(outcome.winners) > 1
        self.reasons[outcome.reason] += 1

    def tell(self) -> None:
        n = len(self.lengths)
        say(
            _(
                "%(title)s with %(seats)d players, %(n)d games.",
                title=self.game.meta.title,
                seats=self.seats,
                n=n,
            )
        )
        rows: list[tuple[Text, list[int]]] = [
            (_("length (entries)"), self.lengths),
            (_("decisions"), self.decisions),
            (_("waits for another person"), self.waits),
        ]
        for label, numbers in rows:
            click.echo(f"  {label!s:<26}{_spread(numbers)}")
        for seat in range(self.seats):
            won = self.wins[seat]
            label = _("seat %(n)d won", n=seat + 1)
            click.echo(f"  {label!s:<26}{won:>7}  {100 * won / n:5.1f} %")
        if self.shared:
            label = _("victories shared")
            click.echo(f"  {label!s:<26}{self.shared:>7}")
        for reason, times in self.reasons.most_common():
            label = _("ended by '%(reason)s'", reason=reason)
            click.echo(f"  {label!s:<26}{times:>7}  {100 * times / n:5.1f} %")


def _spread(numbers: list[int]) -> str:
    facts = _(
        "mean %(mean).1f, median %(median)g, from %(least)d to %(most)d",
        mean=mean(numbers),
        median=median(numbers),
        least=min(numbers),
        most=max(numbers),
    )
    return str(facts)
