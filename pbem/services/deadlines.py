"""Deadlines: when time is up the default is taken, once, by whichever worker comes first.

Nothing is claimed. The door checks in the transaction that writes the default whether the prompt
still waits and its time is really up; so a second worker, or an answer in the last moment, makes
it come to nothing and harms nobody.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta

from pbem import store
from pbem.engine import CLOCK, AnswerError
from pbem.services import turns
from pbem.services.budget import Budget
from pbem.services.sittings import Frozen, NotRunning, Shelf

logger = logging.getLogger("pbem.deadlines")
BATCH = 500
SOURCE = "clock"
WORKER = "worker"
"""All workers share one heartbeat: there is downtime only while none of them is alive."""
LEAST_SILENCE = timedelta(seconds=30)

Now = Callable[[], datetime]


def beat(db: store.Database, now: datetime, silence: timedelta, *, starting: bool = False) -> float:
    """Give a sign of life. If there was none for longer than `silence`, nobody shall lose time by
    it: all open deadlines move by as much. By how many seconds they did."""
    with db.writing() as c:
        before = store.beat(c, WORKER, now, starting=starting)
        if before is None or now - before <= max(silence, LEAST_SILENCE):
            return 0.0
        seconds = (now - before).total_seconds()
        moved = store.shift_deadlines(c, seconds)
        detail = {"seconds": round(seconds), "prompts": moved}
        store.note(c, "downtime", at=now, detail=detail)
    logger.warning("No worker was alive for %d seconds; %d deadlines moved.", seconds, moved)
    return seconds


def apply_due(shelf: Shelf, now: Now, budget: Budget) -> int:
    """Take the default of every prompt whose time is up; how many."""
    done, failed = 0, set[int]()
    while not budget.spent:
        with shelf.db.writing() as c:
            due = store.due_prompts(c, now(), BATCH + len(failed))
        todo = [prompt for prompt in due if prompt.id not in failed]
        if not todo:
            break
        random.shuffle(todo)  # Several workers then seldom meet at one table.
        for prompt in budget.over(todo):
            if apply_default(shelf, prompt, now()):
                done += 1
            else:
                failed.add(prompt.id)
    return done


def apply_default(shelf: Shelf, prompt: store.Prompt, now: datetime) -> bool:
    """Take one default, dated at its deadline. False if it came to nothing."""
    order = turns.Order(CLOCK, prompt.seat, prompt.key, source=SOURCE, at=prompt.due_at)
    try:
        turns.submit(shelf, prompt.table_id, order, now=now)
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
