"""What readers of letters can do on the web: stop them, ask for a link, read the mailbox."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem import store
from pbem.config import Config
from pbem.mail import ingest, links, outbox
from pbem.mail.writing import Desk
from pbem.services import tokens
from pbem.services.budget import Budget
from tests.web.conftest import House, MakeHouse, Visitor
from tests.web.pages import Page


def deliver(house: House) -> int:
    """Let a worker write and send what is due."""
    house.wait(minutes=2)
    return outbox.send_due(Desk(house.config, house.shelf), lambda: house.now, Budget(30))


def letters_to(house: House, person: store.Person) -> list[store.Letter]:
    with house.db.reading() as c:
        return [*store.letters_of_person(c, person.id)]


def a_letter(house: House) -> tuple[store.Person, store.Letter, str]:
    """Somebody with a turn letter, and the path of its last link."""
    two = [house.person("Ann"), house.person("Ben")]
    house.table(*two)
    assert deliver(house) == 1
    (found,) = [(p, letter) for p in two for letter in letters_to(house, p)]
    person, letter = found
    path = links.mute(house.config, letter.id).removeprefix(house.config.site)
    return person, letter, path


def table_of(house: House, letter: store.Letter) -> store.Table:
    assert letter.table_id is not None
    with house.db.reading() as c:
        return store.table(c, letter.table_id)


def seat_of(house: House, letter: store.Letter) -> store.Seat:
    assert letter.table_id is not None
    assert letter.seat is not None
    with house.db.reading() as c:
        return store.seats(c, letter.table_id)[letter.seat]


def test_looking_changes_nothing_and_pressing_mutes_this_game_only(house: House) -> None:
    person, letter, path = a_letter(house)
    visitor = house.visitor()
    assert person.address in visitor.get(path).text
    assert not seat_of(house, letter).muted
    visitor.press(path, do="mute")
    assert seat_of(house, letter).muted
    assert "You get no letters about this game" in visitor.page.text
    with house.db.reading() as c:
        now = store.person(c, person.id)
    assert now is not None
    assert not now.never_write


def test_a_mail_program_s_own_button_needs_no_page_before(house: House) -> None:
    _person, letter, path = a_letter(house)
    client = house.app.test_client()
    assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert seat_of(house, letter).muted
    assert client.get(path).status_code == 200


@pytest.mark.parametrize("body", [{}, {"do": "explode"}, {"List-Unsubscribe": "no"}])
def test_anything_else_is_refused(house: House, body: dict[str, str]) -> None:
    _person, letter, path = a_letter(house)
    assert house.app.test_client().post(path, data=body).status_code == 400
    assert not seat_of(house, letter).muted


def test_a_wrong_token_finds_nothing(house: House) -> None:
    _person, letter, path = a_letter(house)
    client = house.app.test_client()
    wrong = path[:-1] + ("a" if path[-1] != "a" else "b")
    reply = tokens.for_reply(tokens.reply_key(house.config), letter.id)
    for bad in (wrong, f"/letters/{reply}", "/letters/x"):
        assert client.get(bad).status_code == 404
        assert client.post(bad, data={"do": "mute"}).status_code == 404
    assert not seat_of(house, letter).muted


def test_never_again_means_never_and_can_be_taken_back(house: House) -> None:
    person, _letter, path = a_letter(house)
    visitor = house.visitor()
    visitor.get(path)
    visitor.press(path, do="never")
    assert "Nobody writes to you" in visitor.page.text
    asked = house.visitor()
    asked.get("/sign-in")
    asked.press("/sign-in", address=person.address)
    house.wait(minutes=5)
    assert deliver(house) == 0
    visitor.press(path, do="again")
    asked.press("/sign-in", address=person.address)
    assert deliver(house) == 1


def test_news_can_be_asked_for(house: House) -> None:
    _person, letter, path = a_letter(house)
    visitor = house.visitor()
    visitor.get(path)
    visitor.press(path, do="news")
    assert seat_of(house, letter).news
    visitor.press(path, do="no-news")
    assert not seat_of(house, letter).news


def test_letters_about_no_game_can_be_stopped_and_asked_for(house: House) -> None:
    asked = house.visitor()
    asked.get("/sign-in")
    asked.press("/sign-in", address="new@example.org")
    assert deliver(house) == 1
    with house.db.reading() as c:
        person = store.person_by_address(c, "new@example.org")
        assert person is not None
        (letter,) = store.letters_of_person(c, person.id)
    path = links.mute(house.config, letter.id).removeprefix(house.config.site)
    visitor = house.visitor()
    visitor.get(path)
    for do, count in (("stop", 0), ("go on", 1)):
        visitor.press(path, do=do)
        house.wait(minutes=5)
        asked.press("/sign-in", address="new@example.org")
        assert deliver(house) == count


# Signing in by letter.


def test_a_link_is_mailed_and_signs_in(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/sign-in")
    visitor.press("/sign-in", address="New@Example.org")
    assert "A link is on its way" in visitor.page.text
    assert deliver(house) == 1
    with house.db.reading() as c:
        person = store.person_by_address(c, "new@example.org")
    assert person is not None
    (letter,) = letters_to(house, person)
    assert letter.raw is not None
    words = letter.raw.decode().replace("=\r\n", "").replace("=3D", "=")
    link = next(word for word in words.split() if "/in/" in word)
    path = link.removeprefix(house.config.site)
    visitor.get(path)
    visitor.press(path)
    assert "Welcome, New" in visitor.page.text or "Welcome, new" in visitor.page.text


def test_what_is_no_address_is_refused_with_a_sentence(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/sign-in")
    visitor.press("/sign-in", address="nobody")
    assert visitor.status == 422
    assert "is not an address" in visitor.page.text


def test_links_are_limited_per_address_and_per_visitor(house: House) -> None:
    visitor = house.visitor()
    visitor.get("/sign-in")
    sent = 0
    for _time in range(8):
        visitor.press("/sign-in", address="ann@example.org")
        assert visitor.status == 200, "the answer is the same"
        sent += deliver(house)
    assert sent == 4
    for n in range(12):
        visitor.press("/sign-in", address=f"x{n}@example.org")
    assert visitor.status == 200
    visitor.client.post("/sign-in", data={})
    form = visitor.page.form("/sign-in")
    answer = visitor.client.post("/sign-in", data=dict(form.filled(address="last@example.org")))
    assert answer.status_code == 429


def test_an_invitation_leads_to_its_table(house: House) -> None:
    host, guest = house.person("Ann"), house.person("Ben")
    slug = house.table(host, None, private=True)
    visitor = house.visitor()
    path = f"{house.link(guest)}?table={slug}"
    visitor.get(path)
    visitor.press(house.link(guest))
    assert visitor.answer.request.path == f"/t/{slug}"


# The mailbox.


AT_HOME = "http://127.0.0.1:8000"


def key_of(config: Config) -> str:
    return tokens.mailbox_link(config).removeprefix(config.site)


def test_the_mailbox_wants_its_key_and_then_shows_letters(house: House) -> None:
    person, letter, _path = a_letter(house)
    client = house.app.test_client()
    assert client.get("/mailbox", base_url=AT_HOME).status_code == 404
    wrong = client.get("/mailbox?key=x", base_url=AT_HOME)
    assert wrong.status_code == 404
    opened = client.get(key_of(house.config), base_url=AT_HOME)
    assert opened.status_code == 303
    assert "key" not in opened.headers["Location"]
    inbox = client.get(f"/mailbox/{person.id}", base_url=AT_HOME)
    assert "It is your turn." in inbox.text
    assert "What do you bid?" in inbox.text, "the list says what is asked"
    page = client.get(f"/mailbox/letter/{letter.id}", base_url=AT_HOME)
    assert "/p/" in page.text
    assert "frame-src 'self'" in page.headers["Content-Security-Policy"]
    shown = client.get(f"/mailbox/letter/{letter.id}/html", base_url=AT_HOME)
    assert "sandbox" in shown.headers["Content-Security-Policy"]
    assert "script-src" not in shown.headers["Content-Security-Policy"]


def test_every_page_leads_back_to_the_mailbox_for_whoever_has_its_key(house: House) -> None:
    a_letter(house)
    client, way = house.app.test_client(), 'href="/mailbox"'
    assert way not in client.get("/", base_url=AT_HOME).text
    client.get(key_of(house.config), base_url=AT_HOME)
    assert way in client.get("/", base_url=AT_HOME).text
    assert way in client.get("/nowhere", base_url=AT_HOME).text
    elsewhere = house.app.test_client()
    assert way not in elsewhere.get("/", base_url=AT_HOME).text


def test_a_reply_from_the_mailbox_is_an_order(house: House) -> None:
    person, letter, _path = a_letter(house)
    client = house.app.test_client()
    client.get(key_of(house.config), base_url=AT_HOME)
    page = Page(client.get(f"/mailbox/letter/{letter.id}", base_url=AT_HOME).text)
    (form,) = [form for form in page.forms if form.action.endswith("/reply")]
    before = table_of(house, letter).seq
    answer = client.post(form.action, data=dict(form.filled(words="1")), base_url=AT_HOME)
    assert answer.status_code == 303
    after = table_of(house, letter)
    assert after.seq == before + 1
    with house.db.reading() as c:
        entry = store.entries(c, after.id, after=before, last=after.seq)[0]
    assert (entry.source, entry.by_person) == ("mail", person.id)
    deliver(house)
    kinds = [one.kind for one in letters_to(house, person)]
    assert "receipt" in kinds


@pytest.mark.parametrize("words", ["", "dance on the table"])
def test_a_reply_that_orders_nothing_does_nothing_and_a_letter_says_why(
    house: House, words: str
) -> None:
    person, letter, _path = a_letter(house)
    client = house.app.test_client()
    client.get(key_of(house.config), base_url=AT_HOME)
    page = Page(client.get(f"/mailbox/letter/{letter.id}", base_url=AT_HOME).text)
    (form,) = [form for form in page.forms if form.action.endswith("/reply")]
    before = table_of(house, letter).seq
    sent = dict(form.filled(words=words))
    answer = client.post(form.action, data=sent, base_url=AT_HOME, follow_redirects=True)
    assert table_of(house, letter).seq == before
    assert "The next letter says why." in Page(answer.text).text
    deliver(house)
    assert "receipt" in [one.kind for one in letters_to(house, person)]


@pytest.mark.parametrize(
    ("host", "headers", "remote"),
    [
        ("evil.example", {}, "127.0.0.1"),
        ("127.0.0.1:8000", {"X-Forwarded-For": "1.2.3.4"}, "127.0.0.1"),
        ("127.0.0.1:8000", {"Via": "1.1 proxy"}, "127.0.0.1"),
        ("127.0.0.1:8000", {"Forwarded": "for=1.2.3.4"}, "127.0.0.1"),
        ("127.0.0.1:8000", {}, "192.168.0.7"),
    ],
)
def test_the_mailbox_is_for_this_machine_only(
    house: House, host: str, headers: dict[str, str], remote: str
) -> None:
    client = house.app.test_client()
    path = key_of(house.config)
    came = {"REMOTE_ADDR": remote}
    answer = client.get(path, base_url=f"http://{host}", headers=headers, environ_base=came)
    assert answer.status_code == 404


def test_with_a_mail_server_or_a_proxy_there_is_no_mailbox(make_house: MakeHouse) -> None:
    sending = make_house(smtp_host="mail.example.org", mail_from="games@example.org")
    behind = make_house(trusted_proxies=1)
    for house in (sending, behind):
        client = house.app.test_client()
        answer = client.get(key_of(house.config), base_url=AT_HOME)
        assert answer.status_code == 404


def test_a_page_that_was_seen_begins_the_time(house: House) -> None:
    two = [house.person("Ann"), house.person("Ben")]
    slug = house.table(*two)
    stored = house.stored(slug)
    with house.db.reading() as c:
        (prompt,) = store.open_prompts(c, stored.id)
        seat = store.seats(c, stored.id)[prompt.seat]
    assert prompt.delivered_at is None
    house.wait(minutes=10)
    mine = next(person for person in two if person.id == seat.person_id)
    other = next(person for person in two if person.id != seat.person_id)
    house.visitor(other).get(f"/t/{slug}")
    Visitor(house.app).get(f"/t/{slug}")
    with house.db.reading() as c:
        assert store.open_prompts(c, stored.id)[0].delivered_at is None, "not seen by its player"
    house.visitor(mine).get(f"/t/{slug}")
    with house.db.reading() as c:
        after = store.open_prompts(c, stored.id)[0]
    assert after.delivered_at == house.now
    assert after.due_at == house.now + timedelta(days=1)


def test_a_reply_that_a_worker_reads_just_now_is_said_to_have_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    _person, letter, _path = a_letter(house)
    client = house.app.test_client()
    client.get(key_of(house.config), base_url=AT_HOME)
    page = Page(client.get(f"/mailbox/letter/{letter.id}", base_url=AT_HOME).text)
    (form,) = [form for form in page.forms if form.action.endswith("/reply")]
    monkeypatch.setattr(ingest, "PATIENCE", 0.0)
    monkeypatch.setattr(ingest, "drain", lambda room, _budget: claim(room))
    sent = dict(form.filled(words="1"))
    answer = client.post(form.action, data=sent, base_url=AT_HOME, follow_redirects=True)
    assert "Your reply has come." in Page(answer.text).text


def claim(room: ingest.Room) -> None:
    with room.shelf.db.writing() as c:
        assert store.claim_mail(c, room.now(), 1, ingest.LEASE)
