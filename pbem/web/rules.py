"""Rules and help: each game's rules with an anchor for every number, a guide, and all cards."""

from __future__ import annotations

from flask import Blueprint, Flask, abort, render_template, url_for
from flask.typing import ResponseReturnValue

from pbem import games
from pbem.services import rulebook
from pbem.web import reader

pages = Blueprint("rules", __name__, url_prefix="/rules")


def set_up(app: Flask) -> None:
    """Let every page link the number of a rule to the rule itself."""
    app.template_global("rule_link")(rule_link)


def rule_link(slug: str, number: str) -> str | None:
    """The address of a rule, if the game's rules have it."""
    found = rulebook.anchor(slug, number)
    return None if found is None else url_for("rules.book", slug=slug, _anchor=found)


@pages.get("")
def shelf() -> ResponseReturnValue:
    """All games, with what can be read about each."""
    known = [(games.meta(slug), _parts(slug)) for slug in games.slugs()]
    return render_template("rules/shelf.html", games=known)


@pages.get("/<slug>")
def book(slug: str) -> ResponseReturnValue:
    """A game's rules."""
    return _text(slug, "rules.book", rulebook.RULES)


@pages.get("/<slug>/first-game")
def guide(slug: str) -> ResponseReturnValue:
    """What to know for the first game, and no more."""
    return _text(slug, "rules.guide", rulebook.GUIDE)


@pages.get("/<slug>/cards")
def cards(slug: str) -> ResponseReturnValue:
    """Every card with what it does."""
    parts = _parts(_known(slug))
    if "rules.cards" not in parts:
        abort(404)
    return render_template(
        "rules/cards.html",
        game=games.meta(slug),
        parts=parts,
        here="rules.cards",
        decks=rulebook.cards(slug),
    )


def _known(slug: str) -> str:
    if slug not in games.slugs():
        abort(404)
    return slug


def _text(slug: str, here: str, name: str) -> ResponseReturnValue:
    spoken = rulebook.best_language(_known(slug), name, reader.language())
    page = rulebook.page(slug, name, spoken)
    if page is None:
        abort(404)
    return render_template(
        "rules/text.html",
        game=games.meta(slug),
        parts=_parts(slug),
        here=here,
        page=page,
        spoken=spoken,
    )


def _parts(slug: str) -> list[str]:
    """What there is to read about this game, by the names of the pages."""
    has = {
        "rules.guide": rulebook.page(slug, rulebook.GUIDE) is not None,
        "rules.book": rulebook.page(slug, rulebook.RULES) is not None,
        "rules.cards": bool(rulebook.cards(slug)),
    }
    return [name for name, there in has.items() if there]
