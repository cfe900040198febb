"""Every page as people meet it: no barrier that axe finds, nothing that sticks out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from pbem import store
from pbem.services import boards, lobby
from tests.browser.conftest import DESKTOP, PHONE, SMALL, Inn, Opener
from tests.browser.playing import overflow, play_until
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
    found = page.evaluate(
        "only => axe.run(document, {resultTypes: ['violations'], preload: false, ...only})", only
    )
    return [
        f"{page.url}: {one['id']} at {[_where(node) for node in one['nodes']][:3]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def _where(node: dict[str, Any]) -> str:
    """Which part of the page it is; of a contrast also the two colours."""
    seen = node["any"][0]["data"] if node["any"] else None
    colours = f" ({seen['fgColor']} on {seen['bgColor']})" if seen and "fgColor" in seen else ""
    return f"{node['target'][0]}{colours}"


def in_the_dark(page: Page) -> None:
    """On a wide screen in the dark, as the other extreme of a phone in the light."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})


def in_the_light(page: Page) -> None:
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})


def test_axe_finds_a_barrier_where_there_is_one(inn: Inn, open_window: Opener) -> None:
    page = open_window()
    page.goto("/rules")
    page.evaluate("document.querySelector('main').innerHTML += '<img src=x><input name=a>'")
    assert {one.split(": ")[1].split()[0] for one in barriers(page)} >= {"image-alt", "label"}


def test_what_is_too_dear_can_be_read_as_well_as_the_rest(inn: Inn, open_window: Opener) -> None:
    ann, bela = inn.person("Ann"), inn.person("Bela")
    page = open_window(ann, PHONE)
    dear = page.locator(".dear .archpiratus-text")
    for _table in range(20):
        page.goto(f"/t/{inn.table(ann, bela, game='archpiratus')}")
        if dear.count():
            break
    assert dear.count(), "no store in twenty held a card that is too dear, with words on it"
    assert not barriers(page, "color-contrast")
    in_the_dark(page)
    assert not barriers(page, "color-contrast")
    page.evaluate("document.querySelector('.dear').style.opacity = .4")
    assert "archpiratus-card" in "".join(barriers(page, "color-contrast"))


def tables_of(inn: Inn, ann: store.Person, bela: store.Person) -> dict[str, str]:
    """A table of each game in full swing, and one of Dudo that has come to its end."""
    tables = {
        "dudo": inn.table(ann, bela, "random"),
        "ended": inn.table(ann, bela, "random"),
        "metal_adventures": inn.table(ann, bela, "random", game="metal_adventures"),
        "metallum": inn.table(ann, bela, game="metallum"),
        "archpiratus": inn.table(ann, bela, game="archpiratus"),
    }
    play_until(inn, tables["dudo"], lambda s: 0 in s.dice)
    play_until(inn, tables["ended"], lambda s: len(s.left) == 1)
    play_until(inn, tables["metal_adventures"], lambda s: s.turn == 5)
    play_until(inn, tables["metallum"], lambda s: s.round == 3)
    play_until(inn, tables["archpiratus"], lambda s: s.ships[1].turns == 3)
    for slug in tables.values():
        table = inn.stored(slug)
        boards.draw(inn.shelf, inn.config.instance, table.id, table.seq)
    return tables


def pages_of(inn: Inn, ann: store.Person) -> Iterator[str]:
    """Every kind of page that somebody who plays and moderates can open."""
    bela = inn.person("Bela")
    tables = tables_of(inn, ann, bela)
    waiting = inn.table(ann, None, None)
    yield from ("/", "/me", "/me/data", "/lobby", "/lobby/new", "/lobby/new?game=dudo")
    yield from ("/moderator", "/nowhere", "/p/nonsense", f"/t/{waiting}")
    for game, slug in tables.items():
        yield f"/t/{slug}"
        if game != "ended":
            yield f"/t/{slug}/sheet"
        yield f"/boards/{slug}/"
    yield from (
        f"/boards/{tables['metal_adventures']}/turn-2.html",
        f"/boards/{tables['ended']}/story.html",
    )
    yield from (f"/t/{tables['dudo']}/{page}" for page in ("resign", "offer", "vote"))
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
        in_the_dark(page)
        flaws += [f"in the dark, {one}" for one in barriers(page, "color-contrast")]
        flaws += [f"{path} sticks out when wide: {what}" for what in overflow(page)]
        in_the_light(page)
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
