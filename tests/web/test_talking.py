"""Messages: who reads them, where they stand, and what cannot be said."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem import store
from pbem.engine import Game, Text, _
from pbem.services import lobby, messages, moderating_seats
from pbem.services.moderating import Deed
from tests.web.conftest import House, Visitor


@pytest.fixture
def people(house: House) -> dict[str, store.Person]:
    return {name: house.person(name) for name in ("Ann", "Bela", "Cleo", "Mona")}


def laid(house: House, people: dict[str, store.Person], talk: str = "all") -> str:
    """A table of three that Mona looks after."""
    wish = lobby.Wish(
        game="dudo",
        seats=[people[name].id for name in ("Ann", "Bela", "Cleo")],
        moderator=people["Mona"].id,
        settings={"talk": talk},
    )
    return lobby.open_table(house.shelf, wish, now=house.now).slug


def says(visitor: Visitor, slug: str, words: str, whom: str = "table") -> None:
    visitor.get(f"/t/{slug}")
    visitor.press("/say", words=words, whom=whom)


def unread(house: House, slug: str, seat: int) -> list[str]:
    with house.db.reading() as c:
        return [said.text for said in messages.unread(c, house.stored(slug).id, seat)]


def test_who_reads_what(house: House, people: dict[str, store.Person]) -> None:
    slug = laid(house, people)
    ann = house.visitor(people["Ann"])
    says(ann, slug, "Good evening")
    says(ann, slug, "Help me against Cleo", whom="1")
    says(ann, slug, "I am away on Sunday", whom="moderator")
    assert [unread(house, slug, seat) for seat in range(3)] == [
        [],
        ["Good evening", "Help me against Cleo"],
        ["Good evening"],
    ]
    pages = {n: house.visitor(p).get(f"/t/{slug}").text for n, p in people.items()}
    pages["nobody"] = house.visitor().get(f"/t/{slug}").text
    seen = {
        words: {name for name, text in pages.items() if words in text}
        for words in ("Good evening", "Help me against Cleo", "I am away on Sunday")
    }
    assert seen == {
        "Good evening": {"Ann", "Bela", "Cleo", "Mona"},
        "Help me against Cleo": {"Ann", "Bela"},
        "I am away on Sunday": {"Ann", "Mona"},
    }
    assert unread(house, slug, 1) == []


def test_messages_stand_beside_the_events_they_went_with(
    house: House, people: dict[str, store.Person]
) -> None:
    slug = laid(house, people)
    ann = house.visitor(people["Ann"])
    says(ann, slug, "before the bid")
    house.wait(minutes=1)
    with house.db.reading() as c:
        (prompt,) = store.open_prompts(c, house.stored(slug).id)
    asked = house.visitor(people[("Ann", "Bela", "Cleo")[prompt.seat]])
    asked.get(f"/t/{slug}")
    asked.press("/answer", answer='"1x2"')
    house.wait(minutes=1)
    says(ann, slug, "after the bid")
    story = ann.get(f"/t/{slug}").text.partition("The story")[2]
    assert story.index("before the bid") < story.index("bids") < story.index("after the bid")


def test_a_private_message_is_the_moderators_only_once_it_is_reported(
    house: House, people: dict[str, store.Person]
) -> None:
    slug = laid(house, people)
    ann, bela, cleo = (house.visitor(people[name]) for name in ("Ann", "Bela", "Cleo"))
    says(ann, slug, "You are a fool", whom="1")
    mona = house.visitor(people["Mona"])
    assert "You are a fool" not in mona.get(f"/moderator/t/{slug}").text
    with house.db.reading() as c:
        (said,) = messages.unread(c, house.stored(slug).id, 1)
    path = f"/t/{slug}/report/{said.id}"
    for other in (ann, cleo, mona):  # Who wrote it, who cannot read it, who does not sit here.
        assert other.client.get(path).status_code == 404
    bela.get(path)
    form = bela.page.form(path)
    bela.send(form, reason="rude")
    assert "You are a fool" in mona.get(f"/moderator/t/{slug}").text
    assert "rude" in mona.page.text
    bela.send(form, reason="again")
    assert bela.status == 422
    assert "You are a fool" not in cleo.get(f"/t/{slug}").text
    assert "1 message for you" in mona.get("/moderator").text
    mona.get(f"/moderator/t/{slug}/do/settle")
    mona.press("/do/settle")
    assert "1 message for you" not in mona.get("/moderator").text


def test_words_are_only_words(house: House, people: dict[str, store.Person]) -> None:
    slug = laid(house, people)
    ann = house.visitor(people["Ann"])
    heap = "\u0336" * 99
    words = f"<script>alert(1)</script>\n%(seat)s \u202e{{{{ 7*7 }}}}\x01 http://x.example{heap}"
    says(ann, slug, words)
    page = house.visitor(people["Bela"]).get(f"/t/{slug}")
    assert "<script>alert(1)" not in page.html
    assert "<script>alert(1)</script> %(seat)s {{ 7*7 }} http://x.example" in page.text
    assert "x.example" not in " ".join(page.links)
    assert page.text.count("\u0336") == 4


@pytest.mark.parametrize("words", ["", " \n ", "x" * 1001, "x\n" * 30 + "x"])
def test_what_cannot_be_said_comes_back_with_a_sentence(
    house: House, people: dict[str, store.Person], words: str
) -> None:
    slug = laid(house, people)
    ann = house.visitor(people["Ann"])
    says(ann, slug, words)
    assert ann.status == 422
    assert 'role="alert"' in ann.page.html
    assert unread(house, slug, 1) == []


def test_a_table_may_forbid_talk(house: House, people: dict[str, store.Person]) -> None:
    aloud, silent = laid(house, people, "aloud"), laid(house, people, "silent")
    ann = house.visitor(people["Ann"])
    for slug, whom in ((aloud, "1"), (silent, "1"), (silent, "table")):
        says(ann, slug, "psst", whom=whom)
        assert ann.status == 422
    says(ann, aloud, "hello")
    says(ann, silent, "Cleo cheats", whom="moderator")
    assert unread(house, aloud, 1) == ["hello"]
    assert unread(house, silent, 1) == []


def test_a_game_may_forbid_talk_for_a_while(
    house: House, people: dict[str, store.Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    slug = laid(house, people)
    ann = house.visitor(people["Ann"])
    ann.get(f"/t/{slug}")
    form = ann.page.form("/say")

    def hush(_game: object, _state: object) -> Text:
        return _("Nobody talks while the cups are covered.")

    monkeypatch.setattr(Game, "quiet", hush)
    ann.send(form, words="six fives", whom="table")
    assert "Nobody talks while the cups are covered." in ann.page.text
    assert unread(house, slug, 1) == []


def test_nobody_floods_a_table(house: House, people: dict[str, store.Person]) -> None:
    slug = laid(house, people)
    table, ann = house.stored(slug).id, people["Ann"].id
    for n in range(messages.OFTEN):
        messages.send(house.shelf, table, messages.Draft(0, ann, f"{n}"), now=house.now)
    with pytest.raises(messages.Refused):
        messages.send(house.shelf, table, messages.Draft(0, ann, "more"), now=house.now)
    later = house.now + timedelta(minutes=10)
    messages.send(house.shelf, table, messages.Draft(0, ann, "more"), now=later)


def test_strangers_say_nothing_and_nobody_speaks_for_another_seat(
    house: House, people: dict[str, store.Person]
) -> None:
    slug = laid(house, people)
    table = house.stored(slug).id
    ann = house.visitor(people["Ann"])
    ann.get(f"/t/{slug}")
    other = house.visitor(house.person("Dora"))
    token = dict(other.get(house.link(people["Ann"])).forms[-1].fields)["csrf_token"]
    data = {"csrf_token": token, "words": "hi", "whom": "table"}
    assert other.client.post(f"/t/{slug}/say", data=data).status_code == 403
    for seat, by in ((1, "Ann"), (9, "Ann"), (None, "Ann")):
        draft = messages.Draft(seat, people[by].id, "hi")
        with pytest.raises(messages.Refused):
            messages.send(house.shelf, table, draft, now=house.now)
    assert unread(house, slug, 0) == unread(house, slug, 2) == []


def test_erasing_a_person_erases_their_words(house: House, people: dict[str, store.Person]) -> None:
    slug = laid(house, people)
    says(house.visitor(people["Ann"]), slug, "my secret")
    with house.db.writing() as c:
        store.erase_person(c, people["Ann"].id, house.now)
    assert "my secret" not in house.visitor(people["Bela"]).get(f"/t/{slug}").text


# Seats that are handed on.


def handed(house: House, people: dict[str, store.Person], slug: str, to: store.Person) -> None:
    """Bela's seat goes to somebody else."""
    deed = Deed(house.stored(slug).id, people["Mona"].id, "away", house.now)
    moderating_seats.hand_over(house.shelf, deed, 1, person_id=to.id)


def test_what_passed_with_the_moderator_stays_with_the_person_and_not_with_the_seat(
    house: House, people: dict[str, store.Person]
) -> None:
    slug, dora = laid(house, people), house.person("Dora")
    table = house.stored(slug).id
    bela = house.visitor(people["Bela"])
    says(bela, slug, "My doctor says no", whom="moderator")
    told = messages.Draft(None, people["Mona"].id, "Get well", "seat", 1)
    messages.send(house.shelf, table, told, now=house.now)
    house.wait(minutes=1)
    handed(house, people, slug, dora)
    welcome = messages.Draft(None, people["Mona"].id, "Welcome", "seat", 1)
    messages.send(house.shelf, table, welcome, now=house.now)
    page = house.visitor(dora).get(f"/t/{slug}").text
    assert "Welcome" in page
    assert "My doctor says no" not in page
    assert "Get well" not in page
    handed(house, people, slug, people["Bela"])
    assert "My doctor says no" in bela.get(f"/t/{slug}").text
    assert "Get well" in bela.page.text
    assert "My doctor says no" in house.visitor(people["Mona"]).get(f"/moderator/t/{slug}").text


def test_words_keep_the_names_of_those_who_wrote_and_read_them(
    house: House, people: dict[str, store.Person]
) -> None:
    slug, dora = laid(house, people), house.person("Dora <i>")
    ann, bela = house.visitor(people["Ann"]), house.visitor(people["Bela"])
    says(bela, slug, "You are a fool")
    says(ann, slug, "Help me against Cleo", whom="1")
    with house.db.reading() as c:
        said = messages.for_seat(c, house.stored(slug).id, 0)[0]
    ann.get(f"/t/{slug}/report/{said.id}")
    ann.press(f"/report/{said.id}", reason="rude")
    house.wait(minutes=1)
    handed(house, people, slug, dora)
    story = ann.get(f"/t/{slug}").text.partition("The story")[2]
    assert "Bela You are a fool" in story
    assert "in private to Bela Help me against Cleo" in story
    hers = house.visitor(dora)
    assert "in private to Bela Help me against Cleo" in hers.get(f"/t/{slug}").text
    says(hers, slug, "Good day")
    assert "Dora <i> Good day" in hers.page.text
    handed(house, people, slug, people["Bela"])
    house.wait(minutes=1)
    assert "Dora <i> Good day" in ann.get(f"/t/{slug}").text
    with house.db.writing() as c:
        store.erase_person(c, dora.id, house.now)
    assert "a former player These words were erased." in ann.get(f"/t/{slug}").text
    mona = house.visitor(people["Mona"]).get(f"/moderator/t/{slug}").text
    assert "Bela to everybody You are a fool" in mona
    assert "reported by Ann" in mona


def test_what_a_moderator_said_is_no_case_for_the_moderator(
    house: House, people: dict[str, store.Person]
) -> None:
    slug = laid(house, people)
    table = house.stored(slug).id
    told = messages.Draft(None, people["Mona"].id, "Be kind", "seat", 1)
    number = messages.send(house.shelf, table, told, now=house.now)
    bela = house.visitor(people["Bela"])
    assert "Be kind" in bela.get(f"/t/{slug}").text
    assert bela.client.get(f"/t/{slug}/report/{number}").status_code == 404
    with pytest.raises(messages.Refused):
        messages.report(
            house.shelf, table, number, seat=1, by=people["Bela"].id, why="", now=house.now
        )
    with house.db.writing() as c:  # One that was shown to the moderator when that was possible.
        store.report_message(c, number, house.now)
        detail = {"message": number, "seat": 1}
        store.note(c, messages.REPORTED, at=house.now, table_id=table, detail=detail)
    assert "Be kind" in house.visitor(people["Mona"]).get(f"/moderator/t/{slug}").text
