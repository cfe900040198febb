"""Captains to play against. They see what a person in their seat sees, and no more."""

from __future__ import annotations

from .captain import Captain
from .character import GREEDY, HONEST, TREACHEROUS

BOTS = {who.name: Captain(who) for who in (GREEDY, HONEST, TREACHEROUS)}
