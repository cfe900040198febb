"""The table's verbs: how rules ask, and when they go on."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pbem.engine import Broken, Event, NotAllowed, Outcome, Reopened, Sealed, Seat, Table, Unsealed

from .small import (
    END,
    A,
    Accept,
    B,
    Bid,
    Buy,
    C,
    Give,
    Purse,
    RoundBegan,
    Shout,
    Speak,
    Spent,
    Stake,
    Threw,
    Told,
    W,
    act,
    answer,
    errand,
    key_of,
    table,
    told,
    waited_for,
)

CLOSED = "That question is closed: it has been answered, or play went on."


# Ask one seat.


async def buys(t: Table[Purse]) -> Outcome:
    for seat in t.seats:
        good = await t.ask(Buy(seat))
        t.do(Told(f"{seat} buys {good}"))
    return END


def test_the_rules_run_until_they_need_an_answer_and_go_on_with_it() -> None:
    match = table(buys)
    assert waited_for(match) == [(0, "buy")]
    step = answer(match, A, "salt")
    assert step.events == [Told("0 buys salt")]
    assert waited_for(match) == [(1, "buy")]
    assert [asking.prompt for asking in step.opened] == [Buy(B)]
    assert len(step.closed) == 1


def test_the_game_is_over_when_the_rules_end() -> None:
    match = table(buys)
    answer(match, A, "salt")
    step = answer(match, B, "cloth")
    assert match.outcome == step.outcome == END
    assert (match.open, match.waiting(), match.where(), match.acts(A)) == ({}, [], [], [])


def test_the_rules_get_the_answer_as_checked() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        from .small import Load

        loaded = await t.ask(Load(A))
        t.do(Told(f"{loaded}"))
        return END

    assert answer(table(rules), A, ["salt", "bread"]).events == [Told("('bread', 'salt')")]


def test_only_the_seat_that_is_asked_may_answer_and_only_once() -> None:
    match = table(buys)
    key = key_of(match, A)
    with pytest.raises(NotAllowed, match=CLOSED):
        answer_key(match, B, key, "salt")
    answer(match, A, "salt")
    with pytest.raises(NotAllowed, match=CLOSED):
        answer_key(match, A, key, "salt")
    with pytest.raises(NotAllowed, match=CLOSED):
        answer_key(match, A, "no such key", "salt")


def answer_key(match: Any, seat: Seat, key: str, value: Any) -> None:
    from pbem.engine import ANSWER, Entry

    match.enter(Entry(match.seq + 1, ANSWER, seat, key, value))


def test_the_key_tells_epoch_milestone_strand_kind_seat_and_ordinal() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        t.milestone()
        await t.ask(Buy(B))
        await t.ask(Bid(B))
        await t.ask(Buy(B))
        t.milestone()
        await t.ask(Buy(B))
        return END

    match = table(rules)
    keys = []
    for value in ("salt", 1, "salt", "salt"):
        keys.append(key_of(match, B))
        answer(match, B, value)
    assert keys == ["0.1.0.buy.1.0", "0.1.0.bid.1.0", "0.1.0.buy.1.1", "0.2.0.buy.1.0"]


# Ask all, under seal.


async def auction(t: Table[Purse]) -> Outcome:
    bids = await t.ask_all(Bid(seat) for seat in t.seats)
    for seat, coins in bids.items():
        t.do(Spent(seat, coins))
    return END


def test_sealed_answers_wait_for_the_last_and_come_in_the_order_asked() -> None:
    match = table(auction, 3)
    for seat, coins in ((C, 3), (A, 1)):
        step = answer(match, seat, coins)
        (event,) = step.events
        assert isinstance(event, Sealed)
        assert (step.opened, step.closed) == ([], [])
    assert waited_for(match) == [(1, "bid")]
    assert match.state.coins == [5, 5, 5]
    answer(match, B, 2)
    spent = [event for event in told(match) if isinstance(event, Spent)]
    assert spent == [Spent(A, 1), Spent(B, 2), Spent(C, 3)]


def test_nothing_of_a_sealed_answer_shows_before_all_are_in() -> None:
    low, high = table(auction), table(auction)
    answer(low, A, 0)
    answer(high, A, 5)
    for viewer in (B, None):
        assert low.view(viewer) == high.view(viewer)
        seen = [
            [(type(e), getattr(e, "key", "")) for e in told(m) if e.seen_by(viewer)]
            for m in (low, high)
        ]
        assert seen[0] == seen[1]


def test_a_sealed_answer_may_be_amended_until_the_last_is_in() -> None:
    match = table(auction)
    answer(match, A, 5)
    answer(match, A, 1)
    assert waited_for(match) == [(1, "bid")]
    answer(match, B, 0)
    assert match.state.coins == [4, 5]
    with pytest.raises(NotAllowed, match=CLOSED):
        answer_key(match, A, "0.0.0.bid.0.0", 2)


def test_a_refused_amendment_leaves_the_first_answer() -> None:
    match = table(auction)
    answer(match, A, 3)
    with pytest.raises(NotAllowed):
        answer(match, A, 6)
    answer(match, B, 0)
    assert match.state.coins == [2, 5]


def test_an_act_that_makes_a_sealed_answer_impossible_reopens_it_before_the_rules_go_on() -> None:
    match = table(auction, 3)
    answer(match, A, 5)
    answer(match, B, 2)
    act(match, A, "give", 3)
    assert waited_for(match) == [(2, "bid")]
    step = answer(match, C, 1)
    assert waited_for(match) == [(0, "bid")]
    assert match.state.coins == [2, 5, 5]
    assert [type(event) for event in step.events] == [Sealed, Reopened]
    with pytest.raises(NotAllowed, match="from 0 to 2"):
        answer(match, A, 5)
    answer(match, A, 2)
    assert match.state.coins == [0, 3, 4]
    assert match.outcome == END


def test_only_the_seat_whose_answer_was_reopened_is_told() -> None:
    match = table(auction, 3)
    answer(match, A, 5)
    answer(match, B, 2)
    act(match, A, "give", 3)
    key = key_of(match, A)
    step = answer(match, C, 1)
    assert [e for e in step.events if e.seen_by(A)][-1] == Reopened(A, key)
    for viewer in (B, C, None):
        assert not [e for e in step.events if e.seen_by(viewer) and isinstance(e, Reopened)]


def test_the_seat_that_answers_last_may_be_the_one_that_is_stale() -> None:
    match = table(auction)
    answer(match, B, 4)
    act(match, B, "give", 4)
    answer(match, A, 0)
    assert waited_for(match) == [(1, "bid")]


def test_asking_nobody_is_over_at_once() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        none: list[Bid] = []
        t.do(Told(f"{await t.ask_all(none)} {await t.first(none)}"))
        async for _seat, _value in t.any_of(none):
            t.do(Told("never"))
        t.do(Told(f"{await t.side_by_side()}"))
        return END

    match = table(rules)
    assert told(match) == [Told("{} None"), Told("[]")]
    assert match.outcome == END


def test_one_wait_asks_a_seat_only_one_thing() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask_all([Bid(A), Bid(A)])
        return END

    with pytest.raises(Broken, match="only one thing at a time"):
        table(rules)


# What is opened.


def test_an_answer_is_shown_to_all_only_where_the_prompt_opens_it() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask_all([Bid(A), Stake(B)])
        return END

    match = table(rules)
    answer(match, A, 3)
    step = answer(match, B, 4)
    (opened,) = [e for e in step.events if isinstance(e, Unsealed)]
    assert (opened.seat, opened.answer) == (A, "3")
    assert step.reveals


# The first to take it.


async def offer(t: Table[Purse]) -> Outcome:
    taken = await t.first(Accept(seat) for seat in t.seats)
    t.do(Told(f"{taken}"))
    await t.ask(Buy(A))
    return END


def test_the_first_who_takes_it_closes_the_rest() -> None:
    match = table(offer, 3)
    keys = [key_of(match, seat) for seat in (A, B, C)]
    answer(match, A, False)
    assert waited_for(match) == [(1, "accept"), (2, "accept")]
    step = answer(match, C, True)
    assert step.events == [Told("(2, True)")]
    assert sorted(step.closed) == keys
    assert waited_for(match) == [(0, "buy")]
    with pytest.raises(NotAllowed, match=CLOSED):
        answer_key(match, B, keys[1], True)


def test_if_nobody_takes_it_the_rules_hear_so() -> None:
    match = table(offer)
    assert answer(match, B, False).events == []
    assert answer(match, A, False).events == [Told("None")]


def test_who_declined_may_think_better_of_it_while_it_is_open() -> None:
    match = table(offer, 3)
    answer(match, A, False)
    assert answer(match, A, True).events == [Told("(0, True)")]


# As they come.


async def talk(t: Table[Purse]) -> Outcome:
    async for seat, words in t.any_of(Speak(seat) for seat in t.seats):
        t.do(Told(f"{seat}"))
        if words:
            break
    await t.ask(Buy(A))
    return END


def test_each_answer_goes_on_at_once_and_the_others_keep_their_keys() -> None:
    match = table(talk, 3)
    before = {seat: key_of(match, seat) for seat in (A, C)}
    step = answer(match, B, "")
    assert step.events == [Told("1")]
    assert (step.opened, len(step.closed)) == ([], 1)
    assert before == {seat: key_of(match, seat) for seat in (A, C)}
    answer(match, C, "")
    answer(match, A, "")
    assert waited_for(match) == [(0, "buy")]


def test_leaving_the_loop_takes_the_rest_off_the_table() -> None:
    match = table(talk, 3)
    step = answer(match, B, W)
    assert len(step.closed) == 3
    assert waited_for(match) == [(0, "buy")]


def test_the_loop_may_ask_something_else_in_between() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        async for seat, _words in t.any_of(Speak(seat) for seat in t.seats):
            await t.ask(Accept(seat))
        return END

    match = table(rules)
    key = key_of(match, B)
    answer(match, A, "")
    assert waited_for(match) == [(0, "accept")]
    answer(match, A, True)
    assert waited_for(match) == [(1, "speak")]
    assert key_of(match, B) == key


# Side by side.


async def market(t: Table[Purse]) -> Outcome:
    fetched = await t.side_by_side(*(errand(t, seat) for seat in t.seats))
    t.do(Told(f"{fetched}"))
    return END


def test_rules_side_by_side_finish_in_any_order_with_the_same_dice() -> None:
    ends = set()
    for order in itertools.permutations((A, B, C)):
        match = table(market, 3)
        assert waited_for(match) == [(0, "buy"), (1, "buy"), (2, "buy")]
        for seat in order:
            answer(match, seat, "salt")
        ends.add((tuple(match.state.coins), match.state.story[-1]))
        assert match.outcome == END
    assert len(ends) == 1


def test_rules_side_by_side_may_do_so_themselves_and_end_without_waiting() -> None:
    async def at_once(t: Table[Purse], word: str) -> str:
        t.do(Told(word))
        return word

    async def inner(t: Table[Purse], seat: Seat) -> list[Any]:
        return await t.side_by_side(at_once(t, f"in {seat}"), t.ask(Buy(seat)), t.ask(Bid(seat)))

    async def rules(t: Table[Purse]) -> Outcome:
        found = await t.side_by_side(inner(t, A), at_once(t, "out"), inner(t, B))
        t.do(Told(f"{found}"))
        again = await t.side_by_side(at_once(t, "x"), at_once(t, "y"))
        t.do(Told(f"{again}"))
        return END

    match = table(rules)
    answer(match, B, 1, "bid")
    answer(match, A, "salt", "buy")
    answer(match, B, "cloth", "buy")
    assert match.outcome is None
    answer(match, A, 2, "bid")
    assert match.state.story == [
        "in 0",
        "out",
        "in 1",
        "[['in 0', 'salt', 2], 'out', ['in 1', 'cloth', 1]]",
        "x",
        "y",
        "['x', 'y']",
    ]
    assert match.outcome == END


def test_strands_give_the_same_question_to_one_seat_different_keys() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        for _round in range(2):
            t.milestone()
            t.do(RoundBegan(t.state.round + 1))
            await t.side_by_side(t.ask(Buy(A)), t.ask(Buy(A)))
        return END

    match = table(rules)
    assert sorted(match.open) == ["0.1.0-0.buy.0.0", "0.1.0-1.buy.0.0"]
    for key in sorted(match.open):
        answer_key(match, A, key, "salt")
    assert sorted(match.open) == ["0.2.0-0.buy.0.0", "0.2.0-1.buy.0.0"]


def test_a_milestone_among_rules_side_by_side_is_refused() -> None:
    async def branch(t: Table[Purse]) -> None:
        await t.ask(Buy(A))
        t.milestone()

    async def other(t: Table[Purse]) -> None:
        await t.ask(Buy(B))

    async def rules(t: Table[Purse]) -> Outcome:
        await t.side_by_side(branch(t), other(t))
        return END

    match = table(rules)
    with pytest.raises(Broken, match="A milestone stands where nothing else is going on"):
        answer(match, A, "salt")


# Acts.


async def closing(t: Table[Purse]) -> Outcome:
    await t.ask(Buy(A))
    with t.closed(Give):
        await t.ask(Buy(A))
        with t.closed(Give, Shout):
            await t.ask(Buy(A))
        await t.ask(Buy(A))
    await t.ask(Buy(A))
    return END


def test_closed_acts_are_not_shown_and_refused_as_long_as_the_block_lasts() -> None:
    match = table(closing)
    shown = []
    for _question in range(5):
        shown.append([question.key for question in match.acts(B)])
        answer(match, A, "salt")
    assert shown == [
        ["give", "shout/front", "shout/back"],
        ["shout/front", "shout/back"],
        [],
        ["shout/front", "shout/back"],
        ["give", "shout/front", "shout/back"],
    ]
    match = table(closing)
    answer(match, A, "salt")
    with pytest.raises(NotAllowed, match="You cannot do that now"):
        act(match, B, "give", 1)
    assert match.state.coins == [5, 5]


def test_an_act_has_no_effect_on_who_is_waited_for() -> None:
    match = table(auction)
    answer(match, A, 1)
    before, open_before = waited_for(match), dict(match.open)
    step = act(match, B, "give", 2)
    assert step.events == [Spent(B, 2)]
    assert (step.opened, step.closed) == ([], [])
    assert (waited_for(match), dict(match.open)) == (before, open_before)


def test_two_acts_of_one_kind_are_told_apart_by_their_tag() -> None:
    match = table(buys)
    assert act(match, B, "shout/back", True).events == [Told("shout back True")]


def test_an_act_is_checked_like_an_answer() -> None:
    match = table(buys)
    with pytest.raises(NotAllowed, match="Write a number from 0 to 5"):
        act(match, B, "give", 6)
    with pytest.raises(NotAllowed, match="You cannot do that now"):
        act(match, B, "steal", 1)
    assert (match.seq, match.state.coins) == (1, [5, 5])


def test_the_table_knows_its_seats_options_and_rules() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        t.do(Told(f"{t.seats} {dict(t.options)} {t.rules}"))
        return END

    assert told(table(rules, 3)) == [Told("(0, 1, 2) {} 1")]


def test_seats_go_round_clockwise() -> None:
    s = table(buys, 3).state
    assert [s.after(seat) for seat in s.seats] == [B, C, A]
    assert s.clockwise(B) == (B, C, A)
    assert isinstance(s.after(C), Seat)


def test_what_reveals_makes_the_step_reveal() -> None:
    match = table(market, 2)
    assert match.steps[1].reveals
    quiet = table(buys)
    assert not answer(quiet, A, "salt").reveals
    events: list[Event] = [Threw((1,))]
    assert any(type(event) is type(events[0]) for event in told(match))
