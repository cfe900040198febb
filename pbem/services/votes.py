"""Votes: what the people at a table decide among themselves, where no moderator decides for them.

A vote is for everybody who plays there, bots do not vote, and silence is a no. More time and
another player need more than half; ending the game and taking an answer back need everybody.
What is carried is done at once, and what changes play goes by the one door.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbem import engine, games, store
from pbem.engine import REWIND, NotAllowed, Seat, Text, _
from pbem.services import bots, letters, moderating, moderating_seats, turns
from pbem.services.moderating import LIVE, Deed
from pbem.services.outside import CARRIED, FAILED, OPENED, WANTED
from pbem.services.sittings import Frozen, NotRunning, Shelf

EXTEND, REPLACE, END, UNDO = "extend", "replace", "end", "undo"
KINDS = (EXTEND, REPLACE, END, UNDO)
UNANIMOUS = (END, UNDO)
SOURCE = "vote"
LASTS = timedelta(days=2)
MORE_TIME = timedelta(days=1)


class Refused(NotAllowed):
    """A vote that cannot be; `text` says why and what to do."""


@dataclass(frozen=True)
class Count:
    """How a vote stands."""

    vote: store.Vote
    voters: tuple[int, ...]
    ballots: dict[int, bool]

    @property
    def needed(self) -> int:
        """So many have to agree."""
        return len(self.voters) if self.vote.what in UNANIMOUS else len(self.voters) // 2 + 1

    @property
    def yes(self) -> int:
        """So many agree."""
        return sum(self.ballots.get(seat, False) for seat in self.voters)

    @property
    def carried(self) -> bool:
        """Do enough agree?"""
        return self.yes >= self.needed

    @property
    def lost(self) -> bool:
        """Can it not be carried any more, whoever speaks up?"""
        silent = sum(seat not in self.ballots for seat in self.voters)
        return self.yes + silent < self.needed


def may_vote(table: store.Table) -> bool:
    """Whether this table votes: it has no moderator, or wants none to decide."""
    return table.moderator_id is None or table.settings.get("votes") is True


def question(vote: store.Vote) -> Text:
    """What is put to the vote, as a sentence."""
    match vote.what:
        case "extend":
            return _("Shall everybody who is asked have a day more?")
        case "replace":
            return _(
                "Shall a bot play on for %(seat)s, until somebody else wants to?",
                seat=Seat(vote.detail["seat"]),
            )
        case "end":
            return _("Shall the game end now, without a winner?")
    return _("Shall play go back to before the last answer, and all that came of it be undone?")


def count(c: store.Connection, vote: store.Vote) -> Count:
    """How a vote stands. Who shall be replaced has no say in it."""
    out = vote.detail.get("seat") if vote.what == REPLACE else None
    return Count(vote, _voters(store.seats(c, vote.table_id), out), store.ballots(c, vote.id))


def _voters(seats: Sequence[store.Seat], out: int | None) -> tuple[int, ...]:
    return tuple(
        s.index
        for s in seats
        if s.person_id is not None and s.resigned_at is None and s.index != out
    )


def open_vote(c: store.Connection, table_id: int) -> store.Vote | None:
    """The vote that goes on at a table; there is one at a time."""
    (last,) = store.votes_of(c, table_id, limit=1) or (None,)
    return last if last is not None and last.state == "open" else None


def propose(
    shelf: Shelf, table_id: int, person_id: int, what: str, *, about: int | None, now: datetime
) -> None:
    """Put something to the vote, and say yes to it. Raises Refused."""
    with shelf.db.writing() as c:
        table, seats = store.lock_table(c, table_id), store.seats(c, table_id)
        mine = _own(seats, person_id)
        same = open_vote(c, table_id)
        if (
            same is not None
            and (same.seat, same.what) == (mine, what)
            and (same.detail.get("seat") in (None, about))
        ):
            return  # Put to the vote already; two presses count as one.
        _check(c, table, seats, mine, what, about)
        detail = _detail(c, table, what, about)
        new = store.NewVote(table_id, what, detail, mine, table.seq, now, now + LASTS)
        number = store.add_vote(c, new)
        store.cast(c, number, mine, yes=True, at=now)
        _note(c, OPENED, table_id, person_id, number, what, detail, now)
    _settle(shelf, table_id, now)


def _own(seats: Sequence[store.Seat], person_id: int) -> int:
    for seat in seats:
        if seat.person_id == person_id and seat.resigned_at is None:
            return seat.index
    raise Refused(_("You do not sit at this table."))


def _check(
    c: store.Connection,
    table: store.Table,
    seats: Sequence[store.Seat],
    mine: int,
    what: str,
    about: int | None,
) -> None:
    if not may_vote(table):
        raise Refused(_("At this table the moderator decides. Write to them."))
    if table.status not in LIVE or (what == UNDO and table.status != "running"):
        raise Refused(_("This game is not in play, so there is nothing to vote on."))
    if what not in KINDS:
        raise Refused(_("Choose what you want to put to the vote."))
    if open_vote(c, table.id) is not None:
        raise Refused(_("Another vote goes on. Wait until it is over."))
    if what == REPLACE:
        if about is None or not 0 <= about < len(seats) or about == mine:
            raise Refused(_("Choose who shall be replaced."))
        if seats[about].person_id is None or seats[about].resigned_at is not None:
            raise Refused(_("Nobody sits there who could be replaced."))
    if what == UNDO and len(_voters(seats, None)) < 2:
        raise Refused(_("Nobody else plays here who could agree to that."))


def _detail(
    c: store.Connection, table: store.Table, what: str, about: int | None
) -> dict[str, int]:
    if what == REPLACE and about is not None:
        return {"seat": about}
    if what == UNDO:
        return {"to": _before_last_answer(c, table)}
    return {}


def _before_last_answer(c: store.Connection, table: store.Table) -> int:
    """The entry to go back to: the one before the last that a person gave."""
    rows = store.entries(c, table.id, after=max(0, table.seq - turns.MOST), last=table.seq)
    for row in reversed(rows):
        if row.kind == REWIND:
            break
        if row.kind in (engine.ANSWER, engine.ACT) and row.by_person is not None:
            return row.seq - 1
    raise Refused(_("Nobody has answered lately, so there is nothing to take back."))


def say(
    shelf: Shelf, table_id: int, vote_id: int, person_id: int, *, yes: bool, now: datetime
) -> None:
    """Say yes or no; the last word counts while the vote goes on. Raises Refused."""
    with shelf.db.writing() as c:
        store.lock_table(c, table_id)
        vote = open_vote(c, table_id)
        mine = _own(store.seats(c, table_id), person_id)
        if vote is None or vote.id != vote_id or vote.closes_at <= now:
            raise Refused(_("This vote is over."))
        if mine not in count(c, vote).voters:
            raise Refused(_("This vote is about you, so you have no say in it."))
        store.cast(c, vote.id, mine, yes=yes, at=now)
    _settle(shelf, table_id, now)


def close_overdue(shelf: Shelf, *, now: datetime, limit: int = 100) -> int:
    """Close every vote whose time is up; how many."""
    with shelf.db.reading() as c:
        due = store.overdue_votes(c, now, limit)
    for vote in due:
        _settle(shelf, vote.table_id, now)
    return len(due)


# What is decided.


def _settle(shelf: Shelf, table_id: int, now: datetime) -> None:
    """Close the vote if it is decided, and do what was carried, once."""
    with shelf.db.writing() as c:
        table = store.lock_table(c, table_id)
        vote = open_vote(c, table_id)
        if vote is None:
            return
        stands = count(c, vote)
        if not stands.carried:
            if stands.lost or vote.closes_at <= now or table.status not in LIVE:
                _close(c, vote, FAILED, now)
            return
        if vote.what != UNDO:
            _do(c, table, vote, now)
            _close(c, vote, CARRIED, now)
            return
    _go_back(shelf, table, vote, now)


def _do(c: store.Connection, table: store.Table, vote: store.Vote, now: datetime) -> None:
    """Do what was carried, in the transaction that closes the vote."""
    by = store.seats(c, table.id)[vote.seat].person_id or 0
    deed = Deed(table.id, by, "", now, voted=True)
    if vote.what == EXTEND:
        moderating.move_in(c, table, deed, MORE_TIME)
    elif vote.what == REPLACE:
        bot = next(iter(bots.known(games.load(table.game))))
        seat = vote.detail["seat"]
        moderating_seats.put_on(c, table, deed, seat, bot=bot)
        moderating.write_down(c, deed, WANTED, seat=seat)
    else:
        store.change_table(
            c, table.id, {"status": "cancelled", "over_at": now, "frozen_reason": None}
        )


def _go_back(shelf: Shelf, table: store.Table, vote: store.Vote, now: datetime) -> None:
    """Take the answer back by the one door, then close the vote. If a process died in between,
    the log says that it was done."""
    with shelf.db.reading() as c:
        rows = store.entries(c, table.id, after=vote.seq, last=table.seq)
    what = CARRIED
    if not any(row.kind == REWIND and row.source == SOURCE for row in rows):
        order = turns.Order(
            REWIND, None, value={"to": vote.detail["to"]}, source=SOURCE, expected=table.seq
        )
        try:
            turns.submit(shelf, table.id, order, now=now)
        except NotAllowed:
            return  # Play went on in this moment: the next word, or the clock, tries again.
        except (Frozen, NotRunning):
            what = FAILED
    with shelf.db.writing() as c:
        store.lock_table(c, table.id)
        _close(c, vote, what, now)


def _close(c: store.Connection, vote: store.Vote, what: str, now: datetime) -> None:
    if store.settle_vote(c, vote.id, "carried" if what == CARRIED else "failed"):
        _note(c, what, vote.table_id, None, vote.id, vote.what, vote.detail, now)


def _note(
    c: store.Connection,
    what: str,
    table_id: int,
    person_id: int | None,
    number: int,
    kind: str,
    detail: dict[str, int],
    now: datetime,
) -> None:
    facts = {"vote": number, "kind": kind, **detail}
    store.note(c, what, at=now, person_id=person_id, table_id=table_id, detail=facts)
    told = letters.deed(what, facts, by=person_id)
    letters.told(c, store.table(c, table_id), told, now)
