"""What every test can use. Fixtures of one layer live in a plugin file of their own."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is no fault of the code: seconds on the wall decide nothing here.
settings.register_profile("pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pbem")

ROOT = Path(__file__).parent.parent

pytest_plugins = ["tests.no_skips", "tests.browser_fixtures"]
# The database fixtures (`db`, on SQLite and PostgreSQL):
pytest_plugins += ["tests.store_fixtures"] * (ROOT / "tests/store_fixtures.py").exists()


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the project."""
    return ROOT
