"""What rewritings of programs are written with."""

from __future__ import annotations

import ast

METHODS = ("fill", "sort", "put")
FUNCTIONS = ("copyto", "put", "fill_diagonal", "at")


class Rewriting(ast.NodeTransformer):
    """Changes a program's tree."""


def parsed(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def read(target: ast.expr) -> ast.expr:
    """The expression that reads what a target sets."""
    return ast.parse(ast.unparse(target), mode="eval").body


def index(target: ast.Subscript) -> ast.expr:
    """The index of a target as an expression."""
    return ast.Subscript(ast.parse("np.s_", mode="eval").body, target.slice, ast.Load())


def root(value: ast.expr) -> str | None:
    """The name of which it is a part or a view."""
    while isinstance(value, ast.Subscript | ast.Attribute | ast.Call):
        value = value.func if isinstance(value, ast.Call) else value.value
    return value.id if isinstance(value, ast.Name) else None


def written(node: ast.AST) -> set[str]:
    """The names whose arrays a statement changes in place."""
    match node:
        case ast.Assign(targets=targets):
            parts = [part for t in targets for part in (t.elts if isinstance(t, ast.Tuple) else [t])]
            changed = [part for part in parts if isinstance(part, ast.Subscript)]
        case ast.AugAssign(target=target):
            changed = [target]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=value, attr=attr), args=args, keywords=keywords)):
            changed = [word.value for word in keywords if word.arg == "out"]
            if attr in METHODS and root(value) != "np":
                changed.append(value)
            elif attr in FUNCTIONS and args:
                changed.append(args[0])
        case _:
            changed = []
    return {name for part in changed if (name := root(part)) is not None}
