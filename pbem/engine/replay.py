"""The past: begin a match, rebuild one from its log, go back in it, look ahead from it.

A coroutine cannot run backwards, so whatever goes back builds a new match from the log.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .dice import Dice, commitment_of
from .event import Event
from .game import Game
from .log import ACT, ANSWER, PLAN, REWIND, START, Entry, Snapshot, Start, Step, standing
from .match import Match
from .prompt import NotAllowed
from .words import Seat, _

MOST_FOLLOWING = 50
"""So many entries may follow from one by themselves; the rest waits for the next knock."""


class Diverged(Exception):
    """The rules no longer lead where the log says they led. Nothing may be written."""

    def __init__(self, seq: int, where: Sequence[str]) -> None:
        super().__init__(f"Entry {seq} leads elsewhere than it did. Rules: {' > '.join(where)}")
        self.seq = seq
        self.where = list(where)


def begin(
    game: Game[Any],
    seats: int,
    *,
    secret: bytes | None = None,
    options: Mapping[str, Any] | None = None,
    pack: Any = None,
    phrases: Sequence[str] = (),
    package: str = "",
    dice: Dice | None = None,
    keep: bool = False,
    at: str = "",
) -> Match:
    """Sit down to a new game and play up to the first prompt."""
    secret = secrets.token_bytes(32) if secret is None else secret
    setting = game.setting(seats, options, pack)
    start = Start(
        game=game.meta.slug,
        seats=seats,
        rules=setting.rules,
        package=package,
        options=dict(setting.options),
        pack=game.pack() if pack is None else pack,
        commitment=commitment_of(secret),
        phrases=tuple(phrases),
    )
    match = Match(game, start, secret, dice=dice, keep=keep)
    match.enter(Entry(1, START, value=start.as_json(), at=at))
    return match


def replay(
    game: Game[Any],
    start: Start,
    entries: Sequence[Entry],
    secret: bytes,
    *,
    snapshot: Snapshot | None = None,
    keep: bool = False,
    dice: Dice | None = None,
) -> Match:
    """Rebuild a match from its log, or from a snapshot and the entries from there on.

    The first entry is the start, or the one during which the snapshot was taken. Every digest
    that an entry carries is compared: a difference raises `Diverged`.
    """
    match = Match(game, start, secret, snapshot=snapshot, keep=keep, dice=dice)
    first = entries[0]._replace(kind=START)
    _enter(match, first, first.digest)
    for entry, epoch in standing([first, *entries[1:]], match.epoch)[1:]:
        match.epoch = epoch
        _enter(match, entry, entry.digest)
    match.entries = list(entries)
    return match


def retrace(match: Match) -> Iterator[tuple[Match, Entry]]:
    """The match as it was before each of its known entries that still count, but the first.

    What is given is one match that goes on; look at it before asking for the next.
    """
    again = Match(match.game, match.start, match.secret, snapshot=match.base)
    first = match.entries[0]._replace(kind=START)
    again.enter(first)
    for entry, epoch in standing([first, *match.entries[1:]], again.epoch)[1:]:
        yield again, entry
        again.epoch = epoch
        again.enter(entry)


def _enter(match: Match, entry: Entry, digest: str) -> None:
    match.enter(entry)
    if digest and match.digest != digest:
        raise Diverged(entry.seq, match.where())


def follow(match: Match, most: int = MOST_FOLLOWING) -> list[Step]:
    """Carry out what plans and resigned seats add by themselves."""
    steps: list[Step] = []
    while len(steps) < most:
        entry = match.next_entry()
        if entry is None:
            break
        steps.append(match.enter(entry))
    return steps


def fork(match: Match) -> Match:
    """The same match again, to try something out on."""
    return replay(
        match.game,
        match.start,
        match.entries,
        match.secret,
        snapshot=match.base,
    )


def rewind(match: Match, to: int, *, seat: Seat | None = None, **more: str) -> Match:
    """Go back to just after an earlier entry. Nothing is deleted; later dice fall differently."""
    known = [entry.seq for entry in match.entries if entry.seq in match.steps]
    if to not in known or to == match.seq:
        raise NotAllowed(_("There is no earlier entry %(to)d to go back to.", to=to))
    entry = Entry(match.seq + 1, REWIND, seat, value={"to": to}, **more)
    back = replay(
        match.game,
        match.start,
        [*match.entries, entry],
        match.secret,
        snapshot=match.base,
        keep=match.keep,
    )
    step = back.steps[entry.seq]
    step.before = {**match.open}
    back.entries[-1] = step.entry
    return back


def undo(match: Match, seat: Seat, **more: str) -> Match:
    """Take back a seat's own last answer, as long as nothing new has come out since and nobody
    else relies on it."""
    return rewind(match, undo_target(match, seat), seat=seat, **more)


def undo_target(match: Match, seat: Seat) -> int:
    """The entry to which `undo` goes back. Raises NotAllowed if there is nothing to take back."""
    steps = [match.steps[seq] for seq in sorted(match.steps)]
    while len(steps) > 1:
        step = steps.pop()
        entry = step.entry
        if step.reveals:
            raise NotAllowed(_("Something new has come out since. You cannot take that back."))
        if step.binds:
            raise NotAllowed(_("Somebody else relies on it by now. You cannot take that back."))
        if entry.seat != seat or entry.kind not in (ANSWER, ACT, PLAN, REWIND):
            break
        if entry.source != PLAN and entry.kind != REWIND:  # One step further back each time.
            return steps[-1].entry.seq
    raise NotAllowed(_("You have nothing to take back: the last move was not yours."))


@dataclass(frozen=True)
class Preview:
    """What an answer would bring about, as far as it can be known beforehand."""

    events: tuple[Event, ...]
    goes_on: bool
    """True if something follows that nobody can know yet."""


def preview(match: Match, entries: Sequence[Entry], seat: Seat | None) -> Preview:
    """Try entries out on a copy and tell a seat what would happen, up to what reveals."""
    copy = fork(match)
    copy.game.blind(copy.state, seat)
    events: list[Event] = []
    for entry in entries:
        steps = [copy.enter(entry._replace(seq=copy.seq + 1)), *follow(copy)]
        for event in (event for step in steps for event in step.events):
            if event.reveals:
                return Preview(tuple(events), goes_on=True)
            if event.seen_by(seat):
                events.append(event)
    return Preview(tuple(events), goes_on=False)
