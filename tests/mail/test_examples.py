"""The examples in letters: a plain turn, bargains, how many to choose; what they show is true."""

from __future__ import annotations

import re

import pytest

from pbem import engine, games
from pbem.mail.asking import usual_turn
from pbem.mail.wording import example_of, how_to_answer
from pbem.services import choices
from pbem.services.meanings import ACT, BLIND, LATER, NOW, Meaning
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.mail.test_ahead import NAMES, played


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_plain_turn_ready_to_be_sent_is_read_as_what_it_means(language: str) -> None:
    heard = tongue(language, NAMES, game="metal_adventures")
    begun, shown = 0, 0
    for match in played("metal_adventures", 4, b"e"):
        first = match.waiting()[0].prompt
        line = usual_turn(match, first.seat, heard)
        if first.kind in ("rest_or_travel", "pay_brotherhood", "choose_battle"):
            assert line.count(", ") >= 2, (first.kind, line)
            begun += 1
        if line:
            found = read(match, first.seat, line, choices.option_map(match, first.seat), heard)
            assert found.good, line
            later = [LATER] * (line.count(", ") - 1)
            assert [m.what for m in found.meanings] == [NOW, *later, BLIND]
            shown += 1
    assert begun > 10
    assert shown > begun


def test_a_plain_turn_that_would_mean_something_else_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = games.load("metal_adventures")
    usual = type(game).usual_turn
    (match,) = [
        match for match in played("metal_adventures", 4, b"e")
        if match.waiting()[0].prompt.kind == "pay_brotherhood"
    ][:1]  # fmt: skip
    seat = match.waiting()[0].prompt.seat
    assert usual_turn(match, seat, engine.PLAIN)
    for wrong in ({"pick_ship": "Nautilus"}, {"tour": (9, 1)}):
        monkeypatch.setattr(type(game), "usual_turn", lambda g, s, i, w=wrong: usual(g, s, i) | w)
        assert usual_turn(match, seat, engine.PLAIN) == "", wrong


@pytest.mark.parametrize("slug", games.slugs())
def test_every_example_that_a_letter_shows_is_understood(slug: str) -> None:
    seats = min(4, max(games.meta(slug).seats))
    tried = 0
    for match in played(slug, seats, b"f"):
        seat = match.waiting()[0].prompt.seat
        kept = choices.option_map(match, seat)
        for language in ("en", "fr", "de"):
            heard = tongue(language, NAMES[:seats], game=slug)
            for act in match.acts(seat):
                typed = example_of(act, heard)
                if isinstance(act.prompt, engine.Words):
                    continue
                (order,) = read(match, seat, f"-, {typed}", kept, heard).orders
                assert isinstance(order, Meaning), (typed, order)
                assert order.what == ACT, typed
                tried += 1
    assert tried > 50 or slug != "metal_adventures"


def test_examples_of_bargains_make_sense() -> None:
    found = set()
    for match in played("metal_adventures", 4, b"g"):
        for asking in match.waiting():
            seat = asking.prompt.seat
            for act in match.acts(seat):
                if act.kind in ("offer", "promise"):
                    found.add(re.sub(r"p\d|\d+ cr", "*", example_of(act, engine.PLAIN)))
            if asking.prompt.kind in ("help", "take_side", "seek_help"):
                said = engine.PLAIN.say(how_to_answer(match.question(asking.key), engine.PLAIN))
                found.add(re.sub(r"p\d|\d+ cr", "*", said.partition("words: ")[2]))
    assert found >= {"offer * *edits for help in battle", "promise * *edit", "* *edits later"}
    assert not [one for one in found if "neither by" in one]


@pytest.mark.parametrize(
    ("slug", "kind", "said"),
    [
        ("metal_adventures", "keep_two", "Reply with 2 of the numbers, with commas between."),
        ("metal_adventures", "declare", "Reply with the number, or with: no die"),
        ("metal_adventures", "tour", "with commas between, or with: no tour"),
    ],
)
def test_it_says_how_many_may_be_chosen_and_how_to_choose_none(
    slug: str, kind: str, said: str
) -> None:
    found = []
    match = engine.begin(games.load(slug), 4, secret=b"h" * 32)
    for one in (match, *played(slug, 4, b"h")):
        seat = one.waiting()[0].prompt.seat
        coming = one.game.still_to_come(one.state, seat)
        for prompt in (*(asking.prompt for asking in one.waiting()), *coming):
            if prompt.kind == kind:
                question = engine.Question(kind, prompt, one.state)
                found.append(engine.PLAIN.say(how_to_answer(question, engine.PLAIN)))
    assert any(said in one for one in found), found[:3]
