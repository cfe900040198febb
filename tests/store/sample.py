"""Rows for tests: one of everything, small and complete."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pbem.store import (
    Connection,
    Database,
    Entry,
    Event,
    NewLetter,
    NewMessage,
    NewPrompt,
    NewTable,
    NewVote,
    Person,
    Snapshot,
    Table,
    add_message,
    add_moderator,
    add_person,
    add_table,
    add_vote,
    add_wording,
    beat,
    cast,
    change_table,
    count_attempt,
    note,
    record,
    take_in,
    take_seat,
)

NOON = datetime(2026, 11, 18, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)


def someone(c: Connection, address: str = "ann@example.org") -> Person:
    """A person."""
    return add_person(c, address, name="Ann", language="en", zone="Europe/Paris", now=NOON)


def a_table(c: Connection, *, seats: int = 2, running: bool = True) -> Table:
    """A table with empty seats."""
    new = NewTable(
        game="dudo",
        title="Friday",
        language="en",
        pace={"turn": 86400, "reaction": 3600, "negotiation": 7200},
        package_version="0.1.0",
        rules_version=1,
        secret=b"\x00\xff secret",
        commitment="ab" * 32,
        created_at=NOON,
        pack={"cards": ["é", None, 1.5]},
    )
    made = add_table(c, new, seats)
    if running:
        change_table(c, made.id, {"status": "running", "started_at": NOON})
    return made


def an_entry(seq: int, kind: str = "answer", **more: object) -> Entry:
    """An entry of the log."""
    facts: dict[str, object] = {"at": NOON, "source": "web", "digest": f"{seq:064x}", **more}
    return Entry(seq=seq, kind=kind, **facts)  # type: ignore[arg-type]


def a_rewind(seq: int, to: int) -> Entry:
    """An entry that goes back."""
    return an_entry(seq, "rewind", value={"to": to}, source="moderator")


def an_event(seq: int, ordinal: int = 0) -> Event:
    """A public event."""
    return Event(seq, ordinal, "bid", {"count": 2, "face": 5}, "public", reveals=False)


def a_prompt(
    key: str,
    *,
    seat: int = 0,
    due_at: datetime | None = NOON,
    delivered_at: datetime | None = NOON,
) -> NewPrompt:
    """A prompt that opens now."""
    return NewPrompt(
        key=key,
        seat=seat,
        kind="bid",
        prompt_class="turn",
        opened_seq=1,
        opened_at=NOON,
        due_at=due_at,
        delivered_at=delivered_at,
    )


def a_letter(person_id: int, key: str, *, slot: str | None = None) -> NewLetter:
    """A letter that may go at once."""
    return NewLetter(
        person_id=person_id,
        kind="turn",
        key=key,
        facts={"about": key},
        not_before=NOON,
        slot=slot,
    )


def a_snapshot(seq: int, milestone: int = 0) -> Snapshot:
    """A state at a milestone."""
    return Snapshot(seq, milestone, {"state": seq})


def fill(db: Database) -> int:
    """Put at least one row into every table; the number of the game's table."""
    with db.writing() as c:
        ann = someone(c)
        table = a_table(c)
        take_seat(c, table.id, 0, person_id=ann.id, phrase_hash="cd" * 32)
        take_seat(c, table.id, 1, bot="cautious")
        words = add_wording(c, "Sorry, I slept 😴", person_id=ann.id, now=NOON)
        record(
            c,
            table.id,
            0,
            entries=[
                an_entry(1, "start", value={"seats": 2}),
                an_entry(2, seat=0, key="0.1.bid.0", value=[2, 5], by_person=ann.id),
                an_entry(3, "act", reason_id=words, source="moderator"),
            ],
            events=[
                an_event(1),
                Event(2, 0, "peek", {"dice": [1, 2]}, (0,), reveals=True),
                Event(2, 1, "nothing", {}, (), reveals=False),
            ],
            opened=[a_prompt("0.1.bid.0"), a_prompt("0.1.bid.1", seat=1, due_at=NOON + HOUR)],
            closed=["0.1.bid.0"],
            snapshots=[a_snapshot(2, 1)],
            letters=[a_letter(ann.id, "first", slot="t1.s0")],
        )
        take_in(
            c,
            received_at=NOON,
            message_id="<1@example.org>",
            from_address="Ann@Example.org",
            recipient="reply+abc@games.example.org",
            raw=b"From: \xe9\r\n\r\n2\x00",
        )
        note(c, "signed in", at=NOON, person_id=ann.id, table_id=table.id, detail={"by": "link"})
        count_attempt(c, "sign-in", "ann@example.org", NOON)
        beat(c, "worker", NOON)
        said = NewMessage(table.id, 0, ann.id, "table", words, 3, NOON)
        add_message(c, said)
        add_moderator(c, table.id, ann.id)
        question = NewVote(table.id, "extend", {"hours": 24}, 0, 3, NOON, NOON + HOUR)
        cast(c, add_vote(c, question), 0, yes=True, at=NOON)
    return table.id
