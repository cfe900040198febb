"""AP-4.1: a whole turn of ArchPiratus in one letter, and then the other captain is waited for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import pytest

from pbem.engine import Match, begin
from pbem.games.archpiratus.game import GAME
from pbem.games.archpiratus.pack import CONTRACT, CREDIT
from pbem.services import lobby
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom, quotable
from tests.services.tables import log


def shopping(match: Match, wanted: Sequence[str]) -> str:
    """What this first hand can buy; nothing if it is another hand, or can buy nothing."""
    s = match.state
    if sorted(s.ships[s.active].hand) != sorted(wanted):
        return ""
    purse = s.purse(s.active)
    cheap = [place for place, card in enumerate(s.store, 1) if s.card(card).cost <= purse]
    return f"buy {cheap[-1]} from crew" if cheap else ""


Deal = Callable[..., str]


@pytest.fixture
def deal(monkeypatch: pytest.MonkeyPatch) -> Deal:
    """Give the next table's first captain this hand; says what it can buy."""

    def dealt(*hand: str) -> str:
        for secret in (bytes([n]) * 32 for n in range(200)):
            if said := shopping(begin(GAME, 2, secret=secret, phrases=("", "")), hand):
                chance = SimpleNamespace(token_bytes=partial(_always, secret))
                monkeypatch.setattr(lobby, "secrets", chance)
                return said
        raise AssertionError("No such hand in two hundred.")

    return dealt


def _always(secret: bytes, _size: int) -> bytes:
    return secret


def test_AP_4_1_a_whole_turn_by_letter_costs_one_wait(post: Post, deal: Deal) -> None:
    line = deal(CREDIT, CREDIT, CONTRACT)
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


def test_AP_4_1_where_nothing_can_be_placed_nobody_need_write_none(post: Post, deal: Deal) -> None:
    line = deal(CREDIT, CREDIT, CREDIT)
    table = post.table("ann", "ben", game="archpiratus")
    mailroom = Mailroom(post)
    mailroom.post_comes()
    with post.shelf.looking(table.id) as sitting:
        first = sitting.match.waiting()[0].prompt.seat
    assert mailroom.reply(("ann", "ben")[first], f"{line}, go medium") == "done"
    with post.shelf.looking(table.id) as sitting:
        (asking,) = sitting.match.waiting()
        assert (asking.prompt.kind, asking.prompt.seat) == ("buy", 1 - first)
        assert sitting.match.state.ships[first].station == "medium"


def test_AP_3_a_solo_game_is_played_from_the_inbox_to_its_end(post: Post) -> None:
    pack = deepcopy(GAME.pack())
    pack["table"]["turns"] = 2
    table = post.table("ann", game="archpiratus", pack=pack)
    mailroom = Mailroom(post)
    for station in ("hard", "easy"):
        mailroom.post_comes()
        letter = mailroom.newest("ann", "turn").raw
        assert letter is not None
        assert "The automatic ship, as it stands" in quotable(letter).text
        assert mailroom.reply("ann", f"none, none, go {station}, mission") == "done"
    with post.shelf.looking(table.id) as sitting:
        outcome = sitting.match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("time", ())
    mailroom.post_comes()
    last = mailroom.newest("ann", "over").raw
    assert last is not None
    assert "Time is up: the automatic ship wins." in " ".join(quotable(last).text.split())
