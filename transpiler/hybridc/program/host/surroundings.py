"""What a function reads of its surroundings and changes there, and what these set again."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from hybridc.program.host.code import HostScope
from hybridc.program.host.handed_places import Definition
from hybridc.syntax.dataflow import base_name, free_names, names_read, names_stored, parameters
from hybridc.syntax.walking import walk, with_defaults

_KEEPING = frozenset({"append", "extend", "insert", "add", "update", "pop", "popleft", "remove", "clear", "write"})


def captured(function: Definition) -> frozenset[str]:
    """The names that it reads from its surroundings."""
    if isinstance(function, ast.Lambda):
        defaults = (names_read(value) for _, value in with_defaults(function.args))
        return (names_read(function.body) - frozenset(parameters(function))).union(*defaults)
    return free_names(function)


def rebinds(function: Definition) -> bool:
    """It counts, or keeps, in its surroundings."""
    read = captured(function)
    for node in walk(function):
        match node:
            case ast.Nonlocal() | ast.Global():
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _KEEPING:
                if name in read:
                    return True
            case ast.Subscript(ctx=ast.Store()) if base_name(node) in read:
                return True
    return False


def set_again(scope: HostScope) -> frozenset[str]:
    """Names that are set more than once there, or whose arrays are written."""
    times = Counter(name for statement in scope.statements for name in names_stored(statement))
    written = (base_name(t) for s in scope.statements for t in _written(s))
    return frozenset(name for name, count in times.items() if count > 1).union(filter(None, written))


def _written(statement: ast.stmt) -> Iterator[ast.expr]:
    for call in (n for n in walk(statement) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _KEEPING:
            yield call.func.value
    match statement:
        case ast.AugAssign(target=target):
            yield target
        case ast.Assign(targets=targets):
            yield from (t for t in targets if isinstance(t, ast.Subscript | ast.Attribute))
