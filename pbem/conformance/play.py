"""Ways to play a game to its end without people: at random, by the clock, with acts between."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pbem.engine import (
    ACT,
    ANSWER,
    CLOCK,
    RESIGN,
    AnswerError,
    Broken,
    Entry,
    Game,
    Match,
    Question,
    Step,
    begin,
    follow,
)

LONGEST = 20_000
"""A game that has not ended after so many decisions never will."""
BETWEEN_MILESTONES = 100


class Failed(Exception):
    """The game breaks a promise; the sentence says which, and where."""


MACHINERY = {"pbem.engine", "pbem.conformance"}


def in_words(why: Exception) -> str:
    """What went wrong, and in which line of the game."""
    if isinstance(why, Failed):
        return str(why)
    error = why.__cause__ if isinstance(why, Broken) and why.__cause__ else why
    said = f"{type(error).__name__}: {error}"
    for frame, line in reversed([*traceback.walk_tb(error.__traceback__)]):
        if _is_the_games(frame.f_globals.get("__name__", "")):
            code = frame.f_code
            return f"{said} ({Path(code.co_filename).name}, line {line}, in {code.co_name})"
    return said


def _is_the_games(module: str) -> bool:
    parts = module.split(".")
    return parts[0] not in sys.stdlib_module_names and ".".join(parts[:2]) not in MACHINERY


Style = Callable[[Match, random.Random], Entry]


def secret_for(seed: int) -> bytes:
    """A secret that a test can repeat."""
    return seed.to_bytes(8, "big", signed=True)


def answer_at_random(match: Match, rng: random.Random) -> Entry:
    """One open prompt, any of them, gets any legal answer."""
    asking = rng.choice(match.waiting())
    value = asking.prompt.sample(match.state, rng)
    return Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value)


def let_time_pass(match: Match, _rng: random.Random) -> Entry:
    """The first open prompt runs out of time."""
    asking = match.waiting()[0]
    value = match.due_default(asking.key)
    return Entry(match.seq + 1, CLOCK, asking.prompt.seat, asking.key, value)


def act_between(match: Match, rng: random.Random) -> Entry:
    """Between all answers, any seat does what it may do unasked."""
    seat = rng.choice(match.setting.seats)
    acts = match.acts(seat) if rng.random() < 0.5 else []
    if not acts:
        return answer_at_random(match, rng)
    act = rng.choice(acts)
    return Entry(match.seq + 1, ACT, seat, act.key, act.sample(rng))


def amend_and_resign(match: Match, rng: random.Random) -> Entry:
    """Sealed answers are changed, and now and then somebody leaves for good."""
    sealed = [asking for asking in match.open.values() if asking.answered and asking.sealed]
    if sealed and rng.random() < 0.5:
        asking = rng.choice(sealed)
        value = asking.prompt.sample(match.state, rng)
        return Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value)
    staying = [seat for seat in match.setting.seats if seat not in match.resigned]
    if len(staying) > 1 and rng.random() < 0.01:
        return Entry(match.seq + 1, RESIGN, rng.choice(staying))
    return answer_at_random(match, rng)


STYLES: dict[str, Style] = {
    "random play": answer_at_random,
    "time running out": let_time_pass,
    "acts between answers": act_between,
    "amended answers and resignations": amend_and_resign,
}


def play(
    game: Game[Any],
    seats: int,
    seed: int,
    style: Style = answer_at_random,
    *,
    keep: bool = False,
    longest: int = LONGEST,
) -> Match:
    """A whole game, checked at every step."""
    match = begin(game, seats, secret=secret_for(seed), keep=keep)
    for _step in steps(match, seed, style, longest=longest):
        pass
    return match


def steps(
    match: Match, seed: int, style: Style = answer_at_random, *, longest: int = LONGEST
) -> Iterator[Step]:
    """Play on to the end, step by step, and watch that the game keeps what it promises."""
    rng = random.Random(seed)
    decisions, milestone = 0, match.milestone
    for _decision in range(longest):
        if match.outcome is not None:
            check_outcome(match)
            return
        if not match.waiting():
            raise Failed(f"A dead end: nobody is asked anything. Rules: {match.where()}")
        step = match.enter(style(match, rng))
        yield _sound(match, step)
        for added in follow(match):
            yield _sound(match, added)
        if match.milestone != milestone:
            decisions, milestone = 0, match.milestone
        decisions += step.entry.kind != ACT
        if decisions > BETWEEN_MILESTONES:
            raise Failed(
                f"More than {BETWEEN_MILESTONES} decisions without a milestone. {match.where()}"
            )
    raise Failed(f"The game has not ended after {longest} decisions.")


def _sound(match: Match, step: Step) -> Step:
    complaints = list(match.game.invariants(match.state))
    if complaints:
        raise Failed(f"After entry {step.entry.seq}: {' '.join(complaints)}")
    return step


def check_outcome(match: Match) -> None:
    """An ended game names winners who sit at the table, and a score for all or for none."""
    outcome = match.outcome
    if outcome is None or not all(winner in match.setting.seats for winner in outcome.winners):
        raise Failed(f"The outcome {outcome!r} names a winner who is not at the table.")
    if outcome.scores and len(outcome.scores) != len(match.setting.seats):
        raise Failed(f"The outcome {outcome!r} does not give every seat a score.")


def legal(match: Match, entry: Entry) -> bool:
    """Would this answer, or this act, be taken?"""
    question: Question | None = None
    if entry.kind == ACT and entry.seat is not None:
        question = next((act for act in match.acts(entry.seat) if act.key == entry.key), None)
    elif entry.key in match.open:
        question = match.question(entry.key)
    if question is None or question.seat != entry.seat:
        return False
    try:
        question.check(entry.value)
    except AnswerError:
        return False
    return True
