"""A process that runs tests again and again, quickly, for `tests.mutation`.

It is started by its path, in a copy of the project. It takes one order a line, as JSON, forks,
and lets the child run pytest: so what does not change from one run to the next (pytest itself,
Flask, SQLAlchemy) is imported once, and what may have changed, the project, each time anew. The
first order, with `record`, runs all tests and notes which lines each of them reaches.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import coverage
import pytest


class Recorder:
    """Notes which lines of some files each test reaches, and how long each test takes."""

    def __init__(self, files: list[str], into: str) -> None:
        self.coverage = coverage.Coverage(data_file=None, include=files, config_file=False)
        self.into = into
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.coverage.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        found = self.coverage.get_data()
        reached = {
            file: {str(line): tests for line, tests in found.contexts_by_lineno(file).items()}
            for file in found.measured_files()
        }
        modules = [
            name
            for name, module in sys.modules.items()
            if not (getattr(module, "__file__", None) or "").startswith(os.getcwd() + os.sep)
        ]
        noted = {"reached": reached, "seconds": self.seconds, "modules": modules}
        Path(self.into).write_text(json.dumps(noted), encoding="utf-8")


def run(order: dict[str, Any]) -> int:
    """In the child: run the tests, within so many seconds of processor time."""
    output = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    if order.get("cpu"):
        resource.setrlimit(resource.RLIMIT_CPU, (order["cpu"], order["cpu"] + 1))
    plugins = []
    if "record" in order:
        recorder = Recorder(order["record"], order["into"])
        recorder.coverage.start()
        plugins.append(recorder)
    else:
        sys.dont_write_bytecode = True
    # Plain asserts: nothing that was imported before the fork can be rewritten any more.
    words = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain"]
    code = pytest.main([*words, "--no-header", "--tb=line", *order["tests"]], plugins=plugins)
    sys.stdout.flush()
    return int(code)


def obey(order: dict[str, Any]) -> int:
    """Fork, and wait for what the child finds; one that ran on forever has the code of a kill."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            os.setpgid(0, 0)
            code = run(order)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # What a test started and a kill left behind.
    if "into" in order and Path(order["into"]).exists():
        for name in json.loads(Path(order["into"]).read_text(encoding="utf-8"))["modules"]:
            with suppress(Exception):  # Some modules cannot be imported by their own name.
                importlib.import_module(name)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    for line in sys.stdin:
        print(obey(json.loads(line)), flush=True)
