"""A bargain from end to end on pages: offered, seen, accepted, by forms alone."""

from __future__ import annotations

import re

from tests.services.test_called import on_tour
from tests.web.conftest import House, Visitor
from tests.web.pages import Form, Page


def act_form(page: Page, key: str) -> Form:
    """The form of one act."""
    (form,) = [form for form in page.forms if ("key", key) in form.filled()]
    return form


def act_id(page: Page) -> str:
    """Where on the page the form for an offer is."""
    found = re.search(r'<form class="ask act"[^>]* id="(f-\d-offer-[^"]*)"', page.html)
    assert found is not None
    return found[1]


def talking(house: House) -> tuple[str, list[Visitor], int]:
    """Three captains at a table where one has set out; who that is."""
    people = [house.person(name) for name in ("Ann", "Bob", "Cleo")]
    slug = house.table(*people, game="metal_adventures")
    visitors = [house.visitor(who) for who in people]
    for visitor in visitors:
        form = visitor.get(f"/t/{slug}").form("/answer")
        visitor.send(form, answer=form.choices["answer"][:2])
    for place, visitor in enumerate(visitors):
        page = visitor.get(f"/t/{slug}")
        if page.has_form("/answer"):
            visitor.send(page.form("/answer"), answer="true")
            return slug, visitors, place
    raise AssertionError("Nobody is asked anything.")


def test_an_offer_is_made_and_accepted_on_pages(house: House) -> None:
    slug, visitors, place = talking(house)
    one, other, third = (visitors[(place + n) % 3] for n in range(3))
    form = act_form(one.get(f"/t/{slug}"), "offer")
    partner = str((place + 1) % 3)
    filled: dict[str, str | list[str] | None] = {
        "answer:to": partner,
        'answer:give:"credits"': "1",
        'answer:get:"credits"': "2",
    }
    wrong = one.send(form, **{**filled, 'answer:give:"credits"': "many"})
    assert one.status == 422
    # The form is far down, so what is wrong with it is said at the top, with the way there.
    top = wrong.text.partition("Metal Adventures")[0]
    assert "Write a number." in top
    assert f"#{act_id(wrong)}" in wrong.links
    assert ('answer:get:"credits"', "2") in act_form(wrong, "offer").filled()  # Nothing is lost.
    one.send(form, **filled)
    assert one.status == 200
    assert "1 credit for 2 credits" not in third.get(f"/t/{slug}").text
    page = other.get(f"/t/{slug}")
    beside_the_question = page.text.partition("The table")[0]
    assert "1 credit for 2 credits" in beside_the_question.partition("You can do this now")[2]
    assert "You can do this now" not in third.get(f"/t/{slug}").text
    accept = act_form(page, "accept")
    other.send(accept, **{"answer:offer": f'"{place}.1"'})
    assert other.status == 200
    assert "trade: 1 credit for 2 credits" in third.get(f"/t/{slug}").text


def test_a_bot_answers_an_offer_before_the_page_comes_back(house: House) -> None:
    who = house.person("Ann")
    table = on_tour(house.shelf, who.id, "greedy", "honest")
    ann = house.visitor(who)
    form = act_form(ann.get(f"/t/{table.slug}"), "offer")
    ann.send(form, **{"answer:to": "2", 'answer:give:"credits"': "1"})
    assert "Bot Carla accepts Ann 's offer." in ann.page.text
    form = act_form(ann.get(f"/t/{table.slug}"), "offer")
    ann.send(form, **{"answer:to": "1", 'answer:get:"credits"': "2"})
    assert "Bot Bruno refuses Ann 's offer." in ann.page.text


def test_a_word_given_on_a_page_is_read_by_everybody_and_never_run(house: House) -> None:
    slug, visitors, place = talking(house)
    form = act_form(visitors[place].get(f"/t/{slug}"), "promise")
    visitors[place].send(
        form,
        **{"answer:to": str((place + 1) % 3), "answer:say:": "<b>peace</b> until we meet"},
    )
    assert visitors[place].status == 200
    for visitor in visitors:
        assert '"<b>peace</b> until we meet"' in visitor.get(f"/t/{slug}").text
