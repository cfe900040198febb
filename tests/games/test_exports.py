"""Every game: whoever is handed an export can verify it, wherever the pack has been."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem import games
from pbem.cli import main


@pytest.mark.parametrize("slug", games.slugs())
def test_an_export_of_every_game_verifies(slug: str, tmp_path: Path) -> None:
    path, runner = tmp_path / "game.jsonl", CliRunner()
    played = runner.invoke(main, ["simulate", slug, "--games", "1", "--out", str(path)])
    assert played.exit_code == 0, played.output
    found = runner.invoke(main, ["verify", str(path)])
    assert found.exit_code == 0, found.output
