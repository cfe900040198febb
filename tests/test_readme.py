"""The README says what is true: settings, commands and games come from the code itself."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from pbem import games
from pbem.cli import main
from pbem.config import describe


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def test_every_setting_stands_there_with_its_default(readme: str) -> None:
    assert describe() in readme


def test_every_command_that_it_names_is_there(readme: str) -> None:
    assert isinstance(main, click.Group)
    known = set(main.list_commands(click.Context(main)))
    named = set(re.findall(r"`(?:\.venv/bin/)?pbem ([a-z][a-z-]*)", readme))
    assert named <= known
    assert {"serve", "worker", "doctor", "verify"} <= named


def test_every_game_stands_there(readme: str) -> None:
    for slug in games.slugs():
        meta = games.meta(slug)
        assert f"**{meta.title}**" in readme
        assert str(meta.blurb) in readme


def test_every_link_leads_somewhere(root: Path) -> None:
    for page in (root / "README.md", root / "pbem/README.md", root / "pbem/games/README.md"):
        for target in re.findall(r"\]\(([^):#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
