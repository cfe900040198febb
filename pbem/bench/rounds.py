"""Rounds in which everything that is compared takes its turn, and the result as a table."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

ROUNDS = 7

Work = Callable[[], int]
"""Does some work and says how many units of it."""


@dataclass(frozen=True)
class Row:
    """Something measured: units per second of CPU time, the median of all rounds."""

    what: str
    unit: str
    per_second: float
    note: str = ""


@dataclass(frozen=True)
class Ratio:
    """What counts: one rate over another, with what we aim at and the least that will do."""

    what: str
    value: float
    aim: float
    least: float
    at_most: bool = False
    """True if smaller is better."""

    @property
    def verdict(self) -> str:
        if self._reaches(self.aim):
            return "aim reached"
        return "enough" if self._reaches(self.least) else "too slow"

    def _reaches(self, mark: float) -> bool:
        return self.value <= mark if self.at_most else self.value >= mark


@dataclass
class Result:
    """One run of a bench."""

    bench: str
    rows: list[Row] = field(default_factory=list)
    ratios: list[Ratio] = field(default_factory=list)
    rounds: int = ROUNDS

    def as_json(self) -> dict[str, Any]:
        return {
            "bench": self.bench,
            "python": platform.python_version(),
            "rounds": self.rounds,
            "rows": [asdict(row) for row in self.rows],
            "ratios": [{**asdict(ratio), "verdict": ratio.verdict} for ratio in self.ratios],
        }

    def as_table(self) -> str:
        rounds = f"medians of {self.rounds} rounds" if self.rounds > 1 else "one round"
        lines = [f"{self.bench} (Python {platform.python_version()}, {rounds})"]
        lines += [
            f"  {row.what:<44} {row.per_second:>14,.1f} {row.unit}/s  {row.note}".rstrip()
            for row in self.rows
        ]
        for ratio in self.ratios:
            sign = "≤" if ratio.at_most else "≥"
            lines.append(
                f"  {ratio.what:<44} {ratio.value:>14.3f} "
                f"aim {sign} {ratio.aim:g} ({ratio.least:g}): {ratio.verdict}"
            )
        return "\n".join(lines)


def take_turns(works: Mapping[str, Work], seconds: float) -> dict[str, list[float]]:
    """Let each work for a slice of CPU time, round after round; units per second of each."""
    slice_ = seconds / ROUNDS / len(works)
    rates: dict[str, list[float]] = {name: [] for name in works}
    for work in works.values():
        work()  # What is only done once, such as loading a pack, is not measured.
    for _round in range(ROUNDS):
        for name, work in works.items():
            rates[name].append(rate(work, slice_))
    return rates


def rate(work: Work, seconds: float) -> float:
    """Units per second of CPU time."""
    units = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        units += work()
        spent = time.process_time() - begun
    return units / spent


def ratio_of(one: list[float], other: list[float]) -> float:
    """The median over the rounds of one rate by the other: neighbours share the weather."""
    return median(a / b for a, b in zip(one, other, strict=True))
