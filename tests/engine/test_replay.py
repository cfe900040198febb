"""Going through a log again: replay, forks, going back, and a look ahead."""

from __future__ import annotations

import random

import pytest

from pbem.engine import (
    ANSWER,
    REWIND,
    Diverged,
    Entry,
    Item,
    Match,
    NotAllowed,
    Outcome,
    Seat,
    Snapshot,
    Table,
    begin,
    follow,
    fork,
    preview,
    replay,
    retrace,
    rewind,
    undo,
    undo_target,
)

from .small import (
    END,
    FAIR,
    SECRET,
    A,
    B,
    Bid,
    Buy,
    Peeked,
    Purse,
    RoundBegan,
    Spent,
    Stake,
    Threw,
    Told,
    Whispered,
    act,
    answer,
    game,
    key_of,
    plan,
    play_on,
    table,
    told,
)


def again(
    match: Match, entries: list[Entry] | None = None, snapshot: Snapshot | None = None
) -> Match:
    """The same match from its log."""
    return replay(
        match.game, match.start, entries or match.entries, SECRET, snapshot=snapshot, keep=True
    )


def fair(seed: int, *, keep: bool = False, most: int = 400) -> Match:
    """A game at the fair, played at random."""
    match = begin(FAIR, 3, secret=SECRET, keep=keep)
    return play_on(match, random.Random(seed), most)


async def shop(t: Table[Purse]) -> Outcome:
    """Two purchases each, with dice after the first."""
    for seat in t.seats:
        for _time in range(2):
            bought = await t.ask(Buy(seat))
            t.do(Told(f"p{seat} buys {bought}"))
        t.do(Threw(t.dice.roll("weather")))
    return END


# Replay.


def test_a_log_leads_again_to_where_it_led() -> None:
    for seed in range(5):
        match = fair(seed)
        copy = again(match)
        assert (copy.digest, copy.outcome, told(copy)) == (match.digest, match.outcome, told(match))
        assert copy.entries == match.entries


def test_a_match_goes_on_from_each_of_its_snapshots_as_it_went_on() -> None:
    match = fair(1, keep=True)
    snapshots = [s for step in match.steps.values() for s in step.snapshots]
    assert len(snapshots) == 4
    for snapshot in snapshots:
        copy = again(match, match.entries[snapshot.seq - 1 :], snapshot)
        assert (copy.digest, copy.state.coins) == (match.digest, match.state.coins)
        assert [s.body for step in copy.steps.values() for s in step.snapshots] == [
            s.body for s in snapshots if s.seq >= snapshot.seq
        ]


def test_a_changed_consequence_is_noticed_at_its_entry() -> None:
    async def other(t: Table[Purse]) -> Outcome:
        """SH-9: the same questions, with another consequence."""
        for seat in t.seats:
            for time in range(2):
                bought = await t.ask(Buy(seat))
                t.do(Told(f"p{seat} {'takes' if time else 'buys'} {bought}"))
            t.do(Threw(t.dice.roll("weather")))
        return END

    match = table(shop)
    answer(match, A, "salt")
    answer(match, A, "salt")
    with pytest.raises(Diverged, match="Entry 3 leads elsewhere") as caught:
        replay(game(other), match.start, match.entries, SECRET)
    assert caught.value.where == [
        "play",
        "other: SH-9: the same questions, with another consequence.",
    ]


def test_entries_without_a_digest_are_believed() -> None:
    match = fair(2)
    bare = [entry._replace(digest="") for entry in match.entries]
    assert again(match, bare).digest == match.digest


def test_a_fork_is_another_match_with_the_same_past() -> None:
    match = table(shop)
    answer(match, A, "salt")
    copy = fork(match)
    answer(copy, A, "cloth")
    assert (match.seq, copy.seq) == (2, 3)
    assert match.state.story == ["p0 buys salt"]
    assert copy.state.story[1] == "p0 buys cloth"


# Rewinds.


def test_a_rewind_leads_back_to_an_equal_state_and_is_an_entry_itself() -> None:
    match = table(shop)
    before = match.state.story[:], sorted(match.open)
    answer(match, A, "salt")
    answer(match, A, "salt")
    back = rewind(match, 1, source="moderator")
    assert (back.state.story, sorted(back.open)) == before
    assert [(e.seq, e.kind) for e in back.entries[2:]] == [(3, ANSWER), (4, REWIND)]
    assert (back.entries[-1].value, back.entries[-1].source) == ({"to": 1}, "moderator")
    assert (back.seq, back.epoch, back.digest) != (match.seq, match.epoch, match.digest)
    assert again(back).digest == back.digest


def test_a_rewind_is_in_the_digest_and_every_one_differently() -> None:
    """Otherwise a log from which a rewind was taken out would pass for the same game."""
    match = table(shop)
    answer(match, A, "salt")
    once = rewind(match, 1)
    twice = rewind(once, 1)
    digests = {match.steps[1].entry.digest, once.digest, twice.digest}
    assert len(digests) == 3
    assert once.steps[once.seq].entry.digest == once.entries[-1].digest == once.digest


def test_a_rewind_says_which_questions_it_opens_and_closes() -> None:
    match = table(shop)
    first = key_of(match, A)
    answer(match, A, "salt")
    second = key_of(match, A)
    step = rewind(match, 1).steps[3]
    assert ([asking.key for asking in step.opened], step.closed) == ([first], [second])


def test_after_a_rewind_the_dice_fall_differently() -> None:
    fallen = set()
    match = table(shop)
    answer(match, A, "salt")
    for _time in range(6):
        answer(match, A, "salt")
        fallen.add(match.state.story[2])
        match = rewind(match, 2)
    assert len(fallen) > 1


def test_a_question_that_comes_again_after_a_rewind_has_another_key() -> None:
    """An answer that was typed for the one that was undone must not count for the new one."""
    match = table(shop)
    answer(match, A, "salt")
    undone = key_of(match, A)
    match = rewind(match, 1)
    answer(match, A, "salt")
    assert key_of(match, A) != undone


@pytest.mark.parametrize("to", [0, 3, 4, -1])
def test_there_is_no_way_back_to_what_is_not_there(to: int) -> None:
    match = table(shop)
    answer(match, A, "salt")
    answer(match, A, "salt")
    assert match.seq == 3
    with pytest.raises(NotAllowed, match="no earlier entry"):
        rewind(match, to)


def test_there_is_no_way_back_to_what_was_undone() -> None:
    match = table(shop)
    answer(match, A, "salt")
    answer(match, A, "salt")
    back = rewind(match, 1)
    with pytest.raises(NotAllowed, match="no earlier entry 2"):
        rewind(back, 2)


def test_rewinds_of_random_games_lead_back_and_the_log_replays() -> None:
    rng = random.Random(5)
    for seed in range(8):
        match = begin(FAIR, 3, secret=SECRET)
        states = {1: match.state.coins[:]}
        for _time in range(40):
            if not match.waiting():
                break
            if rng.random() < 0.15 and match.seq > 2:
                to = rng.choice([seq for seq in match.steps if seq < match.seq])
                match = rewind(match, to)
                assert match.state.coins == states[to]
            else:
                play_on(match, rng, 1)
            states[match.seq] = match.state.coins[:]
        assert again(match).digest == match.digest, seed


# Looking back.


def test_a_match_is_retraced_as_it_was_before_each_entry_that_counts() -> None:
    match = rewind(fair(2, keep=True, most=9), 6)
    play_on(match, random.Random(3), 5)
    assert [entry.seq for entry in match.entries if entry.seq in match.steps][:7] == [
        *range(1, 7),
        11,
    ]
    for of in (match, fork_at_its_last_milestone(match)):
        counts = [entry for entry in of.entries if entry.seq in of.steps]
        seen = []
        for before, entry in retrace(of):
            seen.append(entry)
            last = counts[len(seen) - 1]
            assert (before.seq, before.digest) == (last.seq, last.digest)
        assert seen == counts[1:]
        assert (before.digest, before.state.coins) == (of.digest, of.state.coins)


def fork_at_its_last_milestone(match: Match) -> Match:
    """The same match, of which only the last snapshot and what followed is known."""
    *_earlier, snapshot = (s for step in match.steps.values() for s in step.snapshots)
    later = [entry for entry in match.entries if entry.seq >= snapshot.seq]
    return replay(match.game, match.start, later, SECRET, snapshot=snapshot)


# Taking back.


def test_a_seat_takes_its_last_answer_back() -> None:
    match = table(shop)
    answer(match, A, "salt")
    back = undo(match, A, source="web")
    assert (back.state.story, back.entries[-1].seat, back.entries[-1].source) == ([], A, "web")
    answer(back, A, "cloth")
    assert back.state.story == ["p0 buys cloth"]


async def list_goods(t: Table[Purse]) -> Outcome:
    """Three purchases of one seat, and nothing that anybody could not foresee."""
    for _time in range(3):
        bought = await t.ask(Buy(A))
        t.do(Told(f"p0 buys {bought}"))
    return END


def test_a_seat_takes_back_one_answer_after_the_other() -> None:
    match = table(list_goods)
    answer(match, A, "salt")
    answer(match, A, "cloth")
    match = undo(match, A)
    assert match.state.story == ["p0 buys salt"]
    match = undo(match, A)
    assert match.state.story == []
    with pytest.raises(NotAllowed, match="nothing to take back"):
        undo(match, A)


def test_nobody_takes_back_what_has_shown_something_new() -> None:
    match = table(shop)
    answer(match, A, "salt")
    answer(match, A, "salt")
    with pytest.raises(NotAllowed, match="Something new has come out"):
        undo(match, A)


def test_nobody_takes_back_what_only_another_has_seen() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask(Buy(A))
        t.do(Peeked(B))
        await t.ask(Buy(A))
        return END

    match = table(rules)
    answer(match, A, "salt")
    with pytest.raises(NotAllowed, match="Something new"):
        undo(match, A)


def test_nobody_takes_back_the_move_of_somebody_else() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask(Buy(A))
        await t.ask(Buy(B))
        await t.ask(Buy(A))
        return END

    match = table(rules)
    with pytest.raises(NotAllowed, match="nothing to take back"):
        undo(match, A)
    answer(match, A, "salt")
    with pytest.raises(NotAllowed, match="the last move was not yours"):
        undo(match, B)
    answer(match, B, "salt")
    with pytest.raises(NotAllowed, match="the last move was not yours"):
        undo(match, A)


def test_what_a_plan_added_is_taken_back_with_the_answer_it_followed() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask(Buy(A))
        t.do(Spent(A, await t.ask(Stake(A))))
        await t.ask(Buy(B))
        return END

    match = table(rules)
    plan(match, A, Item("stake", (2,)))
    answer(match, A, "salt")
    assert [step.entry.source for step in follow(match)] == ["plan"]
    assert undo_target(match, A) == 2
    assert undo(match, A).state.coins == [5, 5]


def test_an_act_and_a_plan_can_be_taken_back_too() -> None:
    match = table(shop)
    act(match, A, "give", 2)
    assert undo(match, A).state.coins == [5, 5]
    plan(match, A, Item("buy", ("salt",)))
    assert undo(match, A).plans.items.get(A, ()) == ()


def test_nobody_takes_back_alone_what_another_relies_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(list_goods)
    monkeypatch.setattr(Spent, "binds", True)
    act(match, A, "give", 2)
    answer(match, A, "salt")
    match = undo(match, A)
    assert match.state.story == []
    with pytest.raises(NotAllowed, match="relies on it"):
        undo(match, A)
    assert match.state.coins != [5, 5]


# A look ahead.


async def tell_and_throw(t: Table[Purse]) -> Outcome:
    """What can be foreseen, then a die."""
    t.do(RoundBegan(1))
    bought = await t.ask(Buy(A))
    t.do(Told(f"p0 buys {bought}"))
    t.do(Whispered(A, "for your ears"))
    t.do(Whispered(B, "not for yours"))
    t.do(Threw(t.dice.roll("weather")))
    t.do(Told("after the storm"))
    await t.ask(Bid(A))
    return END


@pytest.mark.parametrize(
    ("seat", "seen"),
    [
        (A, [Told("p0 buys salt"), Whispered(A, "for your ears")]),
        (B, [Told("p0 buys salt"), Whispered(B, "not for yours")]),
        (None, [Told("p0 buys salt")]),
    ],
)
def test_a_look_ahead_shows_each_what_it_may_know_up_to_the_dice(
    seat: Seat | None, seen: list[object]
) -> None:
    match = table(tell_and_throw)
    digest = match.digest
    shown = preview(match, [Entry(0, ANSWER, A, key_of(match, A), "salt")], seat)
    assert (list(shown.events), shown.goes_on) == (seen, True)
    assert (match.digest, match.seq) == (digest, 1)


def test_a_look_ahead_may_go_over_several_answers_and_says_if_all_is_known() -> None:
    match = table(list_goods)
    stage = key_of(match, A).rpartition(".")[0]
    entries = [Entry(0, ANSWER, A, f"{stage}.{i}", "salt") for i in range(2)]
    shown = preview(match, entries, A)
    assert (len(shown.events), shown.goes_on) == (2, False)


def test_a_look_ahead_at_something_impossible_is_refused() -> None:
    match = table(shop)
    with pytest.raises(NotAllowed):
        preview(match, [Entry(0, ANSWER, A, key_of(match, A), "gold")], A)
