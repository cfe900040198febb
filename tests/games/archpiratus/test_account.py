"""What the scales are told of a game."""

from __future__ import annotations

from pbem.engine import Event
from pbem.games.archpiratus.account import account, bargain, offers
from pbem.games.archpiratus.events.setup import StoreOpened
from pbem.games.archpiratus.events.ship import AutoHired
from pbem.games.archpiratus.events.store import (
    ContactHired,
    SalvageBought,
    SentUnder,
    StoreBought,
    TurnedUp,
)
from pbem.games.archpiratus.events.turn import StepBegan
from pbem.games.archpiratus.state import AUTO
from tests.games.archpiratus.scene import ONE, TWO, Scene


def test_AP_2_2_a_card_is_offered_in_every_buy_step_that_finds_it_in_the_store() -> None:
    events: list[Event] = [
        StoreOpened(("rivet", "squint", "tin-ear")),
        StepBegan("buy"),
        StoreBought(ONE, "rivet", 2),
        TurnedUp(0, "galley", "tech"),
        StepBegan("move"),
        StepBegan("buy"),
        SentUnder(TWO, "squint"),
        AutoHired("galley", ""),
        StepBegan("buy"),
    ]
    assert offers(events) == {
        "galley": (1, 0),
        "rivet": (1, 1),
        "squint": (2, 0),
        "tin-ear": (3, 0),
    }


def test_AP_2_2_where_a_card_was_got() -> None:
    assert bargain(StoreBought(ONE, "rivet", 2)) == "Store"
    assert bargain(SalvageBought(ONE, "rivet", 2)) == "Salvage"
    assert bargain(ContactHired(ONE, "pockets", 2)) == "Local Contacts"
    assert bargain(SentUnder(AUTO, "rivet")) == ""


def test_AP_a_game_is_accounted_for() -> None:
    scene = Scene(first=TWO)
    events = list(scene.happened)
    scene.pass_turn()
    events += scene.happened
    found = account(scene.s, events)
    assert found.turns == 2
    assert found.starts == {"turn order": ("follows", "begins")}
    assert sum(lay for lay, _taken in found.offers["the Store"].values()) == 10
    assert found.counts["missions done"] == {}
