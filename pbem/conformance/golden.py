"""Golden games: whole games as text that a person can read, replayed word for word.

A changed rule shows as a changed line. The files lie in a game's folder under `golden/`; the
lines that begin with '>' are the answers, everything else is what came of them.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from pbem.engine import (
    ACT,
    ANSWER,
    PLAIN,
    AnswerError,
    Broken,
    Entry,
    Event,
    Game,
    Match,
    Question,
    Seat,
    Step,
    begin,
)

from .play import Failed, act_between, secret_for, steps

SEEDS = (1, 2)


def folder(game: Game[Any]) -> Path:
    """Where a game's golden files lie."""
    source = sys.modules[type(game).__module__].__file__
    return Path(str(source)).parent / "golden"


def follows_its_golden_games(game: Game[Any], _games: int) -> None:
    """Every golden game still goes word for word as it is written."""
    files = sorted(folder(game).glob("*.txt"))
    if not files:
        raise Failed("There is no golden game. Write some: pbem check GAME --write-golden")
    for path in files:
        wanted = path.read_text(encoding="utf-8")
        got = retell(game, wanted)
        if got != wanted:
            raise Failed(f"{path.name} goes another way: {_first_difference(wanted, got)}")


def write(game: Game[Any]) -> list[Path]:
    """Play some games and write them down."""
    folder(game).mkdir(exist_ok=True)
    written = []
    for seed in SEEDS:
        seats = game.meta.seats[(seed - 1) % len(game.meta.seats)]
        path = folder(game) / f"{seats}-seats-{seed}.txt"
        path.write_text(tell(game, seats, seed), encoding="utf-8")
        written.append(path)
    return written


def tell(game: Game[Any], seats: int, seed: int) -> str:
    """A game of random answers as text."""
    match = begin(game, seats, secret=secret_for(seed))
    lines = [f"{game.meta.title}, {seats} seats, seed {seed}", *_told(match.steps[1])]

    def written(match: Match, rng: random.Random) -> Entry:
        entry = act_between(match, rng)
        question = _question(match, entry)
        lines.append(f"> p{int(question.seat) + 1} {entry.key}: {question.text(entry.value)}")
        return entry

    for step in steps(match, seed, written):
        lines += _told(step)
    return "\n".join([*lines, *_ending(match)]) + "\n"


def retell(game: Game[Any], text: str) -> str:
    """The same game again from its answers."""
    head, *rest = text.splitlines()
    seats, seed = (
        int(part.split()[i]) for part, i in zip(head.split(", ")[-2:], (0, 1), strict=True)
    )
    match = begin(game, seats, secret=secret_for(seed))
    lines = [f"{game.meta.title}, {seats} seats, seed {seed}", *_told(match.steps[1])]
    for line in (line for line in rest if line.startswith("> ")):
        who, _colon, answer = line[2:].partition(": ")
        name, _space, key = who.partition(" ")
        try:
            step = match.enter(_entry(match, Seat(int(name[1:]) - 1), key, answer))
        except (AnswerError, Broken) as why:
            raise Failed(f"'{line}' cannot be answered any more: {why}") from why
        lines += [line, *_told(step)]
    return "\n".join([*lines, *_ending(match)]) + "\n"


def _entry(match: Match, seat: Seat, key: str, answer: str) -> Entry:
    if key in match.open:
        value = match.question(key).parse(answer)
        return Entry(match.seq + 1, ANSWER, seat, key, value)
    entry = Entry(match.seq + 1, ACT, seat, key)
    return entry._replace(value=_question(match, entry).parse(answer))


def _question(match: Match, entry: Entry) -> Question:
    if entry.kind != ACT:
        return match.question(entry.key)
    for act in match.acts(entry.seat) if entry.seat is not None else ():
        if act.key == entry.key:
            return act
    raise Failed(f"Nobody is asked {entry.key} any more.")


def _told(step: Step) -> list[str]:
    return [f"    {_line(event)}" for event in step.events]


def _line(event: Event) -> str:
    text = event.sentence()
    facts = ", ".join(f"{name}={value!r}" for name, value in vars(event).items())
    said = f"  {PLAIN.say(text)}" if text is not None else ""
    return f"{type(event).__name__}({facts}){said}"


def _ending(match: Match) -> list[str]:
    if match.outcome is None:
        return ["The game goes on."]
    return [PLAIN.say(match.game.ending(match.outcome)), f"digest {match.digest}"]


def _first_difference(wanted: str, got: str) -> str:
    for number, (one, other) in enumerate(
        zip(wanted.splitlines(), got.splitlines(), strict=False), 1
    ):
        if one != other:
            return f"line {number} was '{one[:160]}' and is now '{other[:160]}'"
    return "one is longer than the other"
