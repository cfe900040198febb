"""Bots: they sit at a table like people, see what people see, and knock at the same door.

What a bot does depends on its question and the last entry only, so a bot that is asked twice, by
two workers or after a crash, wants the same thing twice; the door lets it in once.
"""

from __future__ import annotations

import hmac
import logging
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from pbem import store
from pbem.engine import ACT, ANSWER, AnswerError, Bot, Game, Match, Question, RandomBot, Seat
from pbem.services import turns
from pbem.services.budget import Budget
from pbem.services.recording import called_by, may_call
from pbem.services.sittings import Frozen, NotRunning, Shelf, Sitting, freeze

logger = logging.getLogger("pbem.bots")
RANDOM, SOURCE = "random", "bot"
BATCH = 200
MOST_ACTS = 3
"""So many things in a row a bot may do unasked before it answers."""

Now = Callable[[], datetime]


def known(game: Game[Any]) -> dict[str, Bot]:
    """Every bot that can play this game, the usual one first; one that plays anything last."""
    return {**game.bots, RANDOM: RandomBot()}


def play_waiting(shelf: Shelf, now: Now, pace: timedelta, budget: Budget) -> int:
    """Let every bot answer that has thought for long enough; how many answers.

    At a pace of nothing a table of bots is played on until a person is asked.
    """
    done, stuck = 0, set[int]()
    while not budget.spent:
        with shelf.db.writing() as c:
            found = store.waiting_bots(c, BATCH + len(stuck), opened_before=now() - pace)
        tables = [table_id for table_id in found if table_id not in stuck]
        if not tables:
            break
        random.shuffle(tables)
        for table_id in budget.over(tables):
            answers = play_table(shelf, table_id, now(), pace)
            done += answers
            if not answers:
                stuck.add(table_id)
    return done


def play_table(shelf: Shelf, table_id: int, now: datetime, pace: timedelta) -> int:
    """Let the bots of one table answer that have thought for long enough; how many answers."""
    answers = 0
    try:
        for key in _ripe(shelf, table_id, now - pace):
            answers += _answer(shelf, table_id, key, now)
    except (NotRunning, store.Conflict):
        pass  # Others were first; the next tick finds what is left to do.
    except Frozen as why:
        freeze(shelf.db, table_id, str(why), now)
        logger.error("Table %d stands still: %s", table_id, why)
    return answers


def _ripe(shelf: Shelf, table_id: int, opened_before: datetime) -> list[str]:
    """The prompts for bots that were opened early enough."""
    with shelf.db.reading() as c:
        seats = store.seats(c, table_id)
        return [
            prompt.key
            for prompt in store.open_prompts(c, table_id)
            if prompt.answered_at is None
            and seats[prompt.seat].bot is not None
            and prompt.opened_at <= opened_before
        ]


def _answer(shelf: Shelf, table_id: int, key: str, now: datetime) -> bool:
    """A bot's turn: what it does unasked, then its answer, unless that has settled it."""
    for again in range(MOST_ACTS + 1):
        with shelf.looking(table_id, names=False) as sitting:
            asking = sitting.match.open.get(key)
            if asking is None or asking.answered:
                return False
            order, default = _wanted(sitting, key, may_act=again < MOST_ACTS)
        try:
            turns.submit(shelf, table_id, order, now=now)
        except AnswerError as why:
            gave_way = _give_way(shelf, table_id, default, now)
            if gave_way:  # Otherwise another worker had asked it first.
                logger.warning("A bot at table %d was refused: %s", table_id, why)
            return gave_way
        if order.kind == ANSWER:
            return True
    return False


def hear(shelf: Shelf, done: turns.Done, now: datetime) -> None:
    """Let the bots act for whom somebody waits since then, though nothing is asked of them: a
    person whose turn it is does not wait for a bot's."""
    if not any(may_call(step.events) for step in done.steps):
        return
    try:
        with shelf.looking(done.table_id, names=False) as sitting:
            called = called_by(done.steps, sitting.match)
            seats = [seat for seat in sorted(called) if sitting.seats[seat].bot is not None]
        for seat in seats:
            for _again in range(MOST_ACTS):
                if not _act(shelf, done.table_id, seat, now):
                    break
    except (NotRunning, Frozen, store.StoreError):
        return  # Its next question finds what is left to do.


def _act(shelf: Shelf, table_id: int, seat: Seat, now: datetime) -> bool:
    """Something that a bot does unasked; False if there is nothing."""
    with shelf.looking(table_id, names=False) as sitting:
        table, match = sitting.table, sitting.match
        if table.status != "running":
            return False
        bot = known(sitting.game).get(sitting.seats[seat].bot or RANDOM, RandomBot())
        try:
            found = _unasked(match, seat, bot, chance(table.secret, f"unasked {seat}", match.seq))
        except Exception:  # A bot may break in any way; its table plays on.
            logger.exception("A bot at table %d breaks.", table_id)
            return False
    if found is None:
        return False
    act, value = found
    try:
        order = turns.Order(ACT, seat, act.key, value, source=SOURCE)
        turns.submit(shelf, table_id, order, now=now)
    except AnswerError as why:
        logger.warning("A bot at table %d was refused: %s", table_id, why)
        return False
    return True


def _give_way(shelf: Shelf, table_id: int, default: turns.Order, now: datetime) -> bool:
    """A bot that cannot play takes the default, so that nobody waits for it for ever."""
    try:
        turns.submit(shelf, table_id, default, now=now)
    except AnswerError:
        return False  # The question is closed: somebody else was first.
    return True


def _wanted(sitting: Sitting, key: str, *, may_act: bool) -> tuple[turns.Order, turns.Order]:
    """What the bot wants to do, and the default in its place."""
    match = sitting.match
    question = match.question(key)
    seat = question.seat
    bot = known(sitting.game).get(sitting.seats[seat].bot or RANDOM, RandomBot())
    default = turns.Order(ANSWER, seat, key, question.default, source=SOURCE)
    rng = chance(sitting.table.secret, key, match.seq)
    try:
        act = _unasked(match, seat, bot, rng) if may_act else None
        if act is not None:
            doing, value = act
            return turns.Order(ACT, seat, doing.key, value, source=SOURCE), default
        value = bot.answer(match.view(seat), question, rng)
    except Exception:  # A bot may break in any way; its table plays on.
        logger.exception("A bot at table %d breaks.", sitting.table.id)
        return default, default
    return turns.Order(ANSWER, seat, key, value, source=SOURCE), default


def _unasked(match: Match, seat: Seat, bot: Bot, rng: random.Random) -> tuple[Question, Any] | None:
    acts = match.acts(seat)
    return bot.act(match.view(seat), acts, rng) if acts else None


def chance(secret: bytes, key: str, seq: int) -> random.Random:
    """A bot's own chance: always the same for one question, and nobody else can foresee it."""
    seed = hmac.digest(secret, f"bot\n{key}\n{seq}".encode(), "sha256")
    return random.Random(int.from_bytes(seed[:8]))
