"""Functions, classes and the top level of a file, which names are theirs, and what is bound to them, for the points-to
analysis: expressions by the class of the arrays that they are or hold."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

from hybridc.dialects.table import Dialect
from hybridc.domain.points_to import Classes, Key, When
from hybridc.program.models import FileModels
from hybridc.program.static_demand import lookup_method
from hybridc.syntax.dataflow import blocks, bound_in, parameters
from hybridc.syntax.module import Module
from hybridc.syntax.reached_classes import FileClasses
from hybridc.syntax.walking import default_values, with_defaults

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ANY: Key = ("any",)  # what is given to functions that nobody knows, and what they give
ANY_ATTRIBUTE: Key = ("attr", None)  # of a name that only running the file tells


def place_of(node: ast.AST) -> Key:
    return tuple(getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


@dataclass(eq=False)
class Scope:
    """A function, a class or the top level, and the names that are its own. `number`: no other scope has it, also of
    those that are gone, whose places in memory others may have got."""

    names: frozenset[str]
    around: Scope | None = None
    is_class: bool = False
    returned: Key | None = None
    functions: dict[str, Definition] = field(default_factory=dict)
    number: int = field(default_factory=count().__next__)

    def key(self, name: str) -> tuple[Key | None, Scope | None]:
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.around
        if scope is None:
            return None, None
        return (("attr", name) if scope.is_class else (scope.number, name)), scope


class ReachedScopes:
    """Reads the definitions of one file, and expressions."""

    def __init__(self, module: Module, dialects: tuple[Dialect, ...], models: FileModels) -> None:
        self.module = module
        self.dialects = dialects
        self.models = models
        self.classes = Classes()
        self.of_file = FileClasses(module.tree)
        self.infos: dict[Definition, tuple[Scope, ast.ClassDef | None]] = {}
        self.stores: list[tuple[Key, Key]] = []  # containers or arrays, and what is put into them
        self.owner: ast.ClassDef | None = None
        self.parts: list[Key] = []  # parts of models that write into what they are given
        self.runs: list[tuple[Key, Key, When]] = []  # what is called, and with what
        self.set: set[str | None] = set()  # attributes, by their names; None for those that only running the file tells
        self.read: set[str | None] = set()
        self.loops = 0  # around what is looked at
        self.scope = self._scope(module.tree.body, frozenset())

    def _scope(self, body: list[ast.stmt], names: Iterable[str], is_class: bool = False) -> Scope:
        around = getattr(self, "scope", None)
        made = ast.ClassDef(name="", bases=[], keywords=[], body=body, decorator_list=[])
        scope = Scope(bound_in(made) | frozenset(names), around, is_class)
        scope.functions = {} if is_class else {s.name: s for s in _definitions(body)}
        self.infos |= dict.fromkeys(_definitions(body), (scope, None))
        return scope

    def _definition(self, node: Definition) -> None:
        for default in default_values(node.args):
            self._value(default)
        around, owner = self.scope, self.owner
        inner = self._inner(node)
        self._defaults(node, inner, around)
        self.scope, self.owner = inner, None
        loops, self.loops = self.loops, 0
        if isinstance(node, ast.Lambda):
            self.classes.join(self._returned(node), self._value(node.body))
        else:
            self._block(node.body)
        self.scope, self.owner, self.loops = around, owner, loops

    def _inner(self, node: Definition) -> Scope:
        """The scope of a function, which calls before its definition may have asked for."""
        known = self.infos.get(node)
        if known is not None and known[0].returned == ("returned", id(node)):
            return known[0]
        around, self.scope = self.scope, (self.scope if known is None else known[0])
        body: list[ast.stmt] = [ast.Expr(node.body)] if isinstance(node, ast.Lambda) else node.body
        scope = self._scope(body, parameters(node))
        scope.names -= {n for s in body if isinstance(s, ast.Global | ast.Nonlocal) for n in s.names}
        self.scope = around
        scope.returned = ("returned", id(node))
        self.infos[node] = scope, self.owner
        return scope

    def _returned(self, node: Definition) -> Key:
        return ("returned", id(node))

    def _defaults(self, node: Definition, inner: Scope, around: Scope) -> None:
        for parameter, default in with_defaults(node.args):
            self.scope = around
            self.classes.join((inner.number, parameter.arg), self._value(default))

    def _unknown(self, node: Definition) -> None:
        """Whoever calls it gives it anything."""
        for name in parameters(node):
            self.classes.join(ANY, (self._inner(node).number, name))
        self.classes.join(ANY, self._returned(node))

    def _when(self, node: ast.AST | None) -> When:
        return When(self.scope.number, getattr(node, "lineno", 0), self.loops > 0)

    def _block(self, body: list[ast.stmt]) -> None:
        raise NotImplementedError

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
        return self._computed_of(node, found)

    def _computed_of(self, node: ast.expr, found: Iterable[Key]) -> Key:
        made = ("computed", *place_of(node))
        for key in found:
            self.classes.compute(made, key)
        if isinstance(node, ast.BinOp | ast.UnaryOp) and self.classes.counts:  # what computes has no such arrays
            self.classes.makers[place_of(node)] = made
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


def _definitions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        for block in blocks(statement):
            yield from _definitions(block)
