"""No letter depends on what its reader may not know."""

from __future__ import annotations

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from pbem import games, store
from pbem.engine import ANSWER, Match, Seat
from pbem.mail.writing import Written
from pbem.services import letters, turns
from pbem.store import Database
from tests.mail.conftest import Post
from tests.mail.test_writing import claim, html_of, read, text_of
from tests.store_fixtures import MakeDatabase

NAMES = ("ann", "ben", "cleo")
STEPS, MOMENTS = 60, 12
"""So many answers are given, and so many of the moments between them looked at."""


@pytest.fixture
def db(make_sqlite: MakeDatabase) -> Database:
    """What letters say does not depend on where they are kept."""
    return make_sqlite()


def at_the_table(post: Post, table: store.Table) -> Match:
    """The very match that letters are written from."""
    with post.shelf.looking(table.id) as sitting:
        return sitting.match


def playing(post: Post, table: store.Table, rng: random.Random) -> Iterator[Match]:
    """The match after each of many legal answers."""
    for _step in range(STEPS):
        match = at_the_table(post, table)
        if match.outcome is not None:
            return
        yield match
        asking = rng.choice([a for a in match.open.values() if not a.answered])
        value = match.question(asking.key).sample(rng)
        order = turns.Order(ANSWER, asking.prompt.seat, asking.key, value)
        turns.submit(post.shelf, table.id, order, now=post.now)


def said(written: Written) -> tuple[Any, ...]:
    """All of a letter that its reader sees, and what its numbers mean."""
    mail = read(written.raw)
    return mail["Subject"], text_of(mail), html_of(mail), written.options


def letter_to(post: Post, table: store.Table, seat: Seat, number: int) -> store.Letter:
    """A letter owed to a seat about how things stand; one that is owed already is that."""
    with post.db.writing() as c:
        store.change_seat(c, table.id, seat, {"news": True})
        chair = store.seats(c, table.id)[seat]
    post.queue(letters.about_seat(letters.NEWS, table.id, chair, number, post.now))
    (letter,) = [one for one in claim(post) if one.seat == seat]
    return letter


@pytest.mark.parametrize("slug", games.slugs())
def test_letters_are_the_same_in_all_worlds_that_their_reader_cannot_tell_apart(
    post: Post, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rng = games.load(slug), random.Random(slug)
    always = SimpleNamespace(token_bytes=bytes)
    monkeypatch.setattr("pbem.services.lobby.secrets", always)  # The same game in every run.
    table = post.table(*NAMES[: 3 if 3 in game.meta.seats else 2], game=slug)
    claim(post)
    compared, looked = 0, 0
    for match in playing(post, table, rng):
        if looked >= MOMENTS or rng.random() < 0.5:
            continue
        looked += 1
        viewer = rng.choice(match.setting.seats)
        letter = letter_to(post, table, viewer, 1000 + looked)
        here = said(post.desk.write(letter, post.now))
        truth = dict(vars(match.state))
        for world in game.worlds(match.state, viewer, rng):
            vars(match.state).update(vars(world))
            assert at_the_table(post, table) is match
            there = said(post.desk.write(letter, post.now))
            vars(match.state).update(truth)
            assert there == here, f"seat {viewer} at entry {match.seq}"
            compared += vars(world) != truth
    assert compared, "no world differed from the truth"


def test_a_letter_that_tells_a_secret_is_found_out(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    dudo = games.load("dudo")
    board = type(dudo).board
    monkeypatch.setattr(
        type(dudo),
        "board",
        lambda game, view, tongue: board(game, view, tongue) + str(leak[0].cups),
    )
    leak: list[Any] = []
    table = post.table("ann", "ben")
    claim(post)
    match = at_the_table(post, table)
    leak.append(match.state)
    letter = letter_to(post, table, Seat(0), 1000)
    here = said(post.desk.write(letter, post.now))
    world = next(w for w in dudo.worlds(match.state, Seat(0), random.Random(1)) if w != match.state)
    vars(match.state).update(vars(world))
    assert said(post.desk.write(letter, post.now)) != here
