"""What Raid is."""

from tests.conformance.raid import GAME

META = GAME.meta
