"""Rules and help: every game can be looked up, and every number of a prompt leads somewhere."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pkgutil import walk_packages

import pytest

from pbem import games
from pbem.engine import PLAIN, Prompt, Text
from pbem.services import markdown, rulebook
from pbem.services.catalogs import languages
from tests.web.conftest import House

GAMES = games.slugs()


def prompts_of(slug: str) -> set[type]:
    """Every kind of question that a game's package defines."""
    package = import_module(games.packages()[slug])
    for found in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(found.name)
    known, todo = set(), [*Prompt.__subclasses__()]
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        known.add(kind)
    return {kind for kind in known if kind.__module__.startswith(f"{package.__name__}.")}


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_cites_a_rule_that_can_be_looked_up(slug: str) -> None:
    cited = {kind.rule for kind in prompts_of(slug) if kind.rule}  # type: ignore[attr-defined]
    assert cited
    if rulebook.page(slug, rulebook.RULES) is not None:
        lost = {number for number in cited if rulebook.anchor(slug, number) is None}
        assert not lost


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_a_guide_for_the_first_game(slug: str) -> None:
    page = rulebook.page(slug, rulebook.GUIDE)
    assert page is not None
    assert page.title.startswith("Your first game of")
    assert len(page.html.striptags().split()) < 500


NUMBERED = re.compile(rf"^\s*(?:#+ |(?:[-*]|\d+\.) \*\*)({markdown.NUMBER})", re.M)
CITED = re.compile(markdown.NUMBER)
SHAPES = (re.compile(r"^#+ ", re.M), re.compile(r"^\s*[-*] ", re.M), re.compile(r"^\|", re.M))


def lost(original: str, translated: str) -> list[str]:
    """What a translation does not have in common with the text that it translates."""
    wrong = []
    if NUMBERED.findall(original) != NUMBERED.findall(translated):
        wrong.append("rules")
    if Counter(CITED.findall(original)) != Counter(CITED.findall(translated)):
        wrong.append("numbers")
    for shape in SHAPES:
        if len(shape.findall(original)) != len(shape.findall(translated)):
            wrong.append(shape.pattern)
    return wrong


def written(slug: str, name: str, language: str) -> str:
    return rulebook._file(slug, name, language).read_text("utf-8")


@pytest.mark.parametrize("language", [one for one in languages() if one != rulebook.FIRST])
@pytest.mark.parametrize("name", [rulebook.RULES, rulebook.GUIDE])
@pytest.mark.parametrize("slug", GAMES)
def test_every_text_is_there_in_every_language_with_the_same_rules(
    slug: str, name: str, language: str
) -> None:
    assert rulebook.best_language(slug, name, language) == language
    assert lost(written(slug, name, rulebook.FIRST), written(slug, name, language)) == []


def test_a_translation_that_has_lost_something_is_found() -> None:
    text = "# Rules\n\n## MA-1 One\n\n- **MA-1.1** A.\n- **MA-1.2** B, see MA-1.1.\n\n|a|b|\n"
    assert lost(text, text.replace("A.", "Ein A.")) == []
    assert lost(text, text.replace("MA-1.2", "MA-1.3")) == ["rules", "numbers"]
    assert lost(text, text.replace(", see MA-1.1", "")) == ["numbers"]
    assert lost(text, text.replace("## MA", "MA")) == ["rules", SHAPES[0].pattern]
    assert lost(text, text.replace("|a", "a")) == [SHAPES[2].pattern]


def test_rules_are_read_in_the_reader_s_language(house: House) -> None:
    german, other = house.person("Greta", language="de"), house.person("Ann")
    page = house.visitor(german).get("/rules/dudo")
    assert "Würfel" in page.text
    assert "Würfel" not in house.visitor(other).get("/rules/dudo").text


def test_what_is_not_translated_is_read_in_english_and_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulebook, "best_language", lambda *_asked: rulebook.FIRST)
    visitor = house.visitor(house.person("Greta", language="de"))
    visitor.get("/rules/dudo")
    html = visitor.answer.text
    assert '<html lang="de">' in html
    assert '<h1 lang="en">' in html
    assert '<div lang="en">' in html


@pytest.mark.parametrize("slug", [slug for slug in GAMES if games.load(slug).pack() is not None])
def test_every_card_of_the_usual_pack_says_what_it_does(slug: str) -> None:
    decks = rulebook.cards(slug)
    assert sum(len(deck.cards) for deck in decks) > 20
    for deck in decks:
        assert deck.cards
        for card in deck.cards:
            said = [PLAIN.say(part) for part in (card.name, card.does, *card.facts)]
            assert said[0]
            assert any(said[1:]), said[0]
            assert not any("%(" in part for part in said)
            assert not isinstance(card.does, Text) or card.does.msgid


def test_a_number_that_is_a_part_of_a_rule_leads_to_the_rule() -> None:
    assert rulebook.anchor("dudo", "DU-2.1") == "DU-2.1"
    assert rulebook.anchor("dudo", "DU-2.1.7") == "DU-2.1"
    assert rulebook.anchor("dudo", "DU-2.77") == "DU-2"
    assert rulebook.anchor("dudo", "XX-1") is None


def test_the_pages_about_games_are_linked_and_whole(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/rules")
    links = [link for link in visitor.page.links if link.startswith("/rules/")]
    assert len(links) >= 2 * len(GAMES)
    for link in links:
        visitor.get(link)
        assert visitor.status == 200, link
    for nowhere in ("/rules/nothing", "/rules/dudo/cards", "/rules/nothing/cards"):
        visitor.get(nowhere)
        assert visitor.status == 404


def test_the_number_beside_a_question_links_to_its_rule(house: House) -> None:
    people = house.person("Ann"), house.person("Bela")
    slug = house.table(*people)
    for who in people:
        page = house.visitor(who).get(f"/t/{slug}")
        if page.has_form("/answer"):
            assert "/rules/dudo#DU-2.1" in page.links
            break
    else:
        pytest.fail("nobody is asked")
