"""Indices that surely are among those of a display, as only the running program chooses: `k % 2`, or `1 - old`."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from hybridc.syntax.dataflow import names_read, names_written
from hybridc.syntax.walking import pairs, walk

_CONTAINERS = (ast.List, ast.Tuple, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp, ast.Constant, ast.BinOp)
_MOST_CHOSEN = 4  # of one in which what only the running program knows chooses


def is_turning(index: ast.expr, elements: Sequence[ast.expr], function: ast.FunctionDef) -> bool:
    """An index that surely is one of those of the elements: `k % 2` of two, and what is 0 or 1 by all that binds it."""
    if any(isinstance(e, _CONTAINERS) for e in elements) or not 1 < len(elements) <= _MOST_CHOSEN:
        return False
    match index:
        case ast.BinOp(left=left, op=ast.Mod(), right=ast.Constant(value=int() as count)):
            return _is_plain(left) and count == len(elements)
        case ast.Name() | ast.BinOp(op=ast.Sub() | ast.BitXor()):
            return len(elements) == 2 and _is_zero_or_one(index, function, frozenset())
    return False


def _is_zero_or_one(node: ast.expr, function: ast.FunctionDef, asked: frozenset[str]) -> bool:
    match node:
        case ast.Constant(value=bool()):
            return False
        case ast.Constant(value=0 | 1 as value):
            return isinstance(value, int)
        case ast.BinOp(left=left, op=ast.Mod(), right=ast.Constant(value=2)):
            return _is_plain(left)
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=other):
            return _is_zero_or_one(other, function, asked)
        case ast.BinOp(left=other, op=ast.BitXor(), right=ast.Constant(value=1)):
            return _is_zero_or_one(other, function, asked)
        case ast.Name(id=name):
            return name in asked or all(
                value is not None and _is_zero_or_one(value, function, asked | {name})
                for value in _bindings(name, function)
            )
    return False


def _bindings(name: str, function: ast.FunctionDef) -> list[ast.expr | None]:
    """All that the name is bound to in the function and those in it; None for what is no expression."""
    nodes = walk(function)
    if any(name in n.names if isinstance(n, ast.Global) else isinstance(n, ast.arg) and n.arg == name for n in nodes):
        return [None]
    assigns = (pair for n in nodes if isinstance(n, ast.Assign) for t in n.targets for pair in pairs(t, n.value))
    given: dict[ast.expr, ast.expr] = dict(assigns)
    stores = [n for n in nodes if isinstance(n, ast.Name) and n.id == name and not isinstance(n.ctx, ast.Load)]
    return [given.get(n) for n in stores] or [None]


def _is_plain(node: ast.expr) -> bool:
    return not any(isinstance(n, ast.Call | ast.Subscript | ast.NamedExpr | ast.Lambda) for n in walk(node))


def can_choose(use: ast.AST, index: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """The element can be chosen before the statement that uses it: no other part of that decides whether to look."""
    node = inner = use
    while not isinstance(node := parents[node], ast.stmt):
        if isinstance(node, ast.IfExp | ast.BoolOp):
            return False
        inner = node
    if any(isinstance(n, ast.NamedExpr) for n in walk(node)):
        return False
    if isinstance(node, ast.Assign) and inner in node.targets:
        return not names_read(index) & names_written([node])
    return isinstance(node, ast.Assign | ast.AugAssign | ast.Expr | ast.Return | ast.If | ast.For)
