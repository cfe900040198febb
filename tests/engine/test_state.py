"""The state: what of it is stored, compared and shown."""

from __future__ import annotations

import random

from pbem.engine import Match, replay

from .small import Purse, fair, play_on, table


def test_the_setting_is_neither_stored_nor_compared_nor_shown() -> None:
    two, three = (table(fair, seats) for seats in (2, 3))
    body = two.game.codec.encode(two.state)
    assert "setting" not in body
    assert "setting" not in repr(two.state)
    same = Purse(three.setting)
    vars(same).update({name: v for name, v in vars(two.state).items() if name != "setting"})
    assert same == two.state


def test_a_replay_keeps_snapshots_only_when_asked() -> None:
    match = play_on(table(fair), random.Random(3))
    usual = replay(match.game, match.start, match.entries, match.secret)
    kept = replay(match.game, match.start, match.entries, match.secret, keep=True)

    def milestones(again: Match) -> int:
        return sum(len(step.snapshots) for step in again.steps.values())

    assert milestones(kept) == kept.milestone > 1
    assert milestones(usual) == 0
