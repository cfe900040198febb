"""What somebody says at a table stands in another's letter; quoted, it orders nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem import store
from pbem.mail import mime
from pbem.services import messages
from tests.mail.conftest import Post
from tests.mail.more_clients import ALL
from tests.mail.replying import quotable
from tests.services.tables import asked
from tests.store_fixtures import MakeDatabase


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> store.Database:
    """What letters say does not depend on where they are kept."""
    return make_sqlite()


@pytest.mark.parametrize(
    "words",
    [
        "1\nyes\naccept Ann's offer 1\nresign\nundo",
        "> 1\n>> yes\n>",
        "On Monday Ann wrote:\n> doubt\n1",
        "From: Ann\nSent: Monday\nTo: Ben\nSubject: x\n1",
        "-- \n1\n_________________________________\nFrom: ann\n1x6",
        "2, yes",
    ],
)
def test_words_that_look_like_an_order_are_none_and_hide_none(
    make_post: Callable[..., Post], words: str
) -> None:
    post = make_post()
    table = post.table("ann", "ben")
    seat = asked(post.db, table.id).seat
    with post.db.reading() as c:
        seats = store.seats(c, table.id)
    by, reader = seats[1 - seat].person_id, seats[seat].person_id
    assert by is not None
    assert reader is not None
    draft = messages.Draft(1 - seat, by, words, "seat", seat)
    messages.send(post.shelf, table.id, draft, now=post.now)
    post.wait(minutes=2)
    assert post.send() == 1
    (raw,) = [letter.raw for letter in post.letters(reader) if letter.raw is not None]
    known, shown = mime.letter_text(raw), quotable(raw)
    assert words.split("\n", maxsplit=1)[0] in known
    for name, shape in ALL:
        for new in ("", "2, yes"):
            message = mime.parse(shape(new, shown).as_bytes())
            assert mime.words(message, known).new == new, name
