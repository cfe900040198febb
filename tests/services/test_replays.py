"""Stored games are played again, written out and taken in; what is damaged is refused whole."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from pbem import engine, export, games, store
from pbem.engine import NotAllowed
from pbem.services import bots, lobby, replays, turns
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

from .tables import NOON, answer, log, now_at, sit, two


def finished(shelf: Shelf) -> store.Table:
    """A game that bots have played to its end."""
    table = sit(shelf, "careful", "random")
    bots.play_waiting(shelf, lambda: NOON, timedelta(), Budget(30))
    return now_at(shelf.db, table.id)


def written(shelf: Shelf, table_id: int, **more: bool) -> str:
    file = io.StringIO()
    replays.write(shelf.db, table_id, file, **{"states": False, "unfinished": False, **more})
    return file.getvalue()


def taken_in(shelf: Shelf, text: str) -> store.Table:
    return replays.take_in(shelf.db, io.BytesIO(text.encode()), now=NOON)


def digests(shelf: Shelf, table: store.Table) -> list[str]:
    return [entry.digest for entry in log(shelf.db, table.id)]


def everything(db: store.Database) -> dict[str, int]:
    with db.reading() as c:
        tables = store.tables_in(c, ["open", "running", "paused", "over", "frozen"], limit=99)
    return {table.slug: table.seq for table in tables}


def test_a_game_leads_where_it_led(shelf: Shelf) -> None:
    table = finished(shelf)
    match = replays.play_again(shelf.db, table.id)
    assert match.seq == table.seq
    assert match.outcome is not None
    assert match.digest == log(shelf.db, table.id)[-1].digest


def test_up_to_an_entry(shelf: Shelf) -> None:
    table = finished(shelf)
    assert replays.play_again(shelf.db, table.id, to=4).seq == 4
    for wrong in (0, table.seq + 1):
        with pytest.raises(NotAllowed, match=f"from 1 to {table.seq}"):
            replays.play_again(shelf.db, table.id, to=wrong)


def test_a_game_that_has_not_begun_cannot_be_played_again(shelf: Shelf) -> None:
    with pytest.raises(NotAllowed, match="has not begun"):
        replays.play_again(shelf.db, sit(shelf, None, None).id)


def test_running_games_that_differ_are_named(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = two(shelf), two(shelf)
    for table in (good, bad):
        answer(shelf, table.id)
        answer(shelf, table.id)
    finished(shelf)
    assert [c.trouble for c in replays.check_running(shelf.db)] == ["", ""]
    usual = engine.Dice.roll

    def loaded(dice: Any, *given: Any, **named: Any) -> Any:
        rolled = usual(dice, *given, **named)
        return tuple(7 - die for die in rolled) if dice is unlucky.get("dice") else rolled

    unlucky: dict[str, Any] = {}
    begun = engine.Match.__init__

    def watch(match: engine.Match, *given: Any, **named: Any) -> None:
        begun(match, *given, **named)
        if match.start.commitment == bad.commitment:
            unlucky["dice"] = match.table.dice

    monkeypatch.setattr(engine.Match, "__init__", watch)
    monkeypatch.setattr(engine.Dice, "roll", loaded)
    found = {checked.slug: checked.trouble for checked in replays.check_running(shelf.db)}
    assert found[good.slug] == ""
    assert "Entry 1 leads elsewhere" in found[bad.slug]
    with pytest.raises(replays.Unplayable, match="leads elsewhere"):
        replays.play_again(shelf.db, bad.id)


def test_a_game_that_was_taken_away_is_named_and_the_others_are_played(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, good = two(shelf), two(shelf, game="metallum")
    usual = games.packages()
    monkeypatch.setattr(games, "packages", lambda: {k: v for k, v in usual.items() if k != "dudo"})
    games.load.cache_clear()
    found = {checked.slug: checked.trouble for checked in replays.check_running(shelf.db)}
    assert found[good.slug] == ""
    assert "The game 'dudo' cannot be loaded" in found[gone.slug]


def test_a_running_game_keeps_its_secret(shelf: Shelf) -> None:
    table = two(shelf)
    with pytest.raises(NotAllowed, match="not over"):
        written(shelf, table.id)
    assert table.secret.hex() in written(shelf, table.id, unfinished=True)


@pytest.mark.parametrize("states", [False, True])
def test_a_game_written_out_is_verified_and_taken_in_again(shelf: Shelf, states: bool) -> None:
    table = finished(shelf)
    text = written(shelf, table.id, states=states)
    report = export.verify(text.splitlines())
    assert report.ok, report.difference
    again = taken_in(shelf, text)
    assert (again.status, again.seq, again.outcome) == ("over", table.seq, table.outcome)
    assert again.secret == table.secret
    assert again.slug != table.slug
    assert digests(shelf, again) == digests(shelf, table)
    assert written(shelf, again.id, states=states) == text
    with shelf.db.reading() as c:
        assert store.open_prompts(c, again.id) == ()
        told = [store.events(c, t.id, after=0, last=999) for t in (table, again)]
    assert told[0] == told[1]


def test_an_unfinished_game_is_paused_and_nobody_sits_there(shelf: Shelf) -> None:
    table = two(shelf)
    answer(shelf, table.id)
    again = taken_in(shelf, written(shelf, table.id, unfinished=True))
    assert (again.status, again.seq) == ("paused", 2)
    with shelf.db.reading() as c:
        assert not lobby.is_full(store.seats(c, again.id))
        assert [prompt.due_at for prompt in store.open_prompts(c, again.id)] == [None]
    assert replays.play_again(shelf.db, again.id).seq == 2


def test_a_game_with_a_rewind_is_taken_in_whole(shelf: Shelf) -> None:
    table = two(shelf)
    for _turn in range(3):
        answer(shelf, table.id)
    back = turns.Order("rewind", None, value={"to": 2}, source="moderator")
    turns.submit(shelf, table.id, back, now=NOON)
    answer(shelf, table.id, seed=2)
    text = written(shelf, table.id, unfinished=True)
    again = taken_in(shelf, text)
    assert again.seq == 6
    assert [e.kind for e in log(shelf.db, again.id)] == [e.kind for e in log(shelf.db, table.id)]
    assert digests(shelf, again) == digests(shelf, table)
    assert written(shelf, again.id, unfinished=True) == text


def changed(text: str, line: int, **facts: object) -> str:
    lines = text.splitlines()
    lines[line] = json.dumps({**json.loads(lines[line]), **facts})
    return "\n".join(lines) + "\n"


DAMAGES: dict[str, Callable[[str], str]] = {
    "cut off": lambda text: "\n".join(text.splitlines()[:-1]),
    "half a line": lambda text: text[: len(text) // 2],
    "a line missing": lambda text: "\n".join(
        line for i, line in enumerate(text.splitlines()) if i != 3
    ),
    "another answer": lambda text: changed(text, 2, value="6x6"),
    "another seat": lambda text: changed(text, 2, seat=5),
    "another secret": lambda text: changed(text, -1, secret="00" * 32),
    "another outcome": lambda text: changed(text, -1, outcome=None),
    "another time": lambda text: changed(text, 2, at="1999-01-01T00:00:00+00:00"),
    "another game": lambda text: changed(text, 0, game="chess"),
    "broken at its end": lambda text: changed(text, -1, broken=len(text.splitlines()) - 2),
    "no JSON": lambda text: text.replace("{", "[", 1),
    "nothing": lambda text: text[:0],
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_export_is_refused_whole(shelf: Shelf, damage: str) -> None:
    text = written(shelf, finished(shelf).id)
    before = everything(shelf.db)
    with pytest.raises((NotAllowed, export.BadExport)):
        taken_in(shelf, DAMAGES[damage](text))
    assert everything(shelf.db) == before


def test_a_database_that_fails_half_way_keeps_nothing(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = written(shelf, finished(shelf).id)
    before = everything(shelf.db)
    usual = store.record

    def failing(c: store.Connection, table_id: int, expected: int, **more: Any) -> None:
        if expected == 7:
            raise store.Unreachable("The disk is full.")
        usual(c, table_id, expected, **more)

    monkeypatch.setattr(store, "record", failing)
    with pytest.raises(store.Unreachable):
        taken_in(shelf, text)
    assert everything(shelf.db) == before


def test_what_people_wrote_elsewhere_is_not_mixed_up_with_words_here(shelf: Shelf) -> None:
    with shelf.db.writing() as c:
        here = store.add_wording(c, "My secret plan", person_id=None, now=NOON)
        entries = [
            engine.Entry(1, "start", value={"text": f"w:{here}"}),
            engine.Entry(2, "answer", value=f"w:{here}"),
            engine.Entry(3, "answer", value="w:999"),
            engine.Entry(4, "answer", value=f"w:{here}"),
            engine.Entry(5, "answer", value="water"),
        ]
        fresh = replays._with_words_apart(c, entries, NOON)
        numbers = [str(entry.value) for entry in fresh[1:4]]
        words = store.wordings(c, [int(number[2:]) for number in numbers])
    assert numbers[0] == numbers[2] != numbers[1]
    assert f"w:{here}" not in numbers
    assert set(words.values()) == {""}
    assert fresh[4].value == "water"
