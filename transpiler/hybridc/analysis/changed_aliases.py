"""Globals whose arrays change under other names: `v = W[1:]` and `v += 1`, `fill(W)`, `held = [W]` and `held[0] += 1`.

Which name holds what at a time is not asked: names that may ever hold one object, or a view of it, are of one class.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from hybridc.analysis.dataflow import base_name, targets_bound
from hybridc.analysis.demand import lookup
from hybridc.analysis.in_place import changed_in_place
from hybridc.analysis.module import Function, Module
from hybridc.analysis.same_objects import given_objects, is_new, pairs, same_objects
from hybridc.analysis.walking import walk
from hybridc.dialects.table import Dialect

_NUMBERS = frozenset(f"builtins.{n}" for n in ("len", "int", "float", "bool", "str", "complex", "round", "abs"))


def note_changed_aliases(module: Module, dialects: tuple[Dialect, ...]) -> None:
    """Marks the globals that a function or the top level changes in place under another name, a global's too."""
    steady = [n for n in module.globals if n not in module.imports]
    steady = [n for n in steady if not module.globals[n].is_rebound and module.globals[n].mutated_at is None]
    classes = _Classes(module, dialects)
    candidates = [n for n in steady if not classes.is_number(module.globals[n].value)]
    if not candidates:
        return
    classes.read()
    changed: dict[str, ast.AST] = {classes.of(name): statement for name, statement in reversed(classes.changed)}
    for name, known in module.globals.items():  # `PART = BASE[1:]` sees what is written into `BASE` itself
        if known.mutated_at is not None:
            changed.setdefault(classes.of(name), known.mutated_at)
    for name in candidates:
        module.globals[name].mutated_at = changed.get(classes.of(name))


class _Classes:
    """Names of the file, those of functions and attributes apart, by what they may hold."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...]) -> None:
        self.module = module
        self.dialects = dialects
        self.changed: list[tuple[str, ast.stmt]] = []
        self._leaders: dict[str, str] = {}

    def of(self, name: str) -> str:
        """The one that stands for the class of the name."""
        while (leader := self._leaders.get(name, name)) != name:
            name = leader
        return name

    def read(self) -> None:
        own = {f.node for f in self.module.functions.values()}
        for statement in self.module.tree.body:
            if not isinstance(statement, ast.ClassDef) and statement not in own:
                self._scope([*walk(statement)], None)
            elif isinstance(statement, ast.ClassDef):
                self._attributes(statement)
        for function in self.module.functions.values():
            self._scope([*function.nodes], function)

    def _attributes(self, cls: ast.ClassDef) -> None:
        """What the body of a class binds is reached as an attribute."""
        for statement in cls.body:
            if isinstance(statement, ast.Assign):
                bound = (pair for target in statement.targets for pair in pairs(target, statement.value))
                for name, source in (
                    (n, s) for t, v in bound for n in targets_bound(t) for s in self._sources(v, None)
                ):
                    self._join(f".{name}", source)

    def is_number(self, value: ast.expr | None, depth: int = 0) -> bool:
        """It is a number, text or the like, of which nothing changes."""
        match value:
            case ast.Constant() | ast.Lambda() | ast.JoinedStr():
                return True
            case ast.UnaryOp(operand=operand):
                return self.is_number(operand, depth)
            case ast.BinOp(left=left, right=right):
                return self.is_number(left, depth) and self.is_number(right, depth)
            case ast.Name(id=name) if name in self.module.globals and depth < 9:
                return self.is_number(self.module.globals[name].value, depth + 1)
            case ast.Attribute():
                return self.module.qualified_name(value) is not None
            case ast.Call(func=function, args=arguments):
                called = self.module.qualified_name(function)
                is_elementwise = any(e.shape == "elementwise" for e in lookup(self.dialects, called))
                is_of_numbers = is_elementwise and all(self.is_number(a, depth) for a in arguments)
                return called is not None and (called in _NUMBERS or called.startswith("math.") or is_of_numbers)
        return False

    def _scope(self, nodes: list[ast.AST], function: Function | None) -> None:
        for node in nodes:
            match node:
                case ast.Assign(targets=targets, value=value):
                    for target, given in (pair for t in targets for pair in pairs(t, value)):
                        self._bind(target, given, function)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    self._bind(target, value, function)
                case ast.NamedExpr(target=target, value=value):
                    self._bind(target, value, function)
                case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                    self._bind(target, value, function)
                case ast.Return(value=ast.expr() as value) if function is not None:
                    for source in self._sources(value, function):
                        self._join(f"{function.qualified_name}()", source)
                case ast.Call():
                    self._give(node, function)
            if isinstance(node, ast.stmt):
                self.changed += ((self._key(name, function), node) for name in sorted(changed_in_place(node)))
            if isinstance(node, ast.AugAssign) and (attribute := _attribute(node.target)) is not None:
                self.changed.append((attribute, node))
            if isinstance(node, ast.Assign):
                into = (part.value for t in node.targets for part in walk(t) if isinstance(part, ast.Subscript))
                self.changed += ((attribute, node) for held in into if (attribute := _attribute(held)) is not None)

    def _bind(self, target: ast.expr, value: ast.expr, function: Function | None) -> None:
        names = [self._key(name, function) for name in targets_bound(target)]
        names += [attribute for node in walk(target) if (attribute := _attribute(node)) is not None]
        for source in self._sources(value, function):
            for name in names:
                self._join(name, source)

    def _sources(self, value: ast.expr, function: Function | None) -> Iterator[str]:
        waiting: list[ast.expr] = [*same_objects(value)]
        while waiting:
            match waiting.pop():
                case ast.Name(id=name):
                    yield self._key(name, function)
                case ast.Attribute() as attribute:
                    yield f".{attribute.attr}"
                    if (holder := base_name(attribute)) is not None:  # `W.T`, `W.flat`
                        yield self._key(holder, function)
                case ast.Call(func=called) as call:
                    if isinstance(called, ast.Name) and called.id in self.module.functions:
                        yield f"{called.id}()"
                    elif not is_new(call, self._qualified(called, function), self.dialects):
                        waiting += given_objects(call)

    def _give(self, call: ast.Call, function: Function | None) -> None:
        """What a function of the file is given, its parameters hold."""
        callee = self.module.functions.get(call.func.id) if isinstance(call.func, ast.Name) else None
        if callee is None:
            return
        given = [*zip(callee.positional, call.args, strict=False)]
        given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
        for name, value in given:
            for source in self._sources(value, function):
                self._join(f"{callee.qualified_name}:{name}", source)

    def _qualified(self, called: ast.expr, function: Function | None) -> str | None:
        return self.module.qualified_name(called, function.locals if function is not None else frozenset())

    def _key(self, name: str, function: Function | None) -> str:
        is_local = function is not None and name in function.locals
        return f"{function.qualified_name}:{name}" if is_local and function is not None else name

    def _join(self, one: str, other: str) -> None:
        self._leaders[self.of(one)] = self.of(other)


def _attribute(node: ast.AST) -> str | None:
    """The attribute, of whatever object, that a target is or is a part of."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    return f".{node.attr}" if isinstance(node, ast.Attribute) else None
