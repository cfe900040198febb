"""Tables are opened, filled, left and begun; what cannot be is refused with a sentence."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pbem import engine, store
from pbem.engine import RESIGN, NotAllowed, commitment_of, phrase_hash
from pbem.services import lobby, recording, seating, turns
from pbem.services.sittings import NotRunning, Shelf

from .tables import NOON, PACE, asked, log, now_at, people, sit, two


def taken(shelf: Shelf, table: store.Table) -> list[int | str | None]:
    with shelf.db.reading() as c:
        return [seat.person_id or seat.bot for seat in store.seats(c, table.id)]


def test_a_table_waits_until_every_seat_is_taken(shelf: Shelf) -> None:
    ann, ben = people(shelf.db, "ann", "ben")
    table = sit(shelf, None, None, "careful")
    assert (table.status, table.seq) == ("open", 0)
    assert lobby.join(shelf, table.id, ann, now=NOON).status == "open"
    begun = lobby.join(shelf, table.id, ben, phrase=" a  blue moon ", now=NOON)
    assert (begun.status, begun.seq, begun.started_at) == ("running", 1, NOON)
    assert taken(shelf, table) == [ann, ben, "careful"]
    (start,) = log(shelf.db, table.id)
    assert start.value["phrases"] == ["", phrase_hash("a blue moon"), ""]
    assert start.value["commitment"] == commitment_of(begun.secret) == begun.commitment


def test_a_full_table_begins_when_it_is_opened(shelf: Shelf) -> None:
    table = two(shelf, title="Friday")
    assert (table.status, table.title) == ("running", "Friday")
    assert asked(shelf.db, table.id).due_at is not None


def test_a_bot_has_no_deadline(shelf: Shelf) -> None:
    table = sit(shelf, "careful", "random")
    assert asked(shelf.db, table.id).due_at is None


def test_a_chosen_seat(shelf: Shelf) -> None:
    ann, ben, cid = people(shelf.db, "ann", "ben", "cid")
    table = sit(shelf, None, None, None)
    lobby.join(shelf, table.id, ann, seat=2, now=NOON)
    with pytest.raises(lobby.Refused, match="That seat is taken"):
        lobby.join(shelf, table.id, ben, seat=2, now=NOON)
    lobby.join(shelf, table.id, ben, now=NOON)
    lobby.join(shelf, table.id, cid, now=NOON)
    assert taken(shelf, table) == [ben, cid, ann]


def test_nobody_sits_twice_nor_at_a_full_or_running_table(shelf: Shelf) -> None:
    ann, ben, cleo = people(shelf.db, "ann", "ben", "cleo")
    table = sit(shelf, None, None)
    lobby.join(shelf, table.id, ann, now=NOON)
    with pytest.raises(lobby.SitsAlready, match="You sit at this table already"):
        lobby.join(shelf, table.id, ann, now=NOON)
    lobby.join(shelf, table.id, ben, now=NOON)
    with pytest.raises(lobby.SitsAlready, match="You sit at this table already"):
        lobby.join(shelf, table.id, ben, now=NOON)
    with pytest.raises(lobby.Refused, match="has begun already"):
        lobby.join(shelf, table.id, cleo, now=NOON)


def test_who_stands_up_leaves_an_empty_seat(shelf: Shelf) -> None:
    ann, ben = people(shelf.db, "ann", "ben")
    table = sit(shelf, None, None)
    lobby.join(shelf, table.id, ann, phrase="moon", now=NOON)
    with pytest.raises(lobby.Refused, match="You do not sit at this table"):
        lobby.leave(shelf, table.id, ben)
    lobby.leave(shelf, table.id, ann)
    assert taken(shelf, table) == [None, None]
    lobby.join(shelf, table.id, ben, now=NOON)
    lobby.join(shelf, table.id, ann, now=NOON)
    assert log(shelf.db, table.id)[0].value["phrases"] == ["", ""]
    with pytest.raises(lobby.Refused, match="has begun already"):
        lobby.leave(shelf, table.id, ann)


def test_a_game_that_has_not_begun_can_be_called_off(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, None, None)
    lobby.cancel(shelf, table.id, now=NOON)
    assert now_at(shelf.db, table.id).status == "cancelled"
    with pytest.raises(lobby.Refused, match="called off"):
        lobby.join(shelf, table.id, ann, now=NOON)


def test_only_who_sits_there_can_resign(shelf: Shelf) -> None:
    table = two(shelf)
    (cid,) = people(shelf.db, "cid")
    with pytest.raises(lobby.Refused, match="You do not sit at this table"):
        lobby.resign(shelf, table.id, cid, now=NOON)
    (ann,) = people(shelf.db, "ann")
    lobby.resign(shelf, table.id, ann, now=NOON)
    entry = log(shelf.db, table.id)[1]
    assert (entry.kind, entry.seat, entry.by_person) == (RESIGN, 0, ann)


def test_resigning_before_the_start_is_refused(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, ann, None)
    with pytest.raises(NotRunning):
        lobby.resign(shelf, table.id, ann, now=NOON)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'. There are:"),
        ({"seats": (None,)}, "Dudo is for 2-6 players, not for 1"),
        ({"seats": (None,) * 7}, "not for 7"),
        ({"options": {"wild": True}}, "There is no option 'wild'"),
        ({"seats": (None, "clever")}, "Dudo has no bot 'clever'. It has: careful and random"),
        ({"seats": (1, 1)}, "Nobody can sit on two seats"),
        ({"pace": {"turn": 0}}, "Give people a second"),
        ({"pace": {"turn": 91 * 86400}}, "90 days at most"),
        ({"pace": {"hurry": 60}}, "There is no pace 'hurry'"),
        ({"title": "x" * 81}, "The title is too long. Write at most 80"),
    ],
)
def test_a_wish_that_cannot_be(make_sqlite: Any, wish: dict[str, Any], sentence: str) -> None:
    shelf = Shelf(make_sqlite())
    people(shelf.db, "ann")
    facts = {"game": "dudo", "seats": (None, None), "pace": PACE, **wish}
    with pytest.raises(lobby.Refused, match=sentence) as refused:
        lobby.open_table(shelf, lobby.Wish(**facts), now=NOON)
    assert isinstance(refused.value, NotAllowed)
    with shelf.db.reading() as c:
        assert store.tables_in(c, ["open", "running"], limit=9) == ()


def test_a_title_is_one_printable_line(shelf: Shelf) -> None:
    assert sit(shelf, None, None, title=" A\tlong\x00\n night ").title == "A long night"


def test_a_phrase_that_is_too_long_is_refused(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, None, None)
    with pytest.raises(lobby.Refused, match="The phrase is too long"):
        lobby.join(shelf, table.id, ann, phrase="x" * 201, now=NOON)
    assert taken(shelf, table) == [None, None]


def test_a_table_left_full_is_begun_later(shelf: Shelf) -> None:
    ann, ben = people(shelf.db, "ann", "ben")
    full, waiting = sit(shelf, None, None), sit(shelf, None, "careful")
    with shelf.db.writing() as c:  # A process that dies before it has begun the game.
        store.take_seat(c, full.id, 0, person_id=ann)
        store.take_seat(c, full.id, 1, person_id=ben)
        for _newer in range(120):  # However many others wait for somebody.
            lobby.lay(c, lobby.Wish("dudo", (None, None)), now=NOON)
    assert lobby.begin_full_tables(shelf, now=NOON) == 1
    assert now_at(shelf.db, full.id).status == "running"
    assert now_at(shelf.db, waiting.id).status == "open"
    assert lobby.begin_full_tables(shelf, now=NOON) == 0


def test_many_who_want_the_last_seats_get_each_of_them_once(shelf: Shelf) -> None:
    crowd = people(shelf.db, *(f"p{i}" for i in range(10)))
    table = sit(shelf, *[None] * 4)
    refused: list[str] = []

    def come(person: int) -> None:
        try:
            lobby.join(Shelf(shelf.db), table.id, person, now=NOON)
        except lobby.Refused as why:
            refused.append(str(why))

    threads = [threading.Thread(target=come, args=[person]) for person in crowd]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seated = taken(shelf, table)
    assert len(refused) == 6
    assert None not in seated
    assert len(set(seated)) == 4
    assert now_at(shelf.db, table.id).status == "running"
    assert len(log(shelf.db, table.id)) == 1


def test_a_game_does_not_begin_without_somebody_who_stood_up(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The start is made of what was read before; somebody may stand up in between."""
    ann, ben = people(shelf.db, "ann", "ben")
    table = sit(shelf, ann, None)
    recorded = recording.record

    def late(c: store.Connection, *given: Any) -> None:
        recorded(c, *given)
        store.change_seat(c, table.id, 0, {"person_id": None})

    monkeypatch.setattr(turns, "record", late)
    assert lobby.join(shelf, table.id, ben, now=NOON).status == "open"
    assert log(shelf.db, table.id) == []


def test_against_bots(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    with shelf.db.reading() as c:
        person = store.person(c, ann)
    assert person is not None
    table = seating.against_bots(shelf, "dudo", 4, person, now=NOON)
    assert table.status == "running"
    assert taken(shelf, table) == [ann, "careful", "careful", "careful"]


def test_one_demo_table_waits_and_a_new_one_is_laid_when_it_is_taken(shelf: Shelf) -> None:
    (ann,) = people(shelf.db, "ann")
    demo = seating.demo_table(shelf, language="en", now=NOON)
    assert (demo.status, demo.private) == ("open", False)
    assert taken(shelf, demo) == [None, "careful", "careful"]
    assert seating.demo_table(shelf, language="en", now=NOON).id == demo.id
    lobby.join(shelf, demo.id, ann, now=NOON)
    assert seating.demo_table(shelf, language="en", now=NOON).id != demo.id


def test_a_private_table_is_no_demo(shelf: Shelf) -> None:
    private = sit(shelf, None, "careful", private=True)
    assert seating.demo_table(shelf, language="en", now=NOON).id != private.id


def test_a_game_that_cannot_begin_stands_still(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = people(shelf.db, "ann")
    table = sit(shelf, None, "careful")

    def broken(*given: Any, **named: Any) -> None:
        raise engine.Broken(ZeroDivisionError("no dice"))

    monkeypatch.setattr(engine, "begin", broken)
    assert lobby.join(shelf, table.id, ann, now=NOON).status == "frozen"
