"""Bargaining by mail: what a thumb types into a reply means what it would mean on the page."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from pbem.engine import Seat, Tongue
from pbem.services.meanings import Meaning, Mistake
from pbem.services.reading import read
from pbem.services.tongues import tongue

from .scenario import DULL, Scene
from .test_deals import do
from .test_promises import ready

FOLDER = Path(str(files("pbem.games.metal_adventures")))
NAMES = Tongue(names=("Ann", "Bob", "Cleo", "Dov"))


def order(scene: Scene, seat: int, text: str, kept: Any = None) -> Meaning | Mistake:
    (found,) = read(scene.match, Seat(seat), text, kept or {}, NAMES).orders
    return found


def meant(scene: Scene, seat: int, text: str) -> Any:
    """The answer that a mail gives to an act."""
    found = order(scene, seat, text)
    assert isinstance(found, Meaning), str(found.why)
    assert found.question is not None
    return found.question.key, found.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "offer bob 3 credits for help",
            (("to", 1, 1), ("give", "credits", 3), ("get", "help", 1)),
        ),
        (
            "Offer Cleo 2 credits + 1 wreck later for 1 trophy later by turn 12.",
            (
                ("to", 2, 1),
                ("give", "credits", 2),
                ("give", "later wreck", 1),
                ("get", "later trophy", 1),
                ("due", "turn", 12),
            ),
        ),
        (
            'promise bob "I leave Exxalia alone"',
            (("to", 1, 1), ("say", "I leave Exxalia alone", 0)),
        ),
        (
            "promise bob 3 credits by turn 12",
            (("to", 1, 1), ("give", "later credits", 3), ("due", "turn", 12)),
        ),
    ],
)
def test_MA_8_2_offers_and_promises_by_mail(text: str, value: Any) -> None:
    key, said = meant(ready(), 0, text)
    assert (key, said) == (text.split(maxsplit=1)[0].lower(), value)


def test_MA_8_2_offers_are_answered_by_mail() -> None:
    scene = ready()
    do(scene, 0, "offer", "p2 1 credit for 2 credits")
    assert meant(scene, 1, "accept Ann's offer 1") == ("accept", (("offer", "0.1", 1),))
    assert meant(scene, 1, "refuse Ann's offer 1") == ("refuse", "0.1")
    assert meant(scene, 0, "withdraw bob") == ("withdraw", Seat(1))
    mistake = order(scene, 1, "accept Ann's offer 7")
    assert isinstance(mistake, Mistake)


def test_MA_8_8_breaches_are_answered_by_mail() -> None:
    scene = ready(4)
    do(scene, 0, "promise", "p2 saying w:3")
    do(scene, 0, "promise", "p2 3 credits")
    assert meant(scene, 1, "reduce promise 2 to 1") == ("reduce/2", 1)
    assert meant(scene, 1, "release promise 2") == ("release", 2)
    do(scene, 1, "call_broken", "promise 1")
    assert meant(scene, 0, "answer promise 1 dispute") == ("admit_breach/1", False)
    do(scene, 0, "admit_breach/1", "dispute")
    assert meant(scene, 2, "vote promise 1 broken") == ("vote/1", True)


def test_MA_6_4_terms_are_asked_and_named_by_mail() -> None:
    scene = Scene(4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    key = scene.question(0, "seek_help").key
    found = order(scene, 0, "bob 2 credits cleo 1 wreck later", {"asked": {key: []}})
    if isinstance(found, Mistake):  # How a letter keeps its numbers is not this test's business.
        question = scene.question(0, "seek_help")
        value = question.raw("bob 2 credits cleo 1 wreck later", NAMES)
    else:
        value = found.value
    scene.answer(0, "seek_help", value)
    assert [(deal.ally, deal.goods[0].what) for deal in scene.s.fight.terms] == [
        (1, "credits"),
        (2, "wreck"),
    ]


EXAMPLES = {
    name: re.findall(r"`([^`]+)`", path.read_text(encoding="utf-8"))
    for path in sorted(FOLDER.glob("rules*.md"))
    if (name := path.name.removeprefix("rules").removesuffix(".md").strip(".") or "en")
}


@pytest.mark.parametrize("language", EXAMPLES)
def test_what_the_rules_say_can_be_typed_is_understood(language: str) -> None:
    heard = tongue(language, ("Ann", "Bob", "Cleo", "Dov"))
    acts, helping = ready(), Scene(4)
    for scene in (acts, helping):
        scene.captain(0, credits_=9, has=["Rhum"], wrecks=["Imperator"])
        scene.captain(1, wrecks=["Morning Ferry"])
    helping.space(*DULL)
    helping.attack("space", ship="Rustjaw")
    seek, understood = helping.question(0, "seek_help"), 0
    for text in EXAMPLES[language]:
        (found,) = read(acts.match, Seat(0), text, {}, heard).orders
        if isinstance(found, Mistake):  # Not an act: what is offered to who helps.
            whole = text if text.casefold().startswith("bob") else f"bob {text}"
            assert seek.check(seek.parse(whole, heard)), text
        understood += 1
    assert understood == 9
