"""Signed links: what a person may do by holding one, and until when.

A token is lower-case base32 of who it is for, in which version, until when, and an HMAC over
all that and its purpose. It can be derived again and is never stored; revoking a person's links
means counting up their version.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from pbem import store
from pbem.config import Config, secret_key
from pbem.engine import Text, _

SIGN_IN = "sign-in"
LASTS = timedelta(days=7)
_FACTS = struct.Struct(">QIQ")
_PROOF = 20
LENGTH = (_FACTS.size + _PROOF) * 8 // 5
"""How many letters and digits a token has."""


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
    return base64.b32encode(facts + _proof(key, purpose, facts)).decode().lower()


def read(key: bytes, purpose: str, token: str, now: datetime) -> Claim:
    """What the token says, if it is genuine and not too old. Raises BadToken."""
    if len(token) != LENGTH:
        raise Mistyped
    try:
        raw = base64.b32decode(token.upper().encode("ascii"))
    except (binascii.Error, UnicodeEncodeError):
        raise Mistyped from None
    facts, proof = raw[: _FACTS.size], raw[_FACTS.size :]
    if not hmac.compare_digest(proof, _proof(key, purpose, facts)):
        raise Mistyped
    person_id, version, moment = _FACTS.unpack(facts)
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


def _proof(key: bytes, purpose: str, facts: bytes) -> bytes:
    return hmac.digest(key, purpose.encode() + b"\0" + facts, "sha256")[:_PROOF]
