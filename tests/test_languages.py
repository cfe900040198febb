"""French and German: every sentence is there, sound, and every answer can be typed in it."""

from __future__ import annotations

import random
import re

import pytest

from pbem import games
from pbem.cli.translating import flaws_in, said_in
from pbem.engine import ANSWER, Entry, begin
from pbem.services import catalogs, rulebook
from pbem.services.tongues import tongue

LANGUAGES = [name for name in catalogs.languages() if name != "en"]
ANSWERS = 120


def test_french_and_german_are_spoken() -> None:
    assert {"fr", "de"} <= {*LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", catalogs.folders())
def test_every_sentence_is_translated(package: str, language: str) -> None:
    catalog = catalogs.read(catalogs.folders()[package], language)
    catalog.update(said_in(package), no_fuzzy_matching=True)
    flaws = [*flaws_in(catalog)]
    assert not flaws, f"Write: pbem messages; {len(flaws)} to be done, the first: {flaws[0]}"


LOOSE = re.compile(r"\S [:;?!»]|« ")
"""A French mark that may come to stand at the beginning of a line, alone."""


@pytest.mark.parametrize("package", catalogs.folders())
def test_french_marks_do_not_come_loose(package: str) -> None:
    assert LOOSE.search("Le coup : voir")
    assert not LOOSE.search("Le coup\u00a0: «\u00a0voir\u00a0»")
    for message in catalogs.read(catalogs.folders()[package], "fr"):
        if message.id:
            forms = [message.string] if isinstance(message.string, str) else message.string or []
            assert not [form for form in forms if LOOSE.search(form)], message.id


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize("name", [rulebook.RULES, rulebook.GUIDE])
def test_marks_do_not_come_loose_in_french_rulebooks(slug: str, name: str) -> None:
    text = rulebook._file(slug, name, "fr").read_text("utf-8")
    assert not LOOSE.search(" ".join(text.split("\n")))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", games.slugs())
def test_every_answer_can_be_typed_in_the_readers_language(slug: str, language: str) -> None:
    game, rng = games.load(slug), random.Random(11)
    seats = max(game.meta.seats)
    heard = tongue(language, ("Ann", "Béla", "Chloé", "Dörte", "Eve", "Finn")[:seats], game=slug)
    match = begin(game, seats, secret=b"s" * 32, phrases=[""] * seats)
    for _n in range(ANSWERS):
        if match.outcome is not None:
            break
        asking = match.waiting()[0]
        question = match.question(asking.key)
        value = question.sample(rng)
        typed = question.text(value, heard)
        assert question.parse(typed, heard) == value, f"{question.kind}: {typed}"
        plain = question.text(value)
        assert question.parse(plain, heard) == value, "plain words are always understood"
        entry = Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value)
        match.enter(entry)
