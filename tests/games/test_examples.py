"""What the rulebooks say can be typed means the same in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem import games
from pbem.engine import ANSWER, AnswerError, Entry, Match, Question, Text, Tongue, begin
from pbem.services import choices, rulebook
from pbem.services.catalogs import languages
from pbem.services.meanings import Meaning
from pbem.services.reading import read
from pbem.services.tongues import tongue

NAMES = ("Ann", "Bob")
WHERE = {"archpiratus": "buy", "metallum": "actions"}
"""The kind of question at which each game's examples can be typed."""
NONE = Text("")


def examples(slug: str, name: str, language: str) -> list[str]:
    text = rulebook._file(slug, name, language).read_text("utf-8")
    return [" ".join(found.split()) for found in re.findall(r"`([^`]+)`", text)]


def table(slug: str) -> Match:
    """A game that has come to such a question, everything before it answered by default."""
    match = begin(games.load(slug), 2, secret=b"examples")
    while (asked := match.waiting()[0]).prompt.kind != WHERE[slug]:
        default = match.due_default(asked.key)
        match.enter(Entry(match.seq + 1, ANSWER, asked.prompt.seat, asked.key, default))
    return match


def orders(match: Match, text: str, language: str) -> list[Any]:
    """What the parts of a mail order, or would order if they were possible now."""
    asked, heard = match.waiting()[0], tongue(language, NAMES, game=match.game.meta.slug)
    kept = choices.option_map(match, asked.prompt.seat)
    found = read(match, asked.prompt.seat, text, kept, heard).orders
    if len(found) == 1 and "later" in getattr(found[0], "why", NONE).facts:
        found = read(match, asked.prompt.seat, f"-, {text}", kept, heard).orders
    return [
        (one.question.kind, one.value)
        if isinstance(one, Meaning) and one.question
        else meant(match.question(asked.key), part, heard)
        for one, part in zip(found, text.split(","), strict=False)
    ]


def meant(question: Question, text: str, heard: Tongue) -> Any:
    try:
        return question.meant(text, heard)
    except AnswerError:
        return None


@pytest.mark.parametrize("language", [one for one in languages() if one != rulebook.FIRST])
@pytest.mark.parametrize("name", [rulebook.RULES, rulebook.GUIDE])
@pytest.mark.parametrize("slug", WHERE)
def test_an_example_means_what_it_means_in_english(slug: str, name: str, language: str) -> None:
    ours = examples(slug, name, rulebook.FIRST)
    theirs = examples(slug, name, language)
    assert len(ours) == len(theirs)
    match = table(slug)
    for english, other in zip(ours, theirs, strict=True):
        understood = orders(match, english, "en")
        assert orders(match, other, language) == understood, other
        assert understood.count(None) <= len(understood) // 4, english
