"""Proofs of what a game draws, as a printer makes them: its templates filled in for every seat,
along a few games. The conformance suite knows the rules only; pages and letters show this."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from pbem.conformance import Verdict
from pbem.conformance.play import act_between, in_words, secret_for, steps
from pbem.engine import PLAIN, Game, Match, Seat, Step, begin
from pbem.mail.gathering import BOARD as LETTER
from pbem.services import drawing

PROMISE = "Whatever a seat is shown can be drawn, on pages and in letters."
GAMES, EVERY = 3, 10
"""So many games are looked at, and every so many steps; a drawing takes long beside a rule."""

Proof = Callable[[], object]


def look_at(game: Game[Any], games: int) -> Verdict:
    """Draw all along some games; the first template that cannot be drawn breaks the promise."""
    try:
        for match, step in _along(game, min(games, GAMES)):
            for template, draw in _proofs(match, step):
                try:
                    draw()
                except Exception as why:  # A template in the making may break anywhere.
                    return Verdict("drawings", PROMISE, _in_words(template, why))
    except Exception as why:  # A view or a rule broke, which their own promises say too.
        return Verdict("drawings", PROMISE, in_words(why))
    return Verdict("drawings", PROMISE)


def _along(game: Game[Any], games: int) -> Iterator[tuple[Match, Step]]:
    for seed in range(games):
        seats = game.meta.seats[seed % len(game.meta.seats)]
        match = begin(game, seats, secret=secret_for(seed))
        for number, step in enumerate(chain([match.steps[1]], steps(match, seed, act_between))):
            if number % EVERY == 0 or match.outcome is not None:
                yield match, step


def _proofs(match: Match, step: Step) -> Iterator[tuple[str, Proof]]:
    """Each template that is filled in now."""
    game, tongue = match.game, drawing.rich(PLAIN)
    slug = game.meta.slug
    letter = drawing.game_template(slug, LETTER)
    for seat in (None, *map(Seat, match.setting.seats)):
        view = match.view(seat)
        yield drawing.BOARD, partial(drawing.board_html, game, view, tongue)
        if letter is not None:
            yield LETTER, partial(drawing.draw, letter, tongue, view=view)
    for event in step.events:
        name = f"told_{drawing.snake(type(event).__name__)}.html"
        yield name, partial(drawing.event_picture, slug, event, tongue)


def _in_words(template: str, why: Exception) -> str:
    """Which template it is and in which line, if that is known."""
    lines = [
        at.lineno
        for at in traceback.extract_tb(why.__traceback__)
        if at.filename.endswith(f"templates/{template}")
    ]
    place = f", line {lines[-1]}" if lines else ""
    return f"templates/{template}{place}: {type(why).__name__}: {why}"
