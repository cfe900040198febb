"""What a game declares, and what is refused before it begins."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.engine import (
    BadSetting,
    Choice,
    Event,
    Meta,
    Outcome,
    Question,
    RandomBot,
    Seat,
    Table,
    _,
    begin,
    only,
    replay,
)

from .small import END, FAIR, SECRET, A, B, Bid, Buy, Purse, SmallGame, Told, game, table


async def rules(t: Table[Purse]) -> Outcome:
    t.do(Told(f"{dict(t.options)} {t.setting.pack}"))
    await t.ask(Buy(A))
    return END


class Deck(SmallGame):
    """A game with options and cards."""

    def __init__(self) -> None:
        super().__init__(rules)
        self.meta = Meta(
            "deck",
            "Deck",
            _("Cards."),
            (2, 3, 4, 5, 6),
            rules_version=3,
            options=(
                Choice("length", ("short", "long"), _("How long?")),
                Choice("rounds", (3, 1), _("How many?")),
                Choice("open", (False, True), _("Face up?")),
            ),
        )

    def pack(self) -> Any:
        return {"cards": ["a", "b"]}

    def read_pack(self, pack: Any) -> Any:
        return tuple(pack["cards"])


def sentence(seats: int, options: Mapping[str, Any] | None = None) -> str:
    with pytest.raises(BadSetting) as caught:
        Deck().setting(seats, options)
    assert str(caught.value.text) == str(caught.value)
    return str(caught.value)


def test_options_not_given_are_as_usual() -> None:
    usual = {"length": "short", "rounds": 3, "open": False}
    assert Deck().setting(2).options == usual
    assert Deck().setting(2, {"rounds": 1}).options == {**usual, "rounds": 1}


def test_a_table_of_the_wrong_size_is_told_the_right_one() -> None:
    assert sentence(7) == "Deck is for 2-6 players, not for 7."
    with pytest.raises(BadSetting, match="Small is for 1, 2, 3, 5 players, not for 4"):
        FAIR.setting(4)

    class Solo(Deck):
        def __init__(self) -> None:
            super().__init__()
            self.meta = Meta("solo", "Solo", _("One."), (1,))

    with pytest.raises(BadSetting, match="Solo is for 1 players"):
        Solo().setting(2)


def test_an_unknown_option_is_told_those_there_are() -> None:
    assert sentence(2, {"speed": 1}) == (
        "There is no option 'speed'. There are: length, rounds and open."
    )


@pytest.mark.parametrize("value", [2, "1", True, None])
def test_a_wrong_value_is_told_the_right_ones(value: Any) -> None:
    assert sentence(2, {"rounds": value}) == (
        f"The option 'rounds' cannot be '{value}'. It can be: 3 and 1."
    )


def test_the_rules_version_and_the_pack_are_pinned_at_the_start() -> None:
    match = begin(Deck(), 2, secret=SECRET, pack={"cards": ["z"]}, options={"length": "long"})
    assert (match.start.rules, match.start.pack) == (3, {"cards": ["z"]})
    assert match.setting.pack == ("z",)
    assert match.state.story == ["{'length': 'long', 'rounds': 3, 'open': False} ('z',)"]
    usual = begin(Deck(), 2, secret=SECRET)
    assert (usual.start.pack, usual.setting.pack) == ({"cards": ["a", "b"]}, ("a", "b"))


def test_a_later_version_of_the_pack_and_the_rules_touches_no_running_game() -> None:
    match = begin(Deck(), 2, secret=SECRET)

    class Later(Deck):
        def __init__(self) -> None:
            super().__init__()
            self.meta = Meta("deck", "Deck", _("Cards."), (2,), 4, self.meta.options)

        def pack(self) -> Any:
            return {"cards": ["x"]}

    again = replay(Later(), match.start, match.entries, SECRET)
    assert (again.setting.pack, again.setting.rules) == (("a", "b"), 3)
    assert again.digest == match.digest


def test_an_audience_that_names_no_field_is_found_when_the_game_is_loaded() -> None:
    @dataclass(frozen=True)
    class Misnamed(Event):
        audience = only("who")
        seat: Seat

    class Wrong(SmallGame):
        events = (Misnamed,)

    with pytest.raises(TypeError, match="Misnamed is told to 'who'"):
        _codec = Wrong(rules).codec


def test_a_question_is_a_prompt_with_the_state_filled_in() -> None:
    match = table(rules)
    (key,) = match.open
    question = match.question(key)
    assert (question.key, question.kind, question.seat) == (key, "buy", A)
    assert (question.default, question.values()) == ("bread", match.state.goods)
    assert question.parse("salt") == "salt"
    bid = Question("k", Bid(A), match.state)
    assert bid.facts["coins"] == 5
    assert (bid.rule, bid.pace, bid.opens) == ("SM-1", "turn", True)


def test_the_random_bot_answers_anything_legal_and_never_acts() -> None:
    match = table(rules)
    (key,) = match.open
    question = match.question(key)
    rng = random.Random(1)
    seen = {RandomBot().answer({}, question, rng) for _try in range(100)}
    assert seen == {*match.state.goods}
    assert RandomBot().act({}, match.acts(A), rng) is None


def test_the_ending_is_a_sentence() -> None:
    assert str(FAIR.ending(Outcome("x", (A, B)))) == "The game is over. Victory: p1 and p2."
    assert str(FAIR.ending(Outcome("x", ()))) == "The game ends without a winner."


def test_a_game_without_cards_acts_or_sheets_needs_none() -> None:
    plain = game(rules)
    s = table(rules).state
    assert (plain.pack(), plain.check_pack(None), plain.turn_sheet(s, A)) == (None, [], ())
    assert super(SmallGame, plain).acts(s, A) == ()
    assert [*plain.invariants(s)] == []
