"""Signing in by a link: looking changes nothing, pressing does, guessing is counted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem import store
from pbem.services import tokens
from tests.web.conftest import NOON, House, MakeHouse

KEY = b"k" * 32
ANN = store.Person(
    id=7, address="ann@example.org", name="Ann", language="en", zone="UTC",
    is_moderator=False, is_admin=False, token_version=3, reads_on_web=True, never_write=False,
    stopped=[], bounced_at=None, quiet_hours=None, weekends=None, vacation=None, created_at=NOON,
    erased_at=None,
)  # fmt: skip


def test_a_token_says_whom_it_is_for_and_can_be_made_again() -> None:
    until = NOON + timedelta(days=7)
    token = tokens.make(KEY, tokens.SIGN_IN, ANN, until)
    assert token == tokens.make(KEY, tokens.SIGN_IN, ANN, until)
    assert token.isalnum()
    assert token == token.lower()
    assert tokens.read(KEY, tokens.SIGN_IN, token, NOON) == tokens.Claim(7, 3, until)
    # A mail client or a person may have made it upper-case.
    assert tokens.read(KEY, tokens.SIGN_IN, token.upper(), NOON).person_id == 7


def test_a_token_with_any_letter_changed_is_refused() -> None:
    token = tokens.make(KEY, tokens.SIGN_IN, ANN, NOON + timedelta(days=7))
    for i, letter in enumerate(token):
        other = "b" if letter == "a" else "a"
        with pytest.raises(tokens.Mistyped):
            tokens.read(KEY, tokens.SIGN_IN, token[:i] + other + token[i + 1 :], NOON)


def test_a_token_is_good_for_one_purpose_one_key_and_its_time() -> None:
    token = tokens.make(KEY, tokens.SIGN_IN, ANN, NOON + timedelta(days=7))
    with pytest.raises(tokens.Mistyped):
        tokens.read(KEY, "answer", token, NOON)
    with pytest.raises(tokens.Mistyped):
        tokens.read(b"x" * 32, tokens.SIGN_IN, token, NOON)
    with pytest.raises(tokens.Expired):
        tokens.read(KEY, tokens.SIGN_IN, token, NOON + timedelta(days=7))


@pytest.mark.parametrize("typed", ["", "a", "é" * tokens.LENGTH, "1" * tokens.LENGTH, "=" * 64])
def test_what_is_no_token_at_all_is_refused(typed: str) -> None:
    with pytest.raises(tokens.Mistyped):
        tokens.read(KEY, tokens.SIGN_IN, typed, NOON)


def test_looking_at_a_link_signs_nobody_in_and_pressing_does(house: House) -> None:
    link = house.link(house.person("Ann"))
    scanner = house.visitor()
    for _look in range(3):
        assert "Hello, Ann" in scanner.get(link).text
    assert "Sign out" not in scanner.get("/").text
    browser = house.visitor()
    browser.get(link)
    browser.press(link)
    assert "Welcome, Ann." in browser.page.text
    assert "Sign out" in browser.page.text
    again = house.visitor()
    again.get(link)
    again.press(link)
    assert "Welcome, Ann." in again.page.text


def test_signing_out_ends_it(house: House) -> None:
    browser = house.visitor(house.person("Ann"))
    browser.get("/")
    browser.press("/sign-out")
    assert "You are signed out." in browser.page.text
    assert "Sign out" not in browser.get("/").text


def test_links_that_open_nothing_say_why(house: House) -> None:
    ann = house.person("Ann")
    link, browser = house.link(ann), house.visitor()
    assert "This link does not work." in browser.get("/in/abcdef").text
    assert browser.status == 404
    assert "This link does not work." in browser.get(link[:-1]).text
    browser.get(link)
    form = browser.page.form(link)
    house.wait(days=7)
    assert "This link has expired." in browser.get(link).text
    assert "This link has expired." in browser.send(form).text
    fresh = house.link(ann)
    with house.db.writing() as c:
        store.change_person(c, ann.id, {"token_version": ann.token_version + 1})
    assert "This link was taken back." in browser.get(fresh).text
    assert "Sign out" not in browser.get("/").text


def test_guessing_is_limited_by_where_it_comes_from(house: House) -> None:
    browser = house.visitor()
    statuses = [browser.client.get(f"/in/{n}").status_code for n in range(62)]
    assert statuses == [404] * 60 + [429] * 2
    link = house.link(house.person("Ann"))
    assert browser.client.get(link).status_code == 429
    elsewhere = browser.client.get(link, environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert elsewhere.status_code == 200
    house.wait(minutes=15)
    assert browser.client.get(link).status_code == 200


def test_the_limits_do_not_keep_the_address_itself(house: House) -> None:
    browser = house.visitor()
    browser.client.get("/in/x", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    with house.app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
        from pbem.web.reader import origin

        assert "192.0.2.7" not in origin()
        assert len(origin()) == 32


def test_a_sign_in_is_noted(house: House) -> None:
    ann = house.person("Ann")
    house.visitor(ann)
    with house.db.reading() as c:
        (note,) = store.notes(c)
    assert (note.what, note.person_id) == ("signed in", ann.id)


def test_a_guest_needs_only_a_name_on_the_embedded_server(inn: House) -> None:
    guest = inn.visitor()
    guest.get("/")
    guest.press("/new", name="   ", seats="2")
    assert guest.status == 422
    assert "Write the name that the others shall see." in guest.page.text
    guest.press("/new", name="x" * 41, seats="2")
    assert "at most 40" in guest.page.text
    assert "Sign out" not in guest.page.text
    guest.press("/new", name="Gus", seats="2")
    assert guest.answer.request.path.startswith("/t/")
    assert "Gus" in guest.page.text


def test_a_configured_server_makes_no_guests(make_house: MakeHouse) -> None:
    house = make_house(base_url="https://games.example.org")
    page = house.visitor().get("/")
    assert not page.has_form("/new")
    slug = house.table(None, None)
    browser = house.visitor()
    browser.get(f"/t/{slug}")
    assert not browser.page.has_form("/join")


def test_a_guest_may_join_an_open_table(inn: House) -> None:
    slug = inn.table(None, inn.person("Ann"))
    guest = inn.visitor()
    guest.get(f"/t/{slug}")
    guest.press("/join", name=" ")
    assert "Write the name that the others shall see." in guest.page.text
    guest.press("/join", name="Gus")
    assert inn.stored(slug).status == "running"
    assert "Gus" in guest.page.text


def test_guests_are_limited_too(inn: House) -> None:
    made = 0
    for _n in range(22):
        guest = inn.visitor()
        guest.get("/")
        guest.press("/new", name="Gus", seats="2")
        made += guest.status == 200
    assert made == 20
