"""A sender killed in the middle of its work loses nothing, and what it repeats has one name."""

from __future__ import annotations

import sys
from collections import defaultdict
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from pbem import store
from pbem.bench.outbox import killed, office_in, outbox
from pbem.mail import outbox as sending
from pbem.services import letters
from tests.mail.conftest import Post
from tests.services.tables import asked
from tests.store_fixtures import MakeDatabase


class Killed(BaseException):
    """Nothing can catch it, as nothing can catch a kill -9."""


def killed_at(post: Post, line: int) -> bool:
    """Send, and die at this line of the sender, counted as they are reached; did it come so far?"""
    lines = count(1)

    def trace(frame: FrameType, event: str, _given: Any) -> Any:
        if frame.f_code.co_filename != sending.__file__:
            return None
        if event == "line" and next(lines) == line:
            sys.settrace(None)
            raise Killed
        return trace

    sys.settrace(trace)
    try:
        post.send()
    except Killed:
        return True
    finally:
        sys.settrace(None)
    return False


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
        dies = killed_at(post, line)
        post.wait(minutes=1 + sending.LEASE.total_seconds() / 60)
        post.send()
        same = defaultdict(set)
        for mail, taken in zip(post.sink.letters, post.sink.taken, strict=True):
            same[mail["Message-ID"]].add(taken.content)
        assert [len(contents) for contents in same.values()] == [1, 1, 1], line
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
