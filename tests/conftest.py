"""What every test can use. Fixtures of one layer live in a plugin file of their own."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytest_plugins = ["tests.no_skips"]
# The database fixtures (`db`, on SQLite and PostgreSQL):
pytest_plugins += ["tests.store_fixtures"] * (ROOT / "tests/store_fixtures.py").exists()


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return ROOT
