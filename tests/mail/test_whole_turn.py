"""AP-4.1: a whole turn of ArchPiratus in one letter, and then the other captain is waited for."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import pytest

from pbem.engine import Match, begin
from pbem.games.archpiratus.game import GAME
from pbem.services import lobby
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom
from tests.services.tables import log


def shopping(match: Match) -> str:
    """What the first hand can buy, with a Contract left; nothing if it cannot."""
    hand = match.state.ships[match.state.active].hand
    if sorted(hand) != ["contract", "credit", "credit"]:
        return ""
    cheap = [
        place for place, card in enumerate(match.state.store, 1) if match.state.card(card).cost <= 2
    ]
    return f"buy {cheap[-1]} from crew" if cheap else ""


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> str:
    """A purchase for the first hand; every table is dealt two Credits and a Contract in it."""
    for secret in (bytes([n]) * 32 for n in range(100)):
        if said := shopping(begin(GAME, 2, secret=secret)):
            chance = SimpleNamespace(token_bytes=partial(_always, secret))
            monkeypatch.setattr(lobby, "secrets", chance)
            return said
    raise AssertionError("No such hand in a hundred.")


def _always(secret: bytes, _size: int) -> bytes:
    return secret


def test_AP_4_1_a_whole_turn_by_letter_costs_one_wait(post: Post, line: str) -> None:
    table = post.table("ann", "ben", game="archpiratus")
    mailroom = Mailroom(post)
    mailroom.post_comes()
    with post.shelf.looking(table.id) as sitting:
        first = sitting.match.waiting()[0].prompt.seat
    name = ("ann", "ben")[first]
    assert mailroom.reply(name, f"{line}, contract medium, go hard, mission") == "done"
    with post.shelf.looking(table.id) as sitting:
        ship = sitting.match.state.ships[first]
        (asking,) = sitting.match.waiting()
        assert asking.prompt.kind == "buy"
        assert asking.prompt.seat != first
        assert ship.station == "hard"
        assert len(ship.missions) == 1
        assert len(ship.discard) >= 2  # What was bought, and the Credits that paid for it.
    entries = log(post.db, table.id)[1:]
    assert [(e.kind, e.source) for e in entries] == [
        ("plan", "mail"),
        ("answer", "mail"),
        ("answer", "plan"),
        ("answer", "plan"),
    ]
