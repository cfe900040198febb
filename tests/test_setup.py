"""The set-up does what it promises: the lock, the package, the Makefile, CI and its guards."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import pbem

# --- The lock ---------------------------------------------------------------------------------


def pins(lock: str) -> dict[str, str]:
    """Return the version of each package in the lock; refuse a line that is not pinned."""
    found: dict[str, str] = {}
    for block in re.split(r"\n(?=\S)", lock.strip()):
        if block.startswith("#"):
            continue
        match = re.match(r"([a-z0-9-]+)==([^\s;]+)[^\n]*\\\n +--hash=sha256:[0-9a-f]{64}\b", block)
        if match is None:
            raise ValueError(f"not pinned with a hash: {block.splitlines()[0]}")
        found[match[1]] = match[2]
    return found


def unlocked(project: dict[str, Any], lock: str) -> list[str]:
    """List the requirements of the project that the lock does not meet."""
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["postgres"], *extras["dev"]]
    have = pins(lock)
    missing = []
    for line in wanted:
        requirement = Requirement(line)
        version = have.get(canonicalize_name(requirement.name))
        if version is None or version not in requirement.specifier:
            missing.append(line)
    return missing


@pytest.fixture
def project(root: Path) -> dict[str, Any]:
    table: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return table


def test_the_lock_meets_every_requirement(root: Path, project: dict[str, Any]) -> None:
    assert unlocked(project, (root / "requirements.lock").read_text()) == []


def test_the_lock_serves_windows_too(root: Path) -> None:
    assert {"tzdata", "colorama"} <= pins((root / "requirements.lock").read_text()).keys()


def test_a_stale_lock_is_noticed(root: Path, project: dict[str, Any]) -> None:
    lock = (root / "requirements.lock").read_text()
    older = re.sub(r"(?m)^apscheduler==\S+", "apscheduler==3.10.4", lock)
    assert unlocked(project, older) == ["apscheduler>=3.11.3,<4"]
    project["dependencies"].append("left-pad>=1")
    assert unlocked(project, lock) == ["left-pad>=1"]


@pytest.mark.parametrize(
    "line", ["flask>=3.1", "flask==3.1.3", "flask==3.1.3 \\\n    --hash=md5:00"]
)
def test_a_lock_without_pin_or_hash_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not pinned with a hash: flask"):
        pins(f"# made by a test\n{line}\n")


# --- The package ------------------------------------------------------------------------------


def build(folder: Path, kind: str) -> Path:
    """Build the project in the folder with hatchling and return the file it made."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", "out"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return next((folder / "out").glob("*.whl" if kind == "wheel" else "*.tar.gz"))


def test_wheel_and_sdist_carry_the_templates(tmp_path: Path, root: Path) -> None:
    checkout = tmp_path / "checkout"
    for name in ("pyproject.toml", "LICENSE", "pbem/__init__.py", "pbem/py.typed"):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / name, checkout / name)
    (checkout / "templates/mail").mkdir(parents=True)
    (checkout / "templates/mail/body.txt").write_text("It is your turn.\n")

    with tarfile.open(build(checkout, "sdist")) as sdist:
        sdist.extractall(tmp_path, filter="data")
    unpacked = tmp_path / f"pbem-{pbem.__version__}"
    assert (unpacked / "templates/mail/body.txt").is_file()

    for source in (checkout, unpacked):
        with zipfile.ZipFile(build(source, "wheel")) as wheel:
            names = wheel.namelist()
            assert "pbem/templates/mail/body.txt" in names
            assert "pbem/py.typed" in names
            entry = f"pbem-{pbem.__version__}.dist-info/entry_points.txt"
            assert "pbem = pbem.cli:main" in wheel.read(entry).decode()


# --- The Makefile and CI ----------------------------------------------------------------------


def test_make_alone_explains_every_target(root: Path) -> None:
    makefile = (root / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    done = subprocess.run(["make"], cwd=root, capture_output=True, text=True, check=True)
    assert re.findall(r"^  ([a-z]+) +\S", done.stdout, re.MULTILINE) == phony[1].split()


def fake(folder: Path, name: str, script: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


def run_ci(script: Path, commands: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a copy of .ci/run from elsewhere, with fake commands before the real ones."""
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    return subprocess.run(
        ["bash", str(script)],
        cwd="/",
        env={**os.environ, "PATH": path, **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def ci(tmp_path: Path, root: Path) -> Path:
    """A copy of .ci/run in a folder of its own, with a `make` that only tells its call."""
    (tmp_path / ".ci").mkdir()
    fake(tmp_path / "bin", "make", 'echo "$PWD: make $* CI=$CI MARKERS=$MARKERS$PYTEST_ADDOPTS"')
    return Path(shutil.copy(root / ".ci/run", tmp_path / ".ci/run"))


def test_ci_runs_every_marker_whatever_the_environment_says(ci: Path, tmp_path: Path) -> None:
    done = run_ci(ci, tmp_path / "bin", MARKERS="not slow", PYTEST_ADDOPTS="-k x", CI="false")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"{tmp_path}: make test CI=true MARKERS="


def test_ci_fails_when_make_fails(ci: Path, tmp_path: Path) -> None:
    fake(tmp_path / "bin", "make", "exit 2")
    assert run_ci(ci, tmp_path / "bin").returncode != 0


@pytest.mark.parametrize(("user", "code"), [("0", 0), ("1000", 1)])
def test_ci_installs_only_what_is_missing(ci: Path, tmp_path: Path, user: str, code: int) -> None:
    text, changed = re.subn(
        r"^packages=\(.*?\)", "packages=(here gone)", ci.read_text(), flags=re.M
    )
    assert changed == 1
    ci.write_text(text)
    fake(tmp_path / "bin", "id", f"echo {user}")
    fake(tmp_path / "bin", "apt-get", 'echo "apt-get $*"')
    fake(tmp_path / "bin", "dpkg-query", 'case "$*" in *here) echo installed;; *) exit 1;; esac')
    done = run_ci(ci, tmp_path / "bin")
    assert done.returncode == code
    if code == 0:
        assert "install -y --no-install-recommends gone\n" in done.stdout
        assert "make test" in done.stdout
    else:
        assert "Please install: gone." in done.stderr
        assert "make test" not in done.stdout


# --- pytest's own guards ----------------------------------------------------------------------


def run_pytest(folder: Path, root: Path, test: str, *options: str, ci: str = "true") -> int:
    """Run one test file under the project's settings and the plugin `tests.no_skips`."""
    (folder / "test_fixture.py").write_text(f"import pytest, warnings\n{test}\n")
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    settings = ["-q", "-c", str(root / "pyproject.toml"), "--rootdir", str(folder)]
    settings += ["-p", "tests.no_skips", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *options, "test_fixture.py"],
        cwd=folder,
        env={**env, "CI": ci, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode


FINE = "def test_fine(): pass\n"
LEFT_OUT = {
    "a skip": f"{FINE}@pytest.mark.skip\ndef test_b(): pass",
    "a skip inside": f"{FINE}def test_b(): pytest.skip('not here')",
    "an expected failure": f"{FINE}@pytest.mark.xfail\ndef test_b(): assert False",
    "a whole file": "pytest.importorskip('there_is_no_such_module')",
}


alone_or_shared = pytest.mark.parametrize("share", [(), ("-n", "2")], ids=["alone", "shared"])


@alone_or_shared
@pytest.mark.parametrize("test", LEFT_OUT.values(), ids=LEFT_OUT.keys())
def test_in_ci_a_test_left_out_fails_the_run(
    test: str, share: tuple[str, ...], tmp_path: Path, root: Path
) -> None:
    assert run_pytest(tmp_path, root, test, *share) == pytest.ExitCode.TESTS_FAILED


@alone_or_shared
def test_in_ci_a_deselected_marker_fails_the_run(
    share: tuple[str, ...], tmp_path: Path, root: Path
) -> None:
    test = f"{FINE}@pytest.mark.slow\ndef test_b(): pass"
    code = run_pytest(tmp_path, root, test, "-m", "not slow", *share)
    assert code == pytest.ExitCode.TESTS_FAILED


@alone_or_shared
def test_in_ci_a_whole_run_passes(share: tuple[str, ...], tmp_path: Path, root: Path) -> None:
    assert run_pytest(tmp_path, root, FINE, *share) == pytest.ExitCode.OK


def test_elsewhere_a_skip_is_allowed(tmp_path: Path, root: Path) -> None:
    assert run_pytest(tmp_path, root, LEFT_OUT["a skip"], ci="") == pytest.ExitCode.OK


@pytest.mark.parametrize(
    "test",
    [
        "def test_a(): warnings.warn('old')",
        "async def ask(): return True\ndef test_a(): ask()",
        "@pytest.mark.no_such_marker\ndef test_a(): pass",
        "@pytest.mark.xfail\ndef test_a(): pass",
    ],
    ids=["a warning", "a forgotten await", "an unknown marker", "an unexpected pass"],
)
def test_pytest_is_strict(test: str, tmp_path: Path, root: Path) -> None:
    assert run_pytest(tmp_path, root, test, ci="") not in (
        pytest.ExitCode.OK,
        pytest.ExitCode.NO_TESTS_COLLECTED,
        pytest.ExitCode.USAGE_ERROR,
    )


def test_the_guard_is_loaded_here(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.pluginmanager.has_plugin("tests.no_skips")


def test_mypy_sees_a_forgotten_await(tmp_path: Path, root: Path) -> None:
    """Warnings alone let `if ask():` pass, where the coroutine counts as true."""
    (tmp_path / "rules.py").write_text(
        "async def ask() -> bool:\n    return True\n\n\n"
        "async def turn() -> int:\n    if ask():\n        return 1\n    return 2\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(root / "pyproject.toml"), "rules.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert "[truthy-bool]" in done.stdout
