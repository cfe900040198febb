"""A sender killed in the middle of its work loses nothing, and what it repeats has one name."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.bench.outbox import killed, office_in, outbox
from tests.store_fixtures import MakeDatabase


@pytest.mark.kill
def test_no_letter_is_lost_when_a_sender_is_killed(make_db: MakeDatabase, tmp_path: Path) -> None:
    with office_in(make_db(), tmp_path) as office:
        lost, again = killed(office, 20)
        assert lost == 0
        assert again < 20, "it had begun to send"
        assert len({*office.names()}) >= 20
        assert all(name.startswith("<") for name in office.names())


@pytest.mark.slow
def test_the_bench_measures_both_works_and_the_yardstick(make_sqlite: MakeDatabase) -> None:
    result = outbox(1, make_sqlite(blank=True).url)
    assert [row.unit for row in result.rows] == ["letters"] * 4
    assert all(row.per_second > 0 for row in result.rows)
    assert result.ratios[-1].value == 0
