"""Every letter we send, quoted in every client's way, parses to no order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from pbem import games, store
from pbem.mail import mime
from pbem.services import letters
from tests.mail.conftest import Post
from tests.mail.more_clients import ALL
from tests.mail.replying import Mailroom, quotable
from tests.mail.test_writing import every_kind
from tests.services.tables import log
from tests.store_fixtures import MakeDatabase

LANGUAGES = ("en", "fr", "de")


@pytest.fixture
def office(make_post: Callable[..., Post]) -> Mailroom:
    return Mailroom(make_post())


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    """What letters say does not depend on where they are kept."""
    return make_sqlite()


def letters_of(office: Mailroom, slug: str, turns: int) -> Iterator[store.Letter]:
    """Letters of a real table: turns played by mail, receipts and errors among them."""
    post, game = office.post, games.load(slug)
    names = ("ann", "ben", "cid", "dora")[: max(2, game.meta.seats[0])]
    table = post.table(*names, game=slug)
    with post.db.writing() as c:
        for name, language in zip(names, LANGUAGES, strict=False):
            person = store.person_by_address(c, f"{name}@example.org")
            assert person is not None
            store.change_person(c, person.id, {"language": language})
    for _turn in range(turns):
        post.wait(minutes=2)
        post.send()
        with post.db.reading() as c:
            waiting = store.waiting_at(c, [table.id])[table.id]
        for prompt in waiting[:2]:
            office.reply(names[prompt.seat], "what is this")
        if waiting:
            office.reply(names[waiting[0].seat], default_of(office, table, waiting[0]))
    post.wait(minutes=2)
    post.send()
    assert len(log(post.db, table.id)) > 1, "play went on by mail"
    for name in names:
        with post.db.reading() as c:
            person = store.person_by_address(c, f"{name}@example.org")
            assert person is not None
        yield from post.letters(person.id)


def default_of(office: Mailroom, table: store.Table, prompt: store.Prompt) -> str:
    with office.post.shelf.looking(table.id) as sitting:
        question = sitting.match.question(prompt.key)
        return str(question.text(question.default))


def check_quoted(raw: bytes, kind: str) -> None:
    shown = quotable(raw)
    known = mime.letter_text(raw)
    for name, shape in ALL:
        message = mime.parse(shape("", shown).as_bytes())
        assert mime.words(message, known).new == "", (kind, name)
        message = mime.parse(shape("2, ja", shown).as_bytes())
        assert mime.words(message, known).new == "2, ja", (kind, name)


@pytest.mark.parametrize("slug", games.slugs())
def test_no_letter_about_a_table_acts_when_it_is_quoted(office: Mailroom, slug: str) -> None:
    seen: dict[str, store.Letter] = {}
    for letter in letters_of(office, slug, 3):
        if letter.raw is not None and letter.option_map:
            seen[letter.kind] = letter
    assert {"receipt"} < {*seen}
    for letter in seen.values():
        assert letter.raw is not None
        check_quoted(letter.raw, letter.kind)


def test_no_other_letter_acts_when_it_is_quoted(office: Mailroom) -> None:
    """All kinds: whoever answers one that asks nothing is answered too, so none may act."""
    seen = set()
    for kind, mail in every_kind(office.post):
        seen.add(kind)
        check_quoted(mail.as_bytes(), kind)
    assert seen == {*letters.KINDS} - {letters.ASKED}, "which captains get, above"
