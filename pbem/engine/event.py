"""Facts: the only way a game changes.

An event says in the past tense what happened, who may know it, whether it reveals something
nobody could foresee, and what it changes in the state. Rules do events; nothing else writes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, ClassVar

from .words import Seat, Text


@dataclass(frozen=True)
class Audience:
    """Who may know a fact: everybody, or the seats named in some of its fields, or nobody."""

    everybody: bool
    named_in: tuple[str, ...] = ()


PUBLIC = Audience(everybody=True)
NOBODY = Audience(everybody=False)


def only(*named_in: str) -> Audience:
    """Only the seats that these fields name (each a `Seat` or a tuple of them)."""
    return Audience(False, named_in)


class Event:
    """Something that happened. Subclasses are frozen dataclasses and must name an `audience`."""

    audience: ClassVar[Audience]
    reveals: ClassVar[bool] = False
    """True if nobody could have foreseen it: a die, a card, another seat's sealed answer."""
    binds: ClassVar[bool] = False
    """True if somebody else may rely on it: whoever did it cannot take it back alone."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not isinstance(getattr(cls, "audience", None), Audience):
            raise TypeError(f"{cls.__name__} must say who may know it: audience = PUBLIC, …")

    def apply(self, s: Any) -> None:
        """Change the state. A fact that changes nothing leaves this as it is."""

    def sentence(self) -> Text | None:
        """The fact in words, for the story; None if it is not worth a line."""
        return None

    def calls(self, s: Any) -> Iterable[Seat]:
        """The seats for which somebody waits now, though no question is put to them: an offer
        lies before them, say. They hear of it at once; `s` is the state that came of it all."""
        return ()

    def seen_by(self, viewer: Seat | None) -> bool:
        """May this seat (None: a spectator) know of it?"""
        if self.audience.everybody:
            return True
        return viewer is not None and viewer in self.knowers()

    def knowers(self) -> tuple[Seat, ...]:
        """The seats that may know a fact which is not public."""
        seats: list[Seat] = []
        for name in self.audience.named_in:
            value = getattr(self, name)
            seats.extend(value if isinstance(value, tuple) else (value,))
        return tuple(seats)


def fingerprint(event: Event) -> str:
    """The event as the digest sees it: its name and its facts in order."""
    return f"{type(event).__name__}{[*vars(event).values()]!r}"


def check_events(events: tuple[type[Event], ...]) -> None:
    """Refuse events that could change later, and audiences that name a field they do not have."""
    for kind in events:
        made = vars(kind).get("__dataclass_params__")
        if made is None or not made.frozen:
            raise TypeError(f"{kind.__name__} must be a frozen dataclass: a fact does not change.")
        known = {f.name for f in fields(kind)}  # type: ignore[arg-type]  # a dataclass by rule
        for name in kind.audience.named_in:
            if name not in known:
                raise TypeError(f"{kind.__name__} is told to {name!r}, which it does not have.")


# The engine's own facts, about answers under seal.


@dataclass(frozen=True)
class Sealed(Event):
    """A seat answered under seal; the commitment binds it without showing anything."""

    audience = PUBLIC
    seat: Seat
    key: str
    commitment: str


@dataclass(frozen=True)
class Unsealed(Event):
    """A sealed answer was opened for all to see, with the nonce that proves the commitment."""

    audience = PUBLIC
    reveals = True
    seat: Seat
    key: str
    answer: str
    nonce: str


@dataclass(frozen=True)
class Reopened(Event):
    """A sealed answer had become impossible, so its seat is asked again."""

    audience = only("seat")
    seat: Seat
    key: str


ENGINE_EVENTS: tuple[type[Event], ...] = (Sealed, Unsealed, Reopened)
