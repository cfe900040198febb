"""Deadlines: when time is up the default is taken, once, by whichever worker comes first.

Nothing is claimed. The door checks in the transaction that writes the default whether the prompt
still waits and its time is really up; so a second worker, or an answer in the last moment, makes
it come to nothing and harms nobody.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from pbem import store
from pbem.engine import CLOCK, AnswerError
from pbem.services import turns
from pbem.services.budget import Budget
from pbem.services.sittings import Frozen, NotRunning, Shelf

logger = logging.getLogger("pbem.deadlines")
BATCH = 500
TOGETHER = 25
"""So many defaults are written in one transaction: the disk is waited for once."""
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
        for together in budget.over(_bundles(todo)):
            taken = apply_together(shelf, together, now())
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
    return turns.Order(CLOCK, prompt.seat, prompt.key, source=SOURCE, at=prompt.due_at)


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
