"""Whoever plays by mail hears of an offer in time, and how to answer it in words."""

from __future__ import annotations

import pytest

from pbem import store
from tests.mail.conftest import Post
from tests.mail.replying import Mailroom
from tests.services.tables import people
from tests.services.test_called import does, on_tour


@pytest.fixture
def table(post: Post) -> store.Table:
    """Three who wait for letters, and have got those that tell that captain 0 may trade."""
    made = on_tour(post.shelf, *people(post.db, "ann", "ben", "cid", by_letter=True))
    post.wait(minutes=10)
    post.send()
    return made


def test_MA_8_2_an_offer_comes_by_letter_with_the_words_that_answer_it(
    post: Post, table: store.Table
) -> None:
    before = len(post.sink.letters)
    does(post.shelf, table, 0, "offer", "p2 1 credit for 2 credits")
    post.wait(minutes=10)
    assert post.send() == 1
    letter = post.sink.letters[before]
    body = letter.get_body(("plain",))
    assert body is not None
    said = " ".join(str(body.get_content()).split())
    assert "ben@example.org" in str(letter["To"])
    assert "Ann offers Ben 1 credit for 2 credits." in said
    assert "accept Ann's offer 1" in said
    assert "refuse Ann's offer 1" in said
    asked, told = said.index("You can do this now:"), said.index("WHAT HAPPENED")
    assert asked < said.index("accept Ann's offer 1") < told < said.index("WHAT ELSE YOU MAY DO")


def test_MA_8_2_of_an_offer_that_lapsed_before_its_letter_left_no_letter_tells(
    post: Post, table: store.Table
) -> None:
    before = len(post.sink.letters)
    does(post.shelf, table, 0, "offer", "p2 1 credit for 2 credits")
    does(post.shelf, table, 0, "offer", "p3 1 credit for 2 credits")
    does(post.shelf, table, 0, "withdraw", "p2")
    post.wait(minutes=10)
    assert post.send() == 1
    assert "cid@example.org" in str(post.sink.letters[before]["To"])


def test_MA_8_2_a_bot_answers_an_offer_that_came_by_mail(post: Post) -> None:
    (ann,) = people(post.db, "ann", by_letter=True)
    table = on_tour(post.shelf, ann, "greedy", "honest")
    post.wait(minutes=10)
    post.send()
    Mailroom(post).reply("ann", "offer Bot Bruno 1 credit")
    with post.db.reading() as c:
        last = store.entries(c, table.id, after=0, last=1000)[-1]
    assert (last.kind, last.key, last.seat, last.source) == ("act", "accept", 1, "bot")
