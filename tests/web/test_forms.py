"""A form for every kind of question, made from the question itself and filled in like a person."""

from __future__ import annotations

import random

from pbem import store
from tests.web.conftest import House, Visitor
from tests.web.pages import Form

FURTHEST = 600


def filled(form: Form, rng: random.Random) -> str | list[str]:
    """Something that a person might put into this form; it need not be allowed."""
    (kind,) = form.kinds or {"nothing"}
    match kind:
        case "radio":
            return rng.choice(form.choices["answer"])
        case "checkbox":
            offered = form.choices["answer"]
            return rng.sample(offered, rng.randint(0, 1))
        case "select":
            offered = sorted({*form.choices["answer"]} - {""})
            return rng.sample(offered, rng.randint(1, len(offered)))
        case "textarea":
            return rng.choice(["", "We <shall> meet again"])
        case "nothing":
            return []
    return str(rng.randint(0, 4))


def captains(house: House) -> tuple[str, list[Visitor]]:
    """Three people at a table of Raid."""
    people = [house.person(name) for name in ("Ann", "Bela", "Cleo")]
    return house.table(*people, game="raid"), [house.visitor(who) for who in people]


def test_a_game_with_every_kind_of_question_is_played_by_forms_alone(
    house: House, raid: str
) -> None:
    slug, visitors = captains(house)
    rng, answered = random.Random(7), set[str]()
    for turn in range(FURTHEST):
        visitor = visitors[turn % 3]
        page = visitor.get(f"/t/{slug}")
        if page.has_form("/answer"):
            form = page.form("/answer")
            visitor.send(form, answer=filled(form, rng))
            assert visitor.status in (200, 422)
            if visitor.status == 200:
                answered |= form.kinds
        if house.stored(slug).status == "over":
            break
    assert house.stored(slug).status == "over"
    assert answered == {"radio", "checkbox", "select", "textarea", "text"}
    story = visitors[0].get(f"/t/{slug}")
    assert "says: We <shall> meet again" in story.text


def asked(visitors: list[Visitor], slug: str, sentence: str) -> Visitor:
    """Whoever is asked this."""
    return next(v for v in visitors if sentence in v.get(f"/t/{slug}").text)


def to_the_stakes(house: House) -> tuple[str, list[Visitor], Visitor]:
    """Play until attacker and ally stake coins under seal; the attacker's browser."""
    slug, visitors = captains(house)
    attacker = asked(visitors, slug, "Which fort do you attack?")
    attacker.press("/answer", answer='"keep"')
    attacker.press("/answer", answer=['"gold"', "", ""])
    ally = next(v for v in visitors if v is not attacker)
    ally.get(f"/t/{slug}")
    ally.press("/answer", answer="1")
    asked([ally], slug, "Do you betray").press("/answer", answer="false")
    attacker.get(f"/t/{slug}")
    return slug, visitors, attacker


def test_an_answer_under_seal_can_be_changed_and_nobody_else_sees_it(
    house: House, raid: str
) -> None:
    slug, visitors, attacker = to_the_stakes(house)
    assert "Under seal" in attacker.page.text
    attacker.press("/answer", answer="2")
    assert "Your answer is sealed: 2." in attacker.page.text
    attacker.press("/answer", answer="3")
    assert "Your answer is sealed: 3." in attacker.page.text
    for other in visitors:
        if other is not attacker:
            assert "has answered" in other.get(f"/t/{slug}").text
            assert "Your answer is sealed" not in other.page.text


def test_an_act_is_done_beside_the_question(house: House, raid: str) -> None:
    slug, visitors = captains(house)
    ann = visitors[0]
    ann.get(f"/t/{slug}")
    assert "What else you may do" in ann.page.text
    gift = next(form for form in ann.page.forms if form.action.endswith("/act"))
    ann.send(gift, answer="99")
    assert ann.status == 422
    assert any(("answer", "99") in form.fields for form in ann.page.forms)
    ann.send(gift, answer="2")
    assert "Done." in ann.page.text
    with house.shelf.looking(house.stored(slug).id) as sitting:
        assert sitting.match.state.coins[0] == 3


def test_a_form_that_came_back_keeps_what_was_typed(house: House, raid: str) -> None:
    slug, visitors = captains(house)
    attacker = asked(visitors, slug, "Which fort do you attack?")
    attacker.press("/answer", answer="")
    assert "Choose one of these." in attacker.page.text
    attacker.press("/answer", answer='"keep"')
    # The same wish twice cannot be; both stay as they were picked.
    attacker.press("/answer", answer=['"gold"', '"gold"', ""])
    assert attacker.status == 422
    picked = [value for name, value in attacker.page.form("/answer").fields if name == "answer"]
    assert picked == ['"gold"', '"gold"', ""]
    attacker.press("/answer", answer=['"grain"', '"gold"', ""])
    other = next(v for v in visitors if v is not attacker)
    other.get(f"/t/{slug}")
    for typed, said in (("many", "many"), ("17", "17"), ("", "Write a number.")):
        other.press("/answer", answer=typed)
        assert other.status == 422
        assert said in other.page.html


def test_words_that_are_too_long_come_back_whole(house: House, raid: str) -> None:
    slug, visitors, attacker = to_the_stakes(house)
    for visitor in visitors:
        if visitor.get(f"/t/{slug}").has_form("/answer"):
            visitor.press("/answer", answer="0")
    asked(visitors, slug, "Do you lie in wait?").press("/answer", answer="false")
    asked([attacker], slug, "Which charm do you bury?").press("/answer", answer=[])
    assert "Any last words?" in attacker.page.text
    long = "a &amp; b\r\n" * 40
    attacker.press("/answer", answer=long)
    assert attacker.status == 422
    (kept,) = (v for name, v in attacker.page.form("/answer").fields if name == "answer")
    assert kept.split() == long.split()
    attacker.press("/answer", answer="Farewell, <b>friends</b>")
    assert "says: Farewell, <b>friends</b>" in attacker.page.text
    assert "<b>" not in attacker.page.html


def test_what_people_wrote_is_kept_apart_from_the_log(house: House, raid: str) -> None:
    slug, visitors = captains(house)
    rng = random.Random(11)
    for turn in range(60):
        visitor = visitors[turn % 3]
        if visitor.get(f"/t/{slug}").has_form("/answer"):
            form = visitor.page.form("/answer")
            words = "a secret poem" if form.kinds == {"textarea"} else filled(form, rng)
            visitor.send(form, answer=words)
    assert "a secret poem" in visitors[0].get(f"/t/{slug}").text
    with house.db.reading() as c:
        rows = store.entries(c, house.stored(slug).id, after=0, last=1000)
    assert "a secret poem" not in repr(rows)
