"""`pbem verify` on what is no export, or a damaged one: a sentence, with its line."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import export
from pbem.cli.seats import sit_down
from tests.conformance.raid import GAME as RAID

from .conftest import Run


def with_line(number: int, text: str) -> Callable[[list[str]], str]:
    return lambda lines: "\n".join([*lines[: number - 1], text, *lines[number:]])


DAMAGED: dict[str, tuple[Callable[[list[str]], str], str]] = {
    "empty": (lambda _lines: "", "Line 1: The file is empty."),
    "something else": (lambda _lines: '{"a": 1}', "Line 1: This is not an export"),
    "a list": (lambda _lines: "[]", "Line 1: The line is not a JSON object."),
    "cut in a line": (lambda lines: "\n".join(lines)[:-9], "Line 91: The line is not JSON"),
    "cut between lines": (lambda lines: "\n".join(lines[:50]), "Line 50: The end is missing"),
    "something behind": (lambda lines: "\n".join([*lines, lines[5]]), "Line 92: Something follows"),
    "two games": (lambda lines: "\n".join([*lines[:5], *lines]), "Line 6: A second game starts"),
    "not a number": (with_line(4, '{"line": NaN}'), "Line 4: The line is not JSON"),
    "too large a number": (with_line(4, '{"line": 1e999}'), "Line 4: The line is not JSON"),
    "half a character": (with_line(4, '{"line": "\\ud800"}'), "Line 4: The line is not JSON"),
    "nested deeply": (with_line(4, "[" * 100_000), "Line 4: The line is not JSON"),
    "unknown line": (with_line(4, '{"line": "wish"}'), "Line 4: This is neither an entry"),
    "unknown format": (with_line(1, '{"line":"start","format":2}'), "Line 1: The export has a"),
    "poor start": (with_line(1, '{"line":"start","format":1}'), "Line 1: The start of the game"),
    "entry without events": (with_line(4, '{"line":"entry","seq":2}'), "Line 4: An entry must"),
    "entry of no kind": (
        with_line(4, '{"line":"entry","seq":2,"events":[],"kind":"wish"}'),
        "Line 4: The entry cannot be read.",
    ),
    "entry of no seat": (
        with_line(4, '{"line":"entry","seq":2,"events":[],"kind":"answer","seat":true}'),
        "Line 4: The entry cannot be read.",
    ),
    "second start": (
        with_line(4, '{"line":"entry","seq":2,"events":[],"kind":"start"}'),
        "Line 4: Exactly the first entry is the start of the game.",
    ),
    "poor end": (with_line(91, '{"line":"end","secret":"zz"}'), "Line 91: The end of the game"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_damaged_file_is_refused_with_its_line(
    what: str, raid: str, refused: Callable[..., str], true_lines: list[str], tmp_path: Path
) -> None:
    damage, wanted = DAMAGED[what]
    path = tmp_path / "game.jsonl"
    path.write_text(damage(true_lines))
    said = refused("verify", path)
    assert said.startswith(f"{path}: {wanted}")
    assert len(said.splitlines()) == 1


def test_other_ends_of_lines_do_no_damage(
    raid: str, run: Run, true_lines: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes("\r\n".join([*true_lines, ""]).encode())
    result = run("verify", path)
    assert result.exit_code == 0, result.output


def test_what_cannot_be_read_is_refused(
    refused: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    absent, image, huge = (tmp_path / name for name in ("absent", "image", "huge"))
    image.write_bytes(b'{"line"\n\x89PNG\xff')
    huge.write_bytes(b" " * 1_001)
    monkeypatch.setattr(export.lines, "MOST_BYTES", 1_000)
    assert refused("verify", absent) == f"{absent} cannot be read: No such file or directory."
    assert refused("verify", tmp_path) == f"{tmp_path} cannot be read: Is a directory."
    assert refused("verify", image) == f"{image}: Line 2: The file is not text. An export is text."
    assert refused("verify", huge).startswith(f"{huge}: The file has more than")


def test_an_unfinished_game_is_not_written_but_on_demand() -> None:
    match = sit_down(RAID, 3, "1")
    with pytest.raises(export.NotOver, match="secret"):
        export.write(match, io.StringIO())
    file = io.StringIO()
    export.write(match, file, unfinished=True)
    assert file.getvalue().count("\n") == 3
