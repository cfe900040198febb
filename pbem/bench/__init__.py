"""Measurements that bring their own yardstick.

A machine is never quiet, so a number alone says little. Every bench here runs what it measures
and a plain yardstick in turns, in one process, and gives both and their ratio.
"""

from __future__ import annotations

from collections.abc import Callable

from .outbox import outbox
from .playout import playout
from .replaying import replaying
from .rounds import Ratio, Result, Row
from .sweep import sweep
from .turn import turn

BENCHES: dict[str, Callable[[float], Result]] = {"playout": playout, "replay": replaying}
STORED: dict[str, Callable[[float, str | None], Result]] = {
    "outbox": outbox,
    "sweep": sweep,
    "turn": turn,
}
"""These need a database: a file that is thrown away, or one that is named."""

__all__ = ["BENCHES", "STORED", "Ratio", "Result", "Row", "playout", "replaying", "sweep", "turn"]
