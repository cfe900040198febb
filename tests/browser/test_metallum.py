"""Metallum's program form draws the circuit and says what does not join, without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Inn, Opener
from tests.browser.playing import overflow

pytestmark = pytest.mark.browser


def test_ML_2_2_the_form_says_at_once_what_does_not_join(inn: Inn, open_window: Opener) -> None:
    ann = inn.person("Ann")
    slug = inn.table(ann, inn.person("Bela"), game="metallum")
    page = open_window(ann, PHONE, script=False)
    page.goto(f"/t/{slug}")
    clash, corner = page.locator(".metallum-clash:visible"), page.locator(".metallum-corner")
    expect(clash).to_have_count(0)
    page.locator(".pick-move-3").click()
    page.locator(".pick-deep").click()
    expect(clash).to_have_count(1)
    expect(clash).to_contain_text("3 steps and deep mining do not join")
    page.locator(".pick-move-1").click()
    expect(clash).to_have_count(0)
    page.locator(".special .none").click()
    page.locator(".pick-buy").click()
    expect(corner).to_be_visible()
    assert not overflow(page)
    page.locator(".pick-deploy-1").click()
    expect(corner).to_be_hidden()
    expect(page.locator(".metallum-circuit:visible g:visible").first).to_be_visible()
