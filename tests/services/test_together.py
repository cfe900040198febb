"""Several orders at once: all of them or none, and what else has to be true with them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem import engine, games, store
from pbem.engine import ACT, ANSWER, AnswerError, Item
from pbem.services import choices, turns
from pbem.services.orders import TOGETHER, Order
from pbem.services.sittings import Shelf
from tests.services.tables import NOON, log, now_at, people, sit


@pytest.fixture(autouse=True)
def raid(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = {**games.packages(), "raid": "tests.web.raid"}
    monkeypatch.setattr(games, "packages", lambda: found)
    yield
    games.load.cache_clear()


@pytest.fixture
def table(shelf: Shelf) -> store.Table:
    return sit(shelf, *people(shelf.db, "ann", "ben", "cid"), game="raid")


def test_all_are_carried_out_in_order_and_what_follows_by_itself_comes_last(
    shelf: Shelf, table: store.Table
) -> None:
    encode = games.load("raid").codec.encode
    with shelf.looking(table.id) as sitting:
        (key,) = sitting.match.open
    noted: list[int] = []
    orders = [
        Order(engine.PLAN, 0, value=[encode(Item("wishes", (("gold",),)))], source="mail"),
        Order(ACT, 0, "gift/1", value=2, source="mail"),
        Order(ANSWER, 0, key, text="keep", source="mail"),
    ]
    whole = Order(
        TOGETHER, 0, value=orders, by_person=1, source="mail",
        with_it=lambda c: noted.append(store.table(c, table.id).seq),
    )  # fmt: skip
    done = turns.submit(shelf, table.id, whole, now=NOON)
    entries = log(shelf.db, table.id)[1:]
    assert [(e.kind, e.source, e.by_person) for e in entries] == [
        ("plan", "mail", 1), ("act", "mail", 1), ("answer", "mail", 1), ("answer", "plan", None),
    ]  # fmt: skip
    assert done.seq == 5
    assert noted == [1], "first, before anything of it is written"


def test_one_that_cannot_be_carried_out_undoes_all(shelf: Shelf, table: store.Table) -> None:
    with shelf.looking(table.id) as sitting:
        (key,) = sitting.match.open
    orders = [Order(ACT, 0, "gift/1", value=5), Order(ACT, 0, "gift/1", value=1)]
    noted: list[int] = []
    whole = Order(TOGETHER, 0, value=orders, with_it=lambda _c: noted.append(1))
    with pytest.raises(AnswerError):
        turns.submit(shelf, table.id, whole, now=NOON)
    assert (now_at(shelf.db, table.id).seq, noted) == (1, [])
    with shelf.looking(table.id) as sitting:
        assert sitting.match.state.coins == [5, 5, 5], "nothing of it stays in memory either"
        assert [*sitting.match.open] == [key]


def test_what_belongs_to_an_order_can_forbid_it(shelf: Shelf, table: store.Table) -> None:
    def forbid(c: store.Connection) -> None:
        raise LookupError

    order = Order(ACT, 0, "gift/1", value=1, with_it=forbid)
    with pytest.raises(LookupError):
        turns.submit(shelf, table.id, order, now=NOON)
    assert now_at(shelf.db, table.id).seq == 1


def test_a_letter_keeps_what_its_numbers_mean(shelf: Shelf, table: store.Table) -> None:
    with shelf.looking(table.id) as sitting:
        kept = choices.option_map(sitting.match, engine.Seat(0))
        (key,) = sitting.match.open
    assert choices.asked_in(kept) == {key: ["mill", "keep"]}
    assert not choices.asked_in(None)
    assert not choices.asked_in({"asked": 3})
