"""Before and around a game: ready-checks, substitutes, rematches, helpers, and pasted cards."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import pbem
from pbem import store
from pbem.services import caring, lobby, readiness, substitutes
from tests.web.conftest import House, Visitor

CARDS = Path(pbem.__file__).parent / "games" / "metallum" / "cards.toml"


def laid(
    house: House, *seats: int | str | None, by: store.Person | None = None, **settings: object
) -> str:
    wish = lobby.Wish(
        game="dudo",
        seats=seats,
        moderator=by.id if by else None,
        settings=settings,
    )
    return lobby.open_table(house.shelf, wish, now=house.now).slug


def moderator(house: House, name: str = "Mona") -> store.Person:
    person = house.person(name)
    with house.db.writing() as c:
        store.change_person(c, person.id, {"is_moderator": True})
        return store.person(c, person.id) or person


def confirm(visitor: Visitor, slug: str, verb: str, **fields: str) -> None:
    visitor.get(f"/moderator/t/{slug}/do/{verb}")
    visitor.press(f"/do/{verb.partition('?')[0]}", **fields)


def sitting(house: House, slug: str) -> list[int | str | None]:
    with house.db.reading() as c:
        return [s.person_id or s.bot for s in store.seats(c, house.stored(slug).id)]


def filled(house: House, absent: str) -> tuple[str, store.Person, store.Person]:
    """A table where Ann sat down days ago and Bela just did."""
    ann, bela = house.person("Ann"), house.person("Bela")
    slug = laid(house, ann.id, None, ready=24, absent=absent)
    house.wait(days=3)
    house.visitor(bela).get(f"/t/{slug}")
    visitor = house.visitor(bela)
    visitor.get(f"/t/{slug}")
    visitor.press("/join")
    assert house.stored(slug).status == "open"
    return slug, ann, bela


def test_the_game_begins_when_everybody_has_said_that_they_are_here(house: House) -> None:
    slug, ann, bela = filled(house, "free")
    page = house.visitor(bela).get(f"/t/{slug}")
    assert not page.has_form("/ready")
    visitor = house.visitor(ann)
    visitor.get(f"/t/{slug}")
    visitor.press("/ready")
    assert house.stored(slug).status == "running"
    other = house.visitor(house.person("Cleo"))
    assert not other.get(f"/t/{slug}").has_form("/ready")


def test_who_does_not_answer_loses_the_seat(house: House) -> None:
    slug, _ann, bela = filled(house, "free")
    assert readiness.go_on_without_absent(house.shelf, now=house.now) == 0
    house.wait(hours=24)
    assert readiness.go_on_without_absent(house.shelf, now=house.now) == 1
    assert sitting(house, slug) == [None, bela.id]
    assert house.stored(slug).status == "open"
    cleo = house.visitor(house.person("Cleo"))
    cleo.get(f"/t/{slug}")
    cleo.press("/join")  # Bela said so a day ago and is asked again.
    assert house.stored(slug).status == "open"
    again = house.visitor(bela)
    again.get(f"/t/{slug}")
    again.press("/ready")
    assert house.stored(slug).status == "running"


def test_who_does_not_answer_is_replaced_by_a_bot_and_the_game_begins(house: House) -> None:
    slug, _ann, bela = filled(house, "bot")
    house.wait(hours=24)
    readiness.go_on_without_absent(house.shelf, now=house.now)
    bot, person = sitting(house, slug)
    assert (isinstance(bot, str), person) == (True, bela.id)
    assert house.stored(slug).status == "running"


def test_a_table_where_nobody_answers_is_called_off(house: House) -> None:
    slug, _ann, _bela = filled(house, "bot")
    with house.db.writing() as c:
        store.change_seat(c, house.stored(slug).id, 1, {"ready_at": None})
    house.wait(hours=24)
    readiness.go_on_without_absent(house.shelf, now=house.now)
    assert house.stored(slug).status == "cancelled"


def test_a_seat_is_offered_and_the_first_who_wants_it_plays_on(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = laid(house, ann.id, bela.id, by=mona)
    player = house.visitor(bela)
    player.get(f"/t/{slug}/offer")
    player.press("/offer", reason="A new child")
    cleo = house.person("Cleo")
    guest, late = house.visitor(cleo), house.visitor(house.person("Dora"))
    assert "Games that look for somebody" in guest.get("/lobby").text
    for visitor in (guest, late):
        visitor.get(f"/t/{slug}")
    assert "A new child" in guest.page.text
    form = late.page.form("/play-on")
    guest.press("/play-on")
    late.send(form)
    assert "Somebody else plays on there already." in late.page.text
    assert sitting(house, slug) == [ann.id, cleo.id]
    assert "Games that look for somebody" not in guest.get("/lobby").text


def test_a_bot_keeps_an_offered_seat_warm_and_it_can_be_given_back(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = laid(house, ann.id, bela.id, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "look-for?seat=1")
    confirm(desk, slug, "hand-over?seat=1", taker="bot")
    number = house.stored(slug).id
    with house.db.reading() as c:
        assert substitutes.wanted(c, [number]) == {number: [1]}
    confirm(desk, slug, "look-no-longer?seat=1")
    with house.db.reading() as c:
        assert substitutes.wanted(c, [number]) == {number: []}
    confirm(desk, slug, "give-back?seat=1")
    assert sitting(house, slug) == [ann.id, bela.id]


def test_once_more_with_the_same_people_in_one_click(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = laid(house, ann.id, bela.id, "random", by=mona, talk="aloud")
    confirm(house.visitor(mona), slug, "call-off", reason="enough")
    first, second = house.visitor(ann), house.visitor(bela)
    first.get(f"/t/{slug}")
    form = first.page.form("/again")
    first.send(form)
    second.get(f"/t/{slug}")
    first.send(form)
    with house.db.reading() as c:
        (new,) = store.tables_in(c, ["open"], limit=9)
    assert sitting(house, new.slug) == [ann.id, None, "random"]
    assert (new.settings, new.moderator_id) == ({"talk": "aloud"}, mona.id)
    assert "To the next game with these people" in second.page.text
    second.get("/lobby")
    second.press("/accept")
    assert house.stored(new.slug).status == "running"
    stranger = house.visitor(house.person("Cleo"))
    token = dict(stranger.get(house.link(ann)).forms[-1].fields)["csrf_token"]
    sent = stranger.client.post(f"/t/{slug}/again", data={"csrf_token": token})
    assert sent.status_code == 403


def test_a_helper_looks_after_a_table_until_let_go(house: House) -> None:
    mona, helper = moderator(house), house.person("Hugo")
    slug = laid(house, house.person("Ann").id, house.person("Bela").id, by=mona)
    visitor, desk = house.visitor(helper), house.visitor(mona)
    assert visitor.client.get(f"/moderator/t/{slug}").status_code == 404
    confirm(desk, slug, "help", address=helper.address)
    assert slug in visitor.get("/moderator").html
    confirm(visitor, slug, "pause")
    assert house.stored(slug).status == "paused"
    confirm(desk, slug, f"let-go?person={helper.id}")
    assert visitor.client.get(f"/moderator/t/{slug}").status_code == 404
    assert visitor.client.get("/moderator").status_code == 403


def test_a_table_without_a_moderator_is_the_care_of_all_of_them(house: House) -> None:
    mona, otto = moderator(house), moderator(house, "Otto")
    own, orphan = laid(house, None, None, by=otto), laid(house, None, None)
    with house.db.reading() as c:
        assert caring.carers(c, house.stored(own)) == [otto]
        assert caring.carers(c, house.stored(orphan)) == [mona, otto]
    with house.db.writing() as c:
        store.erase_person(c, otto.id, house.now)
    with house.db.reading() as c:
        assert caring.carers(c, house.stored(own)) == [mona]


def test_a_moderator_fills_and_frees_seats_before_the_first_turn(house: House) -> None:
    ann, bela, mona = house.person("Ann"), house.person("Bela"), moderator(house)
    slug = laid(house, ann.id, None, None, by=mona)
    desk = house.visitor(mona)
    confirm(desk, slug, "invite?seat=1", taker="person", address=bela.address)
    assert f"Kept for {bela.address}" in desk.page.text
    guest = house.visitor(bela)
    guest.get("/lobby")
    guest.press("/decline")
    assert f"{bela.address} has declined." in desk.get(f"/moderator/t/{slug}").text
    confirm(desk, slug, "free?seat=0", reason="asked to")
    assert sitting(house, slug) == [None, None, None]
    for seat in range(3):
        confirm(desk, slug, f"invite?seat={seat}", taker="bot")
    assert house.stored(slug).status == "running"


@pytest.mark.parametrize("flaw", ["no toml [", "when = 2026-01-01", "nothing = 1"])
def test_a_group_plays_with_its_own_cards_or_reads_what_is_wrong(house: House, flaw: str) -> None:
    visitor = house.visitor(house.person("Ann"))
    visitor.get("/lobby/new?game=metallum&seats=2")
    visitor.press("/lobby/new", step="look", pack=flaw)
    assert visitor.status == 422
    assert "Line 1:" in visitor.page.text
    visitor.press("/lobby/new", step="look", pack=CARDS.read_text(encoding="utf-8"))
    assert "they are sound" in visitor.page.text
    visitor.press("/lobby/new", step="open")
    with house.db.reading() as c:
        (table,) = store.tables_in(c, ["open"], limit=9)
    assert table.pack == tomllib.loads(CARDS.read_text(encoding="utf-8"))
