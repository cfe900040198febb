"""The new text of a reply: what its writer typed, without what a client quoted below or above.

Quoted text must never act, so in doubt a line is not new. Four things end the new text or are
taken out of it: our own mark, a client's way to quote (English, French, German), a signature,
and what stands, line after line, in the very letter that is answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pbem.services.marker import MARK

LONGEST = 32_000
"""So many characters of a mail are looked at; nobody types that many orders."""
OWN_WORDS = 25
"""Two lines this long that stand in the letter in the same order were not typed; one alone may be,
by somebody who answers in the letter's words."""
WRAPPED = 50
"""A quoted line this long may go on, unquoted, in the line after it."""

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_MARK = re.compile(r"~{1,2}\s*" + MARK.strip("~ ") + r"\s*~{1,2}", re.I)
_QUOTED = re.compile(r"\s*([>|]|&gt;)")
_WROTE = [
    re.compile(pattern, re.I)
    for pattern in (
        r"on\b.{4,400}\bwrote\s*:",
        r"le\b.{4,400}\ba écrit\s*:",
        r"am\b.{4,400}\b(schrieb|geschrieben)\b.{0,300}:",
    )
]
_SOMEBODY_WROTE = [
    re.compile(pattern, re.I)
    for pattern in (
        r".{1,200}\bwrote on .{4,200}:",
        r".{0,300}<[^<>]*@[^<>]*>\s*(wrote|a écrit|schrieb\b.{0,200})\s*:",
        r".{0,400}<[^<>]*@[^<>]*>.{0,100}:",
    )
]
_DATED = re.compile(r"[^<>]{0,200}\d[^<>]{0,200}<[^<>]*@")
"""A line with a day and an address begins an introduction: what stands above it was typed."""
_FROM = re.compile(r"[*_]*(from|de|von|expéditeur|absender)\s*:[*_]*\s*\S", re.I)
_FIELD = re.compile(
    r"[*_]*(sent|date|to|cc|subject|reply-to|envoyé|à|a|objet|répondre à|gesendet|datum|an|betreff"
    r"|antwort an|importance|wichtigkeit|priorité)\s*:[*_]*(\s|$)",
    re.I,
)
_RULE = re.compile(
    r"[-_*]{2,}\s*(original message|forwarded message|reply message|message d['’]origine"
    r"|(message|mail) original|message transféré|message transmis|message de réponse"
    r"|mail (d['’]origine|transféré)|original-?(mail|nachricht)"
    r"|(urspr(ü|ue)ngliche|weitergeleitete) (mail|nachricht))\s*[-_*]{2,}",
    re.I,
)
_BEGUN = re.compile(
    r"(begin forwarded message|début du message (transféré|réexpédié)"
    r"|anfang der weitergeleiteten (nachricht|e-mail))\s*:"
    r"|-{3,}\s*.{4,300}\b(wrote|a écrit|schrieb|geschrieben)\b.{0,200}-{3,}",
    re.I,
)
_LINE = re.compile(r"_{10,}|-{20,}|={20,}|\*{20,}")
_SIGNATURE = re.compile(r"--\s?")
_DEVICE = re.compile(
    r"(sent (from|with|via|using) .+|get outlook for .+|get bluemail .+"
    r"|(von|diese nachricht wurde von) .+ gesendet.*|gesendet (von|mit|aus|über|via) .+"
    r"|(holen|beziehen) sie (sich )?outlook .+|outlook für .+ (beziehen|herunterladen).*"
    r"|envoyé (de|depuis|à partir|avec|par|via) .+|(obtenez|téléchargez|obtenir|télécharger) "
    r"outlook .+"
    r"|(mit|über) .{3,60} gesendet.*|provenance : .+|obtenir bluemail .+"
    r"|securely sent with .+|(virus-free|garanti sans virus|virenfrei)\b.*"
    r"|yahoo\s?mail\s?: .{3,200})",
    re.I,
)


def new_text(text: str, letter: str = "") -> str:
    """What is new in the plain text of a reply to this letter."""
    lines = [_seen(line) for line in text[:LONGEST].replace("\r\n", "\n").splitlines()]
    lines = _without_quotes(_cut(lines))
    if letter:
        lines = _without_letter(lines, letter)
    lines = [line for line in lines if not _DEVICE.fullmatch(line.strip())]
    return "\n".join(lines).strip()


def _seen(line: str) -> str:
    """A line as it looks: without characters of no width, which could hide a mark."""
    return _UNSEEN.sub("", line).replace("\xa0", " ").rstrip()


def _cut(lines: list[str]) -> list[str]:
    """The lines above our mark, a quoted header, a signature, or an introduced quote."""
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at].strip()
        if _QUOTED.match(line):
            kept.append(lines[at])
            at += 1
            continue
        if _MARK.search(line):
            return _without_introduction(kept)
        if _SIGNATURE.fullmatch(lines[at]) or _ends(lines, at):
            return kept
        wide = _introduction(lines, at)
        if wide:
            after = _next(lines, at + wide)
            if after is None or not _QUOTED.match(lines[after]):
                return kept
            kept.append("")  # Only the quote goes: something may be written below it.
            at = after
            continue
        kept.append(lines[at])
        at += 1
    return kept


def _ends(lines: list[str], at: int) -> bool:
    """Does a client's own beginning of a quote stand here?"""
    line = lines[at].strip()
    if any(rule.fullmatch(line) for rule in (_RULE, _BEGUN, _LINE)):
        return True
    if not _FROM.match(line) and not _FIELD.match(line):
        return False
    block = [other.strip() for other in lines[at : at + 8]]
    fields = sum(bool(_FIELD.match(other)) for other in block)
    return fields >= 2 and any(_FROM.match(other) for other in block)


def _introduction(lines: list[str], at: int) -> int:
    """How many lines introduce a quote here ('On …, Ann wrote:'), which may be wrapped."""
    wide = _said(lines, at, _WROTE)
    if wide:
        return wide
    wide = _said(lines, at, _SOMEBODY_WROTE)
    later = any(
        _said(lines, n, _WROTE) or (_DATED.match(lines[n]) and _said(lines, n, _SOMEBODY_WROTE))
        for n in range(at + 1, at + wide)
    )
    return 0 if later else wide


def _said(lines: list[str], at: int, forms: list[re.Pattern[str]]) -> int:
    """How many lines from here on are of one of these forms, put together."""
    said = ""
    for wide, line in enumerate(lines[at : at + 4], 1):
        line = line.strip(" -*")
        if not line or _QUOTED.match(line):
            return 0
        said = f"{said} {line}".strip()
        if line.endswith(":") and any(form.fullmatch(said) for form in forms):
            return wide
    return 0


def _next(lines: list[str], at: int) -> int | None:
    return next((n for n in range(at, len(lines)) if lines[n].strip()), None)


def _without_introduction(kept: list[str]) -> list[str]:
    """Above our mark, a last paragraph that ends with a colon or names an address introduces it,
    in whatever language."""
    while kept and not kept[-1].strip():
        kept.pop()
    begins = next((n + 1 for n in range(len(kept) - 1, -1, -1) if not kept[n].strip()), 0)
    said = " ".join(kept[begins:])
    if said.endswith(":") or re.search(r"<[^<>]*@[^<>]*>", said):
        return kept[: max(begins, len(kept) - 4)]
    return kept


def _without_quotes(lines: list[str]) -> list[str]:
    """The lines that are not quoted, nor the rest of a quoted line that a client wrapped."""
    kept: list[str] = []
    quoted, within = "", False
    for at, line in enumerate(lines):
        if _QUOTED.match(line):
            quoted, within = line, True
        elif within and line.strip() and _squeezed(lines, at):
            quoted = ""
        elif quoted and line.strip() and len(quoted) >= WRAPPED:
            quoted = line if len(line) >= WRAPPED else ""
        else:
            quoted = ""
            kept.append(line)
    return kept


def _squeezed(lines: list[str], at: int) -> bool:
    """Does a quoted line follow at once? Who answers between the lines leaves one free."""
    return at + 1 < len(lines) and bool(_QUOTED.match(lines[at + 1]))


def _without_letter(lines: list[str], letter: str) -> list[str]:
    """Everything above the first place that stands in the letter too."""
    own = [_folded(line) for line in letter.splitlines()]
    whole = " ".join(filter(None, own))
    pairs = set(_pairs(filter(None, own)))
    typed = [(at, _folded(line)) for at, line in enumerate(lines)]
    typed = [(at, line) for at, line in typed if line]
    long_ = [(at, whole.find(line)) for at, line in typed if len(line) >= OWN_WORDS]
    quoted = [at for n, (at, place) in enumerate(long_) if _goes_on(place, long_[n + 1 :])]
    quoted += [at for at, line in typed if "://" in line and line in whole]
    quoted += [at for (at, line), (_at, after) in pairwise(typed) if (line, after) in pairs]
    return lines[: min(quoted)] if quoted else lines


def _goes_on(place: int, later: list[tuple[int, int]]) -> bool:
    """Does a line stand in the letter, and a later one below it?"""
    return place >= 0 and any(below > place for _at, below in later)


def _pairs(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    before = ""
    for line in lines:
        if before:
            yield before, line
        before = line


def _folded(line: str) -> str:
    """A line as it is compared: case, spaces and a client's stars do not matter."""
    return " ".join(re.sub(r"[*_|]", " ", _seen(line)).casefold().split())
