"""What else a statement of the top level changes that is left out: other names for the same object."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator

from hybridc.dialects.table import Dialect
from hybridc.program.same_objects import same_objects
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import base_name, targets_bound
from hybridc.syntax.module import Module
from hybridc.syntax.walking import pairs, statements


def in_file(node: ast.AST, module: Module) -> list[ast.AST]:
    """The node, or the statements of its line where it belongs to the form that the top level was interpreted in."""
    line = getattr(node, "lineno", 0)
    if node in module.known_nodes or not line:
        return [node]
    there = [s for s in statements(module.tree) if s.lineno <= line <= (s.end_lineno or s.lineno)]
    least = min(((s.end_lineno or s.lineno) - s.lineno for s in there), default=0)
    return [s for s in there if (s.end_lineno or s.lineno) - s.lineno == least]


def shared_names(
    top: Iterable[ast.stmt], is_value: Callable[[str], bool], dialects: tuple[Dialect, ...]
) -> dict[str, set[str]]:
    """By names, all that may hold the same object, or hold or show a part of it, by assignments of the top level."""
    found: dict[str, set[str]] = {}
    for each in top:
        if not isinstance(each, ast.Assign | ast.AnnAssign) or isinstance(each.value, ast.Constant | None):
            continue
        targets = each.targets if isinstance(each, ast.Assign) else [each.target]
        chained: set[str] = set().union(*map(targets_bound, targets)) if len(targets) > 1 else set()
        for target, value in (pair for t in targets for pair in pairs(t, each.value)):
            names = {*targets_bound(target), *_shown(value, is_value, dialects)} | chained
            names = names.union(*(found[n] for n in names if n in found))
            found |= dict.fromkeys(names, names)
    return found


def _shown(value: ast.expr, is_value: Callable[[str], bool], dialects: tuple[Dialect, ...]) -> Iterator[str]:
    """Names whose object the expression gives, holds, or is a view of."""
    for each in same_objects(value):
        called = each.func if isinstance(each, ast.Call) else None
        is_view = isinstance(called, ast.Attribute) and any(
            e.is_view or e.back is not None for e in lookup_method(dialects, called.attr)
        )
        if (called is None or is_view) and (name := base_name(each)) is not None and is_value(name):
            yield name
