"""What is done to a table outside its rules, in sentences: for its page, its log and its letters.

Each is a line of the audit; the sentence follows from it and from who sits there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Any

from pbem import store
from pbem.engine import Seat, Text, _, n_

PAUSED, RESUMED, FROZE, UNFROZE = "paused", "resumed", "froze", "unfroze"
CALLED_OFF, MOVED, DEFAULTED, REWOUND = "called off", "moved deadlines", "took default", "rewound"
HANDED, REVOKED, NUDGED, RESENT = "handed over", "revoked links", "nudged", "sent links again"
ANNOUNCED, NOTED, LOOKED, DECIDED = "announced", "noted", "looked", "decided"
WANTED, NOT_WANTED = "substitute wanted", "substitute not wanted"
HELPS, HELPS_NO_LONGER = "helps to moderate", "helps no longer"
RELEASED, DISCARDED = "released mail", "discarded mail"
OPENED, CARRIED, FAILED = "vote opened", "vote carried", "vote failed"
CALLED, DROPPED, NOBODY = "is everybody here", "dropped", "nobody came"
FREED, SEATED_BOT = "freed seat", "seated bot"
SETTLED = "settled calls"
LAID = "opened the table"
LEFT = "left seat"
"""A note about whoever sat there before somebody else played on; nobody is told of it."""

TOLD_TO_ALL = (
    PAUSED, RESUMED, FROZE, UNFROZE, CALLED_OFF, MOVED, DEFAULTED, REWOUND, HANDED, ANNOUNCED,
    LOOKED, WANTED, NOT_WANTED, HELPS, HELPS_NO_LONGER, OPENED, CARRIED, FAILED, NUDGED, DECIDED,
    RELEASED, DISCARDED, FREED, SEATED_BOT, DROPPED, NOBODY,
)  # fmt: skip
"""What everybody at a table is told of; a moderator's notes to self are not among it."""
PRIVATE = (NOTED, REVOKED, RESENT, SETTLED, LAID)
"""What only moderators of the table read."""
VOTED = "voted"
"""Marks what follows from a vote: the vote itself has said it."""

PLAIN: dict[str, Text] = {
    PAUSED: _("The moderator pauses the game. Its clock stands still."),
    RESUMED: _("The moderator lets the game go on. All deadlines move by the length of the pause."),
    FROZE: _("A fault stops the table. Its clock stands still."),
    UNFROZE: _("The fault is repaired, and the game goes on. All deadlines move."),
    CALLED_OFF: _("The moderator calls the game off. It ends without a winner."),
    ANNOUNCED: _("The moderator says to everybody:"),
    NOTED: _("A note to self:"),
    LAID: _("The table is opened."),
    LOOKED: _("The moderator looks behind the screen."),
    DECIDED: _("The moderator decides a dispute."),
    SETTLED: _("What was written to the moderator is read."),
    RELEASED: _("The moderator lets a mail count that was held."),
    DISCARDED: _("The moderator throws a held mail away."),
    NOBODY: _("Nobody says that they are here, so the table is closed."),
}
OF_SEAT: dict[str, Text] = {
    DEFAULTED: _("The moderator lets the default be taken for %(seat)s."),
    REVOKED: _("Links of %(seat)s are taken back: those in older letters do nothing any more."),
    NUDGED: _("The moderator nudges %(seat)s."),
    RESENT: _("Links are sent to %(seat)s once more."),
    WANTED: _("Somebody is looked for who plays on for %(seat)s."),
    NOT_WANTED: _("Nobody is looked for any more to play on for %(seat)s."),
    RELEASED: _("The moderator lets a held mail of %(seat)s count."),
    DISCARDED: _("The moderator throws a held mail of %(seat)s away. It does nothing."),
    SEATED_BOT: _("The moderator seats %(seat)s."),
}
VOTES: dict[tuple[str, str], Text] = {
    (OPENED, "extend"): _("A vote begins: a day more for everybody?"),
    (CARRIED, "extend"): _("The vote is carried: everybody has a day more."),
    (FAILED, "extend"): _("The vote fails: nobody has more time."),
    (OPENED, "replace"): _("A vote begins: shall somebody absent be replaced?"),
    (CARRIED, "replace"): _("The vote is carried: a bot plays on for who is absent."),
    (FAILED, "replace"): _("The vote fails: nobody is replaced."),
    (OPENED, "end"): _("A vote begins: shall the game end without a winner?"),
    (CARRIED, "end"): _("The vote is carried: the game ends without a winner."),
    (FAILED, "end"): _("The vote fails: the game goes on."),
    (OPENED, "undo"): _("A vote begins: shall the last answer be taken back?"),
    (CARRIED, "undo"): _("The vote is carried: the last answer is taken back."),
    (FAILED, "undo"): _("The vote fails: the last answer stands."),
}

Names = Mapping[int, str]
"""What people are called, by their numbers."""


def names_in(c: store.Connection, facts: Iterable[tuple[int | None, Mapping[str, Any]]]) -> Names:
    """The names of everybody whom such lines speak of: who did it, and whom it is about."""
    numbers = set()
    for by, detail in facts:
        before = detail.get("before") or {}
        numbers |= {by, detail.get("person"), before.get("person")}
    people = store.people(c, sorted(n for n in numbers if isinstance(n, int)))
    return {n: who.name or who.address for n, who in people.items() if who.erased_at is None}


def sentences(rows: Sequence[store.Audit], names: Names) -> list[Text]:
    """What these lines of one table say, newest first as they are: each names whoever sat there
    when it was done, not who sits there now."""
    sat: dict[int, Text | str] = {}
    said = []
    for row in rows:
        said.append(sentence(row.what, row.person_id, row.detail, names, sat))
        if row.what == HANDED:
            sat[row.detail["seat"]] = _called(row.detail["before"].get("person"), names)
    return said


def sentence(
    what: str,
    by: int | None,
    detail: Mapping[str, Any],
    names: Names,
    sat: Mapping[int, Text | str] = MappingProxyType({}),
) -> Text:
    """What was done, by whom and to whom; `sat`: who sat where then, if not who sits there now."""
    seat = detail.get("seat")
    who = None if seat is None else sat.get(seat, Seat(seat))
    match what:
        case "moved deadlines":
            return _moved(timedelta(seconds=detail["seconds"]), who)
        case "rewound":
            return _("The moderator takes play back to entry %(to)d.", to=detail["to"])
        case "handed over":
            return _handed(by, detail, names)
        case "helps to moderate" | "helps no longer":
            helper = _called(detail.get("person"), names)
            if what == HELPS:
                return _("%(name)s helps to look after the table.", name=helper)
            return _("%(name)s helps no longer to look after the table.", name=helper)
        case "freed seat":
            off = _called((detail.get("before") or {}).get("person"), names)
            return _("The moderator takes %(name)s off seat %(n)d.", name=off, n=detail["seat"] + 1)
        case "dropped" if detail.get("bot") is None:
            out = _called(by, names)
            return _("%(name)s does not say that they are here, and loses the seat.", name=out)
        case "dropped":
            out = _called(by, names)
            return _("%(name)s does not say that they are here, so a bot plays.", name=out)
        case "is everybody here" if detail.get("bot"):
            return _(
                "All seats are taken. Say on the table's page that you are here, or a bot plays"
                " for you."
            )
        case "is everybody here":
            return _(
                "All seats are taken. Say on the table's page that you are here, or you lose your"
                " seat."
            )
        case "vote opened" | "vote carried" | "vote failed":
            return VOTES[what, detail["kind"]]
    if what in OF_SEAT and who is not None:
        return Text(OF_SEAT[what].msgid, {"seat": who})
    return PLAIN[what]


def _called(number: int | None, names: Names) -> Text | str:
    if number is None:
        return _("a bot")
    return names.get(number) or _("a former player")


def _handed(by: int | None, detail: Mapping[str, Any], names: Names) -> Text:
    """Who plays on for whom, and whose doing that is."""
    was, now = detail["before"].get("person"), detail.get("person")
    before, after = _called(was, names), _called(now, names)
    if detail.get(VOTED):
        return _("The table has voted: %(after)s plays on for %(before)s.",
                 after=after, before=before)  # fmt: skip
    if by is not None and by == was:
        return _("%(before)s leaves, and %(after)s plays on there.", before=before, after=after)
    if by is not None and by == now:
        return _("%(after)s takes an offered seat, and plays on for %(before)s.",
                 after=after, before=before)  # fmt: skip
    return _("The moderator lets %(after)s play on for %(before)s.", after=after, before=before)


def _moved(by: timedelta, seat: Text | str | Seat | None) -> Text:
    hours = abs(by) // timedelta(hours=1)
    if seat is None and by > timedelta():
        return n_(
            "The moderator gives everybody %(n)d hour more.",
            "The moderator gives everybody %(n)d hours more.",
            hours,
        )
    if seat is None:
        return n_(
            "The moderator takes %(n)d hour from everybody.",
            "The moderator takes %(n)d hours from everybody.",
            hours,
        )
    if by > timedelta():
        return n_(
            "The moderator gives %(seat)s %(n)d hour more.",
            "The moderator gives %(seat)s %(n)d hours more.",
            hours,
            seat=seat,
        )
    return n_(
        "The moderator takes %(n)d hour from %(seat)s.",
        "The moderator takes %(n)d hours from %(seat)s.",
        hours,
        seat=seat,
    )
