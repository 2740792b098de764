"""Results that have as many elements as a call asks for, whatever the values are: `np.bincount(x % n, minlength=n)`."""

from __future__ import annotations

import ast

from hybridc.dialects.entry import Entry
from hybridc.program.state import State
from hybridc.syntax.walking import walk


def is_of_length(state: State, node: ast.Call, entry: Entry, places: tuple[str, ...]) -> bool:
    """The result is cut off at the length that is asked for, or made of what is less."""
    given = {**dict(zip(places, node.args, strict=True)), **{k.arg: k.value for k in node.keywords if k.arg}}
    length = given[entry.length]
    return _is_less(node.args[0], length) or any(_cuts(n, node, length) for n in walk(state.function.node))


def _cuts(node: ast.AST, call: ast.Call, length: ast.expr) -> bool:
    """`call[:n]`"""
    match node:
        case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=ast.expr() as upper, step=None)):
            return value is call and ast.dump(upper) == ast.dump(length)
    return False


def _is_less(values: ast.expr, length: ast.expr) -> bool:
    """`x % n`"""
    match values:
        case ast.BinOp(op=ast.Mod(), right=right):
            return ast.dump(right) == ast.dump(length)
    return False
