"""`export`, `import`, `replay`, `backup`, `restore`, `doctor`, `sign-in`, `moderator`."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from pbem import store
from pbem.bench.wire import free_port
from pbem.cli import main
from pbem.services import bots, deadlines, health
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf, freeze
from tests.services.tables import NOON, answer, sit, two


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server's own folder, which the environment names."""
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "here"))
    return tmp_path / "here"


def run(*words: str | Path, code: int = 0) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture
def shelf(instance: Path) -> Iterator[Shelf]:
    """The live tables of that server."""
    run("sign-in", "ann@example.org")
    with closing(store.Database(str(instance / "games.db"))) as db:
        yield Shelf(db)


def finished(shelf: Shelf) -> store.Table:
    table = sit(shelf, "careful", "random")
    bots.play_waiting(shelf, lambda: NOON, timedelta(), Budget(30))
    return table


def test_a_sign_in_link_and_nobody_else_may_read_the_games(instance: Path) -> None:
    result = run("sign-in", " Ann@Example.org ")
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/in/[a-z2-7]+\n", result.output)
    assert instance.stat().st_mode & 0o777 == 0o700
    for name in ("games.db", "secret.key"):
        assert (instance / name).stat().st_mode & 0o777 == 0o600
    with closing(store.Database(str(instance / "games.db"))) as db, db.reading() as c:
        person = store.person_by_address(c, "ann@example.org")
    assert person is not None
    assert not person.is_moderator


@pytest.mark.parametrize("typed", ["", "ann", "ann@", "@example.org", "a b@example.org", "a@b@c"])
def test_what_is_no_address_is_refused(instance: Path, typed: str) -> None:
    assert "is not an address. Write one such as" in run("moderator", typed, code=1).output


def test_a_moderator_is_made_once(instance: Path) -> None:
    for _again in range(2):
        assert "ann@example.org is a moderator now" in run("moderator", "ann@example.org").output
    with closing(store.Database(str(instance / "games.db"))) as db, db.reading() as c:
        person = store.person_by_address(c, "ann@example.org")
        notes = [note.what for note in store.notes(c)]
    assert person is not None
    assert person.is_moderator
    assert notes == ["made moderator"]


def test_out_and_in_again(shelf: Shelf, tmp_path: Path) -> None:
    table = finished(shelf)
    run("export", table.slug, "--out", tmp_path / "game.jsonl")
    assert run("export", table.slug).output == (tmp_path / "game.jsonl").read_text()
    assert "all true" in run("verify", tmp_path / "game.jsonl").output
    assert "entries." in run("import", tmp_path / "game.jsonl").output
    assert [path.name for path in tmp_path.iterdir()].count("game.jsonl") == 1


def test_a_running_game_is_not_written_and_leaves_no_file(shelf: Shelf, tmp_path: Path) -> None:
    table, path = two(shelf), tmp_path / "game.jsonl"
    assert "not over" in run("export", table.slug, "--out", path, code=1).output
    assert [found.name for found in tmp_path.iterdir()] == ["here"], "not even a draft"
    run("export", table.slug, "--out", path, "--unfinished")
    assert "The game is not over" in run("verify", path).output


def test_a_damaged_file_is_refused_with_its_line(shelf: Shelf, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    run("export", finished(shelf).slug, "--out", path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:4]))
    assert "Line 4: The end is missing" in run("import", path, code=1).output
    path.write_text("\n".join([lines[0], *lines[2:]]))
    assert "a line is missing" in run("import", path, code=1).output
    assert "cannot be read" in run("import", tmp_path / "nothing", code=1).output


def test_a_table_nobody_knows(shelf: Shelf) -> None:
    assert "There is no table 'nowhere'" in run("export", "nowhere", code=1).output
    assert "There is no table 'nowhere'" in run("replay", "nowhere", code=1).output


def test_replay_shows_how_the_table_stood(shelf: Shelf) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    said = run("replay", table.slug, "--to", "1").output
    assert f"{table.slug}: 1 entries lead where they led." in said
    assert "Waits for" in said
    assert "Rules: play" in said
    assert "from 1 to 2" in run("replay", table.slug, "--to", "3", code=1).output


def test_replay_of_all_running_games(shelf: Shelf) -> None:
    tables = [two(shelf), two(shelf)]
    assert "2 running games lead where they led, 0 do not" in run("replay", "--running").output
    with shelf.db.writing() as c:
        c.exec_driver_sql(f"UPDATE entries SET digest = 'ab' WHERE table_id = {tables[0].id}")
    said = run("replay", "--running", code=1).output
    assert f"{tables[0].slug}: Entry 1 leads elsewhere" in said
    assert "1 running games lead where they led, 1 do not" in said
    assert "Do not put this version into service" in said


@pytest.mark.parametrize("words", [[], ["x", "--running"], ["--running", "--to", "3"]])
def test_replay_wants_one_thing(instance: Path, words: list[str]) -> None:
    assert "Name a table, or write --running" in run("replay", *words, code=2).output


def test_a_backup_says_what_else_to_keep(shelf: Shelf, instance: Path, tmp_path: Path) -> None:
    said = run("backup", tmp_path / "backup").output
    assert f"Keep a copy of {instance / 'secret.key'} with it" in said
    assert (instance / "secret.key").is_file()


def test_backup_and_restore(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, path = two(shelf), tmp_path / "backup"
    assert "1 tables, 1 entries" in run("backup", path).output
    assert path.stat().st_mode & 0o777 == 0o600
    assert "not empty" in run("restore", path, code=1).output
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "there"))
    assert "1 tables, 1 entries and 2 people are back" in run("restore", path).output
    assert "lead where they led" in run("replay", table.slug).output
    damaged = tmp_path / "damaged"
    damaged.write_bytes(path.read_bytes()[:-40])
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "elsewhere"))
    run("restore", damaged, code=1)
    assert "0 running games" in run("replay", "--running").output


def test_a_restore_asks_for_the_key_that_belongs_to_it(
    shelf: Shelf, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("backup", tmp_path / "backup")
    there = tmp_path / "there"
    monkeypatch.setenv("PBEM_INSTANCE", str(there))
    said = run("restore", tmp_path / "backup").output
    assert f"Put the copy of the secret key to {there / 'secret.key'}" in said
    said = run("doctor", code=1).output
    assert f"There is no {there / 'secret.key'}" in said
    assert "put its copy back" in said
    assert not (there / "secret.key").exists(), "looking makes nothing"
    shutil.copy2(instance / "secret.key", there / "secret.key")
    assert "its secret key are in order" in run("doctor", code=1).output


@pytest.mark.parametrize(
    "words", [["backup", "b"], ["export", "x"], ["replay", "--running"], ["boards", "--all"]]
)
def test_who_looks_in_the_wrong_folder_is_told_and_nothing_is_made(
    instance: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    said = run(*words, code=1).output
    assert f"There is no database {instance / 'games.db'}" in said
    assert "PBEM_INSTANCE=" in said
    assert list(tmp_path.iterdir()) == [], "above all no backup of nothing"


def test_a_folder_that_is_not_there_is_a_sentence(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_DATABASE", "nowhere/games.db")
    said = run("sign-in", "ann@example.org", code=1).output
    assert "nowhere/games.db cannot be used: No such file" in said
    monkeypatch.setenv("PBEM_DATABASE", str(instance.parent / "nowhere" / "games.db"))
    for command in (["sign-in", "ann@example.org"], ["doctor"]):
        assert "change the setting `database`" in run(*command, code=1).output


def test_a_wrong_setting_is_refused_with_what_to_write(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PORT", "eighty")
    for command in (["serve"], ["worker"], ["doctor"], ["sign-in", "ann@example.org"]):
        assert "PBEM_PORT" in run(*command, code=1).output


def test_the_doctor_finds_nothing_to_look_at(instance: Path) -> None:
    said = run("doctor", code=1).output
    assert f"The folder {instance} is not there" in said
    assert "Start `pbem serve`" in said
    assert not instance.exists(), "looking makes nothing"


def test_the_doctor_says_what_is_wrong_and_what_to_write(shelf: Shelf, instance: Path) -> None:
    (instance / "config.toml").write_text('host = "0.0.0.0"\nport = 1\n')
    (instance / "games.db").chmod(0o644)
    table = two(shelf)
    freeze(shelf.db, table.id, "ZeroDivisionError [play_round]", NOON)
    said = run("doctor", code=1).output
    for sentence in (
        "chmod 600",
        "No worker has ever run",
        "Start `pbem serve`, or `pbem worker`",
        'Write base_url = "https://games.example.org" into',
        "Nothing good comes from http://localhost:1/",
        f"Table {table.slug} stands still: ZeroDivisionError [play_round]",
        f"pbem replay {table.slug}",
        "5 things are not well",
    ):
        assert sentence in said


def test_the_doctor_warns_before_the_disk_is_full(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for free, warned in ((health.LEAST_ROOM, False), (health.LEAST_ROOM - 1, True)):
        usage = SimpleNamespace(free=free)
        monkeypatch.setattr(shutil, "disk_usage", lambda _place, usage=usage: usage)
        said = run("doctor", code=1).output
        assert ("Only 99 MB are free" in said) == warned
        assert said.count("Make room there") == warned, "both lie on one disk"


def test_the_doctor_hears_the_heart(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PORT", str(free_port()))  # A server of yours may run at the usual one.
    now = datetime.now(UTC)
    silence = timedelta(hours=99)
    deadlines.beat(shelf.db, now - timedelta(minutes=5), silence)
    assert re.search(
        r"No worker has given a sign of life for 30\d sec", run("doctor", code=1).output
    )
    deadlines.beat(shelf.db, now, silence)
    assert "✓ A worker is alive" in run("doctor", code=1).output
    deadlines.beat(shelf.db, now + timedelta(hours=1), silence)
    assert "timedatectl" in run("doctor", code=1).output


def test_the_doctor_names_an_https_address_without_a_proxy(shelf: Shelf, instance: Path) -> None:
    (instance / "config.toml").write_text('base_url = "https://localhost:1"\n')
    assert "trusted_proxies = 1" in run("doctor", code=1).output


def test_the_doctor_names_a_database_that_is_none(instance: Path) -> None:
    instance.mkdir(mode=0o700)
    (instance / "games.db").write_text(json.dumps({"not": "a database"}) * 100)
    said = run("doctor", code=1).output
    assert "not a SQLite database" in said
    assert "PBEM_DATABASE" in said


def test_the_doctor_names_a_database_that_a_newer_version_made(
    shelf: Shelf, instance: Path
) -> None:
    with shelf.db.writing() as c:
        c.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    said = run("doctor", code=1).output
    assert "made by a newer pbem" in said
    assert "older shape" not in said


@pytest.mark.parametrize(
    "wrong", ["mysql://host/x", "postgres://", "postgresql://host:port/x", ":memory:"]
)
def test_an_address_that_is_no_database_is_a_sentence(
    instance: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("PBEM_DATABASE", wrong)
    for command in (["doctor"], ["sign-in", "ann@example.org"]):
        assert "Write a file name such as games.db" in run(*command, code=1).output
    assert not instance.exists()
