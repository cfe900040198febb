"""The six kinds of question: what is legal, what is understood, and what a refusal says."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import (
    PLAIN,
    Act,
    Ambiguous,
    Amount,
    AnswerError,
    NotAllowed,
    NotUnderstood,
    Prompt,
    Seat,
    Setting,
    Text,
    Tongue,
    Wording,
    YesNo,
    _,
)

from .small import A, Accept, B, Bid, Buy, C, Load, Purse, Route, Speak, Whom

GERMAN = {"yes": "ja", "no": "nein", "none": "nichts"}
BERLIN = Tongue(("Anna", "Bela", "Cora"), gettext=lambda msgid: GERMAN.get(msgid, msgid))
TONGUES = st.sampled_from([PLAIN, BERLIN])
RANDOM = st.integers().map(random.Random)


def purse(coins: int = 5, goods: Iterable[str] = ("bread", "brine", "cloth", "salt")) -> Purse:
    return Purse(Setting.of(3), coins=[coins] * 3, goods=tuple(goods))


def refusal(prompt: Prompt[Any, Any], typed: str, error: type[AnswerError]) -> str:
    """The sentence with which this typed answer is refused."""
    with pytest.raises(AnswerError) as caught:
        prompt.parse(purse(), typed)
    assert type(caught.value) is error
    return str(caught.value)


PROMPTS: list[Prompt[Purse, Any]] = [
    Bid(A),
    Accept(A),
    Buy(A),
    Load(A),
    Route(A),
    Whom(A),
    Speak(A),
]


@given(st.sampled_from(PROMPTS), TONGUES, RANDOM, st.integers(0, 10**9 - 1))
def test_every_legal_answer_reads_back_from_its_text(
    prompt: Prompt[Purse, Any], tongue: Tongue, rng: random.Random, coins: int
) -> None:
    s = purse(coins)
    for value in (prompt.sample(s, rng), prompt.default(s)):
        assert prompt.check(s, value) == value
        typed = prompt.text(s, value, tongue)
        assert prompt.parse(s, typed, tongue) == value
        assert prompt.parse(s, f"  {typed.upper()} ", tongue) == value
        assert tongue.say(prompt.describe(s, value))


@given(st.sampled_from(PROMPTS), st.text())
def test_whatever_is_typed_is_a_legal_answer_or_refused_with_a_sentence(
    prompt: Prompt[Purse, Any], typed: str
) -> None:
    s = purse()
    try:
        value, said = prompt.parse(s, typed, BERLIN), "."
    except AnswerError as refused:
        value, said = prompt.default(s), str(refused)
    assert prompt.check(s, value) == value
    assert said.endswith((".", "?"))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.sampled_from(PROMPTS), JSON | st.lists(st.sampled_from(["bread", "salt", "brine"])))
def test_whatever_is_sent_is_a_legal_answer_or_not_allowed(
    prompt: Prompt[Purse, Any], sent: object
) -> None:
    s = purse()
    try:
        value, said = prompt.check(s, sent), "."
    except NotAllowed as refused:
        value, said = prompt.default(s), str(refused)
    assert prompt.check(s, value) == value
    assert prompt.parse(s, prompt.text(s, value)) == value
    assert said.endswith(".")


# Choose one.


def test_an_option_is_typed_by_number_by_word_or_by_its_beginning() -> None:
    s = purse()
    assert [Buy(A).parse(s, typed) for typed in ("2", "2.", "brine", " BRINE! ", "bri")] == (
        ["brine"] * 5
    )


def test_a_whole_word_wins_over_the_beginning_of_another() -> None:
    assert Buy(A).parse(purse(goods=("salt", "saltfish")), "salt") == "salt"


def test_an_unclear_beginning_names_what_it_could_mean() -> None:
    said = refusal(Buy(A), "br", Ambiguous)
    assert said == "'br' could mean bread and brine. Write one of them in full."


def test_a_number_too_high_says_how_many_there_are() -> None:
    said = refusal(Buy(A), "5", NotAllowed)
    assert said == "There is no choice 5: there are 4, numbered from 1."
    assert refusal(Buy(A), "0", NotAllowed).startswith("There is no choice 0")
    with pytest.raises(NotAllowed, match="there is only 1"):
        Buy(A).parse(purse(goods=["salt"]), "2")


def test_a_slip_of_the_pen_is_asked_back() -> None:
    assert refusal(Buy(A), "sald", NotUnderstood) == (
        "'sald' is not a choice here. Did you mean 'salt'?"
    )


def test_what_means_nothing_shows_what_can_be_written() -> None:
    said = refusal(Buy(A), "xyzzy", NotUnderstood)
    assert said.endswith("You can write: bread, brine, cloth and salt.")
    assert refusal(Buy(A), "", NotUnderstood).endswith("bread, brine, cloth and salt.")


def test_a_long_list_of_choices_is_cut_short() -> None:
    s = purse(goods=[f"good-{c}" for c in "abcdefgh"])
    with pytest.raises(NotUnderstood) as caught:
        Buy(A).parse(s, "xyzzy")
    assert str(caught.value).endswith("good-e, good-f and ….")
    with pytest.raises(NotUnderstood) as caught:
        Buy(A).parse(purse(goods=[f"good-{c}" for c in "abcdef"]), "xyzzy")
    assert str(caught.value).endswith("good-e and good-f.")


def test_what_is_gone_is_not_allowed_and_says_what_is_left() -> None:
    s = purse(goods=("salt",))
    with pytest.raises(NotAllowed) as caught:
        Buy(A).parse(s, "bread")
    assert str(caught.value) == "That is not possible now. You can choose: salt."


def test_other_words_for_an_option_are_understood() -> None:
    @dataclass
    class Order(Buy):
        def also(self, s: Purse, value: str) -> Iterable[Text | str]:
            return (_("white gold"), "nacl") if value == "salt" else ()

    assert Order(A).parse(purse(), "white g") == "salt"
    assert Order(A).parse(purse(), "NaCl") == "salt"


def test_seats_are_typed_by_their_peoples_names() -> None:
    s = purse()
    assert Whom(A).parse(s, "cora", BERLIN) == C
    assert Whom(A).parse(s, "p2", BERLIN) == B
    assert Whom(A).text(s, B, BERLIN) == "Bela"
    assert BERLIN.say(Whom(A).describe(s, C)) == "Cora"
    assert isinstance(Whom(A).check(s, 2), Seat)
    with pytest.raises(NotAllowed):
        Whom(A).check(s, 0)


def test_the_options_are_numbered_from_one_with_label_and_word() -> None:
    options = Buy(A).options(purse())
    assert [(o.number, o.value, o.label, o.word) for o in options][:2] == [
        (1, "bread", "bread", "bread"),
        (2, "brine", "brine", "brine"),
    ]
    assert [o.hint for o in options] == [None] * 4


def test_all_options_are_listed_and_the_kind_says_how_unless_a_game_knows_better() -> None:
    assert Buy(A).brief(purse()) == 4
    assert [prompt.how(purse()) for prompt in PROMPTS] == [None] * len(PROMPTS)


# Choose some, and an order.


def test_some_are_written_with_commas_and_their_order_says_nothing() -> None:
    assert Load(A).parse(purse(), "salt, 1 ,") == ("bread", "salt")
    assert Load(A).check(purse(), ["salt", "bread"]) == ("bread", "salt")


def test_a_list_longer_than_all_there_is_is_refused_without_reading_it() -> None:
    for prompt in (Load(A), Route(A)):
        assert "Choose" in refusal(prompt, "what, is, all, this, then", NotAllowed)
        assert "'what'" in refusal(prompt, "what, is, all, this", NotUnderstood)
        assert "twice" in refusal(prompt, "salt, salt", NotAllowed)


def test_an_order_matters_where_it_is_asked_for() -> None:
    assert Route(A).parse(purse(), "salt, bread") == ("salt", "bread")
    assert Route(A).text(purse(), ("salt", "bread")) == "salt, bread"


def test_a_prompt_may_have_other_words_for_none() -> None:
    class Bare(Route):
        def nothing(self, s: Purse) -> tuple[Text, Text]:
            return _("none"), _("no stop")

    assert Bare(A).parse(purse(), "No stop!") == Bare(A).parse(purse(), "none") == ()
    assert refusal(Route(A), "no stop", NotUnderstood)


def test_an_act_says_how_it_is_typed() -> None:
    class HandOver(Act[Purse, int], Bid):
        pass

    assert str(HandOver(A).typed(purse())) == "hand over …"


def test_none_is_an_answer_where_it_is_allowed() -> None:
    assert Route(A).parse(purse(), "none") == ()
    assert Route(A).parse(purse(), "Nichts", BERLIN) == ()
    assert Route(A).text(purse(), ()) == "none"
    assert str(Route(A).describe(purse(), ())) == "none"
    assert refusal(Load(A), "none", NotAllowed) == "Choose 1 to 3."


@pytest.mark.parametrize("typed", ["", " , "])
def test_an_empty_answer_is_not_none(typed: str) -> None:
    assert refusal(Route(A), typed, NotUnderstood).startswith("Choose at most 4, or none.")


def test_too_many_too_few_twice_and_what_does_not_go_together() -> None:
    assert refusal(Load(A), "1,2,4,3", NotAllowed).startswith("Choose 1 to 3")
    assert refusal(Load(A), "1,1", NotAllowed).endswith("Write each one once.")
    assert refusal(Load(A), "brine,cloth", NotAllowed).endswith("Leave one of them out.")
    assert Load(A).parse(purse(), "1, 2, 4") == ("bread", "brine", "salt")


def test_an_exact_number_is_asked_for_as_such() -> None:
    @dataclass
    class Two(Route):
        def at_least(self, s: Purse) -> int:
            return 2

        def at_most(self, s: Purse) -> int:
            return 2

    assert refusal(Two(A), "1", NotAllowed) == "Choose exactly 2."
    assert Two(A).default(purse()) == ("bread", "brine")


def test_sampling_gives_up_on_what_never_fits_and_takes_the_default() -> None:
    @dataclass
    class Picky(Load):
        def fits(self, s: Purse, chosen: tuple[str, ...]) -> Text | None:
            return None if chosen == ("bread",) else _("Only bread.")

    assert {Picky(A).sample(purse(), random.Random(n)) for n in range(30)} == {("bread",)}


def test_sampling_reaches_every_answer() -> None:
    s, rng = purse(coins=3), random.Random(1)
    assert {Bid(A).sample(s, rng) for _try in range(200)} == {0, 1, 2, 3}
    assert {Accept(A).sample(s, rng) for _try in range(50)} == {False, True}
    assert {Buy(A).sample(s, rng) for _try in range(200)} == {*s.goods}
    assert {len(Load(A).sample(s, rng)) for _try in range(200)} == {1, 2, 3}
    assert {len(Route(A).sample(s, rng)) for _try in range(200)} == {0, 1, 2, 3, 4}


# An amount.


def test_an_amount_lies_within_its_bounds() -> None:
    s = purse()
    assert [Bid(A).parse(s, typed) for typed in ("0", "5", " 3. ")] == [0, 5, 3]
    for typed, error in (("6", NotAllowed), ("-1", NotUnderstood), ("many", NotUnderstood)):
        assert refusal(Bid(A), typed, error) == "Write a number from 0 to 5."
    assert refusal(Bid(A), "9" * 10, NotUnderstood)
    for sent in (True, 6, -1, "3", 2.0, None):
        with pytest.raises(NotAllowed, match="Write a number from 0 to 5"):
            Bid(A).check(s, sent)


def test_an_amount_is_the_lowest_by_default() -> None:
    @dataclass
    class Raise(Bid):
        def low(self, s: Purse) -> int:
            return 2

    assert Raise(A).default(purse()) == 2
    assert Bid(A).default(purse()) == 0
    assert str(Raise(A).otherwise(purse())) == "If you do nothing, this is your answer: 2."


# Yes or no.


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("yes", True), ("Y", True), ("ja", True), ("j", True), ("NO!", False), ("nein", False)],
)
def test_yes_and_no_are_understood_in_both_languages(typed: str, meant: bool) -> None:
    assert Accept(A).parse(purse(), typed, BERLIN) is meant


@pytest.mark.parametrize("typed", ["", "perhaps", "yess"])
def test_anything_else_is_neither(typed: str) -> None:
    assert refusal(Accept(A), typed, NotUnderstood) == "Write 'yes' or 'no'."


@pytest.mark.parametrize("sent", [1, 0, "yes", None])
def test_only_a_truth_is_a_truth(sent: object) -> None:
    with pytest.raises(NotAllowed, match="Write 'yes' or 'no'"):
        Accept(A).check(purse(), sent)


@dataclass
class Flee(YesNo[Purse]):
    """What 'yes' means begins like 'no'."""

    def yes(self, s: Purse) -> Text:
        return _("night flight")

    def no(self, s: Purse) -> Text:
        return _("stay")


def test_what_yes_and_no_mean_can_be_typed_too() -> None:
    s = purse()
    assert Flee(A).parse(s, "night flight") is True
    assert Flee(A).parse(s, "stay") is False
    assert Flee(A).parse(s, "s") is False
    assert str(Flee(A).describe(s, True)) == "night flight"
    assert str(Flee(A).otherwise(s)) == "If you do nothing, this is your answer: stay."


def test_a_letter_that_could_be_both_is_ambiguous() -> None:
    assert (
        refusal(Flee(A), "n", Ambiguous) == "'n' could mean yes and no. Write one of them in full."
    )


# Words.


def test_words_are_kept_elsewhere_and_the_log_gets_a_reference() -> None:
    kept: list[str] = []

    def keeper(words: str) -> str:
        kept.append(words)
        return "w:7"

    value = Speak(A).keep("  We\n come \x00in peace ", keeper)
    assert value == "w:7"
    assert isinstance(value, Wording)
    assert kept == ["We come in peace"]
    assert Speak(A).keep(" \n ", keeper) == ""
    assert len(kept) == 1


def test_too_many_words_are_refused_with_the_limit() -> None:
    assert Speak(A).clean("x" * 280) == "x" * 280
    with pytest.raises(NotAllowed) as caught:
        Speak(A).clean("x" * 281)
    assert str(caught.value) == "That is 281 characters long. Write at most 280."


def test_free_words_never_enter_the_log() -> None:
    for sent in ("we come in peace", 7, None, ["w:1"]):
        with pytest.raises(NotAllowed):
            Speak(A).check(purse(), sent)
    assert str(Speak(A).describe(purse(), Wording(""))) == "nothing"
    assert str(Speak(A).describe(purse(), Wording("w:1"))) == "…"


# Prompts in general.


def test_a_kind_is_named_after_its_class() -> None:
    @dataclass
    class BuySomeMore(Buy):
        pass

    assert (Buy.kind, BuySomeMore.kind) == ("buy", "buy_some_more")


def test_options_follow_the_state_of_the_moment() -> None:
    s = purse()
    prompt = Bid(A)
    assert prompt.check(s, 5) == 5
    s.coins[A] = 2
    with pytest.raises(NotAllowed, match="from 0 to 2"):
        prompt.check(s, 5)


def test_a_prompt_that_asks_nothing_says_so() -> None:
    @dataclass
    class Mute(Amount[Purse]):
        pass

    with pytest.raises(NotImplementedError, match="Mute asks nothing"):
        Mute(A).sentence(purse())


def test_a_prompt_says_no_more_than_it_was_told_to() -> None:
    """Facts, own words and opened answers are for those prompts that ask for them."""
    buy = Buy(A)
    assert buy.facts(purse()) == {}
    assert buy.opens is False
    assert buy.keep("a secret", lambda words: f"w:{words}") == "a secret"


def test_taking_it_means_a_true_answer_unless_the_prompt_says_otherwise() -> None:
    assert Accept(A).takes(True)
    assert not Accept(A).takes(False)
    assert not Bid(A).takes(0)


def test_an_error_holds_its_sentence_for_every_language() -> None:
    with pytest.raises(Ambiguous) as caught:
        Buy(A).parse(purse(), "b")
    german = replace(
        BERLIN, gettext=lambda m: {"%(most)s and %(last)s": "%(most)s oder %(last)s"}.get(m, m)
    )
    assert "bread oder brine" in german.say(caught.value.text)
