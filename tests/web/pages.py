"""Pages as a test reads them: forms with their fields, words, and everything that is malformed."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
FIELDS = frozenset({"input", "select", "textarea", "button"})
DRAWN = {"svg", "path", "circle", "rect", "g", "line", "polyline", "polygon", "text"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# What may not stand inside a paragraph; a browser would close the paragraph silently.
BLOCKS = {"p", "div", "ul", "ol", "dl", "table", "form", "section", "details", "pre", *HEADINGS}

Attributes = dict[str, str]


@dataclass
class Form:
    """A form as a browser without script would send it."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """Every value that a field of this name offers."""
    kinds: set[str] = field(default_factory=set)
    """What its fields for an answer are: radio, checkbox, text, select, textarea."""

    def filled(self, **answers: str | list[str] | None) -> list[tuple[str, str]]:
        """What is sent if these fields are filled in; None leaves a field out."""
        kept = [(name, value) for name, value in self.fields if name not in answers]
        for name, given in answers.items():
            values = given if isinstance(given, list) else [] if given is None else [given]
            kept += [(name, value) for value in values]
        return kept


class Page(HTMLParser):
    """A page of ours, read once."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.html = html
        self.flaws: list[str] = []
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        """Everything that the page makes a browser load."""
        self.title = ""
        self._open: list[tuple[str, Attributes]] = []
        self._ids: set[str] = set()
        self._labelled: set[str] = set()
        self._named: list[tuple[str, Attributes, bool]] = []
        self._heading = 0
        self._words: list[str] = []
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._textarea: tuple[str, str] | None = None
        self.feed(html)
        self.close()
        self._finish()

    @property
    def text(self) -> str:
        """All words of the page, as they follow each other."""
        return " ".join(" ".join(self._words).split())

    def form(self, ending: str) -> Form:
        """The first form that changes something at such an address: those of GET only look."""
        posts = (form for form in self.forms if form.method == "post")
        return next(form for form in posts if form.action.endswith(ending))

    def has_form(self, ending: str) -> bool:
        """Whether there is a form that changes something at such an address."""
        return any(f.action.endswith(ending) and f.method == "post" for f in self.forms)

    def handle_decl(self, decl: str) -> None:
        if decl.lower() != "doctype html":
            self.flaws.append(f"a strange doctype: {decl}")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._check_start(tag, attrs, given)
        self._collect(tag, given)
        if tag not in VOID:
            self._open.append((tag, given))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            if tag not in DRAWN:
                self.flaws.append(f"<{tag}/> closes nothing in HTML")
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            inner = self._open[-1][0] if self._open else "nothing"
            self.flaws.append(f"</{tag}> where <{inner}> is open, line {self.getpos()[0]}")
            return
        self._open.pop()
        if tag == "select" and self._select is not None:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [options[0][0]]
            self.forms[-1].fields.append((name, chosen[-1]))
            self.forms[-1].choices.setdefault(name, []).extend(value for value, _ in options)
            self._select = None
        elif tag == "textarea" and self._textarea is not None:
            self.forms[-1].fields.append(self._textarea)
            self._textarea = None

    def handle_data(self, data: str) -> None:
        tags = [tag for tag, _given in self._open]
        if "title" in tags and "svg" not in tags:
            self.title += data
        elif self._textarea is not None:
            self._textarea = (self._textarea[0], self._textarea[1] + data)
        elif "script" not in tags and "style" not in tags:
            self._words.append(data)

    def _check_start(
        self, tag: str, attrs: list[tuple[str, str | None]], given: Attributes
    ) -> None:
        where = f"<{tag}>, line {self.getpos()[0]}"
        if len(given) != len(attrs):
            self.flaws.append(f"an attribute twice in {where}")
        if any(name.startswith("on") or name == "style" for name in given):
            self.flaws.append(f"script or style inside {where}")
        if tag in BLOCKS and any(opened == "p" for opened, _given in self._open):
            self.flaws.append(f"a block inside a paragraph: {where}")
        if tag == "form" and any(opened == "form" for opened, _given in self._open):
            self.flaws.append(f"a form inside a form: {where}")
        if tag in HEADINGS:
            level = HEADINGS.index(tag) + 1
            if level > self._heading + 1:
                self.flaws.append(f"{where} after a heading of level {self._heading}")
            self._heading = level
        if (name := given.get("id")) is not None:
            if name in self._ids:
                self.flaws.append(f"the id {name} twice")
            self._ids.add(name)

    def _collect(self, tag: str, given: Attributes) -> None:
        inside_label = any(opened == "label" for opened, _given in self._open)
        match tag:
            case "a":
                self.links.append(given.get("href", ""))
            case "link" | "script" | "img" | "iframe":
                self.sources.append(given.get("href", given.get("src", "")))
            case "label" if "for" in given:
                self._labelled.add(given["for"])
            case "form":
                self.forms.append(Form(given.get("action", ""), given.get("method", "get")))
            case "option" if self._select is not None:
                self._select[1].append((given.get("value", ""), "selected" in given))
            case "select":
                self._select = (given.get("name", ""), [])
            case "textarea":
                self._textarea = (given.get("name", ""), "")
        if tag in FIELDS and self.forms and given.get("name") == "answer":
            self.forms[-1].kinds.add(given.get("type", tag))
        if tag in FIELDS:
            self._named.append((tag, given, inside_label))
        if tag == "input":
            self._collect_input(given)

    def _collect_input(self, given: Attributes) -> None:
        if not self.forms:
            self.flaws.append("a field outside of any form")
            return
        name, value = given.get("name", ""), given.get("value", "")
        picked = given.get("type") in ("radio", "checkbox")
        if picked:
            self.forms[-1].choices.setdefault(name, []).append(value)
        if not picked or "checked" in given:
            self.forms[-1].fields.append((name, value))

    def _finish(self) -> None:
        self.flaws += [f"<{tag}> is never closed" for tag, _given in self._open]
        for tag, given, inside_label in self._named:
            hidden = tag == "button" or given.get("type") == "hidden"
            named = inside_label or "aria-label" in given or given.get("id") in self._labelled
            if not hidden and not named:
                self.flaws.append(f"a {tag} without a label: {given}")
        if not self.title.strip():
            self.flaws.append("no title")
