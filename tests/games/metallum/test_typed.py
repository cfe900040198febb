"""ML-7.2: a game of Metallum can be played in every language that its letters speak."""

from __future__ import annotations

import random
import re

import pytest

from pbem.engine import ANSWER, Ambiguous, Entry, NotUnderstood, Question, Tongue, begin
from pbem.engine.words import plain
from pbem.games.metallum.game import GAME
from pbem.games.metallum.names import PLANETS
from pbem.games.metallum.prompts import Actions, WriteProgram
from pbem.games.metallum.typed import FILLERS, WORDS, english, token_word, typed, vocabulary
from pbem.services.catalogs import folders, languages, read
from pbem.services.tongues import tongue
from tests.games.metallum.scene import RED, Scene

ALL = languages()
OTHERS = [language for language in ALL if language != "en"]
QUOTED = re.compile(r"'([^' ]+)(?: \d)?'")
MODULES = ("mining-station", "factory", "bulwark", "")


def scene(program: str = "move 1, deploy 2, power, buy") -> Scene:
    return Scene(
        {"alpha": (4, 1), "eta": (2, 2), "gamma": (1, 3)},
        down=("omega",),
        ships=("alpha", "eta"),
        money=(9, 0),
        market=MODULES,
        hands=(("nuclear-explosion", "activation"), ()),
        program=program,
    )


def unclear(heard: Tongue) -> list[str]:
    """Words of this language that are not one word each, or mean two things."""
    known, idle = vocabulary(heard), heard.say(FILLERS).split()
    wrong = [word for word in known if not word.isalpha() or word in PLANETS]
    wrong += [word for word in known if WORDS.get(word) and known[word] != word]
    wrong += [word for word in known if word in idle and known[word] != "robot"]
    return wrong if len(known) == len(WORDS) else [*wrong, "one word for two"]


@pytest.mark.parametrize("language", ALL)
def test_every_word_of_a_language_is_one_word_and_means_one_thing(language: str) -> None:
    assert unclear(tongue(language, game="metallum")) == []


@pytest.mark.parametrize(
    ("word", "said"),
    [("deep", "left"), ("deep", "buy"), ("left", "nach links"), ("deep", "eta"), ("deep", "the")],
)
def test_a_translation_that_would_be_misread_is_found(word: str, said: str) -> None:
    assert unclear(Tongue(gettext=lambda text: said if text == word else text))


@pytest.mark.parametrize("language", OTHERS)
def test_what_a_sentence_says_can_be_typed_is_a_word_of_its_language(language: str) -> None:
    known, found = vocabulary(tongue(language, game="metallum")), 0
    for message in read(folders()["pbem.games.metallum"], language):
        if not isinstance(message.id, str) or not isinstance(message.string, str):
            continue
        words = [word for word in QUOTED.findall(message.id) if word in WORDS and word != "planet"]
        said = [known.get(word) for word in QUOTED.findall(plain(message.string))]
        assert words == [word for word in said if word and word != "planet"], message.string
        found += len(words)
    assert found >= 10


@pytest.mark.parametrize("language", ALL)
def test_ML_7_2_every_move_reads_back_as_it_is_written(language: str) -> None:
    heard, rng, seen = (
        tongue(language, ("Ann", "Bob"), game="metallum"),
        random.Random(7),
        set[str](),
    )
    for number in range(6):
        match = begin(GAME, 2, secret=b"typed%d" % number)
        while match.waiting():
            question = match.question(match.waiting()[0].key)
            answer = question.check(question.sample(rng))
            assert question.parse(question.text(answer, heard), heard) == answer
            if isinstance(question.prompt, Actions):
                seen |= reads_back(question, heard)
            match.enter(Entry(match.seq + 1, ANSWER, question.prompt.seat, question.key, answer))
    assert seen == {*WORDS, *PLANETS} - {"move", "planet", "from", "more"}


def reads_back(question: Question, heard: Tongue) -> set[str]:
    """The words of all that can be written now."""
    for move in question.values():
        said = heard.say(question.word(move))
        assert question.meant(said, heard) == move, said
    return {word for move in question.values() for word in move.split()} & {*WORDS, *PLANETS}


@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("token", GAME.setting(2).pack.tokens)
def test_ML_2_1_a_tile_is_typed_in_the_reader_s_words(language: str, token: str) -> None:
    heard, prompt, s = tongue(language, game="metallum"), WriteProgram(RED), Scene().state
    for text in (heard.say(token_word(token)), token.replace("-", " "), heard.say(typed(token))):
        assert prompt.meant(s, text, heard) == token


@pytest.mark.parametrize(
    ("language", "text", "move"),
    [
        ("de", "nach rechts", "right"),
        ("de", "Stationieren", "deploy"),
        ("de", "kauf die Minenstation", "buy mining-station"),
        ("de", "kaufe minen", "buy mining-station"),
        ("de", "power", "power robot"),
        ("de", "power Roboter von Eta", "power robot from eta"),
        ("de", "alpha 2 Roboter von alpha", "alpha 2 from alpha"),
        ("de", "bewege 1 rechts", "right"),
        ("de", "buy bulwark", "buy bulwark"),
        ("de", "markiere planet 2 reich", "mark delta rich"),
        ("de", "spiele nukleare explosion", "play nuclear-explosion"),
        ("de", "noch 1 nach eta", "more 1 eta"),
        ("fr", "à droite", "right"),
        ("fr", "encore 1 robot vers êta", "more 1 eta"),
        ("fr", "déploie", "deploy"),
        ("fr", "achète la station min", "buy mining-station"),
        ("fr", "acheter la station de recherche", "buy research-station"),
        ("fr", "renforcé depuis êta", "power robot from eta"),
        ("fr", "jouer renforts", "play reinforcements"),
        ("fr", "marque planète 2 pauvre", "mark delta poor"),
        ("en", "power from eta", "power robot from eta"),
        ("en", "buy mining", "buy mining-station"),
    ],
)
def test_ML_7_2_people_write_moves_in_their_own_way(language: str, text: str, move: str) -> None:
    s = scene().state
    assert Actions(RED)._read(s, text, tongue(language, game="metallum")) == move


@pytest.mark.parametrize(
    ("language", "text"), [("de", "kau"), ("de", "stationsvorsteher"), ("fr", "jo"), ("en", "dee")]
)
def test_ML_7_2_a_few_letters_or_another_word_are_no_move(language: str, text: str) -> None:
    with pytest.raises((NotUnderstood, Ambiguous)):
        Actions(RED)._read(scene().state, text, tongue(language, game="metallum"))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "rechts dann stationiere; kaufe minen"),
        ("fr", "à droite puis déployer, acheter station min"),
        ("de", "right then deploy, buy mining"),
    ],
)
def test_ML_7_2_what_stands_between_moves_is_a_comma_too(language: str, text: str) -> None:
    moves = Actions(RED).parse(scene().state, text, tongue(language, game="metallum"))
    assert moves == ("right", "deploy", "buy mining-station")


def test_ML_7_2_a_german_letter_is_german_throughout() -> None:
    heard, s = tongue("de", game="metallum"), scene("move 1, mark, buy").state
    told = heard.say(Actions(RED).how(s))
    assert "markiere" in told
    assert "mark " not in told
    refused = heard.say(Actions(RED).why_not(s, "buy"))
    assert "buy" not in refused
    assert english(s, "kaufe Fabrik", heard) == "buy factory"
