"""Signed links and reply addresses: what they say, and that nothing else opens anything."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.services import tokens

KEY, OTHER = b"k" * 32, b"o" * 32
LETTERS = set(string.ascii_lowercase + "234567")
whole = st.integers(0, 2**32 - 1)


@given(whole, st.integers(0, 255), st.integers(0, 2**63 - 1), whole)
def test_a_link_to_a_prompt_says_what_was_put_in(
    table: int, seat: int, prompt: int, v: int
) -> None:
    token = tokens.for_prompt(KEY, table, seat, prompt, v)
    assert set(token) <= LETTERS
    assert tokens.read_prompt(KEY, token) == tokens.Asked(table, seat, prompt, v)
    assert tokens.for_prompt(KEY, table, seat, prompt, v) == token


@given(st.integers(0, 2**40 - 1))
def test_a_reply_address_says_its_letter_in_24_characters(letter: int) -> None:
    token = tokens.for_reply(KEY, letter)
    assert len(token) == tokens.REPLY_LENGTH == 24
    assert set(token) <= LETTERS
    assert tokens.read_reply(KEY, token) == letter
    assert tokens.read_reply(KEY, token.upper()) == letter  # Some mail servers shout.


def test_every_changed_letter_is_noticed() -> None:
    for token, read in (
        (tokens.for_prompt(KEY, 7, 2, 99, 1), tokens.read_prompt),
        (tokens.for_reply(KEY, 99), tokens.read_reply),
    ):
        for place, letter in enumerate(token):
            changed = token[:place] + ("b" if letter != "b" else "c") + token[place + 1 :]
            with pytest.raises(tokens.Mistyped):
                read(KEY, changed)


@pytest.mark.parametrize("damaged", ["", "x", "a" * 24, "a" * 56, "é" * 24, "1" * 56, " " * 24])
def test_what_is_not_ours_opens_nothing(damaged: str) -> None:
    for read in (tokens.read_prompt, tokens.read_reply):
        with pytest.raises(tokens.Mistyped):
            read(KEY, damaged)


def test_a_token_is_good_for_its_own_key_and_purpose_only() -> None:
    with pytest.raises(tokens.Mistyped):
        tokens.read_reply(OTHER, tokens.for_reply(KEY, 1))
    with pytest.raises(tokens.Mistyped):
        tokens.read_prompt(OTHER, tokens.for_prompt(KEY, 1, 1, 1, 1))
    with pytest.raises(tokens.Mistyped):
        tokens.read_prompt(KEY, tokens.for_reply(KEY, 1) + "a" * 32)
