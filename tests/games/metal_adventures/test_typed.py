"""How captains type on a phone: umlauts spelled out, curly apostrophes, accents left away."""

from __future__ import annotations

import random

import pytest

from pbem import engine, games
from pbem.engine import ANSWER, Entry, Match, Seat
from pbem.services import choices
from pbem.services.meanings import Mistake, Reading
from pbem.services.reading import read
from pbem.services.tongues import tongue

NAMES = ("Jürgen Groß", "Zoë O'Neil", "Ann", "Bob")


def asked(kind: str) -> tuple[Match, Seat]:
    """A match in which somebody is asked this, and who."""
    game, rng = games.load("metal_adventures"), random.Random(1)
    match = engine.begin(game, 4, secret=b"t" * 32)
    bot = next(iter(game.bots.values()))
    while True:
        for asking in match.waiting():
            if asking.prompt.kind == kind:
                return match, asking.prompt.seat
        asking = match.waiting()[0]
        value = bot.answer(match.view(asking.prompt.seat), match.question(asking.key), rng)
        match.enter(Entry(match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))


def reading(match: Match, seat: Seat, text: str, language: str, names: tuple[str, ...]) -> Reading:
    heard = tongue(language, names, game="metal_adventures")
    return read(match, seat, text, choices.option_map(match, seat), heard)


SAME = [
    ("en", "challenge Jürgen Groß",
     ["challenge jurgen gross", "Challenge Juergen Gross.", "challenge Juergen"]),
    ("en", "challenge Zoë O'Neil", ["challenge Zoë O’Neil", "Challenge zoe o'neil!"]),
    ("fr", "défier Zoë O'Neil", ["defier zoe o’neil", "Défier Zoë O’Neil", "de\u0301fier zoe"]),
    ("fr", "d'abord la tournée", ["D’abord la tournee", "d'abord la tournée."]),
    ("fr", "offrir Jürgen Groß pour 3 crédits", ["Offrir jurgen gross pour 3 credits svp"]),
    ("fr", "réclamer pour moi non", ["reclamer pour moi non", "Réclamer pour moi : non"]),
    ("de", "Jürgen Groß herausfordern",
     ["juergen gross herausfordern", "Jurgen Gross herausfordern", "JÜRGEN GROSS herausfordern"]),
    ("de", "anbieten Jürgen Groß für 3 Credits",
     ["anbieten Juergen Gross fuer 3 credits", "Anbieten jurgen gross fur 3 Credits bitte"]),
    ("de", "beanspruche für mich nein", ["beanspruche fuer mich nein"]),
    ("en", "offer Bob 1 trophy for 3 credits",
     ["offer 1 trophy to Bob for 3 credits", "Offer Bob 1 trophy for 3 credits please"]),
]  # fmt: skip


@pytest.mark.parametrize(("language", "text", "typed"), SAME)
def test_accents_umlauts_and_apostrophes_do_not_matter(
    language: str, text: str, typed: list[str]
) -> None:
    match, seat = asked("choose_battle")
    names = next(n for n in (NAMES[k:] + NAMES[:k] for k in range(4)) if n[seat] == "Ann")
    wanted = reading(match, seat, text, language, names)
    assert wanted.good, wanted
    for other in typed:
        found = reading(match, seat, other, language, names)
        assert found.good, (other, found)
        assert [m.value for m in found.meanings] == [m.value for m in wanted.meanings], other


def test_a_call_for_help_reads_as_the_letter_prints_it_and_with_commas() -> None:
    match, seat = asked("seek_help")
    names = next(n for n in (NAMES[k:] + NAMES[:k] for k in range(4)) if n[seat] == "Ann")
    for text, same in (
        ("Bob 2 credits later", "Bob for 2 credits later"),
        ("Bob Zoë O'Neil", "Bob, Zoë O'Neil"),
        ("Bob Zoë O'Neil", "Bob and Zoe O’Neil"),
        ("Bob 2 credits later Zoë O'Neil", "bob 2 credits later, zoe o'neil"),
    ):
        wanted = reading(match, seat, text, "en", names)
        found = reading(match, seat, same, "en", names)
        assert wanted.good, wanted
        assert found.good, found
        assert [m.value for m in found.meanings] == [m.value for m in wanted.meanings], same


def test_the_writers_own_name_below_is_no_order_and_another_captains_is_one() -> None:
    """Help of Bob may be asked for ahead; Ann, who signs, cannot be asked."""
    match, seat = asked("choose_battle")
    names = next(n for n in (NAMES[k:] + NAMES[:k] for k in range(4)) if n[seat] == "Ann")
    signed = reading(match, seat, "space\n\nAnn", "en", names)
    assert [m.question and m.question.kind for m in signed.meanings] == ["choose_battle"]
    assert signed.good
    for text in ("space\n\nThanks,\nBob", "space\nMerci\nBob", "space, thanks, Bob"):
        thanked = reading(match, seat, text, "en", names)
        assert [one.typed for one in thanked.orders if isinstance(one, Mistake)], text
    wished = reading(match, seat, "space\n\nBob", "en", names)
    assert [m.question and m.question.kind for m in wished.meanings] == [
        "choose_battle",
        "seek_help",
    ]


def test_whom_somebody_greets_is_not_asked_for_help() -> None:
    match, seat = asked("choose_battle")
    names = next(n for n in (NAMES[k:] + NAMES[:k] for k in range(4)) if n[seat] == "Ann")
    for text in ("Hi Bob,\nspace", "Hello Bob and Zoë!\n\nspace\n\nAnn", "Hi, space", "Hi 1"):
        found = reading(match, seat, text, "en", names)
        assert [m.question and m.question.kind for m in found.meanings] == ["choose_battle"], text
        assert found.good, text
    assert not reading(match, seat, "Hi, Bob\nspace", "en", names).good


def test_a_greeting_is_no_hidden_mine() -> None:
    """Two letters that begin a thing mean nothing in terms either."""
    match, seat = asked("seek_help")
    names = next(n for n in (NAMES[k:] + NAMES[:k] for k in range(4)) if n[seat] == "Ann")
    for greeting in ("Hi", "Hi,", "Hi Bob,", "Hello", "Bo"):
        assert not reading(match, seat, greeting, "en", names).good, greeting
        assert greeting == "Bo" or reading(match, seat, f"{greeting}\nalone", "en", names).good
    assert reading(match, seat, "Bob", "en", names).good
    for end in ("Thanks Bob", "Merci Bob!", "Danke, Bob"):
        found = reading(match, seat, f"alone\n{end}", "en", names)
        assert not found.good or [m.value for m in found.meanings] == [()], end


SAID = [
    ("pick_ally", ["nobody", "Nobody.", "none", "no", "No thanks", "niemand", "4. nobody's"]),
    ("play_after", ["pass", "no", "none", "Nothing!", "no thanks", "1. pass"]),
    ("help", ["decline", "no", "No, sorry", "non merci", "nope"]),
    ("help", ["help", "yes", "ok", "Sure!", "Yes please", "gerne"]),
]


@pytest.mark.parametrize(("kind", "texts"), SAID)
def test_no_and_ok_are_understood_where_a_choice_means_them(kind: str, texts: list[str]) -> None:
    match, seat = asked(kind)
    first = reading(match, seat, texts[0], "en", NAMES)
    assert first.good, first
    for text in texts[1:]:
        found = reading(match, seat, text, "en", NAMES)
        assert found.good, (text, found)
        assert [m.value for m in found.meanings] == [m.value for m in first.meanings], text


def test_no_is_no_answer_where_every_choice_does_something() -> None:
    match, seat = asked("choose_battle")
    for text in ("no", "none", "nobody", "ok", "sure"):
        assert not reading(match, seat, text, "en", NAMES).good, text
