"""The board in a letter: tables and words, which every mail program shows and no phone cuts off."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest

from pbem import games
from pbem.engine import ANSWER, Entry, Match, Seat, begin
from pbem.mail.gathering import BOARD
from pbem.mail.reader import MailTongue
from pbem.services import drawing
from pbem.services.catalogs import languages
from pbem.services.tongues import tongue

NAMES = ("Ann", "Béla", "Chloé", "Dörte", "Eve", "Finn")
TAGS = {"table", "tr", "th", "td", "p", "br", "strong", "span", "ul", "ol", "li"}


def drawn(match: Match, seat: Seat | None, language: str = "en") -> str:
    slug = match.game.meta.slug
    template = drawing.game_template(slug, BOARD)
    assert template is not None, f"{slug} has no {BOARD}"
    heard = tongue(language, NAMES[: match.start.seats], game=slug)
    told = MailTongue(heard.names, heard.gettext, heard.ngettext)
    return str(drawing.draw(template, told, view=match.view(seat)))


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def rows(html: str) -> list[list[str]]:
    """The words of every table's cells, row by row."""
    found = re.findall(r"<tr>(.*?)</tr>", html, re.S)
    return [[words(cell) for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.S)] for row in found]


def play_on(match: Match, rng: random.Random, steps: int) -> None:
    for _step in range(steps):
        if match.outcome is None:
            question = match.question(match.waiting()[0].key)
            value = question.check(question.sample(rng))
            seat = question.prompt.seat
            match.enter(Entry(match.seq + 1, ANSWER, seat, question.key, value))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("slug", games.slugs())
def test_a_whole_game_can_be_drawn_in_letters(slug: str, language: str) -> None:
    game, rng = games.load(slug), random.Random(3)
    for seats in {min(game.meta.seats), max(game.meta.seats)}:
        match = begin(game, seats, secret=b"letters", phrases=[""] * seats)
        while match.outcome is None:
            play_on(match, rng, 40)
            for seat in (*map(Seat, range(seats)), None):
                html = drawn(match, seat, language)
                assert {*re.findall(r"<(\w+)", html)} <= TAGS
                assert "<table" in html
                assert "None" not in words(html)
                assert all(name in html for name in NAMES[:seats])


def test_DU_1_2_a_letter_shows_the_own_dice_and_nobody_else_s() -> None:
    match = begin(games.load("dudo"), 3, secret=b"cups")
    cups = match.state.cups
    for seat in map(Seat, range(3)):
        told = words(drawn(match, seat))
        assert " ".join(map(str, sorted(cups[seat]))) in told
        assert told.count("5 dice under the cup") == 2
    assert words(drawn(match, None)).count("5 dice under the cup") == 3


def test_DU_2_2_a_letter_shows_the_bid_that_stands() -> None:
    match = begin(games.load("dudo"), 3, secret=b"cups")
    first = match.waiting()[0]
    assert f"{NAMES[first.prompt.seat]} opens the round" in words(drawn(match, None))
    match.enter(Entry(match.seq + 1, ANSWER, first.prompt.seat, first.key, "3x4"))
    assert "bids 3 × 4" in words(drawn(match, None))


def test_ML_a_letter_shows_robots_money_programs_and_the_market() -> None:
    match = begin(games.load("metallum"), 2, secret=b"row")
    for seat, value in ((0, ("move-1", "deploy-2")), (1, ("move-2",))):
        key = next(a.key for a in match.waiting() if a.prompt.seat == seat)
        match.enter(Entry(match.seq + 1, ANSWER, Seat(seat), key, value))
    play_on(match, random.Random(1), 2)
    s, html = match.state, drawn(match, Seat(0))
    told, shown = words(html), rows(html)
    assert "Program: 1 step, 2 robots (complexity 2)" in told
    for at, planet in enumerate(s.row):
        (row,) = [row for row in shown if row and row[0].startswith(f"{at + 1} ")]
        if s.up[at]:
            assert planet.capitalize() in row[0]
            assert [cell.split()[0] for cell in row[1:]] == [str(s.robots[w][at]) for w in s.seats]
        else:
            assert "face down" in row[0]
            assert row[1:] == ["", ""]
    assert f"money {s.money[0]} $ {s.money[1]} $" in told
    for module in filter(None, s.market):
        assert module.replace("-", " ").title() in told


def test_AP_4_5_a_letter_shows_the_own_hand_only_and_what_a_mission_still_lacks() -> None:
    match = begin(games.load("archpiratus"), 2, secret=b"ships")
    rng = random.Random(2)
    while not match.state.ship(Seat(0)).missions:
        play_on(match, rng, 1)
    own, others = words(drawn(match, Seat(0))), words(drawn(match, Seat(1)))
    assert "Your hand" in own or not match.state.ship(Seat(0)).hand
    assert "Your hand" not in words(drawn(match, None))
    for job in match.view(None)["ships"][0]["missions"]:
        for told in (own, others):
            assert f"Mission: {job['name']}" in told
        lacking = [one for one in job["needs"] if one["lacks"]]
        shown = own.partition(f"Mission: {job['name']}")[2]
        assert shown.partition("Deck")[0].count("missing)") >= len(lacking)
