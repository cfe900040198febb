"""A small reader of Markdown for our own rulebooks: headings, lists, tables, emphasis, links.

All text is escaped before any mark is read, and a link leads only to the web, to this site or
into the page, so that nothing in a rulebook can do harm. A rule's number becomes an anchor where
it begins a heading or stands bold at the beginning of a paragraph; elsewhere it links there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

NUMBER = r"[A-Z]{2,4}-\d+(?:\.\d+)*"
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_ITEM = re.compile(r"(\s*)(?:([-*+])|(\d{1,3})[.)])\s+(.*)")
_RULE = re.compile(rf"^\s*(?:#{{1,6}}\s+|(?:[-*+]|\d{{1,3}}[.)])?\s*\*\*)({NUMBER})\b")
_LEADING = re.compile(rf"\*\*({NUMBER})\b([^*]*)\*\*")
_DIVIDER = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$")
_LINE = re.compile(r"(-{3,}|\*{3,}|_{3,})\s*$")
_CODE = re.compile(r"(`[^`]+`)")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_EM = re.compile(r"(?<![\w*])\*(?=\S)([^*]+?)(?<=\S)\*(?![\w*])")
_CITED = re.compile(rf"(?<![\w#\"-]){NUMBER}\b")
_SUM = re.compile(r"(?<=\d) (?=\$)")
_SAFE = ("https://", "http://", "#", "/")


@dataclass(frozen=True)
class Page:
    """A text as HTML, with what is needed to find one's way in it."""

    title: str
    html: Markup
    chapters: tuple[tuple[str, str], ...]
    """The headings of the second level: anchor and words."""
    anchors: frozenset[str]


def read(text: str) -> Page:
    """A whole text. Its first heading is the title; the others keep their levels."""
    lines = text.replace("\r\n", "\n").expandtabs(4).split("\n")
    reader = _Reader(frozenset(found[1] for line in lines if (found := _RULE.match(line))))
    html = Markup("\n").join(reader.blocks(lines))
    return Page(reader.title, html, tuple(reader.chapters), reader.anchors)


class _Reader:
    """Reads one text, and remembers its headings."""

    def __init__(self, anchors: frozenset[str]) -> None:
        self.anchors = anchors
        self.title = ""
        self.chapters: list[tuple[str, str]] = []
        self._used: set[str] = set()

    def blocks(self, lines: Sequence[str]) -> Iterable[Markup]:
        """Everything in these lines, one block after the other."""
        at = 0
        while at < len(lines):
            line = lines[at]
            if not line.strip():
                at += 1
            elif line.startswith("```"):
                end = self._end(lines, at + 1, lambda one: one.startswith("```"))
                yield _tag("pre", _tag("code", escape("\n".join(lines[at + 1 : end]))))
                at = end + 1
            elif heading := _HEADING.match(line):
                if shown := self._heading(len(heading[1]), heading[2]):
                    yield shown
                at += 1
            elif _LINE.match(line):
                yield Markup("<hr>")
                at += 1
            elif at + 1 < len(lines) and "|" in line and _DIVIDER.match(lines[at + 1]):
                end = self._end(lines, at, lambda one: "|" not in one)
                yield self._table(lines[at:end])
                at = end
            elif line.startswith(">"):
                end = self._end(lines, at, lambda one: not one.startswith(">"))
                inner = [one[1:].removeprefix(" ") for one in lines[at:end]]
                yield _tag("blockquote", Markup("\n").join(self.blocks(inner)))
                at = end
            elif _ITEM.match(line):
                end = self._list_end(lines, at)
                yield self._list(lines[at:end])
                at = end
            else:
                end = self._end(lines, at, self._ends_paragraph)
                end = max(end, at + 1)
                yield _tag("p", self.inline(" ".join(one.strip() for one in lines[at:end])))
                at = end

    def _end(self, lines: Sequence[str], at: int, ends: Callable[[str], bool]) -> int:
        """The first line from here on at which a block ends."""
        return next((n for n in range(at, len(lines)) if ends(lines[n])), len(lines))

    def _ends_paragraph(self, line: str) -> bool:
        starts = (_HEADING, _ITEM)
        return (
            not line.strip() or line.startswith(("```", ">")) or any(s.match(line) for s in starts)
        )

    def _heading(self, level: int, words: str) -> Markup | None:
        said = self.inline(words, cite=False)
        if level == 1 and not self.title:
            self.title = words
            return None
        level = max(level, 2)
        number = re.match(NUMBER, words)
        name = self._fresh(number[0] if number else _slug(words))
        if level == 2:
            self.chapters.append((name, said.striptags()))
        return Markup('<h{0} id="{1}">{2}</h{0}>').format(level, name, said)

    def _fresh(self, name: str) -> str:
        """A name that stands only once on the page."""
        wanted, n = name, 2
        while name in self._used:
            name, n = f"{wanted}-{n}", n + 1
        self._used.add(name)
        return name

    def _list_end(self, lines: Sequence[str], at: int) -> int:
        """A list goes on over blank lines, as long as items or indented lines follow."""
        end = at + 1
        while end < len(lines):
            line = lines[end]
            after = next((one for one in lines[end:] if one.strip()), "")
            if line.strip() and not (line.startswith("  ") or _ITEM.match(line)):
                break
            if not line.strip() and not (after.startswith("  ") or _ITEM.match(after)):
                break
            end += 1
        return end

    def _list(self, lines: Sequence[str]) -> Markup:
        first = _ITEM.match(lines[0])
        assert first is not None
        indent, numbered = len(first[1]), first[3] is not None
        items: list[list[str]] = []
        for line in lines:
            found = _ITEM.match(line)
            if found and len(found[1]) <= indent:
                items.append([found[4]])
            else:
                items[-1].append(line)
        shown = Markup("").join(self._item(item) for item in items)
        if not numbered:
            return _tag("ul", shown)
        begins = int(first[3])
        return (
            Markup('<ol start="{}">{}</ol>').format(begins, shown)
            if begins > 1
            else _tag("ol", shown)
        )

    def _item(self, lines: list[str]) -> Markup:
        nested = next((n for n, line in enumerate(lines[1:], 1) if _ITEM.match(line)), len(lines))
        own = [line.strip() for line in lines[:nested]]
        depth = min(
            (len(one) - len(one.lstrip()) for one in lines[nested:] if one.strip()), default=0
        )
        rest = self.blocks([line[depth:] for line in lines[nested:]])
        return _tag("li", self.inline(" ".join(filter(None, own))) + Markup("").join(rest))

    def _table(self, lines: Sequence[str]) -> Markup:
        head, _divider, *body = (
            [c.strip() for c in one.strip().strip("|").split("|")] for one in lines
        )
        top = Markup("").join(
            Markup('<th scope="col">{}</th>').format(self.inline(c)) for c in head
        )
        rows = (Markup("").join(_tag("td", self.inline(cell)) for cell in row) for row in body)
        inner = _tag("thead", _tag("tr", top)) + _tag(
            "tbody", Markup("").join(_tag("tr", row) for row in rows)
        )
        return Markup('<div class="wide" tabindex="0"><table>{}</table></div>').format(inner)

    def inline(self, text: str, *, cite: bool = True) -> Markup:
        """A line of words: code, links, emphasis, and the numbers of rules."""
        number = _LEADING.match(text)
        if number and number[1] not in self._used:
            self._used.add(number[1])
            lead = Markup('<strong id="{0}">{0}{1}</strong>').format(number[1], number[2])
            return lead + self.inline(text[number.end() :], cite=cite)
        parts = (
            _tag("code", escape(part[1:-1])) if part.startswith("`") else self._words(part, cite)
            for part in _CODE.split(text)
            if part
        )
        return Markup("").join(parts)

    def _words(self, text: str, cite: bool) -> Markup:
        html = str(escape(text))
        html = _LINK.sub(_link, html)
        html = _STRONG.sub(r"<strong>\1</strong>", html)
        html = _EM.sub(r"<em>\1</em>", html)
        html = _SUM.sub("\u00a0", html)  # A number and its unit stay on one line.
        if cite:
            html = _CITED.sub(self._cited, html)
        return Markup(html)

    def _cited(self, found: re.Match[str]) -> str:
        number = found[0]
        return f'<a href="#{number}">{number}</a>' if number in self.anchors else number


def _link(found: re.Match[str]) -> str:
    words, where = found[1], found[2]
    if not where.startswith(_SAFE) or where.startswith("//"):
        return words
    return f'<a href="{where}">{words}</a>'


def _tag(name: str, inner: Markup | str) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(name, inner)


def _slug(words: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", words.casefold())) or "part"
