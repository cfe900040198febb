"""Measurements that bring their own yardstick.

A machine is never quiet, so a number alone says little. Every bench here runs what it measures
and a plain yardstick in turns, in one process, and gives both and their ratio.
"""

from __future__ import annotations

from collections.abc import Callable

from .playout import playout
from .replaying import replaying
from .rounds import Ratio, Result, Row

BENCHES: dict[str, Callable[[float], Result]] = {"playout": playout, "replay": replaying}

__all__ = ["BENCHES", "Ratio", "Result", "Row", "playout", "replaying"]
