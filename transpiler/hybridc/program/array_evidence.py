"""What a file shows to be arrays, by how it is made: what functions beside models are given, and write into."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cached_property

from hybridc.dialects.entry import Entry
from hybridc.dialects.table import Dialect
from hybridc.program.static_demand import lookup, lookup_method
from hybridc.syntax.arguments import arguments_given
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import walk

_DISPLAYS = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr)
_OF_CONTAINERS = frozenset(["copy", "get", "items", "keys", "pop", "setdefault", "values"])


@dataclass
class ArrayEvidence:
    """The calls of a file, with the functions that they are in."""

    module: Module
    dialects: tuple[Dialect, ...]
    _asked: set[ast.AST] = field(default_factory=set)  # functions whose callers are asked

    @cached_property
    def _around(self) -> dict[ast.Call, Function]:
        return {call: f for f in self.module.functions.values() for call in f.of(ast.Call)}

    def is_given(self, argument: ast.expr, call: ast.Call) -> bool:
        """The argument of the call is surely an array, where the file computes with arrays at all."""
        function = self._around.get(call)
        return function is not None and self._is_array(argument, function, frozenset())

    def _is_array(self, node: ast.expr, function: Function, asked: frozenset[str]) -> bool:
        match node:
            case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], left=left, comparators=[right]):
                return any(self._is_array(side, function, asked) or _is_given(side, function) for side in (left, right))
            case ast.BinOp(left=left, right=right):
                sides = (left, right)
                is_list = any(isinstance(n, _DISPLAYS) for side in sides for n in walk(side))
                return not is_list and any(self._is_array(s, function, asked) or _is_given(s, function) for s in sides)
            case ast.UnaryOp(op=ast.USub() | ast.Invert(), operand=inner) | ast.Subscript(value=inner):
                return self._is_array(inner, function, asked)
            case ast.Name(id=name) if name not in asked | {*function.parameters}:
                made = [value for target, value in _assignments(function) if target == name]
                count = sum(n.id == name and isinstance(n.ctx, ast.Store) for n in function.of(ast.Name))
                is_made = bool(made) and count == len(made)
                return is_made and all(self._is_array(value, function, asked | {name}) for value in made)
            case ast.Name(id=name) if name in function.parameters:
                computing = function.of_any(ast.BinOp, ast.Call)
                return any(self._computes_with(n, name, function) for n in computing) or self._is_by_callers(
                    name, function
                )
            case ast.Call():
                return self._makes_array(node, function)
        return False

    def _is_by_callers(self, name: str, function: Function) -> bool:
        """All calls of a function beside models show it."""
        calls = self.module.calls.get(function.name, []) if function.owner is None else []
        if function.node in self._asked:
            return False
        self._asked.add(function.node)
        given = [(arguments_given(function, call).get(name), call) for call in calls]
        found = bool(given) and all(a is not None and self.is_given(a, call) for a, call in given)
        self._asked.discard(function.node)
        return found

    def _computes_with(self, node: ast.AST, name: str, function: Function) -> bool:
        """`x * 2`, `x.sum()`, `self.fc(x)`"""
        match node:
            case ast.BinOp(left=left, right=right):
                return any(isinstance(side, ast.Name) and side.id == name for side in (left, right))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=held), attr=attribute)) if held == name:
                return attribute not in _OF_CONTAINERS and bool(lookup_method(self.dialects, attribute))
            case ast.Call(func=ast.Attribute(value=ast.Name(id=own)), args=[ast.Name(id=given), *_]) if given == name:
                return own in function.positional[:1] and self._makes_array(node, function)
        return False

    def _makes_array(self, call: ast.Call, function: Function) -> bool:
        """A function or method of the framework's, or a part of the model."""
        path = self.module.qualified_name(call.func, function.locals)
        if path is not None:
            lines = lookup(self.dialects, path)
            return not path.startswith("builtins.") and any(_gives_array(line) for line in lines)
        if not isinstance(call.func, ast.Attribute) or call.func.attr in _OF_CONTAINERS:
            return False
        if isinstance(call.func.value, ast.Name) and call.func.value.id in function.positional[:1]:
            return call.func.attr not in self.module.method_names  # `self.fc(x)`
        return any(_gives_array(line) for line in lookup_method(self.dialects, call.func.attr))


def _is_given(node: ast.expr, function: Function) -> bool:
    """A parameter that is computed with."""
    return isinstance(node, ast.Name) and node.id in function.parameters


def _gives_array(line: Entry) -> bool:
    return not (line.is_static or line.is_part or line.is_host or line.gives_list or line.refusal is not None)


def _assignments(function: Function) -> list[tuple[str, ast.expr]]:
    return [(t.id, s.value) for s in function.of(ast.Assign) for t in s.targets if isinstance(t, ast.Name)]
