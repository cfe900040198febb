"""`boards`: all static boards drawn again from the log, with a bar; what cannot be is said."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem import store
from pbem.cli import main
from pbem.services import boards
from pbem.services.sittings import Shelf
from tests.services.tables import answer, sit, two


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in list(os.environ):
        if name.startswith("PBEM_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PBEM_INSTANCE", str(tmp_path / "here"))
    return tmp_path / "here"


def run(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(main, ["boards", *words])
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.fixture
def shelf(instance: Path) -> Iterator[Shelf]:
    CliRunner().invoke(main, ["sign-in", "ann@example.org"])
    with closing(store.Database(str(instance / "games.db"))) as db:
        yield Shelf(db)


def test_all_boards_are_drawn(shelf: Shelf, instance: Path) -> None:
    open_one, hidden = two(shelf), sit(shelf, "careful", "random", private=True)
    waiting = sit(shelf, "careful", None)
    for _move in range(3):
        answer(shelf, open_one.id)
    result = run("--all")
    assert "Drawing boards" in result.output
    assert result.output.endswith("1 board drawn.\n")
    drawn = instance / "boards"
    assert [path.name for path in drawn.iterdir()] == [open_one.slug]
    (drawn / open_one.slug / "index.html").write_text("spoilt")
    assert "1 board drawn." in run(open_one.slug).output
    assert 'content="4"' in (drawn / open_one.slug / "index.html").read_text()
    assert "is private" in run(hidden.slug, code=1).output
    assert "has not begun" in run(waiting.slug, code=1).output
    assert "There is no table" in run("nowhere", code=1).output


def test_it_must_be_said_which(instance: Path) -> None:
    assert "Name a table, or write --all." in run(code=2).output
    assert "Name a table, or write --all." in run("x", "--all", code=2).output


def test_one_that_cannot_be_drawn_does_not_stop_the_others(
    shelf: Shelf, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = two(shelf), sit(shelf, "careful", "random")
    usual = boards.Drawing.draw

    def broken(self: boards.Drawing) -> int:
        if self.sitting.table.id == bad.id:
            raise ZeroDivisionError("no ink")
        return usual(self)

    monkeypatch.setattr(boards.Drawing, "draw", broken)
    result = run("--all", code=1)
    assert "1 board drawn." in result.output
    assert f"{bad.slug}: ZeroDivisionError: no ink" in result.output
    assert (instance / "boards" / good.slug / "index.html").is_file()
