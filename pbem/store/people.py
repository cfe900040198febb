"""People: by address, changed, and erased without a hole in any game."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, or_, select, update

from pbem.store.core import by_dialect, change, columns_of, dialect_of, table_of
from pbem.store.models import InboundRow, LetterRow, ModeratorRow, PersonRow, WordingRow
from pbem.store.rows import Person, PersonChanges
from pbem.store.types import clean

_people = table_of(PersonRow)
_wordings = table_of(WordingRow)
_letters = table_of(LetterRow)
_inbound = table_of(InboundRow)
_moderators = table_of(ModeratorRow)
_COLUMNS = columns_of(_people, Person)

_ADD = {
    name: statement.on_conflict_do_nothing(index_elements=["address"])
    for name, statement in by_dialect(_people).items()
}
_BY_ID = select(*_COLUMNS).where(_people.c.id == bindparam("p"))
_BY_ADDRESS = select(*_COLUMNS).where(_people.c.address == bindparam("a"))
_BY_IDS = select(*_COLUMNS).where(_people.c.id.in_(bindparam("ids", expanding=True)))
_FEW = tuple(f"p{i}" for i in range(6))
# For as many as sit at a table: a list of any length would be written into the statement anew
# each time, which costs as much as running it.
_BY_FEW_IDS = select(*_COLUMNS).where(_people.c.id.in_([bindparam(name) for name in _FEW]))
_SITE_MODERATORS = (
    select(*_COLUMNS)
    .where(or_(_people.c.is_moderator, _people.c.is_admin), _people.c.erased_at.is_(None))
    .order_by(_people.c.id)
)


def folded(address: str) -> str:
    """An address as the store keeps it: one person, however they type it."""
    return clean(address.strip()).casefold()


def add_person(
    c: Connection, address: str, *, name: str, language: str, zone: str, now: datetime
) -> Person:
    """The person with this address, made now if unknown (then with these facts)."""
    row = {
        "address": folded(address),
        "name": clean(name),
        "language": language,
        "zone": zone,
        "is_moderator": False,
        "is_admin": False,
        "token_version": 0,
        "reads_on_web": False,
        "never_write": False,
        "stopped": [],
        "quiet_hours": {},
        "weekends": [],
        "vacation": [],
        "created_at": now,
    }
    c.execute(_ADD[dialect_of(c)], [row])
    return Person(*c.execute(_BY_ADDRESS, {"a": row["address"]}).one())


def person(c: Connection, person_id: int) -> Person | None:
    """One person by number, erased ones too."""
    row = c.execute(_BY_ID, {"p": person_id}).first()
    return None if row is None else Person(*row)


def people(c: Connection, ids: list[int]) -> dict[int, Person]:
    """Several people by number."""
    if not ids:
        return {}
    if len(ids) > len(_FEW):
        rows = c.execute(_BY_IDS, {"ids": ids})
    else:
        padded = [*ids, *[ids[0]] * (len(_FEW) - len(ids))]
        rows = c.execute(_BY_FEW_IDS, dict(zip(_FEW, padded, strict=True)))
    return {one.id: one for one in (Person(*row) for row in rows)}


def site_moderators(c: Connection) -> tuple[Person, ...]:
    """Everybody who looks after tables that have nobody, in order."""
    return tuple(Person(*row) for row in c.execute(_SITE_MODERATORS))


def person_by_address(c: Connection, address: str) -> Person | None:
    """One person by address, in any spelling."""
    row = c.execute(_BY_ADDRESS, {"a": folded(address)}).first()
    return None if row is None else Person(*row)


def change_person(c: Connection, person_id: int, changes: PersonChanges) -> None:
    """Change facts of a person."""
    if "address" in changes:
        changes = {**changes, "address": folded(changes["address"])}
    if "name" in changes:
        changes = {**changes, "name": clean(changes["name"])}
    change(c, update(_people).where(_people.c.id == person_id), PersonChanges, changes)


def erase_person(c: Connection, person_id: int, now: datetime) -> None:
    """Forget who this was: address, name, words, letters and mail; seats and entries stay.

    All their links stop working, since the token version moves.
    """
    known = person(c, person_id)
    if known is None or known.erased_at is not None:
        return
    c.execute(update(_wordings).where(_wordings.c.person_id == person_id).values(text=""))
    theirs = update(_letters).where(_letters.c.person_id == person_id)
    c.execute(theirs.where(_letters.c.state.in_(["queued", "leased"])).values(state="dropped"))
    c.execute(theirs.values(facts={}, raw=None, option_map=None, slot=None, error=None))
    c.execute(delete(_moderators).where(_moderators.c.person_id == person_id))
    c.execute(delete(_inbound).where(_inbound.c.from_address == known.address))
    own = select(_letters.c.id).where(_letters.c.person_id == person_id)
    c.execute(delete(_inbound).where(_inbound.c.letter_id.in_(own)))
    c.execute(
        update(_people)
        .where(_people.c.id == person_id)
        .values(
            address=f"erased:{person_id}",
            name="",
            zone="UTC",
            is_moderator=False,
            is_admin=False,
            token_version=_people.c.token_version + 1,
            never_write=True,
            stopped=[],
            bounced_at=None,
            quiet_hours={},
            weekends=[],
            vacation=[],
            erased_at=now,
        )
    )
