"""What may be a number, so that in-place operators change nothing that others see: all but what is used as an array."""

from __future__ import annotations

import ast

from hybridc.dialects.table import Dialect
from hybridc.domain.values import Form, Value
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.arrays_bound import Bound
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_OF_CONTAINERS = frozenset(["len", "sum", "sorted", "list", "tuple", "enumerate", "zip", "reversed", "map", "iter"])
_ELEMENTWISE = frozenset(["elementwise", "same", "scalar"])


def possible_numbers(values: dict[str, Value], containers: frozenset[str]) -> frozenset[str]:
    """Parameters of unknown form that are not used as containers."""
    return frozenset(n for n, v in values.items() if v.form is Form.UNKNOWN and v.is_traced and n not in containers)


def used_as_containers(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Names that the function indexes, iterates over or reduces, whatever they hold, and other names for these."""

    def uses(node: ast.AST) -> set[str]:
        return _used(node, function, module, dialects)

    def same(value: ast.expr) -> frozenset[str]:
        return _of_one_rank(value, function, module, dialects)

    def makes(value: ast.expr) -> bool:
        match value:
            case ast.Constant() | ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.List() | ast.Dict() | ast.Tuple():
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in function.locals:
                return any(entry.shape in _ELEMENTWISE for entry in lookup_method(dialects, method))
            case ast.Call(func=ast.Attribute() as called):
                return bool(lookup(dialects, module.qualified_name(called, function.locals)))
        return False

    return Bound(uses, same, makes).arrays(function)


def _used(node: ast.AST, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> set[str]:
    """The names that this node itself uses as arrays."""
    match node:
        case ast.Subscript(value=ast.Name(id=name)) | ast.Starred(value=ast.Name(id=name)):
            return {name}
        case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
            return _names([iterated])
        case ast.Call(func=ast.Name(id=called), args=arguments) if called in _OF_CONTAINERS:
            return _names(arguments)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in function.locals and any(
            entry.shape == "reduce" for entry in lookup_method(dialects, method)
        ):
            return {name}
        case ast.Call(func=ast.Attribute() as called, args=arguments):
            entries = lookup(dialects, module.qualified_name(called, function.locals))
            return _names(arguments[:1]) if any(entry.shape not in _ELEMENTWISE for entry in entries) else set()
    return set()


def _of_one_rank(value: ast.expr, function: Function, module: Module, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """The names of which one being an array makes the value one."""
    known = function, module, dialects
    match value:
        case ast.Name(id=name):
            return frozenset({name})
        case ast.BinOp(left=left, right=right):
            return _of_one_rank(left, *known) | _of_one_rank(right, *known)
        case ast.UnaryOp(operand=operand):
            return _of_one_rank(operand, *known)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in function.locals:
            is_same = any(entry.shape in _ELEMENTWISE for entry in lookup_method(dialects, method))
            return frozenset({name}) if is_same else frozenset()
        case ast.Call(func=ast.Attribute() as called, args=[first, *_]):
            entries = lookup(dialects, module.qualified_name(called, function.locals))
            if entries and all(entry.shape in _ELEMENTWISE for entry in entries):
                return _of_one_rank(first, *known)
    return frozenset()


def _names(nodes: list[ast.expr]) -> set[str]:
    return {n.id for node in nodes for n in walk(node) if isinstance(n, ast.Name)}
