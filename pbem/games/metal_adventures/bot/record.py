"""What a captain's word is worth, by the promises made so far, which everybody can read."""

from __future__ import annotations

from .look import View


def word_of(captain: View) -> float:
    """How likely a captain keeps a promise."""
    record = captain["record"]
    return float((record["kept"] + 1.5) / (record["kept"] + 2 * record["broken"] + 2))
