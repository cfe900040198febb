"""Dudo, the smallest game here: copy it to begin your own."""
