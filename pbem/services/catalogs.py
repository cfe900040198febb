"""The languages: what translators wrote, kept beside the sentences that it translates.

The shell's catalogs lie in `pbem/translations`, each game's own in its folder, so that a game
brings its languages along. They are plain .po files, read when a language is first wanted: there
is nothing to compile, and nothing that could be stale.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from pbem import games

SHELL, FOLDER, SUFFIX = "pbem", "translations", ".po"


def folders() -> dict[str, Traversable]:
    """By package, where its catalogs are or would be: the shell's first, then every game's."""
    return {name: files(name) / FOLDER for name in (SHELL, *games.packages().values())}


@cache
def languages() -> tuple[str, ...]:
    """English, and every language that the shell speaks."""
    found = files(SHELL) / FOLDER
    return ("en", *sorted(f.name.removesuffix(SUFFIX) for f in found.iterdir() if is_catalog(f)))


def is_catalog(file: Traversable) -> bool:
    """Whether this file is one language."""
    return file.name.endswith(SUFFIX)


@cache
def translations(language: str, game: str = "") -> Translations:
    """Every sentence in this language; what nobody has translated stays English.

    One word may mean different things: at a game's tables its own catalog is right, elsewhere
    the shell's.
    """
    merged, own = Catalog(locale=language), games.packages().get(game)
    for name in sorted(folders(), key=lambda name: name != own):  # The first of them is right.
        for message in read(folders()[name], language):
            if message.id and message.string:
                merged.add(message.id, message.string)
    compiled = BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    return Translations(compiled)


def read(folder: Traversable, language: str) -> Catalog:
    """One catalog; an empty one if there is none."""
    file = folder / f"{language}{SUFFIX}"
    if language == "en" or not file.is_file():
        return Catalog(locale=language)
    with file.open("rb") as lines:
        return read_po(lines, locale=language)
