"""Raid itself."""

from tests.conformance.raid import GAME

__all__ = ["GAME"]
