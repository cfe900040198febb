"""Raid as a game that can be found: it asks every kind of question, and has no pages of its own."""
