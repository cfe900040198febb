"""One way in: what an entry does, what it leaves alone, and what is written down of it."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest

from pbem.engine import (
    ACT,
    ANSWER,
    MIGRATE,
    PLAN,
    RESIGN,
    REWIND,
    Broken,
    Entry,
    Match,
    NotAllowed,
    Outcome,
    Sealed,
    Seat,
    Table,
    Unsealed,
    begin,
    follow,
    replay,
)
from pbem.engine.dice import nonce_for, seal

from .small import (
    END,
    FAIR,
    SECRET,
    A,
    B,
    Bid,
    Buy,
    C,
    Purse,
    RoundBegan,
    SmallGame,
    Spent,
    Stake,
    Threw,
    Told,
    act,
    answer,
    clock,
    game,
    key_of,
    resign,
    table,
    told,
    waited_for,
)


async def rounds(t: Table[Purse]) -> Outcome:
    """RO-1: everybody buys, round after round."""
    s = t.state
    while s.round < 3:
        t.milestone()
        t.do(RoundBegan(s.round + 1))
        for seat in t.seats:
            bought = await t.ask(Buy(seat))
            t.do(Told(f"{seat} buys {bought}"))
            t.do(Threw(t.dice.roll("weather")))
    return END


async def auction(t: Table[Purse]) -> Outcome:
    """AU-1: one bid each."""
    bids = await t.ask_all([Bid(A), Stake(B)])
    for seat, coins in bids.items():
        t.do(Spent(seat, coins))
    return END


def inside(match: Match) -> object:
    """All of a match that an entry could change."""
    askings = [(k, a.answered, a.value, a.nonce) for k, a in match.open.items()]
    seen = (match.digest, match.seq, match.milestone, dict(match.plans.items), match.plans.begun)
    return deepcopy((match.state, askings, seen, match.resigned, list(match.entries)))


BAD = [
    Entry(9, ANSWER, A, "0.0.0.bid.0.0", 6),
    Entry(9, ANSWER, A, "0.0.0.bid.0.0", None),
    Entry(9, ANSWER, A, "elsewhere", 1),
    Entry(9, ANSWER, B, "0.0.0.bid.0.0", 1),
    Entry(9, ANSWER, None, "0.0.0.bid.0.0", 1),
    Entry(9, ACT, B, "give", 99),
    Entry(9, ACT, B, "steal", 1),
    Entry(9, ACT, None, "give", 1),
    Entry(9, PLAN, B, value="everything"),
    Entry(9, PLAN, B, value=7),
    Entry(9, PLAN, B, value=[{"is": "Purse"}]),
    Entry(9, PLAN, B, value=[{"is": "Item"}]),
    Entry(9, PLAN, B, value=[{"is": "Item", "kind": 3, "answers": 4}]),
    Entry(9, PLAN, None, value=[]),
    Entry(9, RESIGN, None),
    Entry(9, MIGRATE, value=3),
]


@pytest.mark.parametrize("entry", BAD, ids=lambda e: f"{e.kind} {e.seat} {e.key} {e.value}")
def test_a_refused_entry_changes_nothing_and_says_why(entry: Entry) -> None:
    match = table(auction)
    answer(match, A, 2)
    before = inside(match)
    with pytest.raises(NotAllowed) as caught:
        match.enter(entry)
    assert str(caught.value).endswith(".")
    assert inside(match) == before
    answer(match, B, 1)
    assert match.state.coins == [3, 4]


def test_entries_only_go_up() -> None:
    match = table(auction)
    with pytest.raises(ValueError, match="Entry 1 cannot follow entry 1"):
        match.enter(Entry(1, ANSWER, A, key_of(match, A), 1))
    match.enter(Entry(2, ANSWER, A, key_of(match, A), 1))
    assert match.seq == 2


def test_the_rules_never_see_when_or_where_an_entry_came_from() -> None:
    plain, noted = table(rounds), table(rounds)
    answer(plain, A, "salt")
    answer(noted, A, "salt", at="2026-11-18T09:00:00Z", source="mail")
    assert (plain.digest, plain.state) == (noted.digest, noted.state)
    assert noted.entries[-1].source == "mail"


def test_rules_that_go_round_without_asking_are_stopped() -> None:
    async def forgets(t: Table[Purse]) -> Outcome:
        """RO-9: nobody waits."""
        await t.ask(Buy(A))
        for _round in range(1_001):
            t.milestone()
        return END

    match = table(forgets)
    with pytest.raises(Broken, match="go round without asking anybody") as caught:
        answer(match, A, "salt")
    assert caught.value.where == [
        "play",
        "forgets: RO-9: nobody waits.",
    ]


def test_a_thousand_milestones_in_one_go_are_not_too_many() -> None:
    async def skips(t: Table[Purse]) -> Outcome:
        for _half in range(2):
            for _round in range(1_000):
                t.milestone()
            await t.ask(Buy(A))
        return END

    match = table(skips)
    answer(match, A, "salt")
    assert match.milestone == 2_000


def test_rules_must_end_with_an_outcome() -> None:
    async def stops(t: Table[Purse]) -> Outcome:
        await t.ask(Buy(A))
        return None  # type: ignore[return-value]

    match = table(stops)
    with pytest.raises(Broken, match="end with None instead of an Outcome"):
        answer(match, A, "salt")


# Digests.


def test_the_digest_is_over_everything_that_has_happened() -> None:
    one, other = table(rounds), table(rounds)
    assert one.digest == other.digest != ""
    start = one.digest
    answer(one, A, "salt")
    answer(other, A, "salt")
    assert one.digest == other.digest != start
    answer(one, B, "salt")
    answer(other, B, "cloth")
    assert one.digest != other.digest
    for match in (one, other):
        answer(match, A, "salt")
    assert one.digest != other.digest


def test_every_entry_carries_the_digest_that_follows_it() -> None:
    match = table(rounds)
    step = answer(match, A, "salt")
    assert step.entry.digest == match.digest == match.entries[-1].digest
    assert match.entries[0].digest not in ("", match.digest)


def test_a_digest_without_new_facts_stays_as_it_is() -> None:
    match = table(rounds)
    before = match.digest
    match.enter(Entry(2, PLAN, A, value=[]))
    assert match.digest == before


def test_snapshots_are_kept_only_where_they_are_wanted() -> None:
    wanted = begin(SmallGame(rounds), 2, secret=SECRET, keep=True)
    assert [snapshot.milestone for snapshot in wanted.steps[1].snapshots] == [1]
    for match in (table(rounds), Match(wanted.game, wanted.start, SECRET)):
        if not match.entries:
            match.enter(wanted.entries[0])
        assert match.steps[1].snapshots == []


# Seals.


def test_a_commitment_is_proven_by_the_nonce_shown_later() -> None:
    match = table(auction)
    key = key_of(match, A)
    (bound,) = answer(match, A, 3).events
    step = answer(match, B, 4)
    opened = next(event for event in step.events if isinstance(event, Unsealed))
    assert isinstance(bound, Sealed)
    assert (bound.seat, bound.key, opened.key) == (A, key, key)
    assert seal(opened.nonce, key, opened.answer) == bound.commitment
    assert seal(opened.nonce, key, "4") != bound.commitment
    assert opened.nonce == nonce_for(SECRET, key, 2)


def test_an_amended_answer_gets_a_nonce_of_its_own() -> None:
    match = table(auction)
    commitments = []
    for value in (3, 3, 4, 3):
        (event,) = answer(match, A, value).events
        assert isinstance(event, Sealed)
        commitments.append(event.commitment)
    assert len(set(commitments)) == 4
    step = answer(match, B, 0)
    opened = next(event for event in step.events if isinstance(event, Unsealed))
    assert seal(opened.nonce, opened.key, opened.answer) == commitments[-1]


def test_the_nonce_of_what_is_never_opened_is_shown_to_nobody() -> None:
    match = table(auction)
    answer(match, A, 3)
    nonce = nonce_for(SECRET, key_of(match, B), 3)
    answer(match, B, 4)
    assert nonce not in repr(told(match))
    assert [e.seat for e in told(match) if isinstance(e, Unsealed)] == [A]


# The clock and resigning.


def test_time_that_runs_out_answers_with_the_default() -> None:
    match = table(rounds)
    step = clock(match, A)
    assert step.entry.value == "bread"
    assert step.events[0] == Told("0 buys bread")


def test_time_does_not_run_out_on_an_answer_that_lies_under_seal() -> None:
    match = table(auction)
    answer(match, A, 3)
    before = inside(match)
    with pytest.raises(NotAllowed, match="That question is closed"):
        clock(match, A)
    assert inside(match) == before
    clock(match, B)
    assert match.state.coins == [2, 5]


def test_a_resigned_seat_is_played_on_by_its_defaults() -> None:
    match = table(rounds)
    step = resign(match, B)
    assert (step.events, match.outcome) == ([], None)
    answer(match, A, "salt")
    steps = follow(match)
    assert [(s.entry.kind, s.entry.seat, s.entry.value, s.entry.source) for s in steps] == [
        ("clock", B, "bread", "resign")
    ]
    assert waited_for(match) == [(0, "buy")]
    for _round in range(2):
        answer(match, A, "salt")
        follow(match)
    assert match.outcome == END


def test_a_seat_resigns_once_and_does_nothing_more() -> None:
    match = table(rounds)
    resign(match, B)
    assert match.acts(B) == []
    assert match.acts(A)
    with pytest.raises(NotAllowed):
        act(match, B, "give", 1)
    with pytest.raises(NotAllowed, match="That seat has resigned already"):
        resign(match, B)


class Duel(SmallGame):
    """Who resigns has lost."""

    def resign(self, t: Table[Purse], seat: Seat) -> Outcome | None:
        t.do(Told(f"{seat} yields"))
        return Outcome("yielded", (Seat(1 - seat),))


def test_rules_side_by_side_are_put_away_when_a_game_ends_by_resigning() -> None:
    left = []

    async def waits(t: Table[Purse], seat: Seat) -> None:
        try:
            await t.ask(Buy(seat))
        finally:
            left.append(seat)

    async def rules(t: Table[Purse]) -> Outcome:
        await t.side_by_side(waits(t, A), t.side_by_side(waits(t, B)))
        return END

    match = begin(Duel(rules), 2, secret=SECRET)
    resign(match, A)
    assert left == [A, B]
    assert (match.open, match.outcome is None) == ({}, False)


def test_a_game_may_end_when_a_seat_resigns() -> None:
    match = begin(Duel(rounds), 2, secret=SECRET)
    key = key_of(match, A)
    step = resign(match, A)
    assert step.outcome == match.outcome == Outcome("yielded", (B,))
    assert step.events == [Told("0 yields")]
    assert (step.closed, match.open, match.where()) == ([key], {}, [])
    with pytest.raises(NotAllowed):
        resign(match, B)
    with pytest.raises(NotAllowed):
        match.enter(Entry(3, ANSWER, A, key, "salt"))


# Milestones.


def test_a_snapshot_is_kept_at_every_milestone_and_is_json() -> None:
    match = table(rounds, keep=True)
    kept = list(match.steps[1].snapshots)
    while match.waiting():
        kept += answer(match, match.waiting()[0].prompt.seat, "salt").snapshots
    assert [(s.seq, s.milestone, s.epoch) for s in kept] == [(1, 1, 0), (3, 2, 0), (5, 3, 0)]
    assert all(json.loads(json.dumps(s.as_json())) == s.as_json() for s in kept)
    assert len({s.digest for s in kept}) == 3
    assert table(rounds).steps[1].snapshots == []


def test_what_happens_again_before_a_milestone_on_re_entry_is_refused() -> None:
    async def forgetful(t: Table[Purse]) -> Outcome:
        t.do(Told("welcome"))
        t.milestone()
        await t.ask(Buy(A))
        return END

    match = table(forgetful, keep=True)
    (snapshot,) = match.steps[1].snapshots
    with pytest.raises(Broken, match="Told happens again on re-entry at a milestone"):
        replay(match.game, match.start, match.entries, SECRET, snapshot=snapshot)


# Rules that break.


async def breaks(t: Table[Purse]) -> Outcome:
    """BR-1: goes wrong."""
    await deeper(t)
    return END


async def deeper(t: Table[Purse]) -> None:
    """BR-2: divides."""
    coins = await t.ask(Bid(A))
    shares(coins)


def shares(coins: int) -> int:
    """BR-3: shares of a treasure."""
    return 10 // coins


def test_a_rule_that_breaks_is_named() -> None:
    match = table(breaks)
    assert answer(table(breaks), A, 5).outcome == END
    with pytest.raises(Broken, match="ZeroDivisionError") as caught:
        answer(match, A, 0)
    assert caught.value.where[-3:] == [
        "breaks: BR-1: goes wrong.",
        "deeper: BR-2: divides.",
        "shares: BR-3: shares of a treasure.",
    ]
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_answer_error_out_of_a_rule_is_the_rules_fault_not_the_players() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask(Bid(A))
        Bid(A).check(t.state, 99)
        return END

    with pytest.raises(Broken, match="NotAllowed"):
        answer(table(rules), A, 1)


def test_an_act_that_breaks_is_named_too() -> None:
    class Sharp(SmallGame):
        def acts(self, s: Purse, seat: Seat) -> Any:
            raise RuntimeError("no acts today")

    match = begin(Sharp(rounds), 2, secret=SECRET)
    with pytest.raises(Broken, match="no acts today"):
        act(match, A, "give", 1)


def test_an_unknown_kind_of_entry_is_not_taken() -> None:
    with pytest.raises(Broken):
        table(rounds).enter(Entry(2, "wish", A))


def test_a_game_begins_only_once() -> None:
    match = table(rounds)
    before = inside(match)
    with pytest.raises(NotAllowed):
        match.enter(Entry(2, "start"))
    assert inside(match) == before


def test_a_rewind_is_not_entered_but_built() -> None:
    """To go back, `rewind` builds a match anew; entering the line alone would go nowhere."""
    match = table(rounds)
    answer(match, A, "salt")
    before = inside(match)
    with pytest.raises(NotAllowed):
        match.enter(Entry(3, REWIND, value={"to": 1}))
    assert inside(match) == before


# Migration.


def migration(match: Match, rules: int, **change: Any) -> Entry:
    snapshot = match.snapshot(match.seq)
    body = {**snapshot.body["state"], **change}
    return Entry(match.seq + 1, MIGRATE, value={"rules": rules, "state": body})


def test_a_migration_goes_on_from_a_new_state_under_newer_rules() -> None:
    async def newer(t: Table[Purse]) -> Outcome:
        if t.rules >= 2 and t.state.round == 3:
            t.milestone()
            await t.ask(Bid(C))
            return Outcome("new", (C,))
        return await rounds(t)

    match = begin(game(newer), 3, secret=SECRET)
    answer(match, A, "salt")
    before = match.digest
    step = match.enter(migration(match, 2, round=3, coins=[1, 2, 3]))
    assert (match.state.coins, match.state.round, match.setting.rules) == ([1, 2, 3], 3, 2)
    assert waited_for(match) == [(2, "bid")]
    assert len(step.closed) == 1
    assert match.digest != before
    answer(match, C, 3)
    assert match.outcome == Outcome("new", (C,))


def test_a_migrated_game_replays_from_its_log_and_from_its_snapshots() -> None:
    match = begin(game(rounds), 2, secret=SECRET, keep=True)
    answer(match, A, "salt")
    step = match.enter(migration(match, 2, coins=[9, 9]))
    (snapshot,) = step.snapshots
    while match.waiting():
        answer(match, match.waiting()[0].prompt.seat, "salt")
    for base, first in ((None, 0), (snapshot, 2)):
        again = replay(match.game, match.start, match.entries[first:], SECRET, snapshot=base)
        assert (again.digest, again.state) == (match.digest, match.state)
        assert again.setting.rules == 2


def test_two_migrations_to_different_states_have_different_digests() -> None:
    digests = set()
    for coins in ([9, 9], [8, 9]):
        match = table(rounds)
        match.enter(migration(match, 2, coins=coins))
        digests.add(match.digest)
    assert len(digests) == 2


# The secret and the phrases.


def test_the_start_says_what_was_fixed_and_only_commits_to_the_secret() -> None:
    match = begin(FAIR, 3, secret=SECRET, phrases=["aa", "bb", ""], package="1.2")
    start = match.start
    assert (start.game, start.seats, start.rules, start.package) == ("small", 3, 1, "1.2")
    assert start.phrases == ("aa", "bb", "")
    assert SECRET.decode() not in repr(start)
    assert match.entries[0].value == start.as_json()


def test_every_game_has_its_own_secret_and_every_phrase_changes_the_dice() -> None:
    starts = {begin(FAIR, 2).start.commitment for _game in range(5)}
    assert len(starts) == 5
    decks = {begin(FAIR, 2, secret=SECRET, phrases=[str(n)]).state.deck for n in range(20)}
    assert len(decks) > 5
