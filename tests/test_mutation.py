"""The mutation tool itself: it must see good tests, poor tests and tests that judge nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants import Mutant, mutants_of
from tests.mutation import NoVerdict, Trial, collect, main

RULE = '''"""A rule."""

LIMIT = 3


def may_bid(bid: int, best: int) -> bool:
    """DU-2.1: higher than the best, within the limit."""
    assert best >= 0
    return bid > best and not bid > LIMIT
'''
GOOD = """from game.rule import may_bid


def test_bids() -> None:
    assert may_bid(3, 2)
    assert not may_bid(2, 2)
    assert not may_bid(1, 2)
    assert not may_bid(4, 2)
"""
POOR = """from game.rule import may_bid


def test_bids() -> None:
    assert may_bid(2, 1)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in {
        "game/__init__.py": "",
        "game/rule.py": RULE,
        "tests/test_good.py": GOOD,
        "tests/test_poor.py": POOR,
        "tests/test_failing.py": "def test_wrong() -> None:\n    assert False\n",
        "tests/empty/__init__.py": "",
    }.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text)
    return tmp_path / "project"


def changes(source: str) -> list[str]:
    return [mutant.change for mutant in mutants_of("rule.py", source)]


def test_what_is_changed_and_what_is_left_alone() -> None:
    assert changes(RULE) == [
        "'LIMIT = 3' is left out",
        "3 becomes 4",
        "'return bid > best and (not bid > LIMIT)' is left out",
        "and becomes or",
        "Gt becomes LtE",
        "Gt becomes GtE",
        "not is left out",
        "Gt becomes LtE",
        "Gt becomes GtE",
    ]


def test_each_mutant_differs_from_the_original_in_its_own_way() -> None:
    sources = [mutant.source for mutant in mutants_of("rule.py", RULE)]
    assert len({RULE, *sources}) == len(sources) + 1
    assert "bid >= best and (not bid > LIMIT)" in sources[5]
    assert "bid > best and bid > LIMIT" in sources[6]


def test_sums_flags_and_statements_are_changed_but_no_text() -> None:
    source = "from x import y\nif y + 1:\n    done = True\n    say('a' + 'b')\n"
    assert changes(source) == [
        "Add becomes Sub",
        "1 becomes 2",
        "'done = True' is left out",
        "True becomes False",
        "\"say('a' + 'b')\" is left out".replace('"', "'"),
    ]


def test_good_tests_kill_and_poor_tests_let_live(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "tests/test_good.py"], project) == 0
    assert "killed 9 of 9: 100 in 100" in capsys.readouterr().out
    assert main(["game/rule.py", "tests/test_poor.py"], project) == 0
    told = capsys.readouterr().out
    assert "survived  game/rule.py:9  Gt becomes GtE" in told
    assert "survived  game/rule.py:3  3 becomes 4" in told
    assert "survived  game/rule.py:9  Gt becomes LtE" not in told
    assert (project / "game/rule.py").read_text() == RULE


def test_tests_that_fail_anyway_give_no_verdict(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["game", "tests/test_failing.py"], project) == 2
    assert "do not pass on the code as it is" in capsys.readouterr().err


def test_no_tests_give_no_verdict(project: Path, tmp_path: Path) -> None:
    with (
        Trial(project, tmp_path / "copy", ["tests/empty"]) as trial,
        pytest.raises(NoVerdict, match="do not pass"),
    ):
        trial.baseline(["game/rule.py"])


def test_a_mutant_that_runs_on_forever_is_killed(project: Path, tmp_path: Path) -> None:
    with Trial(project, tmp_path / "copy", ["tests/test_good.py"]) as trial:
        trial.baseline(["game/rule.py"])
        assert trial.killed(Mutant("game/rule.py", 9, "loops", "while True:\n    pass\n"))
        assert trial.killed(Mutant("game/rule.py", 9, "is no Python", "def def\n"))
        assert not trial.killed(Mutant("game/rule.py", 9, "nothing", RULE))


def test_only_tests_that_reach_a_line_judge_it(project: Path, tmp_path: Path) -> None:
    with Trial(project, tmp_path / "copy", ["tests/test_good.py", "tests/test_poor.py"]) as trial:
        trial.baseline(["game/rule.py"])
        both = {"tests/test_good.py::test_bids", "tests/test_poor.py::test_bids"}
        limit, bid = (Mutant("game/rule.py", line, "", RULE) for line in (3, 9))
        assert set(trial.judges_of(limit)) == set(trial.judges_of(bid)) == both
        never = Mutant("game/rule.py", 7, "in the docstring", "nonsense")
        assert trial.judges_of(never) == []
        assert not trial.killed(never)


def test_a_sample_is_the_same_each_time(project: Path) -> None:
    assert collect(project, "game", 4) == collect(project, "game", 4)
    assert len(collect(project, "game", 4)) == 4
    assert len(collect(project, "game")) == 9
    with pytest.raises(NoVerdict, match="nothing to change"):
        collect(project, "tests/empty")
