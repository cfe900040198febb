"""What people write around an order: as a thumb types it, and as a friend would hear it."""

from __future__ import annotations

import time

import pytest

from pbem.engine import Match, Seat, Words
from pbem.services import choices, courtesy
from pbem.services.meanings import LATER, NOW, Meaning, Mistake
from pbem.services.parts import LONGEST_PART, Part, parts_of
from pbem.services.reading import read
from pbem.services.tongues import tongue
from tests.services.test_reading import A, B, answer, begun

NAMES = ("Ann Müller", "Bob", "Zoë O'Neil", "Jürgen Groß")


def meant(match: Match, seat: Seat, text: str, language: str = "en") -> list[object] | None:
    """The answers that were understood; None if anything was not."""
    found = read(match, seat, text, choices.option_map(match, seat), tongue(language, NAMES))
    if not found.good:
        return None
    return [one.value for one in found.meanings]


def why(match: Match, seat: Seat, text: str) -> str:
    heard = tongue("en", NAMES)
    found = read(match, seat, text, choices.option_map(match, seat), heard)
    assert not found.good, found
    if found.why is not None:
        return heard.say(found.why)
    return next(heard.say(one.why) for one in found.orders if isinstance(one, Mistake))


SECOND = [
    "2", "2.", "2)", "(2)", "[2]", "#2", "# 2",
    "No. 2", "no.2", "Nr. 2", "n° 2", "N°2", "nº 2", "№ 2",
    "Option 2", "option 2.", "choice 2", "number 2", "Nummer 2", "numéro 2", "Choix 2", "Wahl 2",
    "２", "②", "2️⃣", "2 please", "2, please", "Please 2", "2 bitte", "2 s'il vous plaît", "2 svp",
    "2, thanks", "2 🙂", "👍 2", "“2”", '"2"', "'2'", "‘2’", "*2*", "_2_",
    "**2**", "• 2", "- 2", "* 2",
    "\u00a02\u00a0", "2\u2026", "2 !", "Hi 2", "Hi,\n\n2", "Hello pbem,\n2", "Hallo zusammen,\n\n2",
    "Bonjour,\n2", "2\n\nThanks,\nAnn", "2\nThanks, Ann", "2\n\nBest regards\nAnn Müller\nACME Ltd",
    "2\nViele Grüße\nAnn", "2\nLG Ann", "2\nCordialement,\nAnn", "2\nAnn", "2\n\nAnn Mueller",
    "2\n- Ann", "2\n\n🙂", "Thanks for waiting!\n2", "2. keep", "2 keep", "2 - keep", "2: keep",
    "2 (keep)",
    "Keep", "keep.", "KEEP!", "“Keep”", "keep please", "*keep*", "keep 👍",
]  # fmt: skip


@pytest.mark.parametrize("text", SECOND)
def test_what_is_unmistakable_works(text: str) -> None:
    assert meant(begun(), A, text) == ["keep"]


UNCLEAR = [
    "2?", "2 or 3", "1-2", "2.0", "2nd", "no 2", "2 mill", "1. keep", "I choose 2", "k", "kepe",
    "👍", "ok",
    "Thanks", "Ann", "2\nwhat a day", "2\nThanks\n1", "2\nThanks\nglory", "- 2 -", "not 2", "2 not",
    "Hi Bob", "-2", "2%", "2/1", "2 and 1", "+2",
]  # fmt: skip


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_not_is_never_carried_out(text: str) -> None:
    assert meant(begun(), A, text) is None


@pytest.mark.parametrize(
    ("text", "near"),
    [("I choose 2", "2"), ("2?", "2"), ("no 2", "2"), ("we keep it", "keep"), ("kepe", "keep")],
)
def test_a_near_miss_is_told_what_it_is_near(text: str, near: str) -> None:
    assert f"Did you mean '{near}'?" in why(begun(), A, text)


def test_several_orders_stand_together_as_people_put_them() -> None:
    for text in ("2, glory, gold", "2. Glory. Gold.", "keep and glory and gold",
                 "Keep\n\n- glory\n- gold",
                 "Keep, then glory & gold", "keep; glory + gold", "keep、glory，gold"):  # fmt: skip
        assert meant(begun(), A, text) == ["keep", ("glory", "gold")], text


@pytest.mark.parametrize(
    "text", ["2 3", "2 & 3", "2 and 3", "2/3", "2 + 3", "2 und 3", "2 et 3", "2,3."]
)
def test_a_list_of_numbers_needs_no_commas(text: str) -> None:
    match = begun()
    answer(match, "target", "keep")
    assert meant(match, A, text) == meant(match, A, "2, 3") != [()]


def at_betrayal() -> Match:
    """Bob is asked yes or no."""
    match = begun()
    answer(match, "target", "keep")
    answer(match, "wishes", ("gold",))
    answer(match, "price", 1, B)
    return match


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Yes please", True), ("Yes, please!", True), ("ok", True), ("OK.", True), ("Sure", True),
        ("Ja bitte", True), ("Ja, bitte.", True), ("oui svp", True), ("D’accord", True),
        ("Yes 👍", True), ("Natürlich", True), ("yes, yes", True),
        ("Hi,\nyes\nBob", True),
        ("No thanks", False), ("No, thanks.", False), ("non merci", False), ("Nein, danke!", False),
        ("nope", False), ("Nö", False), ("👍", None), ("yes no", None), ("yes, no", None),
        ("y", None),
        ("yes but later", None), ("maybe", None), ("not sure", None),
    ],
)  # fmt: skip
def test_yes_and_no_with_manners(text: str, value: bool | None) -> None:
    found = meant(at_betrayal(), B, text)
    assert found == (None if value is None else [value])


def test_ok_and_yes_answer_only_what_is_asked() -> None:
    """Nothing says which of the questions to come they mean."""
    for text in ("keep, ok", "keep, yes", "keep, no", "keep, sure"):
        assert meant(begun(), A, text) is None, text


def test_who_answers_only_what_comes_later_has_mistaken_the_question() -> None:
    match = begun()
    assert "answers what comes later" in why(match, A, "glory, gold")
    mail = "glory, gold, anyway"
    found = read(match, A, mail, choices.option_map(match, A), tongue("en", NAMES))
    assert [type(one) for one in found.orders] == [Mistake, Meaning], "it is said once"
    found = read(match, A, "-, glory", choices.option_map(match, A), tongue("en", NAMES))
    assert [one.what for one in found.meanings] == [LATER]
    found = read(match, A, "keep, glory", choices.option_map(match, A), tongue("en", NAMES))
    assert [one.what for one in found.meanings] == [NOW, LATER]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("yes", True), ("Yes!", True), ("Yes please", True), ("Yes, I'm in!", True),
        ("I’m in", True),
        ("Hi Bob,\n\nyes, with pleasure!\n\nCheers,\nAnn", True), ("Oui, avec plaisir", True),
        ("J'accepte", True), ("Ja gerne!", True),
        ("Ja, ich bin dabei.\nLG Ann", True), ("ok", True),
        ("Yes\nann", True), ("Yes. Thanks for asking!", True), ("accept", True), ("Sure 🙂", True),
        ("no", False), ("No, sorry.", False), ("Sorry, no", False), ("Nein danke", False),
        ("Non merci, désolé", False), ("decline", False), ("No thank you", False),
        ("Yes, but not before Monday", None), ("yes and no", None), ("No idea", None), ("", None),
        ("👍", None), ("Hi", None), ("Maybe", None), ("Yes?", None), ("yesterday", None),
        ("Yes\nif Bob plays too", None), ("I am not in", None),
    ],
)  # fmt: skip
def test_a_whole_mail_says_yes_or_no(text: str, said: bool | None) -> None:
    assert courtesy.agrees(parts_of(text), "Ann") is said


def test_a_comma_inside_quotation_marks_parts_nothing() -> None:
    cut = [part.text for part in parts_of('offer bob 3 credits saying "yes, now; please", 2')]
    assert cut == ['offer bob 3 credits saying "yes, now; please"', "2"]


def test_lean_leaves_an_order_as_it_is() -> None:
    for text in ("keep", "2", "attack Exxalia", "offer bob 3 credits for help", "-", "—", "no die"):
        assert courtesy.lean(Part(text, 0)).text == text


@pytest.mark.parametrize(
    "text",
    ["2" + " " * 30_000 + "x", "„" * 32_000, '"a' * 16_000, "a," * 16_000, "a and " * 5_000,
     "\n".join(f"this is line {n} and more" for n in range(60)), "please " * 4_000,
     "(" * 30_000 + "2", "2 " * 15_000, "*" * 30_000, "😀 " * 15_000],
    ids=lambda text: text[:8].strip(),
)  # fmt: skip
def test_no_mail_is_puzzled_over_for_long(text: str) -> None:
    start = time.process_time()
    assert meant(begun(), A, text) is None
    courtesy.agrees(parts_of(text), "Ann")
    assert time.process_time() - start < 1.0


def test_the_longest_words_fit_and_longer_ones_are_told_so() -> None:
    assert "too long" in why(begun(), A, "keep " + "x" * 700)
    assert Words.limit + 200 < LONGEST_PART
