"""The boards: as text and as a page, from the first moment to the last."""

from __future__ import annotations

import random
import re

import pytest

from pbem.engine import ANSWER, Entry, Seat, Tongue
from pbem.games.metallum.game import GAME
from pbem.services import drawing
from tests.games.metallum.scene import BLUE, RED, Game, Scene
from tests.web.pages import Page

NAMES = Tongue(names=("Ada <of> Omega", "Béla"))


def page_of(scene: Scene | Game, seat: Seat | None = RED) -> Page:
    """The board as a page, which must be well formed."""
    html = drawing.board_html(GAME, GAME.view(scene.state, seat), NAMES)
    page = Page(f"<!doctype html><title>t</title><h1>t</h1><h2>t</h2>{html}")
    assert not page.flaws
    return page


def full_table() -> Scene:
    """A bit of everything."""
    return Scene(
        {"alpha": (3, 1), "delta": (1, 1), "eta": (0, 2)},
        down=("zeta", "omega"),
        ships=("eta", "beta"),
        money=(7, 4),
        deposits={"alpha": "rich", "eta": "poor"},
        modules={"mining-station": (BLUE, "delta"), "research-station": (RED, "alpha")},
        hands=(("airlift",), ()),
        market=("refinery", "", "factory", "bulwark"),
        program="move 2, deploy 2, deep, buy",
    )


@pytest.mark.parametrize(
    "words",
    [
        "Round 1 of 9",
        "Robots of Ada <of> Omega : 3 +5 $",
        "Robots of Béla : 1 +2 $",
        "rich, 5/2 $",
        "poor, 1/0 $",
        "Mining Station (of Béla )",
        "planet 6, face down",
        "Omega, face down",
        "Here is the ship of Béla .",
        "Not seen yet: Epsilon, Theta and Zeta",
        "complexity 7",
        "slot +1 Refinery 3 $ for Ada <of> Omega 4 $ for Béla cost 3",
        "slot ±0 empty",
        "slot −1 Bulwark",
        "Airlift Move up to 3 of your robots",
        "Put 3 robots from your stock onto Omega.",
        "Let one of your robots and one enemy robot change places.",
        "Mining Station on Delta Counts as 1 robot of yours when this planet is scored.",
        "it brings you 1 $ more. works when planets are scored",
    ],
)
def test_ML_the_page_shows(words: str) -> None:
    assert words in page_of(full_table()).text


def test_ML_the_page_shows_the_program_as_a_circuit_with_its_joints() -> None:
    html = page_of(full_table()).html
    circuit = re.search(r'<svg class="metallum-circuit".*?</svg>\s*</svg>', html, re.DOTALL)
    assert circuit is not None
    assert 'aria-label="Program: 2 steps, 2 robots, deep mining and buy module"' in circuit[0]
    assert circuit[0].count("metallum-plug") >= 2
    assert page_of(Game()).html.count("No program is turned up.") == 2


def test_ML_the_page_strikes_used_tokens_out() -> None:
    scene = full_table()
    scene.state.used[BLUE] = ["move-3", "extra"]
    html = page_of(scene).html
    assert html.count("metallum-tile movement used") == 1
    assert 'aria-label="3 steps, used"' in html
    assert 'aria-label="extra activation, used"' in html
    assert 'aria-label="deep mining, in the program"' in html


def test_ML_the_page_draws_the_scores_round_by_round() -> None:
    scene = full_table()
    html = page_of(scene).html
    assert html.count('<text class="sum"') == 2
    scene.state.phase = "programming"
    assert '<text class="sum"' not in page_of(scene).html


def test_ML_the_page_escapes_names_and_needs_nothing_from_elsewhere() -> None:
    page = page_of(full_table())
    assert "<of>" not in page.html
    assert page.sources == []
    assert "<script" not in page.html
    assert "style=" not in page.html


def test_ML_every_class_of_the_page_has_a_style() -> None:
    sheet = drawing.sheet("metallum")
    assert sheet is not None
    used = set(re.findall(r"metallum-[a-z]+", page_of(full_table()).html))
    ids = {"metallum-p", "metallum-t"}  # Of headings, with a number behind.
    plain = {"metallum-what", "metallum-head", "metallum-aid", "metallum-market", "metallum-race"}
    assert sorted(x for x in used - ids - plain if f".{x}" not in sheet) == []
    assert "prefers-color-scheme: dark" in sheet


@pytest.mark.parametrize("seat", [None, RED, BLUE])
def test_ML_boards_of_a_whole_game_can_be_drawn(seat: Seat | None) -> None:
    game, rng, drawn = Game(), random.Random(4), 0
    page_of(game, seat)
    while game.match.outcome is None:
        asking = game.match.waiting()[0]
        question = game.match.question(asking.key)
        value = question.prompt.sample(game.state, rng)
        game.match.enter(Entry(game.match.seq + 1, ANSWER, asking.prompt.seat, asking.key, value))
        if game.match.seq % 7 == 0:
            page_of(game, seat)
            text = GAME.board(GAME.view(game.state, seat), NAMES)
            assert max(map(len, text.splitlines())) <= 72
            drawn += 1
    assert drawn >= 5
    assert "the game is over" in page_of(game, seat).text


def test_ML_the_text_board_says_what_installations_do() -> None:
    text = GAME.board(GAME.view(full_table().state, RED), NAMES)
    assert "move 4 of yours from one planet" in text
    assert "● Ada" in text
    assert "■ Mining Station" in text


def test_ML_1_2_before_the_table_is_laid() -> None:
    bare = GAME.view(GAME.set_up(GAME.setting(2)), None)
    assert "The table is being laid." in drawing.board_html(GAME, bare, NAMES)
