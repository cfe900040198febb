"""Time begins when a question arrives, and nobody loses a move to a letter that did not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from pbem import store
from pbem.engine import CLOCK
from pbem.mail import outbox
from pbem.mail.carriers import MailServer
from pbem.services import (
    accounts,
    deadlines,
    delivery,
    letters,
    moderating,
    muting,
    story,
    substitutes,
    turns,
)
from pbem.services.budget import Budget
from tests.mail.conftest import Post
from tests.services.tables import NOON, answer, asked, log

HOUR = timedelta(hours=1)


def sweep(post: Post) -> int:
    return deadlines.apply_due(post.shelf, lambda: post.now, Budget(30))


def defaults(post: Post, table_id: int) -> list[store.Entry]:
    return [entry for entry in log(post.db, table_id) if entry.kind == CLOCK]


def seat_of(post: Post, table_id: int) -> store.Seat:
    with post.db.reading() as c:
        return store.seats(c, table_id)[asked(post.db, table_id).seat]


def test_time_begins_when_the_letter_is_handed_over(post: Post) -> None:
    table = post.table("ann", "ben")
    prompt = asked(post.db, table.id)
    assert (prompt.delivered_at, prompt.due_at) == (None, NOON + HOUR)
    post.wait(minutes=20)
    post.send()
    prompt = asked(post.db, table.id)
    assert prompt.delivered_at == post.now
    assert prompt.due_at == post.now + HOUR
    post.wait(minutes=59)
    assert sweep(post) == 0
    post.wait(minutes=1)
    assert sweep(post) == 1
    (entry,) = defaults(post, table.id)
    assert (entry.source, entry.at) == ("clock", prompt.due_at)


@pytest.mark.parametrize("how", ["web", "never", "muted"])
def test_time_begins_at_once_for_who_reads_on_the_web(post: Post, how: str) -> None:
    table = post.table("ann", "ben", "cleo")
    first = asked(post.db, table.id).seat
    with post.db.writing() as c:
        for seat in store.seats(c, table.id):
            assert seat.person_id is not None
            if how == "muted":
                store.change_seat(c, table.id, seat.index, {"muted": True})
            elif how == "web":
                store.change_person(c, seat.person_id, {"reads_on_web": True})
            else:
                store.change_person(c, seat.person_id, {"never_write": True})
        store.set_due(c, asked(post.db, table.id).id, post.now)
        store.mark_delivered(c, asked(post.db, table.id).id, post.now, post.now)
    assert sweep(post) == 1
    after = asked(post.db, table.id)
    assert after.seat != first
    assert (after.delivered_at, after.due_at) == (post.now, post.now + HOUR)


def test_the_player_who_sees_the_page_has_the_question(post: Post) -> None:
    table = post.table("ann", "ben")
    prompt, seat = asked(post.db, table.id), seat_of(post, table.id)
    assert seat.person_id is not None
    post.wait(minutes=10)
    with post.db.reading() as c:
        person = store.person(c, seat.person_id)
    assert person is not None
    delivery.seen(post.db, table, person, [prompt], post.now)
    assert asked(post.db, table.id).due_at == post.now + HOUR
    post.wait(minutes=5)
    delivery.seen(post.db, table, person, [asked(post.db, table.id)], post.now)
    post.send()
    assert asked(post.db, table.id).delivered_at == post.now - timedelta(minutes=5), "once"


def test_no_default_while_a_letter_is_queued_then_one_marked_undelivered(
    make_post: Callable[..., Post],
) -> None:
    post = make_post(smtp_port=1)
    table = post.table("ann", "ben")
    post.wait(hours=1)
    post.send()
    assert sweep(post) == 0
    held = asked(post.db, table.id)
    assert held.held_until == post.now + 2 * HOUR, "for twice the pace"
    assert seat_of(post, table.id).hold_used
    post.wait(hours=1, minutes=59)
    assert sweep(post) == 0
    post.wait(minutes=1)
    assert sweep(post) == 1
    (entry,) = defaults(post, table.id)
    assert (entry.source, entry.seat) == ("undelivered", held.seat)
    with post.db.reading() as c:
        assert substitutes.wanted(c, [table.id]) == {table.id: [held.seat]}, "it is offered"
        told = [line.text for line in story.lines(c, store.table(c, table.id), None)]
    assert any("whom no letter reached" in str(text) for text in told)


def test_a_seat_is_held_for_once_per_game(make_post: Callable[..., Post]) -> None:
    post = make_post(smtp_port=1)
    table = post.table("ann", "ben")
    seat = asked(post.db, table.id).seat
    with post.db.writing() as c:
        store.change_seat(c, table.id, seat, {"hold_used": True})
    post.wait(hours=1)
    assert sweep(post) == 1
    assert defaults(post, table.id)[0].source == "undelivered"


def test_a_letter_that_arrives_during_the_hold_gives_the_full_time(
    make_post: Callable[..., Post],
) -> None:
    post = make_post(smtp_port=1)
    table = post.table("ann", "ben")
    post.wait(hours=1)
    post.send()
    sweep(post)
    post.wait(minutes=30)
    again = make_post()
    again.now = post.now
    assert again.send() == 1
    prompt = asked(post.db, table.id)
    assert (prompt.held_until, prompt.due_at) == (None, post.now + HOUR)


def test_a_letter_that_comes_back_holds_the_deadline(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    seat = seat_of(post, table.id)
    assert seat.person_id is not None
    with post.db.writing() as c:
        delivery.came_back(c, seat.person_id, "550 5.1.1", post.now)
        delivery.came_back(c, seat.person_id, "550 5.1.1", post.now)
    assert asked(post.db, table.id).delivered_at is None
    post.wait(hours=2)
    assert sweep(post) == 0
    assert asked(post.db, table.id).held_until is not None


def test_a_report_that_comes_while_other_letters_are_still_sent_is_not_forgotten(
    post: Post,
) -> None:
    first, _second = post.table("ann", "ben"), post.table("cleo", "dan")
    reader = seat_of(post, first.id).person_id
    assert reader is not None
    lost: int = reader
    post.wait(minutes=2)

    class Slow(MailServer):
        """Between the first letter and the second the first comes back."""

        carried = 0

        def carry(self, raw: bytes, sender: str, recipient: str) -> None:
            if self.carried:
                with post.db.writing() as c:
                    delivery.came_back(c, lost, "550 5.1.1", post.now)
            super().carry(raw, sender, recipient)
            self.carried += 1

    carrier = Slow(post.desk.config)
    assert outbox.send_due(post.desk, lambda: post.now, Budget(30), carrier) == 2
    assert asked(post.db, first.id).delivered_at is None
    post.wait(hours=2)
    sweep(post)
    assert defaults(post, first.id) == []


def test_a_second_report_takes_delivery_back_too(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    prompt, lost = asked(post.db, table.id), seat_of(post, table.id).person_id
    assert lost is not None
    with post.db.writing() as c:
        delivery.came_back(c, lost, "550 5.1.1", post.now)
        store.mark_delivered(c, prompt.id, post.now, post.now)
        delivery.came_back(c, lost, "550 5.1.1", post.now)
        assert len([one for one in store.notes(c) if one.what == "address bounced"]) == 1
    assert asked(post.db, table.id).delivered_at is None


def test_a_letter_that_comes_back_does_not_hold_what_awaits_no_letter(post: Post) -> None:
    table = post.table("ann", "ben")
    seat = seat_of(post, table.id)
    assert seat.person_id is not None
    with post.db.writing() as c:
        store.change_seat(c, table.id, seat.index, {"muted": True})
        delivery.begin_without_letters(c, seat.person_id, post.now, table_id=table.id)
        delivery.came_back(c, seat.person_id, "550 5.1.1", post.now)
    assert asked(post.db, table.id).delivered_at == post.now


def test_a_letter_that_comes_back_does_not_hold_what_was_seen_on_the_web(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    seat = seat_of(post, table.id)
    assert seat.person_id is not None
    with post.db.writing() as c:
        store.mark_seen(c, table.id, seat.index, table.seq)
        delivery.came_back(c, seat.person_id, "550 5.1.1", post.now)
    assert asked(post.db, table.id).delivered_at is not None


def test_an_address_that_bounced_gets_no_letters_until_somebody_signs_in_by_one(
    post: Post,
) -> None:
    table = post.table("ann", "ben")
    seat = seat_of(post, table.id)
    assert seat.person_id is not None
    with post.db.writing() as c:
        delivery.came_back(c, seat.person_id, "550 5.1.1", post.now)
    post.wait(minutes=5)
    assert post.send() == 0
    with post.db.writing() as c:
        person = store.person(c, seat.person_id)
        assert person is not None
        delivery.arrives(c, person, post.now)
    assert post.send() == 1
    assert asked(post.db, table.id).delivered_at == post.now


def test_what_was_asked_while_an_address_bounced_is_asked_when_it_works_again(post: Post) -> None:
    table = post.table("ann", "ben")
    first = asked(post.db, table.id)
    with post.db.reading() as c:
        away = store.seats(c, table.id)[1 - first.seat].person_id
    assert away is not None
    with post.db.writing() as c:
        delivery.came_back(c, away, "552 5.2.2 full", post.now)
    answer(post.shelf, table.id, now=post.now)
    post.wait(minutes=5)
    assert post.send() == 0
    with post.db.reading() as c:
        person = store.person(c, away)
    assert person is not None
    accounts.change_address(post.db, person, "new@example.org", now=post.now)
    assert post.send() == 1
    assert post.sink.taken[-1].rcpt_tos == ["new@example.org"]
    assert asked(post.db, table.id).delivered_at == post.now


def test_a_seat_may_be_asked_again_and_again_in_a_moment(post: Post) -> None:
    table = post.table("ann", "ben")
    seat = asked(post.db, table.id).seat
    for _time in range(3):
        with post.db.writing() as c:
            letters.ask_again(c, table, seat, post.now)
        assert post.send() == 1


def test_muting_begins_the_time_of_what_waits(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    with post.db.reading() as c:
        (letter,) = store.letters_of_seat(c, table.id, seat_of(post, table.id).index)
    with post.db.writing() as c:
        delivery.came_back(c, letter.person_id, "550", post.now)
        assert muting.one_click(c, letter, post.now) == muting.MUTE
    assert asked(post.db, table.id).delivered_at == post.now
    assert seat_of(post, table.id).muted


def test_a_moderator_may_take_the_default_of_what_never_arrived(post: Post) -> None:
    table = post.table("ann", "ben")
    with post.db.writing() as c:
        mo = store.add_person(c, "m@x.org", name="Mo", language="en", zone="UTC", now=post.now)
    deed = moderating.Deed(table.id, mo.id, "They asked for it.", post.now)
    moderating.take_default(post.shelf, deed, asked(post.db, table.id).key)
    assert [entry.source for entry in defaults(post, table.id)] == ["moderator"]


def test_the_clock_cannot_take_what_never_arrived_even_if_it_is_told_to(post: Post) -> None:
    table = post.table("ann", "ben")
    prompt = asked(post.db, table.id)
    post.wait(hours=3)
    order = turns.Order(CLOCK, prompt.seat, prompt.key, source="clock")
    with pytest.raises(turns.NotDue):
        turns.submit(post.shelf, table.id, order, now=post.now)


# Reminders.


def kinds(post: Post, table_id: int) -> list[str]:
    with post.db.reading() as c:
        found = store.letters_of_seat(c, table_id, asked(post.db, table_id).seat)
    return [letter.kind for letter in reversed(found)]


def test_one_reminder_after_a_third_and_one_near_the_end(post: Post) -> None:
    table = post.table("ann", "ben", pace={"turn": 86400})
    post.wait(minutes=1)
    post.send()
    begun = post.now
    found: list[tuple[datetime, str]] = []
    for _half_hour in range(47):
        post.wait(minutes=30)
        if post.remind():
            assert post.send() == 1
            found.append((post.now, kinds(post, table.id)[-1]))
    assert found == [
        (begun + timedelta(hours=8), "reminder"),
        (begun + timedelta(hours=21), "reminder"),
    ]
    bodies = [mail.get_body(("plain",)) for mail in post.sink.letters]
    said = [body.get_content() for body in bodies if body is not None]
    assert "A reminder" in said[1]
    assert "Your time ends soon" in said[2]


def test_a_deadline_that_moves_brings_no_reminder_twice(post: Post) -> None:
    table = post.table("ann", "ben", pace={"turn": 86400})
    post.wait(minutes=1)
    post.send()
    post.wait(hours=9)
    assert post.remind() == 1
    with post.db.writing() as c:
        due = asked(post.db, table.id).due_at
        assert due is not None
        store.set_due(c, asked(post.db, table.id).id, due + timedelta(days=2))
    assert post.remind() == 0
    post.wait(hours=20)
    assert post.remind() == 0
    post.wait(hours=40)
    assert post.remind() == 1
    assert post.remind() == 0


def test_nobody_is_reminded_before_the_letter_or_without_wanting_letters(post: Post) -> None:
    table = post.table("ann", "ben", pace={"turn": 86400})
    post.wait(hours=9)
    assert post.remind() == 0
    post.send()
    post.wait(hours=9)
    with post.db.writing() as c:
        store.change_seat(c, table.id, asked(post.db, table.id).seat, {"muted": True})
    assert post.remind() == 0


def test_two_workers_remind_once(post: Post) -> None:
    post.table("ann", "ben", pace={"turn": 86400})
    post.wait(minutes=1)
    post.send()
    post.wait(hours=9)
    with post.db.reading() as c:
        (one,) = store.remindable(c, post.now, after=0, limit=10, every=7)
    with post.db.writing() as c:
        assert store.mark_reminded(c, one.prompt.id, 0, 1)
        assert not store.mark_reminded(c, one.prompt.id, 0, 1)


def test_the_last_one_is_told_so(post: Post) -> None:
    table = post.table("ann", "ben", game="metallum", pace={"turn": 86400, "reaction": 86400})
    with post.db.reading() as c:
        waiting = store.waiting_at(c, [table.id])[table.id]
    while len({prompt.seat for prompt in waiting}) < 2:
        with post.db.writing() as c:
            store.mark_delivered(c, waiting[0].id, post.now, post.now)
            store.set_due(c, waiting[0].id, post.now)
        sweep(post)
        with post.db.reading() as c:
            waiting = store.waiting_at(c, [table.id])[table.id]
    post.wait(minutes=2)
    post.send()
    *others, last = waiting
    post.wait(hours=3)
    assert post.remind() == 0
    for prompt in others:
        with post.shelf.looking(table.id) as sitting:
            value = sitting.match.question(prompt.key).default
        order = turns.Order("answer", prompt.seat, prompt.key, value)
        turns.submit(post.shelf, table.id, order, now=post.now)
    assert post.remind() == 1
    assert post.remind() == 0
    assert post.send() == 1
    with post.db.reading() as c:
        newest = store.letters_of_seat(c, table.id, last.seat)[0]
    assert newest.kind == "last"
    assert newest.raw is not None
    assert b"The table waits for you alone" in newest.raw
