"""The log: entries as they are stored, and which of them still count."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import ANSWER, REWIND, Entry, Seat, Snapshot, Start, Unreadable
from pbem.engine.log import KINDS, rewind_target, standing
from pbem.engine.prompt import Json

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
ENTRIES = st.builds(
    Entry,
    seq=st.integers(1, 10**6),
    kind=st.sampled_from(KINDS),
    seat=st.none() | st.integers(0, 5).map(Seat),
    key=st.text(),
    value=JSON,
    at=st.text(),
    source=st.text(),
    digest=st.text(),
)


@given(ENTRIES)
def test_an_entry_reads_back_as_it_was(entry: Entry) -> None:
    again = Entry.from_json(json.loads(json.dumps(entry.as_json())))
    assert again == entry
    assert type(again.seat) is type(entry.seat)


def test_what_is_empty_is_not_stored_but_an_empty_answer_is() -> None:
    assert Entry(3, ANSWER).as_json() == {"seq": 3, "kind": "answer"}
    values: tuple[Json, ...] = ("", 0, False, [])
    for value in values:
        body = Entry(3, ANSWER, Seat(0), "k", value).as_json()
        assert body == {"seq": 3, "kind": "answer", "seat": 0, "key": "k", "value": value}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seq": 1},
        {"seq": 1, "kind": "wish"},
        {"seq": "1", "kind": "answer"},
        {"seq": 1, "kind": "answer", "colour": "red"},
        {"seq": 1, "kind": "answer", "seat": "first"},
        {"seq": 1, "kind": "answer", "seat": [1]},
        [],
        None,
    ],
    ids=repr,
)
def test_a_damaged_entry_is_unreadable(body: Any) -> None:
    with pytest.raises(Unreadable):
        Entry.from_json(body)


START = Start("small", 2, 1, "0.1", {"long": True}, {"cards": [1]}, "c0ffee", ("", "ab"))


def test_a_start_reads_back_as_it_was() -> None:
    again = Start.from_json(json.loads(json.dumps(START.as_json())))
    assert again == START


@pytest.mark.parametrize(
    "change", [{"phrases": 1}, {"phrases": None}, {"colour": "red"}, {"game": ...}], ids=repr
)
def test_a_damaged_start_is_unreadable(change: dict[str, Any]) -> None:
    body = {k: v for k, v in {**START.as_json(), **change}.items() if v is not ...}
    with pytest.raises(Unreadable, match="start of the game"):
        Start.from_json(body)
    with pytest.raises(Unreadable):
        Start.from_json([])  # type: ignore[arg-type]


def test_a_snapshot_is_plain_data() -> None:
    snapshot = Snapshot(7, 2, 1, "d", {"state": {}})
    assert Snapshot(**json.loads(json.dumps(snapshot.as_json()))) == snapshot


# What still counts.


def answers_and_rewinds(targets: list[int | None]) -> list[Entry]:
    """A log from 1 on: an answer for None, a rewind for a number (to one that still counts)."""
    log: list[Entry] = []
    for seq, to in enumerate(targets, 1):
        if to is None or seq == 1:
            log.append(Entry(seq, ANSWER))
        else:
            counting = [counts for counts, _epoch in naive(log)]
            log.append(Entry(seq, REWIND, value={"to": counting[to % len(counting)]}))
    return log


def naive(log: list[Entry]) -> list[tuple[int, int]]:
    """Tell it by hand: walk back from the end, jumping over what each rewind undid."""
    counts: list[tuple[int, int]] = []
    at = len(log)
    while at >= 1:
        entry = log[at - 1]
        epoch = sum(e.kind == REWIND for e in log[:at])
        counts.append((at, epoch))
        at = entry.value["to"] if isinstance(entry.value, dict) else at - 1
    return counts[::-1]


@given(st.lists(st.none() | st.integers(0, 30), min_size=1, max_size=30))
def test_a_rewind_undoes_what_came_between_and_nothing_else(targets: list[int | None]) -> None:
    log = answers_and_rewinds(targets)
    assert [(entry.seq, epoch) for entry, epoch in standing(log)] == naive(log)


def test_epochs_count_on_from_those_before_the_first_entry() -> None:
    log = answers_and_rewinds([None, None, 0, None])
    assert [(e.seq, n) for e, n in standing(log, epoch=4)] == [(1, 4), (3, 5), (4, 5)]


def test_a_rewind_to_what_was_undone_or_is_not_there_is_unreadable() -> None:
    log = [Entry(1, "start"), Entry(2, ANSWER), Entry(3, REWIND, value={"to": 1})]
    with pytest.raises(Unreadable, match="Entry 4 rewinds to 2, which does not count here"):
        standing([*log, Entry(4, REWIND, value={"to": 2})])
    with pytest.raises(Unreadable, match="Entry 4 rewinds to 1"):
        standing([log[1], Entry(4, REWIND, value={"to": 1})])
    assert [e.seq for e, _n in standing([*log, Entry(4, REWIND, value={"to": 3})])] == [1, 3, 4]


@pytest.mark.parametrize("value", [None, {}, {"to": 0}, {"to": 5}, {"to": 9}, {"to": "1"}, 3])
def test_a_rewind_to_nowhere_is_unreadable(value: Any) -> None:
    with pytest.raises(Unreadable, match="Entry 5 rewinds to"):
        rewind_target(Entry(5, REWIND, value=value))
