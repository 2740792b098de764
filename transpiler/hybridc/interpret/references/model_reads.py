"""What reads arrays of models that are mutable: attributes, and what of a framework's runtime gives views."""

from __future__ import annotations

import ast

from hybridc.dialects.entry import Entry

# What of a framework's runtime gives views of mutable arrays, and what gives values that may be views in the original.
SEEN_THROUGH = ("tensors.", "self", "input")
COMPUTED = frozenset(
    f"tensors.{n}"
    for n in ("array", "cartesian_prod", "chain_matmul", "einsum", "legacy_tensor", "meshgrid", "sum_to_size")
)


def is_seen_through(entry: Entry) -> bool:
    target = entry.target or ""
    return entry.is_view and target.startswith(SEEN_THROUGH) and target.partition("(")[0] not in COMPUTED


def attribute_in(node: ast.expr) -> ast.Attribute | None:
    """`self.mean`, by either way to say it."""
    match node:
        case ast.Attribute():
            return node
        case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=str(name)), *_]):
            return ast.Attribute(owner, name, ast.Load())
    return None


def asks_by_name(node: ast.expr) -> bool:
    """`getattr(p, name)`, with a default or without."""
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, _] | [_, _, _], keywords=[]):
            return True
    return False


def is_named(node: ast.expr, name: str | None) -> bool:
    return isinstance(node, ast.Name) and node.id == name
