"""Terms as a form: what is shown, what comes back, and what was typed is shown again."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from pbem.engine import NotUnderstood, Question, Tongue
from pbem.web import answers, forms
from tests.engine.test_terms import ASK, NAMES

QUESTION = Question("offer", ASK, None)


def made(typed: tuple[str, ...] | None = None) -> forms.Form:
    return forms.make(QUESTION, NAMES, game="dudo", is_act=True, typed=typed)


def test_every_part_becomes_a_group_of_fields() -> None:
    form = made()
    assert form.shape == "terms"
    assert [part.label for part in form.parts][:3] == ["To whom", "You give", "You get"]
    to, give, _get, due, say = form.parts
    assert (to.single, to.required, give.single, say.words) == (True, True, False, True)
    assert [thing.sent for thing in to.things] == ["1", "2"]
    assert give.things[0].name == 'answer:give:"credits"'
    assert (give.things[0].counted, give.things[1].counted) == (True, False)
    assert (due.things[0].least, due.things[0].most) == (3, 40)
    assert form.least == 1


def test_what_is_filled_in_comes_back_as_lines() -> None:
    sent = MultiDict(
        [
            ("answer:to", "1"),
            ('answer:give:"credits"', "2"),
            ("answer:give", '"card Rhum"'),
            ('answer:get:"credits"', ""),
            ('answer:get:"wreck"', "0"),
            ('answer:due:"turn"', " 12 "),
            ("answer:say:", "soon = later"),
            ("key", "offer"),
        ]
    )
    reading = answers.read("terms", sent)
    assert reading.text is None
    assert reading.value == (
        ("to", 1, 1),
        ("give", "credits", 2),
        ("give", "card Rhum", 1),
        ("due", "turn", 12),
        ("say", "soon = later", 0),
    )
    kept = ASK.check(None, ASK.keep(reading.value, lambda _words: "w:1"))
    assert ASK.text(None, kept, NAMES) == "Bob 2 credits + Rhum by turn 12 saying w:1"
    again = made(tuple(answers.typed_in(sent)))
    give, say = again.parts[1], again.parts[4]
    assert [thing.typed for thing in give.things] == ["2", "1", ""]
    assert say.said == "soon = later"


@pytest.mark.parametrize("number", ["two", "-1", "1234567", "٣"])
def test_a_number_is_a_number(number: str) -> None:
    with pytest.raises(NotUnderstood, match="number"):
        answers.read("terms", MultiDict([('answer:give:"credits"', number)]))


@pytest.mark.parametrize("value", ["[1]", "null", "credits", '"' + "x" * 300 + '"'])
def test_what_no_form_of_ours_sends_is_not_understood(value: str) -> None:
    with pytest.raises(NotUnderstood, match="none of the choices"):
        answers.read("terms", MultiDict([("answer:give", value)]))


def test_a_sealed_answer_is_shown_where_it_was_typed() -> None:
    heard = Tongue(NAMES.names, wordings={"w:1": "soon"})
    lines = ASK.parse(None, "bob 2 credits + rhum saying w:1", NAMES)
    typed = forms.typed_for("terms", lines, heard)
    form = made(typed)
    assert [thing.typed for thing in form.parts[0].things] == ["1", ""]
    assert [thing.typed for thing in form.parts[1].things] == ["2", "1", ""]
    assert form.parts[4].said == "soon"


def test_a_flood_of_fields_is_cut_off() -> None:
    sent = MultiDict((f"answer:give:{n}", "1") for n in range(5000))
    assert len(answers.typed_in(sent)) == answers.MOST_TYPED
