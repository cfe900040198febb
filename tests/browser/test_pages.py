"""Every page as people meet it: no barrier that axe finds, nothing that sticks out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Page

from pbem import store
from pbem.services import lobby
from tests.browser.conftest import DESKTOP, PHONE, SMALL, Inn, Opener
from tests.browser.playing import overflow
from tests.web.test_links import asked_at, link_to

pytestmark = pytest.mark.browser
LONG = [
    "Wolfgang Amadeus Maximilian von Habsburg",
    "Wmwmwmwmwmwmwmwmwmwmwmwmwmwmwmwmwmwmwmwm",
    "Γεώργιος Παπαδόπουλος-Κωνσταντινόπουλος",
    "Ann",
    "O'Neill-Fitzgerald the Younger of Tyrone",
    "Llanfairpwllgwyngyllgogerychwyrndrobwlll",
]


@cache
def axe() -> str:
    return (Path(__file__).parent / "axe" / "axe.min.js").read_text("utf-8")


def barriers(page: Page, *rules: str) -> list[str]:
    """What axe-core calls serious or worse, by these rules or by all."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(axe())
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    found = page.evaluate("only => axe.run(document, {resultTypes: ['violations'], ...only})", only)
    return [
        f"{page.url}: {one['id']} at {[node['target'] for node in one['nodes']][:3]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def test_axe_finds_a_barrier_where_there_is_one(inn: Inn, open_window: Opener) -> None:
    page = open_window()
    page.goto("/rules")
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><input name=a>'")
    assert {one.split(": ")[1].split()[0] for one in barriers(page)} >= {"image-alt", "label"}


def pages_of(inn: Inn, ann: store.Person) -> Iterator[str]:
    """Every kind of page that somebody who plays and moderates can open."""
    bela = inn.person("Bela")
    tables = {
        "dudo": inn.table(ann, bela, "random"),
        "metal_adventures": inn.table(ann, bela, "random", game="metal_adventures"),
        "metallum": inn.table(ann, bela, game="metallum"),
        "archpiratus": inn.table(ann, bela, game="archpiratus"),
    }
    waiting = inn.table(ann, None, None)
    yield from ("/", "/me", "/me/data", "/lobby", "/lobby/new", "/lobby/new?game=dudo")
    yield from ("/moderator", "/nowhere", "/p/nonsense", f"/t/{waiting}")
    for slug in tables.values():
        yield from (f"/t/{slug}", f"/t/{slug}/sheet")
    yield f"/t/{tables['dudo']}/resign"
    yield f"/moderator/t/{tables['dudo']}"
    yield from ("/rules", "/rules/dudo", "/rules/dudo/first-game", "/rules/metallum/cards")


def test_no_page_has_a_barrier_or_sticks_out(inn: Inn, open_window: Opener) -> None:
    ann = inn.person("Ann")
    with inn.db.writing() as c:
        store.change_person(c, ann.id, {"is_moderator": True})
    page = open_window(ann, PHONE)
    flaws: list[str] = []
    for path in pages_of(inn, ann):
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok or path in ("/nowhere", "/p/nonsense"), path
        flaws += barriers(page)
        flaws += [f"{path} sticks out: {what}" for what in overflow(page)]
        # In the dark and on a wide screen, only colours and widths can differ.
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        flaws += [f"in the dark, {one}" for one in barriers(page, "color-contrast")]
        flaws += [f"{path} sticks out when wide: {what}" for what in overflow(page)]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert not flaws, "\n".join(flaws)


@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), (DESKTOP, False)])
def test_no_page_of_a_stranger_has_a_barrier(
    inn: Inn, open_window: Opener, size: tuple[int, int], dark: bool
) -> None:
    people = inn.person("Ann"), inn.person("Bela")
    slug = inn.table(*people, private=True)
    link = link_to(inn, asked_at(inn, slug))
    page = open_window(size=size, dark=dark)
    flaws: list[str] = []
    for path in ("/", "/sign-in", link, f"/t/{slug}", inn.link(people[0])):
        page.goto(path)
        flaws += barriers(page)
        flaws += [f"{path} sticks out: {what}" for what in overflow(page)]
    assert not flaws, "\n".join(flaws)


@pytest.mark.parametrize("game", ["dudo", "metal_adventures"])
def test_six_people_with_long_names_fit_on_a_small_phone(
    inn: Inn, open_window: Opener, game: str
) -> None:
    people = [inn.person(name) for name in LONG]
    wish = lobby.Wish(
        game=game, seats=[p.id for p in people], title="A " + "very " * 12 + "long title"
    )
    slug = lobby.open_table(inn.shelf, wish, now=inn.now).slug
    page = open_window(people[asked_at(inn, slug).seat], SMALL)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        for path in (f"/t/{slug}", f"/t/{slug}/sheet", "/", "/me", f"/t/{slug}/resign"):
            page.goto(path)
            assert not overflow(page), f"{path} at {width}"


def test_a_printed_table_is_black_on_white(inn: Inn, open_window: Opener) -> None:
    slug = inn.table(inn.person("Ann"), "random", "random")
    page = open_window(dark=True)
    page.goto(f"/t/{slug}")
    page.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
