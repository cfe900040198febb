"""Play some games and print their digests: run twice, by `checks.ignores_hash_seeds`."""

from __future__ import annotations

import sys
from importlib import import_module

from .play import act_between, play


def main(where: str, games: int) -> None:
    """`where` is 'module:NAME' of a game."""
    module, _colon, name = where.partition(":")
    game = getattr(import_module(module), name)
    for seed in range(games):
        seats = game.meta.seats[seed % len(game.meta.seats)]
        print(play(game, seats, seed, act_between).digest)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
