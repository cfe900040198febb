"""A pytest plugin: where CI=true, a run that left any test out is a failed run.

A skip, an expected failure and a deselected test all look green from afar. On a person's own
machine they are allowed; what lands has run everything.
"""

import os
from typing import Any

import pytest

LEFT_OUT = pytest.StashKey[list[str]]()
TOLD = "left out"


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("CI") == "true":
        config.stash[LEFT_OUT] = []
        config.pluginmanager.register(LeftOut(config.stash[LEFT_OUT]), "left-out")


class LeftOut:
    """Notes every test that did not run to its end, and fails the session for it."""

    def __init__(self, noted: list[str]) -> None:
        self.noted = noted

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped:
            what = "expected to fail" if hasattr(report, "wasxfail") else "skipped"
            self.noted.append(f"{report.nodeid} was {what}")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.noted.append(f"{report.nodeid} was skipped as a whole")

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.noted.extend(f"{item.nodeid} was deselected" for item in items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Where several processes share the tests, each says at its end what it left out."""
        told = getattr(node, "workeroutput", {}).get(TOLD, [])
        self.noted.extend(line for line in told if line not in self.noted)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[TOLD] = self.noted
        if self.noted and session.exitstatus in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.noted:
            terminalreporter.section("Left out, which CI does not allow", red=True)
            for line in self.noted:
                terminalreporter.line(line)
