"""Bots: they sit at a table like people, see what people see, and knock at the same door."""

from __future__ import annotations

from typing import Any

from pbem.engine import Bot, Game, RandomBot

RANDOM = "random"


def known(game: Game[Any]) -> dict[str, Bot]:
    """Every bot that can play this game, the usual one first; one that plays anything last."""
    return {**game.bots, RANDOM: RandomBot()}
