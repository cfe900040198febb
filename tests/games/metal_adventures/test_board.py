"""The drawn board: whole, for the right eyes, told in words as well, fit for a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.conformance.play import secret_for
from pbem.conformance.play import steps as played
from pbem.engine import PLAIN, Match, Seat, Tongue, begin
from pbem.games.metal_adventures.events.turn import TurnPassed
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.state import ATTACK, DEFENCE, MetalAdventures
from pbem.services import drawing
from pbem.web import forms
from tests.browser_fixtures import PALE, SPILLS, OpenPage, Scheme
from tests.web.pages import Page

from .scenario import DULL, Scene
from .test_deals import do

LONG = Tongue(
    (
        "Ada Lovelace of the Analytical Engine",
        "Béla",
        "Konstantin-Maximilian von und zu Hohenlohe",
        "Donaudampfschifffahrtsgesellschaftskapitänin",
        "<b>Eve</b> & Adam",
        "Zoë Ó Ceallaigh",
    )
)


def drawn(s: MetalAdventures, seat: Seat | None = None, tongue: Tongue = LONG) -> str:
    return str(drawing.board_html(GAME, GAME.view(s, seat), tongue))


def page(s: MetalAdventures, seat: Seat | None = None) -> Page:
    return Page(f"<!doctype html><title>x</title><h1>x</h1><h2>y</h2>{drawn(s, seat)}")


def furnished(seats: int = 3) -> Scene:
    scene = Scene(seats)
    scene.captain(0, wrecks=["Imperator"], trophies=["Trophy of the Hide"], has=["Rhum"])
    scene.captain(1, wrecks=["Sunspear"], trophies=["Trophy of the Knife"], has=["Broadside"])
    scene.karokum("Old Grudge")
    scene.bazaar("Lifeboats")
    scene.space(*DULL)
    return scene


def steps(seats: int, seed: int, most: int) -> Iterator[Match]:
    """A game at random, as it is after every entry."""
    match = begin(GAME, seats, secret=secret_for(seed))
    for _step, _n in zip(played(match, seed), range(most), strict=False):
        yield match


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_state_of_a_game_is_drawn_whole_for_every_eye(seats: int) -> None:
    for n, match in enumerate(steps(seats, 5, 400)):
        if n % 31 == 0:
            for viewer in (None, Seat(n % seats)):
                seen = page(match.state, viewer)
                assert not seen.flaws
                assert not re.search(r"%\(|None|Undefined|Text\(", seen.html)


def test_names_are_escaped() -> None:
    html = drawn(furnished(6).s)
    assert "<b>Eve</b>" not in html
    assert "&lt;b&gt;Eve&lt;/b&gt;" in html


def test_MA_10_6_a_board_is_the_same_in_every_world_its_viewer_could_be_in() -> None:
    rng = random.Random(4)
    for n, match in enumerate(steps(3, 8, 300)):
        if n % 75 == 74:
            for viewer in (None, *match.setting.seats):
                here = drawn(match.state, viewer)
                for world in GAME.worlds(match.state, viewer, rng):
                    assert drawn(world, viewer) == here


def test_MA_10_6_a_seats_own_page_adds_its_secrets_and_no_others() -> None:
    scene = furnished()
    scene.begin()
    own, public = page(scene.s, Seat(1)).text, page(scene.s).text
    for secret in ("Trophy of the Knife", "Sunspear", "Yours alone"):
        assert secret in own
        assert secret not in public
    assert "Trophy of the Hide" not in own + public


def test_every_place_of_the_table_is_on_the_board() -> None:
    scene = furnished()
    scene.attack("space", ship="Rustjaw")
    text = page(scene.s).text
    for words in (
        "Exxalia", "Bazaar", "Karokum", "OCG station", "in the Pirates' Pot", "in the bank",
        "Old Grudge", "Lifeboats", "cards left", "10 Extravagant expenditure", "Rhum", "Broadside",
        "Metal Faktor, blank", "The race for glory", "Konstantin-Maximilian von und zu Hohenlohe",
    ):  # fmt: skip
        assert words in text, words
    for card in scene.s.shop:
        assert card in text


def test_MA_2_the_astrolabe_shows_where_each_needle_was_when_the_turn_began() -> None:
    scene = furnished()
    scene.begin()
    assert "dial-ghost" not in drawn(scene.s)
    scene.s.damage[1] = 2
    html = drawn(scene.s)
    assert html.count("dial-ghost") == 2, "power and damage of one captain"
    assert "Power 6, support 3; damage 2 of 4; glory 0; Judgment 0 of 4." in html
    assert "When the turn began: power 8, damage 0, glory 0, Judgment 0." in html
    assert "▼2" in html
    assert "▲2" in html


def test_a_needle_stands_where_its_number_says() -> None:
    scene = furnished(2)
    scene.begin()
    for damage, angle in ((0, -120), (2, 0), (4, 120)):
        scene.s.damage[0] = scene.s.damage[1] = damage
        assert f'transform="rotate({float(angle)} 172 84)"/>\n<circle class="dial-hub"' in drawn(
            scene.s
        )


@pytest.mark.parametrize(("orange", "gray", "verdict"), [(6, 1, "succeeds"), (1, 6, "fails")])
def test_MA_6_7_a_battle_is_a_receipt_and_a_sentence(orange: int, gray: int, verdict: str) -> None:
    scene = furnished()
    scene.roll(orange, gray)
    scene.attack("attack bazaar")
    scene.alone()
    view = GAME.view(scene.s, None)
    fight = view["battle"]
    for side, total in ((ATTACK, fight["attack"]), (DEFENCE, fight["defence"])):
        assert sum(line["amount"] for line in fight["lines"] if line["side"] == side) == total
    said = PLAIN.say(fight["sentence"])
    assert f"orange die {orange}" in said
    assert f"gray die {gray}" in said
    assert said.endswith(f"The attack {verdict}.")
    html = drawn(scene.s, tongue=PLAIN)
    heard = re.sub(r"<[^>]+>", "", html)
    assert said in heard.replace("&#39;", "'")
    assert html.count('<svg class="die orange"') == 1


def bargained() -> Scene:
    """One promise stands, one is settled, and an offer lies open."""
    scene = furnished(6)
    for seat in range(6):
        scene.captain(seat, credits_=6)
    scene.set_out()
    do(scene, 0, "promise", "p2 3 credits by turn 4")
    do(scene, 0, "promise", "p3 1 credit by turn 3")
    scene.s.promises[1] = replace(scene.s.promises[1], outcome="broken", settled=1)
    do(scene, 0, "offer", "p2 2 credits for help by turn 3")
    return scene


def test_MA_8_4_promises_are_on_everybodys_board_with_what_became_of_them() -> None:
    scene = bargained()
    shown = page(scene.s)
    assert not shown.flaws
    assert (
        "Ada Lovelace of the Analytical Engine promises Béla : 3 credits by the end of turn 4"
        in shown.text
    )
    assert "3 turns left" in shown.text
    assert "✗ broken in turn 1" in shown.text
    assert "1 promise settled" in shown.text
    assert "2 promises : 0 kept, 1 broken" in shown.text.replace("promises:", "promises :")
    assert "Promises" not in page(furnished().s).text


def test_MA_8_8_the_ledger_says_by_when_a_call_is_to_be_answered_until_it_is() -> None:
    scene = furnished(4)
    scene.set_out()
    do(scene, 0, "promise", "p2 saying w:3")
    assert "called broken" not in page(scene.s).text
    do(scene, 1, "call_broken", "promise 1")
    assert "called broken, an answer is due by the end of turn 5" in page(scene.s).text
    do(scene, 0, "admit_breach/1", "admit")
    assert "called broken" not in page(scene.s).text


def test_a_receipt_in_text_has_room_for_what_each_line_is_however_long_the_names() -> None:
    scene = furnished(6)
    scene.captain(0, faktor=2)
    scene.attack("space", ship="Rustjaw")
    scene.ally(2, betrays=False)
    scene.roll(5, 2, p2=4)
    scene.answer(2, "declare", ("metal faktor",))
    lines = GAME.board(GAME.view(scene.s, None), LONG).splitlines()
    for words in (
        "Ada Lovelac…, main power     9",
        "Ada Lovelac…, debt          -2",
        "Konstantin-…, support        4",
        "Konstantin-…, Metal Faktor   4",
    ):
        assert [line for line in lines if words in line], words
    assert max(map(len, lines)) <= 72


def test_MA_5_4_a_trophy_that_can_be_claimed_is_told_in_words_with_what_it_brings() -> None:
    scene = Scene()
    scene.captain(0, credits_=11, trophies=["Trophy of the Fortune"], automatic=False)
    scene.begin()
    view = GAME.view(scene.s, Seat(0))
    text = " ".join(GAME.board(view, SHORT).split())
    assert "Trophy of the Fortune: own 10 credits: 1 glory. This can be claimed now." in text
    letter = drawing.game_template(GAME.meta.slug, "letter.html")
    assert letter is not None
    told = Page(f"<title>x</title>{drawing.draw(letter, SHORT, view=view)}").text
    assert "Trophy of the Fortune: own 10 credits: 1 glory can be claimed now" in told


OWED = {
    None: "Ann promises Bob: 3 credits by the end of turn 4.",
    Seat(0): "You owe Bob: 3 credits by the end of turn 4.",
    Seat(1): "Ann owes you: 3 credits by the end of turn 4.",
    Seat(2): "Ann promises Bob: 3 credits by the end of turn 4.",
}
SHORT = Tongue(("Ann", "Bob", "Cleo", "Dov", "Eve", "Finn"))


def told(where: str, view: Mapping[str, Any]) -> str:
    """All words of a page, of a letter in HTML, or of one in plain text."""
    if where == "text":
        shown = GAME.board(view, SHORT)
    elif where == "letter":
        letter = drawing.game_template(GAME.meta.slug, "letter.html")
        assert letter is not None
        shown = Page(f"<title>x</title>{drawing.draw(letter, SHORT, view=view)}").text
    else:
        shown = Page(f"<title>x</title>{drawing.board_html(GAME, view, SHORT)}").text
    return " ".join(shown.split()).replace(" :", ":")


@pytest.mark.parametrize("viewer", OWED)
@pytest.mark.parametrize("where", ["page", "letter", "text"])
def test_MA_8_4_pages_and_letters_tell_everybody_a_captains_record(
    where: str, viewer: Seat | None
) -> None:
    flat = told(where, GAME.view(bargained().s, viewer))
    assert flat.count("promises: 0 kept, 1 broken") == 1
    assert "2 promises: 0 kept, 1 broken" in flat


@pytest.mark.parametrize("viewer", OWED)
@pytest.mark.parametrize("where", ["page", "letter", "text"])
def test_MA_8_7_pages_and_letters_say_what_one_owes_and_is_owed(
    where: str, viewer: Seat | None
) -> None:
    flat = told(where, GAME.view(bargained().s, viewer))
    assert OWED[viewer] in flat
    offered: dict[Seat | None, str] = {
        Seat(0): "You offer Bob: 2 credits",
        Seat(1): "Ann offers you: 2 credits",
    }
    assert ("2 credits for help" in flat) == (viewer in offered)
    assert offered.get(viewer, "") in flat


def test_what_one_owes_comes_before_what_others_do() -> None:
    scene = bargained()
    do(scene, 0, "promise", "p4 1 credit by turn 6")
    standing = [one["part"] for one in GAME.view(scene.s, Seat(3))["standing"]]
    assert standing == ["owed", ""]


def test_MA_8_2_offers_are_seen_by_those_two_only() -> None:
    scene = bargained()
    assert "You offer Béla" in page(scene.s, Seat(0)).text
    assert "offers you: 2 credits for help" in page(scene.s, Seat(1)).text
    for viewer in (None, Seat(2), Seat(5)):
        assert "2 credits for help" not in page(scene.s, viewer).text


def test_between_turns_the_board_says_who_flies_next() -> None:
    scene = furnished()
    scene.begin()
    assert "at the helm" in page(scene.s).text
    TurnPassed(Seat(1)).apply(scene.s)
    text = page(scene.s).text
    assert "flies next" in text
    assert "at the helm" not in text


@pytest.mark.parametrize("kind", ["pick_ship", "pick_karokum_ship"])
def test_ships_to_choose_from_are_cards_with_a_button_each(kind: str) -> None:
    scene = furnished()
    scene.karokum("Gallows Wind")
    scene.captain(0, credits_=9)
    scene.set_out()
    scene.answer(0, "choose_battle", "space" if kind == "pick_ship" else "via karokum")
    question = scene.question(0, kind)
    view = GAME.view(scene.s, Seat(0))
    form = forms.make(question, LONG, game=GAME.meta.slug, view=view)
    drawn_form = f'<form action="x" method="post">{form.own}</form>'
    shown = Page(f"<!doctype html><title>x</title><h1>x</h1>{drawn_form}")
    assert not shown.flaws
    assert shown.form("x").choices["answer"] == [choice.sent for choice in form.choices]
    for option in question.options():
        assert option.value in shown.text
    assert shown.html.count('class="ma-ship ') == len(form.choices)
    again = forms.make(question, LONG, game=GAME.meta.slug, typed=[form.choices[1].sent])
    assert again.own is not None
    assert "checked" in again.own
    assert "ma-ship " not in again.own, "without a view they are lines of words"


def test_the_race_is_the_ledger() -> None:
    for match in steps(4, 3, 250):
        s = match.state
        if s.bases:
            race = GAME.view(s, None)["race"]
            assert [course[-1] for course in race] == s.glory
            assert all(len(course) == s.turn + 1 for course in race)


@pytest.fixture
def six(tmp_path: Path, root: Path) -> str:
    """The address of a full board for six, with a battle fought and secrets of one's own."""
    style = (root / "pbem/web/static/pbem.css").read_text() + (drawing.sheet(GAME.meta.slug) or "")
    match = next(
        match
        for seed in range(5, 30)
        for match in steps(6, seed, 2000)
        if match.state.turn > 12 and match.state.hands[0] and match.state.wrecks[0]
        and match.state.battle and match.state.battle.result
    )  # fmt: skip
    s = match.state
    s.space = [*s.space, "Apocalypse", *DULL]
    s.event = "Golden Vein"
    s.promises, s.offers = bargained().s.promises, bargained().s.offers
    path = tmp_path / "six.html"
    path.write_text(
        '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<style>{style}</style><main>{drawn(s, Seat(0))}</main>"
    )
    return path.as_uri()


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_six_long_names_fit_every_window(six: str, width: int, open_page: OpenPage) -> None:
    shown = open_page(six, width)
    shown.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert shown.evaluate(SPILLS) == []


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out(six: str, scheme: Scheme, open_page: OpenPage) -> None:
    shown = open_page(six, 1280, scheme)
    shown.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert shown.evaluate(PALE) == []


@pytest.mark.browser
def test_the_checks_of_a_page_find_what_is_wrong(tmp_path: Path, open_page: OpenPage) -> None:
    path = tmp_path / "bad.html"
    path.write_text('<p class="w"><svg width="900" height="9"></svg><p style="color:#999">pale')
    shown = open_page(path.as_uri(), 390)
    assert "the page scrolls sideways" in shown.evaluate(SPILLS)
    assert shown.evaluate(PALE) == ["2.85: pale"]
