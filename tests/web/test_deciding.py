"""Disputes: a moderator who does not play reads both sides and decides, once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pbem import games, store
from pbem.engine import Act, Seat, Table, Text, YesNo, _
from pbem.services import deciding, messages
from tests.web.conftest import House
from tests.web.test_moderator import csrf, moderated, moderator


class Quarrel(YesNo[Any], Act[Any, bool]):
    """Whether somebody cheated; it changes nothing but the log."""

    rule = "T-1"

    def sentence(self, s: Any) -> Text:
        return _("Has %(seat)s peeked?", seat=self.seat)

    def default(self, s: Any) -> bool:
        return False

    def carry_out(self, t: Table[Any], value: bool) -> None:
        return None


pytestmark = pytest.mark.usefixtures("quarrels")


@pytest.fixture
def quarrels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dudo, where somebody may have peeked."""
    kind = type(games.load("dudo"))
    monkeypatch.setattr(kind, "decisions", lambda _game, _s: [Quarrel(Seat(1))])
    deciding._KNOWN.clear()
    yield
    deciding._KNOWN.clear()


def test_a_dispute_is_decided_with_a_reason_after_reading_both_sides(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    number = house.stored(slug).id
    for seat, who, words in ((0, ann, "She peeked"), (1, bela, "Never")):
        draft = messages.Draft(seat, who.id, words, "moderator")
        messages.send(house.shelf, number, draft, now=house.now)
    desk = house.visitor(mona)
    assert "1 dispute to decide" in desk.get("/moderator").text
    page = desk.get(f"/moderator/t/{slug}/decide")
    for words in ("Has Bela peeked?", "She peeked", "Never"):
        assert words in page.text
    form = desk.page.form("/decide")
    desk.send(form, answer="true", reason="")
    assert desk.status == 422
    desk.press("/decide", answer="true", reason="There were crumbs")
    with house.db.reading() as c:
        *_rest, last = store.entries(c, number, after=0, last=99)
        kept = store.wordings(c, [last.reason_id or 0])
    assert (last.kind, last.seat, last.value) == ("decide", None, True)
    assert (last.source, last.by_person, [*kept.values()]) == (
        "moderator", mona.id, ["There were crumbs"],
    )  # fmt: skip
    assert "There were crumbs" in house.visitor(ann).get(f"/t/{slug}").text


def test_a_decision_is_made_on_what_was_seen_and_once(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = moderated(house, ann, bela, by=mona)
    first, second = house.visitor(mona), house.visitor(mona)
    for desk in (first, second):
        desk.get(f"/moderator/t/{slug}/decide")
    form = first.page.form("/decide")
    first.send(form, answer="true", reason="one")
    first.send(form, answer="true", reason="one")
    assert "two presses count as one" in first.page.text
    second.press("/decide", answer="false", reason="two")
    assert "Play went on while you were looking" in second.page.text
    with house.db.reading() as c:
        rows = store.entries(c, house.stored(slug).id, after=0, last=99)
    assert [row.kind for row in rows].count("decide") == 1


def test_nobody_who_plays_decides(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, mona, by=mona)
    desk = house.visitor(mona)
    assert desk.client.get(f"/moderator/t/{slug}/decide").status_code == 403
    form = {"csrf_token": csrf(house, desk), "answer": "true", "reason": "mine", "seen": "1"}
    assert desk.client.post(f"/moderator/t/{slug}/decide", data=form).status_code == 403
    assert house.stored(slug).seq == 1
