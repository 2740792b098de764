"""Which statements a program runs and how its tests go, and the program without what never happens."""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Events = dict[int, set[object]]
Test = TypeVar("Test", ast.If, ast.IfExp)
Loop = TypeVar("Loop", ast.For, ast.While)
_LARGEST = 2**40
_PARTS = 2**10  # every value is a whole number of these parts of one
_LARGEST_IN_32_BITS = 2**20  # a sum of some of these, in any order, is still exact
_STEPS = 4000


class Unsuitable(Exception):
    """A program that does not end soon, or computes with values that a float64 may round."""


def without_idle(source: str, function: str, arguments: Sequence[Sequence[object]]) -> str:
    """The program without statements that never run and without tests that always go one way.

    Raises Unsuitable, also where no argument comes to the end of a function.
    """
    while True:
        tree = _numbered(source)
        settled = unparsed(_Settled(events(source, function, arguments)).visit(tree))
        if settled == source:
            return source
        source = settled


def events(source: str, function: str, arguments: Sequence[Sequence[object]]) -> Events:
    """By node of the tree, what happened there: "ran", the outcomes of a test, how a loop ended. Raises Unsuitable."""
    tree = _Watched().visit(_numbered(source))
    _watch_statements(tree)
    ast.fix_missing_locations(tree)
    seen: Events = {}
    steps = 0

    def saw(number: int, event: object) -> object:
        nonlocal steps
        steps += 1
        if steps > _STEPS:
            raise Unsuitable
        seen.setdefault(number, set()).add(event)
        return event

    scope: dict[str, object] = {"_saw": saw, "_value": _exact, "_fitting": _fitting}
    exec(compile(tree, "<generated>", "exec", dont_inherit=True), scope)
    called = scope[function]
    assert callable(called)
    for given in arguments:
        steps = 0
        called(*copy.deepcopy(given))
    return seen


def _exact(value: object) -> object:
    """The value, when it is exact. What is no number passes."""
    if isinstance(value, int | float | np.ndarray | np.generic):
        array = np.asarray(value)
        parts = array.astype(float) * _PARTS
        largest = _LARGEST_IN_32_BITS if array.dtype == np.float32 else _LARGEST
        if not (np.all(np.abs(parts) < largest) and np.all(parts == np.round(parts))):
            raise Unsuitable
    return value


def _fitting(target: object, value: object) -> object:
    """The value, when the array that it is stored in can hold it: what casts make of others is the machine's choice."""
    if isinstance(target, np.ndarray) and target.dtype.kind in "iu":
        stored, bounds = np.asarray(value), np.iinfo(target.dtype)
        if stored.dtype.kind == "f" and not np.all((stored > bounds.min - 1) & (stored < bounds.max + 1)):
            raise Unsuitable
    return value


def _numbered(source: str) -> ast.Module:
    tree = ast.parse(source)
    for number, node in enumerate(ast.walk(tree)):
        node.number = number  # type: ignore[attr-defined]
    return tree


class _Watched(ast.NodeTransformer):
    """Tells `_saw` how tests go and loops end, and `_value` of every result."""

    def __init__(self) -> None:
        self.loops: list[ast.For | ast.While] = []

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _call("_value", node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        return _call("_value", node)

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        """A store into an array casts: what is in the array after it is exact as well."""
        self.generic_visit(node)
        stores = [target for target in node.targets if isinstance(target, ast.Subscript)]
        for target in stores:
            node.value = _call("_fitting", _read(target.value), node.value)
        return [node, *(ast.Expr(_call("_value", _read(target))) for target in stores)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        self.generic_visit(node)
        return [node, ast.Expr(_call("_value", _read(node.target)))]

    def visit_If(self, node: ast.If) -> ast.If:
        return self._test(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.IfExp:
        return self._test(node)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.NamedExpr:
        self.generic_visit(node)
        node.value = ast.BoolOp(ast.And(), [_told(node, ast.Constant("set")), node.value])
        return node

    def _test(self, node: Test) -> Test:
        self.generic_visit(node)
        node.test = _told(node, _call("bool", node.test))
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        return self._loop(node)

    def visit_While(self, node: ast.While) -> ast.While:
        return self._loop(node)

    def _loop(self, node: Loop) -> Loop:
        orelse = [self.visit(statement) for statement in node.orelse]
        node.orelse = []
        self.loops.append(node)
        self.generic_visit(node)
        self.loops.pop()
        if orelse:
            node.orelse = _flat([ast.Expr(_told(node, ast.Constant("else"))), *orelse])
        return node

    def visit_Break(self, node: ast.Break) -> list[ast.stmt]:
        return [ast.Expr(_told(self.loops[-1], ast.Constant("break"))), node]


def _watch_statements(tree: ast.Module) -> None:
    """Tells `_saw` of every statement that runs."""
    for owner in ast.walk(tree):
        for block in blocks(owner):
            told = [[ast.Expr(_told(s, ast.Constant("ran")))] if hasattr(s, "number") else [] for s in block]
            block[:] = [part for before, statement in zip(told, block, strict=True) for part in (*before, statement)]


def blocks(owner: ast.AST) -> list[list[ast.stmt]]:
    found = [getattr(owner, name, None) for name in ("body", "orelse")]
    return [block for block in found if isinstance(block, list)]


def _told(about: ast.AST, event: ast.expr) -> ast.Call:
    return _call("_saw", ast.Constant(about.number), event)  # type: ignore[attr-defined]


def _read(target: ast.expr) -> ast.expr:
    """The expression that reads what a target sets."""
    return ast.parse(ast.unparse(target), mode="eval").body


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _flat(block: Sequence[ast.stmt | list[ast.stmt]]) -> list[ast.stmt]:
    return [part for entry in block for part in (entry if isinstance(entry, list) else [entry])]


class _Settled(ast.NodeTransformer):
    """Leaves out what never ran, and puts the only side that is taken in the place of a branch."""

    def __init__(self, seen: Events) -> None:
        self.seen = seen

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt] | None:
        seen = self._seen(node)
        if isinstance(node, ast.stmt) and "ran" not in seen:
            return None
        has_run = isinstance(node, ast.For | ast.While | ast.FunctionDef) and "ran" in self._seen(node.body[0])
        if isinstance(node, ast.FunctionDef) and has_run and "ran" not in self._seen(node.body[-1]):
            raise Unsuitable  # what is left would give None where other arguments take no turn of a loop
        self.generic_visit(node)
        match node:
            case ast.If() if not {True, False} <= seen:
                return self._set_in(node.test) + (node.body if True in seen else node.orelse)
            case ast.IfExp() if not {True, False} <= seen:
                return node.body if True in seen else node.orelse
            case ast.For() | ast.While() if not has_run:
                return node.orelse
            case ast.For() | ast.While() if node.orelse and "break" not in seen:
                orelse, node.orelse = node.orelse, []
                return [node, *orelse]
            case ast.For() | ast.While() if "else" not in seen:
                node.orelse = []
            case ast.FunctionDef() if not has_run:
                return None
        return node

    def _set_in(self, test: ast.expr) -> list[ast.stmt]:
        """What a test sets by the way, as statements."""
        bound = [n for n in ast.walk(test) if isinstance(n, ast.NamedExpr) and "set" in self._seen(n)]
        return [ast.Assign([n.target], n.value) for n in bound]

    def _seen(self, node: ast.AST) -> set[object]:
        return self.seen.get(node.number, set())  # type: ignore[attr-defined]


def unparsed(tree: ast.Module) -> str:
    """The source of a tree: `pass` in blocks that have become empty, no parentheses around `a, b = b, a`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.For | ast.While | ast.FunctionDef | ast.With) and not node.body:
            node.body.append(ast.Pass())
    lines = ast.unparse(ast.fix_missing_locations(tree)).splitlines()
    for node in ast.walk(ast.parse("\n".join(lines))):
        if isinstance(node, ast.Assign | ast.Return) and isinstance(node.value, ast.Tuple):
            row, start, end = node.lineno - 1, node.value.col_offset, node.value.end_col_offset
            lines[row] = lines[row][:start] + lines[row][start + 1 : end - 1]
    return "\n".join(lines) + "\n"
