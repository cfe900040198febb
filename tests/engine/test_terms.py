"""Terms: several things in one answer. What is legal, how it is typed, what a refusal says."""

from __future__ import annotations

import random
from dataclasses import dataclass
from time import process_time
from typing import Any

import pytest

from pbem.engine import (
    Ambiguous,
    AnswerError,
    Lines,
    NotAllowed,
    NotUnderstood,
    Part,
    Seat,
    Terms,
    Text,
    Thing,
    Tongue,
    Wording,
    _,
)

CREDITS = Thing("credits", _("credits"), _("credit"), most=9)
RHUM = Thing("card Rhum", "Rhum")
RHINO = Thing("card Rhino", "Rhino for Hire")
WRECKS = Thing("wreck", _("wrecks"), _("wreck"), most=3, also=("hulks",))
TURN = Thing("turn", _("turn"), least=3, most=40, numbered=True)


@dataclass
class Bargain(Terms[None]):
    """To whom, what is given, what for, by when, and in which words."""

    rule = "T-1"
    forbidden: tuple[str, ...] = ()

    def parts(self, s: None) -> list[Part]:
        people = tuple(Thing(n, _("%(seat)s", seat=Seat(n))) for n in (1, 2))
        return [
            Part("to", _("To whom"), people, least=1, most=1),
            Part("give", _("You give"), (CREDITS, RHUM, RHINO)),
            Part("get", _("You get"), (CREDITS, WRECKS), word=_("for")),
            Part("due", _("When"), (TURN,), word=_("by"), most=1),
            Part("say", _("In words"), word=_("saying"), most=1, words=True),
        ]

    def sentence(self, s: None) -> Text:
        return _("What do you offer?")

    def default(self, s: None) -> Lines:
        return (("to", 1, 1),)

    def fits(self, s: None, lines: Lines) -> Text | None:
        said = {line[1] for line in lines}
        return _("Not that.") if said.intersection(self.forbidden) else None


ASK = Bargain(Seat(0))
NAMES = Tongue(names=("Ada", "Bob", "Bobby Shaftoe"))


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("bob 3 credits for 1 wreck", [("to", 1, 1), ("give", "credits", 3), ("get", "wreck", 1)]),
        (
            "Bob, 2 credits + rhum for 2 hulks",
            [("to", 1, 1), ("give", "credits", 2), ("give", "card Rhum", 1), ("get", "wreck", 2)],
        ),
        ("bobby shaftoe credit", [("to", 2, 1), ("give", "credits", 1)]),
        ("p3 for credits and wreck", [("to", 2, 1), ("get", "credits", 1), ("get", "wreck", 1)]),
        ("bob rhino for hire for 1 credit", [("to", 1, 1), ("give", "card Rhino", 1),
                                             ("get", "credits", 1)]),
        ("bob 1 credit by turn 12", [("to", 1, 1), ("give", "credits", 1), ("due", "turn", 12)]),
        ("bob 1 credit by 12 turn", [("to", 1, 1), ("give", "credits", 1), ("due", "turn", 12)]),
        ("bob rhu", [("to", 1, 1), ("give", "card Rhum", 1)]),
        ("bob saying w:7", [("to", 1, 1), ("say", "w:7", 1)]),
        ("bob w:7", [("to", 1, 1), ("say", "w:7", 1)]),
        ("bob", [("to", 1, 1)]),
    ],
)  # fmt: skip
def test_what_a_thumb_types_is_understood(typed: str, lines: list[Any]) -> None:
    assert ASK.parse(None, typed, NAMES) == tuple(lines)


@pytest.mark.parametrize(
    ("typed", "error", "says"),
    [
        ("", NotAllowed, "missing under 'To whom'"),
        ("none", NotAllowed, "missing under 'To whom'"),
        ("carol 3 credits", NotUnderstood, "'carol' is not understood"),
        ("bob 3 crdits", NotUnderstood, "Did you mean 'credits'"),
        ("bob rh", Ambiguous, "could mean Rhum and Rhino for Hire"),
        ("bob 3", NotUnderstood, "After 3 a thing is missing"),
        ("bob 3 4 credits", NotUnderstood, "After 3 a thing is missing"),
        ("bob 10 credits", NotAllowed, "goes from 1 to 9"),
        ("bob 0 credits", NotAllowed, "goes from 1 to 9"),
        ("bob 2 rhum", NotAllowed, "only once"),
        ("bob rhum + rhum", NotAllowed, "stands there twice"),
        ("bob 1 credit by turn", NotUnderstood, "After 'turn' a number is missing"),
        ("bob 1 credit by turn 2", NotAllowed, "goes from 3 to 40"),
        ("bob rhum by turn 5 turn 6", NotAllowed, "stands there twice"),
        ("bob p3 rhum", NotUnderstood, "'p3 rhum' is not understood"),
        ("bob xyzzy", NotUnderstood, "Here you can write: credits"),
    ],
)
def test_what_cannot_stand_is_refused_with_the_remedy(
    typed: str, error: type[AnswerError], says: str
) -> None:
    with pytest.raises(error) as caught:
        ASK.parse(None, typed, NAMES)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("bob", "list of things"),
        ([["to", 1]], "list of things"),
        ([3], "list of things"),
        ([["to", 1, 1], ["nowhere", "credits", 1]], "no such part"),
        ([["to", 1, 1], [["x"], "credits", 1]], "no such part"),
        ([["to", 7, 1]], "cannot stand under 'To whom'"),
        ([["to", [1], 1]], "cannot stand under 'To whom'"),
        ([["to", 1, 1], ["give", "credits", True]], "goes from 1 to 9"),
        ([["to", 1, 1], ["give", "credits", "3"]], "goes from 1 to 9"),
        ([["to", 1, 1], ["to", 2, 1]], "too much under 'To whom'"),
        ([["to", 1, 1], ["give", "w:3", 1]], "cannot stand under 'You give'"),
        ([["to", 1, 1], ["say", "hello", 1]], "Nothing can stand under 'In words'"),
    ],
)
def test_values_that_no_form_sends_are_refused(value: Any, says: str) -> None:
    with pytest.raises(NotAllowed) as caught:
        ASK.check(None, value)
    assert says in str(caught.value)


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(NotAllowed, match="Not that"):
        Bargain(Seat(0), ("credits",)).check(None, [["to", 1, 1], ["give", "credits", 1]])


def test_an_answer_is_arranged_as_the_parts_and_things_stand() -> None:
    mixed = [["get", "wreck", 1], ["give", "card Rhum", 1], ["give", "credits", 2], ["to", 1, 1]]
    found = ASK.check(None, mixed)
    assert found == (
        ("to", 1, 1),
        ("give", "credits", 2),
        ("give", "card Rhum", 1),
        ("get", "wreck", 1),
    )


@dataclass
class Ranking(Terms[None]):
    """Terms whose order says something."""

    ordered = True

    def parts(self, s: None) -> list[Part]:
        return [
            Part("1", _("Bob"), (CREDITS, RHUM), word="bob"),
            Part("2", _("Eve"), (CREDITS,), word="eve"),
        ]


def test_where_order_matters_the_parts_stay_as_typed() -> None:
    lines = Ranking(Seat(0)).parse(None, "eve 2 credits bob rhum + 1 credit")
    assert lines == (("2", "credits", 2), ("1", "credits", 1), ("1", "card Rhum", 1))
    assert Ranking(Seat(0)).parse(None, "none") == ()
    assert Ranking(Seat(0)).text(None, ()) == "none"
    assert str(Ranking(Seat(0)).describe(None, ())) == "none"


def test_own_words_need_a_place() -> None:
    with pytest.raises(NotAllowed, match="no place here"):
        Ranking(Seat(0)).parse(None, "eve w:3")


def test_every_answer_can_be_typed_again() -> None:
    rng = random.Random(5)
    for _again in range(300):
        lines = ASK.sample(None, rng)
        assert ASK.parse(None, ASK.text(None, lines, NAMES), NAMES) == lines
        assert ASK.check(None, [list(line) for line in lines]) == lines


def test_a_sample_that_never_fits_is_the_default() -> None:
    assert (
        Bargain(Seat(0), ("credits", "card Rhum", "card Rhino", "wreck", "turn")).sample(
            None, random.Random(1)
        )[0][0]
        == "to"
    )


@pytest.mark.parametrize("typed", [",", "+ ", "for ", "cred ", "1 credit ", "zz ", "bob zz "])
def test_terms_are_read_quickly_however_much_is_typed(typed: str) -> None:
    """Reading once took a hundred seconds for a few thousand commas."""
    took = process_time()
    for long in (typed * 330, typed * 16_000):
        with pytest.raises(AnswerError):
            ASK.parse(None, long)
    assert process_time() - took < 3


def test_more_words_than_anybody_needs_are_not_read() -> None:
    with pytest.raises(NotUnderstood, match="That is too long"):
        ASK.parse(None, "a " * 1_001)
    with pytest.raises(NotUnderstood, match="'a a"):
        ASK.parse(None, "a " * 1_000)


def test_random_answers_are_not_all_the_same() -> None:
    rng = random.Random(3)
    assert len({ASK.sample(None, rng) for _again in range(30)}) > 5


def test_text_and_description() -> None:
    lines = ASK.parse(None, "bob 1 credit + rhum for 2 wrecks by turn 9 saying w:1", NAMES)
    assert ASK.text(None, lines, NAMES) == "Bob 1 credit + Rhum for 2 wrecks by turn 9 saying w:1"
    heard = Tongue(NAMES.names, wordings={"w:1": "soon"})
    said = heard.say(ASK.describe(None, lines))
    assert said == 'Bob 1 credit and Rhum for 2 wrecks by turn 9 saying "soon"'


def kept_in(store: dict[str, str]) -> Any:
    def keep(words: str) -> str:
        store[f"w:{len(store) + 1}"] = words
        return f"w:{len(store)}"

    return keep


@pytest.mark.parametrize("quotes", ['""', "“”", "«»", "„“"])
def test_own_words_are_handed_over_and_referred_to(quotes: str) -> None:
    store: dict[str, str] = {}
    typed = f"bob 1 credit saying {quotes[0]}I'll leave for \n Exxalia{quotes[1]}"
    lines = ASK.parse(None, ASK.keep(typed, kept_in(store)), NAMES)
    assert store == {"w:1": "I'll leave for Exxalia"}
    assert lines[-1] == ("say", "w:1", 1)
    assert isinstance(lines[-1][1], Wording)


def test_own_words_of_a_form_are_kept_too() -> None:
    store: dict[str, str] = {}
    kept = ASK.keep([["to", 1, 1], ["say", "never mind", 0]], kept_in(store))
    assert ASK.check(None, kept) == (("to", 1, 1), ("say", "w:1", 1))
    assert store == {"w:1": "never mind"}
    assert ASK.keep(3, kept_in(store)) == 3
    assert ASK.keep([3, ["to", 1, 1]], kept_in(store)) == (3, ["to", 1, 1])


@pytest.mark.parametrize(
    "given",
    [
        "bob saying w:3",
        'bob saying "mine" w:3',
        'bob saying ""',
        [["to", 1, 1], ["say", "w:3", 1]],
        [["to", 1, 1], ["say", " \n ", 0]],
    ],
)
def test_nobody_can_refer_to_words_that_were_kept_before(given: Any) -> None:
    with pytest.raises(NotUnderstood, match="quotation marks"):
        ASK.keep(given, kept_in({}))


def test_own_words_have_a_limit() -> None:
    with pytest.raises(NotAllowed, match="at most 280"):
        ASK.keep(f'bob saying "{"x" * 281}"', kept_in({}))


def test_a_thing_that_is_not_to_be_had() -> None:
    @dataclass
    class Empty(Terms[None]):
        def parts(self, s: None) -> list[Part]:
            return [Part("give", _("You give"), (Thing("credits", "credits", most=0),))]

    with pytest.raises(NotAllowed, match="no 'credits' to be had"):
        Empty(Seat(0)).parse(None, "1 credits")


def test_typed_terms_can_wait_for_their_words_to_be_kept() -> None:
    raw = ASK.raw(None, 'bob 1 credit saying "soon, for sure"', NAMES)
    assert raw == (("to", 1, 1), ("give", "credits", 1), ("say", "soon, for sure", 0))
    store: dict[str, str] = {}
    assert ASK.check(None, ASK.keep(raw, kept_in(store)))[-1] == ("say", "w:1", 1)
    assert store == {"w:1": "soon, for sure"}
