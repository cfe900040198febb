"""Whole games and turns, played by clicking."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from pbem import store
from pbem.services import seating
from tests.browser.conftest import DESKTOP, PHONE, Inn, Opener
from tests.browser.playing import ASKED, answer, overflow, visit
from tests.web.test_links import asked_at, link_to

pytestmark = pytest.mark.browser
FURTHEST = 120
ONCE = 3_100
"""Milliseconds in which an open page has asked once whether play went on."""


def test_a_newcomer_plays_a_whole_game_of_dudo_by_clicking(inn: Inn, open_window: Opener) -> None:
    page = open_window(size=DESKTOP)
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Good games")
    page.get_by_role("button", name="Play now against bots").click()
    page.wait_for_url("**/t/*")
    slug = page.url.rpartition("/")[2]
    expect(page.locator(".me")).to_have_text("Guest")
    for _turn in range(FURTHEST):
        inn.let_bots_play(slug)
        visit(page, f"/t/{slug}")
        if inn.stored(slug).status == "over":
            break
        asked = page.locator(ASKED).first
        # The first choice is to doubt, if there is something to doubt: that ends a round.
        asked.locator("label:has(input[type=radio])").first.click()
        asked.get_by_role("button", name="Answer").click()
        expect(page.get_by_role("main")).to_contain_text("Your answer is in.")
    assert inn.stored(slug).status == "over"
    expect(page.get_by_role("main")).to_contain_text("alone has dice left and wins.")
    page.get_by_role("link", name="Play another one").click()
    expect(page.get_by_role("heading", name="Sit down against bots")).to_be_visible()


def test_several_turns_of_metal_adventures_on_a_phone_from_a_link(
    inn: Inn, open_window: Opener
) -> None:
    ann = inn.person("Ann")
    slug = inn.table(ann, "random", "random", game="metal_adventures", private=True)
    rng, page = random.Random(4), open_window(size=PHONE)
    answered = 0
    for _letter in range(FURTHEST):
        inn.let_bots_play(slug)
        with inn.db.reading() as c:
            waiting = store.waiting_at(c, [inn.stored(slug).id])[inn.stored(slug).id]
        visit(page, link_to(inn, next(prompt for prompt in waiting if prompt.seat == 0)))
        assert "/p/" not in page.url
        # One link serves for all that follows from its own answers.
        while page.locator(ASKED).count():
            assert not overflow(page)
            answer(page, rng)
            answered += 1
        if answered >= 14:
            break
    assert answered >= 14
    with inn.shelf.looking(inn.stored(slug).id) as sitting:
        assert sitting.match.base is None or sitting.match.seq > answered


def test_a_link_signs_in_by_a_press_of_its_button(inn: Inn, open_window: Opener) -> None:
    page = open_window(size=PHONE)
    page.goto(inn.link(inn.person("Ann")))
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("main")).to_contain_text("Welcome, Ann.")
    page.get_by_role("link", name="Ann").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ann")


def test_what_an_answer_would_do_is_shown_in_its_place(inn: Inn, open_window: Opener) -> None:
    ann, bela = inn.person("Ann"), inn.person("Bela")
    slug = inn.table(ann, bela)
    asked = (ann, bela)[asked_at(inn, slug).seat]
    for script in (True, False):
        page = open_window(asked, PHONE, script=script)
        page.goto(f"/t/{slug}")
        form = page.locator(ASKED).first
        form.locator("label:has(input[type=radio])").nth(3).click()
        picked = form.locator("input:checked").get_attribute("value")
        if not script:
            form.get_by_role("button", name="What would this do?").click()
        expect(page.locator(".foreseen")).to_contain_text("Nothing is sent yet.")
        expect(page.locator(".foreseen")).to_contain_text(f"{asked.name} bids")
        assert page.locator(f"{ASKED} input:checked").get_attribute("value") == picked
        assert (page.url.endswith(f"/t/{slug}")) == script
    assert inn.stored(slug).seq == 1


def test_a_round_is_played_without_script(inn: Inn, open_window: Opener) -> None:
    ann = inn.person("Ann")
    slug = inn.table(ann, "careful", "careful")
    page = open_window(ann, PHONE, script=False)
    for _turn in range(4):
        inn.let_bots_play(slug)
        page.goto(f"/t/{slug}")
        answer(page, random.Random(1))
        expect(page.get_by_role("main")).to_contain_text("Your answer is in.")
    assert inn.stored(slug).seq > 4


def test_a_question_is_answered_by_keys_alone(inn: Inn, open_window: Opener) -> None:
    ann = inn.person("Ann")
    slug = inn.table(ann, "careful")
    inn.let_bots_play(slug)
    page = open_window(ann)
    page.goto(f"/t/{slug}")
    before = inn.stored(slug).seq
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    chosen = False
    for _stop in range(40):
        page.keyboard.press("Tab")
        here = page.evaluate(
            """() => {
                const e = document.activeElement, s = getComputedStyle(e);
                return {tag: e.tagName, type: e.type ?? "", text: e.innerText ?? "",
                        seen: s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2};
            }"""
        )
        assert here["seen"], f"nobody sees where the focus is: {here}"
        if here["tag"] == "SELECT" and not chosen:
            page.keyboard.press("ArrowDown")
            chosen = True
        elif here["type"] == "radio" and not chosen:
            page.keyboard.press("Space")
            chosen = True
        elif here["tag"] == "BUTTON" and here["text"] == "Answer":
            page.keyboard.press("Enter")
            break
    expect(page.get_by_role("main")).to_contain_text("Your answer is in.")
    assert inn.stored(slug).seq > before


def test_the_front_page_shows_bots_at_play(inn: Inn, open_window: Opener) -> None:
    table = seating.show_table(inn.shelf, language="en", now=inn.now)
    page = open_window(size=PHONE)
    page.clock.install()
    with page.expect_response("**/seq"):
        page.goto("/")
    demo = page.locator("#demo")
    expect(demo.get_by_role("heading", name="Bots are playing now")).to_be_visible()
    inn.let_bots_play(table.slug)
    page.clock.run_for(ONCE)
    expect(demo).to_contain_text("Bots have played")
    expect(demo).to_contain_text("alone has dice left and wins.")
