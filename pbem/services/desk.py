"""The moderator's desk: every table in one list, what is in trouble first, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import IntEnum

from pbem import games, store
from pbem.engine import Text, _, n_
from pbem.services import held_mail, naming, outside, roll_call

SHOWN = 500
SOON = timedelta(hours=12)
ALIVE = ("running", "paused", "frozen", "open")
ENDED = ("over", "cancelled")


class Trouble(IntEnum):
    """How badly a table needs somebody, the worst first."""

    FROZEN = 0
    UNDELIVERED = 1
    LATE = 2
    DISPUTED = 3
    CALLED = 4
    ENDLESS = 5
    PAUSED = 6
    SOON = 7
    OPEN = 8
    FINE = 9
    OVER = 10


@dataclass(frozen=True)
class Awaited:
    """A seat that everybody waits for."""

    seat: int
    key: str
    name: str
    bot: bool
    since: datetime
    due: datetime | None
    held: datetime | None
    reminded: int
    arrived: bool = True
    """Whether the question has reached them, so that their time runs."""

    def share(self, now: datetime) -> float | None:
        """Which part of its time has passed, from 0 to 1; None without a deadline."""
        if self.due is None:
            return None
        whole = (self.due - self.since).total_seconds()
        gone = (now - self.since).total_seconds()
        return 1.0 if whole <= 0 else min(1.0, max(0.0, gone / whole))


@dataclass(frozen=True)
class Line:
    """A table on the desk."""

    table: store.Table
    title: str
    game: str
    names: tuple[str, ...]
    awaited: tuple[Awaited, ...]
    letters: dict[int, Counter[str]]
    calls: int
    """So many messages to the moderator wait to be read."""
    held: int
    """So many mails wait for a decision."""
    trouble: Trouble
    why: Text
    returned: frozenset[int] = frozenset()
    """The seats whose letters come back."""
    disputes: int = 0
    """So many disputes wait for a decision."""

    @property
    def urgency(self) -> tuple[int, float]:
        """The worst trouble first; within it, whoever waits longest or is due first."""
        dues = [a.due.timestamp() for a in self.awaited if a.due is not None]
        return self.trouble, min(dues, default=self.table.created_at.timestamp())


def lines(
    c: store.Connection, person: store.Person, now: datetime, *, ended: bool = False
) -> list[Line]:
    """The tables this person looks after, those in trouble first."""
    tables = store.tables_for(
        c,
        ENDED if ended else ALIVE,
        moderator_id=None if person.is_admin else person.id,
        orphans=person.is_moderator,
        limit=SHOWN,
    )
    return sorted(of_tables(c, tables, now), key=lambda line: line.urgency)


def with_disputes(lines: Sequence[Line], counts: Mapping[int, int]) -> list[Line]:
    """The same lines with what waits for a decision, in order of trouble."""
    found = [
        replace(line, disputes=n, trouble=min(line.trouble, Trouble.DISPUTED))
        if (n := counts.get(line.table.id, 0))
        else line
        for line in lines
    ]
    return sorted(found, key=lambda line: line.urgency)


def of_tables(c: store.Connection, tables: Sequence[store.Table], now: datetime) -> list[Line]:
    """These tables as the desk shows them."""
    ids = [table.id for table in tables]
    seats, waiting = store.seats_at(c, ids), store.waiting_at(c, ids)
    people = store.people(
        c, [s.person_id for chairs in seats.values() for s in chairs if s.person_id is not None]
    )
    letters: dict[int, dict[int, Counter[str]]] = {number: {} for number in ids}
    for row in store.letters_at(c, ids):
        letters[row.table_id].setdefault(row.seat, Counter())[row.state] += row.count
    calls = store.calls_at(c, ids, outside.SETTLED)
    held = Counter(mail.table_id for mail in held_mail.held(c))
    return [
        _line(
            table,
            seats[table.id],
            people,
            waiting[table.id],
            letters[table.id],
            calls[table.id],
            held[table.id],
            now,
        )
        for table in tables
    ]


def _line(
    table: store.Table,
    seats: list[store.Seat],
    people: dict[int, store.Person],
    prompts: list[store.Prompt],
    letters: dict[int, Counter[str]],
    calls: int,
    held: int,
    now: datetime,
) -> Line:
    names = naming.seat_names(seats, people)
    stands = table.status in ENDED or table.status == "open"
    awaited = tuple(
        Awaited(
            seat=prompt.seat,
            key=prompt.key,
            name=names[prompt.seat],
            bot=seats[prompt.seat].bot is not None,
            since=prompt.opened_at,
            due=prompt.due_at,
            held=prompt.held_until,
            reminded=prompt.reminded.bit_count(),
            arrived=prompt.delivered_at is not None or seats[prompt.seat].bot is not None,
        )
        for prompt in ([] if stands else prompts)
    )
    returned = frozenset(
        seat.index
        for seat in seats
        if (person := people.get(seat.person_id or 0)) and person.bounced_at is not None
    )
    trouble, why = _diagnosis(table, seats, awaited, letters, now)
    back = [a.name for a in awaited if a.seat in returned]
    if back and table.status == "running":
        trouble, why = Trouble.UNDELIVERED, _("Letters to %(names)s come back.", names=back)
    if (calls or held) and trouble > Trouble.CALLED:
        trouble = Trouble.CALLED
    meta = games.about(table.game)
    title = table.title or meta.title
    return Line(
        table, title, meta.title, names, awaited, letters, calls, held, trouble, why, returned
    )


def _diagnosis(
    table: store.Table,
    seats: list[store.Seat],
    awaited: tuple[Awaited, ...],
    letters: dict[int, Counter[str]],
    now: datetime,
) -> tuple[Trouble, Text]:
    """What is wrong, as a sentence."""
    if table.status == "frozen":
        return Trouble.FROZEN, _(
            "Stands still because of a fault: %(why)s", why=table.frozen_reason or "?"
        )
    if table.status == "paused":
        return Trouble.PAUSED, _("Paused: clocks stand still until you let it go on.")
    if table.status == "open":
        absent = len(roll_call.missing(seats)) if table.ready_by is not None else 0
        if absent:
            return Trouble.OPEN, n_(
                "%(n)d player has not said yet that they are here.",
                "%(n)d players have not said yet that they are here.",
                absent,
            )
        empty = sum(seat.person_id is None and seat.bot is None for seat in seats)
        return Trouble.OPEN, n_("%(n)d seat is free.", "%(n)d seats are free.", empty)
    if table.status in ENDED:
        ended = _("The game is over.") if table.status == "over" else _("Called off.")
        return Trouble.OVER, ended
    return _in_play(awaited, letters, now)


def _in_play(
    awaited: tuple[Awaited, ...], letters: dict[int, Counter[str]], now: datetime
) -> tuple[Trouble, Text]:
    lost = [a.name for a in awaited if letters.get(a.seat, Counter())["failed"] or a.held]
    if lost:
        return Trouble.UNDELIVERED, _("Letters do not reach %(names)s.", names=lost)
    overdue = [a for a in awaited if a.due is not None and a.due <= now]
    late = [a.name for a in overdue]
    if late and not any(a.arrived for a in overdue):
        return Trouble.LATE, _(
            "Time is up for %(names)s, but their letter has not gone out. Does the worker run?",
            names=late,
        )
    if late:
        return Trouble.LATE, _("Time is up for %(names)s, but play has not gone on.", names=late)
    names = list(dict.fromkeys(a.name for a in awaited))
    endless = [a.name for a in awaited if a.due is None and not a.bot]
    if endless:
        return Trouble.ENDLESS, _("Waits for %(names)s, without a deadline.", names=endless)
    stuck = [a.name for a in awaited if a.bot and now - a.since > timedelta(hours=1)]
    if stuck:
        return Trouble.LATE, _("%(names)s does not answer. Does the worker run?", names=stuck)
    if any(a.due is not None and a.due - now <= SOON for a in awaited):
        return Trouble.SOON, _("Waits for %(names)s, whose time ends soon.", names=names)
    if awaited:
        return Trouble.FINE, _("Waits for %(names)s.", names=names)
    return Trouble.LATE, _("Nobody is asked, and nothing goes on.")
