"""Votes of a table, and who helps its moderator."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from pbem.store.core import by_dialect, columns_of, dialect_of, table_of, update_where, values_of
from pbem.store.models import BallotRow, ModeratorRow, VoteRow
from pbem.store.rows import NewVote, Vote, VoteState

_votes = table_of(VoteRow)
_ballots = table_of(BallotRow)
_moderators = table_of(ModeratorRow)

_ADD = insert(_votes).returning(_votes.c.id)
_OF_TABLE = (
    select(*columns_of(_votes, Vote))
    .where(_votes.c.table_id == bindparam("t"))
    .order_by(_votes.c.id.desc())
    .limit(bindparam("most"))
)
_OVERDUE = (
    select(*columns_of(_votes, Vote))
    .where(_votes.c.state == "open", _votes.c.closes_at <= bindparam("now"))
    .order_by(_votes.c.id)
    .limit(bindparam("most"))
)
_SETTLE = update_where(_votes, id="v").where(_votes.c.state == "open")
_CAST = {
    name: statement.on_conflict_do_update(
        index_elements=["vote_id", "seat"],
        set_={"yes": statement.excluded.yes, "at": statement.excluded.at},
    )
    for name, statement in by_dialect(_ballots).items()
}
_CAST_BY = select(_ballots.c.seat, _ballots.c.yes).where(_ballots.c.vote_id == bindparam("v"))
_JOIN = {
    name: statement.on_conflict_do_nothing(index_elements=["table_id", "person_id"])
    for name, statement in by_dialect(_moderators).items()
}
_OF_TABLES = select(_moderators.c.table_id, _moderators.c.person_id).where(
    _moderators.c.table_id.in_(bindparam("tables", expanding=True))
)


def add_vote(c: Connection, new: NewVote) -> int:
    """Put a question to everybody; its number."""
    number: int = c.execute(_ADD, {**values_of(new), "state": "open"}).scalar_one()
    return number


def votes_of(c: Connection, table_id: int, *, limit: int = 20) -> tuple[Vote, ...]:
    """The newest votes of a table, newest first."""
    return tuple(Vote(*row) for row in c.execute(_OF_TABLE, {"t": table_id, "most": limit}))


def overdue_votes(c: Connection, now: datetime, limit: int) -> tuple[Vote, ...]:
    """Open votes whose time is up."""
    return tuple(Vote(*row) for row in c.execute(_OVERDUE, {"now": now, "most": limit}))


def settle_vote(c: Connection, vote_id: int, state: VoteState) -> bool:
    """Close a vote; False if it was closed already."""
    return c.execute(_SETTLE.values(state=state), {"v": vote_id}).rowcount == 1


def cast(c: Connection, vote_id: int, seat: int, *, yes: bool, at: datetime) -> None:
    """Say yes or no for a seat; the last word counts."""
    c.execute(_CAST[dialect_of(c)], [{"vote_id": vote_id, "seat": seat, "yes": yes, "at": at}])


def ballots(c: Connection, vote_id: int) -> dict[int, bool]:
    """What every seat that has spoken says."""
    return {row.seat: row.yes for row in c.execute(_CAST_BY, {"v": vote_id})}


def add_moderator(c: Connection, table_id: int, person_id: int) -> None:
    """Let somebody look after a table together with its moderator."""
    c.execute(_JOIN[dialect_of(c)], [{"table_id": table_id, "person_id": person_id}])


def remove_moderator(c: Connection, table_id: int, person_id: int) -> bool:
    """Let somebody look after a table no longer; False if they did not."""
    gone = delete(_moderators).where(
        _moderators.c.table_id == table_id, _moderators.c.person_id == person_id
    )
    return c.execute(gone).rowcount == 1


def co_moderators(c: Connection, table_ids: Sequence[int]) -> dict[int, frozenset[int]]:
    """By table, who looks after it besides its moderator."""
    by: dict[int, set[int]] = {number: set() for number in table_ids}
    for row in c.execute(_OF_TABLES, {"tables": list(table_ids)}):
        by[row.table_id].add(row.person_id)
    return {number: frozenset(people) for number, people in by.items()}
