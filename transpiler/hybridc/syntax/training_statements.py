"""Statements beside models that only say how these are trained: converted files go without."""

from __future__ import annotations

import ast
from collections.abc import Callable

from hybridc.syntax.walking import walk

_OTHER_WRITES = (ast.arg, ast.alias, ast.Global, ast.Nonlocal, ast.FunctionDef, ast.ClassDef, ast.MatchAs)


def only_for(
    tree: ast.AST, says: Callable[[ast.Expr], bool], is_of_it: Callable[[ast.expr], bool]
) -> frozenset[ast.stmt]:
    """The statements that `says` picks, and those that set names which nothing else reads to values of its kind."""
    nodes = walk(tree)
    going: set[ast.stmt] = {n for n in nodes if isinstance(n, ast.Expr) and says(n)}
    setting: dict[str, list[ast.Assign]] = {}
    for node in nodes if going else ():
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if is_of_it(value):
                setting.setdefault(name, []).append(node)
    waiting = {name: _named(nodes, name) for name in setting if not _is_otherwise_bound(nodes, name)}
    while True:
        inside = {node for statement in going for node in walk(statement)}
        found = {
            name
            for name, uses in waiting.items()
            if any(isinstance(n.ctx, ast.Load) for n in uses)
            and inside.union(t for s in setting[name] for t in s.targets).issuperset(uses)
        }
        if not found:
            return frozenset(going)
        for name in found:
            going.update(setting[name])
            del waiting[name]


def _named(nodes: list[ast.AST], name: str) -> list[ast.Name]:
    return [n for n in nodes if isinstance(n, ast.Name) and n.id == name]


def _is_otherwise_bound(nodes: list[ast.AST], name: str) -> bool:
    """By more than assignments: a parameter, an import, a function, or a name of the file's."""
    return any(
        name
        in (getattr(n, "name", None), getattr(n, "asname", None), getattr(n, "arg", None), *getattr(n, "names", ()))
        for n in nodes
        if isinstance(n, _OTHER_WRITES)
    )
