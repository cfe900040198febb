"""AP-4.5: what is open and what is hidden; the board as text and as HTML."""

from __future__ import annotations

import random
from html.parser import HTMLParser
from typing import Any

import pytest

from pbem.engine import Seat, Tongue
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.games.archpiratus.state import AUTO, Pirates
from pbem.games.archpiratus.worlds import complaints, worlds
from pbem.services import drawing
from tests.games.archpiratus.scene import ONE, TWO, Scene

NAMES = Tongue(("Ada", "Bela <of> the very long name & more"))


def full_table(seats: int = 2) -> Scene:
    """A bit of everything on the table."""
    told = {"admirals": [("iron-ilse", "mother-corso")]}
    scene = Scene(seats, told, admirals="random", events=True)
    rival = TWO if seats == 2 else AUTO
    scene.hand(ONE, CREDIT, CONTRACT, "pockets", "widowmaker")
    scene.fit(ONE, "plasma-lance", "gun-deck", "rivet")
    scene.fit(rival, "comet-tap", "splice")
    scene.taken(ONE, "raise-a-wreck", "night-watch")
    scene.done(ONE, "find-the-cat")
    scene.discard(ONE, "tin-ear", CREDIT)
    scene.salvage("kettle-drive")
    scene.in_force("carnival")
    scene.store("rust-spitter", "galley", "press-gang", "squint", "quartz-mind")
    scene.s.ships[ONE].hits = 2
    return scene


def view(scene: Scene, seat: Seat | None = ONE) -> dict[str, Any]:
    return dict(GAME.view(scene.s, seat))


def test_AP_4_5_the_own_hand_is_seen_the_others_is_counted() -> None:
    scene = full_table()
    mine = view(scene)
    assert [card["id"] for card in mine["hand"]] == [CONTRACT, CREDIT, "pockets", "widowmaker"]
    assert mine["ships"][ONE]["hand"] == 4
    theirs = view(scene, TWO)
    assert [card["id"] for card in theirs["hand"]] == sorted(scene.s.ships[TWO].hand)
    assert theirs["ships"][ONE]["hand"] == 4
    assert view(scene, None)["hand"] == []


def test_AP_4_5_deck_and_hand_together_can_be_told_by_everybody() -> None:
    scene = full_table()
    for seat in (ONE, TWO, None):
        unseen = view(scene, seat)["ships"][ONE]["unseen"]
        assert [card["id"] for card in unseen] == ["pockets", "widowmaker"]


def test_AP_4_5_open_are_discard_salvage_mats_missions_and_deck_sizes() -> None:
    scene = full_table()
    seen = view(scene, TWO)
    ship = seen["ships"][ONE]
    assert ship["discarded"] == {CREDIT: 1}
    assert [card["id"] for card in ship["discard"]] == ["tin-ear"]
    assert [card["id"] for card in seen["salvage"]] == ["kettle-drive"]
    assert ship["mat"]["weapon"]["id"] == "plasma-lance"
    assert ship["mat"]["armor"] is None
    assert ship["levels"]["weapon"] == scene.s.level(ONE, "weapon")
    assert seen["decks"] == {"tech": len(scene.s.tech_deck), "crew": len(scene.s.crew_deck)}
    assert seen["jobs"]["easy"] == len(scene.s.jobs["easy"])
    assert ship["points"] == 1
    assert ship["deck"] == len(scene.s.ships[ONE].deck)


def test_AP_43_a_mission_marks_what_is_missing() -> None:
    seen = view(full_table())
    wreck, watch = seen["ships"][ONE]["missions"]
    assert [(need["what"], need["least"], need["lacks"]) for need in wreck["needs"]] == [
        ("scanner", 2, 2),
        ("mechanic", 0, 0),
        ("crew", 3, 1),
    ]
    assert (wreck["met"], watch["met"]) == (False, False)


def test_AP_2_2_prices_are_those_of_the_reader() -> None:
    scene = full_table()
    scene.fit(ONE, "old-josefa", "friend-of-the-docks")
    assert view(scene)["store"][1]["price"] == 1
    assert view(scene, TWO)["store"][1]["price"] == 2
    assert view(scene)["contact_price"] == 1
    assert view(scene, TWO)["contact_price"] == 2


def test_AP_4_5_before_the_decks_are_laid_there_is_nothing_to_see() -> None:
    bare = GAME.set_up(GAME.setting(2))
    assert GAME.view(bare, ONE) == {"seat": ONE, "begun": False}
    assert GAME.board(GAME.view(bare, ONE), NAMES) == "The decks are being shuffled."
    assert list(worlds(bare, ONE, random.Random(1))) == []


# Worlds.


def hidden(s: Pirates, seat: Seat) -> list[str]:
    """All that lies face down on this side."""
    return sorted([*s.ships[seat].hand, *s.ships[seat].deck])


def test_AP_4_5_other_worlds_differ_in_what_is_hidden_and_in_nothing_else() -> None:
    scene = full_table()
    seen = list(worlds(scene.s, ONE, random.Random(1)))
    assert len(seen) == 3
    for other in seen:
        assert other.ships[ONE].hand == scene.s.ships[ONE].hand
        assert hidden(other, TWO) == hidden(scene.s, TWO)
        assert len(other.ships[TWO].hand) == 3
        assert list(complaints(other)) == []
    for pile in ("tech_deck", "crew_deck", "jobs"):
        assert any(getattr(other, pile) != getattr(scene.s, pile) for other in seen), pile
    assert any(other.ships[TWO].hand != scene.s.ships[TWO].hand for other in seen)


def test_AP_4_5_nobody_knows_the_order_of_the_own_deck() -> None:
    scene = Scene()
    seen = list(worlds(scene.s, ONE, random.Random(1)))
    assert any(other.ships[ONE].deck != scene.s.ships[ONE].deck for other in seen)
    assert all(other.ships[ONE].hand == scene.s.ships[ONE].hand for other in seen)


def test_AP_4_5_a_spectator_knows_no_hand() -> None:
    scene = full_table()
    seen = list(worlds(scene.s, None, random.Random(1)))
    assert any(other.ships[ONE].hand != scene.s.ships[ONE].hand for other in seen)


# Invariants: each must notice what it guards.


def broken(change: str) -> list[str]:
    scene = full_table()
    ship = scene.s.ships[ONE]
    match change:
        case "lost card":
            scene.s.tech_deck.pop()
        case "doubled mission":
            ship.done.append("night-watch")
        case "lost event":
            scene.s.events.clear()
        case "lost credit":
            ship.hand.remove(CREDIT)
        case "lost contract":
            ship.hand.remove(CONTRACT)
        case "two of a kind":
            ship.crew.append(scene.take("old-josefa"))
        case "wrong slot":
            ship.tech["armor"] = ship.tech.pop("weapon")
    return list(complaints(scene.s))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("lost card", "is in 0 places"),
        ("doubled mission", "night-watch is in 2 places"),
        ("lost event", "Events are lost"),
        ("lost credit", "has 6 Credits"),
        ("lost contract", "has 2 Contracts"),
        ("two of a kind", "two crew of a kind"),
        ("wrong slot", "not its own"),
    ],
)
def test_invariants_notice_what_they_guard(change: str, said: str) -> None:
    assert said in " ".join(broken(change))


def test_invariants_hold_on_a_sound_table() -> None:
    assert broken("nothing") == []


# The text board.


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("seat", [ONE, None])
def test_the_text_board_fits_a_letter(seats: int, seat: Seat | None) -> None:
    text = GAME.board(view(full_table(seats), seat), NAMES)
    assert max(map(len, text.splitlines())) <= 72
    assert ("Your hand" in text) == (seat is not None)


def test_the_text_board_shows_what_lies_on_the_table() -> None:
    text = " ".join(GAME.board(view(full_table()), NAMES).split())
    for part in (
        "Turn 1 of 60, Ada: buying.",
        "Easy station, 8 missions: Ada and Bela",
        "Medium station, 9 missions Hard",
        "4. 2 for Squint (gunner 1, credit 1)",
        "2. 2 for Galley (room, credit 1): Crew value +1.",
        "Salvage, each for 2: Kettle Drive (engine 1)",
        "Events: Carnival: Crew value +1.",
        "● Ada: 1 point, 2 of 4 hits, at the easy station",
        "Tech: Plasma Lance (weapon 3); Gun Deck (room 1)",
        "Crew: Rivet (mechanic 1)",
        "scanner 2 (2 missing), mechanic and crew value 3 (1 missing)",
        "Done: Find The Cat",
        "Discard: 1 × Credit; Tin Ear (scanner 1)",
        "Your hand: Contract; Credit; Pockets (Local Contact 1, credit 2); Widowmaker",
    ):
        assert part in text, part


def test_AP_3_the_text_board_foretells_the_automatic_ship() -> None:
    text = " ".join(GAME.board(view(full_table(1)), NAMES).split())
    assert "✚ The automatic ship" in text
    assert "as it stands: it flees to another station, chance says which; it takes Quartz" in text


# The HTML board.


class Reader(HTMLParser):
    """Checks that tags close, and keeps the words and the classes."""

    VOID = ("path", "circle", "rect")

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.words: list[str] = []
        self.classes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.classes |= set((dict(attrs).get("class") or "").split())
        assert tag not in ("script", "html", "body", "img")
        if tag not in self.VOID:
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.stack.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data.split()


def drawn(scene: Scene, seat: Seat | None = ONE) -> Reader:
    reader = Reader()
    reader.feed(str(drawing.board_html(GAME, view(scene, seat), NAMES)))
    reader.close()
    assert reader.stack == []
    return reader


@pytest.mark.parametrize("seats", [1, 2])
def test_the_page_shows_stations_store_mats_missions_and_damage(seats: int) -> None:
    page = " ".join(drawn(full_table(seats)).words)
    for part in (
        "Easy station",
        "opens with 6 points",
        "price 2 place 4 Squint",
        "Salvage, price 2 each: Kettle Drive 1",
        "Event: Carnival. Crew value +1.",
        "1 of 6 points",
        "weapon 4 Plasma Lance",
        "✗ scanner 2 2 missing ✓ mechanic ✗ crew value 3 1 missing",
        "Done: Find The Cat 1",
        "free berth",
    ):
        assert part in page, part
    assert ("it takes Quartz Mind from the Store" in page) == (seats == 1)


def test_the_page_keeps_the_hand_to_its_owner() -> None:
    scene = full_table()
    assert "Your hand" in " ".join(drawn(scene).words)
    assert "Your hand" not in " ".join(drawn(scene, None).words)


def test_the_page_escapes_names() -> None:
    page = str(drawing.board_html(GAME, view(full_table()), NAMES))
    assert "<of>" not in page
    assert "&lt;of&gt;" in page


def test_the_page_of_a_table_that_has_not_begun() -> None:
    bare = GAME.view(GAME.set_up(GAME.setting(2)), None)
    assert "The decks are being shuffled." in drawing.board_html(GAME, bare, NAMES)


def test_every_class_of_the_page_has_a_style() -> None:
    sheet = drawing.sheet("archpiratus")
    assert sheet is not None
    used = {name for name in drawn(full_table()).classes if name.startswith("archpiratus")}
    plain = {"archpiratus-worth", "archpiratus-sort", "archpiratus-sub"}
    assert [name for name in sorted(used - plain) if f".{name}" not in sheet] == []
    assert "prefers-color-scheme: dark" in sheet
