"""`pbem fuzz`: everything that people could do to a table, at random.

Each game has a number for a seed, and goes the same way whenever it is played with it. What
breaks is written down as an export that `pbem verify` can load and break again.
"""

from __future__ import annotations

import io
import random
import time
import traceback
from pathlib import Path
from typing import Any

from pbem import __version__, export
from pbem.engine import (
    ACT,
    ANSWER,
    CLOCK,
    PLAN,
    RESIGN,
    AnswerError,
    Broken,
    Condition,
    Entry,
    Game,
    Item,
    Match,
    Prompt,
    _,
    begin,
    follow,
    fork,
    rewind,
    undo,
)
from pbem.engine.plan import AT_ONCE, AT_THE_DEADLINE, COMPARE

from .seats import secret_for
from .speech import Refusal, find_game, open_to_write, say

UNRULY = 600
"""After so many entries only answers follow, so that every game comes to its end."""
LONGEST = 20_000
NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 10**30, 1.5, "", "x", "w:1", "\x00", "ö" * 500,
    [], {}, [[]], ["x", "x"], {"to": 0}, [None], [1, 2, 3],
)  # fmt: skip


class Crash(Exception):
    """What broke, and at which entry if it was one."""

    def __init__(self, match: Match, why: BaseException, entry: Entry | None = None) -> None:
        super().__init__(str(why))
        self.match = match
        self.why = why
        self.entry = entry


def fuzz_game(slug: str, seconds: float, seed: int, count: int | None, into: Path) -> None:
    """Play unruly games until one breaks or time is up."""
    game = find_game(slug)
    end = time.monotonic() + seconds
    played = entries = 0
    while time.monotonic() < end and (count is None or played < count):
        try:
            entries += Fuzz(game, seed + played).play()
        except Crash as crash:
            _tell(game, seed + played, crash, into)
        played += 1
    say(
        _(
            "%(title)s withstood %(games)d unruly games with %(entries)d entries,"
            " seeds %(first)d to %(last)d.",
            title=game.meta.title,
            games=played,
            entries=entries,
            first=seed,
            last=seed + played - 1,
        )
    )


def _tell(game: Game[Any], seed: int, crash: Crash, into: Path) -> None:
    path = into / f"fuzz-{game.meta.slug}-{seed}.jsonl"
    traceback.print_exception(crash.why)
    written = io.StringIO()
    try:
        export.write(crash.match, written, unfinished=True, broken=crash.entry)
    except Exception as why:  # A log that cannot be replayed is a defect of its own.
        load = _("Its log cannot be written, since it does not replay: %(why)s.", why=why)
    else:
        with open_to_write(path) as file:
            file.write(written.getvalue())
        load = _("The game so far is in %(path)s: pbem verify %(path)s", path=path)
    raise Refusal(
        _(
            "%(title)s breaks with seed %(seed)d: %(kind)s: %(why)s\n%(load)s\n"
            "Once more: pbem fuzz %(slug)s --seed %(seed)d --games 1",
            title=game.meta.title,
            seed=seed,
            kind=type(crash.why).__name__,
            why=crash.why,
            load=load,
            slug=game.meta.slug,
        )
    )


class Fuzz:
    """One unruly game."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.rng = random.Random(seed)
        options = {
            choice.name: self.rng.choice(choice.values)
            for choice in game.meta.options
            if self.rng.random() < 0.5
        }
        seats = self.rng.choice(game.meta.seats)
        self.match = begin(
            game, seats, secret=secret_for(str(seed)), options=options, package=__version__
        )
        self.pranks = (
            (self.act, 8), (self.nonsense, 5), (self.let_time_pass, 5), (self.lay_plan, 4),
            (self.amend, 4), (self.undo, 4), (self.rewind, 1), (self.resign, 0.3),
            (self.type_nonsense, 3),
        )  # fmt: skip

    def play(self) -> int:
        """To the end; then the log must replay and its export must verify."""
        try:
            while self.match.outcome is None:
                self._move()
            self._check_log()
        except Crash:
            raise
        except Exception as why:
            raise Crash(self.match, why) from why
        return len(self.match.entries)

    def _move(self) -> None:
        if not self.match.waiting():
            raise AssertionError(f"Nobody is asked anything: {self.match.where()}")
        if self.match.seq > LONGEST:
            raise AssertionError(f"The game does not end: {self.match.where()}")
        if self.match.seq < UNRULY and self.rng.random() < 0.4:
            pranks, weights = zip(*self.pranks, strict=True)
            self.rng.choices(pranks, weights)[0]()
        else:
            self.answer()
        if self.match.outcome is None:
            follow(self.match)
        complaints = list(self.game.invariants(self.match.state))
        if complaints:
            raise AssertionError(" ".join(complaints))

    def _check_log(self) -> None:
        if fork(self.match).digest != self.match.digest:
            raise AssertionError("The log does not lead to the same digest again.")
        written = io.StringIO()
        export.write(self.match, written)
        report = export.verify(written.getvalue().splitlines())
        if not report.ok:
            raise AssertionError(f"The export does not verify: {report.difference}")

    def _enter(self, kind: str, seat: Any, key: str = "", value: Any = None) -> None:
        """Enter something; refused, it must not have changed anything."""
        entry = Entry(self.match.seq + 1, kind, seat, key, value)
        before = self.game.codec.encode(self.match.state), self.match.digest, set(self.match.open)
        try:
            self.match.enter(entry)
        except AnswerError:
            after = self.game.codec.encode(self.match.state), self.match.digest
            if (*after, set(self.match.open)) != before:
                why = AssertionError("A refused entry has changed the table.")
                raise Crash(self.match, why, entry) from why
        except Broken as why:
            raise Crash(self.match, why.__cause__ or why, entry) from why

    # What people do.

    def answer(self) -> None:
        asking = self.rng.choice(self.match.waiting())
        value = asking.prompt.sample(self.match.state, self.rng)
        self._enter(ANSWER, asking.prompt.seat, asking.key, value)

    def amend(self) -> None:
        asking = self.rng.choice(list(self.match.open.values()))
        value = asking.prompt.sample(self.match.state, self.rng)
        self._enter(ANSWER, asking.prompt.seat, asking.key, value)

    def let_time_pass(self) -> None:
        asking = self.rng.choice(self.match.waiting())
        self._enter(CLOCK, asking.prompt.seat, asking.key, self.match.due_default(asking.key))

    def nonsense(self) -> None:
        """Answers nobody should give, and answers to somebody else's question."""
        asking = self.rng.choice(list(self.match.open.values()))
        seat = self.rng.choice([asking.prompt.seat, *self.match.setting.seats])
        self._enter(ANSWER, seat, asking.key, self.rng.choice(NONSENSE))

    def type_nonsense(self) -> None:
        question = self.match.question(self.rng.choice(list(self.match.open)))
        words = [str(self.rng.choice(NONSENSE)), "1, 2, 3", "none", ",,", "2", "yes"]
        try:
            question.parse(self.rng.choice(words))
        except AnswerError as why:
            str(why)

    def act(self) -> None:
        seat = self.rng.choice(self.match.setting.seats)
        acts = self.match.acts(seat)
        if acts:
            act = self.rng.choice(acts)
            sampled = act.sample(self.rng)
            value = self.rng.choice(NONSENSE) if self.rng.random() < 0.1 else sampled
            self._enter(ACT, seat, act.key, value)

    def lay_plan(self) -> None:
        seat = self.rng.choice(self.match.setting.seats)
        state = self.match.state
        prompts = [a.prompt for a in self.match.open.values() if a.prompt.seat == seat]
        prompts += self.game.turn_sheet(state, seat)
        items = [self._item(prompt) for prompt in prompts if self.rng.random() < 0.7]
        bodies = [self.game.codec.encode(item) for item in items]
        self._enter(PLAN, seat, value=bodies)

    def _item(self, prompt: Prompt[Any, Any]) -> Item:
        state, rng = self.match.state, self.rng
        facts = list(prompt.facts(state).items())
        conditions = [
            Condition(name, rng.choice(list(COMPARE)), value)
            for name, value in facts
            if rng.random() < 0.3
        ]
        return Item(
            prompt.kind,
            tuple(prompt.sample(state, rng) for _again in range(rng.randint(1, 3))),
            tuple(conditions),
            standing=rng.random() < 0.3,
            at=rng.choice((AT_ONCE, AT_THE_DEADLINE)),
            blind=rng.random() < 0.3,
        )

    def undo(self) -> None:
        try:
            self.match = undo(self.match, self.rng.choice(self.match.setting.seats))
        except AnswerError as why:
            str(why)

    def rewind(self) -> None:
        to = self.rng.choice(sorted(self.match.steps))
        try:
            self.match = rewind(self.match, to)
        except AnswerError as why:
            str(why)

    def resign(self) -> None:
        self._enter(RESIGN, self.rng.choice(self.match.setting.seats))
