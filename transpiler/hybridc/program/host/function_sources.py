"""Which functions a name or an element may be: `f` in `for f in (np.sin, np.cos)`, `TABLE[k]`, `np.sin if c else g`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.program.host.code import HostScope
from hybridc.syntax.module import Module
from hybridc.syntax.walking import pairs, walk


def sources_of(given: ast.expr, scope: HostScope, module: Module, *, or_imported: bool = False) -> list[ast.expr]:
    """The lambdas and the functions of modules that stand where it is made, and are not called there; names that are
    imported among them, if these are asked for."""
    found: list[ast.expr] = []
    todo, seen = [given], set[str]()
    while todo:
        nodes = [*walk(todo.pop())]
        called = {n.func for n in nodes if isinstance(n, ast.Call)}
        modules = {n.value for n in nodes if isinstance(n, ast.Attribute)}
        for node in nodes:
            if isinstance(node, ast.Lambda | ast.Attribute) and node not in called and node is not given:
                found.append(node)
            elif isinstance(node, ast.Name) and node not in called and node.id not in seen:
                seen.add(node.id)
                is_imported = node.id in module.imports.keys() - scope.hidden and node not in modules
                found += [node] if or_imported and is_imported and node is not given else []
                known = module.globals.get(node.id)
                todo += [*_made(node.id, scope)]
                todo += [known.value] if known is not None and known.value is not None else []
    return found


def _made(name: str, scope: HostScope) -> Iterator[ast.expr]:
    for node in walk(scope.node):
        match node:
            case ast.Assign(targets=targets, value=value):
                bound = [pair for target in targets for pair in pairs(target, value)]
            case ast.For(target=target, iter=run) | ast.comprehension(target=target, iter=run):
                bound = [(target, run)]
            case _:
                continue
        yield from (value for target, value in bound if any(_is_name(n, name) for n in walk(target)))


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
