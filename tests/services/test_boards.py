"""Boards on the disk: the newest state, for everybody's eyes, never half a file."""

from __future__ import annotations

import errno
import os
import re
import threading
from pathlib import Path

import pytest

from pbem import games, store
from pbem.services import boards, bots, drawing
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf, freeze

from .tables import NOON, answer, now_at, people, sit, two


def draw(shelf: Shelf, folder: Path) -> int:
    return boards.draw_stale(shelf, folder, Budget(30))


def page(folder: Path, table: store.Table) -> str:
    return (folder / "boards" / table.slug / "index.html").read_text(encoding="utf-8")


def stamp(html: str) -> int:
    found = re.search(r'<meta name="pbem-seq" content="(\d+)">', html)
    assert found is not None
    return int(found[1])


def test_a_board_is_drawn_once_and_again_when_play_went_on(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf, title="Friday <night>")
    assert draw(shelf, tmp_path) == 1
    first = page(tmp_path, table)
    assert stamp(first) == 1
    assert "Friday &lt;night&gt;" in first
    assert "Ann" in first
    assert draw(shelf, tmp_path) == 0
    answer(shelf, table.id)
    answer(shelf, table.id)
    assert draw(shelf, tmp_path) == 1, "two moves, one board: only the newest state"
    assert stamp(page(tmp_path, table)) == 3
    assert now_at(shelf.db, table.id).board_seq == 3


def test_a_board_shows_what_everybody_may_see(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    usual = drawing.board_html

    def spy(game: object, view: object, tongue: object) -> object:
        seen.append(view)
        return usual(game, view, tongue)  # type: ignore[arg-type]

    monkeypatch.setattr(drawing, "board_html", spy)
    table = two(shelf)
    draw(shelf, tmp_path)
    with shelf.looking(table.id) as sitting:
        assert seen == [sitting.match.view(None)]
    assert seen[0]["mine"] == []  # type: ignore[index]


def test_a_private_table_has_no_board(shelf: Shelf, tmp_path: Path) -> None:
    two(shelf, private=True)
    draw(shelf, tmp_path)
    assert not (tmp_path / "boards").exists()
    assert draw(shelf, tmp_path) == 0


def test_the_end_is_told(shelf: Shelf, tmp_path: Path) -> None:
    table = sit(shelf, "careful", "careful")
    bots.play_waiting(shelf, lambda: NOON, NOON - NOON, Budget(30))
    draw(shelf, tmp_path)
    assert "alone has dice left and wins" in page(tmp_path, table)


def test_a_board_that_cannot_be_drawn_does_not_stop_the_others(
    shelf: Shelf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad, good = two(shelf, title="Bad"), two(shelf, title="Good")
    usual = boards.Drawing.draw

    def broken(self: boards.Drawing) -> int:
        if self.sitting.table.id == bad.id:
            raise ZeroDivisionError("no ink")
        return usual(self)

    monkeypatch.setattr(boards.Drawing, "draw", broken)
    assert draw(shelf, tmp_path) == 1
    assert "no ink" in caplog.text
    assert stamp(page(tmp_path, good)) == 1
    monkeypatch.setattr(boards.Drawing, "draw", usual)
    assert draw(shelf, tmp_path) == 1, "the next tick tries again"
    assert stamp(page(tmp_path, bad)) == 1


def test_a_full_disk_is_said_once_for_all_boards(
    shelf: Shelf,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tables = [two(shelf), two(shelf)]

    def full(_path: Path, _page: str | bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(boards, "put", full)
        assert draw(shelf, tmp_path) == 0
    (said,) = caplog.records
    assert "No space left" in said.getMessage()
    assert said.exc_info is None
    assert draw(shelf, tmp_path) == len(tables), "the next tick tries again"


def test_a_frozen_table_keeps_its_board(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    draw(shelf, tmp_path)
    answer(shelf, table.id)
    freeze(shelf.db, table.id, "a rule broke", NOON)
    draw(shelf, tmp_path)
    assert draw(shelf, tmp_path) == 0
    assert stamp(page(tmp_path, table)) in (1, 2)


def test_a_reader_never_finds_half_a_board(tmp_path: Path) -> None:
    path = tmp_path / "boards" / "x" / "index.html"
    texts = ["a" * 300_000, "b" * 300_000]
    boards.put(path, texts[0])
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            for text in texts:
                boards.put(path, text)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _look in range(200):
            assert path.read_text() in texts
    finally:
        stop.set()
        writer.join()
    assert [found.name for found in path.parent.iterdir()] == ["index.html"]


def test_a_board_is_a_whole_page(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    draw(shelf, tmp_path)
    html = page(tmp_path, table)
    assert html.startswith('<!doctype html>\n<html lang="en">')
    assert "<title>Dudo</title>" in html
    assert html.rstrip().endswith("</html>")
    assert games.meta("dudo").title in html
    people(shelf.db, "cid")
