"""The pages of a table's board, drawn: a turn, the table now, the whole story, the feed.

Everything here is public: views of a spectator, events told to everybody, and after the end the
secret of the dice. The pages link to each other by relative names only, so that they can lie on
any web server.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

from babel.dates import format_datetime
from markupsafe import Markup

from pbem import games, store
from pbem.engine import Outcome, Start, Tongue, _
from pbem.services import drawing, naming, previews, story
from pbem.services.sittings import Sitting
from pbem.services.tongues import tongue

INDEX, STORY, FEED = "index.html", "story.html", "feed.xml"
STYLE, ICON, PREVIEW, LOG = "style.css", "icon.svg", "preview.png", "game.jsonl"
LATELY = 20
"""So many turns the feed goes back."""


def page_of(turn: int) -> str:
    """The name of a turn's page."""
    return f"turn-{turn}.html"


@dataclass(frozen=True)
class Told:
    """A sentence of the story, said, and the picture of what it tells if there is one."""

    html: str
    plain: str
    picture: Markup | None = None


@dataclass(frozen=True)
class Leaf:
    """One turn as its page shows it."""

    turn: int
    seq: int
    at: datetime
    told: tuple[Told, ...]
    board: Markup
    previous: int | None
    next: int | None

    @property
    def summary(self) -> str:
        """The turn in words alone, for the feed."""
        return " ".join(line.plain for line in self.told)


@dataclass(frozen=True)
class Cover:
    """What every page of a table has in common."""

    table: store.Table
    tongue: Tongue
    site: str
    """The address the site is known by; without it, shared links carry no picture."""

    @property
    def title(self) -> str:
        return self.table.title or self.game

    @property
    def game(self) -> str:
        return games.meta(self.table.game).title

    @property
    def address(self) -> str:
        """Where the board is served by the site itself."""
        return f"{self.site}/boards/{self.table.slug}/" if self.site else ""

    @property
    def picture(self) -> str:
        return f"{self.address}{PREVIEW}" if self.site and previews.png_is_possible() else ""

    def day(self, at: datetime) -> str:
        """A moment as a page that anybody may read says it."""
        said = format_datetime(at.astimezone(UTC), "d MMMM yyyy, HH:mm", locale=self.table.language)
        return f"{said} UTC"


def cover(sitting: Sitting, site: str) -> Cover:
    """The cover of a table's board, in the table's language."""
    language = sitting.table.language
    names = naming.seat_names(sitting.seats, sitting.people, tongue(language))
    return Cover(sitting.table, tongue(language, names, game=sitting.table.game), site)


def hearing(
    c: store.Connection, front: Cover, lines: Iterable[story.Line], view: Mapping[str, Any]
) -> Cover:
    """The same cover, by which one also hears what people wrote."""
    said = {*drawing.wordings_in([view, *(line.text for line in lines)])}
    if not said:
        return front
    words = store.wordings(c, [int(ref[2:]) for ref in said])
    heard = {f"w:{number}": text for number, text in words.items()}
    return replace(front, tongue=drawing.hearing(front.tongue, heard))


def leaf(
    front: Cover,
    turn: int,
    seq: int,
    view: Mapping[str, Any],
    lines: Sequence[story.Line],
    *,
    previous: int | None,
    following: int | None,
) -> Leaf:
    """A turn, drawn."""
    at = lines[-1].at if lines else front.table.started_at or front.table.created_at
    told = said(front, lines)
    board = drawing.board_html(games.load(front.table.game), view, front.tongue)
    return Leaf(turn, seq, at, told, board, previous, following)


def said(front: Cover, lines: Iterable[story.Line]) -> tuple[Told, ...]:
    """A stretch of the story, in words and pictures."""
    return tuple(_told(front, line) for line in lines)


def _told(front: Cover, line: story.Line) -> Told:
    rich = drawing.rich(front.tongue)
    picture = drawing.event_picture(front.table.game, line.event, front.tongue)
    return Told(rich.say(line.text), front.tongue.say(line.text), picture)


def turn_page(front: Cover, shown: Leaf) -> str:
    """The page of one turn."""
    turn = front.tongue.say(_("Turn %(turn)d", turn=shown.turn))
    heading = f"{front.title} · {turn}"
    return _page("board/turn.html", front, shown.seq, heading, shown.summary, leaf=shown)


def index_page(
    front: Cover, shown: Leaf, turns: Sequence[int], awaited: Sequence[int], end: Ending | None
) -> str:
    """The table as it is now, with a way to every turn; after the end, the result and the proof."""
    description = f"{front.game}. {shown.summary}" if end is None else end.plain
    return _page(
        "board/index.html",
        front,
        shown.seq,
        front.title,
        description,
        leaf=shown,
        turns=turns,
        awaited=awaited,
        end=end,
    )


def story_page(front: Cover, seq: int, parts: Sequence[tuple[int, Sequence[Told]]]) -> str:
    """The whole story in one go."""
    heading = front.tongue.say(_("The whole story"))
    return _page(
        "board/story.html", front, seq, f"{front.title} · {heading}", front.game, parts=parts
    )


def _page(
    template: str, front: Cover, seq: int, heading: str, description: str, **facts: Any
) -> str:
    page = drawing.shell_template(template)
    return str(
        drawing.draw(
            page,
            front.tongue,
            front=front,
            seq=seq,
            heading=heading,
            description=description,
            page_of=page_of,
            **facts,
        )
    )


@dataclass(frozen=True)
class Ending:
    """How a game ended, and what proves its dice."""

    text: str
    plain: str
    winners: tuple[int, ...]
    scores: tuple[tuple[int, Any], ...]
    """Seats with their scores, the best first."""
    secret: str
    phrases: tuple[str, ...]


def ending(front: Cover, start: Start, outcome: Outcome | None) -> Ending | None:
    """The end, if it has come."""
    text = story.ending(front.table)
    if outcome is None or text is None:
        return None
    scores = sorted(enumerate(outcome.scores), key=lambda scored: scored[1], reverse=True)
    return Ending(
        drawing.rich(front.tongue).say(text),
        front.tongue.say(text),
        tuple(map(int, outcome.winners)),
        tuple(scores),
        front.table.secret.hex(),
        start.phrases,
    )


def feed(front: Cover, turns: Mapping[int, Mapping[str, str]], end: Ending | None) -> str:
    """What happened lately, for feed readers. `turns` are drawn ones, each with `at`, `summary`."""
    lately = sorted(turns.items(), reverse=True)[:LATELY]
    updated = front.table.over_at if end is not None else None
    newest = updated.isoformat() if updated else lately[0][1]["at"] if lately else ""
    template = drawing.shell_template("board/feed.xml")
    ended = "" if end is None else end.plain
    facts = {"turns": lately, "updated": newest, "ending": ended, "page_of": page_of}
    return previews.clean(str(drawing.draw(template, front.tongue, front=front, **facts)))


def style(game: str) -> str:
    """One stylesheet for all pages of a board: the site's own and the game's."""
    shell = (files("pbem") / "web" / "static" / "pbem.css").read_text("utf-8")
    return f"{shell}\n{drawing.sheet(game) or ''}"


def icon() -> str:
    """The site's sign."""
    return (files("pbem") / "web" / "static" / ICON).read_text("utf-8")
