"""The app as a web server for static boards: what is kept, what is asked again, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from pbem.engine import ANSWER
from pbem.services import boards, turns
from pbem.services.budget import Budget

from .conftest import House
from .pages import Page


@pytest.fixture
def slug(house: House) -> str:
    """A table of two people in its second turn, drawn."""
    slug = house.table(house.person("Ann"), house.person("Ben"))
    table = house.stored(slug)
    for _move in range(40):
        with house.shelf.looking(table.id) as sitting:
            if sitting.match.milestone > 1:
                break
            (asking,) = sitting.match.waiting()
            values = [option.value for option in sitting.match.question(asking.key).options()]
            value = "doubt" if "doubt" in values else values[0]
        order = turns.Order(ANSWER, asking.prompt.seat, asking.key, value)
        turns.submit(house.shelf, table.id, order, now=house.now)
    draw(house)
    return slug


def draw(house: House) -> None:
    boards.draw_stale(house.shelf, house.config.instance, Budget(30))


def get(house: House, path: str, **headers: str) -> TestResponse:
    """An answer, read and closed: it is a file."""
    answer = house.app.test_client().get(path, headers=headers)
    answer.get_data()
    answer.close()
    return answer


def test_what_caches_may_keep_has_nobodys_cookie(house: House, slug: str) -> None:
    client = house.app.test_client()
    client.get(house.link(house.person("Cleo")))
    house.wait(days=1)  # A page would renew the cookie now.
    for path in ("/static/pbem.css", f"/boards/{slug}/"):
        answer = client.get(path)
        answer.get_data()
        answer.close()
        assert answer.status_code == 200, path
        assert "Set-Cookie" not in answer.headers, path


def test_a_board_is_open_to_everybody(house: House, slug: str) -> None:
    page = Page(get(house, f"/boards/{slug}/").text)
    assert page.flaws == []
    assert "Ann" in page.text
    assert page.sources == ["icon.svg", "style.css", "feed.xml", "turn-1.html"]
    for name in ("turn-1.html", "turn-2.html", "style.css", "icon.svg", "feed.xml", "preview.png"):
        assert get(house, f"/boards/{slug}/{name}").status_code == 200, name
    feed = get(house, f"/boards/{slug}/feed.xml")
    assert feed.mimetype == "application/atom+xml"
    bare = get(house, f"/boards/{slug}")
    assert bare.status_code == 308
    assert bare.location.endswith(f"/boards/{slug}/")


def test_a_turn_that_is_over_is_kept_long_and_the_others_are_asked_again(
    house: House, slug: str
) -> None:
    past = get(house, f"/boards/{slug}/turn-1.html")
    assert past.cache_control.max_age == 7 * 24 * 3600
    assert past.cache_control.public
    for name in ("", "index.html", "turn-2.html", "feed.xml", "style.css"):
        now = get(house, f"/boards/{slug}/{name}")
        assert now.cache_control.no_cache, name
        assert now.cache_control.max_age is None
        assert "no-store" not in now.headers["Cache-Control"]
    for answer in (past, get(house, f"/boards/{slug}/")):
        tag = answer.headers["ETag"]
        again = get(house, answer.request.path, **{"If-None-Match": tag})
        assert again.status_code == 304
        assert again.data == b""
    assert past.headers["X-Robots-Tag"] == "noindex"
    assert "script-src 'self'" in past.headers["Content-Security-Policy"]


def test_what_changed_has_another_tag(house: House, slug: str) -> None:
    tag = get(house, f"/boards/{slug}/").headers["ETag"]
    table = house.stored(slug)
    with house.shelf.looking(table.id) as sitting:
        (asking,) = sitting.match.waiting()
        value = sitting.match.question(asking.key).options()[-1].value
    order = turns.Order(ANSWER, asking.prompt.seat, asking.key, value)
    turns.submit(house.shelf, table.id, order, now=house.now)
    draw(house)
    assert get(house, f"/boards/{slug}/", **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize(
    "name",
    [".drawn.json", "..%2F..%2Fgames.db", "turn-99.html", "turn-1.html.bak", "x.html",
     "turn-99999999.html", "%2e%2e/secret.key", "index.html/"],
)  # fmt: skip
def test_nothing_else_is_served(house: House, slug: str, name: str) -> None:
    (house.config.instance / "games.db").write_text("secret")
    assert get(house, f"/boards/{slug}/{name}").status_code == 404


def test_a_private_table_has_no_board_even_if_one_lies_there(house: House) -> None:
    slug = house.table(house.person("Ann"), house.person("Ben"), private=True)
    folder: Path = house.config.instance / "boards" / slug
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("left behind")
    assert get(house, f"/boards/{slug}/").status_code == 404
    assert get(house, "/boards/nobody/").status_code == 404
