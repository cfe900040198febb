"""`pbem verify`: what a verified export is worth, in words."""

from __future__ import annotations

from pathlib import Path

from pbem import __version__, export, games
from pbem.engine import _

from .speech import Refusal, open_to_read, say


def verify_file(path: Path, commitment: str | None) -> None:
    """Verify one file; a difference is a refusal that names it."""
    with open_to_read(path) as file:
        try:
            report = export.verify(export.read(file))
        except export.BadExport as bad:
            difference = export.Difference(bad.line, None, bad.text)
            raise Refusal(f"{path}: {difference}") from bad
    if report.difference is not None:
        raise Refusal(f"{path}: {report.difference}{_version_note(report)}")
    if commitment is not None and commitment.strip().lower() != report.commitment:
        raise Refusal(
            _(
                "%(path)s: The commitment is %(found)s, not the one you gave: this is another"
                " game, or its secret was exchanged.",
                path=path,
                found=report.commitment,
            )
        )
    _tell(path, report)


def _version_note(report: export.Report) -> str:
    if report.package in ("", __version__):
        return ""
    return " " + str(
        _(
            "(The game began with pbem %(then)s, this is %(now)s.)",
            then=report.package,
            now=__version__,
        )
    )


def _tell(path: Path, report: export.Report) -> None:
    say(
        _(
            "%(path)s: all true. %(entries)d entries (%(undone)d of them undone later),"
            " %(events)d events, %(nonces)d sealed answers and %(states)d states are as the rules,"
            " the answers and the secret lead to.",
            path=path,
            entries=report.entries,
            undone=report.undone,
            events=report.events,
            nonces=report.nonces,
            states=report.states,
        )
    )
    if report.outcome is not None:
        say(games.load(report.game).ending(report.outcome))
    for note in report.notes:
        say(note)
    say(
        _(
            "The secret was committed to as %(commitment)s. Compare that with what you were told"
            " when the game opened.",
            commitment=report.commitment,
        )
    )
