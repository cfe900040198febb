"""Making games: `new-game`, `check`, `fuzz`, `cards`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("new-game")
@click.argument("slug")
@click.option("--into", type=click.Path(path_type=Path), help="The folder to put it in.")
def new_game(slug: str, into: Path | None) -> None:
    """Begin a new game SLUG: a copy of the smallest one, under its own name."""
    from pbem.cli.newgame import copy_game

    copy_game(slug, into)


@click.command()
@click.argument("slugs", metavar="GAME…", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Check every game there is.")
@click.option("--games", "count", type=click.IntRange(1, 10_000), default=10, show_default=True)
@click.option("--write-golden", is_flag=True, help="Write the golden games anew first.")
def check(slugs: tuple[str, ...], every: bool, count: int, write_golden: bool) -> None:
    """Try on a game everything that a game has to promise."""
    from pbem.cli.checking import check_games

    check_games(slugs, every, count, write_golden)


@click.command()
@click.argument("game")
@click.option("--seconds", type=click.FloatRange(0.1, 86_400), default=10.0, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game.")
@click.option("--games", "count", type=click.IntRange(1), help="Stop after so many games.")
@click.option("--into", type=click.Path(path_type=Path), default=Path(), help="For what breaks.")
def fuzz(game: str, seconds: float, seed: int, count: int | None, into: Path) -> None:
    """Do whatever people could do to GAME, at random, until it breaks or time is up."""
    from pbem.cli.fuzzing import fuzz_game

    fuzz_game(game, seconds, seed, count, into)


@click.group()
def cards() -> None:
    """Card packs: the cards of a game as a file."""


@cards.command("check")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--game", help="Whose cards these are; the folder of the file if not said.")
def check_cards(file: Path, game: str | None) -> None:
    """Say everything that is wrong with a card pack, line by line."""
    from pbem.cli.cards import check_pack

    check_pack(file, game)


COMMANDS = [new_game, check, fuzz, cards]
