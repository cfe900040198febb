"""The front page and the lobby: what they list, and what that costs."""

from __future__ import annotations

from sqlalchemy import Engine, event

from pbem.services import seating
from pbem.web import home
from tests.web.conftest import House


def questions(house: House, path: str) -> int:
    """How often the database is asked for a page."""
    visitor, counted = house.visitor(), list[str]()
    visitor.get(path)
    event.listen(Engine, "before_cursor_execute", counts := lambda *a: counted.append(a[2]))
    try:
        visitor.get(path)
    finally:
        event.remove(Engine, "before_cursor_execute", counts)
    return len(counted)


def test_the_front_page_costs_the_same_however_many_tables_there_are(house: House) -> None:
    ann, ben = house.person("Ann"), house.person("Ben")

    def open_more() -> None:
        house.table(ann, ben)
        house.table(ann, None)

    seating.show_table(house.shelf, language="en", now=house.now)
    open_more()
    few = questions(house, "/")
    for _more in range(5):
        open_more()
    assert questions(house, "/") == few


def test_private_and_full_tables_take_no_place_in_the_lists(house: House) -> None:
    """Many newer ones do not push out what may be watched and joined."""
    ann, ben = house.person("Ann"), house.person("Ben")
    house.table(ann, ben, title="Watch me")
    house.table(ann, None, title="Join me")
    for _newer in range(2 * home.SHOWN + 1):
        house.table(ann, ben, private=True)
        house.table(ann, None, private=True)
    page = house.visitor().get("/")
    assert "Watch me" in page.text
    assert "Join me" in page.text


def test_the_bots_that_newcomers_watch_are_told_from_others(house: House) -> None:
    """If they were not found, new ones would be seated every minute."""
    ann = house.person("Ann")
    first = seating.show_table(house.shelf, language="en", now=house.now)
    for _newer in range(3):
        house.table(ann, "random")
    house.table("random", "random", private=True)
    house.table("random", "random", game="metallum")
    again = seating.show_table(house.shelf, language="en", now=house.now)
    assert again.id == first.id
