"""What a hostile world meets: headers, CSRF, size limits, escaping, and pages that say little."""

from __future__ import annotations

import logging
import re

import pytest

from pbem import store
from pbem.web import home
from tests.web.conftest import House, MakeHouse
from tests.web.pages import Page

HOSTILE = "<img src=x onerror=alert(1)>\"'&%(seat)s"


def test_every_answer_carries_the_headers(house: House) -> None:
    slug = house.table(house.person("Ann"), None)
    for path in ("/", "/sign-in", f"/t/{slug}", "/nowhere", "/in/abc", "/static/pbem.css"):
        with house.visitor().client.get(path) as answer:
            headers = answer.headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert "Server" not in headers


def test_pages_are_not_kept_and_sheets_are(house: House) -> None:
    slug = house.table(house.person("Ann"), None)
    browser = house.visitor().client
    for path in ("/", f"/t/{slug}", "/in/abc"):
        assert browser.get(path).headers["Cache-Control"] == "no-store"
    sheet = browser.get("/game/dudo/board.css")
    assert sheet.mimetype == "text/css"
    assert "max-age" in sheet.headers["Cache-Control"]
    again = browser.get("/game/dudo/board.css", headers={"If-None-Match": sheet.headers["ETag"]})
    assert again.status_code == 304
    assert browser.get("/game/chess/board.css").status_code == 404


def test_pages_load_nothing_from_elsewhere_and_have_no_script_inside(house: House) -> None:
    ann = house.person("Ann")
    slug = house.table(ann, house.person("Bela"))
    browser = house.visitor(ann)
    for path in ("/", f"/t/{slug}", "/sign-in", f"/t/{slug}/resign"):
        page = browser.get(path)
        assert page.sources
        assert all(source.startswith("/") for source in page.sources)
        assert not re.search(r"<script(?![^>]*\ssrc=)", page.html)
        assert "<style" not in page.html


@pytest.mark.parametrize("path", ["/new", "/sign-out", "/t/{}/answer", "/t/{}/join", "/in/abc"])
def test_a_form_without_its_token_is_refused(house: House, path: str) -> None:
    ann = house.person("Ann")
    slug = house.table(ann, house.person("Bela"))
    browser = house.visitor(ann)
    answer = browser.client.post(path.format(slug), data={"csrf_token": "forged"})
    assert answer.status_code == 400
    assert "This form has gone stale" in Page(answer.text).text
    assert "Sign out" in browser.get("/").text


def test_a_form_made_for_somebody_else_is_refused(house: House) -> None:
    ann = house.visitor(house.person("Ann"))
    bela = house.visitor(house.person("Bela"))
    ann.get("/")
    bela.send(ann.page.form("/sign-out"))
    assert bela.status == 400


def test_what_is_too_large_is_refused_before_it_is_read(house: House) -> None:
    browser = house.visitor(house.person("Ann"))
    answer = browser.client.post("/new", data={"name": "x" * 70_000})
    assert answer.status_code == 413
    assert "That is too much" in Page(answer.text).text


def test_hostile_names_and_titles_are_only_words(house: House) -> None:
    ann = house.person(HOSTILE)
    slug = house.table(ann, house.person("Bela"), title=HOSTILE)
    for browser in (house.visitor(ann), house.visitor()):
        for path in ("/", f"/t/{slug}"):
            page = browser.get(path)
            assert "<img" not in page.html
            assert "<img src=x onerror=alert(1)>" in page.text
    spectator = house.visitor()
    spectator.get(f"/t/{slug}")
    assert HOSTILE in spectator.page.text


def test_cookies_are_for_the_server_only_and_secure_behind_https(make_house: MakeHouse) -> None:
    for site, secure in (("", False), ("https://games.example.org", True)):
        house = make_house(base_url=site)
        client = house.app.test_client()
        base = site or "http://localhost"
        answer = client.get(house.link(house.person("Ann")), base_url=base)
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert ("Secure" in cookie) == secure
        assert ("Strict-Transport-Security" in answer.headers) == secure


def test_a_cookie_is_sent_when_there_is_news_and_once_a_day(house: House) -> None:
    client = house.app.test_client()
    assert "Set-Cookie" not in client.get("/rules").headers, "there is nothing to keep"
    page = house.link(house.person("Ann"))
    assert "Set-Cookie" in client.get(page).headers, "its form needs a key"
    assert "Set-Cookie" not in client.get(page).headers
    house.wait(days=1)
    assert "Expires" in client.get("/").headers["Set-Cookie"]
    assert "Set-Cookie" not in client.get("/").headers


def test_the_site_lives_under_a_path_whether_the_proxy_takes_it_off_or_not(
    make_house: MakeHouse,
) -> None:
    house = make_house(path_prefix="/games")
    client = house.app.test_client()
    for path in ("/games/", "/", "/games"):
        page = Page(client.get(path).text)
        assert "/games/static/pbem.css" in page.sources
        assert all(link.startswith(("/games/", "#")) for link in page.links)
    cookie = house.app.test_client().get(house.link(house.person("Ann"))).headers["Set-Cookie"]
    assert "Path=/games" in cookie
    assert client.get("/gamesome").status_code == 404


def test_only_trusted_proxies_are_believed(make_house: MakeHouse) -> None:
    sent = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}
    for proxies, believed in ((0, False), (1, True)):
        client = make_house(trusted_proxies=proxies).app.test_client()
        answer = client.get("/", headers=sent)
        assert ("Strict-Transport-Security" in answer.headers) == believed


@pytest.mark.parametrize("error", [store.Busy, store.Unreachable])
def test_a_database_that_is_away_gives_503_and_keeps_what_was_typed(
    house: House, error: type[store.StoreError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_given: object, **_named: object) -> None:
        raise error("a secret detail")

    slug = house.table(house.person("Ann"), None, "careful")
    bela = house.visitor(house.person("Bela"))
    bela.get(f"/t/{slug}")
    with monkeypatch.context() as away:
        away.setattr(store.Database, "reading", gone)
        bela.press("/join", phrase="the sea is calm")
        kept = bela.page.form("/join")
        assert ("phrase", "the sea is calm") in kept.fields
        for path in ("/", f"/t/{slug}"):
            assert "One moment" in bela.get(path).text
            assert bela.status == 503
            assert bela.answer.headers["Retry-After"]
            assert "a secret detail" not in bela.page.html
    bela.send(kept)
    assert house.stored(slug).status == "running"


def test_a_page_that_fails_tells_a_stranger_only_a_number(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_given: object, **_named: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(home, "cards", broken)
    browser = house.visitor()
    with caplog.at_level(logging.ERROR):
        page = browser.get("/?token=abcdef")
    assert browser.status == 500
    assert "Something broke" in page.text
    assert "a secret detail" not in page.html
    (record,) = (r for r in caplog.records if r.levelno >= logging.ERROR)
    number = re.search(r"Number: (\w+)", page.text)
    assert number
    assert number[1] in record.getMessage()
    assert "abcdef" not in caplog.text


def test_wrong_methods_and_strange_addresses_get_a_page_of_ours(house: House) -> None:
    browser = house.visitor()
    for path, status in (("/new", 405), ("/t/x/answer", 405), ("/..%2f..%2fetc", 404)):
        answer = browser.client.get(path)
        assert answer.status_code == status
        assert not Page(answer.text).flaws
