"""What every game promises, one function each. A broken promise raises `Failed`."""

from __future__ import annotations

import gc
import json
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain, islice
from typing import Any

from pbem.engine import (
    PLAIN,
    AnswerError,
    Broken,
    Diverged,
    Entry,
    Game,
    Match,
    Question,
    Snapshot,
    Text,
    Unreadable,
    begin,
    fork,
    replay,
    rewind,
    undo,
)

from . import golden, secrecy
from .play import STYLES, Failed, act_between, answer_at_random, in_words, play, secret_for, steps

Check = Callable[[Game[Any], int], None]
WHILE = 3
"""So many milestones a match goes on from a milestone, and from so many to the end."""


def plays_to_the_end(game: Game[Any], games: int) -> None:
    """Every way to play comes to an end, for every number of seats."""
    for name, style in STYLES.items():
        for seats in game.meta.seats:
            for seed in range(games if name != "time running out" else max(1, games // 4)):
                try:
                    play(game, seats, seed, style)
                except Exception as why:
                    place = f" In: {' > '.join(why.where)}" if isinstance(why, Broken) else ""
                    said = f"{name}, {seats} seats, seed {seed}: {in_words(why)}{place}"
                    raise Failed(said) from why


def awaits_every_question(game: Game[Any], games: int) -> None:
    """No rule asks and forgets to wait for the answer."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for seed in range(min(games, 5)):
            try:
                play(game, game.meta.seats[-1], seed)
            except Exception:
                break  # Another check says so better.
        gc.collect()
    forgotten = [str(w.message) for w in caught if "never awaited" in str(w.message)]
    if forgotten:
        raise Failed(f"A rule forgot to await: {forgotten[0]}")


def defaults_are_legal(game: Game[Any], games: int) -> None:
    """Whatever is asked, doing nothing is a legal answer."""
    for match in _along(game, games):
        for asking in match.waiting():
            try:
                asking.prompt.check(match.state, asking.prompt.default(match.state))
            except AnswerError as why:
                raise Failed(f"The default of {asking.prompt!r} is not legal: {why}") from why


def questions_have_words(game: Game[Any], games: int) -> None:
    """Every prompt and act says in a sentence what it asks, and which rule asks."""
    rng = random.Random(1)
    for match in _along(game, games):
        for question in _questions(match, rng):
            for name in ("sentence", "otherwise"):
                _check_sentence(question.prompt, getattr(question, name))
            if not question.prompt.rule:
                raise Failed(f"{type(question.prompt).__name__} does not name its rule.")


def events_have_words(game: Game[Any], games: int) -> None:
    """Whatever happens can be told in a sentence, or has none."""
    for seed in range(min(games, 2)):
        match = begin(game, _seats(game, seed), secret=secret_for(seed))
        for step in chain([match.steps[1]], steps(match, seed, act_between)):
            for event in step.events:
                _check_sentence(event, event.sentence, optional=True)
        if match.outcome is not None:
            _check_sentence(match.outcome, partial(game.ending, match.outcome))


def _check_sentence(
    whose: object, sentence: Callable[[], Text | None], *, optional: bool = False
) -> None:
    """It can be said, and it is marked for translation."""
    try:
        text = sentence()
        said = "" if text is None else PLAIN.say(text).strip()
    except Exception as why:
        raise Failed(f"{whose!r} cannot be put into words: {in_words(why)}") from why
    if not said and not (optional and text is None):
        raise Failed(f"{whose!r} has no words.")
    if isinstance(text, str):
        raise Failed(f"'{text}' of {whose!r} cannot be translated: mark it with _().")


def answers_have_a_text_form(game: Game[Any], games: int) -> None:
    """Whatever may be answered can be typed, and is read back as what was meant."""
    rng = random.Random(1)
    for match in _along(game, games):
        if rng.random() < 0.7:
            continue
        for question in _questions(match, rng):
            for value in _values(question, rng):
                text = question.text(value)
                try:
                    read = question.parse(text)
                except AnswerError as why:
                    raise Failed(f"'{text}' is not read by {question.prompt!r}: {why}") from why
                if read != value:
                    raise Failed(f"'{text}' is read as {read!r} instead of {value!r}.")
            _check_words(question)


def _values(question: Question, rng: random.Random) -> list[Any]:
    sampled = [question.sample(rng) for _again in range(4)]
    return [question.default, *sampled]


def _check_words(question: Question) -> None:
    if not hasattr(question.prompt, "options"):
        return
    words = [PLAIN.say(option.word) for option in question.options()]
    if len(set(words)) != len(words):
        raise Failed(f"Two options of {question.prompt!r} are typed the same: {words}")
    bad = [word for word in words if "," in word or word.strip().isdecimal() or not word.strip()]
    if bad:
        raise Failed(f"An option of {question.prompt!r} cannot be typed as {bad[0]!r}.")


def codecs_round_trip(game: Game[Any], games: int) -> None:
    """States and events survive being stored as JSON."""
    for seed in range(games):
        match = begin(game, _seats(game, seed), secret=secret_for(seed))
        for step in chain([match.steps[1]], steps(match, seed, act_between)):
            for event in step.events:
                _round_trip(game, event)
            if step.entry.seq % 7 == 0:
                _round_trip(game, match.state)


def _round_trip(game: Game[Any], value: Any) -> None:
    try:
        stored = json.dumps(game.codec.encode(value))
        back = game.codec.decode(json.loads(stored))
    except (TypeError, Unreadable) as why:
        raise Failed(f"{type(value).__name__} cannot be stored: {why}") from why
    if back != value:
        raise Failed(f"{type(value).__name__} comes back changed from storage: {stored[:200]}")


def only_events_write(game: Game[Any], games: int) -> None:
    """The state is what its events made of it, and nothing else wrote to it."""
    for seed in range(games):
        match = begin(game, _seats(game, seed), secret=secret_for(seed))
        told = game.set_up(match.setting)
        for event in match.steps[1].events:
            event.apply(told)
        for step in steps(match, seed, act_between):
            for event in step.events:
                event.apply(told)
            if told != match.state:
                raise Failed(
                    f"After entry {step.entry.seq} the state is not what the events say:"
                    f" a rule has written to it."
                )


def re_enters_at_milestones(game: Game[Any], games: int) -> None:
    """From every milestone the rules go on as if they had never stopped.

    A while from each, and from a few to the end: from each to the end would take very long.
    """
    rng = random.Random(3)
    for seed in range(games):
        match = play(game, _seats(game, seed), seed, act_between, keep=True)
        snapshots = [one for step in match.steps.values() for one in step.snapshots]
        ends = [*(one.seq for one in snapshots[WHILE:]), *[match.seq] * WHILE]
        far = set(rng.sample(range(len(snapshots)), min(WHILE, len(snapshots))))
        for place, (snapshot, end) in enumerate(zip(snapshots, ends, strict=False)):
            _go_on_from(match, snapshot, match.seq if place in far else end, seed)


def _go_on_from(match: Match, snapshot: Snapshot, end: int, seed: int) -> None:
    """Take the match up at a milestone, and play it again until the entry `end`."""
    entries = [e for e in match.entries if snapshot.seq <= e.seq <= end]
    try:
        again = replay(match.game, match.start, entries, match.secret, snapshot=snapshot)
    except (Diverged, Broken, AnswerError) as why:
        raise Failed(
            f"Seed {seed}: taken up at milestone {snapshot.milestone}"
            f" (entry {snapshot.seq}) it goes another way: {why}"
        ) from why
    if end == match.seq and again.outcome != match.outcome:
        raise Failed(f"Seed {seed}: another outcome after milestone {snapshot.milestone}")


def replays_to_its_digests(game: Game[Any], games: int) -> None:
    """The log alone rebuilds the game."""
    for seed in range(games):
        match = play(game, _seats(game, seed), seed, act_between)
        entries = [Entry.from_json(json.loads(json.dumps(e.as_json()))) for e in match.entries]
        try:
            replay(game, match.start, entries, match.secret)
        except (Diverged, Broken, AnswerError) as why:
            raise Failed(
                f"Seed {seed}: the log leads elsewhere: {why}"
                f" Do the rules look at something else than the state and the table's dice?"
            ) from why


def undo_and_rewind_lead_back(game: Game[Any], games: int) -> None:
    """Taking back and rewinding lead to the very state there was, and the game goes on."""
    for seed in range(games):
        rng = random.Random(seed)
        match = begin(game, _seats(game, seed), secret=secret_for(seed))
        states = {1: game.codec.encode(match.state)}
        for step in islice(steps(match, seed, act_between), 40):
            states[step.entry.seq] = game.codec.encode(match.state)
        if match.seq < 2:
            continue
        to = rng.choice(sorted(states)[:-1])
        back = rewind(match, to)
        if game.codec.encode(back.state) != states[to]:
            raise Failed(f"Seed {seed}: rewound to entry {to}, the state is another one.")
        _undo_once(game, back, rng)
        for _step in steps(back, seed + 1):
            pass
        if fork(back).digest != back.digest:
            raise Failed(f"Seed {seed}: a rewound game does not replay.")


def _undo_once(game: Game[Any], match: Match, rng: random.Random) -> None:
    if match.outcome is not None:
        return
    before = game.codec.encode(match.state)
    step = match.enter(answer_at_random(match, rng))
    seat = step.entry.seat
    if seat is None or step.reveals:
        return
    after = undo(match, seat)
    if game.codec.encode(after.state) != before:
        raise Failed(f"Taking back entry {step.entry.seq} leads to another state.")


def ignores_hash_seeds(game: Game[Any], games: int) -> None:
    """The order of sets and the like has no say: two processes agree on every digest."""
    where = _importable(game)
    if where is None:
        raise Failed("The game cannot be imported by name, so two processes cannot compare it.")
    digests = []
    for hash_seed in ("1", "2"):
        ran = subprocess.run(
            [sys.executable, "-m", "pbem.conformance.digests", where, str(min(games, 5))],
            env={
                **os.environ,
                "PYTHONHASHSEED": hash_seed,
                "PYTHONPATH": os.pathsep.join(sys.path),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            *_traceback, why = ran.stderr.strip().splitlines() or [""]
            raise Failed(f"A second process cannot play it: {why}")
        digests.append(ran.stdout)
    if digests[0] != digests[1]:
        raise Failed(
            "Two processes come to different games: something depends on the order of a set."
        )


def _importable(game: Game[Any]) -> str | None:
    module = sys.modules.get(type(game).__module__)
    for name, value in vars(module).items() if module else ():
        if value is game:
            return f"{type(game).__module__}:{name}"
    return None


def _along(game: Game[Any], games: int) -> Iterable[Match]:
    """Matches at every step of some games."""
    for seed in range(games):
        match = begin(game, _seats(game, seed), secret=secret_for(seed))
        yield match
        for _step in steps(match, seed, act_between):
            if match.outcome is None:
                yield match


def _questions(match: Match, rng: random.Random) -> Iterable[Question]:
    """All that is asked, and one of the acts open to somebody: these are much the same for long."""
    for asking in match.waiting():
        yield match.question(asking.key)
    acts = list(match.acts(rng.choice(match.setting.seats)))
    if acts:
        yield rng.choice(acts)


def _seats(game: Game[Any], seed: int) -> int:
    return game.meta.seats[seed % len(game.meta.seats)]


CHECKS: tuple[Check, ...] = (
    plays_to_the_end,
    awaits_every_question,
    defaults_are_legal,
    questions_have_words,
    events_have_words,
    answers_have_a_text_form,
    codecs_round_trip,
    only_events_write,
    replays_to_its_digests,
    re_enters_at_milestones,
    undo_and_rewind_lead_back,
    ignores_hash_seeds,
    secrecy.keeps_secrets,
    golden.follows_its_golden_games,
)
