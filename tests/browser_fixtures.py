"""A real browser for tests marked `browser`: Debian's chromium, started once for all of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

SPILLS = """() => {
  const wide = document.documentElement.clientWidth;
  const clip = one => getComputedStyle(one).clipPath;
  const cut = one => one && (clip(one) === 'inset(50%)' || cut(one.parentElement));
  const out = [...document.querySelectorAll('body *')].filter(one => {
    const box = one.getBoundingClientRect();
    if (!box.width || cut(one) || one.closest('.skip')) return false;
    return box.right > wide + 1 || box.left < -1;
  });
  const found = out.map(one => `${one.tagName} ${one.getAttribute('class')}`);
  if (document.documentElement.scrollWidth > wide) found.push('the page scrolls sideways');
  return [...new Set(found)];
}"""
"""What reaches over the edge of the window."""

PALE = """() => {
  const parts = words => words.match(/[\\d.]+/g).map(Number);
  const channel = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
  const over = (top, below) => {
    const a = top.length > 3 ? top[3] : 1;
    return [0, 1, 2].map(i => top[i] * a + below[i] * (1 - a));
  };
  const ground = one => {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      const color = parts(getComputedStyle(at).backgroundColor);
      layers.push(color);
      if (color.length === 3) break;
    }
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || one.closest('svg') || !one.getClientRects().length) continue;
    const style = getComputedStyle(one);
    const below = ground(one);
    const [a, b] = [light(over(parts(style.color), below)), light(below)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${text.data.trim().slice(0, 40)}`);
  }
  return [...new Set(found)];
}"""
"""Words that stand out too little from what is behind them: under 4.5 to 1."""

Scheme = Literal["light", "dark"]
OpenPage = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, which `.ci/run` installs; without it these tests fail."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "These tests need a browser: apt-get install chromium"
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[OpenPage]:
    """Open a page of a width, light or dark; it must not complain in its console."""
    opened: list[Any] = []
    complaints: list[str] = []

    def open_at(address: str, width: int = 390, scheme: Scheme = "light", **more: Any) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, **more
        )
        opened.append(context)
        page = context.new_page()
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield open_at
    for context in opened:
        context.close()
    assert not complaints, complaints
