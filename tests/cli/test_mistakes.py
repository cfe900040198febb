"""What somebody who writes a game does wrong, and how `pbem check` says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run, change

MISTAKES = {
    "a view that raises": (
        ("game.py", '"round": s.round', '"round": s.lap'),
        r"AttributeError: 'Wolf' object has no attribute 'lap' \(game\.py, line \d+, in view\)",
    ),
    "a question that raises": (
        ("prompts.py", "top = 6 * sum(s.dice)", "top = 6 // 0"),
        r"random play, 2 seats, seed 0: ZeroDivisionError: .* \(prompts\.py, line \d+, in values\)",
    ),
    "a fact that is missing in a sentence": (
        ("events.py", "seat=self.seat, bid=bid_text(self.bid)", "seat=self.seat"),
        r"Bade\(seat=\d, bid=\w+\) cannot be put into words: KeyError: 'bid'",
    ),
    "a sentence that nobody can translate": (
        ("prompts.py", 'return _("You open the round. What do you bid?")', 'return "What?"'),
        r"'What\?' of RaiseOrDoubt\(seat=\d\) cannot be translated: mark it with _\(\)\.",
    ),
    "chance that is not the table's": (
        ("game.py", "RoundBegan(s.round + 1)", "RoundBegan(random.randrange(9**9))"),
        r"leads elsewhere .* something else than the state and the table's dice\?",
    ),
    "a rule that is not awaited": (
        ("game.py", "await play_round(t)", "play_round(t)"),
        r"A rule forgot to await: coroutine 'play_round' was never awaited",
    ),
    "rules without an outcome": (
        ("game.py", 'return Outcome("last", ', 'return ("last", '),
        r"TypeError: The rules end with .* instead of an Outcome",
    ),
    "a set-up that gives nothing": (
        ("game.py", "return Wolf(setting)", "return None"),
        r"AttributeError: 'NoneType' object has no attribute 'dice'",
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_a_sentence_not_in_a_traceback(
    what: str, wolf: Path, run: Run
) -> None:
    (file, right, wrong), said = MISTAKES[what]
    change(wolf / file, right, wrong)
    result = run("check", "wolf", "--games", 1)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 1
    assert re.search(said, result.stderr), result.stderr
    assert "Traceback" not in result.output
    assert 'File "' not in result.output
    assert re.search(r"^\d+ promises? (is|are) broken\.$", result.stderr, re.M)


def test_simulate_names_the_rule_that_breaks(wolf: Path, refused: Callable[..., str]) -> None:
    change(wolf / "game.py", "count = s.count(s.bid.face)", "count = s.count(s.bid.faces)")
    broken = "The rules break: AttributeError: 'Bid' object has no attribute 'faces' (in play > "
    said = refused("simulate", "wolf", "--seed", "s")
    assert said.startswith(f"Game 1 of seed s breaks: {broken}"), said
    assert said.endswith("> settle: WO-3: lift the cups; the doubter or the bidder loses a die.).")


LOADED = {
    "an audience that is not there": (
        ("events.py", 'only("seat")', 'only("seet")'),
        "TypeError: Shook is told to 'seet', which it does not have.",
    ),
    "a state that cannot be kept": (
        ("state.py", "cups: list[tuple[int, ...]]", "cups: set[int]"),
        "TypeError: A state or an event cannot hold set[int]: only plain values are stored.",
    ),
    "an event that could change": (
        ("events.py", "@dataclass(frozen=True)\nclass RoundBegan", "@dataclass\nclass RoundBegan"),
        "TypeError: RoundBegan must be a frozen dataclass: a fact does not change.",
    ),
    "another name": (
        ("meta.py", 'slug="wolf"', 'slug="fox"'),
        "MisnamedGame: It is found as 'wolf', but its META says 'fox'.",
    ),
}


@pytest.mark.parametrize("what", LOADED)
def test_what_no_log_could_keep_is_refused_when_it_is_loaded(
    what: str, wolf: Path, refused: Callable[..., str]
) -> None:
    (file, right, wrong), said = LOADED[what]
    change(wolf / file, right, wrong)
    for words in (["check", "wolf"], ["play", "wolf"]):
        assert refused(*words).rstrip(".") == f"The game 'wolf' cannot be loaded: {said}".rstrip(
            "."
        )
