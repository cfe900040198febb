"""What both duels promise: every numbered rule has a test, and their bots beat chance."""

from __future__ import annotations

import random
import re
import time
from importlib.resources import files
from pathlib import Path

import pytest

from pbem import games
from pbem.cli.seats import find_bots, play_out, sit_down

GAMES = {"metallum": "ML", "archpiratus": "AP"}
TESTS = Path(__file__).parent
WEB = TESTS.parent / "web"


def untested(rules: str, sources: str, sign: str) -> list[str]:
    """The numbers of rules that no test bears in its name."""
    numbers = re.findall(rf"\*\*({sign}-[\d.]+)\*\*", rules)
    named = "\n".join(re.findall(r"def (test_\w+)", sources))
    marks = {number: number.replace("-", "_").replace(".", "_") for number in numbers}
    return [n for n, mark in marks.items() if not re.search(rf"_{mark}(?!\d|_\d)", named)]


@pytest.mark.parametrize("slug", GAMES)
def test_every_numbered_rule_has_a_test(slug: str) -> None:
    rules = (files(games.packages()[slug]) / "rules.md").read_text(encoding="utf-8")
    sources = [*(TESTS / slug).glob("test_*.py"), WEB / f"test_{slug}.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    assert rules.count(f"**{GAMES[slug]}-") >= 20
    assert untested(rules, text, GAMES[slug]) == []


def test_a_rule_without_a_test_is_found() -> None:
    rules = "- **XX-1.1** One.\n- **XX-1.2** Two.\n- **XX-1** Three."
    assert untested(rules, "def test_XX_1_1_one() -> None:", "XX") == ["XX-1.2", "XX-1"]


@pytest.mark.parametrize(("slug", "bot"), [("metallum", "foreman"), ("archpiratus", "sensible")])
def test_the_bot_beats_random_play_from_either_seat(slug: str, bot: str) -> None:
    """Nine of ten in a few games, seats rotated, and in little processor time."""
    game = games.load(slug)
    won = 0.0
    begun, speed = time.process_time(), _yardstick()
    for k in range(10):
        names = f"{bot},random" if k % 2 else f"random,{bot}"
        match = sit_down(game, 2, f"strength/{k}")
        play_out(match, find_bots(game, names, 2), random.Random(k))
        assert match.outcome is not None
        winners = match.outcome.winners
        won += ((0 if k % 2 else 1) in winners) / max(1, len(winners))
    assert won >= 9
    assert (time.process_time() - begun) / 10 < 0.5 * max(1.0, speed)


def _yardstick() -> float:
    """How much slower than usual this machine is just now."""
    begun = time.process_time()
    sum(i * i for i in range(1_000_000))
    return (time.process_time() - begun) / 0.08
