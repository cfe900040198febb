"""What people and moderators say and do reaches everybody in letters."""

from __future__ import annotations

from pbem import store
from pbem.services import messages, moderating, moderating_seats
from pbem.services.moderating import Deed
from tests.mail.conftest import Post
from tests.services.tables import asked


def said_in(post: Post, place: int = -1) -> str:
    body = post.sink.letters[place].get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def moderator(post: Post) -> store.Person:
    with post.db.writing() as c:
        return store.add_person(
            c, "mo@example.org", name="Mo", language="en", zone="UTC", now=post.now
        )


def test_what_was_said_to_a_seat_is_in_its_next_letter_and_in_no_other(post: Post) -> None:
    table = post.table("ann", "ben")
    seat = asked(post.db, table.id).seat
    other = 1 - seat
    with post.db.reading() as c:
        by = store.seats(c, table.id)[other].person_id
    assert by is not None
    draft = messages.Draft(other, by, "Shall we?\nI <b>mean</b> it.", "seat", seat)
    messages.send(post.shelf, table.id, draft, now=post.now)
    post.wait(minutes=2)
    assert post.send() == 1
    said = said_in(post)
    assert "to you alone:" in said
    assert "Shall we?" in said
    page = post.sink.letters[0].get_body(("html",))
    assert page is not None
    assert "<b>mean</b>" not in page.get_content()
    with post.db.reading() as c:
        assert messages.unread(c, table.id, seat) == []


def test_an_announcement_reaches_everybody_at_the_table(post: Post) -> None:
    mo = moderator(post)
    table = post.table("ann", "ben", moderator=mo.id)
    moderating_seats.announce(post.shelf, Deed(table.id, mo.id, "Back on Monday.", post.now))
    assert post.send() == 2
    assert "Back on Monday." in said_in(post)


def test_a_pause_and_its_end_are_told(post: Post) -> None:
    mo = moderator(post)
    table = post.table("ann", "ben", moderator=mo.id)
    moderating.pause(post.shelf, Deed(table.id, mo.id, "", post.now))
    assert post.send() == 2
    assert "The moderator pauses the game." in said_in(post)
    post.wait(minutes=5)
    assert post.send() == 0, "the turn letter waits for nobody while the table stands still"
    moderating.resume(post.shelf, Deed(table.id, mo.id, "", post.now))
    assert post.send() == 3
    assert any("The moderator lets the game go on" in said_in(post, n) for n in (-1, -2, -3))
    assert any("It is your turn." in said_in(post, n) for n in (-1, -2, -3))
    assert asked(post.db, table.id).delivered_at == post.now
