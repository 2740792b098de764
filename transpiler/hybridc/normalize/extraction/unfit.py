"""Why a function, a method or a class stays as it is."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from hybridc.normalize.moved import is_alone
from hybridc.syntax.walking import walk

_UNFIT: dict[type[ast.AST], str] = {
    ast.Yield: "a `yield`",
    ast.YieldFrom: "a `yield`",
    ast.Await: "an `await`",
    ast.Nonlocal: "a `nonlocal`",
    ast.ClassDef: "a class inside it",
    ast.Delete: "a `del`",
}


@dataclass(frozen=True)
class Unfit:
    """What of it says so, and the words that follow "stays Python"."""

    node: ast.AST
    why: str
    is_told: bool = False  # not only where it is asked for: without that, it would be compiled


def immovable(lines: Sequence[str], function: ast.FunctionDef, own: str | None = None) -> Unfit | None:
    """What of its text would not be right in another place: strings over lines, what changes in an f-string.

    `own` is what a method calls its object.
    """
    if function.decorator_list:
        return Unfit(function.decorator_list[0], "it has a decorator")
    if getattr(function, "type_params", None):
        return Unfit(function, "it has type parameters")
    first = function.body[0]
    for node in walk(function):
        if type(node) in _UNFIT:
            return Unfit(node, f"it has {_UNFIT[type(node)]}")
        if isinstance(node, ast.JoinedStr) and any(isinstance(n, ast.Name) and n.id == own for n in walk(node)):
            return Unfit(node, f"`{own}` is in an f-string")
        text = isinstance(node, ast.JoinedStr) or (
            isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
        )
        is_docstring = isinstance(first, ast.Expr) and first.value is node
        if text and node.lineno != node.end_lineno and not is_docstring:  # type: ignore[attr-defined]
            return Unfit(node, "it has a string over several lines")
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == own:
            if node.lineno != node.end_lineno:
                return Unfit(node, "an attribute and its object are on different lines")
    for statement in function.body:
        if isinstance(statement, ast.Global) and not is_alone(lines, statement):
            return Unfit(statement, "its `global` shares a line with other statements")
    return None
