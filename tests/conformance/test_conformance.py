"""Every game found keeps the suite's promises; every broken one is found out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem import games
from pbem.conformance import CHECKS, Failed, check, checks, golden, secrecy, write_golden
from pbem.engine import Game
from tests.conformance import broken, leaks, raid

PROMISES = {promise.__name__: promise for promise in CHECKS}


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_found_keeps_every_promise(slug: str, promise: str) -> None:
    PROMISES[promise](games.load(slug), 6)


@pytest.mark.parametrize("promise", PROMISES)
def test_the_fixture_keeps_every_promise(promise: str) -> None:
    PROMISES[promise](raid.GAME, 12)


BROKEN: list[tuple[Callable[[Game[Any], int], None], Game[Any], str]] = [
    (checks.awaits_every_question, broken.forgotten_await, "never awaited"),
    (checks.re_enters_at_milestones, broken.CarriedLocal(), "goes another way"),
    (checks.re_enters_at_milestones, broken.DoesBeforeMilestone(), "on re-entry"),
    (checks.defaults_are_legal, broken.Asks(broken.IllegalDefault), "default"),
    (checks.questions_have_words, broken.Asks(broken.Wordless), "no words"),
    (checks.answers_have_a_text_form, broken.Asks(broken.Untypable), "'2'|instead of"),
    (checks.ignores_hash_seeds, broken.set_order, "order of a set"),
    (golden.follows_its_golden_games, broken.ChangedConsequence(), "line 9 was"),
    (checks.plays_to_the_end, broken.Stale(), "fewer than no coins"),
    (checks.only_events_write, broken.WritesDirectly(), "a rule has written"),
    (checks.plays_to_the_end, broken.NeverEnds(), "has not ended"),
    (checks.plays_to_the_end, broken.NoMilestone(), "without a milestone"),
    (checks.plays_to_the_end, broken.DeadEnd(), "nobody is asked"),
    (checks.plays_to_the_end, broken.StrangeWinner(), "not at the table"),
    (checks.codecs_round_trip, broken.Unstorable(), "comes back changed"),
    (secrecy.keeps_secrets, broken.NoWorlds(), "never differ"),
]


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
@pytest.mark.parametrize(("promise", "game", "why"), BROKEN)
def test_a_broken_game_is_found_out(
    promise: Callable[[Game[Any], int], None], game: Game[Any], why: str
) -> None:
    with pytest.raises(Failed, match=why):
        promise(game, 10)


@pytest.mark.parametrize("place", leaks.LEAKS)
def test_a_planted_leak_is_found(place: str) -> None:
    game, where = leaks.LEAKS[place]
    with pytest.raises(Failed, match=rf"^A secret shows for .*, {where}"):
        secrecy.keeps_secrets(game, 12)


def test_no_check_but_that_of_secrets_minds_a_leak() -> None:
    """The leaks are sound games otherwise, so that it is the leak which is found."""
    for game, _where in leaks.LEAKS.values():
        for promise in (checks.defaults_are_legal, checks.only_events_write):
            promise(game, 1)


def test_the_verdict_names_the_broken_promise_and_keeps_the_others() -> None:
    verdicts = {v.name: v for v in check(broken.Asks(broken.IllegalDefault), 2)}
    assert not verdicts["defaults_are_legal"].kept
    assert "not legal" in verdicts["defaults_are_legal"].why
    assert verdicts["only_events_write"].kept


def test_golden_games_are_read_from_their_answers_not_played_anew() -> None:
    (path, *_more) = sorted(golden.folder(raid.GAME).glob("*.txt"))
    text = path.read_text(encoding="utf-8")
    changed = text.replace("> p1 0.1.0.target.0.0: mill", "> p1 0.1.0.target.0.0: keep", 1)
    assert changed != text
    assert "p1 marches on the keep." in golden.retell(raid.GAME, changed)


def test_a_game_without_golden_games_is_told_how_to_write_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setattr(golden, "folder", lambda _game: tmp_path / "golden")
    with pytest.raises(Failed, match="write-golden"):
        golden.follows_its_golden_games(raid.GAME, 1)
    write_golden(raid.GAME)
    golden.follows_its_golden_games(raid.GAME, 1)
