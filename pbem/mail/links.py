"""Addresses in letters: pages to act on, where replies go, and the name of each letter."""

from __future__ import annotations

import hashlib
from datetime import datetime
from urllib.parse import urlencode

from pbem import store
from pbem.config import Config, secret_key
from pbem.services import tokens

MUTE = "mute"


def page(config: Config, table: store.Table) -> str:
    """A table's own page."""
    return f"{config.site}/t/{table.slug}"


def act(config: Config, seat: store.Seat, prompt_id: int) -> str:
    """The page that answers this question for this seat."""
    key = tokens.prompt_key(config)
    token = tokens.for_prompt(key, seat.table_id, seat.index, prompt_id, seat.token_version)
    return f"{config.site}/p/{token}"


def address_purpose(address: str) -> str:
    """What a token is for that confirms an address: this one and no other."""
    return f"address {address}"


def confirm(config: Config, person: store.Person, address: str, now: datetime) -> str:
    """The page on which a new address is confirmed, for a week."""
    key = secret_key(config.instance, "address")
    token = tokens.make(key, address_purpose(address), person, now + tokens.LASTS)
    return f"{config.site}/address/{token}?{urlencode({'to': address})}"


def mute_key(config: Config) -> bytes:
    """The instance's key for links that stop letters."""
    return secret_key(config.instance, MUTE)


def mute(config: Config, letter_id: int) -> str:
    """The page on which whoever got this letter says what they want to get."""
    return f"{config.site}/letters/{tokens.for_reply(mute_key(config), letter_id)}"


def reply_to(config: Config, letter_id: int) -> str:
    """The address of replies to this letter; empty if nobody reads them."""
    token = tokens.for_reply(tokens.reply_key(config), letter_id)
    return config.replies_to.replace("*", token)


def domain(config: Config) -> str:
    """What stands after the @ in the names of our letters."""
    return config.sender.rpartition("@")[2]


def message_id(config: Config, letter: store.Letter) -> str:
    """The name of a letter, the same however often it is sent; its number can be read off it."""
    proof = hashlib.sha256(letter.key.encode()).hexdigest()[:20]
    return f"<{letter.id}.{proof}@{domain(config)}>"


def thread(config: Config, letter: store.Letter, table: store.Table | None) -> str:
    """What all letters to one person about one table refer to, so that they lie together."""
    if table is None:
        return ""
    return f"<{table.slug}.{letter.person_id}@{domain(config)}>"
