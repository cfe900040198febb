"""Whoever is killed over letters loses none; what is sent again has one name, what is read again
acts once."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import count
from pathlib import Path

import pytest

from pbem import store
from pbem.bench.outbox import killed, office_in, outbox
from pbem.engine import Tongue
from pbem.mail import ingest
from pbem.mail import outbox as sending
from pbem.services import letters, mailroom, turns
from pbem.services.budget import Budget
from tests.mail.conftest import Post
from tests.mail.dying import killed_at
from tests.mail.replying import Mailroom
from tests.services.tables import asked, log, now_at
from tests.store_fixtures import MakeDatabase


def sitters(c: store.Connection, table: store.Table) -> list[store.Person]:
    seats = store.seats(c, table.id)
    return [*store.people(c, [seat.person_id or 0 for seat in seats]).values()]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # Nobody hangs up.
def test_at_whatever_line_a_sender_dies_every_letter_goes_out_when_its_lease_is_over(
    post: Post,
) -> None:
    """And what goes twice is the same to the byte, and so has one name."""
    table = post.table("ann", "ben")
    post.wait(minutes=2)
    post.send()
    seat = asked(post.db, table.id).seat
    for line in count(1):
        with post.db.writing() as c:
            post.sink.taken.clear()
            store.queue(c, [letters.sign_in(one, post.now) for one in sitters(c, table)])
            letters.ask_again(c, table, seat, post.now)
        dies = killed_at(line, post.send, sending)
        post.wait(minutes=1 + sending.LEASE.total_seconds() / 60)
        post.send()
        same = defaultdict(set)
        for mail, taken in zip(post.sink.letters, post.sink.taken, strict=True):
            same[mail["Message-ID"]].add(taken.content)
        assert [len(contents) for contents in same.values()] == [1, 1, 1], line
        if not dies:
            break
    assert line > 50, "there were so many at which it died"


def typed(post: Post, table: store.Table) -> tuple[str, str]:
    """Who is asked, and an answer as they may type it."""
    prompt = asked(post.db, table.id)
    with post.shelf.looking(table.id) as sitting:
        question = sitting.match.question(prompt.key)
        value = question.sample(random.Random(prompt.id))
        return ("ann", "ben")[prompt.seat], str(question.text(value, Tongue(("en",))))


@pytest.mark.slow
def test_wherever_a_reader_dies_a_reply_acts_once_and_has_one_receipt(post: Post) -> None:
    """At every eleventh line; others on the other database. They were all tried once."""
    office, table = Mailroom(post), post.table("ann", "ben")
    for line in count(1 if post.db.is_sqlite else 6, 11):
        if now_at(post.db, table.id).status == "over":
            table = post.table("ann", "ben")
        office.post_comes(minutes=8)
        name, text = typed(post, table)
        before = len(log(post.db, table.id))
        number = ingest.take_in(office.room, *office.write(name, text), f"{name}@example.org")
        dies = killed_at(
            line, lambda: ingest.drain(office.room, Budget(9)), ingest, mailroom, turns
        )
        post.now += ingest.LEASE
        ingest.drain(office.room, Budget(9))
        entries = log(post.db, table.id)[before:]
        assert [entry.source for entry in entries] == ["mail"], line
        with post.db.reading() as c:
            person = store.person_by_address(c, f"{name}@example.org")
            assert person is not None
            mail = store.mail(c, number)
            assert mail is not None
            assert mail.state == mailroom.DONE, line
        receipts = [one for one in post.letters(person.id) if one.facts.get("mail") == number]
        assert [(one.kind, one.facts["done"]) for one in receipts] == [("receipt", True)], line
        if not dies:
            break
    assert line > 50, "there were so many at which it died"


@pytest.mark.kill
def test_no_letter_is_lost_when_a_sender_is_killed(make_db: MakeDatabase, tmp_path: Path) -> None:
    with office_in(make_db(), tmp_path) as office:
        lost, again = killed(office, 20)
        assert lost == 0
        assert again < 20, "it had begun to send"
        assert len({*office.names()}) >= 20
        assert all(name.startswith("<") for name in office.names())


@pytest.mark.slow
def test_the_bench_measures_both_works_and_the_yardstick(make_sqlite: MakeDatabase) -> None:
    result = outbox(1, make_sqlite(blank=True).url)
    assert [row.unit for row in result.rows] == ["letters"] * 4
    assert all(row.per_second > 0 for row in result.rows)
    assert result.ratios[-1].value == 0
