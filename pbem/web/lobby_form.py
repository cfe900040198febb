"""The form of a new table: read into a wish, and said back in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import request

from pbem import games, store
from pbem.engine import NotAllowed, Text, _
from pbem.services import inviting, lobby, messages, packs, roll_call
from pbem.services.catalogs import languages
from pbem.services.clock import PACES
from pbem.web import reader

ME, OPEN, BOT, ADDRESS = "me", "open", "bot", "address"
PACE_NAMES: dict[str, Text] = {
    "quick": _("quick: an hour to answer"),
    "daily": _("daily: a day for a turn"),
    "slow": _("slow: three days for a turn"),
    "weekly": _("weekly: a week for a turn"),
}


@dataclass(frozen=True)
class Draft:
    """A table as the form describes it, checked as far as words go."""

    wish: lobby.Wish
    invited: dict[int, str]
    """Addresses by seat."""
    helper: str
    """The address of who helps to look after it."""


def seat_count(slug: str) -> int:
    typed, possible = request.values.get("seats", ""), games.meta(slug).seats
    return int(typed) if typed in map(str, possible) else possible[len(possible) // 2]


def draft_of(slug: str, who: store.Person) -> Draft:
    form = request.form
    takers: list[lobby.Taker] = []
    invited: dict[int, str] = {}
    for index in range(seat_count(slug)):
        kind = form.get(f"seat-{index}", OPEN)
        if kind == ADDRESS:
            invited[index] = inviting.address_of(form.get(f"address-{index}", ""))
        elif kind not in (ME, OPEN, BOT):
            raise NotAllowed(_("Choose who gets each seat."))
        taker: lobby.Taker = who.id if kind == ME else None
        takers.append(form.get(f"bot-{index}", "") if kind == BOT else taker)
    if len({*invited.values()}) != len(invited):
        raise NotAllowed(_("Nobody can sit on two seats of one table."))
    if form.get("pace", "") not in PACES:
        raise NotAllowed(_("Choose a pace."))
    wish = lobby.Wish(
        game=slug,
        seats=takers,
        title=form.get("title", ""),
        options=dict(_options(slug)),
        pack=_pack(slug),
        settings=_settings(),
        pace=PACES[form["pace"]],
        private=form.get("private") == "yes",
        language=form["language"] if form.get("language") in languages() else "en",
        moderator=who.id if form.get("moderated", "yes") in ("yes", "votes") else None,
    )
    lobby.check(wish)
    helper = form.get("helper", "").strip()
    if helper and wish.moderator is None:
        raise NotAllowed(_("Somebody can help you only if you look after the table yourself."))
    return Draft(wish, invited, inviting.address_of(helper) if helper else "")


def _pack(slug: str) -> Any:
    """The cards that were pasted; None for the game's own. Raises BadPack."""
    source = request.form.get("pack", "")
    return packs.read(games.load(slug), source) if source.strip() else None


def _settings() -> dict[str, str | int | bool]:
    """What the table agrees on outside the rules."""
    form = request.form
    hours = form.get("ready", "0")
    if form.get("talk", messages.ALL) not in messages.TALK:
        raise NotAllowed(_("Choose how people may talk."))
    if hours not in map(str, roll_call.HOURS):
        raise NotAllowed(_("Choose how long the table waits for everybody."))
    absent = roll_call.BOT if form.get("absent") == roll_call.BOT else roll_call.FREE
    return {
        "talk": form.get("talk", messages.ALL),
        "ready": int(hours),
        "absent": absent,
        "votes": form.get("moderated", "yes") != "yes",
    }


def _options(slug: str) -> Iterable[tuple[str, str | int | bool]]:
    """The options by their place in the game's own list, so that no type is guessed."""
    for choice in games.meta(slug).options:
        typed = request.form.get(f"option-{choice.name}", "0")
        if typed not in map(str, range(len(choice.values))):
            raise NotAllowed(_("Choose one of the values for each option."))
        yield choice.name, choice.values[int(typed)]


def sentences(slug: str, draft: Draft) -> Iterable[str]:
    """The table in sentences, before it is opened."""
    say, wish = reader.say, draft.wish
    title = games.meta(slug).title
    yield say(_("%(title)s for %(n)d players.", title=title, n=len(wish.seats)))
    for index, taker in enumerate(wish.seats):
        yield say(_("Seat %(n)d: %(who)s.", n=index + 1, who=_who(taker, draft, index)))
    yield say(_("Pace: %(pace)s.", pace=PACE_NAMES[request.form["pace"]]))
    for choice in games.meta(slug).options:
        value = wish.options[choice.name]
        label = say(choice.label).rstrip(".")  # A label may be a sentence of its own.
        yield say(_("%(label)s: %(value)s.", label=label, value=value_words(value)))
    if wish.private:
        yield say(_("Only whoever has the link finds this table."))
    else:
        yield say(_("Everybody finds this table in the lobby and may watch it."))
    if wish.moderator is None:
        yield say(_("Nobody moderates it: the server's moderators look after it if it gets stuck."))
    else:
        yield say(_("You look after it."))
    if draft.helper:
        yield say(_("%(address)s looks after it too.", address=draft.helper))
    yield from map(say, _customs(wish))
    if lobby.is_taken(wish.seats) and not draft.invited:
        yield say(_("Every seat is taken, so the game begins at once."))
    elif not wish.settings["ready"]:
        yield say(_("The game begins when the last seat is taken."))


def _customs(wish: lobby.Wish) -> Iterable[Text]:
    """What the table agrees on outside the rules, in sentences."""
    if wish.pack is not None:
        yield _("It is played with the cards that you pasted, and they are sound.")
    yield _("People talk %(how)s.", how=messages.TALK[wish.settings["talk"]])
    if wish.settings["votes"]:
        yield _("The players can vote on more time, on replacing who is absent, on taking an answer"
                " back, and on ending the game.")  # fmt: skip
    hours = wish.settings["ready"]
    if hours and wish.settings["absent"] == roll_call.BOT:
        yield _(
            "When the last seat is taken everybody has %(n)d hours to say that they are here; a bot"
            " plays for who does not, and the game begins.",
            n=hours,
        )
    elif hours:
        yield _(
            "When the last seat is taken everybody has %(n)d hours to say that they are here; who"
            " does not loses the seat, and it is free again.",
            n=hours,
        )


def _who(taker: lobby.Taker, draft: Draft, index: int) -> Text | str:
    if isinstance(taker, str):
        return _("a bot (%(name)s)", name=taker)
    if taker is not None:
        return _("you")
    if index in draft.invited:
        return _("%(address)s, who is invited", address=draft.invited[index])
    return _("free for anybody")


def value_words(value: str | int | bool) -> Text | str:
    """An option's value as people say it."""
    if value is True:
        return _("yes")
    return _("no") if value is False else str(value)
