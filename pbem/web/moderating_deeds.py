"""Every deed that a moderator can do to a table, by its name in addresses."""

from __future__ import annotations

from pbem.web import deeds_play, deeds_seats, deeds_words

VERBS = {**deeds_play.VERBS, **deeds_seats.VERBS, **deeds_words.VERBS}
KEPT = ("seat", "key", "to", "hours", "seen", "person")
"""What a confirmation carries on from its address."""
