"""What a weighing says: a report in Markdown, and a chart as a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from pbem.engine import _

if TYPE_CHECKING:
    from .balancing import Share, Shares, Weighing

FAIR = 5.0
"""So many points of 100 a rate of victory may lie beside an even one."""
RARE = 5.0
"""Less than so many in 100 of its group is rare."""
UNWANTED = 2.0
"""A card taken in less than so many of 100 offers is not wanted."""
TOO_FAR, SELDOM, NOT_WANTED = _("(too far)"), _("(rare)"), _("(not wanted)")
ROW, WIDTH, LABEL, LEFT = 22, 720, 210, 230
"""The chart's measures: a row, the whole, the labels, where bars begin."""


def report(
    title: str, found: Sequence[Weighing], bots: Sequence[str], seed: str, drawing: str = ""
) -> str:
    """Everything, as Markdown."""
    heading, alt = _("Balance of %(title)s", title=title), _("Rates of victory and shares")
    lines = [f"# {heading}", ""]
    lines += [str(_("Played by %(bots)s, seed '%(seed)s'.", bots=[*bots], seed=seed)), ""]
    if drawing:
        lines += [f"![{alt}]({drawing})", ""]
    for one in found:
        lines += [*_about(one), ""]
    offers = _all_offers(found)
    for group, shares in offers.items():
        lines += [*_offers(group, shares), ""]
    return "\n".join(lines).rstrip() + "\n"


def _about(one: Weighing) -> Iterator[str]:
    """One number of players."""
    heading = _("%(seats)d players, %(n)d games", seats=one.seats, n=one.games)
    yield f"## {heading}"
    yield ""
    if one.turns:
        turns, least, most = one.length, min(one.turns), max(one.turns)
        yield str(
            _(
                "- turns: mean %(mean).1f, from %(least)d to %(most)d; %(waits).2f waits a turn",
                mean=turns,
                least=least,
                most=most,
                waits=one.waits_a_turn,
            )
        )
    entries = sum(one.entries) / max(1, one.games)
    seconds = one.seconds / max(1, one.games)
    yield str(
        _(
            "- entries: mean %(mean).1f; %(seconds).2f s of computing a game",
            mean=entries,
            seconds=seconds,
        )
    )
    for reason, times in one.reasons.most_common():
        rate = 100 * times / one.games
        yield str(_("- ended by '%(reason)s': %(rate).1f in 100", reason=reason, rate=rate))
    yield ""
    yield from _victories(str(_("seat")), one.by_seat, one.seats, judged=one.seats > 1)
    for what, shares in one.by_start.items():
        yield ""
        yield from _victories(what, shares, one.seats, judged=one.seats > 1)
    if len(one.by_bot) > 1:
        yield ""
        yield from _victories(str(_("bot")), one.by_bot, one.seats, judged=False)
    for group, counter in one.counts.items():
        yield ""
        yield from _counts(group, counter, one.games)


def _table(*cells: object) -> str:
    return "| " + " | ".join(map(str, cells)) + " |"


def _victories(what: str, shares: Shares, seats: int, *, judged: bool = True) -> Iterator[str]:
    if seats == 1:  # Nobody else at the table: there is nothing to be even with.
        yield _table(what, _("victories in 100"))
        yield "|---|---:|"
        yield from (_table(name, f"{share.rate:.1f}") for name, share in sorted(shares.items()))
        return
    even = 100 / seats
    yield _table(what, _("victories in 100"), _("beside even (%(even).1f)", even=even))
    yield "|---|---:|---:|"
    for name, share in sorted(shares.items()):
        beside = share.rate - even
        mark = f" {TOO_FAR}" if judged and abs(beside) > FAIR else ""
        yield _table(name, f"{share.rate:.1f}", f"{beside:+.1f}{mark}")


def _counts(group: str, counter: dict[str, int], games: int) -> Iterator[str]:
    whole = sum(counter.values())
    yield _table(group, _("in 100"), _("a game"))
    yield "|---|---:|---:|"
    for name, times in sorted(counter.items(), key=lambda x: -x[1]):
        rate = 100 * times / max(1, whole)
        mark = f" {SELDOM}" if rate < RARE else ""
        yield _table(name, f"{rate:.1f}{mark}", f"{times / games:.2f}")


def _all_offers(found: Iterable[Weighing]) -> dict[str, dict[str, Share]]:
    """The offers of all games together."""
    from .balancing import Share

    whole: dict[str, dict[str, Share]] = {}
    for one in found:
        for group, shares in one.offers.items():
            for name, share in shares.items():
                whole.setdefault(group, {}).setdefault(name, Share()).add(share)
    return whole


def _offers(group: str, shares: dict[str, Share]) -> Iterator[str]:
    heading = _("Offered and taken: %(group)s", group=group)
    yield f"## {heading}"
    yield ""
    yield _table(_("card"), _("offered"), _("taken in 100"))
    yield "|---|---:|---:|"
    for name, share in sorted(shares.items(), key=lambda x: x[1].rate):
        mark = f" {NOT_WANTED}" if share.rate < UNWANTED else ""
        yield _table(name, share.of, f"{share.rate:.1f}{mark}")


# The chart.


def chart(title: str, found: Sequence[Weighing]) -> str:
    """Rates of victory as bars about the even rate, and shares of what happened, in SVG."""
    rows = list(_rows(found))
    height = ROW * (len(rows) + 2)
    heading = escape(str(_("Balance of %(title)s", title=title)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{heading}</title>",
        STYLE,
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="head" x="12" y="{ROW}">{heading}</text>',
    ]
    for n, (label, rate, even) in enumerate(rows):
        parts += _bar(ROW * (n + 2), label, rate, even)
    return "\n".join([*parts, "</svg>"]) + "\n"


STYLE = """<style>
text { font: 12px sans-serif; fill: #222 }
.head { font-weight: bold; font-size: 14px }
.paper { fill: #fff }
.bar { fill: #3b6ea8 }
.far { fill: #b5482f }
.band { fill: #d9dee4 }
.even { stroke: #222; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6 }
.paper { fill: #16191d }
.bar { fill: #7fb0e6 }
.far { fill: #e58a6f }
.band { fill: #333a42 }
.even { stroke: #e6e6e6 }
}
</style>"""

Row = tuple[str, float | None, float | None]
"""A label, its rate in 100 (none: a heading), and the even rate where there is one."""


def _rows(found: Sequence[Weighing]) -> Iterator[Row]:
    for one in found:
        even = 100 / one.seats if one.seats > 1 else None
        yield str(_("%(seats)d players, %(n)d games", seats=one.seats, n=one.games)), None, None
        seats = {str(_("seat %(n)s", n=seat)): share for seat, share in one.by_seat.items()}
        for what, shares in (("", seats), *one.by_start.items()):
            for name, share in sorted(shares.items()):
                yield f"{what} {name}" if name.isdecimal() else name, share.rate, even
        for group, counter in one.counts.items():
            whole = sum(counter.values())
            for name, times in counter.most_common():
                yield f"{group}: {name}", 100 * times / max(1, whole), None


def _bar(y: int, label: str, rate: float | None, even: float | None) -> Iterator[str]:
    if rate is None:
        yield f'<text class="head" x="12" y="{y + 14}">{escape(label)}</text>'
        return
    scale = (WIDTH - LEFT - 60) / 100
    yield f'<text x="{LABEL}" y="{y + 14}" text-anchor="end">{escape(label)}</text>'
    far = even is not None and abs(rate - even) > FAIR
    if even is not None:
        low, wide = LEFT + (even - FAIR) * scale, 2 * FAIR * scale
        yield f'<rect class="band" x="{low:.1f}" y="{y + 1}" width="{wide:.1f}" height="18"/>'
    name, wide = "far" if far else "bar", rate * scale
    yield f'<rect class="{name}" x="{LEFT}" y="{y + 5}" width="{wide:.1f}" height="10"/>'
    if even is not None:
        x = LEFT + even * scale
        yield f'<path class="even" d="M{x:.1f} {y + 1}v18"/>'
    x = LEFT + max(wide, ((even or 0) + FAIR) * scale if even else 0) + 8
    yield f'<text x="{x:.1f}" y="{y + 14}">{rate:.1f}</text>'
