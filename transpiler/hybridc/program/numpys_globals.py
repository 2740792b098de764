"""Globals that are NumPy's arrays to code that stays Python, which may write into what it makes of them."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from hybridc.program.plans import Program

_ASKED = frozenset({"shape", "ndim", "size", "dtype"})
_SHOWING = frozenset({"len", "print", "repr", "str"})


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
        case ast.FormattedValue(value=ast.Name()):
            return
        case ast.Call(func=ast.Name(id=called), args=given) if called in compiled or called in _SHOWING:
            rest: list[ast.AST] = [g for g in given if not isinstance(g, ast.Name)]
            for each in (*rest, *(k for k in node.keywords if not isinstance(k.value, ast.Name))):
                yield from _read(each, names, compiled, apart)
            return
    for child in ast.iter_child_nodes(node):
        yield from _read(child, names, compiled, apart)
