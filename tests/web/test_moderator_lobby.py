"""Opening a table from the web, inviting people, and who finds it."""

from __future__ import annotations

from pbem import store
from tests.web.conftest import House, Visitor


def open_form(visitor: Visitor, **answers: str | list[str] | None) -> None:
    """Fill in the form for a table of three, look at it, and open it."""
    visitor.get("/lobby/new?game=dudo&seats=3")
    visitor.press("/lobby/new", step="look", **answers)


def tables(house: House) -> tuple[store.Table, ...]:
    with house.db.reading() as c:
        return store.tables_in(c, ["open", "running"], limit=9)


def test_a_table_is_shown_in_sentences_before_it_is_opened(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    visitor = house.visitor(ann)
    fields = {"seat-1": "address", "address-1": bela.address, "seat-2": "bot", "title": "Soup"}
    open_form(visitor, **fields)
    assert f"Seat 2: {bela.address}, who is invited." in visitor.page.text
    assert tables(house) == ()
    visitor.press("/lobby/new", step="open")
    (table,) = tables(house)
    assert (table.title, table.status, table.moderator_id) == ("Soup", "open", ann.id)
    guest = house.visitor(bela)
    assert "You are invited" in guest.get("/lobby").text
    guest.press("/accept")
    assert house.stored(table.slug).status == "running"
    with house.db.reading() as c:
        assert [s.person_id for s in store.seats(c, table.id)] == [ann.id, bela.id, None]


def test_who_declines_is_not_asked_again_and_nobody_answers_for_them(house: House) -> None:
    ann, bela = house.person("Ann"), house.person("Bela")
    visitor = house.visitor(ann)
    open_form(visitor, **{"seat-1": "address", "address-1": bela.address, "private": "yes"})
    visitor.press("/lobby/new", step="open")
    (table,) = tables(house)
    other, guest = house.visitor(house.person("Cleo")), house.visitor(bela)
    assert table.slug not in other.get("/lobby").html
    guest.get("/lobby")
    form = guest.page.form("/accept")
    token = dict(other.get(f"/t/{table.slug}").form("/join").fields)["csrf_token"]
    for answer in ("accept", "decline"):
        sent = other.client.post(f"/lobby/{table.slug}/{answer}", data={"csrf_token": token})
        assert sent.status_code == 404
    guest.press("/decline")
    assert "You are invited" not in guest.page.text
    guest.send(form)
    assert guest.status == 404
    with house.db.reading() as c:
        assert [s.person_id for s in store.seats(c, table.id)] == [ann.id, None, None]


def test_what_cannot_be_is_refused_with_a_sentence(house: House) -> None:
    visitor = house.visitor(house.person("Ann"))
    wrong = (
        {"seat-1": "address", "address-1": "nonsense"},
        {"seat-1": "me"},
        {"seat-1": "king"},
        {"pace": "never"},
        {"title": "x" * 81},
        {"seat-1": "bot", "bot-1": "nobody"},
    )
    for fields in wrong:
        open_form(visitor, **fields)
        assert visitor.status == 422, fields
        assert 'role="alert"' in visitor.page.html
    assert tables(house) == ()
    assert house.visitor().client.get("/lobby/new").status_code == 303
    assert visitor.client.get("/lobby/new?game=nothing").status_code == 404
