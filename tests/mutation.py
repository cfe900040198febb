"""Do the tests notice when a rule is wrong? Break rules one at a time and see.

`python -m tests.mutation pbem/games/dudo tests/games/dudo --sample 150` copies the project,
changes one thing at a time in the code of the first path (a comparison turned round, a number
off by one, a statement left out), runs the tests of the second path on each such mutant, and
says which mutants no test noticed. Strings, docstrings, annotations and asserts stay as they are.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
EDGE: dict[type[ast.cmpop], type[ast.cmpop]]
EDGE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Continue, ast.Break, ast.Raise)
NOT_RUN = {"__pycache__", "instance"}
NO_TESTS = (4, 5)
"""Pytest's exit codes for 'wrong use' and 'nothing collected': no verdict at all."""


class NoVerdict(Exception):
    """The tests cannot judge anything; the sentence says why."""


@dataclass(frozen=True)
class Mutant:
    """One change: in which file and line, what, and the whole changed source."""

    file: str
    line: int
    change: str
    source: str


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of one file, from its top down."""
    tree = ast.parse(source)
    for place, node in enumerate(_judged(tree)):
        for number, change in enumerate(_changes(node)):
            copy = deepcopy(tree)
            _carry_out(copy, list(_judged(copy))[place], number)
            yield Mutant(file, getattr(node, "lineno", 0), change, ast.unparse(copy))


def _judged(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that can be changed: no docstrings, annotations, asserts or typing blocks."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _means_nothing(child):
                yield child
                yield from _judged(child)


def _means_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.ImportFrom() | ast.Import():
            return True
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _changes(node: ast.AST) -> list[str]:
    """What can be done to a node, in words; `_carry_out` does them by number."""
    match node:
        case ast.Compare(ops=[op]):
            return [f"{type(op).__name__} becomes {new.__name__}" for new in _instead_of(op)]
        case ast.BoolOp(op=ast.And()):
            return ["and becomes or"]
        case ast.BoolOp(op=ast.Or()):
            return ["or becomes and"]
        case ast.UnaryOp(op=ast.Not()):
            return ["not is left out"]
        case ast.BinOp(op=op) if type(op) in SWAPPED and not _is_text(node):
            return [f"{type(op).__name__} becomes {SWAPPED[type(op)].__name__}"]
        case ast.Constant(value=bool(value)):
            return [f"{value} becomes {not value}"]
        case ast.Constant(value=int(value)):
            return [f"{value} becomes {value + 1}"]
        case ast.stmt() if isinstance(node, DROPPED):
            return [f"'{ast.unparse(node).splitlines()[0][:60]}' is left out"]
    return []


def _instead_of(op: ast.cmpop) -> list[type[ast.cmpop]]:
    return [table[type(op)] for table in (OPPOSITE, EDGE) if type(op) in table]


def _is_text(node: ast.BinOp) -> bool:
    text = (ast.JoinedStr, ast.List, ast.Tuple)
    sides = (node.left, node.right)
    return any(isinstance(s, text) or isinstance(getattr(s, "value", 0), str) for s in sides)


def _carry_out(tree: ast.AST, node: ast.AST, number: int) -> None:
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [_instead_of(op)[number]()]
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp():
            _put_instead(tree, node, node.operand)
        case ast.BinOp(op=op):
            node.op = SWAPPED[type(op)]()
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case _:
            _put_instead(tree, node, ast.copy_location(ast.Pass(), node))


def _put_instead(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(parent, name, [new if item is old else item for item in value])


class Trial:
    """A copy of the project in which mutants are tried."""

    def __init__(self, root: Path, copy: Path, tests: Sequence[str], timeout: float = 0) -> None:
        self.root = root
        self.copy = copy
        self.tests = list(tests)
        self.timeout = timeout
        self._clock = int(time.time()) + 10_000
        shutil.copytree(root, copy, dirs_exist_ok=True, ignore=_not_needed)

    def baseline(self) -> float:
        """Run the tests on the code as it is; they must pass, and the time sets the timeout."""
        began = time.monotonic()
        code, output = self._run(None)
        if code != 0:
            raise NoVerdict(f"The tests do not pass on the code as it is.\n{output[-2000:]}")
        took = time.monotonic() - began
        self.timeout = self.timeout or 4 * took + 5
        return took

    def killed(self, mutant: Mutant) -> bool:
        """Does a test notice this mutant? One that runs on forever counts as noticed."""
        path = self.copy / mutant.file
        original = path.read_text(encoding="utf-8")
        try:
            self._write(path, mutant.source)
            code, output = self._run(self.timeout)
        except subprocess.TimeoutExpired:
            return True
        finally:
            self._write(path, original)
        if code in NO_TESTS:
            raise NoVerdict(f"The tests were not run at all.\n{output[-2000:]}")
        return code != 0

    def _write(self, path: Path, source: str) -> None:
        """Write with a time of its own, so that no compiled file of another mutant is taken."""
        path.write_text(source, encoding="utf-8")
        self._clock += 2
        os.utime(path, (self._clock, self._clock))

    def _run(self, timeout: float | None) -> tuple[int, str]:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += ["--no-header", "--tb=line", *self.tests]
        environment = {**os.environ, "PYTHONPATH": str(self.copy)}
        if timeout is not None:
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
        done = subprocess.run(  # noqa: PLW1510 - A failure is what it is asked for.
            command, cwd=self.copy, env=environment, capture_output=True, text=True, timeout=timeout
        )
        return done.returncode, done.stdout + done.stderr


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


def main(arguments: Sequence[str] | None = None, root: Path | None = None) -> int:
    """Try the mutants and print which of them no test noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("target", help="the file or folder whose code is changed")
    parser.add_argument("tests", nargs="+", help="the tests that should notice")
    parser.add_argument("--sample", type=int, default=0, help="try so many, not all")
    given = parser.parse_args(arguments)
    root = root or Path.cwd()
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        try:
            mutants = collect(root, given.target, given.sample)
            trial = Trial(root, Path(folder), given.tests)
            print(f"{len(mutants)} mutants; the tests take {trial.baseline():.1f} s.", flush=True)
            for mutant in mutants:
                if not trial.killed(mutant):
                    survived += 1
                    print(f"survived  {mutant.file}:{mutant.line}  {mutant.change}", flush=True)
        except NoVerdict as why:
            print(why, file=sys.stderr)
            return 2
    killed, tried = len(mutants) - survived, len(mutants)
    print(f"killed {killed} of {tried}: {100 * killed / tried:.0f} in 100")
    return 0


if __name__ == "__main__":
    sys.exit(main())
