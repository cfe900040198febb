"""A whole turn on one sheet: laid down, tried out, corrected, withdrawn, and kept standing."""

from __future__ import annotations

import pytest

from pbem import games, store
from pbem.engine import Condition, Item
from pbem.services import turns
from tests.web.conftest import House, Visitor


def captains(house: House) -> tuple[str, list[Visitor]]:
    people = [house.person(name) for name in ("Ann", "Bela", "Cleo")]
    slug = house.table(*people, game="raid")
    return slug, [house.visitor(who) for who in people]


def plan_of(house: House, slug: str, seat: int) -> list[str]:
    """The kinds of what a seat has laid down."""
    with house.shelf.looking(house.stored(slug).id) as sitting:
        return [
            i.kind for s, items in sitting.match.plans.items.items() if s == seat for i in items
        ]


def asked_first(house: House, slug: str, visitors: list[Visitor]) -> tuple[int, Visitor]:
    with house.db.reading() as c:
        seat = store.open_prompts(c, house.stored(slug).id)[0].seat
    return seat, visitors[seat]


def names_on(visitor: Visitor) -> list[str]:
    """The rows of the sheet, by the names of their answers."""
    fields = visitor.page.form("/sheet").choices
    return [name for name in fields if name.endswith(".0")]


def test_a_turn_is_answered_before_it_is_asked(house: House, raid: str) -> None:
    slug, visitors = captains(house)
    _seat, visitor = asked_first(house, slug, visitors)
    visitor.get(f"/t/{slug}")
    assert f"/t/{slug}/sheet" in visitor.page.links
    visitor.get(f"/t/{slug}/sheet")
    assert "you are asked this now" in visitor.page.text
    (row, *_more) = names_on(visitor)
    offered = [v for v in visitor.page.form("/sheet").choices[row] if v]
    before = house.stored(slug).seq
    visitor.press("/sheet", **{row: offered[0], "do": "try"})
    assert "What this would do" in visitor.page.text
    assert house.stored(slug).seq == before
    kept = [value for name, value in visitor.page.form("/sheet").fields if name == row]
    assert kept == [offered[0]]
    visitor.press("/sheet", do="lay")
    assert "what could be answered by it is answered" in visitor.page.text
    # The plan, and the answer that it gave at once.
    assert house.stored(slug).seq >= before + 2
    with house.db.reading() as c:
        entries = store.entries(c, house.stored(slug).id, after=before, last=99)
    assert [entry.kind for entry in entries][:2] == ["plan", "answer"]
    assert entries[1].source == "plan"


def test_every_wrong_row_is_marked_and_nothing_typed_is_lost(house: House, raid: str) -> None:
    slug, visitors = captains(house)
    _seat, visitor = asked_first(house, slug, visitors)
    visitor.get(f"/t/{slug}/sheet")
    (row, *_more) = names_on(visitor)
    before = house.stored(slug).seq
    visitor.press("/sheet", **{row: '"atlantis"', "do": "lay"})
    assert visitor.status == 422
    assert "1 answer cannot stand." in visitor.page.text
    assert 'role="alert"' in visitor.page.html
    assert house.stored(slug).seq == before
    good = next(v for v in visitor.page.form("/sheet").choices[row] if v)
    facts = [n for n in visitor.page.form("/sheet").choices if n == row.replace(".0", ".0.fact")]
    for fact in facts:
        named = [v for v in visitor.page.form("/sheet").choices[fact] if v]
        visitor.press("/sheet", **{row: good, fact: named[0], f"{row}.value": "", "do": "lay"})
        assert visitor.status == 422
        again = dict(visitor.page.form("/sheet").fields)
        assert (again[row], again[fact]) == (good, named[0])


def bids(house: House) -> tuple[str, Visitor, Visitor]:
    """Two at Dudo: the browser of whoever is asked, and the other one."""
    people = house.person("Ann"), house.person("Bela")
    slug = house.table(*people)
    asked, other = (house.visitor(who) for who in people)
    if not asked.get(f"/t/{slug}").has_form("/answer"):
        asked, other = other, asked
    return slug, asked, other


@pytest.fixture
def standing(house: House) -> tuple[str, Visitor, Visitor]:
    """Dudo, where the second player has ordered to doubt always."""
    slug, asked, other = bids(house)
    asked.get(f"/t/{slug}")
    asked.press("/answer", answer='"1x2"')
    other.get(f"/t/{slug}/sheet")
    row = names_on(other)[0]
    other.press("/sheet", **{row: '"doubt"', f"{row}.standing": "on", "do": "lay"})
    return slug, asked, other


def test_a_standing_order_answers_until_it_is_withdrawn(
    house: House, standing: tuple[str, Visitor, Visitor]
) -> None:
    slug, _asked, other = standing
    assert "is answered" in other.page.text
    assert "1 answer laid down" in other.page.text
    other.get("/me")
    assert "1 standing order" in other.page.text
    other.get(f"/t/{slug}/sheet")
    other.press("/sheet", do="withdraw")
    assert "Nothing is laid down any more" in other.page.text
    assert "laid down" not in other.get(f"/t/{slug}").text


def test_orders_are_tried_against_the_last_questions_of_their_kind(house: House) -> None:
    slug, asked, other = bids(house)
    asked.get(f"/t/{slug}")
    asked.press("/answer", answer='"1x2"')
    other.get(f"/t/{slug}")
    other.press("/answer", answer='"2x3"')
    asked.get(f"/t/{slug}")
    asked.press("/answer", answer='"3x3"')
    other.get(f"/t/{slug}/sheet")
    row = names_on(other)[0]
    before = house.stored(slug).seq
    other.press("/sheet", **{row: '"doubt"', "do": "try"})
    assert "What it would have answered before" in other.page.text
    assert "The sheet: doubt" in other.page.text
    assert "Your answer then: 2 threes." in other.page.text
    assert house.stored(slug).seq == before


def test_a_sheet_is_for_those_who_sit_there(house: House) -> None:
    slug, _asked, _other = bids(house)
    stranger = house.visitor(house.person("Cleo"))
    stranger.get(f"/t/{slug}/sheet")
    assert stranger.status == 403
    nobody = house.visitor()
    nobody.get(f"/t/{slug}/sheet")
    assert nobody.answer.request.path == "/sign-in"


def test_a_table_that_stands_still_takes_no_plans(house: House) -> None:
    slug, asked, _other = bids(house)
    with house.db.writing() as c:
        store.change_table(c, house.stored(slug).id, {"status": "paused"})
    asked.get(f"/t/{slug}/sheet")
    assert "Nothing can be planned at this table now." in asked.page.text


def test_what_was_laid_down_for_later_stays_unless_it_is_unticked(house: House) -> None:
    slug, asked, _other = bids(house)
    with house.db.reading() as c:
        seat = store.open_prompts(c, house.stored(slug).id)[0].seat
    few = Condition("dice", ">", 1), Condition("dice", "<", 9)
    item = games.load("dudo").codec.encode(Item("raise_or_doubt", ("doubt",), few))
    turns.submit(
        house.shelf, house.stored(slug).id, turns.Order("plan", seat, value=[item]), now=house.now
    )
    asked.get(f"/t/{slug}/sheet")
    assert "Laid down for other moments" in asked.page.text
    row = names_on(asked)[0]
    assert plan_of(house, slug, seat) == ["raise_or_doubt"]
    asked.press("/sheet", **{"do": "lay", "keep.0": None, row: ""})
    assert plan_of(house, slug, seat) == []
