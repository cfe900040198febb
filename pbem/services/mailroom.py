"""The mailroom: a reply that was opened is carried out, answered, held or thrown away.

It knocks at the one door like everybody else. A mail is settled, and its receipt owed, in the
transaction that carries it out: a reader that dies in between leaves a mail that is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbem import engine, store
from pbem.engine import AnswerError, Entry, Item, Match, Seat, Text, Tongue, Words, _
from pbem.services import bots, courtesy, inviting, limits, naming, saying, turns
from pbem.services.choices import has_nothing
from pbem.services.letters import TEST
from pbem.services.meanings import ACT, BACK, BLIND, LATER, NOW, Meaning, Mistake, Reading
from pbem.services.orders import TOGETHER, UNDO, Order
from pbem.services.parts import parts_of
from pbem.services.reading import NOTHING, read
from pbem.services.receipts import CONFIRM, RECEIPT, Line, confirmation, receipt
from pbem.services.sittings import STANDSTILL, Frozen, NotRunning, Shelf, Sitting
from pbem.services.tongues import tongue

DONE, IGNORED, HELD, FAILED, DISCARDED = "done", "ignored", "held", "failed", "discarded"
SOURCE = "mail"
INVITATION = "invitation"
MOST_RECEIPTS, MOST_CONFIRMATIONS = 30, 3
WINDOW = timedelta(hours=1)
LONGEST_NOTE = 500


class Settled(Exception):
    """Somebody else has read this mail to its end meanwhile. Nothing was done."""


@dataclass(frozen=True)
class Reply:
    """A mail that was opened: its number, the letter it answers, who wrote it, its new text."""

    mail: int
    letter: store.Letter
    person: store.Person
    text: str


def answer(shelf: Shelf, reply: Reply, *, now: datetime) -> str:
    """Carry out what a reply says, or say why not; what became of it. Raises Settled."""
    letter = reply.letter
    if letter.kind == CONFIRM:
        return _confirm(shelf, reply, now)
    if letter.kind == TEST:
        return _arrived(shelf, reply, now)
    if letter.kind == INVITATION and letter.table_id is not None:
        return _invited(shelf, reply, letter.table_id, now)
    if letter.table_id is None or letter.seat is None:
        return _refuse(shelf, reply, _("This letter cannot be answered by mail."), now)
    try:
        return _play(shelf, reply, letter.table_id, Seat(letter.seat), now)
    except (NotRunning, Frozen) as why:
        return _refuse(shelf, reply, why.text, now)


def overtaken(shelf: Shelf, reply: Reply, *, now: datetime) -> str:
    """A mail came after one that was written later: that one stands. Raises Settled."""
    why = _("This mail came late: what you wrote after it stands, and nothing of it was done.")
    return _refuse(shelf, reply, why, now)


# At a table.


def _play(shelf: Shelf, reply: Reply, table_id: int, seat: Seat, now: datetime) -> str:
    with shelf.looking(table_id) as sitting:
        if sitting.seats[seat].person_id != reply.person.id:
            return _refuse(shelf, reply, _("You do not sit there any more."), now)
        names = naming.seat_names(sitting.seats, sitting.people, tongue(reply.person.language))
        heard = tongue(reply.person.language, names, game=sitting.table.game)
        said = saying.split(reply.text, seat, reply.person.id, heard)
        remarks = saying.unless_quiet(said.remarks, sitting)
        reading = read(sitting.match, seat, said.rest, reply.letter.option_map, heard)
        order = None
        if remarks and reading.why is NOTHING:
            reading = Reading()
        else:
            reading, order = _possible(sitting, seat, reading, reply, heard)
        reading.orders += remarks
        lines = _lines(reading, heard)
        running = sitting.table.status == "running"
    if not reading.good:
        why = "" if reading.why is None else heard.say(reading.why)
        return _answered(shelf, reply, lines, why, now)
    if order is not None and not running:
        return _refuse(shelf, reply, _not_running(sitting), now)

    def with_it(c: store.Connection) -> None:
        _settle(c, reply, lines, now)
        saying.say(c, table_id, remarks, now=now)

    try:
        if order is None:
            with shelf.db.writing() as c:
                with_it(c)
        else:
            done = turns.submit(shelf, table_id, replace(order, with_it=with_it), now=now)
            bots.hear(shelf, done, now)
    except AnswerError as why:  # Somebody was first, or there is nothing to take back.
        return _answered(shelf, reply, lines, heard.say(why.text), now)
    return DONE


def _not_running(sitting: Sitting) -> Text:
    return STANDSTILL.get(sitting.table.status, _("Nothing can be played at this table now."))


def _possible(
    sitting: Sitting, seat: Seat, reading: Reading, reply: Reply, heard: Tongue
) -> tuple[Reading, Order]:
    """What can be done together of what was understood, in which order."""
    order = _order(sitting, seat, reading, reply, heard)
    tried = _tried(sitting.match, seat, order, reading) if reading.good else reading
    if tried.good or not reading.good:
        return tried, order
    # An answer may let the rules go on to where an act is not possible any more.
    sooner = Reading(sorted(reading.orders, key=lambda one: getattr(one, "what", "") != ACT))
    order_of_it = _order(sitting, seat, sooner, reply, heard)
    again = _tried(sitting.match, seat, order_of_it, sooner)
    return (again, order_of_it) if again.good else (tried, order)


def _order(sitting: Sitting, seat: Seat, reading: Reading, reply: Reply, heard: Tongue) -> Order:
    """All that a mail says as one order: plans first, then answers and acts as they stand."""
    by = reply.person.id
    meanings = reading.meanings
    if any(meaning.what == BACK for meaning in meanings):
        return Order(UNDO, seat, source=SOURCE, by_person=by)
    orders = []
    plan = _plan(sitting, seat, meanings)
    if plan is not None:
        encode = sitting.match.game.codec.encode
        orders.append(Order(engine.PLAN, seat, value=[encode(item) for item in plan]))
    for meaning in meanings:
        if meaning.question is not None and meaning.what in (NOW, ACT):
            kind = engine.ACT if meaning.what == ACT else engine.ANSWER
            own = isinstance(meaning.question.prompt, Words)
            orders.append(
                Order(
                    kind,
                    seat,
                    meaning.question.key,
                    value=None if own else meaning.value,
                    text=str(meaning.value) if own else None,
                )
            )
    whole = [replace(one, source=SOURCE, by_person=by, tongue=heard) for one in orders]
    return Order(TOGETHER, seat, value=whole, source=SOURCE, by_person=by)


def _plan(sitting: Sitting, seat: Seat, meanings: Sequence[Meaning]) -> list[Item] | None:
    """The seat's plan with this mail: standing orders stay, what an earlier mail planned goes.

    None if nothing changes: a sheet laid down on the web outlives a mail that plans nothing.
    """
    laid = sitting.match.plans.items.get(seat, ())
    standing = [item for item in laid if item.standing]
    blind = any(meaning.what == BLIND for meaning in meanings)
    new = [Item(m.question.kind, (m.value,), blind=blind or m.question.unseen(m.value))
           for m in meanings if m.what == LATER and m.question is not None]  # fmt: skip
    if new:
        return [*new, *_vacant(sitting.match, seat, meanings), *standing]
    return standing if len(standing) < len(laid) and _by_mail(sitting.match, seat) else None


def _vacant(match: Match, seat: Seat, meanings: Sequence[Meaning]) -> list[Item]:
    """Lists on which there is nothing to choose: who writes down a turn need not say 'none'."""
    named = {m.question.kind for m in meanings if m.question is not None}
    return [
        Item(prompt.kind, ((),))
        for prompt in match.game.turn_sheet(match.state, seat)
        if prompt.kind not in named and has_nothing(prompt, match.state)
    ]


def _by_mail(match: Match, seat: Seat) -> bool:
    """Was the seat's plan laid down by mail?"""
    for entry in reversed(match.entries):
        if entry.kind == engine.PLAN and entry.seat == seat:
            return entry.source == SOURCE
    return False


def _tried(match: Match, seat: Seat, order: Order, reading: Reading) -> Reading:
    """Try the orders out together: one may make the next impossible. Each gets its own reason."""
    if order.kind != TOGETHER:
        return reading
    copy = engine.fork(match)
    results = list(reading.orders)
    places = [
        n for n, one in enumerate(results) if isinstance(one, Meaning) and one.what in (NOW, ACT)
    ]
    for one in order.value:
        value = "w:0" if one.text else (one.value if one.text is None else "")
        try:
            copy.enter(Entry(copy.seq + 1, one.kind, seat, one.key, value))
        except AnswerError as why:
            place = 0 if one.kind == engine.PLAN else places[0]
            results[place] = Mistake(results[place].typed, why.text)
            return Reading(results)
        if one.kind != engine.PLAN:
            places.pop(0)
    return reading


def _lines(reading: Reading, heard: Tongue) -> list[Line]:
    return [
        Line(one.typed, wrong=heard.say(one.why))
        if isinstance(one, Mistake)
        else Line(one.typed, read=heard.say(one.said()))
        for one in reading.orders
    ]


# Answers.


def _settle(c: store.Connection, reply: Reply, lines: Sequence[Line], now: datetime) -> None:
    """In the transaction that carries a mail out: it is done, and its receipt is owed."""
    if not store.settle_mail(c, reply.mail, DONE):
        raise Settled
    if _may_answer(c, reply.person, RECEIPT, MOST_RECEIPTS, now):
        store.queue(c, [receipt(reply.mail, reply.letter, lines, done=True, now=now)])


def _answered(shelf: Shelf, reply: Reply, lines: Sequence[Line], why: str, now: datetime) -> str:
    """Nothing of a mail was done: its writer is told why, and the mail is settled."""
    with shelf.db.writing() as c:
        note = why or next((line.wrong for line in lines if line.wrong), "")
        if not store.settle_mail(c, reply.mail, IGNORED, note[:LONGEST_NOTE]):
            raise Settled
        if _may_answer(c, reply.person, RECEIPT, MOST_RECEIPTS, now):
            answer_ = receipt(reply.mail, reply.letter, lines, done=False, why=why, now=now)
            store.queue(c, [answer_])
    return IGNORED


def _refuse(shelf: Shelf, reply: Reply, why: Text, now: datetime) -> str:
    return _answered(shelf, reply, [], tongue(reply.person.language).say(why), now)


def _may_answer(
    c: store.Connection, person: store.Person, what: str, most: int, now: datetime
) -> bool:
    """Whoever gets many answers in an hour gets no more: a loop ends by itself."""
    return limits.count(c, what, str(person.id), now, most=most, window=WINDOW)


# Invitations.


def _invited(shelf: Shelf, reply: Reply, table_id: int, now: datetime) -> str:
    said = _yes_or_no(reply)
    if said is None:
        return _refuse(shelf, reply, _("Write 'yes' to sit down, or 'no'."), now)
    heard = tongue(reply.person.language)
    what = _("You sit down.") if said else _("You decline.")
    line = Line(reply.text.strip()[:80], read=heard.say(what))
    give = inviting.accept if said else inviting.decline
    try:
        give(
            shelf,
            table_id,
            reply.person.id,
            now=now,
            with_it=lambda c: _settle(c, reply, [line], now),
        )
    except inviting.NotInvited:
        return _refuse(shelf, reply, _("This invitation has been answered already."), now)
    except AnswerError as why:
        return _refuse(shelf, reply, why.text, now)
    return DONE


def _yes_or_no(reply: Reply) -> bool | None:
    """Whether a whole mail says yes or no, and nothing else."""
    local = reply.person.address.partition("@")[0]
    return courtesy.agrees(parts_of(reply.text), reply.person.name or local, local)


# Trying mail out.


def _arrived(shelf: Shelf, reply: Reply, now: datetime) -> str:
    """A reply to a test letter asks for nothing: that it came is all."""
    heard = tongue(reply.person.language)
    line = Line(reply.text.strip()[:80], read=heard.say(_("Mail works both ways.")))
    with shelf.db.writing() as c:
        _settle(c, reply, [line], now)
    return DONE


# Mail from elsewhere.


def hold(shelf: Shelf, reply: Reply, sender: str, *, now: datetime) -> str:
    """Keep a mail whose sender is not the letter's reader, and ask the reader about it."""
    with shelf.db.writing() as c:
        why = f"It came from {sender or 'nobody'}, not from the address the letter went to."
        if not store.settle_mail(c, reply.mail, HELD, why[:LONGEST_NOTE]):
            raise Settled
        if _may_answer(c, reply.person, CONFIRM, MOST_CONFIRMATIONS, now):
            store.queue(
                c,
                [
                    confirmation(
                        reply.mail, reply.letter, sender=sender, text=reply.text[:2000], now=now
                    )
                ],
            )
    return HELD


def _confirm(shelf: Shelf, reply: Reply, now: datetime) -> str:
    """The reader says whether a mail from another address is theirs."""
    said = _yes_or_no(reply)
    if said is None:
        return _refuse(shelf, reply, _("Write 'yes' if that mail is yours, or 'no'."), now)
    number = int(reply.letter.facts["mail"])
    with shelf.db.writing() as c:
        if not store.settle_mail(c, reply.mail, DONE):
            raise Settled
        held_one = store.mail(c, number)
        if held_one is not None and held_one.state == HELD:
            if said:
                store.reopen_mail(c, number, "Its writer vouches for it.")
            else:
                store.settle_mail(c, number, DISCARDED, "Its writer does not know it.", was=HELD)
    return DONE
