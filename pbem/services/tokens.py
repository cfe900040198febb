"""Signed links: what somebody may do by holding one, and until when.

A token is lower-case base32 of what it is for, in which version, and an HMAC over all that and
its purpose. It can be derived again and is never stored; revoking a person's or a seat's links
means counting up their version. There are three: a link that signs a person in, a link that acts
for a seat while its prompt stands, and the reply address of a letter.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbem import store
from pbem.config import Config, secret_key
from pbem.engine import Text, _

SIGN_IN, PROMPT, REPLY = "sign-in", "prompt", "reply"
LASTS = timedelta(days=7)
_FACTS = struct.Struct(">QIQ")
_PROOF = 20
LENGTH = (_FACTS.size + _PROOF) * 8 // 5
"""How many letters and digits a sign-in token has."""
_ASKED, _ASKED_PROOF = struct.Struct(">IBQI"), 18
_LETTER_BYTES, _REPLY_PROOF = 5, 10
REPLY_LENGTH = (_LETTER_BYTES + _REPLY_PROOF) * 8 // 5
"""Longer or mixed-case local parts get damaged on their way through mail servers."""
_LOOKS_LIKE_ONE = re.compile(
    rf"(?<![a-z0-9])[a-z2-7]{{{REPLY_LENGTH},}}(?![a-z0-9])", re.IGNORECASE
)
BLOT = "…"


class BadToken(Exception):
    """A link that opens nothing; `text` says why and what to do."""

    text: Text = _("This link does not work. Check that you copied all of it.")


class Mistyped(BadToken):
    """Not one of ours, or a letter is missing."""


class Expired(BadToken):
    """It was good once."""

    text = _("This link has expired. Ask for a new one.")


class Revoked(BadToken):
    """All links of that person were taken back since."""

    text = _("This link was taken back. Ask for a new one.")


@dataclass(frozen=True)
class Claim:
    """What a genuine token says."""

    person_id: int
    version: int
    until: datetime


def make(key: bytes, purpose: str, person: store.Person, until: datetime) -> str:
    """A token for this person, good until that moment."""
    facts = _FACTS.pack(person.id, person.token_version, int(until.timestamp()))
    return _seal(key, purpose, facts, _PROOF)


def read(key: bytes, purpose: str, token: str, now: datetime) -> Claim:
    """What the token says, if it is genuine and not too old. Raises BadToken."""
    person_id, version, moment = _FACTS.unpack(_open(key, purpose, token, _FACTS.size, _PROOF))
    until = datetime.fromtimestamp(moment, UTC)
    if now >= until:
        raise Expired
    return Claim(person_id, version, until)


def holder(
    c: store.Connection, key: bytes, purpose: str, token: str, now: datetime
) -> store.Person:
    """The person whom the token is for, as they are now. Raises BadToken."""
    claim = read(key, purpose, token, now)
    person = store.person(c, claim.person_id)
    if person is None or person.erased_at is not None or person.token_version != claim.version:
        raise Revoked
    return person


def sign_in_key(config: Config) -> bytes:
    """The instance's key for sign-in links."""
    return secret_key(config.instance, SIGN_IN)


def sign_in_link(config: Config, person: store.Person, now: datetime) -> str:
    """The address that signs this person in, for a week."""
    return f"{config.site}/in/{make(sign_in_key(config), SIGN_IN, person, now + LASTS)}"


@dataclass(frozen=True)
class Asked:
    """What a genuine link to a prompt says; whether it still stands, the prompt itself tells."""

    table_id: int
    seat: int
    prompt_id: int
    version: int


def for_prompt(key: bytes, table_id: int, seat: int, prompt_id: int, version: int) -> str:
    """A token that acts for a seat while this prompt stands, in the seat's token version."""
    return _seal(key, PROMPT, _ASKED.pack(table_id, seat, prompt_id, version), _ASKED_PROOF)


def read_prompt(key: bytes, token: str) -> Asked:
    """What a link to a prompt says, if it is genuine. Raises Mistyped."""
    return Asked(*_ASKED.unpack(_open(key, PROMPT, token, _ASKED.size, _ASKED_PROOF)))


def prompt_key(config: Config) -> bytes:
    """The instance's key for links to prompts."""
    return secret_key(config.instance, PROMPT)


def for_reply(key: bytes, letter_id: int) -> str:
    """The token in the reply address of a letter."""
    return _seal(key, REPLY, letter_id.to_bytes(_LETTER_BYTES, "big"), _REPLY_PROOF)


def read_reply(key: bytes, token: str) -> int:
    """The number of the letter that is replied to, if the token is genuine. Raises Mistyped."""
    return int.from_bytes(_open(key, REPLY, token, _LETTER_BYTES, _REPLY_PROOF), "big")


def reply_key(config: Config) -> bytes:
    """The instance's key for reply addresses."""
    return secret_key(config.instance, REPLY)


def mailbox_key(config: Config) -> str:
    """What opens the mailbox of a server that sends no mail; printed when it starts."""
    return secret_key(config.instance, "mailbox").hex()[:32]


def mailbox_link(config: Config) -> str:
    """The address of that mailbox."""
    return f"{config.site}/mailbox?key={mailbox_key(config)}"


def blotted(words: str) -> str:
    """What somebody else said, without anything that looks like a token: mail servers quote the
    addresses and links that we gave them, and whoever reads a log must not be able to use those."""
    return _LOOKS_LIKE_ONE.sub(BLOT, words)


def _seal(key: bytes, purpose: str, facts: bytes, proof: int) -> str:
    return base64.b32encode(facts + _proof(key, purpose, facts)[:proof]).decode().lower()


def _open(key: bytes, purpose: str, token: str, size: int, proof: int) -> bytes:
    """The facts in a token, if it is one of ours for this purpose, to the letter."""
    if len(token) != (size + proof) * 8 // 5:
        raise Mistyped
    try:
        raw = base64.b32decode(token.upper().encode("ascii"))
    except (binascii.Error, UnicodeEncodeError):
        raise Mistyped from None
    facts = raw[:size]
    if not hmac.compare_digest(raw[size:], _proof(key, purpose, facts)[:proof]):
        raise Mistyped
    return facts


def _proof(key: bytes, purpose: str, facts: bytes) -> bytes:
    return hmac.digest(key, purpose.encode() + b"\0" + facts, "sha256")
