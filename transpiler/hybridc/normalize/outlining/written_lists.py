"""Lists of numbers that are written out and that nothing changes: `for n in [32, 64, 128]`, or by a name."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridc.syntax.dataflow import own_statements, remembered
from hybridc.syntax.module import Module
from hybridc.syntax.walking import all_given, walk

_ONLY_READING = ("numpy.", "builtins.", "math.", "matplotlib.", "scipy.")
_CHANGING = ("builtins.map", "builtins.filter", "builtins.iter", "builtins.setattr", "numpy.random.")


def elements_written(node: ast.expr, module: Module) -> list[ast.expr] | None:
    """The elements of such a list, or of the one that goes by this name."""
    if isinstance(node, ast.Name):
        written = written_lists(module).get(node.id)
        return None if written is None else elements_written(written, module)
    if not isinstance(node, ast.List | ast.Tuple) or any(isinstance(e, ast.Starred) for e in node.elts):
        return None
    return node.elts or None


@remembered
def written_lists(module: Module) -> dict[str, ast.List | ast.Tuple]:
    """Those that names of the top level have, which are bound once in all of the file, and are read alone."""
    found = dict(_bound(module))
    counts = Counter(n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Store | ast.Del))
    counts.update(a.arg for a in module.of(ast.arg))
    reads = Counter(name for node in walk(module.tree) for name in _read(node, module))
    mentions = Counter(n.id for n in module.of(ast.Name) if isinstance(n.ctx, ast.Load))
    return {n: value for n, value in found.items() if counts[n] == 1 and reads[n] == mentions[n]}


def _bound(module: Module) -> Iterator[tuple[str, ast.List | ast.Tuple]]:
    for statement in own_statements(module.tree.body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.Tuple() as value) if value.elts:
                yield name, value


def _read(node: ast.AST, module: Module) -> Iterator[str]:
    """Names of what the node reads and leaves as it is, and keeps nowhere."""
    match node:
        case ast.For(iter=ast.Name(id=name)) | ast.comprehension(iter=ast.Name(id=name)):
            yield name
        case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load(), slice=index) if not isinstance(index, ast.Slice):
            yield name
        case ast.Call(func=func):
            called = module.qualified_name(func) or ""
            if called.startswith(_ONLY_READING) and not called.startswith(_CHANGING):
                yield from (a.id for a in all_given(node) if isinstance(a, ast.Name))
