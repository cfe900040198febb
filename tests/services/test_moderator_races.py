"""Two at once: one wins, the other is told, and nothing is half done."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from pbem import engine, store
from pbem.engine import AnswerError
from pbem.services import lobby, moderating, moderating_seats, rematch, replays, substitutes, turns
from pbem.services.sittings import Frozen, NotRunning, Shelf
from tests.services.tables import NOON

Act = Callable[[Shelf], object]


@pytest.fixture
def people(db: store.Database) -> list[store.Person]:
    with db.writing() as c:
        return [
            store.add_person(
                c, f"{name}@example.org", name=name, language="en", zone="UTC", now=NOON
            )
            for name in ("ann", "bela", "cleo", "dora", "mona")
        ]


def laid(db: store.Database, *seats: store.Person, by: store.Person | None = None) -> store.Table:
    wish = lobby.Wish(
        game="dudo", seats=[person.id for person in seats], moderator=by.id if by else None
    )
    return lobby.open_table(Shelf(db), wish, now=NOON)


def at_once(db: store.Database, *acts: Act) -> list[str]:
    """Let each act have a process of its own, begin together, and say how it went."""
    gate = threading.Barrier(len(acts))
    went = [""] * len(acts)

    def run(index: int, act: Act) -> None:
        shelf = Shelf(db)
        gate.wait()
        try:
            act(shelf)
            went[index] = "done"
        except (AnswerError, Frozen, NotRunning, turns.NotDue) as why:
            went[index] = f"told: {why}"

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return went


def deed(table: store.Table, who: store.Person, now: datetime = NOON) -> moderating.Deed:
    return moderating.Deed(table.id, who.id, "because", now)


def notes(db: store.Database, table: store.Table, what: str) -> int:
    with db.reading() as c:
        return len(store.notes_of(c, table.id, [what]))


def test_two_moderators_pause_one_table(db: store.Database, people: list[store.Person]) -> None:
    ann, bela, _cleo, dora, mona = people
    table = laid(db, ann, bela, by=mona)
    went = at_once(
        db,
        lambda shelf: moderating.pause(shelf, deed(table, mona)),
        lambda shelf: moderating.pause(shelf, deed(table, dora)),
    )
    assert sorted(w.partition(":")[0] for w in went) == ["done", "told"]
    assert notes(db, table, "paused") == 1


def test_two_moderators_hand_one_seat_on(db: store.Database, people: list[store.Person]) -> None:
    ann, bela, cleo, dora, mona = people
    table = laid(db, ann, bela, by=mona)
    at_once(
        db,
        lambda shelf: moderating_seats.hand_over(shelf, deed(table, mona), 1, person_id=cleo.id),
        lambda shelf: moderating_seats.hand_over(shelf, deed(table, dora), 1, person_id=dora.id),
        lambda shelf: moderating_seats.hand_over(shelf, deed(table, ann), 0, person_id=cleo.id),
    )
    with db.reading() as c:
        sitting = [s.person_id for s in store.seats(c, table.id)]
    assert len({*sitting}) == 2, "nobody sits on two seats"


def test_a_player_answers_while_the_moderator_rewinds(
    db: store.Database, people: list[store.Person]
) -> None:
    ann, bela, *_rest, mona = people
    table = laid(db, ann, bela, by=mona)
    for _round in range(4):
        with db.reading() as c:
            now = store.table(c, table.id)
            waiting = store.open_prompts(c, table.id)
        if now.status != "running":
            break
        (prompt,) = waiting
        shelf = Shelf(db)
        with shelf.looking(table.id) as sitting:
            answer = sitting.match.question(prompt.key).default
        order = turns.Order(engine.ANSWER, prompt.seat, prompt.key, answer, by_person=ann.id)
        acts: list[Act] = [lambda shelf, o=order: turns.submit(shelf, table.id, o, now=NOON)]  # type: ignore[misc]
        if now.seq > 1:
            acts.append(
                lambda shelf, n=now: moderating.rewind(shelf, deed(table, mona), 1, seen=n.seq)  # type: ignore[misc]
            )
        went = at_once(db, *acts)
        with db.reading() as c:
            then = store.table(c, table.id)
        assert "done" in went
        assert then.seq == now.seq + went.count("done"), went
        replays.play_again(db, table.id)


def test_a_deadline_moves_while_its_default_is_taken(
    db: store.Database, people: list[store.Person]
) -> None:
    ann, bela, *_rest, mona = people
    table = laid(db, ann, bela, by=mona)
    for _round in range(3):
        with db.reading() as c:
            (prompt,) = store.open_prompts(c, table.id)
        went = at_once(
            db,
            lambda shelf, p=prompt: moderating.take_default(shelf, deed(table, mona), p.key),  # type: ignore[misc]
            lambda shelf: moderating.move_deadlines(shelf, deed(table, mona), timedelta(days=1)),
            lambda shelf, p=prompt: moderating_seats.revoke_links(  # type: ignore[misc]
                shelf, deed(table, mona), p.seat
            ),
        )
        assert went == ["done"] * 3, "nobody waits for another crosswise"


def test_two_take_one_offered_seat(db: store.Database, people: list[store.Person]) -> None:
    ann, bela, cleo, dora, _mona = people
    table = laid(db, ann, bela)
    substitutes.offer_own(Shelf(db), table.id, bela.id, "", now=NOON)
    went = at_once(
        db,
        lambda shelf: substitutes.take(shelf, table.id, 1, cleo.id, now=NOON),
        lambda shelf: substitutes.take(shelf, table.id, 1, dora.id, now=NOON),
    )
    assert sorted(w.partition(":")[0] for w in went) == ["done", "told"]
    assert notes(db, table, "handed over") == 1


def test_two_lay_one_table_again(db: store.Database, people: list[store.Person]) -> None:
    ann, bela, *_rest = people
    table = laid(db, ann, bela)
    moderating.call_off(Shelf(db), deed(table, ann))
    went = at_once(
        db,
        lambda shelf: rematch.again(shelf, table.id, ann.id, now=NOON),
        lambda shelf: rematch.again(shelf, table.id, bela.id, now=NOON),
    )
    assert went == ["done", "done"]
    with db.reading() as c:
        assert len(store.tables_in(c, ["open"], limit=9)) == 1
