"""Non-interference: what a seat may not know changes nothing that it can see.

A game says which other states of the world a seat could not tell from the real one
(`Game.worlds`). Put into each of them, the seat must see the same view, the same questions,
acts and turn sheet with the same refusals, the same people awaited, and, after any answer or act
that is possible in both, the same events up to the first that reveals something to it.
Commitments to sealed answers are left out: they are made to differ.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from pbem.engine import (
    ACT,
    PLAIN,
    Entry,
    Event,
    Game,
    Match,
    Part,
    Question,
    Sealed,
    Seat,
    Text,
    begin,
    fork,
)
from pbem.engine.event import fingerprint

from .play import Failed, act_between, answer_at_random, legal, secret_for, steps

LOOKED_AT = 25
"""So many moments of each game are looked at."""
REFUSALS = 12
"""So many of the things that cannot be chosen are asked for, of each question."""


def keeps_secrets(game: Game[Any], games: int) -> None:
    """Nothing that a seat sees depends on what it may not know."""
    differed = False
    for seed in range(games):
        rng = random.Random(seed)
        match = begin(game, game.meta.seats[seed % len(game.meta.seats)], secret=secret_for(seed))
        moments = 0
        for _step in steps(match, seed, act_between):
            if match.outcome is None and moments < LOOKED_AT and rng.random() < 0.3:
                moments += 1
                viewer = rng.choice((None, *match.setting.seats))
                differed |= _look(match, viewer, rng)
    if not differed and any(not event.audience.everybody for event in game.events):
        raise Failed("The game has private events, but its worlds() never differ from the truth.")


def _look(match: Match, viewer: Seat | None, rng: random.Random) -> bool:
    """Compare the real world with the others at one moment. True if any other differed."""
    seen = sight(match, viewer)
    differed = False
    for world in match.game.worlds(match.state, viewer, rng):
        if world == match.state:
            continue
        differed = True
        other = fork(match)
        vars(other.state).update(vars(world))
        _same(f"for {viewer} at entry {match.seq}", seen, sight(other, viewer))
        _same_after(_move(match, rng), match, world, viewer)
    return differed


def sight(match: Match, viewer: Seat | None) -> dict[str, Any]:
    """All that a seat can see at one moment."""
    asked = [q for q in map(match.question, match.open) if q.seat == viewer]
    acts = match.acts(viewer) if viewer is not None else []
    sheet = match.game.turn_sheet(match.state, viewer) if viewer is not None else ()
    quiet = match.game.quiet(match.state)
    awaited = sorted((int(a.prompt.seat), a.prompt.kind, a.answered) for a in match.open.values())
    return {
        "view": match.view(viewer),
        "questions": [shown(question) for question in asked],
        "acts": [shown(question) for question in acts],
        "turn sheet": [shown(Question("", prompt, match.state)) for prompt in sheet],
        "silence": None if quiet is None else PLAIN.say(quiet),
        "awaited": awaited,
    }


def shown(question: Question) -> dict[str, Any]:
    """A question as a page or a letter shows it."""
    parts: dict[str, Any] = {
        "key": question.key,
        "sentence": PLAIN.say(question.sentence()),
        "otherwise": PLAIN.say(question.otherwise()),
        "default": question.default,
        "facts": dict(question.facts),
        "rule": question.prompt.rule,
    }
    for name in ("at_least", "at_most", "low", "high", "yes", "no"):
        if hasattr(question.prompt, name):
            value = getattr(question, name)()
            parts[name] = value if isinstance(value, int) else PLAIN.say(value)
    if hasattr(question.prompt, "options"):
        parts["options"] = [
            (o.value, PLAIN.say(o.label), PLAIN.say(o.hint or ""), PLAIN.say(o.word))
            for o in question.options()
        ]
        parts["refusals"] = [*_refusals(question)]
    if hasattr(question.prompt, "parts"):
        parts["parts"] = [_part(part) for part in question.parts()]
    return parts


def _refusals(question: Question) -> Iterable[tuple[Any, ...]]:
    """What else may be typed, and why some of it is refused."""
    possible = question.values()
    explained = 0
    for value in question.every():
        also = [PLAIN.say(form) for form in question.also(value)]
        why = ""
        if value not in possible and explained < REFUSALS:
            explained += 1
            why = PLAIN.say(question.why_not(value))
        yield value, also, why


def _part(part: Part) -> dict[str, Any]:
    """A part of terms, and everything that may stand in it."""
    things = [
        {k: PLAIN.say(v) if isinstance(v, Text) else v for k, v in vars(thing).items()}
        for thing in part.things
    ]
    facts = {k: PLAIN.say(v) if isinstance(v, Text) else v for k, v in vars(part).items()}
    return {**facts, "things": things}


def _move(match: Match, rng: random.Random) -> Entry:
    """An answer that somebody could give now, or an act."""
    seat = rng.choice(match.setting.seats)
    acts = match.acts(seat) if rng.random() < 0.3 else []
    if acts:
        act = rng.choice(acts)
        return Entry(match.seq + 1, ACT, seat, act.key, act.sample(rng))
    return answer_at_random(match, rng)


def _same_after(entry: Entry, match: Match, world: Any, viewer: Seat | None) -> None:
    """Do the same in both worlds and compare what is told."""
    here, there = fork(match), fork(match)
    vars(there.state).update(vars(world))
    if not legal(there, entry):
        if entry.seat == viewer:
            raise Failed(
                f"Seat {viewer} may answer {entry.value!r} to {entry.key}"
                f" only because of what it cannot know."
            )
        return
    told_here, on_here = told(here.enter(entry).events, viewer)
    told_there, on_there = told(there.enter(entry).events, viewer)
    place = f"for {viewer} after {entry.value!r} to {entry.key}"
    shared = min(len(told_here), len(told_there)) if on_here or on_there else None
    _same(place, {"events": told_here[:shared]}, {"events": told_there[:shared]})
    if not (on_here or on_there):
        _same(place, sight(here, viewer), sight(there, viewer))


def told(events: Iterable[Event], viewer: Seat | None) -> tuple[list[str], bool]:
    """What the seat is told up to the first event that reveals it something, and if one did."""
    heard: list[str] = []
    for event in events:
        if event.reveals and event.seen_by(viewer):
            return heard, True
        if event.seen_by(viewer) and not isinstance(event, Sealed):
            heard.append(fingerprint(event))
    return heard, False


def _same(place: str, one: dict[str, Any], other: dict[str, Any]) -> None:
    for part, seen in one.items():
        if seen != other[part]:
            raise Failed(f"A secret shows {place}, in its {part}: {_difference(seen, other[part])}")


def _difference(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if one[key] != other.get(key):
                return f"{key}: {_difference(one[key], other.get(key))}"
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for mine, theirs in zip(one, other, strict=True):
            if mine != theirs:
                return _difference(mine, theirs)
    return f"{str(one)[:160]} or {str(other)[:160]}"
