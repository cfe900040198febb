"""Processes that play: people who answer as a web process would, and workers; to be killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, TypeAlias

from pbem import engine, store
from pbem.config import Config
from pbem.services import turns
from pbem.services.sittings import Frozen, NotRunning, Shelf
from pbem.worker import Worker

SLEEPER = "sleepy"
"""People whose names begin like this never answer: the clock plays for them."""


def answering(url: str, acks: str, seed: int) -> None:
    """Answer whatever is asked of people, for ever; each answer that was confirmed is noted."""
    _as_deaf_as_a_server()
    db, rng = store.Database(url), random.Random(seed)
    shelf = Shelf(db)
    note = os.open(acks, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    while True:
        try:
            for table_id, prompt in _asked(db, rng):
                _answer(shelf, table_id, prompt, rng, note)
        except store.StoreError:
            time.sleep(0.01)


def _asked(db: store.Database, rng: random.Random) -> list[tuple[int, store.Prompt]]:
    with db.reading() as c:
        tables = list(store.tables_in(c, ["running"], limit=1000))
        rng.shuffle(tables)
        found = []
        for table in tables[:20]:
            seats = store.seats(c, table.id)
            people = store.people(c, [s.person_id for s in seats if s.person_id is not None])
            for prompt in store.open_prompts(c, table.id):
                person = people.get(seats[prompt.seat].person_id or 0)
                if person is not None and not person.name.startswith(SLEEPER):
                    found.append((table.id, prompt))
    return found


def _answer(
    shelf: Shelf, table_id: int, prompt: store.Prompt, rng: random.Random, note: int
) -> None:
    try:
        with shelf.looking(table_id) as sitting:
            if prompt.key not in sitting.match.open:
                return
            value = sitting.match.question(prompt.key).sample(rng)
        order = turns.Order(engine.ANSWER, prompt.seat, prompt.key, value)
        done = turns.submit(shelf, table_id, order, now=datetime.now(UTC))
    except (engine.AnswerError, NotRunning, Frozen):
        return
    seq = done.steps[0].entry.seq
    # One write to a file opened for appending: whole, or not at all.
    os.write(note, (json.dumps([table_id, seq, prompt.key, value]) + "\n").encode())


def working(url: str, instance: str, seed: int) -> None:
    """Be a worker, for ever."""
    _as_deaf_as_a_server()
    config = Config(instance=Path(instance), tick_seconds=0.1, bot_pace_seconds=0.0)
    Worker(config, store.Database(url)).start()
    while True:
        time.sleep(60)


def _as_deaf_as_a_server() -> None:
    """Ctrl-C is for whoever started us, who then ends us."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


Role: TypeAlias = tuple[Callable[..., None], tuple[Any, ...]]
"""What a process does, and what it needs to know; a seed is added."""


@dataclass
class Crew:
    """Processes that are killed and replaced."""

    roles: list[Role]
    rng: random.Random
    alive: list[BaseProcess] = field(default_factory=list)
    kills: int = 0

    def __post_init__(self) -> None:
        # Forked from a process that has everything loaded, a new one is there at once.
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([__name__])

    def __enter__(self) -> Crew:
        self.alive = [self._new(role) for role in range(len(self.roles))]
        return self

    def __exit__(self, *_why: object) -> None:
        for process in self.alive:
            process.kill()
            process.join()

    def _new(self, role: int) -> BaseProcess:
        work, given = self.roles[role]
        process = self._context.Process(
            target=work, args=(*given, self.rng.randrange(2**32)), daemon=True
        )
        process.start()
        return process

    def kill_one(self) -> None:
        """End a process where it stands, with no chance to say goodbye, and replace it."""
        role = self.rng.randrange(len(self.alive))
        process = self.alive[role]
        assert process.is_alive(), f"{process.name} ended by itself ({process.exitcode})"
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        self.kills += 1
        self.alive[role] = self._new(role)
