"""A mail program's button stops the letters of one game, or those of one sort: never all."""

from __future__ import annotations

import pytest

from pbem import store
from pbem.services import inviting, letters, lobby, muting, outside
from tests.mail.conftest import Post
from tests.services.tables import PACE, asked, people
from tests.store_fixtures import MakeDatabase


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    return make_sqlite()


def press(post: Post, letter: store.Letter) -> str:
    with post.db.writing() as c:
        return muting.one_click(c, letter, post.now)


def known(post: Post, name: str) -> store.Person:
    with post.db.reading() as c:
        person = store.person_by_address(c, f"{name}@example.org")
    assert person is not None
    assert not person.never_write
    return person


def newest(post: Post, name: str) -> store.Letter:
    return post.letters(known(post, name).id)[-1]


def invite_ben(post: Post, by: int, table: store.Table | None = None) -> store.Table:
    """Keep a seat for Ben, and write to him."""
    table = table or lobby.open_table(
        post.shelf, lobby.Wish("dudo", (by, None), pace=PACE), now=post.now
    )
    with post.db.writing() as c:
        inviting.invite(c, post.desk.config, table.id, {1: "ben@example.org"}, by=by, now=post.now)
    post.wait(minutes=1)
    return table


def test_an_invitation_is_declined_and_its_table_writes_no_more(post: Post) -> None:
    (ann,) = people(post.db, "ann", by_letter=True)
    table = invite_ben(post, ann)
    assert post.send() == 1
    assert press(post, newest(post, "ben")) == muting.STOP
    ben = known(post, "ben")
    with post.db.reading() as c:
        assert inviting.answers(c, table.id)[ben.id].what == inviting.DECLINED
    invite_ben(post, ann, table)
    assert post.send() == 0
    assert newest(post, "ben").state == "dropped"
    invite_ben(post, ann)
    assert post.send() == 1, "another table may still invite"


def test_who_sits_down_after_all_gets_the_letters_of_the_game(post: Post) -> None:
    (ann,) = people(post.db, "ann", by_letter=True)
    table = invite_ben(post, ann)
    post.send()
    press(post, newest(post, "ben"))
    lobby.join(post.shelf, table.id, known(post, "ben").id, now=post.now)
    post.wait(minutes=2)
    assert post.send() == 1
    with post.db.writing() as c:
        letters.told(c, store.table(c, table.id), letters.deed(outside.PAUSED), post.now)
    assert post.send() == 2


def test_links_to_sign_in_are_stopped_and_nothing_else(post: Post) -> None:
    table = post.table("ann", "ben")
    with post.db.reading() as c:
        number = store.seats(c, table.id)[asked(post.db, table.id).seat].person_id
        assert number is not None
        person = store.person(c, number)
    assert person is not None
    post.queue(letters.sign_in(person, post.now))
    assert post.send() == 1
    assert press(post, post.letters(person.id)[-1]) == muting.STOP
    post.wait(minutes=2)
    post.queue(letters.sign_in(person, post.now))
    assert post.send() == 1
    assert [one.kind for one in post.letters(person.id) if one.state == "sent"] == [
        "turn",
        "sign-in",
    ]


def test_who_sits_there_no_more_stops_that_table_only(post: Post) -> None:
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    seat = asked(post.db, table.id).seat
    name = ("ann", "ben")[seat]
    left = newest(post, name)
    (zoe,) = people(post.db, "zoe", by_letter=True)
    other = lobby.open_table(
        post.shelf, lobby.Wish("dudo", (left.person_id, zoe), pace=PACE), now=post.now
    )
    with post.db.writing() as c:
        store.change_seat(c, table.id, seat, {"person_id": zoe})
    assert press(post, left) == muting.STOP
    facts = letters.deed(outside.PAUSED)
    for where, comes in ((table, 0), (other, 1)):
        with post.db.writing() as c:
            letters.told_to(c, where, left.person_id, facts, post.now)
        assert post.send() == comes


def test_a_new_address_stops_only_what_goes_to_it(post: Post) -> None:
    (ann,) = people(post.db, "ann", by_letter=True)
    person = known(post, "ann")
    post.queue(letters.confirm_address(person, "stranger@example.org", post.now))
    assert post.send() == 1
    press(post, post.letters(ann)[-1])
    post.wait(minutes=2)
    post.queue(letters.confirm_address(person, "stranger@example.org", post.now))
    post.queue(letters.confirm_address(person, "new@example.org", post.now.replace(second=1)))
    post.wait(minutes=2)
    assert post.send() == 1
    assert post.sink.taken[-1].rcpt_tos == ["new@example.org"]


def test_what_was_stopped_may_come_again(post: Post) -> None:
    (ann,) = people(post.db, "ann", by_letter=True)
    invite_ben(post, ann)
    post.send()
    letter = newest(post, "ben")
    for again in (muting.GO_ON, muting.AGAIN):
        press(post, letter)
        assert known(post, "ben").stopped
        with post.db.writing() as c:
            muting.change(c, letter, again, post.now)
        assert not known(post, "ben").stopped
