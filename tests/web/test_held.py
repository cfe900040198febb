"""Held mail: seen and settled by those whose table it is for, once."""

from __future__ import annotations

from pbem import store
from pbem.services import mailroom
from tests.web.conftest import House
from tests.web.test_moderator import moderated, moderator
from tests.web.test_rights import sent_by

RAW = b"From: Ann <ann@work.example>\r\nSubject: Re: your turn\r\n\r\n2 fives <b>\r\n"


def hold(house: House, table_id: int | None) -> int:
    """A mail that waits for a decision."""
    with house.db.writing() as c:
        number = store.take_in(
            c,
            received_at=house.now,
            message_id="<1@work.example>",
            from_address="ann@work.example",
            recipient="reply@games.example",
            raw=RAW,
        )
        if table_id is not None:
            place(c, number, table_id)
        store.settle_mail(c, number, mailroom.HELD, "It came from another address.", was="new")
    return number


def place(c: store.Connection, number: int, table_id: int) -> None:
    c.exec_driver_sql(f"UPDATE inbound SET table_id = {table_id} WHERE id = {number}")


def state(house: House, number: int) -> str:
    with house.db.reading() as c:
        found = store.mail(c, number)
    assert found is not None
    return found.state


def test_a_moderator_reads_a_held_mail_and_lets_it_count_once(house: House) -> None:
    ann, mona = house.person("Ann"), moderator(house)
    slug = moderated(house, ann, house.person("Bela"), by=mona)
    number = hold(house, house.stored(slug).id)
    desk = house.visitor(mona)
    assert "1 held mail" in desk.get("/moderator").text
    page = desk.get("/moderator/mail")
    assert "2 fives <b>" in page.text
    assert "It came from another address." in page.text
    form = page.form("/release")
    desk.send(form)
    assert state(house, number) == "new"
    again = {**dict(form.fields), "once": "another"}
    assert desk.client.post(form.action, data=again).status_code == 404
    assert "lets a mail count" in house.visitor(ann).get(f"/t/{slug}").text


def test_a_mail_is_thrown_away(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), house.person("Bela"), by=mona)
    number = hold(house, house.stored(slug).id)
    desk = house.visitor(mona)
    form = desk.get("/moderator/mail").form("/release")
    desk.client.post(form.action.replace("release", "discard"), data=dict(form.fields))
    assert state(house, number) == "discarded"


def test_who_plays_does_not_read_a_players_orders(house: House) -> None:
    mona = moderator(house)
    slug = moderated(house, house.person("Ann"), mona, by=mona)
    hold(house, house.stored(slug).id)
    page = house.visitor(mona).get("/moderator/mail")
    assert "2 fives" not in page.html
    assert page.has_form("/release")


def test_nobody_else_reads_or_settles_held_mail(house: House) -> None:
    ann, mona, otto = house.person("Ann"), moderator(house), moderator(house, "Otto")
    slug = moderated(house, ann, house.person("Bela"), by=mona)
    number = hold(house, house.stored(slug).id)
    unplaced = hold(house, None)
    for who, status in ((None, 303), (ann, 404), (house.person("Cleo"), 404)):
        visitor = house.visitor(who)
        assert visitor.client.get("/moderator/mail").status_code == status
        for what in ("release", "discard"):
            for mail in (number, unplaced):
                path = f"/moderator/mail/{mail}/{what}"
                assert sent_by(house, visitor, path) == status
    visitor = house.visitor(otto)
    assert visitor.get("/moderator/mail").html.count("/release") == 1, "the one without a table"
    assert sent_by(house, visitor, f"/moderator/mail/{number}/release") == 404
    assert {state(house, number), state(house, unplaced)} == {"held"}
