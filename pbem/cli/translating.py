"""`pbem messages`: the catalogs of translators, brought up to date with what the code says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from pbem import games
from pbem.engine import _, n_
from pbem.services import catalogs, drawing

from .speech import Refusal, say

KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "n_": (1, 2)}
METHODS = [("**.py", "python"), ("**.html", "jinja2"), ("**.txt", "jinja2")]
SHELL = "shell"
_PLACES = re.compile(r"%\((\w+)\)([ds])")
_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


def update(names: Iterable[str], languages: Iterable[str]) -> None:
    """Write the catalogs of the shell and the games anew: what is said now, as far as it is
    translated; what is not said any more is left out."""
    wanted = [*languages] or [name for name in catalogs.languages() if name != "en"]
    for language in wanted:
        if not _LANGUAGE.fullmatch(language):
            raise Refusal(
                _("'%(name)s' is no language. Write two letters, such as fr.", name=language)
            )
    for package in map(_package, [*names] or [SHELL, *games.slugs()]):
        for language in wanted:
            _update(package, language)


def _package(name: str) -> str:
    if name == SHELL:
        return catalogs.SHELL
    try:
        return games.packages()[name]
    except KeyError:
        known = [SHELL, *games.slugs()]
        raise Refusal(
            _("There is nothing called '%(name)s'. There are: %(list)s.", name=name, list=known)
        ) from None


def _update(package: str, language: str) -> None:
    folder = Path(str(catalogs.folders()[package]))
    catalog = catalogs.read(folder, language)
    catalog.update(said_in(package), no_fuzzy_matching=True)
    folder.mkdir(exist_ok=True)
    path = folder / f"{language}{catalogs.SUFFIX}"
    with path.open("wb") as file:
        write_po(
            file,
            catalog,
            width=100,
            no_location=True,
            omit_header=True,
            sort_output=True,
            ignore_obsolete=True,
        )
    flaws = [*flaws_in(catalog)]
    for flaw in flaws:
        click.echo(f"{path}: {flaw}")
    say(
        n_(
            "%(path)s: %(total)d sentences, %(n)d of them to be done.",
            "%(path)s: %(total)d sentences, %(n)d of them to be done.",
            len(flaws),
            path=path,
            total=len(catalog),
        )
    )


def said_in(package: str) -> Catalog:
    """Every sentence that a package marks for translation."""
    found = Catalog()
    for root in _roots(package):
        extracted = extract_from_dir(
            str(root), METHODS, {}, keywords=KEYWORDS, directory_filter=_is_code
        )
        for _file, _line, message, _comments, context in extracted:
            found.add(message, context=context)
    return found


def _roots(package: str) -> Iterator[Path]:
    yield Path(str(catalogs.folders()[package])).parent
    if package == catalogs.SHELL:
        yield drawing.templates_folder()


def _is_code(folder: str | Path) -> bool:
    """The shell's folders; games say their sentences themselves."""
    name = Path(folder).name
    return name not in ("games", "static", "golden", catalogs.FOLDER) and name[0] not in "._"


def flaws_in(catalog: Catalog) -> Iterator[str]:
    """Sentences without a translation, and translations that lack a place or have one too many."""
    for message in catalog:
        if message.id:
            yield from _flaws(message)


def _flaws(message: Message) -> Iterator[str]:
    ids = [message.id] if isinstance(message.id, str) else [*message.id]
    said = message.string or ""
    strings = [said] if isinstance(said, str) else [*said]
    if not all(strings):
        yield f"{ids[0]!r} …"
        return
    most, least = _places(ids[-1]), set.intersection(*map(_places, ids))
    for string in strings:
        if not least <= _places(string) <= most:
            yield f"{ids[0]!r} ≠ {string!r}"


def _places(text: str) -> set[tuple[str, str]]:
    return {*_PLACES.findall(text)}
