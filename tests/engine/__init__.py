"""The engine on its own, played with games small enough to read."""
