"""Every sentence that a person reads can be translated: it is marked, and the marks are found.

Babel looks at calls, not at types. So this test looks at what the code shows: what commands
print, what refusals say, and what the methods return whose words are shown at the table.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg

LAYERS = ("cli", "engine", "export", "games")
SHOWN_BY = {"echo", "say", "_say", "Refusal", "prompt", "AnswerError", "Flaw", "BadSetting"}
"""Calls that show their arguments to people."""
SPOKEN = {
    "sentence", "label", "hint", "word", "why_not", "otherwise", "yes", "no", "describe",
    "fits", "ending", "board", "blurb",
}  # fmt: skip
"""Methods of events, prompts and games that answer with words to be read."""
WORDS = re.compile(r"[^\W\d_]{2,} ?[^\W\d_]*")
NO_WORDS = re.compile(r"\w+[-./]\w+|--\w+|%\(\w+\)\w|\b[a-z]{1,2}\b")
"""Names of options and files, and places to fill in."""


@pytest.fixture(scope="session")
def extracted(root: Path) -> set[str]:
    """Every message that Babel finds with our own mapping."""
    with (root / "babel.cfg").open() as mapping:
        methods, options = parse_mapping_cfg(mapping)  # type: ignore[no-untyped-call]
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2), "n_": (1, 2)}
    found = extract_from_dir(str(root), methods, options, keywords=keywords)
    messages: set[str] = set()
    for _file, _line, message, _comments, _context in found:
        messages.update([message] if isinstance(message, str) else message)
    return messages


def sources(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    for layer in LAYERS:
        for path in sorted((root / "pbem" / layer).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def name_of(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def marked(tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in ("_", "n_"):
            yield node


def bare(tree: ast.AST) -> Iterator[ast.Constant]:
    """Literals with words in them, outside of marks."""
    if isinstance(tree, ast.Call) and name_of(tree) in ("_", "n_", "get", "join", "strip", "split"):
        return
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        if WORDS.search(NO_WORDS.sub("", tree.value)):
            yield tree
        return
    skipped: set[ast.AST | None] = set()
    if isinstance(tree, ast.Subscript):
        skipped.add(tree.slice)
    if isinstance(tree, ast.Compare):  # A word that is compared with is not shown.
        skipped.update([tree.left, *tree.comparators])
    if isinstance(tree, ast.FormattedValue):
        skipped.add(tree.format_spec)
    for child in ast.iter_child_nodes(tree):
        if child not in skipped:
            yield from bare(child)


def shown(tree: ast.Module) -> Iterator[ast.Constant]:
    """Literals that people get to see without having been marked."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in SHOWN_BY:
            where_first = name_of(node) == "Flaw"  # A flaw's path is a place, not words.
            for argument in node.args[where_first:]:
                yield from bare(argument)
        elif isinstance(node, ast.FunctionDef) and node.name in SPOKEN:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return | ast.Yield) and inner.value is not None:
                    yield from bare(inner.value)


def complaints(path: Path, tree: ast.Module) -> list[str]:
    return [f"{path.name}:{node.lineno}: {node.value!r}" for node in shown(tree)]


def test_what_people_read_is_marked(root: Path) -> None:
    found = [c for path, tree in sources(root) for c in complaints(path, tree)]
    assert not found, "\n".join(found)


def test_what_is_marked_is_found_by_babel(root: Path, extracted: set[str]) -> None:
    missing = []
    for path, tree in sources(root):
        for call in marked(tree):
            wanted = 2 if name_of(call) == "n_" else 1
            for argument in call.args[:wanted]:
                text = argument.value if isinstance(argument, ast.Constant) else None
                if text not in extracted:
                    missing.append(f"{path.name}:{call.lineno}: {ast.unparse(argument)}")
    assert not missing, "\n".join(missing)


def test_nobody_marks_under_another_name(root: Path) -> None:
    """Babel knows `_` and `n_`; what `_ as text` marks would never be found."""
    for path, tree in sources(root):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                renamed = [a for a in node.names if a.name in ("_", "n_") and a.asname]
                assert not renamed, f"{path}:{node.lineno}"


@pytest.mark.parametrize("message", ["%(path)s is there already. Nothing was written.", "doubt"])
def test_known_messages_are_found(message: str, extracted: set[str]) -> None:
    assert message in extracted


@pytest.mark.parametrize(
    "code",
    [
        'say("It is over.")',
        'click.echo(f"{n} games were played")',
        'raise Refusal("No.")',
        "def sentence(self):\n    return 'You win.'",
        "def hint(self):\n    return 'all in' if x else None",
        "def label(self):\n    return (_('doubt'), f'{n} dice')",
    ],
)
def test_an_unmarked_sentence_is_found_out(code: str) -> None:
    assert list(shown(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'say(_("It is over."))',
        'click.echo(f"  {n:>3}  {tongue.say(text)}")',
        "def label(self):\n    return f'{n} x {face}'",
        "def hint(self):\n    return _('all in') if value == 'doubt' else None",
        'log.info("It is over.")',
    ],
)
def test_what_is_marked_or_no_sentence_is_let_through(code: str) -> None:
    assert not list(shown(ast.parse(code)))
