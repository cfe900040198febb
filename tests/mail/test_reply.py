"""The new text of a reply: all that was typed, and nothing of what was quoted."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail import mime
from pbem.mail.hypertext import text_of
from pbem.mail.reply import LONGEST, new_text
from pbem.services.marker import MARK
from tests.mail.clients import Quotable, Shape
from tests.mail.more_clients import ALL, DEVICES

LETTER = Quotable(
    text=f"""{MARK} Write your answer above this line.

Ben bids three fours. It is your turn.

Round 2
  Ann                      2 3 3 5
  Ben                      □ □ □ □      bids three fours

Ben bids three fours. Do you bid more, or doubt it?

  1  doubt: All cups are lifted. Who is wrong loses a die.
  2  3x5
  3  3x6
  4  4x1

doubt
yes
2

Write a number or a word, for example:
2

If you do nothing until Thursday 19 November, 14:00, this is your answer: doubt.
Awaited: Ann.
https://games.example.org/p/abcdefghijklmnop

-- \nYou get this because you play.
""",
    html=f"""<html><head><style>td {{ color: red }}</style></head><body>
<div style="display:none">Ben bids three fours.</div>
<p>{MARK} Write your answer above this line.</p>
<h1>Ben bids three fours.</h1><p>It is your turn. Do you bid more, or doubt it?</p>
<table><tr><td>1</td><td>doubt</td></tr><tr><td>2</td><td>3x5</td></tr></table>
<p>doubt</p><p>2</p><p>If you do nothing until Thursday, this is your answer: doubt.</p>
</body></html>""",
)
NEW = ["2", "doubt", "2, promise 3 to bob, use die", "3x5\n\nuse die\nend", "oui", "nein", "ja, 3"]


@pytest.mark.parametrize(("name", "shape"), ALL)
def test_what_is_quoted_is_not_new(name: str, shape: Shape) -> None:
    message = mime.parse(shape("", LETTER).as_bytes())
    assert mime.words(message, LETTER.text + LETTER.html).new == ""
    if name != "the_first_lines_torn_off":  # Only the letter itself tells this one.
        assert mime.words(message).new == "", "also without knowing the letter"


@pytest.mark.parametrize(("name", "shape"), ALL)
@pytest.mark.parametrize("new", NEW)
def test_what_is_typed_is_new_and_whole(name: str, shape: Shape, new: str) -> None:
    message = mime.parse(shape(new, LETTER).as_bytes())
    found = mime.words(message, LETTER.text).new
    assert _lines(found) == _lines(new)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_there_are_enough_shapes() -> None:
    assert len(ALL) >= 80


@given(st.text(), st.text())
def test_nothing_below_our_mark_is_new(above: str, below: str) -> None:
    found = new_text(f"{above}\n{MARK}\n{below}")
    assert found == new_text(f"{above}\n{MARK}\n")


@given(st.text(alphabet="ab \n>:|~-_@<", max_size=200))
def test_a_quoted_line_is_never_new(text: str) -> None:
    kept = new_text(text).splitlines()
    assert not any(line.strip().startswith((">", "|")) for line in kept)


def test_a_mark_is_found_behind_characters_of_no_width() -> None:
    hidden = "\u200b".join(MARK)
    assert new_text(f"3\n{hidden} Write above\n2") == "3"


def test_a_signature_is_not_new_nor_is_what_a_device_says() -> None:
    assert new_text("2\n-- \nAnn\nyes") == "2"
    for said in (
        "Sent from my Pixel",
        "Envoyé depuis mon mobile",
        "Gesendet mit der GMX App",
        "Yahoo Mail: Search, Organize, Conquer",
        "Yahoo Mail\xa0: Recherchez, organisez, maîtrisez votre univers",
        "Yahoo Mail: Suchen, organisieren, erobern",
    ):
        assert new_text(f"2\n\n{said}") == "2"


@pytest.mark.parametrize("device", DEVICES)
def test_no_device_signs_an_order_away(device: str) -> None:
    assert new_text(f"2, use die\n\n{device}") == "2, use die"
    assert new_text(f"2, use die\n{device}\n") == "2, use die"


def test_an_order_right_above_an_introduction_in_any_language_is_new() -> None:
    """Yahoo leaves no line free between what was typed and what it quotes."""
    for said in (
        "Op woensdag 18 november 2026 om 14:00:00 CET schreef pbem <g@play.example.org>:",
        "W dniu środa, 18 listopada 2026 14:00:00 pbem <g@play.example.org> napisał(a):",
        "Am Mittwoch, 18. November 2026 hat pbem <g@play.example.org> Folgendes geschrieben:",
    ):
        assert new_text(f"2\n    {said}\n \n{MARK}\n3") == "2"
        assert new_text(f"2\n{said}\n\n> 3") == "2"


def test_an_order_squeezed_between_quotes_does_not_act_but_one_with_space_does() -> None:
    assert new_text("> a\n2\n> b") == ""
    assert new_text("> a\n\n2\n> b") == ""
    assert new_text("2\n> a") == "2"
    assert new_text("> a\n\n2\n\n> b") == "2"


def test_an_answer_in_the_letter_s_own_words_is_new_and_a_run_of_its_lines_is_not() -> None:
    letter = (
        "Which do you take?\n1. Trophy of the Blood Brother\n2. Trophy of the Full Treasury\nBye"
    )
    first, second = "Trophy of the Blood Brother", "Trophy of the Full Treasury"
    assert new_text(first, letter) == first
    assert new_text(f"{first}\nuse die", letter) == f"{first}\nuse die"
    assert new_text(f"{second}\n{first}", letter) == f"{second}\n{first}"
    assert new_text(f"3\n{first}\nand\n{second}", letter) == "3"


def test_orders_that_look_a_little_like_headers_stay() -> None:
    assert new_text("from: here\n2") == "from: here\n2"
    assert new_text("On second thought: 2") == "On second thought: 2"


def test_hidden_and_unclosed_html_is_not_read() -> None:
    assert text_of("2<div style='display: none'>3</div>").split() == ["2"]
    assert text_of("2<blockquote>3<p>4</div>").split() == ["2"]
    assert text_of("2<!-- 3 --><style>4</style><script>5</script>").split() == ["2"]
    assert text_of("<pre>2\n3</pre>").split("\n")[1:3] == ["2", "3"]
    assert text_of("<p style='font-size:0.9em'>2</p>").split() == ["2"]


HOSTILE = [
    "<" * 300_000,
    "<a " * 100_000,
    "<div>" * 100_000,
    "<!--" * 100_000,
    "<![" * 100_000,
    "&" * 300_000,
    "&#" * 150_000,
    "<a href='" + "x" * 300_000,
    "</" * 150_000,
    "<?" * 150_000,
    "<!" * 150_000,
    "<a b=" * 60_000,
    "<blockquote>" * 30_000,
    ("<a " + "b " * 1_900 + ">") * 60,
    ("<a " + "b='" * 1_200 + ">") * 60,
    ("<a" + "=" * 3_900 + ">") * 60,
]


@pytest.mark.parametrize("page", HOSTILE, ids=lambda page: page[:12])
def test_no_page_takes_long(page: str) -> None:
    begun = time.process_time()
    text_of(page)
    assert time.process_time() - begun < 2.0


@pytest.mark.parametrize(
    "text",
    [
        "On " * 100_000, "On a\n" * 10_000, "x <a@" * 60_000, "From: x\n" * 40_000, "\n" * 300_000,
        "> \n" * 100_000, "~ " * 150_000, "-" * 300_000, "sent from " * 30_000, ": " * 100_000,
        "am schrieb " * 3_000 + "\n", "le a écrit " * 3_000,
    ],
    ids=lambda text: text[:8].strip(),
)  # fmt: skip
def test_no_text_takes_long(text: str) -> None:
    begun = time.process_time()
    assert len(new_text(text, LETTER.text)) <= LONGEST
    assert time.process_time() - begun < 2.0
