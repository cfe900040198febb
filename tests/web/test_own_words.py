"""A game's own catalog is right at its tables, whatever other games call the same."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from pbem import games, store
from pbem.mail.writing import Desk
from pbem.services import boards, catalogs, lobby
from pbem.services.budget import Budget
from pbem.services.tongues import tongue
from tests.web.conftest import House

WRONG = "FALSCH"


@pytest.fixture
def disputed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Dudo, which comes first, has words for all that only Metallum says: wrong ones."""
    folders, read = catalogs.folders(), catalogs.read
    metallum, dudo = (folders[games.packages()[slug]] for slug in ("metallum", "dudo"))
    theirs = {language: read(metallum, language) for language in catalogs.languages()}
    ours = {language: read(folders["pbem"], language) for language in catalogs.languages()}

    def amended(folder: object, language: str) -> Catalog:
        found = read(folder, language)  # type: ignore[arg-type]
        if folder == dudo:
            for message in theirs[language]:
                plural = isinstance(message.id, tuple)
                if message.id and message.id not in ours[language]:
                    found.add(message.id, (WRONG, WRONG) if plural else WRONG)
        return found

    monkeypatch.setattr(catalogs, "read", amended)
    catalogs.translations.cache_clear()
    assert tongue("de").gettext("Market") == WRONG
    yield
    catalogs.translations.cache_clear()


@pytest.mark.usefixtures("disputed")
def test_pages_boards_and_letters_have_the_game_s_own_words(house: House, tmp_path: Path) -> None:
    greta, bela = house.person("Greta", language="de"), house.person("Bela", language="de")
    wish = lobby.Wish("metallum", [greta.id, bela.id], language="de")
    slug = lobby.open_table(house.shelf, wish, now=house.now).slug
    visitor = house.visitor(greta)
    for path in (f"/t/{slug}", "/rules/metallum/cards", "/rules", "/"):
        visitor.get(path)
        assert visitor.status == 200
        assert WRONG not in visitor.answer.text, path
    visitor.get(f"/t/{slug}")
    assert "Markt" in visitor.page.text

    boards.draw_stale(house.shelf, tmp_path, Budget(30))
    board = (tmp_path / "boards" / slug / "index.html").read_text(encoding="utf-8")
    assert "Markt" in board
    assert WRONG not in board

    with house.db.reading() as c:
        letter = store.letters_of_person(c, greta.id)[0]
    raw = Desk(house.config, house.shelf).write(letter, house.now).raw
    written = email.message_from_bytes(raw, policy=email.policy.default)
    assert isinstance(written, EmailMessage)
    for kind in ("plain", "html"):
        body = written.get_body((kind,))
        assert body is not None
        assert "Markt" in body.get_content()
        assert WRONG not in body.get_content()


@pytest.mark.parametrize("language", [one for one in catalogs.languages() if one != "en"])
@pytest.mark.parametrize("slug", games.slugs())
def test_a_game_is_heard_as_its_own_catalog_says(slug: str, language: str) -> None:
    heard = tongue(language, game=slug)
    folder = catalogs.folders()[games.packages()[slug]]
    for message in catalogs.read(folder, language):
        if message.id and isinstance(message.id, str):
            assert heard.gettext(message.id) == message.string
