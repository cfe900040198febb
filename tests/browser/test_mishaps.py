"""What people do to forms: press twice, go back, open two tabs, come too late."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pbem import store
from pbem.services import turns
from tests.browser.conftest import PHONE, Inn, Opener
from tests.browser.playing import ASKED
from tests.browser.test_games import ONCE
from tests.web.test_links import asked_at

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(inn: Inn, open_window: Opener) -> tuple[str, Page]:
    """A table of two, and the window of whoever is asked to open the round."""
    people = inn.person("Ann"), inn.person("Bela")
    slug = inn.table(*people)
    page = open_window(people[asked_at(inn, slug).seat], PHONE)
    page.goto(f"/t/{slug}")
    return slug, page


def bid(page: Page, value: str) -> None:
    page.locator(f"""{ASKED} label:has(input[value='"{value}"'])""").first.click()


def send(page: Page) -> None:
    page.locator(ASKED).get_by_role("button", name="Answer").click()


def bids_at(inn: Inn, slug: str) -> list[store.Entry]:
    with inn.db.reading() as c:
        return list(store.entries(c, inn.stored(slug).id, after=1, last=99))


def test_a_double_press_counts_once(inn: Inn, asked: tuple[str, Page]) -> None:
    slug, page = asked
    bid(page, "2x3")
    page.locator(ASKED).get_by_role("button", name="Answer").dblclick(no_wait_after=True)
    expect(page.get_by_role("main")).to_contain_text("Nothing is asked of you")
    assert [entry.value for entry in bids_at(inn, slug)] == ["2x3"]
    expect(page.locator(".notice").first).to_contain_text("answer")


def test_going_back_shows_what_is_true_now(inn: Inn, asked: tuple[str, Page]) -> None:
    slug, page = asked
    page.goto("/me")
    page.goto(f"/t/{slug}")
    bid(page, "2x3")
    send(page)
    expect(page.get_by_role("main")).to_contain_text("Your answer is in.")
    page.go_back()
    page.go_forward()
    page.go_back()
    page.goto(f"/t/{slug}")
    expect(page.get_by_role("main")).to_contain_text("Nothing is asked of you")
    assert not page.locator(ASKED).count()
    assert len(bids_at(inn, slug)) == 1


def test_of_two_tabs_the_first_answer_counts_and_the_second_is_told(
    inn: Inn, asked: tuple[str, Page]
) -> None:
    slug, one = asked
    other = one.context.new_page()
    other.goto(f"/t/{slug}")
    bid(other, "3x3")  # Touched, so that it does not load itself again.
    bid(one, "2x3")
    send(one)
    expect(one.get_by_role("main")).to_contain_text("Your answer is in.")
    send(other)
    expect(other.get_by_role("main")).to_contain_text(
        "You had answered that question already. Your first answer counts."
    )
    assert [entry.value for entry in bids_at(inn, slug)] == ["2x3"]


def test_a_form_over_which_the_deadline_passed_says_what_happened(
    inn: Inn, asked: tuple[str, Page]
) -> None:
    slug, page = asked
    bid(page, "3x3")
    prompt = asked_at(inn, slug)
    inn.wait(hours=25)
    turns.submit(
        inn.shelf, prompt.table_id, turns.Order("clock", prompt.seat, prompt.key), now=inn.now
    )
    send(page)
    expect(page.get_by_role("main")).to_contain_text(
        "Your answer came too late: time was up, and the default was taken."
    )
    expect(page.get_by_role("main")).to_contain_text("Time is up for")


def test_an_open_page_notices_that_play_went_on_unless_somebody_is_writing(
    inn: Inn, open_window: Opener
) -> None:
    people = inn.person("Ann"), inn.person("Bela")
    slug = inn.table(*people)
    prompt = asked_at(inn, slug)
    waiting = open_window(people[1 - prompt.seat])
    waiting.clock.install()
    with waiting.expect_response("**/seq"):
        waiting.goto(f"/t/{slug}")
    expect(waiting.get_by_role("main")).to_contain_text("Nothing is asked of you")
    order = turns.Order("answer", prompt.seat, prompt.key, "2x3")
    turns.submit(inn.shelf, prompt.table_id, order, now=inn.now)
    waiting.clock.run_for(ONCE)
    expect(waiting.get_by_role("main")).to_contain_text("bids 2 threes. Do you bid more")

    def asks_once() -> None:
        with waiting.expect_response("**/seq"):
            waiting.clock.run_for(ONCE)

    asks_once()
    bid(waiting, "3x3")
    inn.wait(hours=25)
    overdue = turns.Order("clock", 1 - prompt.seat, asked_at(inn, slug).key)
    turns.submit(inn.shelf, prompt.table_id, overdue, now=inn.now)
    asks_once()
    asks_once()
    expect(waiting.locator(f"{ASKED} input:checked")).to_have_value('"3x3"')
