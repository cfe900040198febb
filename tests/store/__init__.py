"""Tests of pbem.store."""
