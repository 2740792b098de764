"""What of a file may hold a list: local names, globals, attributes, parameters, and what functions return.

Without order of time: one assignment of a list is enough, but for names that NumPy's functions make arrays of later
(`x = np.array(x)`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property

from hybridc.program.callees_writing import WritingCallees
from hybridc.syntax.dataflow import remembered
from hybridc.syntax.examples import calls_in_examples
from hybridc.syntax.module import Function, Module
from hybridc.syntax.walking import children, walk

HINTS = re.compile(r"['\"]?(\w+\.)*([Ll]ist|[Tt]uple|Sequence|Iterable|Collection|ArrayLike|array_like)\b")
_OF_LISTS = re.compile(r"['\"]?(\w+\.)*[Ll]ist\b")
_MAKING = frozenset({"builtins.list", "builtins.sorted"})

Key = tuple[str, ...]


def is_list(value: ast.expr) -> bool:
    """It is written as a list that is not empty, or is a shape."""
    match value:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return bool(elements)
        case ast.ListComp() | ast.Attribute(attr="shape"):
            return True
    return False


class _Bindings:
    """What keys of a file are bound to, each with the function that it stands in; the file is read once."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.bound: list[tuple[Key, ast.expr, str]] = []
        self.converted: set[Key] = set()
        for scope in self._scopes:
            self._read(scope)
        for call in calls_in_examples(module):
            self._give(call, "")

    @cached_property
    def _scopes(self) -> dict[str, ast.AST]:
        return {"": self.module.tree} | {n: f.node for n, f in self.module.functions.items()}

    @cached_property
    def _definitions(self) -> frozenset[ast.AST]:
        return frozenset(f.node for f in self.module.functions.values())

    @cached_property
    def _methods(self) -> dict[str, list[Function]]:
        found: dict[str, list[Function]] = {}
        for function in self.module.functions.values():
            if function.owner is not None:
                found.setdefault(function.name, []).append(function)
        return found

    def _read(self, scope: str) -> None:
        for node in self._own(self._scopes[scope]):
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._bind(target, value, scope)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, scope)
                case ast.Return(value=ast.Tuple(elts=parts)):
                    for index, part in enumerate(parts):
                        self.bound.append((("returns", scope, str(index)), part, scope))
                case ast.Return(value=ast.expr() as value):
                    self.bound.append((("returns", scope), value, scope))
                case ast.Call():
                    self._give(node, scope)

    def _give(self, call: ast.Call, scope: str) -> None:
        for called, parameter, argument in self._arguments(call):
            for kind in ("local", "given"):
                self.bound.append(((kind, called, parameter), argument, scope))

    def _own(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes of a scope, without those of the file's functions."""
        waiting = [*children(node)]
        while waiting:
            if (each := waiting.pop()) not in self._definitions:
                yield each
                waiting += children(each)

    def _bind(self, target: ast.expr, value: ast.expr, scope: str) -> None:
        match target:
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for index, part in enumerate(parts):
                    match value:
                        case ast.Tuple(elts=values) | ast.List(elts=values) if len(values) == len(parts):
                            self._bind(part, values[index], scope)
                        case ast.Call():
                            self.bound += [
                                (self.key(part, scope), ast.Subscript(value, ast.Constant(index), ast.Load()), scope)
                            ]
            case ast.Name() | ast.Attribute():
                key = self.key(target, scope)
                self.bound.append((key, value, scope))
                if isinstance(value, ast.Call) and isinstance(target, ast.Name) and not any(self.called(value.func)):
                    if any(isinstance(n, ast.Name) and n.id == target.id for a in value.args for n in walk(a)):
                        self.converted.add(key)

    def key(self, node: ast.expr, scope: str) -> Key:
        match node:
            case ast.Attribute(attr=attribute):
                return ("attribute", attribute)
            case ast.Name(id=name):
                function = self.module.functions.get(scope)
                return ("local", scope if function is not None and name in function.locals else "", name)
        return ("none",)

    def called(self, function: ast.expr) -> Iterator[tuple[Function, int]]:
        """Functions of the file that a call may run, with how many parameters it does not give."""
        match function:
            case ast.Name(id=name) if name in self.module.functions:
                yield self.module.functions[name], 0
            case ast.Name(id=name) if f"{name}.__init__" in self.module.functions:
                yield self.module.functions[f"{name}.__init__"], 1
            case ast.Attribute(attr=name):
                yield from ((method, 1) for method in self._methods.get(name, ()))

    def _arguments(self, call: ast.Call) -> Iterator[tuple[str, str, ast.expr]]:
        for function, first in self.called(call.func):
            name = function.qualified_name
            yield from ((name, p, a) for p, a in zip(function.positional[first:], call.args, strict=False))
            yield from ((name, k.arg, k.value) for k in call.keywords if k.arg is not None)


@remembered
def _bindings(module: Module) -> _Bindings:
    return _Bindings(module)


class Held:
    """What follows objects of one kind through the file, until nothing changes: those that `_begins` tells of."""

    def __init__(self, module: Module, held: set[Key]) -> None:
        self.module = module
        self._bindings = _bindings(module)
        converted = self._bindings.converted
        self._held = held - converted
        self._by: dict[Key, ast.expr] = {}
        unknown = [b for b in self._bindings.bound if b[0] not in converted and not self._is_none(b[1])]
        while found := {key: value for key, value, scope in unknown if self._is_held(value, scope)}:
            self._held |= found.keys()
            self._by |= found
            unknown = [b for b in unknown if b[0] not in found]

    def given(self) -> Iterator[tuple[Function, str, ast.expr]]:
        """Parameters that calls of the file give such an object, and what one gives."""
        for function in self.module.functions.values():
            name = function.qualified_name
            keys = ((p, ("given", name, p)) for p in function.parameters)
            yield from ((function, p, self._by[key]) for p, key in keys if key in self._held)

    def _is_none(self, value: ast.expr) -> bool:
        """It is none of the kind, nor a name for one."""
        return isinstance(value, ast.Constant)

    def _begins(self, value: ast.expr, scope: str) -> bool:
        """It makes such an object."""
        raise NotImplementedError

    def _is_held(self, value: ast.expr, scope: str) -> bool:
        match value:
            case ast.Name() | ast.Attribute() if self._bindings.key(value, scope) in self._held:
                return True
            case ast.IfExp(body=one, orelse=other):
                return self._is_held(one, scope) or self._is_held(other, scope)
            case ast.Call(func=function) if self._is_returned(function):
                return True
            case ast.Subscript(value=ast.Call(func=function), slice=ast.Constant(value=index)):
                if self._is_returned(function, str(index)):
                    return True
        return self._begins(value, scope)

    def _is_returned(self, function: ast.expr, *part: str) -> bool:
        return any(("returns", f.qualified_name, *part) in self._held for f, _ in self._bindings.called(function))


class ListsHeld(Held):
    """Lists; with `callees`, also those that functions of files beside it return. `or_tuples`: tuples and shapes count
    as well."""

    def __init__(self, module: Module, callees: WritingCallees | None = None, *, or_tuples: bool = False) -> None:
        self._or_tuples = or_tuples
        self._callees = callees
        self._beside: dict[WritingCallees, ListsHeld] = {}
        hints = HINTS if or_tuples else _OF_LISTS
        hinted: set[Key] = set()
        for name, function in module.functions.items():
            hinted |= {("local", name, p) for p in function.parameters if hints.match(function.annotation_of(p))}
        super().__init__(module, hinted)

    def _begins(self, value: ast.expr, scope: str) -> bool:
        match value:
            case ast.List() | ast.ListComp() | ast.Call(func=ast.Attribute(attr="tolist")):
                return True
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return any(isinstance(e, ast.List | ast.ListComp) for e in (left, right))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                sides = (left, right)
                are_held = [
                    isinstance(s, ast.List | ast.ListComp | ast.BinOp) and self._is_held(s, scope) for s in sides
                ]
                computed = [isinstance(s, ast.BinOp | ast.UnaryOp) for s in sides]  # beside which it is an array
                return any(are_held) and all(h or not c for h, c in zip(are_held, computed, strict=True))
            case ast.Call(func=function):
                return self.module.qualified_name(function) in _MAKING
        return self._or_tuples and is_list(value)

    def _is_returned(self, function: ast.expr, *part: str) -> bool:
        if super()._is_returned(function, *part):
            return True
        found = None if self._callees is None else self._callees.definition(function)
        if found is None or found[0] is self._callees:
            return False
        if (beside := self._beside.get(found[0])) is None:
            beside = self._beside[found[0]] = ListsHeld(found[0].module, or_tuples=self._or_tuples)
        return ("returns", found[1], *part) in beside._held
