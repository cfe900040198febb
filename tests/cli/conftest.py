"""A way to run commands, and games that another distribution brings along."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem import games
from pbem.cli import main

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
        _forget()
        return folder

    yield plug_it
    for name in [name for name in sys.modules if name.split(".")[0] in plugged]:
        del sys.modules[name]
    _forget()


def _forget() -> None:
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
