"""A backup is made while people play, and every game in it is whole."""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem import store
from pbem.services import lobby, replays
from pbem.services.sittings import Shelf
from tests.services.tables import PACE, log, people
from tests.store_fixtures import MakeDatabase

from .crew import Crew, answering, working

GAMES = 30


def games_in(db: store.Database) -> tuple[store.Table, ...]:
    with db.reading() as c:
        return store.tables_in(c, ["running", "over"], limit=1000)


@pytest.mark.postgres
@pytest.mark.slow
@pytest.mark.parametrize("other", ["make_sqlite", "make_postgres"])
def test_a_backup_while_people_play_is_one_moment(
    make_db: MakeDatabase, other: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    db, elsewhere = make_db(), request.getfixturevalue(other)()
    shelf, now = Shelf(db), datetime.now(UTC)
    ann, ben = people(db, "ann", "ben")
    for _game in range(GAMES):
        lobby.open_table(shelf, lobby.Wish("dudo", (ann, ben, "careful"), pace=PACE), now=now)
    roles = [
        (answering, (db.url, str(tmp_path / "acks"))),
        (working, (db.url, str(tmp_path))),
    ]
    with Crew(roles, random.Random(3)):
        while sum(table.seq for table in games_in(db)) < 3 * GAMES:
            time.sleep(0.02)
        store.backup(db, tmp_path / "backup")
        while all(table.seq < 20 for table in games_in(db)):
            time.sleep(0.02)
    store.restore(elsewhere, tmp_path / "backup")
    kept = games_in(elsewhere)
    assert len(kept) == GAMES
    assert sum(table.seq for table in kept) < sum(table.seq for table in games_in(db))
    for table in kept:
        match = replays.play_again(elsewhere, table.id)
        assert match.seq == table.seq == len(log(elsewhere, table.id))
        with elsewhere.reading() as c:
            asked = {prompt.key for prompt in store.open_prompts(c, table.id)}
        assert asked == set(match.open)
