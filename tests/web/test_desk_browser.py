"""The moderator's evening in a real browser: a new table, a stuck seat, a rewind, a dispute."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import WSGIRequestHandler, make_server

from pbem import store
from pbem.config import Config
from pbem.services import lobby, messages, moderating, people, substitutes, votes
from pbem.services.sittings import freeze
from tests.browser_fixtures import PALE, SPILLS, OpenPage, Scheme
from tests.web.conftest import House
from tests.web.test_deciding import quarrels

__all__ = ["quarrels"]
pytestmark = pytest.mark.browser


class _Silent(WSGIRequestHandler):
    def log(self, type: str, message: str, *given: object) -> None:  # noqa: A002
        """Say nothing: what a test does is no news."""


class Inn(House):
    """A server that a browser can reach."""

    base = ""

    def serve(self) -> Callable[[], None]:
        server = make_server("127.0.0.1", 0, self.app, threaded=True, request_handler=_Silent)
        self.base = f"http://127.0.0.1:{server.port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def stop() -> None:
            server.shutdown()
            thread.join()
            server.server_close()

        return stop


@pytest.fixture
def served(make_sqlite: Callable[[], store.Database], tmp_path: Path) -> Iterator[Inn]:
    house = Inn(Config(instance=tmp_path / "instance"), make_sqlite())
    house.now = datetime.now(UTC).replace(microsecond=0)
    stop = house.serve()
    yield house
    stop()


@pytest.fixture
def mona(served: Inn) -> store.Person:
    with served.db.writing() as c:
        who = people.meet(c, served.config, "mona@example.org", now=served.now)
        people.make_moderator(c, who, now=served.now)
        found = store.person(c, who.id)
    assert found is not None
    return found


def enter(served: Inn, open_page: OpenPage, who: store.Person, width: int = 1280) -> Page:
    page = open_page(served.base + served.link(who), width)
    with page.expect_navigation():
        page.get_by_role("main").get_by_role("button").click()
    return page


def laid(served: Inn, *seats: store.Person | str, by: store.Person, game: str = "dudo") -> str:
    takers = [seat.id if isinstance(seat, store.Person) else seat for seat in seats]
    wish = lobby.Wish(game=game, seats=takers, moderator=by.id, title="Friday")
    return lobby.open_table(served.shelf, wish, now=served.now).slug


def test_a_table_is_created_by_hand(served: Inn, open_page: OpenPage, mona: store.Person) -> None:
    page = enter(served, open_page, mona, 390)
    page.goto(f"{served.base}/lobby/new?game=dudo&seats=3")
    page.get_by_label("Seat 2").select_option("address")
    page.get_by_label("Address, if you invite somebody").nth(1).fill("bela@example.org")
    page.get_by_label("Seat 3").select_option("bot")
    page.get_by_label("Its name").fill("Soup")
    page.get_by_role("button", name="Show me the table").click()
    expect(page.get_by_text("Seat 2: bela@example.org, who is invited.")).to_be_visible()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="Soup")).to_be_visible()
    page.goto(f"{served.base}/moderator")
    page.get_by_role("link", name="Soup").click()
    expect(page.get_by_text("Kept for bela@example.org")).to_be_visible()


def test_a_stuck_seat_is_found_by_keys_nudged_and_replaced(
    served: Inn, open_page: OpenPage, mona: store.Person
) -> None:
    slug = laid(served, served.person("Ann"), served.person("Bela"), by=mona)
    served.wait(days=2)
    page = enter(served, open_page, mona)
    page.goto(f"{served.base}/moderator")
    expect(page.get_by_text("Time is up for")).to_be_visible()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Nudge").first.click()
    page.get_by_label("Why?").fill("we miss you")
    page.get_by_role("button", name="Nudge").click()
    expect(page.get_by_text("is nudged.")).to_be_visible()
    page.get_by_role("link", name="Somebody else plays on").first.click()
    page.get_by_label("A bot", exact=True).check()
    page.get_by_label("Why?").fill("away for weeks")
    page.get_by_role("button", name="Hand it over").dblclick()
    expect(page.get_by_text("The moderator lets a bot play on")).to_be_visible()
    expect(page).to_have_url(f"{served.base}/moderator/t/{slug}")
    with served.db.reading() as c:
        handed = store.notes_of(c, served.stored(slug).id, ["handed over"])
    assert len(handed) == 1


def test_an_open_desk_notices_what_changes(
    served: Inn, open_page: OpenPage, mona: store.Person
) -> None:
    slug = laid(served, served.person("Ann"), served.person("Bela"), by=mona)
    page = enter(served, open_page, mona)
    page.goto(f"{served.base}/moderator")
    page.get_by_role("checkbox").check()
    deed = moderating.Deed(served.stored(slug).id, mona.id, "a storm", served.now)
    moderating.pause(served.shelf, deed)
    look = "document.dispatchEvent(new Event('visibilitychange'))"  # Sooner than in five seconds.
    page.evaluate(look)
    page.wait_for_timeout(300)  # Nothing changes under the hands of somebody who is choosing.
    expect(page.get_by_role("checkbox")).to_be_checked()
    page.get_by_role("checkbox").uncheck()
    page.evaluate(look)
    expect(page.get_by_text("Paused: clocks stand still until you let it go on.")).to_be_visible()


def test_a_double_click_without_script_ends_where_one_click_does(
    served: Inn, open_page: OpenPage, mona: store.Person
) -> None:
    slug = laid(served, served.person("Ann"), served.person("Bela"), by=mona)
    page = open_page(served.base + served.link(mona), 1280, java_script_enabled=False)
    page.get_by_role("main").get_by_role("button").click()
    page.goto(f"{served.base}/moderator/t/{slug}/do/pause")
    page.get_by_role("button", name="Pause").dblclick()
    expect(page.get_by_text("The moderator pauses the game.")).to_be_visible()
    expect(page).to_have_url(f"{served.base}/moderator/t/{slug}")
    with served.db.reading() as c:
        assert len(store.notes_of(c, served.stored(slug).id, ["paused"])) == 1


def test_a_rewind_shows_what_it_undoes(
    served: Inn, open_page: OpenPage, mona: store.Person
) -> None:
    ann, bela = served.person("Ann"), served.person("Bela")
    slug = laid(served, ann, bela, by=mona)
    with served.db.reading() as c:
        (prompt,) = store.open_prompts(c, served.stored(slug).id)
    player = enter(served, open_page, (ann, bela)[prompt.seat], 390)
    player.goto(f"{served.base}/t/{slug}")
    player.locator(".asked input[type=radio], .asked label").first.click()
    player.get_by_role("button", name="Answer").click()
    expect(player.get_by_text("Your answer is in.")).to_be_visible()
    page = enter(served, open_page, mona)
    page.goto(f"{served.base}/moderator/t/{slug}")
    page.get_by_role("link", name="Go back to here").last.click()
    expect(page.get_by_text("1 entry is undone.")).to_be_visible()
    page.get_by_label("Why?").fill("a slip")
    page.get_by_role("button", name="Go back").click()
    expect(page.get_by_text("Play is back at entry 1.")).to_be_visible()
    # A new window: the old one may just be looking again by itself.
    player = enter(served, open_page, (ann, bela)[prompt.seat], 390)
    player.goto(f"{served.base}/t/{slug}")
    expect(player.get_by_role("button", name="Answer")).to_be_visible()


def test_a_quarrel_reaches_the_moderator(
    served: Inn, open_page: OpenPage, mona: store.Person
) -> None:
    ann, bela = served.person("Ann"), served.person("Bela")
    slug = laid(served, ann, bela, by=mona)
    number = served.stored(slug).id
    messages.send(
        served.shelf, number, messages.Draft(1, bela.id, "Fool", "seat", 0), now=served.now
    )
    player = enter(served, open_page, ann, 390)
    player.goto(f"{served.base}/t/{slug}")
    player.get_by_role("link", name="Report").click()
    player.get_by_label("What is wrong with it?").fill("rude")
    player.get_by_role("button", name="Show it").click()
    expect(player.get_by_text("The moderator has the message now.")).to_be_visible()
    page = enter(served, open_page, mona)
    page.goto(f"{served.base}/moderator")
    page.get_by_role("link", name="1 message for you").click()
    expect(page.get_by_text("reported by Ann")).to_be_visible()
    page.get_by_role("link", name="Answer somebody in private").click()
    page.get_by_label("Whom").select_option("Bela")
    page.get_by_label("What do you want to say?").fill("Please stay kind.")
    page.get_by_role("button", name="Tell them").click()
    expect(page.get_by_text("Bela reads it.")).to_be_visible()
    with served.db.reading() as c:
        assert [s.text for s in messages.unread(c, number, 1)] == ["Please stay kind."]
        assert messages.unread(c, number, 0) == []


@pytest.mark.usefixtures("quarrels")
def test_a_dispute_is_decided(served: Inn, open_page: OpenPage, mona: store.Person) -> None:
    slug = laid(served, served.person("Ann"), served.person("Bela"), by=mona)
    page = enter(served, open_page, mona, 390)
    page.goto(f"{served.base}/moderator")
    page.get_by_role("link", name="1 dispute to decide").click()
    expect(page.get_by_role("heading", name="Has Bela peeked?")).to_be_visible()
    assert page.evaluate(SPILLS) == []
    page.get_by_label("Yes", exact=False).first.check()
    page.get_by_label("Why?").fill("crumbs")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("It is decided, and the table reads why.")).to_be_visible()
    with served.db.reading() as c:
        last = store.entries(c, served.stored(slug).id, after=1, last=9)[0]
    assert (last.kind, last.value) == ("decide", True)


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_every_page_fits_and_can_be_read(
    served: Inn, open_page: OpenPage, mona: store.Person, width: int, scheme: Scheme
) -> None:
    paths = _a_full_house(served, mona)
    page = open_page(served.base + served.link(mona), width, scheme)
    page.get_by_role("main").get_by_role("button").click()
    for path in paths:
        page.goto(served.base + path)
        assert page.evaluate(SPILLS) == [], path
        assert page.evaluate(PALE) == [], path


def _a_full_house(served: Inn, mona: store.Person) -> list[str]:
    """Tables in every condition; the pages to look at."""
    ann, bela = served.person("Ann with a name that does not end soon"), served.person("Bela")
    talk = laid(served, ann, bela, "random", by=mona)
    number = served.stored(talk).id
    word = messages.Draft(0, ann.id, "x" * 200 + " to you", "moderator")
    messages.send(served.shelf, number, word, now=served.now)
    wish = lobby.Wish(game="dudo", seats=[ann.id, bela.id, mona.id], settings={"votes": True})
    vote = lobby.open_table(served.shelf, wish, now=served.now)
    votes.propose(served.shelf, vote.id, ann.id, "replace", about=1, now=served.now)
    substitutes.offer_own(served.shelf, number, bela.id, "moving house", now=served.now)
    frozen = laid(served, ann, bela, by=mona)
    freeze(served.db, served.stored(frozen).id, "KeyError: 'x' [play > bid]", served.now)
    desk = "/moderator"
    return [
        desk,
        f"{desk}/t/{talk}",
        f"{desk}/t/{frozen}",
        f"{desk}/t/{talk}/log?check=yes",
        f"{desk}/t/{talk}/do/hand-over?seat=0",
        f"{desk}/t/{talk}/look",
        f"{desk}/person/{ann.id}",
        f"{desk}/several?what=pause&table={talk}",
        f"/t/{talk}",
        f"/t/{vote.slug}",
        f"/t/{vote.slug}/vote",
        f"/t/{vote.slug}/offer",
        "/lobby",
        "/lobby/new?game=metallum",
        "/me/data",
    ]
