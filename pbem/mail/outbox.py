"""The outbox: claim what is due, write it out, hand it over, and say so.

A letter is claimed for a while, written and kept before anybody sees it, sent outside of any
transaction, and marked afterwards. Whoever is killed in between leaves a claim that runs out:
the letter is sent again, with the same bytes and the same name. At least once, never lost.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem import store
from pbem.mail import links
from pbem.mail.carriers import Carrier, Down, Never, NotNow, carrier_of
from pbem.mail.headers import Unaddressable
from pbem.mail.writing import Desk, Untrue, Written, adds_nothing
from pbem.services import choices, delivery, letters, messages, tokens
from pbem.services.budget import Budget
from pbem.services.receipts import RECEIPT

logger = logging.getLogger("pbem.outbox")
BATCH = 40
TOGETHER = 20
"""So many letters that were handed over are marked in one transaction."""
LEASE = timedelta(minutes=10)
LONGEST_WAIT = 240
"""Minutes; the first wait is one."""
MOST_TRIES = 25
"""With these waits that is about three days."""

Now = Callable[[], datetime]


@dataclass(frozen=True)
class Ready:
    """A letter that is written and addressed."""

    letter: store.Letter
    raw: bytes
    recipient: str


def send_due(desk: Desk, now: Now, budget: Budget, carrier: Carrier | None = None) -> int:
    """Send every letter that is due; how many were handed over."""
    sent = 0
    with carrier or carrier_of(desk.config) as carrying:
        while not budget.spent:
            with desk.shelf.db.writing() as c:
                claimed = store.claim_letters(c, now(), BATCH, LEASE)
            if not claimed:
                break
            done, up = _send(desk, carrying, write_all(desk, claimed, now), now)
            sent += done
            if not up:
                break
    return sent


def write_all(desk: Desk, claimed: Iterable[store.Letter], now: Now) -> list[Ready]:
    """Write out what was not written before, keep it, and drop what is not true any more; first
    the receipts, for what they tell needs no other letter."""
    kinds: dict[bool, list[store.Letter]] = {True: [], False: []}
    for letter in claimed:
        kinds[letter.kind == RECEIPT].append(letter)
    receipts = _written(desk, kinds[True], now)
    others = _adding(desk, kinds[False], receipts, now)
    return _addressed(desk, receipts + _written(desk, others, now))


def _adding(
    desk: Desk, waiting: list[store.Letter], receipts: list[Ready], now: Now
) -> list[store.Letter]:
    """Those that tell more than these receipts. The others wait for the receipts to arrive: they
    are dropped then, or go if that fails."""
    told = {_whose(one.letter): choices.known_in(one.letter.option_map) for one in receipts}
    idle = [one for one in waiting if adds_nothing(one, told.get(_whose(one), 0))]
    if idle:
        _wait(desk, idle, "A receipt that tells all of this is on its way.", now())
    return [one for one in waiting if one not in idle]


def _whose(letter: store.Letter) -> tuple[int | None, int | None, int]:
    return letter.table_id, letter.seat, letter.person_id


def _written(desk: Desk, claimed: list[store.Letter], now: Now) -> list[Ready]:
    fresh: list[tuple[store.Letter, Written]] = []
    ready: list[Ready] = []
    true = desk.still_true([letter for letter in claimed if letter.raw is not None])
    for letter in claimed:
        try:
            if letter.raw is None:
                fresh.append((letter, desk.write(letter, now())))
            elif letter.id in true:
                ready.append(Ready(letter, letter.raw, ""))
            else:
                raise Untrue("It is past, or not wanted any more.")
        except Untrue as why:
            with desk.shelf.db.writing() as c:
                store.drop(c, letter.id, letter.attempt, str(why))
        except Unaddressable as why:
            _fail(desk, letter, Never(str(why), address=True), now())
        except store.StoreError:
            raise
        except Exception as why:  # A template or a game may break in any way; others are written.
            logger.exception("Letter %d cannot be written.", letter.id)
            _wait(desk, [letter], tokens.blotted(f"{type(why).__name__}: {why}")[:300], now())
    return ready + _kept(desk, fresh)


def _kept(desk: Desk, fresh: list[tuple[store.Letter, Written]]) -> list[Ready]:
    """Letters just written, as soon as they are kept and still ours."""
    if not fresh:
        return []
    with desk.shelf.db.writing() as c:
        return [
            Ready(replace(letter, raw=one.raw, option_map=one.options), one.raw, "")
            for letter, one in fresh
            if store.keep_written(c, letter.id, letter.attempt, one.raw, one.options)
        ]


def _addressed(desk: Desk, ready: list[Ready]) -> list[Ready]:
    """Where each letter goes: to where its person is now."""
    with desk.shelf.db.reading() as c:
        people = store.people(c, sorted({one.letter.person_id for one in ready}))
    found = []
    for one in ready:
        address = people[one.letter.person_id].address
        if one.letter.kind == letters.ADDRESS:
            address = one.letter.facts["address"]
        found.append(replace(one, recipient=address))
    return found


def _send(desk: Desk, carrier: Carrier, ready: Sequence[Ready], now: Now) -> tuple[int, bool]:
    """Hand letters over, one after the other; how many, and whether there is a way to send."""
    begun, sent, taken = now(), 0, list[Ready]()
    for place, one in enumerate(ready):
        sender = links.reply_to(desk.config, one.letter.id) or desk.config.sender
        try:
            carrier.carry(one.raw, sender, one.recipient)
            taken.append(one)
            sent += 1
        except NotNow as why:
            _wait(desk, [one.letter], str(why), now())
        except Never as why:
            _fail(desk, one.letter, why, now())
        except Down as why:
            _mark(desk, taken, now())
            logger.warning("Letters cannot be sent now: %s", why)
            _wait(desk, [left.letter for left in ready[place:]], str(why), now())
            return sent, False
        if len(taken) >= TOGETHER:
            taken = _mark(desk, taken, now())
        if now() - begun > LEASE / 2:  # A slow server: let go of the rest before others take it.
            _mark(desk, taken, now())
            _wait(desk, [left.letter for left in ready[place + 1 :]], "slow mail server", now())
            return sent, True
    _mark(desk, taken, now())
    return sent, True


def _mark(desk: Desk, taken: list[Ready], now: datetime) -> list[Ready]:
    """They were handed over: say so, and let the time of what they ask begin. Nothing is left."""
    if taken:
        with desk.shelf.db.writing() as c:
            mine = [
                one.letter
                for one in taken
                if store.mark_sent(c, one.letter.id, one.letter.attempt, now)
            ]
            delivery.handed_over(c, mine, now)
            _heard(c, mine)
    return []


def _heard(c: store.Connection, taken: Sequence[store.Letter]) -> None:
    """What people said was in these letters, so it is not in the next ones."""
    for letter in taken:
        known = letter.option_map.get("heard") if isinstance(letter.option_map, Mapping) else 0
        if known and letter.table_id is not None and letter.seat is not None:
            messages.hear(c, letter.table_id, letter.seat, known)


def _wait(desk: Desk, waiting: Sequence[store.Letter], why: str, now: datetime) -> None:
    """Try again later, each time after a longer while, and not all at the same moment."""
    with desk.shelf.db.writing() as c:
        for letter in waiting:
            if letter.attempt >= MOST_TRIES:
                store.give_up(c, letter.id, letter.attempt, why)
                logger.error("Letter %d is given up: %s", letter.id, why)
            else:
                store.put_off(c, letter.id, letter.attempt, now + pause(letter.attempt), why)


def pause(attempt: int) -> timedelta:
    """How long to wait after so many tries."""
    minutes = min(2 ** min(attempt - 1, 20), LONGEST_WAIT)
    return timedelta(minutes=minutes * random.uniform(0.75, 1.25))


def _fail(desk: Desk, letter: store.Letter, why: Never, now: datetime) -> None:
    """It will never be taken: the letter has failed, and so has the address if it is why."""
    with desk.shelf.db.writing() as c:
        if store.give_up(c, letter.id, letter.attempt, str(why)):
            logger.warning("Letter %d was refused for good: %s", letter.id, why)
            if why.address and letter.kind != letters.ADDRESS:
                delivery.came_back(c, letter.person_id, str(why), now)
