"""The attributes whose arrays functions of a file may write, by the text alone: before any of them is looked at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.in_place import WRITING_OPERATORS, given_to_write
from hybridc.syntax.module import Function
from hybridc.syntax.reaching import reached, turned


def names_written(functions: Mapping[str, Function], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Those that a statement or call writes as they stand; and where a function writes what goes by a name, or calls
    one that does, all that it looks up. `functions`: what models run, by qualified names."""
    found: set[str] = set()
    by_name: set[str] = set()
    for name, function in functions.items():
        for written in written_in(function, dialects):
            looked_up = {a for a in _attributes_in(written) if not lookup_method(dialects, a)}
            found |= looked_up
            if not looked_up:
                by_name.add(name)
    callers = turned({name: f.names_loaded() & functions.keys() for name, f in functions.items()})
    for name in reached(by_name, lambda name: callers.get(name, ())):
        found |= {n.attr for n in functions[name].of(ast.Attribute)}
        found |= {c.value for c in functions[name].of(ast.Constant) if isinstance(c.value, str)}
    return frozenset(found)


def attributes_written(functions: Mapping[str, Function], dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Those that a statement or call of the functions names and writes as they stand."""
    written = (w for function in functions.values() for w in written_in(function, dialects))
    return frozenset(a for w in written for a in _attributes_in(w) if not lookup_method(dialects, a))


def _attributes_in(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Call | ast.Attribute):
        if isinstance(node, ast.Attribute):
            yield node.attr
        node = node.func if isinstance(node, ast.Call) else node.value


def written_in(function: Function, dialects: tuple[Dialect, ...]) -> Iterator[ast.expr]:
    """What operators, methods, functions and assignments to elements write into."""
    for statement in function.of(ast.AugAssign):
        yield statement.target
    for element in function.of(ast.Subscript):
        if isinstance(element.ctx, ast.Store):
            yield element
    for call in function.of(ast.Call):
        yield from given_to_write(call)
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        is_writing = name in WRITING_OPERATORS or any(e.writes or e.writes_if for e in lookup_method(dialects, name))
        if is_writing and isinstance(call.func, ast.Attribute):
            yield call.func.value
        elif name.endswith("_") and call.args:  # `F.relu_(x)`
            yield call.args[0]
