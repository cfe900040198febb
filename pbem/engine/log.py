"""The log: a game is its start and an ordered list of entries. Everything else follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .codec import Unreadable
from .prompt import Json
from .words import Seat

if TYPE_CHECKING:
    from .event import Event
    from .strand import Asking
    from .table import Outcome

ANSWER, ACT, CLOCK, PLAN, RESIGN, DECIDE, REWIND, MIGRATE = (
    "answer",
    "act",
    "clock",
    "plan",
    "resign",
    "decide",
    "rewind",
    "migrate",
)
START = "start"
KINDS = (START, ANSWER, ACT, CLOCK, PLAN, RESIGN, DECIDE, REWIND, MIGRATE)


@dataclass(frozen=True)
class Start:
    """How a game began: what the first entry holds. The pack is embedded, the version pinned."""

    game: str
    seats: int
    rules: int
    package: str
    options: Mapping[str, Any]
    pack: Any
    commitment: str
    phrases: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Start:
        try:
            return cls(**{**body, "phrases": tuple(body["phrases"])})
        except (KeyError, TypeError) as why:
            raise Unreadable(f"The start of the game cannot be read: {why!r}.") from why


class Entry(NamedTuple):
    """One line of the log. `at` and `source` are for people; the rules never see them.

    A tuple, because many thousands of them are made when logs are read.
    """

    seq: int
    kind: str
    seat: Seat | None = None
    key: str = ""
    """The prompt that is answered, or the act that is done."""
    value: Json = None
    at: str = ""
    source: str = ""
    digest: str = ""
    """The hash over all events so far, once the entry has been carried out."""

    def as_json(self) -> dict[str, Any]:
        """As it is stored: what is empty is left out, but for an answer, which may be empty."""
        body = self._asdict()
        return {k: v for k, v in body.items() if v is not None and (v != "" or k == "value")}

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> Entry:
        try:
            seat = body.get("seat")
            entry = cls(**{**body, "seat": None if seat is None else Seat(seat)})
        except (AttributeError, KeyError, TypeError, ValueError) as why:
            raise Unreadable(f"An entry cannot be read: {why!r}.") from why
        if entry.kind not in KINDS or not isinstance(entry.seq, int):
            raise Unreadable(f"An entry of kind {entry.kind!r} is not known.")
        return entry


@dataclass(frozen=True)
class Snapshot:
    """All that is needed to go on from a milestone without what came before."""

    seq: int
    milestone: int
    epoch: int
    digest: str
    body: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Step:
    """What one entry brought about."""

    __slots__ = ("after", "before", "entry", "events", "outcome", "snapshots")

    def __init__(self, entry: Entry, before: Mapping[str, Asking]) -> None:
        self.entry = entry
        self.events: list[Event] = []
        self.snapshots: list[Snapshot] = []
        self.outcome: Outcome | None = None
        self.before = self.after = before
        """The prompts that lay on the table before and after it, by key."""

    @property
    def opened(self) -> list[Asking]:
        """The prompts that came onto the table."""
        return [asking for key, asking in self.after.items() if key not in self.before]

    @property
    def closed(self) -> list[str]:
        """The keys of those that went."""
        return [key for key in self.before if key not in self.after]

    @property
    def reveals(self) -> bool:
        """Did something come out that nobody could foresee?"""
        return any(event.reveals for event in self.events)

    @property
    def binds(self) -> bool:
        """May others rely on what was done?"""
        return any(event.binds for event in self.events)


def standing(entries: Iterable[Entry], epoch: int = 0) -> list[tuple[Entry, int]]:
    """The entries that still count, each with the rewind epoch it was made in.

    A rewind deletes nothing from the log: it says up to where the log counts from now on.
    `epoch` is how often the game had been rewound before the first of these entries. A rewind
    to before the first, or to one that no longer counted, cannot be followed.
    """
    kept: list[tuple[Entry, int]] = []
    for entry in entries:
        if entry.kind == REWIND:
            epoch += 1
            to = rewind_target(entry)
            if all(e.seq != to for e, _epoch in kept):
                raise Unreadable(f"Entry {entry.seq} rewinds to {to}, which does not count here.")
            kept = [(e, n) for e, n in kept if e.seq <= to]
        kept.append((entry, epoch))
    return kept


def rewind_target(entry: Entry) -> int:
    """The last entry that still counts after this rewind."""
    to = entry.value.get("to") if isinstance(entry.value, Mapping) else None
    if not isinstance(to, int) or not 1 <= to < entry.seq:
        raise Unreadable(f"Entry {entry.seq} rewinds to {to!r}, which is not an earlier entry.")
    return to
