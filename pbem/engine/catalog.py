"""The cards of a game as people look them up: decks of cards, each with what it does."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Text


@dataclass(frozen=True)
class CardText:
    """One card in words: its name, what it does, and the facts printed on it."""

    name: Text | str
    does: Text | str = ""
    facts: tuple[Text | str, ...] = ()


@dataclass(frozen=True)
class Deck:
    """Cards of one kind, in the order in which they are looked up."""

    title: Text | str
    cards: tuple[CardText, ...]
