"""Reminders: one after a third of the time, one near its end, and one to the last who is awaited.

Each comes once for a question, however its deadline moves meanwhile. They lie in the seat's slot
like every letter about it, so a reminder never comes beside another letter.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pbem import store
from pbem.services import letters
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

AFTER_A_THIRD, NEAR_THE_END, AS_THE_LAST = 1, 2, 4
"""The marks of a prompt: which reminders it has had."""
EVERY = AFTER_A_THIRD | NEAR_THE_END | AS_THE_LAST
SHORTEST = timedelta(minutes=30)
"""Whoever has less time than this is not reminded."""
BATCH = 500

Now = Callable[[], datetime]


def remind(shelf: Shelf, now: Now, budget: Budget) -> int:
    """Remind everybody whose time for it has come; how many."""
    done, after = 0, 0
    while not budget.spent:
        moment = now()
        with shelf.db.reading() as c:
            found = store.remindable(c, moment, after=after, limit=BATCH, every=EVERY)
            others = store.open_at(c, sorted({one.prompt.table_id for one in found}))
        for one in budget.over(found):
            mark = due_now(one.prompt, others[one.prompt.table_id], moment)
            done += bool(mark) and _remind(shelf, one, mark, moment)
        if len(found) < BATCH:
            break
        after = found[-1].prompt.id
    return done


def due_now(prompt: store.Prompt, others: list[store.Prompt], now: datetime) -> int:
    """The mark of the reminder whose time has come; 0 if none has. The later one goes before the
    earlier one, which is then over and done with."""
    if prompt.due_at is None or prompt.delivered_at is None:
        return 0
    whole = prompt.due_at - prompt.delivered_at
    if whole < SHORTEST:
        return 0
    gone = now - prompt.delivered_at
    if gone >= whole * 7 / 8 and not prompt.reminded & NEAR_THE_END:
        return NEAR_THE_END
    if is_last(prompt, others) and gone >= whole / 12 and not prompt.reminded & AS_THE_LAST:
        return AS_THE_LAST
    if gone >= whole / 3 and not prompt.reminded & (AFTER_A_THIRD | NEAR_THE_END):
        return AFTER_A_THIRD
    return 0


def is_last(prompt: store.Prompt, others: list[store.Prompt]) -> bool:
    """Have all others answered what they were asked together with this seat?"""
    elsewhere = [other for other in others if other.seat != prompt.seat]
    return bool(elsewhere) and all(other.answered_at is not None for other in elsewhere)


def _remind(shelf: Shelf, one: store.Remindable, mark: int, now: datetime) -> bool:
    """Queue the reminder and set its mark, in one transaction; False if somebody was first."""
    prompt = one.prompt
    with shelf.db.writing() as c:
        table = store.lock_table(c, prompt.table_id)
        if not store.mark_reminded(c, prompt.id, prompt.reminded, prompt.reminded | mark):
            return False
        seat = store.seats(c, table.id)[prompt.seat]
        if seat.person_id != one.person_id:
            return False
        kind = letters.LAST if mark == AS_THE_LAST else letters.REMINDER
        which = letters.END if mark == NEAR_THE_END else letters.THIRD
        facts = {"which": which, "prompt": prompt.id}
        store.queue(c, [letters.about_seat(kind, table.id, seat, table.seq, now, **facts)])
    return True
