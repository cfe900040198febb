"""Rules made wrong on purpose, one change at a time.

A comparison is turned round, a number is off by one, a statement is left out. Strings,
docstrings, annotations and asserts stay as they are.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass

OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
EDGE: dict[type[ast.cmpop], type[ast.cmpop]]
EDGE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Continue, ast.Break, ast.Raise)


@dataclass(frozen=True)
class Mutant:
    """One change: in which file and line, what, and the whole changed source."""

    file: str
    line: int
    change: str
    source: str
    last: int = 0
    """The last line of what has to be run for the change to matter; 0 if it is one line."""

    @property
    def lines(self) -> range:
        return range(self.line, max(self.line, self.last) + 1)


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Every mutant of one file, from its top down."""
    tree = ast.parse(source)
    for place, node in enumerate(_judged(tree)):
        for number, change in enumerate(_changes(node)):
            copy = deepcopy(tree)
            _carry_out(copy, list(_judged(copy))[place], number)
            line, last = node.lineno, node.end_lineno or node.lineno
            yield Mutant(file, line, change, ast.unparse(copy), last)


def _judged(tree: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The nodes that can be changed: no docstrings, annotations, asserts or typing blocks."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _means_nothing(child):
                if isinstance(child, ast.expr | ast.stmt):
                    yield child
                yield from _judged(child)


def _means_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.ImportFrom() | ast.Import():
            return True
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _changes(node: ast.AST) -> list[str]:
    """What can be done to a node, in words; `_carry_out` does them by number."""
    match node:
        case ast.Compare(ops=[op]):
            return [f"{type(op).__name__} becomes {new.__name__}" for new in _instead_of(op)]
        case ast.BoolOp(op=ast.And()):
            return ["and becomes or"]
        case ast.BoolOp(op=ast.Or()):
            return ["or becomes and"]
        case ast.UnaryOp(op=ast.Not()):
            return ["not is left out"]
        case ast.BinOp(op=op) if type(op) in SWAPPED and not _is_text(node):
            return [f"{type(op).__name__} becomes {SWAPPED[type(op)].__name__}"]
        case ast.Constant(value=bool(value)):
            return [f"{value} becomes {not value}"]
        case ast.Constant(value=int(value)):
            return [f"{value} becomes {value + 1}"]
        case ast.stmt() if isinstance(node, DROPPED):
            return [f"'{ast.unparse(node).splitlines()[0][:60]}' is left out"]
    return []


def _instead_of(op: ast.cmpop) -> list[type[ast.cmpop]]:
    return [table[type(op)] for table in (OPPOSITE, EDGE) if type(op) in table]


def _is_text(node: ast.BinOp) -> bool:
    text = (ast.JoinedStr, ast.List, ast.Tuple)
    sides = (node.left, node.right)
    return any(isinstance(s, text) or isinstance(getattr(s, "value", 0), str) for s in sides)


def _carry_out(tree: ast.AST, node: ast.AST, number: int) -> None:
    match node:
        case ast.Compare(ops=[op]):
            node.ops = [_instead_of(op)[number]()]
        case ast.BoolOp(op=op):
            node.op = ast.Or() if isinstance(op, ast.And) else ast.And()
        case ast.UnaryOp():
            _put_instead(tree, node, node.operand)
        case ast.BinOp(op=op):
            node.op = SWAPPED[type(op)]()
        case ast.Constant(value=bool(value)):
            node.value = not value
        case ast.Constant(value=int(value)):
            node.value = value + 1
        case _:
            _put_instead(tree, node, ast.copy_location(ast.Pass(), node))


def _put_instead(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and any(item is old for item in value):
                setattr(parent, name, [new if item is old else item for item in value])
