"""How a person plays: look at the form, pick something that can be picked, press the button."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Locator, Page

from pbem.engine import ANSWER
from pbem.services import turns
from tests.web.conftest import House

ASKED = ".sheet.asked form.ask"
MOST = 600


def visit(page: Page, path: str) -> None:
    """Open an address, even if the page that lies open loads itself again in this moment."""
    try:
        page.goto(path)
    except Error as why:
        if "interrupted by another navigation" not in str(why):
            raise
        page.goto(path)


def play_until(house: House, slug: str, there: Callable[[Any], bool]) -> None:
    """Everybody takes what is usual until the state is like this; no browser has a part in it."""
    table = house.stored(slug)
    for _entry in range(MOST):
        with house.shelf.looking(table.id, names=False) as sitting:
            if there(sitting.match.state):
                return
            asking = sitting.match.waiting()[0]
            default = sitting.match.question(asking.key).default
        order = turns.Order(ANSWER, asking.prompt.seat, asking.key, default)
        turns.submit(house.shelf, table.id, order, now=house.now)
    raise AssertionError(f"{slug} never came to be like that")


def overflow(page: Page) -> list[str]:
    """What sticks out to the side of the window, which nothing may."""
    found: list[str] = page.evaluate(
        """() => {
            const wide = document.documentElement.clientWidth;
            if (document.documentElement.scrollWidth <= wide) return [];
            return [...document.querySelectorAll("body *")]
                .filter((e) => e.getBoundingClientRect().right > wide + 1)
                .map((e) => `${e.tagName}.${e.className?.baseVal ?? e.className}`);
        }"""
    )
    return found


def pick_anything(form: Locator, rng: random.Random) -> None:
    """Fill in whatever the form offers, by clicks and keys alone."""
    radios, ticks = form.locator("input[type=radio]"), form.locator("input[type=checkbox]")
    lists, numbers = form.locator("select:visible"), form.locator("input[inputmode=numeric]")
    groups = radios.evaluate_all("all => [...new Set(all.map(one => one.name))]")
    for group in groups:
        labels = form.locator(f"label:visible:has(input[type=radio][name='{group}'])")
        labels.nth(rng.randrange(labels.count())).click()
    for place in range(lists.count()):
        one = lists.nth(place)
        values = [o.get_attribute("value") for o in one.locator("option").all()]
        free = [value for value in values if value]
        if free and place < 1:
            one.select_option(rng.choice(free))
    if ticks.count() and not groups:
        for n in range(ticks.count()):
            ticks.nth(n).uncheck()
        for n in range(_least(form)):
            ticks.nth(n).check()
    if numbers.count():
        numbers.first.fill("0" if "from 0" in form.inner_text() else "1")


def _least(form: Locator) -> int:
    """How many must be ticked, as the form itself says it."""
    words = form.inner_text().replace("exactly", "").split("Choose ")
    numbers = [part.split()[0].rstrip(".") for part in words[1:]]
    return next((int(n) for n in numbers if n.isdecimal()), 0)


def answer(page: Page, rng: random.Random) -> None:
    """Answer the first question on the page; if that cannot stand, take what is usual."""
    pick_anything(page.locator(ASKED).first, rng)
    _send(page)
    if page.locator(".sheet.asked .error").count():
        usual = page.locator(f"{ASKED} .option:has(.usual) input")
        for n in range(usual.count()):
            usual.nth(n).check()
        _send(page)


def _send(page: Page) -> None:
    """Press the button, and be there when the next page has come."""
    with page.expect_navigation():
        page.locator(ASKED).first.get_by_role("button", name="Answer").click()
