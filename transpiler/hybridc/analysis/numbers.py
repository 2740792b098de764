"""What may be a number, so that in-place operators change nothing that others see: all but what is used as an array."""

from __future__ import annotations

import ast

from hybridc.analysis.demand import lookup, lookup_method
from hybridc.analysis.module import Function, Module
from hybridc.analysis.values import Form, Value
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Dialect

_OF_CONTAINERS = frozenset(["len", "sum", "sorted", "list", "tuple", "enumerate", "zip", "reversed", "map", "iter"])
_ELEMENTWISE = frozenset(["elementwise", "same", "scalar"])


def possible_numbers(values: dict[str, Value], containers: frozenset[str]) -> frozenset[str]:
    """Parameters of unknown form that are not used as containers."""
    return frozenset(n for n, v in values.items() if v.form is Form.UNKNOWN and v.is_traced and n not in containers)


def used_as_containers(function: Function, module: Module, dialects: tuple[Dialect, ...]) -> frozenset[str]:
    """Names that the function indexes, iterates over or reduces anywhere, and other names for the same."""
    found: set[str] = set()
    others: list[set[str]] = []
    for node in function.of_any(ast.Subscript, ast.Starred, ast.For, ast.comprehension, ast.Call, ast.Assign):
        match node:
            case ast.Subscript(value=ast.Name(id=name)) | ast.Starred(value=ast.Name(id=name)):
                found.add(name)
            case ast.For(iter=iterated) | ast.comprehension(iter=iterated):
                found |= _names([iterated])
            case ast.Call(func=ast.Name(id=called), args=arguments) if called in _OF_CONTAINERS:
                found |= _names(arguments)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name in function.locals and any(
                entry.shape == "reduce" for entry in lookup_method(dialects, method)
            ):
                found.add(name)
            case ast.Call(func=ast.Attribute() as called, args=arguments):
                entries = lookup(dialects, module.qualified_name(called, function.locals))
                if any(entry.shape not in _ELEMENTWISE for entry in entries):
                    found |= _names(arguments[:1])
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)):
                others.append({name, other})
    for _ in others:
        found |= set().union(*(names for names in others if names & found))
    return frozenset(found)


def _names(nodes: list[ast.expr]) -> set[str]:
    return {n.id for node in nodes for n in walk(node) if isinstance(n, ast.Name)}
