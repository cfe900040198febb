"""A way to run commands, and games that another distribution brings along."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem import export, games
from pbem.cli import main
from pbem.cli.seats import bot_turn, sit_down
from pbem.engine import Match, RandomBot, rewind
from tests.conformance.raid import GAME as RAID

Run = Callable[..., Result]
Plug = Callable[[str, dict[str, str]], Path]


@pytest.fixture
def run() -> Run:
    """Run a command as a person would type it."""

    def run_it(*words: object, typed: str | None = None) -> Result:
        return CliRunner().invoke(main, [str(word) for word in words], input=typed)

    return run_it


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that cannot work: one sentence on stderr, exit code not 0, no traceback."""

    def run_it(*words: object) -> str:
        result = run(*words)
        assert result.exit_code != 0, result.output
        assert isinstance(result.exception, SystemExit), result.exception
        assert "Traceback" not in result.output
        assert result.stderr.strip(), "It says nothing."
        return result.stderr.strip()

    return run_it


@pytest.fixture
def plug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plug]:
    """Install a game from another distribution: its modules, and an entry point that names it."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(str(site))
    plugged: list[str] = []

    def plug_it(slug: str, modules: dict[str, str]) -> Path:
        folder = site / slug
        folder.mkdir(exist_ok=True)
        for name, code in modules.items():
            (folder / f"{name}.py").write_text(code)
        about = site / f"{slug}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {slug}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{games.GROUP}]\n{slug} = {slug}\n")
        plugged.append(slug)
        forget()
        return folder

    yield plug_it
    forget(*plugged)


def forget(*packages: str) -> None:
    """Let games be found and loaded anew, these packages from their files."""
    for name in [name for name in sys.modules if name.split(".")[0] in packages]:
        del sys.modules[name]
    games.packages.cache_clear()
    games.load.cache_clear()


@pytest.fixture
def raid(plug: Plug) -> str:
    """The conformance suite's own game, as a plug-in: sealed stakes, acts, words, a die."""
    plug(
        "raid",
        {
            "__init__": "",
            "meta": "from tests.conformance.raid import GAME\n\nMETA = GAME.meta\n",
            "game": "from tests.conformance.raid import GAME as GAME\n",
        },
    )
    return "raid"


@pytest.fixture
def wolf(plug: Plug, run: Run, tmp_path: Path) -> Path:
    """A copy of the smallest game, to be broken."""
    run("new-game", "wolf", "--into", tmp_path / "site")
    return plug("wolf", {})


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def play_on(match: Match, entries: int | None = None) -> None:
    """Random answers: so many, or to the end."""
    rng = random.Random(5)
    last = None if entries is None else match.seq + entries
    while match.outcome is None and (last is None or match.seq < last):
        bot_turn(match, match.waiting()[0], RandomBot(), rng)


@pytest.fixture(scope="session")
def true_lines() -> list[str]:
    """A game with sealed answers, acts, and two branches that were given up."""
    match = sit_down(RAID, 3, "verify", keep=True)
    play_on(match, 12)
    match = rewind(match, 4)
    play_on(match, 3)
    match = rewind(match, 2)
    play_on(match)
    file = io.StringIO()
    export.write(match, file, states=True)
    return file.getvalue().splitlines()
