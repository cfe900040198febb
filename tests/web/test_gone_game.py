"""A game that was taken away: its tables stand still, and every other page is as it was."""

from __future__ import annotations

from sqlalchemy import text

from pbem import store
from pbem.services import lobby

from .conftest import MakeHouse


def test_a_game_that_was_taken_away_breaks_no_page(make_house: MakeHouse) -> None:
    house = make_house()
    with house.db.writing() as c:
        ann, ben = (
            store.add_person(c, f"{n}@x.org", name=n, language="en", zone="UTC", now=house.now).id
            for n in ("ann", "ben")
        )
    running = lobby.open_table(house.shelf, lobby.Wish("dudo", (ann, ben)), now=house.now)
    waiting = lobby.open_table(house.shelf, lobby.Wish("dudo", (ann, None)), now=house.now)
    with house.db.writing() as c:
        c.execute(text("update tables set game = 'gone'"))
        c.execute(text("update entries set value = replace(value, '\"dudo\"', '\"gone\"')"))
    fresh = make_house()
    browser = fresh.app.test_client()
    for path in ("/", "/lobby", f"/t/{running.slug}", f"/t/{waiting.slug}"):
        page = browser.get(path)
        assert page.status_code == 200, path
        assert "gone" in page.text
    assert "stands still" in browser.get(f"/t/{running.slug}").text
