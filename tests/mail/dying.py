"""Dying at a line: what a kill -9 does to a worker, at each line of its work in turn."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count
from types import FrameType, ModuleType
from typing import Any


class Killed(BaseException):
    """Nothing can catch it, as nothing can catch a kill -9."""


def killed_at(line: int, work: Callable[[], object], *where: ModuleType) -> bool:
    """Work, and die at this line of these modules, counted as they are reached; did it come so
    far?"""
    lines, files = count(1), {module.__file__ for module in where}

    def trace(frame: FrameType, event: str, _given: Any) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if event == "line" and next(lines) == line:
            sys.settrace(None)
            raise Killed
        return trace

    sys.settrace(trace)
    try:
        work()
    except Killed:
        return True
    finally:
        sys.settrace(None)
    return False
