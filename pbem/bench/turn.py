"""`turn`: answers through the real server, at sixteen tables at once, until they are confirmed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

from pbem import games, store
from pbem.config import Config
from pbem.engine import ANSWER, Entry, begin
from pbem.services import lobby, tokens
from pbem.services.sittings import Shelf

from .playout import SMALLEST
from .raw import raw_turns
from .rounds import Ratio, Result, Row, ratio_of
from .sweep import place, wall_rate
from .wire import Errand, Traffic, Visitor, Wire, free_port, run_errands, serving, sign_in, wires

TABLES, SEATS, THREADS = 16, 6, 8
ROUNDS = 5
SEE_OTHER = 303


@dataclass(frozen=True)
class Script:
    """A game that was played beforehand: who answers what, and where that leads."""

    table_id: int
    path: str
    answers: list[tuple[int, bytes]]
    """The seat, and its form without the token."""
    digests: list[str]


@dataclass
class Stage:
    """A server with a database, people who are signed in, and tables to play at."""

    db: store.Database
    port: int
    visitors: list[Visitor]
    people: list[int]
    rng: random.Random
    server: int = 0
    """Its process, if it is to be known how long it computes."""

    def scripts(self) -> list[Script]:
        """New tables, each with a whole game to be played."""
        shelf, now = Shelf(self.db), datetime.now(UTC)
        wish = lobby.Wish(SMALLEST, self.people)
        return [self._script(lobby.open_table(shelf, wish, now=now)) for _i in range(TABLES)]

    def _script(self, table: store.Table) -> Script:
        match = begin(games.load(SMALLEST), SEATS, secret=table.secret, phrases=[""] * SEATS)
        answers = []
        while match.outcome is None:
            asking = match.waiting()[0]
            value = asking.prompt.sample(match.state, self.rng)
            form = urlencode({"key": asking.key, "answer": json.dumps(value)}).encode()
            answers.append((int(asking.prompt.seat), form))
            match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
        digests = [entry.digest for entry in match.entries]
        return Script(table.id, f"/t/{table.slug}/answer", answers, digests)

    def errand(self, script: Script, wire: Wire) -> Errand:
        """Answer one question after the other; each must be confirmed."""
        left = iter(script.answers)
        tokens = [urlencode({"csrf_token": visitor.token}).encode() for visitor in self.visitors]

        def run() -> bool:
            turn = next(left, None)
            if turn is None:
                return False
            seat, form = turn
            form += b"&" + tokens[seat]
            status = wire.post(script.path, form, self.visitors[seat].cookie)
            if status != SEE_OTHER:
                raise RuntimeError(f"An answer was not confirmed: {status}.")
            return True

        return run

    def check(self, scripts: list[Script], confirmed: int) -> None:
        """Every confirmed answer is in a log, and every log went as it had to."""
        written = 0
        with self.db.reading() as c:
            for script in scripts:
                entries = store.entries(c, script.table_id, after=0, last=1_000_000)
                written += len(entries) - 1
                if [entry.digest for entry in entries] != script.digests[: len(entries)]:
                    raise RuntimeError("A game did not go as it was played.")
        if written != confirmed:
            raise RuntimeError(f"{confirmed} answers were confirmed, {written} are in the logs.")


def turn(seconds: float, url: str | None = None) -> Result:
    """Answers, a bare Flask page on the same kind of server, and bare transactions, in turns."""
    slice_ = seconds / ROUNDS / 3
    turns, hellos, raws = [], [], []
    with ExitStack() as stack:
        db, folder = stack.enter_context(place(url))
        raw = stack.enter_context(raw_turns(db.url, folder))
        stage = stack.enter_context(_stage(db, folder))
        hello_port, hello_server = stack.enter_context(_hello())
        for _round in range(ROUNDS):
            with wires(hello_port, TABLES) as laid:
                greetings = [_greeting(wire) for wire in laid]
                hellos.append(run_errands(greetings, slice_, hello_server))
            turns.append(_play(stage, slice_))
            raws.append(wall_rate(raw, slice_))
    return _told(turns, hellos, raws)


def _play(stage: Stage, seconds: float) -> Traffic:
    """Everybody plays at new tables for a while, and everything confirmed is looked for."""
    scripts = stage.scripts()
    with wires(stage.port, TABLES) as laid:
        pairs = zip(scripts, laid, strict=True)
        errands = [stage.errand(script, wire) for script, wire in pairs]
        played = run_errands(errands, seconds, stage.server)
    stage.check(scripts, len(played.waits))
    return played


@contextmanager
def _stage(db: store.Database, folder: Path) -> Iterator[Stage]:
    """The whole server without its worker, which draws boards after the answer."""
    config = Config(instance=folder, port=free_port(), database=db.url)
    tokens.sign_in_key(config)
    now = datetime.now(UTC)
    with db.writing() as c:
        people = [
            store.add_person(c, f"p{i}@bench", name=f"P{i}", language="en", zone="UTC", now=now)
            for i in range(SEATS)
        ]
    settings = {
        "PBEM_INSTANCE": str(folder),
        "PBEM_PORT": str(config.port),
        "PBEM_DATABASE": config.database,
    }
    command = ["pbem", "serve", "--no-worker", "--threads", str(THREADS)]
    with serving(command, config.port, **settings) as server:
        visitors = [sign_in(tokens.sign_in_link(config, person, now)) for person in people]
        ids = [person.id for person in people]
        yield Stage(db, config.port, visitors, ids, random.Random(1), server)


@contextmanager
def _hello() -> Iterator[tuple[int, int]]:
    """The same server with an application that only says hello; its port and its process."""
    port = free_port()
    options = ["-k", "gthread", "--threads", str(THREADS), "-w", "1", "--no-control-socket"]
    app = f"{__package__}.hello:app"
    with serving(["gunicorn", *options, "-b", f"127.0.0.1:{port}", app], port) as server:
        yield port, server


def _greeting(wire: Wire) -> Errand:
    return lambda: wire.post("/", b"x=1") == 200


def _told(turns: list[Traffic], hellos: list[Traffic], raws: list[float]) -> Result:
    waits = sorted(wait for traffic in turns for wait in traffic.waits)
    cuts = quantiles(waits, n=100)
    half, last = cuts[49], cuts[98]
    rates = [traffic.per_second for traffic in turns]
    greetings = [traffic.per_second for traffic in hellos]
    note = f"p50 {half * 1000:.1f} ms, p99 {last * 1000:.1f} ms, {len(waits):,} confirmed"
    result = Result("turn", rounds=ROUNDS)
    result.rows += [
        Row(f"answers at {TABLES} tables, confirmed", "turns", median(rates), note),
        Row("Flask hello on the same server", "requests", median(greetings)),
        Row("bare turn transactions", "turns", median(raws)),
    ]
    ours = [traffic.computed_each for traffic in turns]
    theirs = [traffic.computed_each for traffic in hellos]
    if all(ours) and all(theirs):
        each = "the server computes {:.2f} ms for each"
        result.rows += [
            Row("answers that a processor has time for", "turns", 1 / median(ours),
                each.format(median(ours) * 1000)),
            Row("hellos that a processor has time for", "requests", 1 / median(theirs),
                each.format(median(theirs) * 1000)),
        ]  # fmt: skip
        of_time = ratio_of(theirs, ours)
        result.ratios.append(Ratio("computing: hello ÷ answer", of_time, aim=0.16, least=0.1))
    result.ratios += [
        Ratio("answers ÷ hello", ratio_of(rates, greetings), aim=0.16, least=0.1),
        Ratio("p99 ÷ p50", last / half, aim=2, least=3, at_most=True),
    ]
    return result
