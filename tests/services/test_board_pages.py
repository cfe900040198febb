"""The pages of static boards: every turn, the story, the end with its proof, the feed."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import unquote

import html5lib
import pytest

from pbem import export, games, store
from pbem.engine import REWIND
from pbem.engine.dice import commitment_of
from pbem.engine.event import fingerprint
from pbem.services import boards, bots, chapters, previews, story, turns
from pbem.services.budget import Budget
from pbem.services.sittings import Shelf
from tests.browser_fixtures import PALE, SPILLS, OpenPage, Scheme
from tests.web.pages import Page

from .tables import NOON, answer, now_at, people, sit, two

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def lone(make_sqlite: Callable[[], store.Database]) -> Shelf:
    """Live tables on SQLite alone, for what has nothing to do with the database."""
    return Shelf(make_sqlite())


def draw(shelf: Shelf, folder: Path, site: str = "") -> int:
    return boards.draw_stale(shelf, folder, Budget(60), site=site)


def pages(folder: Path, table: store.Table) -> dict[str, bytes]:
    """Everything that lies in a table's folder."""
    return {path.name: path.read_bytes() for path in (folder / "boards" / table.slug).iterdir()}


def html_of(found: dict[str, bytes]) -> dict[str, str]:
    return {name: body.decode() for name, body in found.items() if name.endswith(".html")}


def play(shelf: Shelf, table: store.Table, entries: int) -> None:
    """Let the bots of a table play until so many entries are written, or the game is over."""
    while now_at(shelf.db, table.id).seq < entries:
        if not bots.play_table(shelf, table.id, NOON, timedelta()):
            break


def until_turn(shelf: Shelf, table: store.Table, turn: int, *, seed: int = 0) -> None:
    """Two people play until this turn has begun."""
    for n in range(200):
        with shelf.looking(table.id) as sitting:
            if sitting.match.milestone >= turn:
                return
        answer(shelf, table.id, seed=seed + n)


def dudo(shelf: Shelf, **more: object) -> store.Table:
    return sit(shelf, "careful", "random", "random", **more)


def pirates(shelf: Shelf, entries: int, seats: int = 6) -> store.Table:
    """A table of Metal Adventures, played for a while."""
    table = sit(shelf, *["treacherous"] * seats, game="metal_adventures")
    play(shelf, table, entries)
    return table


def flaws(html: str) -> list[str]:
    """What a strict parser of HTML and our own eyes have against a page."""
    parser = html5lib.HTMLParser(strict=False)
    parser.parse(html)
    return [f"{place}: {code} {facts}" for place, code, facts in parser.errors] + Page(html).flaws


def test_a_whole_game_is_a_book_of_valid_pages(lone: Shelf, tmp_path: Path) -> None:
    table = dudo(lone, title="Friday <b>night</b> & \x0bdice")
    draw(lone, tmp_path)
    while now_at(lone.db, table.id).status == "running":
        play(lone, table, now_at(lone.db, table.id).seq + 5)
        draw(lone, tmp_path)
    found = pages(tmp_path, table)
    written = html_of(found)
    last = max(int(name[5:-5]) for name in written if name.startswith("turn-"))
    assert {f"turn-{n}.html" for n in range(1, last + 1)} | {"index.html", "story.html"} == set(
        written
    )
    for name, html in written.items():
        assert flaws(html) == [], name
        for link in (*Page(html).links, *Page(html).sources):
            target = unquote(link)
            assert target in found or target == "#main", f"{name} leads to {link}"
    for n in range(1, last + 1):
        links = Page(written[f"turn-{n}.html"]).links
        assert (f"turn-{n - 1}.html" in links) == (n > 1)
        assert (f"turn-{n + 1}.html" in links) == (n < last)


@pytest.mark.parametrize("game", games.slugs())
def test_every_games_pages_are_valid(lone: Shelf, tmp_path: Path, game: str) -> None:
    table = sit(lone, *["random"] * games.meta(game).seats[-1], game=game, title="A & <b>")
    play(lone, table, 30)
    draw(lone, tmp_path)
    found = pages(tmp_path, table)
    for name, html in html_of(found).items():
        assert flaws(html) == [], name
    assert found["preview.png"].startswith(b"\x89PNG")
    ET.fromstring(found["feed.xml"])


def test_a_page_that_is_not_valid_is_noticed() -> None:
    assert flaws("<!doctype html><title>x</title><h1>x</h1><p><table></p>")
    assert flaws('<!doctype html><title>x</title><h1>x</h1><p id="a">1<p id="a">2')


def test_the_turns_together_tell_the_whole_story_and_each_sentence_once(
    shelf: Shelf, tmp_path: Path
) -> None:
    for table in (dudo(shelf), pirates(shelf, 90, seats=3)):
        play(shelf, table, 90)
        with shelf.db.reading() as c:
            stands = store.table(c, table.id)
            past = chapters.stored(c, stands)
            numbers = sorted(past.marks)
            assert len(numbers) > 3
            told = [
                line
                for n in chapters.finished(past)
                for line in story.span(
                    c,
                    stands,
                    chapters.since(c, stands, past, n),
                    chapters.place(c, stands, past, n + 1),
                )
            ]
            told += story.span(c, stands, chapters.since(c, stands, past, numbers[-1]), None)
            assert told == story.lines(c, stands, None)


def test_a_turn_of_metal_adventures_begins_on_its_own_page(lone: Shelf, tmp_path: Path) -> None:
    table = pirates(lone, 120, seats=3)
    draw(lone, tmp_path)
    written = html_of(pages(tmp_path, table))
    for n in range(1, 5):
        text = Page(written[f"turn-{n}.html"]).text
        assert f"Turn {n}:" in text
        assert f"Turn {n + 1}:" not in text
        assert f"Turn {n - 1}:" not in text


def test_every_battle_of_the_story_is_a_picture_of_its_sums(lone: Shelf, tmp_path: Path) -> None:
    table = pirates(lone, 120, seats=3)
    draw(lone, tmp_path)
    written = html_of(pages(tmp_path, table))
    with lone.db.reading() as c:
        rows = store.events(c, table.id, after=0, last=10_000)
    fought = [row for row in rows if row.kind == "Compared"]
    assert fought
    turns_only = [html for name, html in written.items() if name.startswith("turn-")]
    assert sum(html.count('<div class="ma ma-told">') for html in turns_only) == len(fought)
    assert all(f"{row.body['attack']} against {row.body['defence']}" in "".join(turns_only)
               for row in fought)  # fmt: skip


@pytest.mark.parametrize("game", ["dudo", "metal_adventures"])
def test_drawn_from_the_log_it_is_the_same_board(shelf: Shelf, tmp_path: Path, game: str) -> None:
    table = pirates(shelf, 60, seats=3) if game == "metal_adventures" else dudo(shelf)
    for n in range(10, 80, 20):
        play(shelf, table, n)
        draw(shelf, tmp_path)
    step_by_step = pages(tmp_path, table)
    boards.draw(shelf, tmp_path / "anew", table.id, 0, anew=True)
    from_log = pages(tmp_path / "anew", table)
    assert step_by_step.keys() == from_log.keys()
    for name, body in from_log.items():
        assert step_by_step[name] == body, name


def test_a_turn_that_is_over_is_drawn_once(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    until_turn(shelf, table, 3)
    draw(shelf, tmp_path)
    folder = tmp_path / "boards" / table.slug
    before = {path.name: path.stat().st_ino for path in folder.glob("turn-*.html")}
    until_turn(shelf, table, 4, seed=500)
    draw(shelf, tmp_path)
    after = {path.name: path.stat().st_ino for path in folder.glob("turn-*.html")}
    assert len(before) == 3
    assert {name for name in before if before[name] != after[name]} == {"turn-3.html"}


def test_a_new_name_is_on_every_page(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    until_turn(shelf, table, 3)
    draw(shelf, tmp_path)
    with shelf.db.writing() as c:
        seat = store.seats(c, table.id)[0]
        assert seat.person_id is not None
        store.change_person(c, seat.person_id, {"name": "Zenobia"})
    answer(shelf, table.id)
    draw(shelf, tmp_path)
    written = html_of(pages(tmp_path, table))
    assert len(written) > 2
    assert all("Ann" not in html for html in written.values())
    assert "Zenobia" in written["turn-1.html"]


def test_a_rewind_takes_the_pages_of_its_turns_away(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    until_turn(shelf, table, 4)
    draw(shelf, tmp_path)
    before = html_of(pages(tmp_path, table))
    assert "turn-3.html" in before
    turns.submit(shelf, table.id, turns.Order(REWIND, None, value={"to": 3}), now=NOON)
    draw(shelf, tmp_path)
    after = html_of(pages(tmp_path, table))
    assert len(after) < len(before)
    assert "The moderator takes play back" in after["index.html"]
    until_turn(shelf, table, 3, seed=900)
    draw(shelf, tmp_path)
    again = html_of(pages(tmp_path, table))
    boards.draw(shelf, tmp_path / "anew", table.id, 0, anew=True)
    assert again == html_of(pages(tmp_path / "anew", table))


def test_the_end_shows_the_secret_and_a_log_that_verifies(shelf: Shelf, tmp_path: Path) -> None:
    table = dudo(shelf)
    play(shelf, table, 20)
    draw(shelf, tmp_path)
    stands = now_at(shelf.db, table.id)
    assert stands.status == "running"
    for name, body in pages(tmp_path, table).items():
        assert stands.secret.hex().encode() not in body, name
    assert stands.commitment in html_of(pages(tmp_path, table))["index.html"]
    play(shelf, table, 10_000)
    draw(shelf, tmp_path)
    found = pages(tmp_path, table)
    text = Page(found["index.html"].decode()).text
    assert "alone has dice left and wins" in text
    assert stands.secret.hex() in text
    assert commitment_of(stands.secret) == stands.commitment
    assert f"pbem verify game.jsonl --commitment {stands.commitment}" in text
    with (tmp_path / "boards" / table.slug / "game.jsonl").open("rb") as file:
        report = export.verify(export.read(file))
    assert report.difference is None


def test_nothing_that_was_told_to_a_few_is_on_any_page(lone: Shelf, tmp_path: Path) -> None:
    table = pirates(lone, 130, seats=4)
    draw(lone, tmp_path)
    game = games.load("metal_adventures")
    with lone.db.reading() as c:
        rows = store.events(c, table.id, after=0, last=10_000)
    secret = [row for row in rows if row.audience != "public"]
    public = {str(game.codec.decode(row.body).sentence()) for row in rows if row not in secret}
    whispered = {str(game.codec.decode(row.body).sentence()) for row in secret} - public - {"None"}
    assert whispered
    with lone.looking(table.id) as sitting:
        names = {f"p{n + 1}": f"Bot {name}" for n, name in enumerate(("Alba", "Bruno", "Carla"))}
        held = {card.card for hand in sitting.match.state.hands for card in hand}
    shown = " ".join(Page(html).text for html in html_of(pages(tmp_path, table)).values())
    for sentence in whispered:
        for short, name in names.items():
            sentence = re.sub(rf"\b{short}\b", name, sentence)
        assert sentence not in shown
    told = " ".join(public)
    assert held
    assert not [card for card in held if card in shown and card not in told]


def test_the_feed_is_atom(lone: Shelf, tmp_path: Path) -> None:
    table = dudo(lone, title="Dice & \x0cdaggers <3")
    play(lone, table, 40)
    draw(lone, tmp_path)
    feed = ET.fromstring(pages(tmp_path, table)["feed.xml"])
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}title") == "Dice & daggers <3"
    for needed in ("id", "updated", "author"):
        assert feed.find(f"{ATOM}{needed}") is not None
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) >= 2
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == len(entries)
    for entry in (feed, *entries):
        moment = datetime.fromisoformat(entry.findtext(f"{ATOM}updated", ""))
        assert moment.tzinfo is not None
    for entry in entries:
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.get("href") in pages(tmp_path, table)
        assert entry.findtext(f"{ATOM}summary")


def test_a_shared_link_has_a_picture_where_the_site_has_an_address(
    lone: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two(lone, title="Fri\x01day")
    draw(lone, tmp_path, site="https://games.example.org")
    found = pages(tmp_path, table)
    picture = found["preview.png"]
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    size = [int.from_bytes(picture[at : at + 4], "big") for at in (16, 20)]
    assert size == [1200, 630]
    address = f"https://games.example.org/boards/{table.slug}/"
    assert f'property="og:image" content="{address}preview.png"' in found["index.html"].decode()
    assert f'property="og:url" content="{address}"' in found["index.html"].decode()
    monkeypatch.setattr(previews, "png_is_possible", lambda: False)
    draw(lone, tmp_path / "plain", site="https://games.example.org")
    boards.draw(lone, tmp_path / "plain", table.id, 0)
    plain = pages(tmp_path / "plain", table)
    assert "preview.png" not in plain
    assert b"og:image" not in plain["index.html"]


def test_the_picture_changes_with_the_table_and_only_then(
    lone: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = two(lone)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="{}" height="9"/></svg>'
    seen = []
    for width in (10, 10, 20):
        monkeypatch.setattr(previews, "picture", lambda *_, w=width, **__: drawing.format(w))
        draw(lone, tmp_path)
        path = tmp_path / "boards" / table.slug / "preview.png"
        seen.append((path.stat().st_ino, path.read_bytes()))
        answer(lone, table.id)
    assert seen[0] == seen[1]
    assert seen[1][1] != seen[2][1]


def test_words_in_the_picture_are_drawn_with_our_own_letters() -> None:
    frame = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">{}</svg>'
    word = '<text x="20" y="300" font-size="200" font-family="DejaVu Sans"{}>Àß Ω ж ▲</text>'
    blank = previews.png(frame.format(""))
    assert previews.png(frame.format(word.format(""))) != blank
    bold = word.format(' font-weight="bold"')
    assert previews.png(frame.format(bold)) != previews.png(frame.format(word.format("")))


def test_a_table_that_becomes_private_loses_its_board(shelf: Shelf, tmp_path: Path) -> None:
    table = two(shelf)
    draw(shelf, tmp_path)
    assert pages(tmp_path, table)
    with shelf.db.writing() as c:
        store.change_table(c, table.id, {"private": True})
    answer(shelf, table.id)
    draw(shelf, tmp_path)
    assert not (tmp_path / "boards" / table.slug).exists()


def test_a_record_that_cannot_be_read_is_no_hindrance(lone: Shelf, tmp_path: Path) -> None:
    table = two(lone)
    draw(lone, tmp_path)
    for nonsense in ("", "[]", '{"turns": 3}', '{"edition": "x"}'):
        (tmp_path / "boards" / table.slug / ".drawn.json").write_text(nonsense)
        answer(lone, table.id)
        assert draw(lone, tmp_path) == 1
        assert boards.Folder(tmp_path / "boards" / table.slug).record().turns is not None


def test_somebody_quicker_with_something_newer_is_not_overwritten(
    lone: Shelf, tmp_path: Path
) -> None:
    table = two(lone)
    with lone.looking(table.id) as old:
        stale = old
    answer(lone, table.id)
    draw(lone, tmp_path)
    newest = pages(tmp_path, table)
    folder = boards.Folder(tmp_path / "boards" / table.slug)
    sitting = type(stale)(table, stale.seats, stale.people, stale.match)
    assert boards.Drawing(lone, folder, sitting, "", anew=False).draw() == 2
    assert pages(tmp_path, table) == newest


def test_a_milestone_is_found_by_its_digest(shelf: Shelf) -> None:
    table = two(shelf)
    with shelf.db.reading() as c:
        rows = store.events(c, table.id, after=0, last=1)
    told = [games.load("dudo").codec.decode(row.body) for row in rows]
    assert len(told) > 2
    facts = "\n".join(["before", *map(fingerprint, told[:2])])
    second = hashlib.sha256(facts.encode()).hexdigest()
    third = hashlib.sha256(f"{second}\n{fingerprint(told[2])}".encode()).hexdigest()
    assert chapters.cut("before", told, ["before", second, third]) == [0, 2, 3]
    assert chapters.cut("before", told, [second, second, "unheard of"]) == [2, 2, 2]


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_stand_out(
    lone: Shelf, tmp_path: Path, scheme: Scheme, open_page: OpenPage
) -> None:
    shelf = lone
    crew = people(shelf.db, "Konstantin-Maximilian von und zu Hohenlohe", "W" * 40, "ada")
    sit(shelf, *crew, game="metal_adventures", title="Donaudampfschifffahrt" * 3)
    table = sit(shelf, *["treacherous"] * 6, game="metal_adventures", title="W" * 80)
    play(shelf, table, 60)
    draw(shelf, tmp_path)
    for folder in (tmp_path / "boards").iterdir():
        for name in ("index.html", "turn-1.html"):
            page = open_page((folder / name).as_uri(), 320, scheme)
            assert page.evaluate(SPILLS) == [], name
            assert page.evaluate(PALE) == [], name
