"""A letter written out: from the facts that were queued to the bytes that are sent.

It is written when a worker first claims it, and never again: a repeat carries the same bytes.
What is not true any more, or not wanted, is not written at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pbem import games, store
from pbem.config import Config
from pbem.mail import composing, layout, links, standing
from pbem.mail.gathering import Account, gather
from pbem.mail.reader import Reader, at_table, reader_of
from pbem.services import choices, letters, marker, muting, outside, tokens
from pbem.services.receipts import CONFIRM, RECEIPT
from pbem.services.sittings import Frozen, NotRunning, Shelf


class Untrue(Exception):
    """This letter is not sent: what it would say is past, or its reader does not want it."""


@dataclass(frozen=True)
class Written:
    """A letter ready to be sent, and what its numbers mean."""

    raw: bytes
    options: Mapping[str, Any]


@dataclass(frozen=True)
class Desk:
    """What is needed to write letters."""

    config: Config
    shelf: Shelf

    def write(self, letter: store.Letter, now: datetime) -> Written:
        """Write a letter out. Raises Untrue, Unaddressable."""
        with self.shelf.db.reading() as c:
            person = store.person(c, letter.person_id)
            if person is None or person.erased_at is not None or person.never_write:
                raise Untrue("The person does not want any letters.")
            if muting.is_stopped(c, letter, person):
                raise Untrue("The person does not want such letters.")
            if letter.kind in letters.ABOUT_SEAT:
                return self._about_seat(c, letter, person, now)
            return self._other(c, letter, person, now)

    def still_true(self, written: Sequence[store.Letter]) -> set[int]:
        """The numbers of those letters, written before, that may still be sent."""
        with self.shelf.db.reading() as c:
            return standing.still_true(c, written) if written else set()

    def _about_seat(
        self, c: store.Connection, letter: store.Letter, person: store.Person, now: datetime
    ) -> Written:
        account = self._account(c, letter, person, now)
        if account is None or not letters.is_written_to(account.chair, person):
            raise Untrue("The table stands still, or nobody sits there who wants letters.")
        kind = _true_kind(letter, account)
        if _is_told(c, letter):
            raise Untrue("The receipt of a reply has told all of this.")
        reason = letter.facts.get("reason")
        words = store.wordings(c, [reason]) if reason is not None else {}
        facts = {"a": account, "which": letter.facts.get("which", "")}
        facts["words"] = words.get(reason, "")
        return self._composed(letter, account.reader, kind, facts, account.table, account.options)

    def _account(
        self, c: store.Connection, letter: store.Letter, person: store.Person, now: datetime
    ) -> Account | None:
        """What there is to tell of the seat; None if it is not this person's, or nothing is."""
        if letter.table_id is None or letter.seat is None:
            return None
        try:
            sitting = self.shelf.take(c, letter.table_id)
        except (Frozen, NotRunning):
            return None
        seat = sitting.seats[letter.seat]
        account = None
        if seat.person_id == person.id:
            seated = [s.person_id for s in sitting.seats if s.person_id is not None]
            sitting.people = store.people(c, seated)
            account = gather(self.config, c, sitting, person, seat, now)
        self.shelf.give_back(sitting)
        return account

    def _other(
        self, c: store.Connection, letter: store.Letter, person: store.Person, now: datetime
    ) -> Written:
        table = None if letter.table_id is None else store.table(c, letter.table_id)
        reader = _reader(c, person, table, now)
        facts: dict[str, Any] = {"facts": letter.facts, "table": table, "person": person}
        if table is not None:
            meta = games.meta(table.game)
            facts |= {"title": _title(table), "game": meta}
            facts["page"] = links.page(self.config, table)
        options: Mapping[str, Any] = {}
        if letter.kind == letters.INVITATION:
            facts |= _inviting(c, letter, table)
            facts["link"] = self._entrance(person, now, table)
            options = {"invitation": letter.table_id}
        elif letter.kind == letters.SIGN_IN:
            facts["link"] = tokens.sign_in_link(self.config, person, now)
            facts["until"] = now + tokens.LASTS
        elif letter.kind == letters.ADDRESS:
            facts["link"] = links.confirm(self.config, person, letter.facts["address"], now)
        elif letter.kind == letters.TOLD:
            facts |= _done(c, letter)
        elif letter.kind == letters.BOUNCED:
            facts["bounced"] = store.person(c, letter.facts["person"])
            waiting = [store.table(c, number) for number in letter.facts["tables"]]
            facts["tables"] = [(_title(one), links.page(self.config, one)) for one in waiting]
            facts["desk"] = f"{self.config.site}/moderator"
        elif letter.kind == RECEIPT:
            a = self._account(c, letter, person, now)
            facts |= {"a": a, "whole": _tells_all(letter, a)}
            if a is not None:  # What is not told here is told by the next letter.
                options = a.options if facts["whole"] else choices.numbers_in(a.options)
        return self._composed(letter, reader, letter.kind, facts, table, options)

    def _entrance(self, person: store.Person, now: datetime, table: store.Table | None) -> str:
        """A link that signs in and leads to a table."""
        link = tokens.sign_in_link(self.config, person, now)
        return link if table is None else f"{link}?table={table.slug}"

    def _composed(
        self,
        letter: store.Letter,
        reader: Reader,
        kind: str,
        facts: Mapping[str, Any],
        table: store.Table | None,
        options: Mapping[str, Any],
    ) -> Written:
        config = self.config
        shared = {
            **facts,
            "site": config.site,
            "site_name": config.mail_name,
            "marker": marker.line(),
            "can_reply": bool(config.replies_to) and _takes_replies(kind, options),
            "mute": links.mute(config, letter.id),
        }
        words = composing.Words(
            subject=layout.subject(kind, reader, shared),
            text=layout.as_text(kind, reader, shared),
            html=layout.as_html(kind, reader, shared),
        )
        return Written(composing.compose(config, letter, reader, words, table), options)


def _title(table: store.Table) -> str:
    """What a table is called: by its people, or by its game."""
    return table.title or games.about(table.game).title


def _takes_replies(kind: str, options: Mapping[str, Any]) -> bool:
    if kind == letters.OVER:
        return False
    return kind in (letters.INVITATION, letters.TEST, CONFIRM) or bool(options)


def _tells_all(letter: store.Letter, account: Account | None) -> bool:
    """Is a receipt a whole turn letter too? Whoever plays by mail then gets one letter, not two;
    who is told that nothing was done still has the letter that asked."""
    done = bool(letter.facts["done"])
    return done and account is not None and account.table.status == "running"


def _is_told(c: store.Connection, letter: store.Letter) -> bool:
    """Has a receipt that was sent meanwhile told whatever gave cause for this letter?"""
    if letter.table_id is None or letter.seat is None:
        return False
    got = store.sent_to(c, letter.table_id, letter.seat, letter.person_id)
    until = max((choices.known_in(kept) for kind, kept in got if kind == RECEIPT), default=0)
    return adds_nothing(letter, until)


def adds_nothing(letter: store.Letter, until: int) -> bool:
    """Is what gave cause for a letter told by a receipt with the story up to this entry?"""
    if letter.kind not in (letters.TURN, letters.ASKED, letters.NEWS) or "again" in letter.facts:
        return False
    return until >= int(letter.facts["seq"])


def _true_kind(letter: store.Letter, account: Account) -> str:
    """What a letter about a seat is by now; the facts may be older than the table."""
    if account.table.status == "over":
        return letters.OVER
    if account.table.status != "running":
        raise Untrue("The table stands still.")
    if not account.asks:
        wanted = account.chair.news or account.called
        if account.said or (letter.kind == letters.NEWS and account.told and wanted):
            return letters.NEWS
        raise Untrue("Nothing is asked any more.")
    if letter.kind in (letters.REMINDER, letters.LAST):
        return letter.kind
    return letters.TURN if any(ask.turn for ask in account.asks) else letters.ASKED


def _reader(
    c: store.Connection, person: store.Person, table: store.Table | None, now: datetime
) -> Reader:
    if table is None:
        return reader_of(person, now)
    seats = store.seats(c, table.id)
    people = store.people(c, [seat.person_id for seat in seats if seat.person_id is not None])
    return at_table(person, now, seats, people, {}, table.game)


def _done(c: store.Connection, letter: store.Letter) -> dict[str, Any]:
    """What was done outside the rules, and the words with which it was."""
    what, by, reason = (letter.facts.get(fact) for fact in ("what", "by", "reason"))
    detail = letter.facts.get("detail", {})
    words = store.wordings(c, [reason]) if reason is not None else {}
    did = outside.sentence(what, by, detail, outside.names_in(c, [(by, detail)]))
    return {"did": did, "words": words.get(reason, "")}


def _inviting(
    c: store.Connection, letter: store.Letter, table: store.Table | None
) -> dict[str, Any]:
    """Who invites. An invitation to a table that has begun meanwhile is not sent."""
    if table is None or table.status != "open":
        raise Untrue("The table has begun or was called off.")
    by = store.person(c, letter.facts["by"])
    if by is None or by.erased_at is not None:
        raise Untrue("Nobody invites any more.")
    seats = store.seats(c, table.id)
    return {"by": by.name or by.address, "seats": len(seats), "pace": table.pace.get("turn", 0)}
