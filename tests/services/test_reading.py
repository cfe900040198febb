"""Mailed orders: what is typed, what it means, and what is refused with which words."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from pbem import engine, games
from pbem.engine import Match, Question, Seat, Tongue, Words, plain
from pbem.mail.wording import example_of
from pbem.services import choices
from pbem.services.meanings import ACT, BACK, LATER, NOW, Meaning, Mistake, Reading
from pbem.services.parts import END, UNDO, parts_of
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.conformance.raid import GAME as RAID

LANGUAGES = ("en", "fr", "de")
NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve", "Fay")
Look = Callable[[Match, Question, Any], None]
A, B, C = Seat(0), Seat(1), Seat(2)


def begun(game: Any = RAID, seats: int = 3) -> Match:
    return engine.begin(game, seats, secret=b"s" * 32)


def read_as(match: Match, seat: Seat, text: str, language: str = "en") -> Reading:
    kept = choices.option_map(match, seat)
    return read(match, seat, text, kept, tongue(language, NAMES))


def meant(match: Match, seat: Seat, text: str) -> list[tuple[str, str, Any]]:
    """What was understood: when, which question, what."""
    found = read_as(match, seat, text)
    assert found.good, found
    return [(m.what, m.question.key if m.what == ACT else m.question.kind, m.value)
            for m in found.meanings if m.question is not None]  # fmt: skip


def wrong(match: Match, seat: Seat, text: str) -> list[str]:
    found = read_as(match, seat, text)
    assert not found.good, found
    if found.why is not None:
        return [str(found.why)]
    return [tongue("en", NAMES).say(one.why) for one in found.orders if isinstance(one, Mistake)]


def answer(match: Match, kind: str, value: Any, seat: Seat | None = None) -> None:
    for asking in match.waiting():
        if asking.prompt.kind == kind and seat in (None, asking.prompt.seat):
            match.enter(
                engine.Entry(match.seq + 1, engine.ANSWER, asking.prompt.seat, asking.key, value)
            )
            return
    raise AssertionError(kind)


def at_stakes() -> Match:
    """Ann attacks with Bob; both stake under seal."""
    match = begun()
    answer(match, "target", "keep")
    answer(match, "wishes", ("gold",))
    answer(match, "price", 1, B)
    answer(match, "betray", False)
    return match


def test_a_number_and_a_word_mean_an_option() -> None:
    match = begun()
    assert meant(match, A, "2") == meant(match, A, "Keep!") == [(NOW, "target", "keep")]


def test_a_number_means_what_the_letter_showed() -> None:
    match = begun()
    kept = choices.option_map(match, A)
    (key,) = kept["asked"]
    turned = {**kept, "asked": {key: ["keep", "mill"]}}
    found = read(match, A, "2", turned, tongue("en"))
    assert [m.value for m in found.meanings] == ["mill"]


def test_a_whole_turn_in_one_line_answers_what_is_asked_later_too() -> None:
    match = begun()
    assert meant(match, A, "2, glory, gold") == [
        (NOW, "target", "keep"),
        (LATER, "wishes", ("glory", "gold")),
    ]
    assert meant(match, A, "keep\nglory\ngold") == meant(match, A, "2, glory, gold")


def test_an_act_stands_in_words_around_its_answer() -> None:
    match = begun()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.conformance.raid.Gift.typed", gift_typed, raising=False)
        assert meant(match, A, "mill, promise 3 to bob, glory") == [
            (NOW, "target", "mill"),
            (ACT, "gift/1", 3),
            (LATER, "wishes", ("glory",)),
        ]
        assert meant(match, A, "PROMISE  3  TO  Cid.") == [(ACT, "gift/2", 3)]
        assert "from 1 to 5" in wrong(match, A, "promise 9 to bob")[0]
        assert wrong(match, A, "promise 3 to zoe")


def gift_typed(self: Any, s: Any) -> engine.Text:
    return engine._("promise %(answer)s to %(seat)s", answer=engine.HOLE, seat=self.to)


def test_numbers_never_answer_what_the_letter_did_not_show() -> None:
    assert wrong(begun(), A, "2, 1")


def test_amounts_yes_and_no() -> None:
    match = begun()
    answer(match, "target", "keep")
    answer(match, "wishes", ("gold",))
    assert meant(match, B, "3") == [(NOW, "price", 3)]
    assert "from 0 to 3" in wrong(match, B, "4")[0]
    answer(match, "price", 1, B)
    for yes in ("yes", "Oui", "ja", "accept", "accept ann", "annehmen"):
        assert meant(match, B, yes) == [(NOW, "betray", True)], yes
    for no in ("no", "non", "Nein.", "decline", "decline Ann", "pass"):
        assert meant(match, B, no) == [(NOW, "betray", False)], no
    for noise in ("y", "n", "j", "o", "accept cid", "yesterday", "maybe"):
        assert wrong(match, B, noise), noise


def test_a_letter_or_two_that_begin_a_word_mean_nothing() -> None:
    match = begun()
    assert "Did you mean 'keep'?" in wrong(match, A, "k")[0]
    assert "Did you mean 'keep'?" in wrong(match, A, "kepe")[0]
    assert wrong(match, A, "ke")


def test_one_wrong_order_spoils_all_and_each_line_says_what_it_is() -> None:
    found = read_as(begun(), A, "keep, dance, glory")
    assert not found.good
    assert [type(one) for one in found.orders] == [Meaning, Mistake, Meaning]


def test_a_second_answer_to_the_same_question_is_refused() -> None:
    assert "second answer" in wrong(begun(), A, "mill, keep")[0]


def test_end_stops_the_reading_in_three_languages() -> None:
    match = begun()
    for end in ("end", "END.", "fin", "Ende"):
        assert meant(match, A, f"2\n{end}\nThanks, Ann") == [(NOW, "target", "keep")]
    assert "'end'" in wrong(match, A, "2\nWhat a day, Ann")[0]


def test_undo_stands_alone() -> None:
    found = read_as(begun(), A, "Undo")
    assert [m.what for m in found.meanings] == [BACK]
    assert "alone" in wrong(begun(), A, "undo, 2")[0]


def test_an_empty_mail_says_so() -> None:
    assert "above the quoted letter" in wrong(begun(), A, " \n")[0]


def test_too_many_orders_are_not_read() -> None:
    assert "fewer" in wrong(begun(), A, "2," * 100)[0]


# Several questions at once.


def both_mourn() -> Match:
    """Side by side, so that a seat may be asked two things: here each has one."""
    match = at_stakes()
    answer(match, "stake", 1, A)
    answer(match, "stake", 1, B)
    answer(match, "ambush", False, C)
    return match


class Two:
    """Ann is asked two things at once: yes or no, and yes or no."""

    @staticmethod
    def match() -> Match:
        match = begun()
        answer(match, "target", "keep")
        answer(match, "wishes", ("gold",))
        return match


def doubled(match: Match, seat: Seat) -> tuple[Match, dict[str, Any]]:
    """The same question twice before one seat, under two keys."""
    (asking,) = [a for a in match.open.values() if a.prompt.seat == seat][:1]
    twin = engine.strand.Asking(asking.prompt, sealed=False)
    twin.key = asking.key + "b"
    match.open[twin.key] = twin
    return match, choices.option_map(match, seat)


def test_each_order_goes_to_the_first_question_that_understands_it() -> None:
    match, kept = doubled(Two.match(), B)
    found = read(match, B, "1, 2", kept, tongue("en"))
    assert [(m.question.key[-1], m.value) for m in found.meanings if m.question] == [
        ("0", 1),
        ("b", 2),
    ]


def test_an_order_that_could_answer_a_question_left_open_is_not_clear() -> None:
    match, kept = doubled(Two.match(), B)
    found = read(match, B, "2", kept, tongue("en"))
    assert not found.good
    assert "several questions" in str(found.orders[0].why)  # type: ignore[union-attr]
    found = read(match, B, "-, 2", kept, tongue("en"))
    assert [m.question.key[-1] for m in found.meanings if m.question] == ["b"]


def test_an_answer_to_an_older_letter_never_answers_a_newer_question() -> None:
    match = begun()
    kept = choices.option_map(match, A)
    answer(match, "target", "keep")
    for text in ("2", "mill", "gold", "glory, gold"):
        found = read(match, A, text, kept, tongue("en"))
        assert not found.good
        assert "newest letter" in str(found.orders[0].why)  # type: ignore[union-attr]


# Own words.


def test_words_stand_in_quotation_marks_or_alone() -> None:
    match = both_mourn()
    answer(match, "bury", (), A)
    assert meant(match, A, '"Farewell, all of you"') == [
        (NOW, "last_words", "Farewell, all of you")
    ]
    assert meant(match, A, "Farewell, all\nof you\nend\nnoise") == [
        (NOW, "last_words", "Farewell, all of you")
    ]
    assert meant(match, A, "none") == [(NOW, "last_words", "")]
    assert "characters" in wrong(match, A, "x" * 300)[0]


def test_quotation_marks_keep_commas_together() -> None:
    cut = [part.text for part in parts_of('2, "a, b", „c; d“, « e, f », “g, h”; i\n\'j\', k"l')]
    assert cut == ["2", "a, b", "c; d", "e, f", "g, h", "i", "'j'", 'k"l']


def test_none_of_several() -> None:
    match = both_mourn()
    for nothing in ("none", "pass", "rien", "nichts"):
        assert meant(match, A, nothing) == [(NOW, "bury", ())]


# Every question of every game.


def play(slug: str, seed: int, turns: int, look: Look) -> set[str]:
    """A random game, looked at before each answer; the kinds of questions there were."""
    rng = random.Random(seed)
    game = games.load(slug)
    match = engine.begin(game, game.meta.seats[-1], secret=bytes([seed]) * 32)
    kinds = set()
    for _turn in range(turns):
        waiting = match.waiting()
        if not waiting:
            break
        asking = rng.choice(waiting)
        question = match.question(asking.key)
        value = question.sample(rng)
        look(match, question, value)
        kinds.add(question.kind)
        seat = asking.prompt.seat
        match.enter(engine.Entry(match.seq + 1, engine.ANSWER, seat, asking.key, value))
        engine.follow(match)
    return kinds


def _reads_back(match: Match, question: Question, value: Any) -> None:
    """Its answer reads back from its words, and from the letter's numbers."""
    seat = question.seat
    heard: Tongue = tongue(LANGUAGES[match.seq % len(LANGUAGES)], NAMES)
    kept = choices.option_map(match, seat)
    texts = [question.text(value, heard)]
    numbers = choices.asked_in(kept)[question.key]
    if numbers is not None:
        wanted = value if isinstance(value, tuple) else (value,)
        if all(one in numbers for one in wanted) and wanted:
            texts.append(", ".join(str(numbers.index(one) + 1) for one in wanted))
    if isinstance(question.prompt, Words):
        texts = ["none"]
    alone = {**kept, "asked": {question.key: numbers}}
    for text in texts:
        found = read(match, seat, text, alone, heard)
        assert found.good, (question.kind, text, found)
        (meaning,) = found.meanings
        assert meaning.question is not None
        assert (meaning.question.kind, meaning.value) == (question.kind, value), text
        assert heard.say(meaning.said())
    for act in match.acts(seat):
        found = read(match, seat, example_of(act, heard), kept, heard)
        assert found.good, (act.kind, example_of(act, heard), found)
        assert [(one.what, one.question and one.question.kind) for one in found.meanings] == [
            (ACT, act.kind)
        ], "the example that letters print is read as what it is an example of"


@pytest.mark.parametrize("slug", games.slugs())
def test_every_question_of_every_game_can_be_answered_by_words_and_by_numbers(slug: str) -> None:
    assert set().union(*(play(slug, seed, 90, _reads_back) for seed in range(3)))


def _no_reserved_word(match: Match, question: Question, value: Any) -> None:
    if hasattr(question.prompt, "options"):
        for language in ("en", "fr", "de"):
            heard = tongue(language, NAMES)
            said = {plain(heard.say(question.word(v))) for v in question.every()}
            assert not said & (END | UNDO)
    for act in match.acts(question.seat):
        assert engine.HOLE in str(act.typed())
        typed = {tongue(language, NAMES).say(act.typed()) for language in LANGUAGES}
        assert len(typed) == len(LANGUAGES), f"{act.kind} has no words in French or German"


@pytest.mark.parametrize("slug", games.slugs())
def test_no_option_of_any_game_is_called_like_a_word_of_the_grammar(slug: str) -> None:
    for seed in range(2):
        assert play(slug, seed, 60, _no_reserved_word)
