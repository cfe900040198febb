"""The games, rule by rule."""
