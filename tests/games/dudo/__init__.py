"""Dudo, rule by rule."""
