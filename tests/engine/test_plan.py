"""Answers given before they are asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import (
    Condition,
    Entry,
    Item,
    Match,
    NotAllowed,
    Outcome,
    Step,
    Table,
    begin,
    follow,
    replay,
)

from .small import (
    END,
    SECRET,
    A,
    Accept,
    B,
    Bid,
    Buy,
    Peeked,
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
    key_of,
    plan,
    resign,
    table,
    waited_for,
)


async def turns(t: Table[Purse]) -> Outcome:
    """Each in turn bids, buys and bids again, for three rounds."""
    s = t.state
    while s.round < 3:
        t.milestone()
        t.do(RoundBegan(s.round + 1))
        for seat in t.seats:
            t.do(Spent(seat, await t.ask(Stake(seat))))
            bought = await t.ask(Buy(seat))
            t.do(Told(f"{seat} buys {bought}"))
            t.do(Spent(seat, await t.ask(Stake(seat))))
    return END


def following(match: Match) -> list[tuple[int, Any]]:
    """Who answered what by plan."""
    return [(int(step.entry.seat or 0), step.entry.value) for step in follow(match)]


# Conditions.


@given(st.integers(), st.integers())
def test_conditions_compare_a_fact_with_a_value(fact: int, value: int) -> None:
    holds = {is_: Condition("n", is_, value).holds({"n": fact}) for is_ in (">=", "<=", ">", "<")}
    assert holds == {
        ">=": fact >= value,
        "<=": fact <= value,
        ">": fact > value,
        "<": fact < value,
    }
    assert Condition("n", "=", value).holds({"n": fact}) is (fact == value)
    assert Condition("n", "!=", value).holds({"n": fact}) is (fact != value)


@pytest.mark.parametrize(
    "condition",
    [Condition("m", "=", 1), Condition("n", "~", 1), Condition("n", ">", "one")],
)
def test_a_condition_that_cannot_be_judged_does_not_hold(condition: Condition) -> None:
    assert not condition.holds({"n": 1})


def test_an_item_answers_only_where_all_its_conditions_hold() -> None:
    match = table(turns)
    poor = Condition("coins", "<", 5)
    early = Condition("round", "=", 1)
    plan(match, A, Item("stake", (1,), (poor, early)), Item("stake", (2,), (early,)))
    assert following(match) == [(0, 2)]
    answer(match, A, "salt")
    assert following(match) == [(0, 1)]


# Which item answers, and with what.


def test_the_first_fitting_item_answers_and_is_spent() -> None:
    match = table(turns)
    plan(match, A, Item("buy", ("salt",)), Item("stake", (3,)), Item("stake", (1,)))
    assert following(match) == [(0, 3), (0, "salt"), (0, 1)]
    assert match.state.coins == [1, 5]
    assert waited_for(match) == [(1, "stake")]
    assert match.plans.items[A] == ()


def test_every_planned_answer_is_an_entry_of_its_own() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (3,)), Item("buy", ("salt",)))
    steps = follow(match)
    assert [(s.entry.seq, s.entry.kind, s.entry.source) for s in steps] == [
        (3, "answer", "plan"),
        (4, "answer", "plan"),
    ]
    again = replay(match.game, match.start, match.entries, SECRET)
    assert (again.digest, again.plans.items) == (match.digest, match.plans.items)


def test_answers_stand_in_order_of_preference() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (9, 7, 4, 1)))
    assert following(match) == [(0, 4)]


def test_where_no_preferred_answer_is_legal_the_person_is_asked() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (9,)), Item("stake", (1,)))
    assert following(match) == []
    assert waited_for(match) == [(0, "stake")]


def test_a_planned_answer_that_an_act_made_illegal_asks_the_person() -> None:
    match = table(turns)
    plan(match, B, Item("stake", (4,)))
    act(match, B, "give", 3)
    for value in (0, "salt", 0):
        answer(match, A, value)
    assert following(match) == []
    assert waited_for(match) == [(1, "stake")]


def test_the_person_may_be_quicker_than_the_plan() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (3,)))
    answer(match, A, 1)
    answer(match, A, "salt")
    assert following(match) == [(0, 3)]  # The item waits for the next prompt of its kind.


def test_a_new_plan_replaces_the_old_one_and_an_empty_one_withdraws_it() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (3,), standing=True))
    plan(match, A, Item("stake", (2,)))
    assert following(match) == [(0, 2)]
    answer(match, A, "salt")
    plan(match, A)
    assert following(match) == []


def test_a_plan_answers_only_for_its_own_seat() -> None:
    match = table(turns)
    plan(match, B, Item("stake", (3,)))
    assert following(match) == []


# Turns and standing orders.


def one_turn(match: Match, seat: Any) -> None:
    for value in (0, "salt", 0):
        answer(match, seat, value)


def test_a_plan_for_a_coming_turn_survives_the_turns_of_others() -> None:
    match = table(turns)
    plan(match, B, Item("buy", ("cloth",)))
    one_turn(match, A)
    answer(match, B, 0)
    assert following(match) == [(1, "cloth")]


def test_a_plan_for_a_coming_turn_survives_the_end_of_a_round() -> None:
    match = table(turns)
    one_turn(match, A)
    one_turn(match, B)
    plan(match, B, Item("buy", ("cloth",)))
    one_turn(match, A)
    answer(match, B, 0)
    assert following(match) == [(1, "cloth")]


def test_what_is_left_of_a_plan_lapses_when_the_turn_is_over() -> None:
    match = table(turns)
    plan(match, A, Item("buy", ("cloth",)), Item("buy", ("bread",)))
    answer(match, A, 0)
    assert following(match) == [(0, "cloth")]
    answer(match, A, 0)
    one_turn(match, B)
    answer(match, A, 0)
    assert following(match) == []


def test_a_standing_order_stays() -> None:
    match = table(turns)
    plan(match, A, Item("buy", ("cloth", "salt"), standing=True))
    bought = []
    for _round in range(3):
        answer(match, A, 0)
        bought += following(match)
        answer(match, A, 0)
        one_turn(match, B)
    assert bought == [(0, "cloth")] * 3


# What reveals.


async def risky(t: Table[Purse]) -> Outcome:
    """A bids, something comes out, A bids again."""
    await t.ask(Stake(A))
    t.do(Threw(t.dice.roll("storm")))
    await t.ask(Stake(A))
    await t.ask(Stake(B))
    return END


def test_a_plan_stops_where_something_new_comes_out() -> None:
    match = table(risky)
    plan(match, A, Item("stake", (1,)), Item("stake", (2,)))
    plan(match, B, Item("stake", (3,)))
    assert following(match) == [(0, 1)]
    assert waited_for(match) == [(0, "stake")]
    answer(match, A, 0)
    assert following(match) == [(1, 3)]  # B's turn has not begun then: B planned for after it.


def test_a_blind_item_and_a_standing_order_run_on() -> None:
    for item in (Item("stake", (1,), standing=True), Item("stake", (1,), blind=True)):
        match = table(risky)
        plan(match, A, item, Item("stake", (2,), blind=True))
        assert len(following(match)) == 2


def test_in_a_game_that_runs_on_nothing_new_stops_a_plan() -> None:
    class Headlong(SmallGame):
        runs_on = True

    match = begin(Headlong(risky), 2, secret=SECRET)
    plan(match, A, Item("stake", (1,)), Item("stake", (2,)))
    assert following(match) == [(0, 1), (0, 2)]


def test_what_only_others_see_does_not_stop_a_plan() -> None:
    def peeking(seat: Any) -> list[tuple[int, Any]]:
        async def rules(t: Table[Purse]) -> Outcome:
            await t.ask(Stake(A))
            t.do(Peeked(seat))
            await t.ask(Stake(A))
            return END

        match = table(rules)
        plan(match, A, Item("stake", (1,)), Item("stake", (2,)))
        return following(match)

    assert peeking(B) == [(0, 1), (0, 2)]
    assert peeking(A) == [(0, 1)]


def test_an_answer_to_a_reaction_does_not_begin_a_turn() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask(Accept(A))
        t.do(Threw(t.dice.roll("storm")))
        t.milestone()
        await t.ask(Stake(A))
        return END

    match = table(rules)
    plan(match, A, Item("accept", (True,)), Item("stake", (2,)))
    assert following(match) == [(0, True), (0, 2)]


# At the deadline, for resigned seats, under seal.


def test_an_item_for_the_deadline_waits_until_time_runs_out() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (4,), at="deadline"))
    assert following(match) == []
    assert match.due_default(key_of(match, A)) == 4
    assert clock(match, A).events == [Spent(A, 4)]


def test_an_item_for_the_deadline_answers_once_too() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (1,), at="deadline"), Item("buy", ("salt",)))
    clock(match, A)
    follow(match)
    assert match.due_default(key_of(match, A)) == 0


def test_an_item_that_answers_at_once_says_nothing_about_the_deadline() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (4,), (Condition("round", "=", 2),)), Item("stake", (9,)))
    assert match.due_default(key_of(match, A)) == 0


def test_a_resigned_seat_follows_its_orders_for_the_deadline() -> None:
    match = table(turns)
    plan(match, A, Item("stake", (2,), standing=True, at="deadline"), Item("buy", ("salt",)))
    resign(match, A)
    assert following(match) == [(0, 2), (0, "bread"), (0, 2)]


def test_a_plan_answers_under_seal_and_its_reopened_answer_asks_the_person() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        await t.ask_all([Bid(A), Bid(B)])
        return END

    match = table(rules)
    plan(match, A, Item("bid", (5,)))
    assert following(match) == [(0, 5)]
    act(match, A, "give", 1)
    answer(match, B, 0)
    assert following(match) == []
    assert waited_for(match) == [(0, "bid")]


def test_only_so_many_entries_follow_at_once() -> None:
    async def rules(t: Table[Purse]) -> Outcome:
        while True:
            await t.ask(Accept(A))

    match = table(rules)
    plan(match, A, Item("accept", (True,), standing=True))
    assert len(follow(match)) == 50
    assert len(follow(match, most=3)) == 3


def test_plans_are_part_of_every_snapshot() -> None:
    match = table(turns, keep=True)
    plan(match, A, Item("buy", ("cloth",), standing=True))
    plan(match, B, Item("buy", ("salt",), (Condition("round", ">", 1),)))
    steps: list[Step] = []
    for seat in (A, B):
        for value in (0, "salt", 0):
            steps.append(answer(match, seat, value))
    (snapshot,) = steps[-1].snapshots
    later = match.entries[-1:]
    again = replay(match.game, match.start, later, SECRET, snapshot=snapshot)
    assert again.plans.items[A] == match.plans.items[A]
    assert again.plans.items[A][0].standing
    assert again.plans.begun == match.plans.begun == (A,)
    for m in (match, again):
        m.enter(Entry(m.seq + 1, "answer", A, key_of(m, A), 0))
        assert following(m) == [(0, "cloth")]


def test_a_plan_is_not_taken_from_nobody() -> None:
    match = table(turns)
    with pytest.raises(NotAllowed, match="Only a seat can do that"):
        match.enter(Entry(2, "plan", None, value=[]))
