"""`pbem new-game`: the smallest game again, under a new name."""

from __future__ import annotations

import io
import keyword
import re
import tokenize
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from pbem import games
from pbem.engine import _

from .speech import Refusal, say

SMALLEST = "dudo"
PREFIX = "DU"
"""How its rules are numbered: DU-1.1."""
SLUG = re.compile(r"[a-z](?:_?[a-z0-9]){1,29}")
LEFT_OUT = ("__pycache__",)
TEXT = (".py", ".md", ".txt", ".toml", ".html", ".css", ".svg", ".po")


def copy_game(slug: str, into: Path | None) -> None:
    """Copy the smallest game and say what to do next."""
    _check_slug(slug)
    source = _folder(SMALLEST)
    home = source.parent if into is None else into
    target = home / slug
    if target.exists():
        raise Refusal(_("%(path)s is there already. Nothing was written.", path=target))
    renaming = Renaming.to(slug)
    files = sorted(path for path in source.rglob("*") if _belongs(path))
    renaming.check({path.name: path.read_text("utf-8") for path in files if path.suffix == ".py"})
    copies = {renaming.path(path.relative_to(source)): renaming.copy(path) for path in files}
    try:
        for name, content in copies.items():
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    except OSError as why:
        raise Refusal(
            _("%(path)s cannot be written: %(why)s.", path=target, why=why.strerror)
        ) from why
    _tell(target, renaming, own=into is None)


def _check_slug(slug: str) -> None:
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug):
        raise Refusal(
            _(
                "'%(slug)s' cannot be a game's short name. Write 2 to 30 small letters and digits,"
                " a letter first, with '_' between words: kraken, sea_wolf.",
                slug=slug,
            )
        )
    if slug in games.packages():
        raise Refusal(_("There is a game '%(slug)s' already. Choose another name.", slug=slug))


def _folder(slug: str) -> Path:
    spec = find_spec(games.packages()[slug])
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _belongs(path: Path) -> bool:
    return path.is_file() and not any(part in LEFT_OUT for part in path.parts)


@dataclass(frozen=True)
class Renaming:
    """The names that change: slug, class, title and the prefix of the rules' numbers."""

    slug: str
    cls: str
    title: str
    prefix: str

    @classmethod
    def to(cls, slug: str) -> Renaming:
        words = slug.split("_")
        capital = [word.capitalize() for word in words]
        initials = "".join(word[0] for word in words) if len(words) > 1 else slug[:2]
        return cls(slug, "".join(capital), " ".join(capital), initials.upper())

    def check(self, sources: dict[str, str]) -> None:
        """Refuse a name that would collide with one in the copied code."""
        taken = {t.string for text in sources.values() for t in _names(text)}
        clash = {self.cls, f"{self.cls}Game"} & taken
        if clash:
            raise Refusal(
                _(
                    "'%(slug)s' would name a class %(name)s, which the copied code has for"
                    " something else. Choose another name.",
                    slug=self.slug,
                    name=min(clash),
                )
            )

    def path(self, path: Path) -> Path:
        return Path(*(part.replace(SMALLEST, self.slug) for part in path.parts))

    def copy(self, path: Path) -> bytes:
        """What the copy of a file holds."""
        if path.suffix not in TEXT:
            return path.read_bytes()
        text = self.text(path.read_text("utf-8"), python=path.suffix == ".py")
        return self.mark(text, path.name).encode()

    def text(self, text: str, *, python: bool) -> str:
        """The text with its names changed: classes in code, the title in prose."""
        tokens = _names(text) if python else []
        names = {token.start for token in tokens if SMALLEST in token.string.lower()}
        lines = text.splitlines(keepends=True)
        return "".join(self._line(line, n, names) for n, line in enumerate(lines, 1))

    def _line(self, line: str, number: int, names: set[tuple[int, int]]) -> str:
        def new(found: re.Match[str]) -> str:
            if found.group() == SMALLEST:
                return self.slug
            return self.cls if (number, found.start()) in names else self.title

        line = re.sub(rf"{SMALLEST}|{SMALLEST.capitalize()}", new, line)
        return re.sub(rf"\b{PREFIX}-(?=\d)", f"{self.prefix}-", line)

    def mark(self, text: str, name: str) -> str:
        """Say in the copied package and its rules that they are still a copy."""
        if name == "__init__.py":
            return f'"""{self.title}, begun as a copy of {SMALLEST.capitalize()}."""\n'
        if name != "rules.md":
            return text
        head, _line, rest = text.partition("\n")
        note = (
            f"These are still the rules of {SMALLEST.capitalize()} under a new name. Write yours"
            f" here,\nand number them {self.prefix}-1, {self.prefix}-2 and so on:"
            " the prompts and the tests cite them."
        )
        return f"{head}\n\n{note}\n{rest}"


def _names(source: str) -> list[tokenize.TokenInfo]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token for token in tokens if token.type == tokenize.NAME]


def _tell(target: Path, renaming: Renaming, *, own: bool) -> None:
    say(
        _(
            "%(title)s is in %(path)s. It still plays like %(smallest)s; now make it yours.",
            title=renaming.title,
            path=target,
            smallest=SMALLEST.capitalize(),
        )
    )
    if not own:
        say(
            _(
                "So that it is found, name its package in your pyproject.toml and install that:\n"
                '  [project.entry-points."%(group)s"]\n'
                '  %(slug)s = "%(slug)s"',
                group=games.GROUP,
                slug=renaming.slug,
            )
        )
    say(
        _(
            "Then: pbem play %(slug)s, and pbem check %(slug)s. pbem/games/README.md says how"
            " a game is made.",
            slug=renaming.slug,
        )
    )
