"""Every ruling about ArchPiratus is followed in a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

RULINGS = 59
NOTHING_TO_DO = {48: "the stations have no texts"}


def test_every_ruling_has_a_test() -> None:
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    named = re.findall(r"def (test_\w+)", "\n".join(tests))
    cited = {int(n) for name in named for n in re.findall(r"_AP_(\d\d)(?!\d)", name)}
    assert set(range(1, RULINGS + 1)) - set(NOTHING_TO_DO) - cited == set()
