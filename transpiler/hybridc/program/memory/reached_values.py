"""Expressions of a file, by the class of the arrays that they are or hold, for the points-to analysis."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hybridc.domain.points_to import Key
from hybridc.program.demand import lookup_method
from hybridc.program.memory.reached_scopes import ANY, Definition, ReachedScopes, Scope, place_of


class ReachedValues(ReachedScopes):
    """Reads expressions, and what they are bound to."""

    def _bound(self, target: ast.expr, held: Key | None, is_plain: bool = False) -> None:
        match target:
            case ast.Name(id=name):
                key, scope = self.scope.key(name)
                self.classes.join(key, held, is_plain and scope is self.scope and not self.scope.is_class)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self._bound(part.value if isinstance(part, ast.Starred) else part, held)
            case ast.Attribute(value=value, attr=attr):
                self.set.add(attr)
                self._value(value)
                if self._is_view(attr):
                    self.classes.join(self._value(value), held)
                    self.classes.write(self._value(value), self._when(target))  # `x.data = v`, `z.real = v`
                else:
                    self.classes.join(("attr", attr), held)
            case ast.Subscript(value=value, slice=index):
                key = self._value(value)
                self._value(index)
                self.classes.write(key, self._when(target))
                if key is not None and isinstance(index, ast.Constant) and isinstance(index.value, str):
                    self.classes.contain(key)
                if key is not None and held is not None:
                    self.stores.append((key, held))

    def _value(self, node: ast.expr | None) -> Key | None:
        """The class of the arrays that a value is, or holds."""
        match node:
            case None | ast.Constant():
                return None
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(value=inner, attr=attr):
                return self._attribute(node, inner, attr)
            case ast.Subscript(value=inner, slice=index):
                self._value(index)
                return self._value(inner)
            case ast.Call():
                return self._call(node)
            case ast.Lambda():
                self._definition(node)
                self._unknown(node)
                return None
            case ast.Starred(value=inner) | ast.Await(value=inner):
                return self._value(inner)
            case ast.Yield(value=inner) | ast.YieldFrom(value=inner):
                found = self._value(inner)
                self.classes.join(self.scope.returned, found)
                return ANY  # what is sent
            case ast.NamedExpr(target=target, value=inner):
                found = self._value(inner)
                self._bound(target, found)
                self.classes.reach(found)
                return found
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._value(test)
                return self._all(node, (body, orelse))
            case ast.BoolOp(values=parts):
                return self._all(node, parts)
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                return self._display(node, parts)
            case ast.Dict(keys=names, values=parts):
                for each in names:
                    self._value(each)
                return self._display(node, parts)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node)
            case ast.BinOp(left=left, right=right):
                return self._computed(node, left, right)
            case ast.UnaryOp(operand=operand):
                return self._computed(node, operand)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._value(child)
        return None

    def _computed(self, node: ast.expr, *operands: ast.expr) -> Key | None:
        found = [key for operand in operands if (key := self._value(operand)) is not None]
        if not found:
            return None
        if any(map(self.classes.is_contained, found)):  # `[w] + held`
            return self._all(node, (), found)
        made = ("computed", *place_of(node))
        for key in found:
            self.classes.compute(made, key)
        return made

    def _all(self, node: ast.expr, parts: Iterable[ast.expr], keys: Iterable[Key] = ()) -> Key:
        made = ("one of", *place_of(node))
        for key in (*keys, *(self._value(part) for part in parts)):
            self.classes.join(made, key)
        return made

    def _display(self, node: ast.expr, parts: Iterable[ast.expr]) -> Key:
        made = self._all(node, parts)
        self.classes.contain(made)
        return made

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Key:
        names = {n.id for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)}
        around, self.scope = self.scope, Scope(frozenset(names), self.scope, returned=self.scope.returned)
        self.loops += 1
        for generator in node.generators:
            self._bound(generator.target, self._value(generator.iter))
            for test in generator.ifs:
                self._value(test)
        made = self._display(node, [node.value if isinstance(node, ast.DictComp) else node.elt])
        self.scope = around
        self.loops -= 1
        return made

    def _named(self, name: str) -> Key | None:
        key, scope = self.scope.key(name)
        if (function := self._function(name)) is not None:
            self._unknown(function)
            return None
        if scope is not None and name not in self.models.classes:
            for making in self.of_file.making(name):
                self._unknown(making)
        if key is not None and scope is not self.scope and scope is not None and scope.around is not None:
            self.classes.reach(key)  # of a function around
        return key

    def _function(self, name: str) -> Definition | None:
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.functions:
                return scope.functions[name]
            if name in scope.names and not scope.is_class:
                return None
            scope = scope.around
        return None

    def _attribute(self, node: ast.Attribute, inner: ast.expr, attr: str) -> Key | None:
        if self.module.qualified_name(node) is not None:
            return None
        if self._is_view(attr):
            return self._value(inner)
        self._value(inner)
        for method in self.of_file.methods.get(attr, ()):  # `f = held.bump`
            if not method.decorator_list:
                self._unknown(method)
        self.read.add(attr)
        return ("attr", attr)

    def _is_view(self, attr: str) -> bool:
        entries = lookup_method(self.dialects, attr)
        return any((e.is_view or e.is_held) and e.parameters is None for e in entries)

    def _call(self, node: ast.Call) -> Key | None:
        raise NotImplementedError
