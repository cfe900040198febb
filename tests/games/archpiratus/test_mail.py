"""AP-4.1: a whole turn in one line of a letter."""

from __future__ import annotations

import pytest

from pbem.engine import PLAIN, Match
from pbem.games.archpiratus.pack import CREDIT
from pbem.mail.wording import how_to_answer
from pbem.services import choices
from pbem.services.meanings import Reading
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.games.archpiratus.scene import ONE
from tests.games.archpiratus.test_slow import LINE, form


def mailed(match: Match, text: str) -> Reading:
    return read(match, ONE, text, choices.option_map(match, ONE), tongue("en", ("Ann", "Bob")))


def test_AP_4_1_a_letter_holds_the_whole_turn() -> None:
    scene = form()
    found = mailed(scene.match, LINE)
    assert found.good, found
    assert [(m.question.kind, m.value) for m in found.meanings if m.question] == [
        ("buy", ("buy rail-slinger from crew",)),
        ("outfit", ("place comet-tap", "contract medium")),
        ("go", "hard"),
        ("turn_in", "best"),
    ]


def test_AP_4_1_one_wrong_part_of_a_letter_and_nothing_is_done() -> None:
    scene = form()
    found = mailed(scene.match, "buy 3 from crew, place the moon, go hard")
    assert not found.good


def test_AP_4_1_the_letter_says_how_a_whole_turn_is_written() -> None:
    scene = form()
    assert "One reply may hold the whole turn" in PLAIN.say(how_to_answer(scene.question, PLAIN))
    assert PLAIN.say(how_to_answer(scene.question, PLAIN)).endswith(LINE)
    scene.say("none")
    assert PLAIN.say(how_to_answer(scene.question, PLAIN)).endswith(LINE.partition(", ")[2])


def test_AP_2_2_a_card_for_either_deck_is_explained_once() -> None:
    scene = form()
    scene.hand(ONE, CREDIT, CREDIT)
    scene.store("tin-ear", "drift-net")
    hints = {str(o.word): o.hint for o in scene.question.options() if "drift-net" in str(o.word)}
    assert [str(hint) for hint in hints.values() if hint] == ["When placed: draw a card."]
    assert len(hints) == 2


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_AP_4_1_the_example_of_a_letter_is_understood_in_its_language(language: str) -> None:
    scene = form()
    heard = tongue(language, ("Ann", "Bob"))
    example = heard.say(how_to_answer(scene.question, heard)).partition(": ")[2]
    kept = choices.option_map(scene.match, ONE)
    found = read(scene.match, ONE, example, kept, heard)
    assert found.good, (example, found)
    assert [(m.question.kind, m.value) for m in found.meanings if m.question] == [
        ("buy", ("buy rail-slinger from crew",)),
        ("outfit", ("place comet-tap", "contract medium")),
        ("go", "hard"),
        ("turn_in", "best"),
    ]


def test_AP_4_1_none_is_said_of_one_step_after_the_other() -> None:
    scene = form()
    found = mailed(scene.match, "none, none, go medium")
    assert [(m.question.kind, m.value) for m in found.meanings if m.question] == [
        ("buy", ()),
        ("outfit", ()),
        ("go", "medium"),
    ]


def test_AP_2_4_in_the_mission_step_none_turns_nothing_in() -> None:
    scene = form()
    scene.fit(ONE, "sunsplitter")
    scene.at(ONE, "medium")
    scene.say("none", "none", "stay")
    assert scene.asked == "turn_in 1"
    scene.say("none")
    assert scene.s.ships[ONE].done == []
