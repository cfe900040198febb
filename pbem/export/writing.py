"""Writing an export: from a match in memory, or from a log and its secret."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import IO, Any

from pbem.engine import REWIND, Entry, Game, Match, Sealed, Snapshot, Start, Step, replay
from pbem.engine.dice import nonce_for

from .lines import FORMAT, as_text


class NotOver(Exception):
    """The game is still going on: an export would give its secret away."""


def write(
    match: Match,
    file: IO[str],
    *,
    states: bool = False,
    unfinished: bool = False,
    broken: Entry | None = None,
) -> None:
    """Write a finished match, with the state at every milestone if wanted.

    An unfinished one is written only on demand, since whoever has the secret knows all dice to
    come. `broken` is an entry that the rules broke at: it stands last, and nothing came of it.
    """
    if match.outcome is None and not unfinished:
        raise NotOver("The game is not over. Its secret must stay one until then.")
    write_log(
        file,
        match.game,
        match.start,
        match.entries,
        match.secret,
        states=states,
        broken=broken,
        match=match if match.base is None and (match.keep or not states) else None,
    )


def write_log(
    file: IO[str],
    game: Game[Any],
    start: Start,
    entries: Sequence[Entry],
    secret: bytes,
    *,
    states: bool = False,
    broken: Entry | None = None,
    match: Match | None = None,
) -> None:
    """Write a game from its whole log, which is played again where `match` does not know it.

    Digests that the entries carry are compared on the way: `Diverged` if one does not fit.
    """
    if match is None:
        match = replay(game, start, entries, secret, keep=states)
    steps = _every_step(match, entries, states)
    checksum = hashlib.sha256()
    for body in _bodies(game, start, [steps[entry.seq] for entry in entries], states, broken):
        line = as_text(body) + "\n"
        checksum.update(line.encode())
        file.write(line)
    end = {
        "line": "end",
        "digests": {str(seq): step.entry.digest for seq, step in sorted(steps.items())},
        "nonces": dict(_nonces(steps, secret)),
        "outcome": None if match.outcome is None else game.codec.encode(match.outcome),
        "secret": secret.hex(),
        "checksum": checksum.hexdigest(),
        **({} if broken is None else {"broken": broken.seq}),
    }
    file.write(as_text(end) + "\n")


def _every_step(match: Match, entries: Sequence[Entry], states: bool) -> dict[int, Step]:
    """What every entry led to, also those undone: each stood until the next rewind came."""
    steps = dict(match.steps)
    for i in reversed(range(1, len(entries))):
        if entries[i].kind == REWIND and entries[i - 1].seq not in steps:
            before = replay(match.game, match.start, entries[:i], match.secret, keep=states)
            steps = {**before.steps, **steps}
    return steps


def _bodies(
    game: Game[Any], start: Start, steps: Sequence[Step], states: bool, broken: Entry | None
) -> Iterator[dict[str, Any]]:
    yield {"line": "start", "format": FORMAT, **start.as_json()}
    for step in steps:
        yield _entry(step.entry, [game.codec.encode(event) for event in step.events])
        for snapshot in step.snapshots if states else ():
            yield {"line": "state", **state_body(snapshot)}
    if broken is not None:
        yield _entry(broken, [])


def _entry(entry: Entry, events: list[dict[str, Any]]) -> dict[str, Any]:
    body: dict[str, Any] = {"line": "entry", "seq": entry.seq, "kind": entry.kind}
    if entry.seat is not None:
        body["seat"] = int(entry.seat)
    if entry.value is not None and entry.seq > 1:  # What entry 1 holds is the first line.
        body["value"] = entry.value
    for name in ("key", "at", "source"):
        if getattr(entry, name):
            body[name] = getattr(entry, name)
    return {**body, "events": events}


def state_body(snapshot: Snapshot) -> dict[str, Any]:
    """A milestone's state as its line tells it."""
    body = snapshot.as_json()
    return {"entry": body.pop("seq"), **body}


def _nonces(steps: dict[int, Step], secret: bytes) -> Iterator[tuple[str, dict[str, str]]]:
    for seq, step in sorted(steps.items()):
        keys = [event.key for event in step.events if isinstance(event, Sealed)]
        if keys:
            yield str(seq), {key: nonce_for(secret, key, seq) for key in keys}
