"""Where host code asks which object an array is."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator

from hybridc.syntax.dataflow import expressions
from hybridc.syntax.walking import walk


def asked_identities(
    statements: Iterable[ast.stmt], results: Collection[str], compiled: Collection[str]
) -> Iterator[ast.expr]:
    """Questions for the identity of what compiled functions returned: `f(x) is x`, `id(y)` after `y = f(x)`."""
    for statement in statements:
        for node in (n for e in expressions(statement) for n in walk(e)):
            match node:
                case ast.Compare(left=left, ops=operators, comparators=others):
                    sides = [left, *others]
                    is_identity = all(isinstance(op, ast.Is | ast.IsNot) for op in operators)
                    is_plain = any(isinstance(s, ast.Constant) for s in sides)
                    if is_identity and not is_plain and any(_is_result(s, results, compiled) for s in sides):
                        yield node
                case ast.Call(func=ast.Name(id="id"), args=[given]) if _is_result(given, results, compiled):
                    yield node


def _is_result(node: ast.expr, results: Collection[str], compiled: Collection[str]) -> bool:
    match node:
        case ast.Name(id=name):
            return name in results
        case ast.Call(func=ast.Name(id=name)):
            return name in compiled
    return False
