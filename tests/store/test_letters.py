"""The outbox and the inbox: rewritten while unclaimed, leased, marked by attempt."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.store import (
    Connection,
    Database,
    NewLetter,
    came_before,
    claim_letters,
    claim_mail,
    count_letters,
    drop,
    forget_mail,
    give_up,
    keep_written,
    kept_mail,
    letter,
    mail,
    mark_sent,
    place_mail,
    put_off,
    queue,
    reopen_mail,
    settle_mail,
    take_in,
)
from tests.store.sample import HOUR, NOON, a_letter, someone

LEASE = timedelta(minutes=2)


def put(db: Database, *letters: NewLetter) -> None:
    """Queue letters to Ann."""
    with db.writing() as c:
        queue(c, [replace(one, person_id=someone(c).id) for one in letters])


def test_a_letter_is_claimed_written_and_sent(db: Database) -> None:
    put(db, a_letter(0, "k"))
    with db.writing() as c:
        (mine,) = claim_letters(c, NOON, 10, LEASE)
    assert (mine.state, mine.attempt, mine.lease_until) == ("leased", 1, NOON + LEASE)
    assert mine.facts == {"about": "k"}
    with db.writing() as c:
        assert claim_letters(c, NOON, 10, LEASE) == ()
        assert keep_written(c, mine.id, 1, b"Subject: x\r\n", {"1": "bid"})
        assert mark_sent(c, mine.id, 1, NOON + HOUR)
        after = letter(c, mine.id)
        assert after is not None
        assert (after.state, after.sent_at, after.raw) == ("sent", NOON + HOUR, b"Subject: x\r\n")
        assert after.option_map == {"1": "bid"}
        assert claim_letters(c, NOON + 9 * HOUR, 10, LEASE) == ()
        assert (count_letters(c, "sent"), count_letters(c, "queued")) == (1, 0)


def test_not_before_its_time_and_oldest_first(db: Database) -> None:
    put(
        db,
        replace(a_letter(0, "b"), not_before=NOON + HOUR),
        replace(a_letter(0, "a"), not_before=NOON),
        replace(a_letter(0, "c"), not_before=NOON + 2 * HOUR),
    )
    with db.writing() as c:
        assert [one.key for one in claim_letters(c, NOON + HOUR, 10, LEASE)] == ["a", "b"]
    with db.writing() as c:
        assert [one.key for one in claim_letters(c, NOON + 9 * HOUR, 1, LEASE)] == ["a"]


def test_a_dead_workers_letter_is_taken_over(db: Database) -> None:
    put(db, a_letter(0, "k"))
    with db.writing() as c:
        (dead,) = claim_letters(c, NOON, 10, LEASE)
    with db.writing() as c:
        (mine,) = claim_letters(c, NOON + LEASE, 10, LEASE)
    assert (mine.id, mine.key, mine.attempt) == (dead.id, "k", 2)
    with db.writing() as c:
        for late in (
            mark_sent(c, dead.id, 1, NOON),
            put_off(c, dead.id, 1, NOON, "x"),
            give_up(c, dead.id, 1, "x"),
            drop(c, dead.id, 1, "x"),
            keep_written(c, dead.id, 1, b"", None),
        ):
            assert not late
        assert mark_sent(c, mine.id, 2, NOON)
        assert not mark_sent(c, mine.id, 2, NOON)


def test_put_off_comes_again_and_given_up_does_not(db: Database) -> None:
    put(db, a_letter(0, "again"), a_letter(0, "never"), a_letter(0, "untrue"))
    with db.writing() as c:
        again, never, untrue = claim_letters(c, NOON, 10, LEASE)
        assert put_off(c, again.id, 1, NOON + HOUR, "450 later")
        assert give_up(c, never.id, 1, "550 no such user")
        assert drop(c, untrue.id, 1, "answered meanwhile")
        assert claim_letters(c, NOON + HOUR - LEASE, 10, LEASE) == ()
        (second,) = claim_letters(c, NOON + HOUR, 10, LEASE)
        assert (second.key, second.attempt, second.error) == ("again", 2, "450 later")
        ends = {one.key: one.state for n in (never.id, untrue.id) if (one := letter(c, n))}
    assert ends == {"never": "failed", "untrue": "dropped"}


def test_unclaimed_letter_in_a_slot_is_rewritten(db: Database) -> None:
    put(db, a_letter(0, "one", slot="t1.s0"), a_letter(0, "other", slot="t1.s1"))
    put(db, replace(a_letter(0, "two", slot="t1.s0"), not_before=NOON + HOUR))
    with db.writing() as c:
        assert [one.key for one in claim_letters(c, NOON, 10, 2 * HOUR)] == ["other"]
        (mine,) = claim_letters(c, NOON + HOUR, 10, LEASE)
    assert (mine.key, mine.facts, mine.slot) == ("one", {"about": "two"}, None)
    put(db, a_letter(0, "three", slot="t1.s0"))
    with db.writing() as c:
        assert letter(c, mine.id) == mine
        assert put_off(c, mine.id, 1, NOON, "later")
        assert count_letters(c, "queued") == 2


def test_a_letter_that_is_rewritten_again_and_again_goes_out_in_the_end(db: Database) -> None:
    first = replace(a_letter(0, "one", slot="t1.s0"), not_after=NOON + 2 * HOUR)
    put(db, first)
    for hours in range(1, 5):
        late = NOON + hours * HOUR
        put(db, replace(first, key=f"later{hours}", not_before=late, not_after=late + HOUR))
    with db.writing() as c:
        assert claim_letters(c, NOON + 1.9 * HOUR, 10, LEASE) == ()
        (mine,) = claim_letters(c, NOON + 2 * HOUR, 10, LEASE)
    assert mine.key == "one"
    put(db, replace(first, key="new", not_before=NOON + 3 * HOUR, not_after=NOON + 4 * HOUR))
    put(db, replace(first, key="sooner", not_before=NOON + HOUR))
    with db.writing() as c:
        assert [one.key for one in claim_letters(c, NOON + HOUR, 10, 9 * HOUR)] == ["new"]


def test_a_known_key_is_left_alone(db: Database) -> None:
    put(db, a_letter(0, "k"))
    put(db, replace(a_letter(0, "k"), facts={"about": "a repeat"}))
    with db.writing() as c:
        (mine,) = claim_letters(c, NOON, 10, LEASE)
    assert mine.facts == {"about": "k"}


def test_mail_is_kept_raw_then_settled(db: Database) -> None:
    with db.writing() as c:
        for number in range(2):
            take_in(
                c,
                received_at=NOON - number * HOUR,
                message_id=f"<{number}\x00>",
                from_address=f" Ann{number}@EXAMPLE.org",
                recipient="reply\ud800@x",
                raw=bytes(range(256)),
            )
    with db.writing() as c:
        first, second = claim_mail(c, NOON, 10, LEASE)
        assert (first.message_id, second.message_id) == ("<1>", "<0>")
        assert (first.from_address, first.recipient) == ("ann1@example.org", "reply?@x")
        assert first.raw == bytes(range(256))
        assert claim_mail(c, NOON, 10, LEASE) == (), "somebody reads it"
        assert settle_mail(c, first.id, "ignored", "an auto-reply")
        assert not settle_mail(c, first.id, "done"), "it is settled once"
        (again,) = claim_mail(c, NOON + LEASE, 10, LEASE)
        assert (again.id, again.attempt) == (second.id, 2), "its reader died"
        with pytest.raises(ValueError, match="not new"):
            settle_mail(c, second.id, "new")


def a_mail(c: Connection, **more: str) -> int:
    known = {"message_id": "<1@x>", "from_address": "", "recipient": "reply+a@y", **more}
    return take_in(c, received_at=NOON, raw=b"x", **known)


def test_from_one_sender_the_next_mail_waits_until_the_one_before_is_settled(db: Database) -> None:
    with db.writing() as c:
        first, second = (a_mail(c, from_address="ann@x") for _n in range(2))
        other = a_mail(c, from_address="ben@x")
    with db.writing() as c:
        assert [one.id for one in claim_mail(c, NOON, 9, LEASE)] == [first, other]
    with db.writing() as c:
        assert claim_mail(c, NOON, 9, LEASE) == ()
        assert [one.id for one in claim_mail(c, NOON + LEASE, 9, LEASE)] == [first, other]
        assert settle_mail(c, first, "done")
        assert [one.id for one in claim_mail(c, NOON + LEASE, 9, LEASE)] == [second]


def test_a_mail_that_comes_again_is_known_by_its_id_and_where_it_went(db: Database) -> None:
    with db.writing() as c:
        numbers = [a_mail(c), a_mail(c), a_mail(c, recipient="b"), a_mail(c, message_id="<2@x>")]
        known = [came_before(c, one, 1) for one in claim_mail(c, NOON, 9, LEASE)]
    assert (len(numbers), known) == (4, [False, True, False, False])


def test_held_mail_is_found_by_its_table_and_can_be_read_again(db: Database) -> None:
    with db.writing() as c:
        number, other = a_mail(c), a_mail(c)
        claim_mail(c, NOON, 9, LEASE)
        place_mail(c, number, 7, 3)
        assert settle_mail(c, number, "held", "from elsewhere")
        assert settle_mail(c, other, "done")
        assert [one.id for one in kept_mail(c)] == [number]
        assert [one.id for one in kept_mail(c, table_id=3)] == [number]
        assert kept_mail(c, table_id=4) == ()
        assert forget_mail(c, NOON + HOUR) == 1, "what is held is not thrown away"
        reopen_mail(c, number, "the moderator vouches for it")
        (again,) = claim_mail(c, NOON, 9, LEASE)
        assert (again.released, again.letter_id, again.table_id) == (True, 7, 3)
        assert mail(c, number) == again
        assert mail(c, other) is None
