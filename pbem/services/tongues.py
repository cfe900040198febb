"""Sentences in a reader's language where there is no request to ask for it: boards and letters."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pbem
from pbem.engine import Tongue

CATALOGS = Path(pbem.__file__).parent / "translations"


def tongue(
    language: str, names: tuple[str, ...] = (), wordings: Mapping[str, str] | None = None
) -> Tongue:
    """How somebody hears a table with these people; in English where there is no catalog."""
    catalog = _catalog(language)
    return Tongue(names, catalog.gettext, catalog.ngettext, wordings or {})


@cache
def _catalog(language: str) -> gettext.NullTranslations:
    return gettext.translation("messages", CATALOGS, [language], fallback=True)
