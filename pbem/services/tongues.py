"""Sentences in a reader's language where there is no request to ask for it: boards and letters."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine import Tongue
from pbem.services.catalogs import languages, translations


def tongue(
    language: str,
    names: tuple[str, ...] = (),
    wordings: Mapping[str, str] | None = None,
    game: str = "",
) -> Tongue:
    """How somebody hears a table with these people at this game; in English where there is no
    catalog."""
    catalog = translations(language if language in languages() else "en", game)
    return Tongue(names, catalog.gettext, catalog.ngettext, wordings or {})
