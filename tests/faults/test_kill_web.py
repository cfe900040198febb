"""kill -9 of the web itself: whatever it confirmed over HTTP is in the log, once."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import store
from pbem.bench.turn import SEATS, SEE_OTHER, Script, Stage
from pbem.bench.wire import Wire, free_port, sign_in
from pbem.config import Config
from pbem.services import replays, tokens
from tests.store_fixtures import MakeDatabase

PATIENCE = 300.0
TABLES, LEAST_KILLS = 4, 6


class Web:
    """The real server in processes of its own; its parts are killed and it comes back."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self._server = self._start()
        self.kills = 0

    def _start(self) -> subprocess.Popen[bytes]:
        settings = {
            "PBEM_INSTANCE": str(self._config.instance),
            "PBEM_PORT": str(self._config.port),
            "PBEM_DATABASE": self._config.database,
        }
        return subprocess.Popen(
            [sys.executable, "-m", "pbem", "serve", "--no-worker", "--processes", "2"],
            env={**os.environ, **settings},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def kill_a_process(self, rng: random.Random) -> None:
        """End one of the processes that answer; the server replaces it by itself."""
        listed = subprocess.run(
            ["pgrep", "-P", str(self._server.pid)], capture_output=True, text=True, check=False
        ).stdout.split()
        if listed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(rng.choice(listed)), signal.SIGKILL)
                self.kills += 1

    def kill_all(self) -> None:
        """End the whole server where it stands."""
        os.killpg(self._server.pid, signal.SIGKILL)
        self._server.wait()
        self.kills += 1

    def start_again(self) -> None:
        self._server = self._start()


@contextlib.contextmanager
def serving(config: Config) -> Iterator[Web]:
    web = Web(config)
    try:
        yield web
    finally:
        web.kill_all()


def stage(config: Config, db: store.Database) -> Stage:
    """People who are signed in, once the server answers."""
    now = datetime.now(UTC)
    with db.writing() as c:
        people = [
            store.add_person(
                c, f"p{i}@example.org", name=f"P{i}", language="en", zone="UTC", now=now
            )
            for i in range(SEATS)
        ]
    give_up = time.monotonic() + PATIENCE
    while time.monotonic() < give_up:
        with contextlib.suppress(OSError):
            visitors = [sign_in(tokens.sign_in_link(config, person, now)) for person in people]
            return Stage(db, config.port, visitors, [p.id for p in people], random.Random(3))
        time.sleep(0.1)
    raise AssertionError("the server did not start")


def play(stage: Stage, script: Script, give_up: float, confirmed: list[int]) -> None:
    """Send every answer of a game until it is confirmed, whatever happens to the server."""
    wire = Wire(stage.port)
    for seat, form in script.answers:
        visitor = stage.visitors[seat]
        sent = form + b"&csrf_token=" + visitor.token.encode()
        while True:
            assert time.monotonic() < give_up, "an answer was never confirmed"
            try:
                if wire.post(script.path, sent, visitor.cookie) == SEE_OTHER:
                    confirmed.append(seat)
                    break
            except OSError:  # Killed: nobody knows whether the answer counts. Send it again.
                wire.close()
                time.sleep(0.05)
    wire.close()


@pytest.mark.kill
@pytest.mark.slow
def test_what_a_killed_server_confirmed_is_in_the_log_once(
    make_db: MakeDatabase, tmp_path: Path
) -> None:
    db, rng = make_db(), random.Random(5)
    config = Config(instance=tmp_path, port=free_port(), database=db.url)
    tokens.sign_in_key(config)
    failures, confirmed = list[BaseException](), list[int]()
    with serving(config) as web:
        here = stage(config, db)
        scripts = here.scripts()[:TABLES]
        give_up = time.monotonic() + PATIENCE

        def run(script: Script) -> None:
            try:
                play(here, script, give_up, confirmed)
            except BaseException as why:
                failures.append(why)

        players = [threading.Thread(target=run, args=[script]) for script in scripts]
        for player in players:
            player.start()
        enough = 0
        while any(player.is_alive() for player in players):
            time.sleep(0.005)
            if len(confirmed) < enough:  # A slow machine gets as far between two kills.
                continue
            enough = len(confirmed) + rng.randrange(15, 70)
            if web.kills % 6 == 5:
                web.kill_all()
                web.start_again()
            else:
                web.kill_a_process(rng)
        for player in players:
            player.join()
    assert failures == []
    assert web.kills >= LEAST_KILLS
    for script in scripts:
        with db.reading() as c:
            entries = store.entries(c, script.table_id, after=0, last=1_000_000)
        assert [entry.digest for entry in entries] == script.digests
        assert replays.play_again(db, script.table_id).outcome is not None
    print(f"{len(scripts)} games, {web.kills} kills, {len(confirmed)} answers confirmed")
