"""Sentences wait for their reader."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import (
    PLAIN,
    Seat,
    Text,
    Tongue,
    Wording,
    _,
    n_,
    nearest,
    one_line,
    plain,
    spellings,
    ways,
    without_pictures,
)

GERMAN = {
    "%(seat)s bids %(bid)s": "%(seat)s bietet %(bid)s",
    "%(most)s and %(last)s": "%(most)s und %(last)s",
    "one": "eins",
}
ANNA = Tongue(
    names=("Anna", "Bela"),
    gettext=lambda msgid: GERMAN.get(msgid, msgid),
    ngettext=lambda _one, _many, n: "ein Würfel" if n == 1 else "%(n)d Würfel",
    wordings={"w:1": "over my dead body"},
)


def test_a_sentence_is_said_in_the_readers_language_with_the_readers_names() -> None:
    text = _("%(seat)s bids %(bid)s", seat=Seat(1), bid=_("one"))
    assert ANNA.say(text) == "Bela bietet eins"
    assert str(text) == "p2 bids one"


def test_a_seat_without_a_name_is_called_by_its_number() -> None:
    assert ANNA.name(Seat(0)) == "Anna"
    assert ANNA.name(Seat(2)) == "p3"
    assert ANNA.say(_("%(n)s", n=1)) == "1"  # A number is not a seat.


def test_what_counts_takes_the_form_of_its_number() -> None:
    assert str(n_("%(n)d die", "%(n)d dice", 1)) == "1 die"
    assert str(n_("%(n)d die", "%(n)d dice", 0)) == "0 dice"
    assert str(n_("%(n)d die of %(seat)s", "%(n)d dice of %(seat)s", 2, seat=Seat(0))) == (
        "2 dice of p1"
    )
    assert ANNA.say(n_("%(n)d die", "%(n)d dice", 1)) == "ein Würfel"
    assert ANNA.say(n_("%(n)d die", "%(n)d dice", 3)) == "3 Würfel"


def test_what_people_wrote_is_shown_only_where_it_is_known() -> None:
    text = _("They say: %(words)s", words=Wording("w:1"))
    assert ANNA.say(text) == "They say: over my dead body"
    assert PLAIN.say(text) == "They say: …"


@pytest.mark.parametrize(
    ("items", "said"),
    [((), ""), (("a",), "a"), (("a", "b"), "a und b"), (("a", "b", "c"), "a, b und c")],
)
def test_lists_are_joined_in_the_readers_language(items: tuple[str, ...], said: str) -> None:
    assert ANNA.say(_("%(list)s", list=items)) == said
    assert ANNA.say(_("%(list)s", list=[Seat(0), Seat(1)])) == "Anna und Bela"


def test_finished_text_is_left_alone_whatever_it_holds() -> None:
    assert ANNA.say("100 % one") == "100 % one"


def test_a_reader_understands_plain_words_too() -> None:
    assert ANNA.and_plain() == (ANNA, PLAIN)
    assert PLAIN.and_plain() == (PLAIN,)


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("  Ärger! ", "arger"),
        ("DOUBT.", "doubt"),
        ("a \n b", "a b"),
        ("Straße;", "strasse"),
        ("O’Neil", "o'neil"),
        ("twin–burners", "twin-burners"),
        ("3×4", "3x4"),
        ("Bjørn", "bjorn"),
        ("sœur", "soeur"),
        ("２", "2"),
        ("2\ufe0f\u20e3", "2"),
    ],
)
def test_case_accents_spaces_and_closing_marks_do_not_matter(typed: str, folded: str) -> None:
    assert plain(typed) == folded


@given(st.text())
def test_folding_never_fails_and_leaves_no_outer_spaces(text: str) -> None:
    assert plain(text) == plain(f"  {text}. ").strip()
    assert plain(text) == plain(text).strip(" .!;:")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" two\n lines\t and \x00 more ", "two lines and more"),
        ("turned \u202eround\u2066 again\u200f", "turned round again"),
        ("nothing\u200b\u00adseen", "nothing seen"),
        ("Ti\u1ebf\u0302ng e\u0323\u0302\u0301", "Ti\u1ebf\u0302ng e\u0323\u0302\u0301"),
        ("Z" + "\u0337\u0302" * 200 + "!", "Z" + "\u0337\u0302" * 2 + "!"),
        ("Z" + "\u0488\u0337\u200d" * 9, "Z" + "\u0488\u0337" + " \u0488\u0337" * 8),
    ],
)
def test_words_are_kept_as_one_line_of_what_can_be_seen(typed: str, kept: str) -> None:
    assert one_line(typed) == kept


@given(st.text())
def test_no_letter_of_a_kept_line_is_unseen_or_heaped_upon(text: str) -> None:
    line = one_line(text)
    assert line.isprintable()
    assert not re.search(r"[\u0300-\u036f]{5}", line)
    assert one_line(line) == line


def test_a_text_is_equal_to_one_with_the_same_facts() -> None:
    assert _("%(n)d", n=1) == Text("%(n)d", {"n": 1})
    assert _("%(n)d", n=1) != _("%(n)d", n=2)


@pytest.mark.parametrize(
    ("text", "typed"),
    [("Jürgen Groß", {"jurgen gross", "juergen gross"}), ("Ann", {"ann"}), ("für", {"fur", "fuer"}),
     ("fu\u0308r", {"fur", "fuer"}), ("Ann 🦊", {"ann 🦊", "ann"}), ("🦊", {"🦊"}), ("É", {"e"})],
)  # fmt: skip
def test_who_has_no_umlaut_and_no_picture_can_type_it_all_the_same(
    text: str, typed: set[str]
) -> None:
    assert spellings(text) == typed
    assert plain(text) in typed
    assert ways([text], PLAIN) == typed


@given(st.text(max_size=40))
def test_every_spelling_is_folded_and_there_is_one(text: str) -> None:
    assert spellings(text)
    assert all(plain(way) == way for way in spellings(text))


def test_pictures_are_no_words() -> None:
    assert without_pictures("2 👍🏽 ©✚️ x") == "2   x"


@pytest.mark.parametrize(
    ("typed", "near"),
    [("we keep it", "keep"), ("kepe", "keep"), ("exxalia", "attack exxalia"), ("2x5", ""),
     ("nothing like it", ""), ("x" * 5000, "")],
)  # fmt: skip
def test_what_was_probably_meant(typed: str, near: str) -> None:
    assert nearest(typed, ["keep", "attack exxalia", "attack bazaar", "2x4", "9x5"]) == near
