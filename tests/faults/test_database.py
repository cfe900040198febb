"""A database that is busy, gone or full: a sentence, nothing lost, and play goes on."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import engine, store
from pbem.config import Config
from pbem.services import lobby, replays, turns
from pbem.services.sittings import Shelf
from pbem.web import create_app
from pbem.worker import Worker
from tests.services.tables import NOON, PACE, answer, asked, log, now_at, people, two
from tests.store_fixtures import TEMPLATE, Cluster, MakeDatabase, postgres


def until(met: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait for something that must come."""
    give_up = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.05)


def an_answer(shelf: Shelf, table_id: int) -> turns.Order:
    prompt = asked(shelf.db, table_id)
    with shelf.looking(table_id) as sitting:
        value = sitting.match.question(prompt.key).default
    return turns.Order(engine.ANSWER, prompt.seat, prompt.key, value)


def test_busy_past_the_timeout_is_a_sentence_and_nothing_is_lost(
    make_sqlite: MakeDatabase,
) -> None:
    db = make_sqlite(busy_seconds=0.3)
    shelf, other = Shelf(db), store.Database(db.url, busy_seconds=0.3)
    table = two(shelf)
    order = an_answer(shelf, table.id)
    with other.writing(), pytest.raises(store.Busy, match="Nothing was written; try again"):
        turns.submit(shelf, table.id, order, now=NOON)
    assert len(log(db, table.id)) == 1
    assert turns.submit(shelf, table.id, order, now=NOON).seq == 2
    other.close()


def test_a_page_says_so_when_the_database_is_busy(
    make_sqlite: MakeDatabase, tmp_path: Path
) -> None:
    db = make_sqlite(busy_seconds=0.3)
    two(Shelf(db))
    app = create_app(Config(instance=tmp_path), db=db)
    browser = app.test_client()
    form = {"game": "dudo", "seats": "2", "name": "Ann"}
    app.config["WTF_CSRF_ENABLED"] = False
    other = store.Database(db.url)
    with other.writing():
        page = browser.post("/new", data=form)
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    assert "Nothing that was confirmed to you is lost" in page.text
    assert browser.post("/new", data=form).status_code == 303
    other.close()


PLAYER = """
import json, sys
from datetime import UTC, datetime
from pbem import store
from pbem.services.sittings import Shelf
from tests.services.tables import answer
shelf = Shelf(store.Database(sys.argv[1]))
for _turn in range(int(sys.argv[3])):
    try:
        done = answer(shelf, int(sys.argv[2]), seed=_turn, now=datetime.now(UTC))
        print(json.dumps([done.seq, done.steps[0].entry.key]), flush=True)
        if done.outcome is not None:
            break
    except ValueError:
        pass
"""


def test_a_second_process_plays_at_the_same_tables(db: store.Database, root: Path) -> None:
    """Two processes, one file (or one server): each move is taken once, in one order."""
    shelf = Shelf(db)
    table = two(shelf)
    command = [sys.executable, "-c", PLAYER, db.url, str(table.id)]
    for _round in range(3):
        if now_at(db, table.id).status == "running":
            answer(shelf, table.id, now=datetime.now(UTC))
        if now_at(db, table.id).status == "running":
            ran = subprocess.run(
                [*command, "2"], cwd=root, capture_output=True, text=True, check=True
            )
            for line in ran.stdout.splitlines():
                seq, key = json.loads(line)
                assert log(db, table.id)[seq - 1].key == key
    assert replays.play_again(db, table.id).seq == now_at(db, table.id).seq


FILLING = """
import json, resource, sys
from datetime import UTC, datetime
from pbem import store
from pbem.services import lobby
from pbem.services.sittings import Shelf
from tests.services.tables import answer, people
db = store.Database(sys.argv[1])
shelf = Shelf(db)
ann, ben = people(db, "ann", "ben")
wish = lobby.Wish("dudo", (ann, ben))
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
failures = 0
while failures < 3:
    try:
        table = lobby.open_table(shelf, wish, now=datetime.now(UTC))
        for turn in range(30):
            done = answer(shelf, table.id, seed=turn, now=datetime.now(UTC))
            print(json.dumps([table.id, done.seq, done.steps[0].entry.key]), flush=True)
            if done.outcome is not None:
                break
    except store.Unreachable as why:
        failures += 1
        print(str(why), file=sys.stderr)
"""


def test_a_full_disk_loses_nothing_that_was_confirmed(
    make_sqlite: MakeDatabase, root: Path
) -> None:
    db = make_sqlite()
    room = Path(db.engine.url.database or "").stat().st_size + 1_500_000
    ran = subprocess.run(
        [sys.executable, "-c", FILLING, db.url, str(room)],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    said = ran.stderr.splitlines()
    assert len(said) == 3
    assert all(line.startswith("The database cannot be used: the disk") for line in said), said
    confirmed = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(confirmed) > 20
    for table_id, seq, key in confirmed:
        assert log(db, table_id)[seq - 1].key == key
    shelf = Shelf(db)
    for table_id in {table_id for table_id, _seq, _key in confirmed}:
        replays.play_again(db, table_id)
        if now_at(db, table_id).status == "running":
            answer(shelf, table_id, now=datetime.now(UTC))  # There is room again.


@pytest.fixture
def mortal() -> object:
    """A PostgreSQL of our own, which a test may stop."""
    with postgres() as cluster:
        template = store.Database(cluster.create(TEMPLATE))
        store.migrate(template)
        template.close()
        yield cluster


@pytest.mark.postgres
@pytest.mark.slow
def test_a_database_that_goes_away_and_comes_back(
    mortal: Cluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    db = store.Database(mortal.create("games", TEMPLATE), busy_seconds=1)
    shelf = Shelf(db)
    config = Config(instance=tmp_path, tick_seconds=0.2)
    browser = create_app(config, db=db).test_client()
    wish = lobby.Wish("dudo", people(db, "ann", "ben"), pace={**PACE, "turn": 2})
    table = lobby.open_table(shelf, wish, now=datetime.now(UTC))
    order = an_answer(shelf, table.id)
    assert browser.get(f"/t/{table.slug}").status_code == 200
    worker = Worker(config, db)
    worker.start()
    try:
        mortal.stop()
        page = browser.get(f"/t/{table.slug}")
        assert page.status_code == 503
        assert "The games cannot be reached just now" in page.text
        with pytest.raises(store.Unreachable):
            turns.submit(shelf, table.id, order, now=datetime.now(UTC))
        until(lambda: "The worker waits" in caplog.text)
        mortal.start()
        until(lambda: browser.get(f"/t/{table.slug}").status_code == 200)
        until(lambda: len(log(db, table.id)) > 1)
        until(lambda: "The database is back" in caplog.text)
    finally:
        worker.stop()
        db.close()
    entry = log(db, table.id)[1]
    assert (entry.kind, entry.key) == ("clock", order.key)
    db.close()


@pytest.mark.postgres
def test_a_connection_that_breaks_in_the_middle_is_not_half_a_turn(
    make_postgres: MakeDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server ends our connection between the statements of one turn."""
    db = make_postgres()
    shelf = Shelf(db)
    table = two(shelf)
    order = an_answer(shelf, table.id)
    usual = store.record

    def cut(c: store.Connection, *given: object, **named: object) -> None:
        usual(c, *given, **named)  # type: ignore[arg-type]
        number = c.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        killer = threading.Thread(target=end_connection, args=[db.url, number])
        killer.start()
        killer.join()

    monkeypatch.setattr(store, "record", cut)
    with pytest.raises(store.Unreachable):
        turns.submit(shelf, table.id, order, now=NOON)
    monkeypatch.setattr(store, "record", usual)
    assert len(log(db, table.id)) == 1
    assert turns.submit(shelf, table.id, order, now=NOON + timedelta(seconds=1)).seq == 2


def end_connection(url: str, number: int) -> None:
    other = store.Database(url)
    with other.writing() as c:
        c.exec_driver_sql(f"SELECT pg_terminate_backend({int(number)})")
    other.close()
