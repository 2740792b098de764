"""Walking Python's tree: as `ast.walk`, several times as fast, and without the nodes that say how a name is used."""

from __future__ import annotations

import ast

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_LEAVES = frozenset({"ctx", "id", "attr", "kind", "type_comment", "name", "conversion"})


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of every kind of node that may hold nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        self[kind] = fields = () if kind is ast.Constant else tuple(f for f in kind._fields if f not in _LEAVES)
        return fields


_FIELDS = _Fields()


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below, without contexts (`Load`, `Store`)."""
    found: list[ast.AST] = []
    for field in _FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += [v for v in value if isinstance(v, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """The node and all below it, outer ones first."""
    found = [node]
    for each in found:  # as `children`, without a call for every node
        for field in _FIELDS[each.__class__]:
            value = getattr(each, field, None)
            if value.__class__ is list:
                found += [v for v in value if isinstance(v, ast.AST)]
            elif isinstance(value, ast.AST):
                found.append(value)
    return found


def statements(node: ast.AST) -> list[ast.stmt]:
    """The statements below a statement or a module, those of nested functions and classes as well."""
    found: list[ast.stmt] = []
    todo = [node]
    while todo:
        each = todo.pop()
        for name in _BLOCKS:
            inside = getattr(each, name, ())
            todo += inside
            found += [s for s in inside if isinstance(s, ast.stmt)]
    return found
