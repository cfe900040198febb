"""Looking at the games and playing them: `games`, `play`, `simulate`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
def games() -> None:
    """List the games there are."""
    import textwrap

    from pbem import games as found
    from pbem.cli.speech import say
    from pbem.engine import _

    for slug in found.slugs():
        try:
            meta = found.meta(slug)
        except Exception as why:  # A plug-in may be broken in any way; the others still play.
            say(_("%(slug)s cannot be loaded: %(why)s", slug=slug, why=why))
            continue
        seats = ", ".join(map(str, meta.seats))
        say(_("%(slug)s: %(title)s, seats: %(seats)s", slug=slug, title=meta.title, seats=seats))
        click.echo(textwrap.fill(str(meta.blurb), 76, initial_indent="  ", subsequent_indent="  "))
        for choice in meta.options:
            values = ", ".join(map(str, choice.values))
            say(f"    {choice.name} ({values}): {choice.label}")


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play; the fewest possible if not said.")
@click.option("--bots", help="Who plays the other seats: a bot's name, or 'none' for people.")
@click.option("--humans", type=int, help="How many seats are played by people (1, or all).")
@click.option("--seed", help="Any words; the same words give the same dice.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the finished game here.")
def play(
    game: str,
    seats: int | None,
    bots: str | None,
    humans: int | None,
    seed: str | None,
    out: Path | None,
) -> None:
    """Play GAME here, in the terminal, against bots or with people beside you."""
    from pbem.cli.hotseat import hot_seat

    hot_seat(game, seats, bots, humans, seed, out)


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play; the fewest possible if not said.")
@click.option("--seed", default="1", show_default=True, help="The same seed, the same games.")
@click.option("--games", "count", type=click.IntRange(1, 1_000_000), default=1, show_default=True)
@click.option("--bots", default="random", show_default=True, help="One for all, or one per seat.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the games, numbered if many.")
@click.option("--states", is_flag=True, help="Write the state at every milestone too.")
def simulate(
    game: str,
    seats: int | None,
    seed: str,
    count: int,
    bots: str,
    out: Path | None,
    states: bool,
) -> None:
    """Let bots play GAME many times and say how it went."""
    from pbem.cli.simulating import simulate_games

    simulate_games(game, seats, seed, count, bots, out, states)


class Tables(click.ParamType[tuple[int, int]]):
    """How many games for a number of players: `4:2000`."""

    name = "SEATS:GAMES"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        seats, colon, count = str(value).partition(":")
        if not (colon and seats.isdecimal() and count.isdecimal() and 0 < int(count) < 10**6):
            self.fail(f"'{value}' is not like 4:2000, players and games.", param, ctx)
        return int(seats), int(count)


@click.command()
@click.argument("game")
@click.option("--table", "tables", type=Tables(), multiple=True, help="May be given again.")
@click.option("--bots", default="", help="Who plays, moving on by a seat each game. All of them.")
@click.option("--seed", default="1", show_default=True, help="The same seed, the same games.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), help="Write the report here (.md, .svg).")
def balance(
    game: str,
    tables: tuple[tuple[int, int], ...],
    bots: str,
    seed: str,
    jobs: int,
    out: Path | None,
) -> None:
    """Weigh GAME: who wins from where and with what, what happens, what nobody wants."""
    from pbem.cli.balancing import balance_games

    balance_games(game, tables, bots, seed, jobs, out)


COMMANDS = [games, play, simulate, balance]
