"""The worker: one job for each duty, over and over. Any number of workers may run.

What is due stands in the database, never in the scheduler: a job only looks what is due by now.
So nothing is lost when a worker dies, and a second one finds nothing left to do. A database that
is gone is waited for.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.interval import IntervalTrigger

from pbem import store
from pbem.config import Config
from pbem.mail import outbox
from pbem.mail.inbox import Inbox
from pbem.mail.ingest import Room
from pbem.mail.writing import Desk
from pbem.services import boards, bots, deadlines, lobby, readiness, reminders, seating, votes
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf

logger = logging.getLogger("pbem.worker")
SILENT_TICKS = 10
"""After so many ticks without a sign of life all workers were dead."""
OFTEN, RARELY = 0.5, 60.0
"""Seconds: nobody shall wait for a deadline or a bot because of us; looking costs little."""
ATTEMPTS_KEPT = timedelta(days=2)

Now = Callable[[], datetime]


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


@dataclass(frozen=True)
class Duty:
    """Something done at every tick, for no longer than its budget."""

    name: str
    seconds: float
    budget: float
    work: Callable[[Budget], object]


class Worker:
    """All duties of one process; `start` and `stop` it, or call `once` for one round of each."""

    def __init__(
        self, config: Config, db: store.Database, *, now: Now = utc_now, shows: bool = False
    ) -> None:
        self._config = config
        self._shelf = Shelf(db, settle=timedelta(seconds=config.settle_seconds))
        self._desk = Desk(config, self._shelf)
        self._now = now
        self._shows = shows
        self._inbox = Inbox(Room(config, self._shelf, now))
        self._silence = timedelta(seconds=config.tick_seconds * SILENT_TICKS)
        self._gone = threading.Event()
        self._scheduler: BackgroundScheduler | None = None

    def duties(self) -> list[Duty]:
        """One for each kind of work, so that none has to wait for another."""
        tick = self._config.tick_seconds
        pace = timedelta(seconds=self._config.bot_pace_seconds)
        shelf, now = self._shelf, self._now
        return [
            Duty("heartbeat", tick, 5, lambda _budget: self.beat()),
            Duty("deadlines", min(tick, OFTEN), 30, self._apply_due),
            Duty("bots", min(tick, OFTEN), 10, lambda b: bots.play_waiting(shelf, now, pace, b)),
            Duty("boards", tick, 10, self._draw),
            Duty("inbox", min(tick, OFTEN), 20, self._inbox.read),
            Duty("mailbox", RARELY, 30, self._inbox.look),
            Duty("outbox", tick, 20, lambda b: outbox.send_due(self._desk, now, b)),
            Duty("reminders", RARELY, 10, lambda b: reminders.remind(shelf, now, b)),
            Duty("housekeeping", RARELY, 10, lambda _budget: self._tidy()),
        ]

    def beat(self, *, starting: bool = False) -> float:
        """Give a sign of life; after downtime all deadlines move first."""
        return deadlines.beat(self._shelf.db, self._now(), self._silence, starting=starting)

    def _apply_due(self, budget: Budget) -> int:
        self.beat()  # First: a machine that slept must not punish its players for it.
        known = self._inbox.before_deadlines(Budget(10))
        return deadlines.apply_due(self._shelf, self._now, budget, known=known)

    def _draw(self, budget: Budget) -> int:
        config = self._config
        site = config.site if config.base_url else ""  # A link to share needs a real address.
        return boards.draw_stale(self._shelf, config.instance, budget, site=site)

    def _tidy(self) -> None:
        """Begin what a dead process left full, settle what waited too long, forget old tries. A
        server that `shows` keeps a table of bots for newcomers to watch."""
        lobby.begin_full_tables(self._shelf, now=self._now())
        readiness.go_on_without_absent(self._shelf, now=self._now())
        votes.close_overdue(self._shelf, now=self._now())
        with self._shelf.db.writing() as c:
            store.forget_attempts(c, self._now() - ATTEMPTS_KEPT)
            kept = timedelta(days=self._config.letters_kept_days)
            store.forget_letters(c, self._now() - kept)
            store.forget_mail(c, self._now() - kept)
        if self._shows:
            language = self._config.language
            seating.show_to_visitors(self._shelf, language=language, now=self._now())

    def once(self) -> None:
        """One round of every duty, here and now."""
        for duty in self.duties():
            duty.work(Budget(duty.budget))

    def start(self, *names: str) -> None:
        """Begin to work, in threads of this process; on these duties only, if any are named."""
        # A tick that is left out because the one before is still at work is nothing to tell of.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        duties = [duty for duty in self.duties() if not names or duty.name in names]
        self._scheduler = BackgroundScheduler(
            executors={"default": ThreadPoolExecutor(len(duties))},
            job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None},
            timezone=UTC,
        )
        self._do(Duty("start", 0, 5, lambda _budget: self.beat(starting=True)))
        for duty in duties:
            self._scheduler.add_job(
                self._do,
                IntervalTrigger(seconds=duty.seconds, timezone=UTC),
                args=[duty],
                id=duty.name,
                next_run_time=datetime.now(UTC),
            )
        if not names or "inbox" in names:
            self._inbox.start()
        self._scheduler.start()
        logger.info("The worker has begun; it looks every %g seconds.", self._config.tick_seconds)

    def stop(self) -> None:
        """Finish what is being done and stop."""
        self._inbox.stop()
        if self._scheduler is not None:
            self._scheduler.shutdown(wait=True)
            self._scheduler = None
            logger.info("The worker has stopped.")

    def _do(self, duty: Duty) -> None:
        """Do a duty; whatever goes wrong, the next tick tries again."""
        try:
            duty.work(Budget(duty.budget))
        except (store.Busy, store.Unreachable) as why:
            if not self._gone.is_set():
                logger.warning("The worker waits with its %s. %s", duty.name, why)
            self._gone.set()
        except Exception:
            logger.exception("%s failed; the next tick tries again.", duty.name.capitalize())
        else:
            if self._gone.is_set():
                self._gone.clear()
                logger.warning("The database is back; the worker goes on.")
