"""Letters go out once they are due and true, over one connection, and none is ever lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import Engine, event

from pbem import store
from pbem.engine import ANSWER
from pbem.mail import outbox
from pbem.services import inviting, letters, lobby, outside, turns
from tests.mail.conftest import SETTLE, Post
from tests.services.tables import PACE, asked, people


def answer(post: Post, table_id: int) -> None:
    """Whoever is asked answers something legal."""
    prompt = asked(post.db, table_id)
    with post.shelf.looking(table_id) as sitting:
        value = sitting.match.question(prompt.key).sample(random.Random(1))
    turns.submit(
        post.shelf, table_id, turns.Order(ANSWER, prompt.seat, prompt.key, value), now=post.now
    )


def awaited(post: Post, table: store.Table) -> int:
    """The number of the person who is asked."""
    with post.db.reading() as c:
        person = store.seats(c, table.id)[asked(post.db, table.id).seat].person_id
    assert person is not None
    return person


def test_a_letter_settles_first_and_is_sent_once(post: Post) -> None:
    post.table("ann", "ben")
    assert post.send() == 0
    post.wait(seconds=SETTLE.total_seconds())
    assert post.send() == 1
    assert post.send() == 0
    (mail,) = post.sink.letters
    assert mail["Auto-Submitted"] == "auto-generated"
    assert post.sink.taken[0].rcpt_tos == [mail["To"].addresses[0].addr_spec]


def test_many_letters_go_over_one_connection(post: Post) -> None:
    for n in range(12):
        post.table(f"ann{n}", f"ben{n}")
    post.wait(minutes=2)
    assert post.send() == 12
    assert post.sink.connections == 1


def test_a_question_that_was_answered_meanwhile_makes_no_letter(post: Post) -> None:
    table = post.table("ann", "ben")
    first = awaited(post, table)
    answer(post, table.id)
    post.wait(minutes=2)
    assert post.send() == 1
    (letter,) = post.letters(first)
    assert letter.state == "dropped"
    assert [m.state for m in post.letters(awaited(post, table))] == ["sent"]


def test_news_rewrite_the_letter_that_waits(post: Post) -> None:
    table = post.table("ann", "ben")
    for _turn in range(4):
        answer(post, table.id)
        post.wait(seconds=5)
    waiting = [one for seat in (0, 1) for one in owed(post, table, seat)]
    assert len(waiting) == 2, "one for each seat, however often it was asked"


def test_much_news_puts_a_letter_off_for_a_few_minutes_only(post: Post) -> None:
    table = post.table("ann", "ben")
    begun = post.now
    while all(one.state == "queued" for seat in (0, 1) for one in owed(post, table, seat)):
        answer(post, table.id)
        post.wait(seconds=SETTLE.total_seconds() / 4)
        post.send()
    waited = post.now - begun
    assert 3 * SETTLE < waited <= SETTLE + letters.PATIENCE + SETTLE / 4


def owed(post: Post, table: store.Table, seat: int) -> tuple[store.Letter, ...]:
    with post.db.reading() as c:
        return store.letters_of_seat(c, table.id, seat)


def test_refused_for_now_is_tried_again_later_with_the_same_bytes(post: Post) -> None:
    table = post.table("ann", "ben")
    post.sink.at_recipient.append("450 4.2.0 try later")
    post.sink.at_end.append("451 4.3.0 still not")
    post.wait(minutes=2)
    assert post.send() == 0
    (letter,) = post.letters(awaited(post, table))
    assert (letter.state, letter.error) == ("queued", "450 4.2.0 try later")
    assert timedelta(seconds=44) < letter.not_before - post.now < timedelta(seconds=76)
    first = letter.raw
    post.wait(minutes=2)
    assert post.send() == 0
    post.wait(minutes=10)
    assert post.send() == 1
    (letter,) = post.letters(awaited(post, table))
    assert (letter.state, letter.attempt, letter.raw) == ("sent", 3, first)


def test_refused_for_good_marks_the_letter_and_the_address(post: Post) -> None:
    with post.db.writing() as c:
        moderator = store.add_person(
            c, "mo@example.org", name="Mo", language="en", zone="UTC", now=post.now
        )
    table = post.table("ann", "ben", moderator=moderator.id)
    lost = awaited(post, table)
    post.sink.at_recipient += ["450 4.2.0 try later", "550 5.1.1 no such user"]
    post.wait(minutes=2)
    post.send()
    post.wait(minutes=5)
    assert post.send() == 1, "the moderator is told"
    (letter,) = post.letters(lost)
    assert (letter.state, letter.error) == ("failed", "550 5.1.1 no such user")
    with post.db.reading() as c:
        person = store.person(c, lost)
    assert person is not None
    assert person.bounced_at == post.now
    (told,) = post.sink.letters
    assert told["To"].addresses[0].addr_spec == "mo@example.org"
    assert "no such user" in told.get_body(("plain",)).get_content()  # type: ignore[union-attr]


def test_a_refusal_of_the_words_is_not_the_address_s_fault(post: Post) -> None:
    table = post.table("ann", "ben")
    lost = awaited(post, table)
    post.sink.at_end.append("554 5.7.1 looks like spam")
    post.wait(minutes=2)
    post.send()
    assert [letter.state for letter in post.letters(lost)] == ["failed"]
    with post.db.reading() as c:
        person = store.person(c, lost)
    assert person is not None
    assert person.bounced_at is None


def test_a_connection_lost_after_the_letter_repeats_it_with_the_same_name(post: Post) -> None:
    post.table("ann", "ben")
    post.sink.at_end.append("gone")
    post.wait(minutes=2)
    assert post.send() == 0
    post.wait(minutes=2)
    assert post.send() == 1
    first, again = post.sink.taken
    assert first.content == again.content
    assert len({mail["Message-ID"] for mail in post.sink.letters}) == 1


def test_a_server_that_is_gone_loses_nothing(make_post: Callable[..., Post]) -> None:
    post = make_post(smtp_port=1)
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    assert post.send() == 0
    (letter,) = post.letters(awaited(post, table))
    assert letter.state == "queued"
    assert letter.error


def test_a_server_that_refuses_us_is_not_held_against_anybody(post: Post) -> None:
    """530 comes for the sender: all letters wait, none has failed."""
    table = post.table("ann", "ben")
    post.sink.at_end.append("421 4.3.2 going down")
    post.wait(minutes=2)
    post.send()
    (letter,) = post.letters(awaited(post, table))
    assert (letter.state, letter.error) == ("queued", "421 4.3.2 going down")


def test_after_three_days_of_tries_a_letter_is_given_up(post: Post) -> None:
    table = post.table("ann", "ben")
    post.sink.at_recipient += ["450 later"] * (outbox.MOST_TRIES + 1)
    for _try in range(outbox.MOST_TRIES):
        post.wait(hours=6)
        post.send()
    (letter,) = post.letters(awaited(post, table))
    assert (letter.state, letter.attempt) == ("failed", outbox.MOST_TRIES)


def test_waits_grow_and_differ() -> None:
    for attempt, minutes in ((1, 1), (2, 2), (5, 16), (9, 240), (99, 240)):
        waits = {outbox.pause(attempt) for _i in range(20)}
        assert len(waits) > 1
        assert min(waits) >= timedelta(minutes=minutes * 0.75)
        assert max(waits) <= timedelta(minutes=minutes * 1.25)


def test_a_letter_that_cannot_be_written_does_not_stop_the_others(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = post.table("ann", "ben"), post.table("cleo", "dan")
    whole = type(post.desk).write

    def breaks(desk: object, letter: store.Letter, now: object) -> object:
        if letter.table_id == first.id:
            raise ZeroDivisionError("a template broke")
        return whole(post.desk, letter, post.now)

    monkeypatch.setattr(type(post.desk), "write", breaks)
    post.wait(minutes=2)
    assert post.send() == 1
    (letter,) = post.letters(awaited(post, first))
    assert letter.state == "queued"
    assert "ZeroDivisionError" in str(letter.error)
    assert [one.state for one in post.letters(awaited(post, second))] == ["sent"]


def test_an_address_that_cannot_stand_in_a_letter_fails_for_good(post: Post) -> None:
    table = post.table("ann", "ben")
    lost = awaited(post, table)
    with post.db.writing() as c:
        store.change_person(c, lost, {"address": "x@[not an address"})
    post.wait(minutes=2)
    assert post.send() == 0
    assert [letter.state for letter in post.letters(lost)] == ["failed"]
    assert not post.sink.taken


def test_without_a_mail_server_letters_are_caught(make_post: Callable[..., Post]) -> None:
    post = make_post(smtp_host="", reply_address="")
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    assert post.send() == 1
    (letter,) = post.letters(awaited(post, table))
    assert letter.state == "sent"
    assert letter.raw is not None
    assert b"Reply-To: pbem <games+" in letter.raw
    assert not post.sink.taken


@pytest.mark.parametrize("why", ["never", "muted", "web"])
def test_who_wants_no_letters_gets_none(post: Post, why: str) -> None:
    table = post.table("ann", "ben")
    person, seat = awaited(post, table), asked(post.db, table.id).seat
    with post.db.writing() as c:
        if why == "muted":
            store.change_seat(c, table.id, seat, {"muted": True})
        else:
            store.change_person(c, person, {"never_write": why == "never", "reads_on_web": True})
    post.wait(minutes=2)
    assert post.send() == 0
    assert [letter.state for letter in post.letters(person)] == ["dropped"]


@pytest.mark.parametrize("why", ["never", "muted", "web", "bounced", "paused", "handed", "erased"])
def test_a_letter_that_waited_is_not_sent_once_it_is_not_wanted(post: Post, why: str) -> None:
    table = post.table("ann", "ben")
    person, seat = awaited(post, table), asked(post.db, table.id).seat
    facts = letters.deed(outside.ANNOUNCED)
    with post.db.writing() as c:
        letters.told(c, table, facts, post.now + timedelta(minutes=1))
    post.sink.at_recipient += ["450 4.2.0 try later"] * 3
    post.wait(minutes=2)
    assert post.send() == 0
    with post.db.writing() as c:
        changes: dict[str, store.PersonChanges] = {
            "never": {"never_write": True},
            "web": {"reads_on_web": True},
            "bounced": {"bounced_at": post.now},
        }
        if why in changes:
            store.change_person(c, person, changes[why])
        elif why == "muted":
            store.change_seat(c, table.id, seat, {"muted": True})
        elif why == "paused":
            store.change_table(c, table.id, {"status": "paused"})
        elif why == "erased":
            store.erase_person(c, person, post.now)
        else:
            new = store.add_person(
                c, "zoe@example.org", name="Zoe", language="en", zone="UTC", now=post.now
            )
            store.change_seat(c, table.id, seat, {"person_id": new.id})
    post.wait(minutes=3)
    post.send()
    got = {letter.kind: letter.state for letter in post.letters(person)}
    announced = "sent" if why == "paused" else "dropped"
    assert got == {"turn": "dropped", "told": announced}


def test_an_invitation_that_waited_is_not_sent_once_the_table_has_begun(post: Post) -> None:
    ann, ben = people(post.db, "ann", "ben", by_letter=True)
    table = lobby.open_table(post.shelf, lobby.Wish("dudo", (ann, None), pace=PACE), now=post.now)
    with post.db.writing() as c:
        inviting.invite(
            c, post.desk.config, table.id, {1: "cleo@example.org"}, by=ann, now=post.now
        )
    post.sink.at_recipient.append("450 4.2.0 try later")
    assert post.send() == 0
    lobby.join(post.shelf, table.id, ben, now=post.now)
    post.wait(minutes=3)
    post.send()
    assert "cleo@example.org" not in [to for one in post.sink.taken for to in one.rcpt_tos]


def test_whether_letters_still_stand_takes_few_questions(post: Post) -> None:
    """However many letters: the people, the tables, their seats and what is asked."""
    tables = [post.table(f"ann{n}", f"ben{n}") for n in range(8)]
    post.sink.at_recipient += ["450 4.2.0 try later"] * len(tables)
    post.wait(minutes=2)
    post.send()
    written = [one for t in tables for s in (0, 1) for one in owed(post, t, s)]
    assert len(written) == len(tables)
    counted = []
    event.listen(Engine, "before_cursor_execute", counts := lambda *a: counted.append(a[2]))
    try:
        assert len(post.desk.still_true(written)) == len(written)
    finally:
        event.remove(Engine, "before_cursor_execute", counts)
    assert len([one for one in counted if one.startswith("SELECT")]) == 4


def test_a_seat_that_was_handed_on_is_not_written_to_under_its_old_name(post: Post) -> None:
    table = post.table("ann", "ben")
    old, seat = awaited(post, table), asked(post.db, table.id).seat
    with post.db.writing() as c:
        new = store.add_person(
            c, "zoe@example.org", name="Zoe", language="en", zone="UTC", now=post.now
        )
        store.change_seat(c, table.id, seat, {"person_id": new.id})
        letters.ask_again(c, table, seat, post.now)
    post.wait(minutes=2)
    assert post.send() == 1
    assert post.sink.taken[0].rcpt_tos == ["zoe@example.org"]
    assert all(letter.state != "sent" for letter in post.letters(old))
