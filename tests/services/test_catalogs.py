"""Catalogs: found beside the sentences they translate, merged, and English where nothing is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from click.testing import CliRunner

from pbem import games
from pbem.cli import main
from pbem.cli.translating import flaws_in, said_in
from pbem.engine import Seat, _, n_
from pbem.services import catalogs
from pbem.services.tongues import tongue

SHELL = """
msgid "Bot %(name)s"
msgstr "Robot %(name)s"

msgid "%(most)s and %(last)s"
msgstr "%(most)s et %(last)s"

msgid "never translated"
msgstr ""
"""
DUDO = """
msgid "%(n)d die under the cup"
msgid_plural "%(n)d dice under the cup"
msgstr[0] "%(n)d dé sous le gobelet"
msgstr[1] "%(n)d dés sous le gobelet"

msgid "Bot %(name)s"
msgstr "Automate %(name)s"
"""


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Path]]:
    """Catalogs of the shell and of one game, in folders of their own."""
    folders = {"pbem": tmp_path / "shell", games.packages()["dudo"]: tmp_path / "dudo"}
    for folder, text in zip(folders.values(), (SHELL, DUDO), strict=True):
        folder.mkdir()
        (folder / "fr.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(catalogs, "folders", lambda: folders)
    monkeypatch.setattr(catalogs, "languages", lambda: ("en", "fr"))
    monkeypatch.setattr("pbem.services.tongues.languages", lambda: ("en", "fr"))
    catalogs.translations.cache_clear()
    yield folders
    catalogs.translations.cache_clear()


def test_shell_and_games_speak_one_language(written: dict[str, Path]) -> None:
    heard = tongue("fr", ("Ann", "Bela"))
    assert heard.say(n_("%(n)d die under the cup", "%(n)d dice under the cup", 2)) == (
        "2 dés sous le gobelet"
    )
    assert heard.say(_("%(who)s", who=[Seat(0), Seat(1)])) == "Ann et Bela"


def test_plural_forms_are_those_of_the_language(written: dict[str, Path]) -> None:
    none = n_("%(n)d die under the cup", "%(n)d dice under the cup", 0)
    assert tongue("fr").say(none) == "0 dé sous le gobelet"
    assert tongue("en").say(none) == "0 dice under the cup"


def test_where_two_catalogs_disagree_the_shell_is_right(written: dict[str, Path]) -> None:
    assert tongue("fr").say(_("Bot %(name)s", name="Alba")) == "Robot Alba"


def test_at_a_game_s_tables_its_own_catalog_is_right(written: dict[str, Path]) -> None:
    assert tongue("fr", game="dudo").say(_("Bot %(name)s", name="Alba")) == "Automate Alba"
    assert tongue("fr", game="metallum").say(_("Bot %(name)s", name="Alba")) == "Robot Alba"


def test_what_nobody_translated_stays_english(written: dict[str, Path]) -> None:
    assert tongue("fr").say(_("never translated")) == "never translated"
    assert tongue("fr").say(_("never seen")) == "never seen"


def test_a_language_nobody_speaks_is_english(written: dict[str, Path]) -> None:
    assert tongue("tlh").say(_("Bot %(name)s", name="Alba")) == "Bot Alba"


def test_sentences_are_found_where_they_belong() -> None:
    shell, dudo = said_in("pbem"), said_in(games.packages()["dudo"])
    assert shell.get("Good games, at the pace of letters") is not None
    assert shell.get("doubt") is None
    assert dudo.get("doubt") is not None
    assert dudo.get("Good games, at the pace of letters") is None


def catalog(msgid: str | tuple[str, str], msgstr: str | tuple[str, ...]) -> Catalog:
    made = Catalog(locale="fr")
    made.add(msgid, msgstr)
    return made


@pytest.mark.parametrize(
    ("msgid", "msgstr"),
    [
        ("Done.", ""),
        ("%(seat)s wins.", "Quelqu'un gagne."),
        ("%(seat)s wins.", "%(siege)s gagne."),
        ("%(n)d dice", "%(n)s dés"),
        (("%(n)d die", "%(n)d dice"), ("%(n)d dé", "")),
        (("one die of %(who)s", "%(n)d dice of %(who)s"), ("un dé", "%(n)d dés de %(who)s")),
    ],
)
def test_a_flawed_translation_is_found(
    msgid: str | tuple[str, str], msgstr: str | tuple[str, ...]
) -> None:
    assert [*flaws_in(catalog(msgid, msgstr))]


@pytest.mark.parametrize(
    ("msgid", "msgstr"),
    [
        ("%(seat)s wins.", "Victoire de %(seat)s."),
        (("one die", "%(n)d dice"), ("un dé", "%(n)d dés")),
        (("one die", "%(n)d dice"), ("%(n)d dé", "%(n)d dés")),
    ],
)
def test_a_sound_translation_is_let_through(
    msgid: str | tuple[str, str], msgstr: str | tuple[str, ...]
) -> None:
    assert not [*flaws_in(catalog(msgid, msgstr))]


def test_catalogs_are_brought_up_to_date(written: dict[str, Path]) -> None:
    package = games.packages()["dudo"]
    code = Path(games.__file__).parent / "dudo"
    copy = written[package].parent / "copy"
    shutil.copytree(code, copy)
    (copy / "translations").mkdir(exist_ok=True)
    shutil.copy(written[package] / "fr.po", copy / "translations")
    written[package] = copy / "translations"
    done = CliRunner().invoke(main, ["messages", "dudo"])
    assert done.exit_code == 0, done.output
    text = (copy / "translations/fr.po").read_text(encoding="utf-8")
    assert "dés sous le gobelet" in text
    assert "Automate" not in text, "what is not said any more is left out"
    assert 'msgid "doubt"\nmsgstr ""' in text
    assert "'doubt'" in done.output


@pytest.mark.parametrize("words", [["messages", "nothing"], ["messages", "--language", "../x"]])
def test_what_is_no_game_or_no_language_is_refused(words: list[str]) -> None:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 1
    assert "Traceback" not in done.output
