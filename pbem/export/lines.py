"""The lines of an export: what each holds, and reading them from a file nobody vouches for."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from pbem.engine import Entry, Start, Text, Unreadable, _

FORMAT = 1
MOST_BYTES = 64 * 1024 * 1024
"""A larger file is not read at all. A long game of thousands of entries has a few megabytes."""
MOST_ENTRIES = 200_000


class BadExport(Exception):
    """A file that is no export, or a damaged one; the sentence says what is wrong."""

    def __init__(self, line: int, text: Text) -> None:
        super().__init__(str(text))
        self.line = line
        self.text = text


@dataclass(frozen=True)
class StateLine:
    """The state at a milestone, as the export tells it."""

    number: int
    body: Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """An entry, what the export says came of it, and where it stands in the file."""

    number: int
    entry: Entry
    events: tuple[Mapping[str, Any], ...]
    states: list[StateLine] = field(default_factory=list)


@dataclass(frozen=True)
class End:
    """What is published when the game is over."""

    number: int
    digests: Mapping[str, str]
    nonces: Mapping[str, Mapping[str, str]]
    outcome: Mapping[str, Any] | None
    secret: bytes
    checksum: str
    broken: int | None


@dataclass(frozen=True)
class Export:
    """A whole export, read but not yet verified."""

    start: Start
    lines: list[Line]
    end: End
    checksum: str
    """What the lines really add up to; `end.checksum` is what the file says."""

    @property
    def entries(self) -> list[Entry]:
        return [line.entry for line in self.lines]

    @property
    def has_states(self) -> bool:
        return any(line.states for line in self.lines)


def as_text(body: object) -> str:
    """Plain data as one line of JSON; two are equal if and only if their lines are."""
    return json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)


def read(file: IO[bytes]) -> Export:
    """Read an export from a file opened for bytes; no more than the limit is ever taken in."""
    raw = file.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise BadExport(
            0,
            _(
                "The file has more than %(most)d megabytes. That is too much for a game.",
                most=MOST_BYTES // 1024 // 1024,
            ),
        )
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as why:
        number = raw[: why.start].count(b"\n") + 1
        raise BadExport(number, _("The file is not text. An export is text.")) from why
    return read_lines(text.removesuffix("\n").split("\n") if text else ())


def read_lines(lines: Iterable[str]) -> Export:
    """Read an export line by line; the first thing out of place is named."""
    reading = _Reading()
    number = 0
    for number, text in enumerate(lines, 1):
        reading.take(number, text.rstrip("\r\n"))  # Another system may have ended it its way.
    return reading.finish(number)


class _Reading:
    """What has been read so far."""

    def __init__(self) -> None:
        self.start: Start | None = None
        self.lines: list[Line] = []
        self.end: End | None = None
        self.sum = hashlib.sha256()

    def take(self, number: int, text: str) -> None:
        body = _object(number, text)
        kind = body.pop("line", None)
        if self.start is None and kind != "start":
            raise BadExport(
                number, _("This is not an export: it does not begin with how a game started.")
            )
        if self.end is not None:
            raise BadExport(number, _("Something follows behind the end of the game."))
        match kind:
            case "start":
                self._start(number, body)
            case "entry":
                self._entry(number, body)
            case "state":
                self._state(number, body)
            case "end":
                self.end = _end(number, body)
                return
            case _:
                raise BadExport(number, _("This is neither an entry, a state nor the end."))
        self.sum.update(text.encode() + b"\n")

    def finish(self, number: int) -> Export:
        if self.start is None:
            raise BadExport(1, _("The file is empty."))
        if self.end is None:
            raise BadExport(number, _("The end is missing: the file has been cut off here."))
        if self.end.broken not in (None, len(self.lines)):
            raise BadExport(number, _("Only the last entry can be the one the rules broke at."))
        return Export(self.start, self.lines, self.end, self.sum.hexdigest())

    def _start(self, number: int, body: dict[str, Any]) -> None:
        if self.start is not None:
            raise BadExport(number, _("A second game starts here. An export holds one game."))
        if body.pop("format", None) != FORMAT:
            raise BadExport(
                number,
                _("The export has a format that is not known here. Known is %(n)d.", n=FORMAT),
            )
        phrases = body.get("phrases")
        sound = (
            all(_is(body.get(name), str) for name in ("game", "package", "commitment"))
            and all(_is(body.get(name), int) for name in ("seats", "rules"))
            and _is(body.get("options"), dict)
            and _is(phrases, list)
            and all(_is(phrase, str) for phrase in phrases or ())
        )
        try:
            if not sound:
                raise Unreadable("wrong types")
            self.start = Start.from_json(body)
        except Unreadable as why:
            raise BadExport(number, _("The start of the game cannot be read.")) from why

    def _entry(self, number: int, body: dict[str, Any]) -> None:
        events = body.pop("events", None)
        wanted = len(self.lines) + 1
        if wanted > MOST_ENTRIES:
            raise BadExport(number, _("A game has at most %(n)d entries.", n=MOST_ENTRIES))
        if not _is(events, list) or not all(_is(event, dict) for event in events):
            raise BadExport(number, _("An entry must tell its events as a list."))
        entry = _read_entry(number, body)
        if entry.seq != wanted:
            raise BadExport(
                number,
                _(
                    "Entry %(seq)d stands where entry %(wanted)d should stand: a line is missing,"
                    " or lines have changed places.",
                    seq=entry.seq,
                    wanted=wanted,
                ),
            )
        if (entry.kind == "start") != (wanted == 1):
            raise BadExport(number, _("Exactly the first entry is the start of the game."))
        self.lines.append(Line(number, entry, tuple(events)))

    def _state(self, number: int, body: dict[str, Any]) -> None:
        if not self.lines or body.get("entry") != self.lines[-1].entry.seq:
            raise BadExport(number, _("A state must stand behind the entry that led to it."))
        self.lines[-1].states.append(StateLine(number, body))


def _object(number: int, text: str) -> dict[str, Any]:
    try:
        body = json.loads(text, parse_constant=_no_constant, parse_float=_finite)
        if "\\ud" in text.lower():  # Half a character cannot be printed, hashed or compared.
            json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as why:
        raise BadExport(number, _("The line is not JSON: it is damaged.")) from why
    if not isinstance(body, dict):
        raise BadExport(number, _("The line is not a JSON object."))
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON.")


def _finite(digits: str) -> float:
    if math.isinf(number := float(digits)):
        raise ValueError(f"{digits} is too large.")
    return number


def _read_entry(number: int, body: dict[str, Any]) -> Entry:
    words = (body.get(name, "") for name in ("kind", "key", "at", "source"))
    sound = (
        _is(body.get("seq"), int)
        and all(_is(word, str) for word in words)
        and (body.get("seat") is None or _is(body["seat"], int))
        and "digest" not in body
    )
    try:
        if not sound:
            raise Unreadable("wrong types")
        return Entry.from_json(body)
    except Unreadable as why:
        raise BadExport(number, _("The entry cannot be read.")) from why


def _end(number: int, body: dict[str, Any]) -> End:
    nonces, broken, outcome = body.get("nonces"), body.get("broken"), body.get("outcome")
    try:
        secret = bytes.fromhex(body["secret"])
        sound = (
            _is_words(body["digests"])
            and _is(nonces, dict)
            and all(_is_words(by_key) for by_key in (nonces or {}).values())
            and (outcome is None or _is(outcome, dict))
            and (broken is None or _is(broken, int))
            and _is(body["checksum"], str)
            and body.keys() <= {*End.__annotations__}
        )
        if not sound:
            raise ValueError("wrong types")
    except (KeyError, TypeError, ValueError) as why:
        raise BadExport(number, _("The end of the game cannot be read.")) from why
    return End(number, body["digests"], nonces or {}, outcome, secret, body["checksum"], broken)


def _is(value: object, kind: type) -> bool:
    """JSON's own idea of a type: true is not a number."""
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


def _is_words(value: object) -> bool:
    return isinstance(value, dict) and all(_is(word, str) for word in value.values())
