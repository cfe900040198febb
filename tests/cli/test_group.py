"""The group of commands as a whole."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem import __version__

from .conftest import Plug, Run

NEEDS_A_GAME = [["play"], ["simulate"], ["check"], ["fuzz"]]


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    for name in ("games", "play", "simulate", "verify", "check", "new-game", "fuzz", "bench"):
        assert f"\n  {name} " in result.output


def test_help_is_quick_because_it_loads_neither_engine_nor_games(root: Path) -> None:
    code = (
        "import sys, pbem.cli\n"
        "loaded = {'pbem.engine', 'pbem.games', 'flask', 'sqlalchemy'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)


def test_the_package_runs_as_a_module(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "--version"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"pbem, version {__version__}\n"


@pytest.mark.parametrize("command", NEEDS_A_GAME, ids=lambda c: c[0])
def test_an_unknown_game_is_refused_with_the_games_there_are(
    command: list[str], refused: Callable[..., str]
) -> None:
    said = refused(*command, "chess")
    assert said.startswith("There is no game 'chess'. There are: ")
    assert "dudo" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("command", NEEDS_A_GAME, ids=lambda c: c[0])
def test_a_broken_plug_in_is_refused_with_what_is_broken(
    command: list[str], plug: Plug, refused: Callable[..., str]
) -> None:
    plug("wreck", {"__init__": "", "meta": "", "game": "GAME = 1 / 0"})
    said = refused(*command, "wreck")
    assert said == ("The game 'wreck' cannot be loaded: ZeroDivisionError: division by zero.")


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_seats_out_of_range_are_refused(command: str, refused: Callable[..., str]) -> None:
    for seats in (0, 1, 7, -3, 10**9):
        said = refused(command, "dudo", "--seats", seats)
        assert said == f"Dudo is for 2-6 players, not for {seats}."


def test_games_lists_what_there_is_and_survives_a_broken_one(plug: Plug, run: Run) -> None:
    plug("wreck", {"__init__": "", "meta": "1 / 0", "game": ""})
    result = run("games")
    assert result.exit_code == 0
    assert "dudo: Dudo, seats: 2, 3, 4, 5, 6" in result.output
    assert "wreck cannot be loaded: division by zero" in result.output
