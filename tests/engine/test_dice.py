"""Dice: fair, named, committed, and different after a rewind."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine import Dice, LoadedDice, Seat, commitment_of, phrase_hash
from pbem.engine.dice import _die, nonce_for, seal, seed_of

from .small import A, B

NAMES = st.text(min_size=1, max_size=8)
DRAWS = st.tuples(NAMES, st.none() | st.integers(0, 5).map(Seat))


def staged(seed: bytes, epoch: int = 0, milestone: int = 0) -> Dice:
    dice = Dice(seed)
    dice.stage(epoch, milestone)
    return dice


@given(st.binary(), NAMES, st.integers(0, 60), st.integers(1, 255))
def test_every_die_lies_between_one_and_its_sides(
    seed: bytes, name: str, count: int, sides: int
) -> None:
    rolled = Dice(seed).roll(name, count, sides=sides)
    assert len(rolled) == count
    assert all(1 <= n <= sides for n in rolled)


@pytest.mark.parametrize("sides", [0, -1, 257, 1000])
def test_dice_that_cannot_be_rolled_fairly_are_refused(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        Dice(b"").roll("x", sides=sides)


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_every_side_is_as_likely_as_the_others(sides: int) -> None:
    """Chi-squared over 20,000 dice of a fixed seed, against five standard deviations."""
    count = 20_000
    seen = Counter(Dice(b"fair").roll("x", count, sides=sides))
    assert set(seen) == set(range(1, sides + 1))
    expected = count / sides
    chi = sum((seen[n] - expected) ** 2 / expected for n in range(1, sides + 1))
    free = sides - 1
    assert chi < free + 5 * (2 * free) ** 0.5


def test_no_side_has_more_bytes_than_another() -> None:
    for sides in range(1, 256):
        fallen, unfair = _die(sides)
        seen = Counter(bytes(range(256)).translate(fallen, unfair))
        assert set(seen) == set(range(1, sides + 1))
        assert set(seen.values()) == {256 // sides}


def test_draws_are_what_they_always_were() -> None:
    """Every game that is being played depends on these very numbers."""
    dice = staged(b"seed", 1, 2)
    assert (
        "".join(map(str, dice.roll("cup", 40, seat=B)))
        == "4652413243424132522355646236353636352412"
    )
    assert dice.roll("cup", 4, sides=20, seat=B) == (11, 4, 16, 6)
    assert "".join(dice.shuffle("deck", "abcdefgh")) == "dhaefcgb"
    assert dice.pick("deck", "abcdefgh") == "f"


def test_the_dice_of_one_throw_are_independent() -> None:
    pairs = Counter(Dice(n.to_bytes(2, "big")).roll("x", 2) for n in range(7200))
    assert len(pairs) == 36
    assert max(pairs.values()) < 2 * min(pairs.values())


@given(st.binary(), st.lists(st.integers()))
def test_a_shuffle_is_a_permutation(seed: bytes, cards: list[int]) -> None:
    assert Counter(Dice(seed).shuffle("deck", cards)) == Counter(cards)


def test_every_order_is_as_likely_as_the_others() -> None:
    orders = Counter(Dice(n.to_bytes(2, "big")).shuffle("deck", "abc") for n in range(6000))
    assert len(orders) == 6
    assert all(850 < n < 1150 for n in orders.values())  # 1000 each, give or take 5 deviations.


@given(st.binary(), st.lists(st.integers(), min_size=1))
def test_a_pick_is_one_of_them(seed: bytes, among: list[int]) -> None:
    assert Dice(seed).pick("one", among) in among


@given(st.lists(DRAWS, unique=True, min_size=1, max_size=6), st.randoms())
def test_a_draw_does_not_depend_on_the_order_of_the_others(
    draws: list[tuple[str, Seat | None]], rng: object
) -> None:
    def drawn(order: list[tuple[str, Seat | None]]) -> dict[str, object]:
        dice = staged(b"s", 1, 2)
        return {f"{d}": dice.roll(d[0], 9, sides=200, seat=d[1]) for d in order}

    assert drawn(draws) == drawn(draws[::-1]) == drawn(sorted(draws, key=repr))


def test_draws_differ_by_seed_name_seat_use_milestone_and_epoch() -> None:
    def draw(seed: bytes = b"s", epoch: int = 0, milestone: int = 0, uses: int = 1, **how: object):  # type: ignore[no-untyped-def]
        dice = staged(seed, epoch, milestone)
        name, seat = str(how.get("name", "x")), how.get("seat")
        assert seat is None or isinstance(seat, Seat)
        rolled: list[tuple[object, ...]] = [
            (dice.roll(name, 12, seat=seat), dice.shuffle(f"{name} deck", range(30), seat=seat))
            for _use in range(uses)
        ]
        return rolled[-1]

    throws = [
        draw(),
        draw(seed=b"t"),
        draw(name="y"),
        draw(seat=A),
        draw(seat=B),
        draw(uses=2),
        draw(milestone=1),
        draw(epoch=1),
    ]
    assert len({rolled for rolled, _deck in throws}) == len(throws)
    assert len({deck for _rolled, deck in throws}) == len(throws)
    assert draw() == draw()


def test_a_milestone_counts_the_uses_of_every_name_anew() -> None:
    dice = Dice(b"s")
    dice.stage(0, 1)
    first, second = dice.roll("x", 9), dice.roll("x", 9)
    dice.stage(0, 1)
    assert (dice.roll("x", 9), dice.roll("x", 9)) == (first, second)


def test_a_rewind_changes_draws_and_goes_on_counting_uses() -> None:
    dice, other = staged(b"s", 0, 3), staged(b"s", 0, 3)
    assert dice.roll("x", 9) == other.roll("x", 9)
    dice.epoch(1)
    after = dice.roll("x", 9)
    assert after != other.roll("x", 9)
    fresh = staged(b"s", 1, 3)
    assert after != fresh.roll("x", 9)
    assert after == fresh.roll("x", 9)


def test_the_commitment_binds_the_secret_and_does_not_show_it() -> None:
    assert commitment_of(b"one") == hashlib.sha256(b"pbem secret" + b"one").hexdigest()
    assert commitment_of(b"one") != commitment_of(b"two")


def test_every_phrase_and_its_place_changes_the_seed() -> None:
    mine, yours = phrase_hash("a storm"), phrase_hash("a calm")
    seeds = [
        seed_of(b"s", phrases)
        for phrases in ((), (mine,), (yours,), (mine, yours), (yours, mine), ("", mine))
    ]
    assert len({*seeds, seed_of(b"t", ())}) == 7
    assert phrase_hash("") == ""
    assert "storm" not in mine


def test_a_seal_binds_key_and_answer_under_a_nonce_of_its_own() -> None:
    nonce = nonce_for(b"s", "k", 7)
    assert len(bytes.fromhex(nonce)) == 16
    assert (
        len({nonce, nonce_for(b"s", "k", 8), nonce_for(b"s", "l", 7), nonce_for(b"t", "k", 7)}) == 4
    )
    assert seal(nonce, "k", "3") == hmac.new(bytes.fromhex(nonce), b"k\n3", "sha256").hexdigest()
    assert len({seal(nonce, "k", "3"), seal(nonce, "k", "4"), seal(nonce, "l", "3")}) == 3


# Loaded dice, for tests.


def test_loaded_throws_come_out_as_told_and_then_as_chance_has_it() -> None:
    dice = LoadedDice({"x": [(6, 6), (1, 1)]}, b"s")
    assert (dice.roll("x", 2), dice.roll("x", 2)) == ((6, 6), (1, 1))
    chance = Dice(b"s")
    thirds = [chance.roll("x", 2) for _use in range(3)]
    assert dice.roll("x", 2) == thirds[2]
    assert dice.roll("y", 9) == chance.roll("y", 9)


def test_a_throw_loaded_for_a_seat_is_for_that_seat_only() -> None:
    dice = LoadedDice({"cup@1": [(5,)], "cup": [(2,)]}, b"s")
    assert dice.roll("cup", seat=B) == (5,)
    assert dice.roll("cup", seat=A) == (2,)
    assert dice.unused() == {}


@pytest.mark.parametrize("told", [(7,), (0,), (1, 2), (), ("a",)])
def test_a_loaded_throw_that_cannot_fall_is_refused(told: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"'x' is loaded with .*, but 1d6 are rolled"):
        LoadedDice({"x": [told]}).roll("x")


def test_a_loaded_shuffle_puts_the_named_cards_on_top() -> None:
    dice = LoadedDice({"deck": [("c", "a")]}, b"s")
    order = dice.shuffle("deck", "abcd")
    assert order[:2] == ("c", "a")
    assert sorted(order) == list("abcd")
    assert LoadedDice({"one": [("b",)]}).pick("one", "abc") == "b"
    rest = LoadedDice({"deck": [("c", "a")]}, b"s")
    assert rest.shuffle("other", "abcd") == Dice(b"s").shuffle("other", "abcd")


def test_a_loaded_shuffle_keeps_cards_that_are_alike() -> None:
    dice = LoadedDice({"deck": [("a", "b", "a")]}, b"s")
    order = dice.shuffle("deck", "aaabb")
    assert order[:3] == ("a", "b", "a")
    assert sorted(order) == list("aaabb")


@pytest.mark.parametrize("told", [("z",), ("a", "a")])
def test_a_loaded_shuffle_of_cards_that_are_not_there_is_refused(told: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"'deck' is loaded with .*, but shuffles"):
        LoadedDice({"deck": [told]}).shuffle("deck", "abc")


def test_loaded_dice_know_which_throws_nobody_made() -> None:
    dice = LoadedDice({"x": [(6,), (5,)], "y": [(1,)]})
    dice.roll("x")
    assert dice.unused() == {"x": 1, "y": 1}
