"""Do the tests notice when a rule is wrong? Break rules one at a time and see.

`python -m tests.mutation pbem/games/dudo tests/games/dudo --sample 150` copies the project,
changes one thing at a time in the code of the first path (`tests.mutants` says what), runs the
tests of the second path that reach the changed line, the quickest first, and says which mutants
no test noticed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.mutants import Mutant, mutants_of

JUDGE = Path(__file__).with_name("judge.py")
NOT_RUN = {"__pycache__", "instance"}
NOT_FOUND = 4
"""Pytest's exit code where it does not find a test by its name."""
AT_IMPORT = ""
"""What coverage calls the time in which no test runs."""


class NoVerdict(Exception):
    """The tests cannot judge anything; the sentence says why."""


class Trial:
    """A copy of the project in which mutants are tried."""

    def __init__(self, root: Path, copy: Path, tests: Sequence[str]) -> None:
        self.copy = copy.resolve()
        self.tests = list(tests)
        self.seconds: dict[str, float] = {}
        self.reached: dict[str, dict[str, list[str]]] = {}
        self._clock = int(time.time()) + 10_000
        shutil.copytree(root, copy, dirs_exist_ok=True, ignore=_not_needed)
        environment = {**os.environ, "PYTHONPATH": str(self.copy)}
        self._judge = subprocess.Popen(
            [sys.executable, str(JUDGE)],
            cwd=self.copy,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Trial:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _why: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        self._judge.communicate()

    def baseline(self, files: Sequence[str]) -> float:
        """Run the tests on the code as it is; they must pass. Which of them reaches what?"""
        noted = self.copy / ".reached.json"
        record = [str(self.copy / file) for file in files]
        code, output = self._run(self.tests, record=record, into=str(noted))
        if code != 0:
            raise NoVerdict(f"The tests do not pass on the code as it is.\n{output[-2000:]}")
        found = json.loads(noted.read_text(encoding="utf-8"))
        self.seconds = found["seconds"]
        self.reached = found["reached"]
        return sum(self.seconds.values())

    def killed(self, mutant: Mutant) -> bool:
        """Does a test notice this mutant? One that runs on forever counts as noticed."""
        tests = self.judges_of(mutant)
        if not tests:
            return False
        path = self.copy / mutant.file
        original = path.read_text(encoding="utf-8")
        limit = ceil(4 * sum(self.seconds[test] for test in tests) + 5)
        try:
            self._write(path, mutant.source)
            code, _output = self._run(tests, cpu=limit)
            if code == NOT_FOUND:  # The change gave tests other names, or broke an import.
                code, _output = self._run(self.tests, cpu=limit)
        finally:
            self._write(path, original)
        return code != 0

    def judges_of(self, mutant: Mutant) -> list[str]:
        """The tests that reach what was changed; all of them if it counts from the start."""
        lines = self.reached.get(str(self.copy / mutant.file), {})
        tests = {test for line in mutant.lines for test in lines.get(str(line), ())}
        if AT_IMPORT in tests:
            tests = set(self.seconds)
        return sorted(tests, key=lambda test: self.seconds[test])

    def _write(self, path: Path, source: str) -> None:
        """Write with a time of its own, so that no compiled file of another mutant is taken."""
        path.write_text(source, encoding="utf-8")
        self._clock += 2
        os.utime(path, (self._clock, self._clock))

    def _run(self, tests: Sequence[str], **order: Any) -> tuple[int, str]:
        """Let the judge run tests, for so many seconds of processor time: on a busy machine a
        mutant must not seem to run on forever only because others were served first."""
        output = self.copy / ".output"
        assert self._judge.stdin is not None
        assert self._judge.stdout is not None
        self._judge.stdin.write(json.dumps({"tests": tests, "output": str(output), **order}) + "\n")
        self._judge.stdin.flush()
        code = self._judge.stdout.readline()
        if not code:
            raise NoVerdict("The process that runs the tests has ended.")
        return int(code), output.read_text(encoding="utf-8", errors="replace")


def _not_needed(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name.startswith(".") or name in NOT_RUN}


def collect(root: Path, target: str, sample: int = 0, seed: int = 1) -> list[Mutant]:
    """The mutants of a file or folder, or so many of them taken at random."""
    path = root / target
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    every = [
        mutant
        for file in files
        for mutant in mutants_of(str(file.relative_to(root)), file.read_text(encoding="utf-8"))
    ]
    if not every:
        raise NoVerdict(f"There is nothing to change in {target}.")
    if 0 < sample < len(every):
        chosen = sorted(random.Random(seed).sample(range(len(every)), sample))
        every = [every[i] for i in chosen]
    return every


def try_all(root: Path, target: str, tests: Sequence[str], sample: int) -> tuple[int, int]:
    """Try the mutants and print which of them no test noticed: so many survived, of so many."""
    survived = 0
    mutants = collect(root, target, sample)
    with tempfile.TemporaryDirectory() as folder, Trial(root, Path(folder), tests) as trial:
        took = trial.baseline(sorted({mutant.file for mutant in mutants}))
        print(f"{len(mutants)} mutants; the tests take {took:.1f} s.", flush=True)
        for mutant in mutants:
            if not trial.killed(mutant):
                survived += 1
                why = "" if trial.judges_of(mutant) else " (no test reaches it)"
                print(f"survived  {mutant.file}:{mutant.line}  {mutant.change}{why}", flush=True)
    return survived, len(mutants)


def main(arguments: Sequence[str] | None = None, root: Path | None = None) -> int:
    """Say how many of the mutants the tests noticed, and which they did not."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("target", help="the file or folder whose code is changed")
    parser.add_argument("tests", nargs="+", help="the tests that should notice")
    parser.add_argument("--sample", type=int, default=0, help="try so many, not all")
    given = parser.parse_args(arguments)
    try:
        survived, tried = try_all(root or Path.cwd(), given.target, given.tests, given.sample)
    except NoVerdict as why:
        print(why, file=sys.stderr)
        return 2
    print(f"killed {tried - survived} of {tried}: {100 * (tried - survived) / tried:.0f} in 100")
    return 0


if __name__ == "__main__":
    sys.exit(main())
