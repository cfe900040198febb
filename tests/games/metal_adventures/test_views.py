"""MA-10.6: who sees what; invariants that notice what is wrong; the text board."""

import json
import random
from collections.abc import Callable

import pytest

from pbem.conformance.play import play
from pbem.engine import PLAIN, Seat, Tongue
from pbem.games.metal_adventures.game import GAME
from pbem.games.metal_adventures.state import Held, MetalAdventures

from .scenario import DULL, Scene


def furnished(seats: int = 3) -> Scene:
    scene = Scene(seats)
    scene.captain(0, wrecks=["Imperator"], trophies=["Trophy of the Hide"], has=["Rhum"])
    scene.captain(1, wrecks=["Sunspear"], trophies=["Trophy of the Knife"], has=["Broadside"])
    scene.karokum("Old Grudge")
    scene.bazaar("Lifeboats")
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    return scene


def test_MA_10_6_MAR_06_what_is_public() -> None:
    scene = furnished()
    view = GAME.view(scene.s, None)
    one = view["captains"][1]
    assert (one["credits"], one["power"], one["support"], one["wrecks"]) == (3, 8, 4, 1)
    assert (one["trophies"], one["faktor"], one["judgment"]) == (1, 0, 0)
    assert [card["name"] for card in one["improvements"]] == ["Broadside"]
    assert [ship["name"] for ship in view["karokum"]] == [
        "Old Grudge",
        "Dust Jackal",
        "Ledger Seven",
    ]
    assert [card["name"] for card in view["bazaar"]] == ["Lifeboats"]
    assert len(view["shop"]) == 4
    assert (view["pot"], view["space_deck"], view["back"]) == (1, 62, "near")
    assert view["mine"] is None


def test_MA_10_6_MAR_06_what_is_private() -> None:
    scene = furnished()
    hidden = ("Trophy of the Knife", "Sunspear")
    for viewer in (None, Seat(0), Seat(2)):
        seen = json.dumps(GAME.view(scene.s, viewer), default=str)
        assert not any(card in seen for card in hidden)
    own = GAME.view(scene.s, Seat(1))["mine"]
    assert [card["name"] for card in own["trophies"]] == ["Trophy of the Knife"]
    assert [ship["name"] for ship in own["wrecks"]] == ["Sunspear"]


def test_MA_10_6_the_order_of_decks_and_hidden_settings_are_in_nobodys_view() -> None:
    scene = furnished()
    top = scene.s.space_deck[0], scene.s.shop_deck[0], scene.s.trophy_deck[0]
    for viewer in (None, Seat(0)):
        seen = json.dumps(GAME.view(scene.s, viewer), default=str)
        assert not any(card in seen for card in top)


def test_MA_8_2_who_would_help_is_shown_to_the_attacker_only() -> None:
    scene = Scene(4)
    scene.space(*DULL)
    scene.attack("space", ship="Rustjaw")
    scene.answer(0, "seek_help", (Seat(1), Seat(2)))
    scene.answer(1, "help", True)
    scene.answer(2, "help", True)
    assert GAME.view(scene.s, Seat(0))["battle"]["willing"] == [1, 2]
    assert GAME.view(scene.s, Seat(3))["battle"]["willing"] == []


def test_the_battle_is_shown_part_by_part_and_its_parts_add_up() -> None:
    scene = furnished()
    scene.roll(4, 2)
    scene.alone()
    battle = GAME.view(scene.s, None)["battle"]
    for side, total in (("attack", battle["attack"]), ("defence", battle["defence"])):
        assert sum(line["amount"] for line in battle["lines"] if line["side"] == side) == total
    assert (battle["attack"], battle["defence"], battle["result"]) == (9 + 4, 6 + 2, "won")


def test_views_are_plain_data_and_sentences() -> None:
    match = play(GAME, 4, 11)
    for viewer in (None, *match.setting.seats):
        assert json.dumps(GAME.view(match.state, viewer), default=str)


@pytest.mark.parametrize("seats", [2, 6])
def test_the_text_board_is_at_most_72_columns_wide_with_long_names(seats: int) -> None:
    scene = furnished(seats)
    scene.captain(0, has=["Dreadnought Plate", "Wreckers' Chart", "Ship's Carpenter"])
    scene.roll(4, 2)
    scene.alone()
    tongue = Tongue(names=tuple(f"Captain with a very long name {i}" for i in range(seats)))
    for viewer in (None, *scene.s.seats):
        board = GAME.board(GAME.view(scene.s, viewer), tongue)
        assert max(len(line) for line in board.splitlines()) <= 72
        assert "Captain with a very" in board


def test_the_text_board_says_what_there_is() -> None:
    scene = furnished()
    scene.roll(4, 2)
    scene.alone()
    board = GAME.board(GAME.view(scene.s, Seat(1)), PLAIN)
    for words in ("> p1", "Exxalia", "Old Grudge 8", "Lifeboats", "Space deck: 62", "total", "13"):
        assert words in board
    assert "Trophy of the Knife: betray an attacker who then loses" in board
    assert "Sunspear" in board
    assert "Sunspear" not in GAME.board(GAME.view(scene.s, Seat(0)), PLAIN)


def test_a_board_can_be_drawn_before_anything_is_dealt() -> None:
    setting = GAME.setting(3)
    assert GAME.board(GAME.view(GAME.set_up(setting), None), PLAIN)
    assert list(GAME.invariants(GAME.set_up(setting))) == []


def test_worlds_differ_only_in_what_a_seat_may_not_know() -> None:
    scene = furnished()
    for viewer in (None, Seat(0), Seat(1)):
        view = GAME.view(scene.s, viewer)
        others = list(GAME.worlds(scene.s, viewer, random.Random(1)))
        assert any(world.space_deck != scene.s.space_deck for world in others)
        assert any(world.hands != scene.s.hands for world in others)
        for world in others:
            assert GAME.view(world, viewer) == view
            assert list(GAME.invariants(world)) == []
            if viewer is not None:
                assert world.hands[viewer] == scene.s.hands[viewer]
                assert world.wrecks[viewer] == scene.s.wrecks[viewer]


def spoil_credits(s: MetalAdventures) -> None:
    s.credits[0] += 1


def spoil_purse(s: MetalAdventures) -> None:
    s.purse["pot"], s.purse["bank"] = -1, s.purse["bank"] + s.purse["pot"] + 1


def spoil_wrecks(s: MetalAdventures) -> None:
    s.wrecks[1].append("Imperator")


def spoil_shop(s: MetalAdventures) -> None:
    s.shop.pop()


def spoil_row(s: MetalAdventures) -> None:
    s.shop.append(s.shop_deck.pop())


def spoil_trophies(s: MetalAdventures) -> None:
    s.hands[2] = [Held(s.trophy_deck.pop(), 0) for _card in range(3)]


def spoil_trophy_deck(s: MetalAdventures) -> None:
    s.trophy_deck.pop()


def spoil_damage(s: MetalAdventures) -> None:
    s.damage[0] = 5


def spoil_judgment(s: MetalAdventures) -> None:
    s.judgment[0] = -1


def spoil_glory(s: MetalAdventures) -> None:
    s.glory[0] += 1


def spoil_die(s: MetalAdventures) -> None:
    s.faktor[0] = 3


def spoil_improvements(s: MetalAdventures) -> None:
    s.improvements[0] += [s.shop_deck.pop() for _card in range(5)]


SPOILS: list[Callable[[MetalAdventures], None]] = [
    spoil_credits,
    spoil_purse,
    spoil_wrecks,
    spoil_shop,
    spoil_row,
    spoil_trophies,
    spoil_trophy_deck,
    spoil_damage,
    spoil_judgment,
    spoil_glory,
    spoil_die,
    spoil_improvements,
]


@pytest.mark.parametrize("spoil", SPOILS)
def test_the_invariants_notice_what_is_wrong(spoil: Callable[[MetalAdventures], None]) -> None:
    scene = furnished()
    assert list(GAME.invariants(scene.s)) == []
    spoil(scene.s)
    assert list(GAME.invariants(scene.s))


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_random_games_keep_the_invariants_at_every_step(seats: int) -> None:
    for seed in range(4):
        match = play(GAME, seats, seed)  # `play` asks for the invariants after every entry.
        assert match.outcome is not None
        assert match.outcome.reason in ("glory", "deck")
