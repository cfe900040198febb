"""What must not be in the repository, each check shown to reject a bad file."""

import ast
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LINES = 400
MACHINE_PATH = re.compile(r"(?<![\w.-])/(?:work|root)/")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
VAGUE = re.compile(r"manager|handler|utils|helper", re.IGNORECASE)


def texts(root: Path, *folders: str) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of all text files that git tracks, or would if they were added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *folders]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    for name in sorted(set(filter(None, listed.stdout.split("\0")))):
        path = root / name
        if path.is_file():  # A file that is deleted but not committed is still listed.
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def machine_paths(root: Path) -> list[str]:
    return [name for name, text in texts(root) if MACHINE_PATH.search(text)]


def addresses_in_locks(root: Path) -> list[str]:
    return [n for n, text in texts(root) if n.endswith(".lock") and "://" in text]


def foreign_locks(root: Path) -> list[str]:
    return [n for n, _ in texts(root) if Path(n).name in ("uv.lock", "package-lock.json")]


def long_files(root: Path) -> list[str]:
    python = (item for item in texts(root, "pbem") if item[0].endswith(".py"))
    return [name for name, text in python if len(text.splitlines()) > LINES]


def unfinished(root: Path) -> list[str]:
    return [name for name, text in texts(root, "pbem", "templates") if UNFINISHED.search(text)]


def vague_names(root: Path) -> list[str]:
    """Find modules, folders and classes whose names say nothing about the table."""
    found = []
    for name, text in texts(root, "pbem", "tests"):
        if not name.endswith(".py"):
            continue
        classes = (
            node.name for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)
        )
        found += [name] if VAGUE.search(name) else []
        found += [f"{name}: {called}" for called in classes if VAGUE.search(called)]
    return found


Check = Callable[[Path], list[str]]
CHECKS: list[Check] = [
    machine_paths,
    addresses_in_locks,
    foreign_locks,
    long_files,
    unfinished,
    vague_names,
]

# The bad words are put together here, so that this file itself stays clean.
BROKEN: list[tuple[Check, str, str]] = [
    (machine_paths, "README.md", "see /" + "work/main/pbem"),
    (machine_paths, "Makefile", "cat '/" + "root/.profile'"),
    (addresses_in_locks, "requirements.lock", "flask @ https" + "://example.org/flask.whl"),
    (foreign_locks, "uv.lock", ""),
    (foreign_locks, "web/package-lock.json", "{}"),
    (long_files, "pbem/engine/table.py", "x = 1\n" * (LINES + 1)),
    (unfinished, "pbem/engine/table.py", "# TO" + "DO: dice"),
    (unfinished, "templates/home.html", "<!-- FIX" + "ME -->"),
    (unfinished, "templates/mail/body.txt", "XX" + "X"),
    (vague_names, "pbem/web/utils.py", ""),
    (vague_names, "pbem/helpers/dice.py", ""),
    (vague_names, "pbem/mail/send.py", "class MailHandler:\n    pass\n"),
    (vague_names, "tests/seats.py", "class SeatManager:\n    pass\n"),
]

HARMLESS = {
    "README.md": "Serve it from /srv/network/root/pbem or ./work/here.",
    "requirements.lock": "flask==3.1.3",
    "pbem/engine/table.py": "x = 1\n" * LINES,
    "pbem/web/errors.py": "class Refused(Exception):\n    pass\n",
    "templates/home.html": "<p>Your turn</p>",
    "tests/long.py": "x = 1\n" * (LINES + 1),
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_repository_is_clean(check: Check, root: Path) -> None:
    assert check(root) == []


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for name, text in HARMLESS.items():
        put(tmp_path, name, text)
    return tmp_path


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


@pytest.mark.parametrize("check", CHECKS)
def test_a_harmless_repository_passes(check: Check, repository: Path) -> None:
    assert check(repository) == []


@pytest.mark.parametrize(("check", "name", "text"), BROKEN)
def test_a_bad_file_is_found(check: Check, name: str, text: str, repository: Path) -> None:
    put(repository, name, text)
    (found,) = check(repository)
    assert found.startswith(name)


def test_every_check_has_a_bad_file() -> None:
    assert {check for check, _, _ in BROKEN} == set(CHECKS)
