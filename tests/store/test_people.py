"""People, seats and ledgers: one address one person, one seat one taker, all erased if asked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import select

from pbem.store import (
    Conflict,
    Database,
    NotFound,
    add_wording,
    beat,
    beats,
    change_person,
    change_seat,
    change_table,
    claim_letters,
    claim_mail,
    count_attempt,
    erase_person,
    forget_attempts,
    load,
    mark_drawn,
    mark_seen,
    notes,
    people,
    person,
    person_by_address,
    seats,
    stale_boards,
    table,
    table_by_slug,
    tables_in,
    tables_of,
    take_seat,
    wordings,
)
from pbem.store.models import METADATA
from pbem.store.tables import StaleBoard
from tests.store.sample import HOUR, NOON, a_table, fill, someone


def test_one_address_is_one_person(db: Database) -> None:
    with db.writing() as c:
        ann = someone(c, "Ann@Example.ORG ")
        assert ann.address == "ann@example.org"
        assert (ann.quiet_hours, ann.weekends, ann.vacation) == ({}, [], [])
        assert someone(c, "ANN@example.org") == ann
        assert person_by_address(c, " aNN@example.org") == ann
        assert person_by_address(c, "bea@example.org") is None
        bea = someone(c, "bea@example.org")
        assert people(c, [ann.id, bea.id, 99]) == {ann.id: ann, bea.id: bea}


def test_people_change(db: Database) -> None:
    with db.writing() as c:
        ann = someone(c)
        change_person(c, ann.id, {"address": "New@Example.org", "name": "A\x00nn", "weekends": [6]})
        after = person(c, ann.id)
    assert after is not None
    assert (after.address, after.name, after.weekends) == ("new@example.org", "Ann", [6])


def test_erased_person_leaves_the_log_whole(db: Database) -> None:
    made = fill(db)
    with db.writing() as c:
        before = load(c, made, whole=True)
        erase_person(c, 1, NOON + HOUR)
        erase_person(c, 1, NOON + 2 * HOUR)
        erase_person(c, 99, NOON)
        gone = person(c, 1)
        assert gone is not None
        assert (gone.address, gone.name, gone.erased_at) == ("erased:1", "", NOON + HOUR)
        assert gone.token_version == 1
        assert load(c, made, whole=True).entries == before.entries
        assert wordings(c, [1]) == {1: ""}
        assert claim_letters(c, NOON, 10, HOUR) == ()
        assert claim_mail(c, NOON, 10, HOUR) == ()
        assert seats(c, made)[0].person_id == 1
        everything = "".join(
            str(row).lower() for t in METADATA.sorted_tables for row in c.execute(select(t))
            if t.name != "attempts"
        )  # fmt: skip
        assert "ann@" not in everything
        assert "slept" not in everything
        assert someone(c).id != 1


def test_a_seat_is_taken_once(db: Database) -> None:
    with db.writing() as c:
        ann, made = someone(c), a_table(c)
        take_seat(c, made.id, 1, person_id=ann.id, phrase_hash="ab")
        for taker in ({"bot": "b"}, {"person_id": ann.id}):
            with pytest.raises(Conflict, match="took this seat first"):
                take_seat(c, made.id, 1, **taker)
        with pytest.raises(ValueError, match="a person or by a bot"):
            take_seat(c, made.id, 0)
        empty, mine = seats(c, made.id)
        assert (empty.person_id, mine.person_id, mine.phrase_hash) == (None, ann.id, "ab")
        change_seat(c, made.id, 1, {"muted": True, "token_version": 3, "person_id": None})
        after = seats(c, made.id)[1]
        assert (after.muted, after.token_version, after.person_id) == (True, 3, None)
        assert not seats(c, made.id)[0].muted


def test_tables_are_found(db: Database) -> None:
    with db.writing() as c:
        ann, running, waiting = someone(c), a_table(c), a_table(c, running=False)
        take_seat(c, waiting.id, 0, person_id=ann.id)
        assert running.slug != waiting.slug
        assert len(waiting.slug) == 16
        assert table_by_slug(c, waiting.slug) == waiting
        assert table_by_slug(c, "nosuch") is None
        assert tables_of(c, ann.id) == (waiting,)
        assert tables_in(c, ["open"], limit=9) == (waiting,)
        assert [t.id for t in tables_in(c, ["open", "running"], limit=9)] == [
            waiting.id,
            running.id,
        ]
        change_table(c, waiting.id, {"frozen_reason": "x", "status": "frozen"})
        assert table(c, waiting.id).frozen_reason == "x"
        with pytest.raises(NotFound):
            table(c, 99)


def test_boards_are_stale_until_drawn(db: Database) -> None:
    made = fill(db)
    with db.writing() as c:
        assert stale_boards(c, 9) == (StaleBoard(made, 3),)
        assert mark_drawn(c, made, 2)
        assert not mark_drawn(c, made, 1)
        assert stale_boards(c, 9) == (StaleBoard(made, 3),)
        assert mark_drawn(c, made, 3)
        assert stale_boards(c, 9) == ()


def test_seen_only_moves_forward(db: Database) -> None:
    made = fill(db)
    with db.writing() as c:
        assert mark_seen(c, made, 0, 2)
        assert not mark_seen(c, made, 0, 1)
        assert [seat.seen_seq for seat in seats(c, made)] == [2, 0]


def test_words_are_kept_as_both_databases_can(db: Database) -> None:
    with db.writing() as c:
        number = add_wording(c, "a\x00b\ud800 é 😴", person_id=None, now=NOON)
        assert wordings(c, [number, 99]) == {number: "ab? é 😴"}


def test_attempts_count_by_window(db: Database) -> None:
    with db.writing() as c:
        assert [count_attempt(c, "sign-in", "ann", NOON) for _ in range(3)] == [1, 2, 3]
        assert count_attempt(c, "sign-in", "bea", NOON) == 1
        assert count_attempt(c, "sign-in", "ann", NOON + HOUR) == 1
        assert forget_attempts(c, NOON + HOUR) == 2
        assert count_attempt(c, "sign-in", "ann", NOON) == 1


def test_audit_newest_first(db: Database) -> None:
    made = fill(db)
    with db.reading() as c:
        (line,) = notes(c, table_id=made)
        assert notes(c) == (line,)
        assert notes(c, table_id=made + 1) == ()
    assert (line.what, line.detail, line.at) == ("signed in", {"by": "link"}, NOON)


def test_heartbeat_tells_the_silence_before(db: Database) -> None:
    with db.writing() as c:
        assert beat(c, "worker", NOON) is None
        assert beat(c, "worker", NOON + HOUR) == NOON
        assert beat(c, "worker", NOON + timedelta(minutes=1)) == NOON + HOUR
        assert beat(c, "worker", NOON + 2 * HOUR, starting=True) == NOON + HOUR
        (after,) = beats(c)
    assert (after.name, after.at, after.started_at) == ("worker", NOON + 2 * HOUR, NOON + 2 * HOUR)
