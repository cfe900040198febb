"""`turn` and `sweep` measure what they say, and do not look away when something goes wrong."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import store
from pbem.bench import sweep as sweeping
from pbem.bench import turn as turning
from pbem.bench.raw import raw_turns
from pbem.bench.sweep import judge
from pbem.bench.turn import Stage
from pbem.bench.wire import Errand, computed, run_errands
from pbem.cli import main
from pbem.services import deadlines
from pbem.services.sittings import Shelf
from tests.services.tables import NOON, TURN, answer, two
from tests.store_fixtures import MakeDatabase


@pytest.mark.slow
def test_a_sweep_takes_every_default_once(make_db: MakeDatabase) -> None:
    result = sweeping(0.5, make_db(blank=True).url, (30,))
    rows, ratios = result.rows, {ratio.what: ratio.value for ratio in result.ratios}
    assert [row.unit for row in rows] == ["defaults", "turns"]
    assert all(row.per_second > 0 for row in rows)
    assert ratios["missed, twice or early, 30 due at once"] == 0
    assert 0 < ratios["seconds until the last, 30 due at once"] < 30
    assert rows[0].per_second / rows[1].per_second == pytest.approx(
        ratios["ours ÷ bare, 30 due at once"]
    )


def test_a_missed_a_double_and_an_early_default_are_counted(make_sqlite: MakeDatabase) -> None:
    shelf = Shelf(make_sqlite())
    good, missed, twice, early = (two(shelf) for _i in range(4))

    def default(table: store.Table, now: datetime) -> None:
        with shelf.db.reading() as c:
            (prompt,) = store.open_prompts(c, table.id)
        assert deadlines.apply_default(shelf, prompt, now)

    instant = NOON + TURN
    default(good, instant + timedelta(seconds=1))
    answer(shelf, missed.id, now=instant + timedelta(seconds=2))
    default(twice, instant + timedelta(seconds=1))
    default(twice, instant + 2 * TURN)
    default(early, instant)
    with shelf.db.writing() as c:
        c.exec_driver_sql(
            f"UPDATE prompts SET opened_at = '2026-11-18 12:59:59.000000'"
            f" WHERE table_id = {early.id} AND closed_at IS NULL"
        )
    tables = [good.id, missed.id, twice.id, early.id]
    found = judge(shelf.db, tables, instant)
    assert (found.missed, found.twice, found.early) == (1, 1, 1)
    assert found.worst == 7200


@pytest.mark.slow
def test_answers_through_the_real_server(make_db: MakeDatabase) -> None:
    result = turning(3, make_db(blank=True).url)
    units = [row.unit for row in result.rows]
    assert units == ["turns", "requests", "turns", "turns", "requests"]
    assert all(row.per_second > 0 for row in result.rows)
    assert "confirmed" in result.rows[0].note
    assert [ratio.what for ratio in result.ratios] == [
        "computing: hello ÷ answer",
        "answers ÷ hello",
        "p99 ÷ p50",
    ]
    assert 0 < result.ratios[0].value < 1, "an answer is more work than a hello"
    json.dumps(result.as_json())


def test_an_answer_that_is_confirmed_but_not_written_is_noticed(
    make_sqlite: MakeDatabase,
) -> None:
    db = make_sqlite()
    with db.writing() as c:
        six = [
            store.add_person(
                c, f"p{i}@x", name="p", language="en", zone="UTC", now=datetime.now(UTC)
            ).id
            for i in range(6)
        ]
    stage = Stage(db, 0, [], six, random.Random(1))
    scripts = stage.scripts()[:2]
    stage.check(scripts, 0)
    with pytest.raises(RuntimeError, match="3 answers were confirmed, 0 are in the logs"):
        stage.check(scripts, 3)
    with db.writing() as c:
        c.exec_driver_sql(
            f"UPDATE entries SET digest = 'ab' WHERE table_id = {scripts[0].table_id}"
        )
    with pytest.raises(RuntimeError, match="did not go as it was played"):
        stage.check(scripts, 0)


def test_errands_are_counted_and_a_failure_is_not_hidden() -> None:
    def so_often(n: int) -> Errand:
        left = iter(range(n))
        return lambda: next(left, None) is not None

    traffic = run_errands([so_often(50)], 5)
    assert len(traffic.waits) == 50
    assert traffic.per_second > 0

    def fails() -> bool:
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError, match="gone"):
        run_errands([so_often(10**9), fails], 5)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="The system does not say.")
def test_what_a_server_computes_is_told_from_what_it_waits() -> None:
    busy = "import time; t = time.process_time()\nwhile time.process_time() - t < 0.3: pass\n"
    wait = "print('done', flush=True); input()"
    for work, least, most in ((busy, 0.29, 1.0), ("", 0.0, 0.25)):
        child = subprocess.Popen(
            [sys.executable, "-S", "-c", work + wait], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        with child:
            assert child.stdout
            child.stdout.readline()
            assert least <= computed(child.pid) <= most
            child.communicate(b"\n")
        assert computed(child.pid) == 0.0, "It has ended."


def test_a_bare_turn_is_written(make_db: MakeDatabase, tmp_path: Path) -> None:
    with raw_turns(make_db().url, tmp_path) as work:
        assert sum(work() for _turn in range(5)) == 5


def test_a_bench_without_a_store_wants_no_database() -> None:
    ran = CliRunner().invoke(main, ["bench", "playout", "--database", "x"])
    assert ran.exit_code == 2
    assert "needs no database" in ran.output
