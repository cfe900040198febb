"""The layers hold, and each contract rejects what it is there to reject."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

SOUND = {
    "__init__": "",
    "engine.__init__": "import json\nimport collections.abc",
    "engine.dice": "from pbem.engine import table",
    "engine.table": "",
    "config": "import tomllib",
    "games.__init__": "from pbem.games import finding",
    "games.finding": "import importlib",
    "games.liars.__init__": "from pbem.games.liars import meta",
    "games.liars.meta": "from pbem.engine import dice",
    "games.pirates.__init__": "from pbem.engine import dice",
    "games.pirates.meta": "",
    "store.__init__": "import sqlmodel, sqlalchemy.orm, alembic\nfrom pbem import config, engine",
    "services.__init__": "from pbem import engine, games, store",
    "conformance": "from pbem import engine, games",
    "mail.__init__": "from pbem import services",
    "worker": "import apscheduler\nfrom pbem import mail, services",
    "bench": "from pbem import conformance, services, store, worker",
    "web.__init__": "import flask\nfrom pbem import services",
    "cli": "import click\nfrom pbem import bench, conformance, services",
}

VIOLATIONS = [
    ("layers", "engine.dice", "from pbem import games"),
    ("layers", "engine.dice", "from pbem import config"),
    ("layers", "games.finding", "from pbem import store"),
    ("layers", "store.__init__", "from pbem import games"),
    ("layers", "store.__init__", "from pbem import services"),
    ("layers", "services.__init__", "from pbem import mail"),
    ("layers", "services.__init__", "def late():\n    from pbem import web"),
    ("layers", "cli", "from pbem import web"),
    ("layers", "bench", "from pbem import web"),
    ("layers", "worker", "from pbem.web import create_app"),
    ("layers", "conformance", "from pbem import services"),
    ("layers", "newcomer", "import json"),
    ("engine", "engine.dice", "import flask"),
    ("engine", "engine.table", "import sqlmodel"),
    ("engine", "engine.table", "import sqlalchemy"),
    ("engine", "engine.table", "import jinja2"),
    ("engine", "engine.table", "import apscheduler.schedulers"),
    ("engine", "engine.table", "import click"),
    ("engine", "engine.table", "def late():\n    from numpy import array"),
    ("games", "games.liars.meta", "import jinja2"),
    ("games", "games.pirates.meta", "from pbem import config"),
    ("conformance", "conformance", "from pbem import store"),
    ("conformance", "conformance", "import hypothesis"),
    ("store-alone-knows-sql", "services.__init__", "from sqlalchemy import select"),
    ("store-alone-knows-sql", "web.__init__", "import sqlmodel"),
    ("store-alone-knows-sql", "worker", "import alembic.command"),
    ("no-game-named", "services.__init__", "from pbem.games import liars"),
    ("no-game-named", "games.finding", "from pbem.games.liars import meta"),
    ("no-game-named", "games.liars.meta", "from pbem.games.pirates import meta"),
    ("no-game-named", "cli", "def late():\n    import pbem.games.liars.meta"),
]


def lint(folder: Path, root: Path, *contracts: str) -> subprocess.CompletedProcess[str]:
    """Run lint-imports on the `pbem` that lies in the folder."""
    options = [word for name in contracts for word in ("--contract", name)]
    return subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo", *options],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(root)])},
        capture_output=True,
        text=True,
        check=False,
    )


def grow(folder: Path, root: Path, modules: dict[str, str]) -> None:
    """Write a small package called pbem, with the project's own contracts beside it."""
    shutil.copy(root / "pyproject.toml", folder)
    for name, code in modules.items():
        path = folder / "pbem" / f"{name.replace('.', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{code}\n")


def test_the_project_keeps_its_contracts(root: Path) -> None:
    done = lint(root, root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 kept, 0 broken" in done.stdout


def test_a_sound_package_keeps_the_contracts(tmp_path: Path, root: Path) -> None:
    grow(tmp_path, root, SOUND)
    done = lint(tmp_path, root)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("contract", "module", "code"),
    VIOLATIONS,
    ids=[f"{c}-{m}-{code.split()[-1]}" for c, m, code in VIOLATIONS],
)
def test_a_contract_rejects(
    contract: str, module: str, code: str, tmp_path: Path, root: Path
) -> None:
    grow(tmp_path, root, {**SOUND, module: f"{SOUND.get(module, '')}\n{code}"})
    done = lint(tmp_path, root, contract)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "0 kept, 1 broken" in done.stdout


def test_every_contract_has_a_violation_that_it_rejects(root: Path) -> None:
    settings = tomllib.loads((root / "pyproject.toml").read_text())
    contracts = {contract["id"] for contract in settings["tool"]["importlinter"]["contracts"]}
    assert contracts == {contract for contract, _, _ in VIOLATIONS}
