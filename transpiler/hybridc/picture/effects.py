"""What functions of a file do when they are called."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hybridc.program.models import own_name
from hybridc.syntax.dataflow import names_stored
from hybridc.syntax.module import Function
from hybridc.syntax.walking import walk

_NONE: frozenset[str] = frozenset()
_LEAVING = (ast.Return, ast.Raise)
_LATER = (ast.Yield, ast.YieldFrom, ast.Await)


@dataclass(frozen=True, slots=True)
class Effect:
    """`changes`: the parameters that a function may change in place. `fills`: those whose elements it writes in any
    case. `gives`: those that it may return, or parts of. `reads` and `sets`: the globals that it may read, and those
    that it may bind or change; so for attributes of the object whose method it is, with a point before their names.
    `binds`: those that it binds whenever it is called."""

    changes: frozenset[str] = _NONE
    fills: frozenset[str] = _NONE
    gives: frozenset[str] = _NONE
    reads: frozenset[str] = _NONE
    sets: frozenset[str] = _NONE
    binds: frozenset[str] = _NONE


def attributes(method: Function) -> tuple[set[str], set[str]]:
    """The attributes of its own that a method reads, and those that it sets or writes into."""
    own = None if method.owner is None else own_name(method)
    read: set[str] = set()
    written: set[str] = set()
    places: list[ast.Attribute | ast.Subscript] = [*method.of(ast.Attribute), *method.of(ast.Subscript)]
    for node in places:
        place: ast.expr = node
        while isinstance(place, ast.Subscript):
            place = place.value
        match place:
            case ast.Attribute(value=ast.Name(id=base), attr=name) if own is not None and base == own:
                (read if isinstance(node.ctx, ast.Load) else written).add(f".{name}")
    return read, written


def surely_bound(function: Function) -> tuple[frozenset[str], list[ast.Call]]:
    """The globals and attributes that statements bind which are always reached, and the calls that are such."""
    own = None if function.owner is None else own_name(function)
    bound: set[str] = set()
    calls: list[ast.Call] = []
    is_run_later = any(isinstance(node, _LATER) for node in walk(function.node))
    for statement in () if is_run_later else _always(function.node.body):
        match statement:
            case ast.Assign(targets=targets):
                for target in targets:
                    match target:
                        case ast.Name(id=name) if name in function.globals_declared:
                            bound.add(name)
                        case ast.Attribute(value=ast.Name(id=base), attr=name) if own is not None and base == own:
                            bound.add(f".{name}")
            case ast.Expr(value=ast.Call() as call):
                calls.append(call)
    return frozenset(bound), calls


def surely_filled(function: Function) -> frozenset[str]:
    """The parameters into which statements write that are always reached, before the names are bound anew."""
    filled: set[str] = set()
    kept = {*function.parameters}
    for statement in _always(function.node.body):
        match statement:
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
                filled |= {name} & kept
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name))):
                filled |= {name} & kept
        kept -= names_stored(statement)
    return frozenset(filled)


def _always(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function that are reached before anything may leave it."""
    for statement in body:
        if any(isinstance(node, _LEAVING) for node in walk(statement)):
            return
        yield statement
