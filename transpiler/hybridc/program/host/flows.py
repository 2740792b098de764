"""Where arrays go in host code: through names, attributes, lists, functions and what functions are handed to."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from functools import cached_property

from hybridc.domain.host_groups import At, Key, Written
from hybridc.program.host.calls import HostCalls
from hybridc.program.host.code import SCOPES, evaluated, own_statements
from hybridc.program.host.names import Definition
from hybridc.syntax.dataflow import bound_in, names_captured
from hybridc.syntax.records import records_of
from hybridc.syntax.walking import walk

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_DISPLAYS = (ast.List, ast.Tuple, ast.Set)


class HostFlows(HostCalls):
    """Reads all host code of a program once, and has its groups."""

    @cached_property
    def _set_in_records(self) -> frozenset[str]:
        """Fields of objects of which compiled code gives others with the same in them."""
        kinds = (kind for kind in records_of(self.program.module).values() if kind.is_mutable)
        return frozenset(field for kind in kinds for field in kind.fields)

    def run(self) -> None:
        self._block(self.program.module.tree.body)
        for function, counts in self.returning.items():
            if function in self.whole:
                parts = (("returns", function, number) for number in range(max(counts)))
                self.groups.join(("returns", function), *parts)
        if "" in self.attributes:
            self.groups.join(*(("attribute", name) for name in sorted(self.attributes)))
        self.groups.settle()

    def _block(self, body: Iterable[ast.stmt]) -> None:
        for statement in body:
            self.number += 1
            self.at = At(self.scope.node, self.number, self.loops, statement)
            self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node)
            case ast.ClassDef():
                self._class(node)
            case ast.Assign(targets=targets, value=value):
                if all(_takes_elements(t) for t in targets):
                    self.effects(value)
                    for target in targets:
                        self.bind(target, None)
                else:
                    self._assigned(targets, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assigned([target], value)
            case ast.AugAssign():
                self._augmented(node)
            case ast.Return(value=ast.expr() as value):
                self._returned(value)
            case ast.For(target=target, iter=rows) | ast.AsyncFor(target=target, iter=rows):
                self.rows(target, rows)
            case ast.With(items=items) | ast.AsyncWith(items=items):
                for item in items:
                    held = self.groups.join(self.value(item.context_expr), self.implicit("__enter__"))
                    if item.optional_vars is not None:
                        self.bind(item.optional_vars, held)
            case ast.Match(subject=subject, cases=cases):
                held = self.value(subject)
                for case in cases:
                    for name in sorted(names_captured(case.pattern)):
                        self.groups.join(self.name(name), held)
            case _:
                for target in node.targets if isinstance(node, ast.Delete) else ():
                    if isinstance(target, ast.Subscript):
                        self.store(target.value, self.value(target.value), in_container=True)
                for expression in evaluated(node):
                    self.effects(expression)
        if not isinstance(node, SCOPES):
            self._inside(node)

    def _returned(self, value: ast.expr) -> None:
        function = self.scope.node
        is_called = getattr(function, "name", "") in self.callees.used
        parts = value.elts if isinstance(value, ast.Tuple) or (isinstance(value, ast.List) and not is_called) else None
        if parts is None or any(isinstance(part, ast.Starred) for part in parts):
            self.groups.join(("returns", function), self.value(value))
            return
        self.returning.setdefault(function, set()).add(len(parts))
        for number, part in enumerate(parts):
            self.groups.join(("returns", function, number), self.value(part))

    def _inside(self, node: ast.stmt) -> None:
        around = self.loops
        self.loops = (*around, node) if isinstance(node, _LOOPS) else around
        for name in ("body", "orelse", "finalbody"):
            self._block(getattr(node, name, ()))
        for each in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            self._block(each.body)
        self.loops = around

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if self.program.is_compiled(node):
            return
        if node.decorator_list:  # what they make of the function may be called as it is
            given = [self.value(d) for d in node.decorator_list]
            self.groups.join(self.name(node.name), self.function_value(node), *given)
        self._with_defaults(node)
        self._scope(node, node.body)

    def _with_defaults(self, node: Definition) -> None:
        positional = [*node.args.posonlyargs, *node.args.args]
        pairs = list(zip(reversed(positional), reversed(node.args.defaults), strict=False))
        pairs += [(a, d) for a, d in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True) if d is not None]
        for argument, default in pairs:
            self.groups.join(self.parameter(node, argument.arg), self.value(default))

    def _class(self, node: ast.ClassDef) -> None:
        for expression in evaluated(node):
            self.effects(expression)
        self._scope(node, node.body)
        for name in sorted(bound_in(node)):
            self.groups.join(("name", node, name), self.attribute(name))

    def _scope(self, node: ast.AST, body: Sequence[ast.stmt]) -> None:
        before = self.scope, self.loops, self.at
        self.scope, self.loops = self.scope_of(node), ()
        self._block(body)
        self.scope, self.loops, self.at = before

    def lambda_value(self, node: ast.Lambda) -> Key | None:
        self._with_defaults(node)
        before = self.scope, self.at
        self.scope, self.at = self.scope_of(node), At(node, self.number, (), self.at.statement)
        self.groups.join(("returns", node), self.value(node.body))
        self.scope, self.at = before
        return self.function_value(node)

    def _assigned(self, targets: list[ast.expr], value: ast.expr) -> None:
        if isinstance(value, _DISPLAYS):
            parts = [t.elts for t in targets if isinstance(t, ast.Tuple | ast.List)]
            is_apart = len(parts) == len(targets) and all(len(p) == len(value.elts) for p in parts)
            if is_apart and not any(isinstance(e, ast.Starred) for each in (*parts, value.elts) for e in each):
                held = [self.value(e) for e in value.elts]
                for elements in parts:
                    for target, key, each in zip(elements, held, value.elts, strict=True):
                        self.bind(target, key, each)
                return
        if isinstance(value, ast.Call) and (found := self._parts(targets, value)) is not None:
            for target in targets:
                taken: list[ast.expr] = getattr(target, "elts", [])
                if len(taken) == len(found) and not any(isinstance(e, ast.Starred) for e in taken):
                    for each, key in zip(taken, found, strict=True):
                        self.bind(each, key, value)
                else:
                    self.bind(target, self.groups.join(*found), value)
            return
        held_by_all = self.value(value)
        for target in targets:
            self.bind(target, held_by_all, value)

    def _parts(self, targets: list[ast.expr], call: ast.Call) -> list[Key | None] | None:
        counts = {len(getattr(t, "elts", ())) for t in targets}
        count = counts.pop() if len(counts) == 1 else 0
        function = self.definition(call.func.id) if isinstance(call.func, ast.Name) else None
        if function is not None and (len(_returns(function)) != 1 or _returns(function) != {count}):
            count = 0
        return self.parts_given(call, count)

    def bind(self, target: ast.expr, key: Key | None, value: ast.expr | None = None) -> None:
        match target:
            case ast.Name(id=name):
                own = self.name(name)
                self.bound.setdefault(own, []).append((self.at, key, value))
                self.groups.join(own, key)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.bind(part, key)
            case ast.Starred(value=inner):
                self.bind(inner, key)
                self.groups.containers.update(k for k in [self.value(inner)] if k is not None)
            case ast.Attribute(value=inner, attr=attr):
                if self.is_view(attr):
                    self.write(inner)
                self.effects(inner)
                if attr in self._set_in_records:
                    self.store(inner, self.value(inner), in_container=True, in_object=True)
                self.bound.setdefault(("attribute", attr), []).append((self.at, key, value))
                self.groups.join(self.attribute(attr), key)
            case ast.Subscript(value=inner, slice=index):
                held = self.value(inner)
                self.effects(index)
                self.groups.join(self.implicit("__setitem__"), key)
                is_key = isinstance(index, ast.Constant) and isinstance(index.value, str)
                self.store(inner, held, is_key)
                if is_key:
                    self.groups.join(held, key)
                    return
                self.write(inner)
                if not _takes_elements(target):
                    self.groups.hold(held, key, unless_array=True)

    def write(self, array: ast.expr, rebinds: bool = False) -> None:
        """The array that the expression is, or shows, is written."""
        if (held := self.value(array)) is not None:
            self.groups.written.setdefault(held, []).append(Written(self.at, array, rebinds))

    def _augmented(self, node: ast.AugAssign) -> None:
        held = self.value(node.value)
        match node.target:
            case ast.Name(id=name):
                if self.operators or name not in self.unshared(self.at):
                    self._operator(node.target, held, node.op)
            case ast.Attribute(attr=attr, value=inner):
                self.effects(inner)
                if attr not in self.counting:
                    self._operator(node.target, held, node.op)
            case ast.Subscript(slice=index, value=inner):
                self.effects(index)
                base = self.value(inner)
                self.write(inner)
                self.groups.hold(base, held, unless_array=False)
                if not _takes_elements(node.target):  # an element of a list is another array afterwards
                    self.augmented.append((self.at, base, held, node.target))

    def _operator(self, target: ast.Name | ast.Attribute, held: Key | None, op: ast.operator) -> None:
        self.write(target, rebinds=True)
        key = self.value(target)
        self.store(target, key, in_container=False)
        if isinstance(op, ast.Add | ast.BitOr):
            self.groups.hold(key, held, unless_array=False)
        self.augmented.append((self.at, key, held, target))

    def rows(self, target: ast.expr, rows: ast.expr) -> None:
        parts: list[ast.expr] = getattr(target, "elts", [])
        match rows:
            case ast.Call(func=ast.Name(id="zip"), args=given) if len(parts) == len(given):
                for part, each in zip(parts, given, strict=True):
                    self.bind(part, self.value(each))
            case ast.Call(func=ast.Name(id="enumerate"), args=[each, *_]) if len(parts) == 2:
                self.bind(parts[0], None)
                self.bind(parts[1], self.value(each))
            case ast.Call(func=ast.Name(id="range"), args=given):
                for each in given:
                    self.effects(each)
                self.bind(target, None, rows)
            case _:
                self.bind(target, self.groups.join(self.value(rows), self.implicit("__iter__", "__next__")))


def _returns(function: Definition) -> set[int]:
    """How many values each `return` of the function gives as a tuple; 0 for other values."""
    if isinstance(function, ast.Lambda):
        return {0}
    values = [s.value for s in own_statements(function.body) if isinstance(s, ast.Return)]
    return {len(v.elts) if isinstance(v, ast.Tuple) else 0 for v in values}


def _takes_elements(target: ast.expr) -> bool:
    """`u[1:] = x`, after which nothing shows x."""
    if not isinstance(target, ast.Subscript):
        return False
    nodes = walk(target.slice)
    return any(isinstance(n, ast.Slice) or (isinstance(n, ast.Constant) and n.value is ...) for n in nodes)
