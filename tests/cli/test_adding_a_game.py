"""pbem/games/README.md, followed by the letter."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pbem import games

from .conftest import Plug, Run

README = Path(games.__file__).parent / "README.md"


@pytest.fixture(scope="module")
def readme() -> str:
    return README.read_text("utf-8")


@pytest.fixture
def kraken(plug: Plug, run: Run, tmp_path: Path) -> str:
    assert run("new-game", "kraken", "--into", tmp_path / "site").exit_code == 0
    plug("kraken", {})
    return "kraken"


def blocks(readme: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", readme, re.S)


def test_the_project_file_names_the_package_as_the_entry_point(readme: str) -> None:
    (text,) = blocks(readme, "toml")
    project = tomllib.loads(text)
    assert project["project"]["entry-points"][games.GROUP] == {"kraken": "kraken"}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == ["kraken"]


def test_the_example_of_a_test_passes_on_a_new_game(kraken: str, readme: str) -> None:
    (code,) = blocks(readme, "python")
    space: dict[str, object] = {}
    exec(compile(code, str(README), "exec"), space)
    (test,) = (value for name, value in space.items() if name.startswith("test_"))
    test()  # type: ignore[operator]


def test_every_command_it_names_is_one(run: Run, readme: str) -> None:
    commands = set(re.findall(r"pbem ([a-z][a-z-]+)(?= |`)", readme))
    assert {"new-game", "play", "check", "fuzz", "simulate", "verify", "games"} <= commands
    listed = run("--help").output
    for command in commands:
        assert f"\n  {command} " in listed, command


def test_every_file_it_tells_of_is_in_a_new_game(kraken: str, readme: str, tmp_path: Path) -> None:
    told = re.findall(r"^\| `([\w./]+)` \|", readme, re.M)
    assert len(told) >= 8
    for name in told:
        assert (tmp_path / "site" / "kraken" / name).exists(), name


def test_every_name_of_the_engine_that_it_uses_exists(readme: str) -> None:
    import pbem.engine

    for name in (
        "State",
        "Event",
        "ChooseOne",
        "ChooseSome",
        "Ordered",
        "Amount",
        "YesNo",
        "Words",
    ):
        assert f"`{name}`" in readme or f"`{name}`s" in readme
        assert hasattr(pbem.engine, name)
    for link in re.findall(r"\]\(([\w./]+)\)", readme):
        assert (README.parent / link).exists(), link
