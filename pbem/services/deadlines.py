"""Deadlines: when time is up the default is taken, once, by whichever worker comes first.

Nothing is claimed. The door checks in the transaction that writes the default whether the prompt
still waits and its time is really up; so a second worker, or an answer in the last moment, makes
it come to nothing and harms nobody.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from pbem import games, store
from pbem.engine import ACT, ANSWER, CLOCK, PLAN, RESIGN, AnswerError
from pbem.services import delivery, substitutes, turns
from pbem.services.budget import Budget
from pbem.services.sittings import Frozen, NotRunning, Shelf

logger = logging.getLogger("pbem.deadlines")
BATCH = 500
TOGETHER = 25
"""So many defaults are written in one transaction: the disk is waited for once."""
SOURCE, UNDELIVERED = "clock", "undelivered"
"""Where a default comes from; the second if the question never reached its seat."""
WORKER = "worker"
"""All workers share one heartbeat: there is downtime only while none of them is alive."""
LEAST_SILENCE = timedelta(seconds=30)

SIGNS_OF_LIFE = (ANSWER, ACT, PLAN, CLOCK)
LOOK_BACK = 200
"""So many entries are looked through for a seat's last answers."""

Now = Callable[[], datetime]


def beat(db: store.Database, now: datetime, silence: timedelta, *, starting: bool = False) -> float:
    """Give a sign of life. If there was none for longer than `silence`, nobody shall lose time by
    it: all open deadlines move by as much. By how many seconds they did."""
    with db.writing() as c:
        before = store.beat(c, WORKER, now, starting=starting)
        if before is None or now - before <= max(silence, LEAST_SILENCE):
            return 0.0
        seconds = (now - before).total_seconds()
        moved = store.shift_deadlines(c, seconds, now=now)
        delivery.keep_free_time(c)
        detail = {"seconds": round(seconds), "prompts": moved}
        store.note(c, "downtime", at=now, detail=detail)
    logger.warning("No worker was alive for %d seconds; %d deadlines moved.", seconds, moved)
    return seconds


def apply_due(shelf: Shelf, now: Now, budget: Budget, *, known: datetime | None = None) -> int:
    """Take the default of every prompt whose time is up; how many. What never arrived is held.

    `known` is the moment up to which all mail has been read, if not all of it has: a reply that
    came in time may still lie in the mailbox, so what was due later waits for the next look.
    """
    done, failed = 0, set[int]()
    if not budget.spent:
        delivery.hold_undelivered(shelf.db, now())
    while not budget.spent:
        with shelf.db.writing() as c:
            due = store.due_prompts(c, min(now(), known or now()), BATCH + len(failed))
        todo = [prompt for prompt in due if prompt.id not in failed]
        if not todo:
            break
        random.shuffle(todo)  # Several workers then seldom meet at one table.
        for together in budget.over(_bundles(todo)):
            taken = apply_together(shelf, together, now())
            leave_if_absent(shelf, [p for p in together if p.id in taken], now())
            for prompt in together:
                if prompt.id in taken and prompt.delivered_at is None:
                    substitutes.offer_unreachable(shelf.db, prompt.table_id, prompt.seat, now=now())
            done += len(taken)
            failed |= {prompt.id for prompt in together} - taken
    return done


def _bundles(prompts: Iterable[store.Prompt]) -> Iterator[list[store.Prompt]]:
    """A few prompts at a time, of different tables; what is left over waits for its turn."""
    left = list(prompts)
    while left:
        bundle: dict[int, store.Prompt] = {}
        rest = []
        for prompt in left:
            if len(bundle) < TOGETHER and prompt.table_id not in bundle:
                bundle[prompt.table_id] = prompt
            else:
                rest.append(prompt)
        yield list(bundle.values())
        left = rest


def apply_together(shelf: Shelf, prompts: list[store.Prompt], now: datetime) -> set[int]:
    """Take a few defaults in one transaction, and one by one what cannot be; which were taken."""
    orders = [(prompt.table_id, _default(prompt)) for prompt in prompts]
    done = turns.submit_together(shelf, orders, now=now)
    return {
        prompt.id
        for prompt in prompts
        if prompt.table_id in done or apply_default(shelf, prompt, now)
    }


def _default(prompt: store.Prompt) -> turns.Order:
    source = UNDELIVERED if prompt.delivered_at is None else SOURCE
    return turns.Order(CLOCK, prompt.seat, prompt.key, source=source, at=prompt.due_at)


def apply_default(shelf: Shelf, prompt: store.Prompt, now: datetime) -> bool:
    """Take one default, dated at its deadline. False if it came to nothing."""
    try:
        turns.submit(shelf, prompt.table_id, _default(prompt), now=now)
        return True
    except (turns.NotDue, NotRunning):
        pass  # Answered, put off or taken by another worker meanwhile.
    except Frozen as why:
        logger.error("Table %d stands still: %s", prompt.table_id, why)
    except store.Conflict:
        logger.info("Table %d is busy; its default comes at the next tick.", prompt.table_id)
    except AnswerError:
        logger.exception("Table %d refuses its own default.", prompt.table_id)
    return False


def leave_if_absent(shelf: Shelf, prompts: Sequence[store.Prompt], now: datetime) -> None:
    """Some games take it for leaving if the clock answers for a seat several times in a row."""
    with shelf.db.reading() as c:
        tables = store.tables_numbered(c, (prompt.table_id for prompt in prompts))
        gone = [prompt for prompt in prompts if _is_absent(c, tables[prompt.table_id], prompt)]
    for prompt in gone:
        try:
            order = turns.Order(RESIGN, prompt.seat, source=SOURCE)
            turns.submit(shelf, prompt.table_id, order, now=now)
        except (AnswerError, NotRunning, Frozen, store.Conflict) as why:
            logger.info("Seat %d of table %d stays: %s", prompt.seat, prompt.table_id, why)


def _is_absent(c: store.Connection, table: store.Table, prompt: store.Prompt) -> bool:
    """Were the seat's last answers all the clock's, though its letters came?"""
    limit = games.meta(table.game).forfeit_after
    if not limit or table.status != "running":
        return False
    entries = store.entries(c, table.id, after=max(0, table.seq - LOOK_BACK), last=table.seq)
    own = [e for e in entries if e.seat == prompt.seat and e.kind in SIGNS_OF_LIFE][-limit:]
    return len(own) == limit and all(e.kind == CLOCK and e.source == SOURCE for e in own)
