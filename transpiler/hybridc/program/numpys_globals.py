"""Globals that are NumPy's arrays to code that stays Python, which may write into what it makes of them."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator

from hybridc.program.plans import Program
from hybridc.syntax.walking import all_given, walk

_ASKED = frozenset({"shape", "ndim", "size", "dtype"})
_SHOWING = frozenset({"len", "print", "str"})


def numpys_globals(program: Program, left: Container[str]) -> frozenset[str]:
    """Of the globals that compiled code reads as arrays, those of which code that stays Python computes something, or
    that it hands on or gives another name. `left`: the functions that are not compiled."""
    names = program.array_globals(left)
    if not names:
        return names
    compiled = {n for n in program.plans if n not in left}
    nodes = [program.module.functions[n].node for n in compiled if n in program.module.functions]
    defined = {n: statement for n in names if (statement := program.module.globals[n].statement) is not None}
    found = {*_read(program.module.tree, names, compiled, {*map(id, (*nodes, *defined.values()))})}
    waiting = [*found]
    while waiting:  # what they are made of is NumPy's as well
        made_of = {*_read(defined[waiting.pop()], names, compiled, set())} - found
        found |= made_of
        waiting += made_of
    return frozenset(found)


def _read(node: ast.AST, names: frozenset[str], compiled: set[str], apart: set[int]) -> Iterator[str]:
    """The names that the tree reads, but for nodes that are apart, and where nothing can come of it."""
    if id(node) in apart:
        return
    match node:
        case ast.Name(id=name):
            if name in names:
                yield name
            return
        case ast.Attribute(value=ast.Name(), attr=attribute) if attribute in _ASKED:
            return
        case ast.FormattedValue(value=shown, conversion=-1):
            yield from _handed_on([shown], names, compiled, apart)
            return
        case ast.Call(func=ast.Name(id=called)) if called in _SHOWING:
            yield from _handed_on(all_given(node), names, compiled, apart)
            return
        case ast.Call(func=ast.Name(id=called)) if called in compiled:
            for each in all_given(node):
                if not isinstance(each, ast.Name):
                    yield from _read(each, names, compiled, apart)
            return
    for child in ast.iter_child_nodes(node):
        yield from _read(child, names, compiled, apart)


def _handed_on(shown: Iterable[ast.expr], names: frozenset[str], compiled: set[str], apart: set[int]) -> Iterator[str]:
    """The names that functions are given, of what is shown and then gone."""
    for call in (n for each in shown for n in walk(each) if isinstance(n, ast.Call)):
        is_harmless = isinstance(call.func, ast.Name) and (call.func.id in _SHOWING or call.func.id in compiled)
        for given in [] if is_harmless else all_given(call):
            yield from _read(given, names, compiled, apart)
