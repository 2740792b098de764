"""Walking Python's tree: as `ast.walk`, several times as fast, and without the nodes that say how a name is used."""

from __future__ import annotations

import ast

_LEAVES = frozenset({"ctx", "id", "attr", "kind", "type_comment", "name", "conversion"})
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below, without contexts (`Load`, `Store`)."""
    kind = type(node)
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = tuple(f for f in kind._fields if f not in _LEAVES)
    found: list[ast.AST] = []
    for field in fields:
        value = getattr(node, field, None)
        if value.__class__ is list:
            found += [v for v in value if isinstance(v, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> list[ast.AST]:
    """The node and all below it, outer ones first."""
    found = [node]
    for each in found:
        found += children(each)
    return found
