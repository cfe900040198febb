"""An HTML reply as plain text, without what its client marks as quoted."""

from __future__ import annotations

import re
from html.parser import HTMLParser

LONGEST = 128_000
"""So many characters of HTML are looked at, once styles and comments are out."""
DEEPEST = 200

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}
_BLOCKS = {
    "address", "article", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "li", "main", "nav", "ol", "p",
    "pre", "section", "table", "tr", "ul",
}  # fmt: skip
_UNREAD = {"head", "style", "script", "title", "template", "blockquote", "textarea", "select"}
_QUOTES = re.compile(
    r"\b(gmail_quote|gmail_attr|gmail_extra|yahoo_quoted|protonmail_quote|moz-cite-prefix|zmail_extra"
    r"|ms-outlook-mobile-reference-message|tutanota_quote|quote-container|mail_quote"
    r"|gmail_signature|moz-signature|protonmail_signature_block|ms-outlook-mobile-signature"
    r"|messageReplySection|messageSignatureSection|k9mail-signature|composer_signature"
    r"|ymail_(android|ios)_signature|AppleMailSignature|(x_)*Signature$)",
    re.I,
)
_REST = re.compile(
    r"^(x_)*(divRplyFwdMsg|appendonsend|stopSpelling|isForwardContent|mail-editor-reference"
    r"-message-container|reply-intro|OLK_SRC_BODY_SECTION)",
    re.I,
)
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0\s*(px|pt|em)?\s*(;|$)", re.I
)
_BARE = re.compile(r"<(?!/?[a-zA-Z][^<>]{0,4000}>)")
"""What begins no whole tag: the standard parser looks for its end again and again."""
_COMMENTS = ("<!--", "-->"), ("<style", "</style>"), ("<script", "</script>"), ("<!", ">")


def text_of(html: str) -> str:
    """The words of a page, block by block on lines of their own."""
    page = _Page()
    page.feed(_BARE.sub("&lt;", _lean(html)[:LONGEST]))
    page.close()
    return "".join(page.words)


def _lean(html: str) -> str:
    """Without comments, styles and scripts, which can be many times as long as the words."""
    for begin, end in _COMMENTS:
        lower = html.lower()
        if len(lower) != len(html):  # A few letters change their length with their case.
            lower = html
        kept, at = [], 0
        while (found := lower.find(begin, at)) >= 0:
            kept.append(html[at:found])
            stop = lower.find(end, found + len(begin))
            at = len(html) if stop < 0 else stop + len(end)
        html = "".join([*kept, html[at:]])
    return html


class _Page(HTMLParser):
    """Collects words; inside a quote it only counts until the quote is closed."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._over = False
        self._unread = ""
        self._deep = 0
        self._pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._over:
            return
        if self._unread:
            self._deep += tag == self._unread
            self._over = self._deep > DEEPEST
            return
        named = {name: value or "" for name, value in attrs}
        if _REST.match(named.get("id", "")):
            self._over = True
        elif tag not in _VOID and _is_quote(tag, named):
            self._unread, self._deep = tag, 1
            self.words.append("\n")
        elif tag == "br" or tag in _BLOCKS or tag == "hr":
            self.words.append("\n")
            self._pre += tag == "pre"
        elif tag in ("td", "th"):
            self.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unread:
            self._deep -= tag == self._unread
            if self._deep == 0:
                self._unread = ""
        elif tag in _BLOCKS:
            self.words.append("\n")
            self._pre -= tag == "pre"

    def handle_data(self, data: str) -> None:
        if not self._unread and not self._over:
            self.words.append(data if self._pre > 0 else re.sub(r"\s+", " ", data))


def _is_quote(tag: str, named: dict[str, str]) -> bool:
    if tag in _UNREAD or _HIDDEN.search(named.get("style", "")):
        return True
    return any(_QUOTES.search(named.get(name, "")) for name in ("class", "name", "id"))
